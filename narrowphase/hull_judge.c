/* hull_judge.c: which regions make good faces.
 *
 * The plane of a region is that of one of its facets, so it supports the whole hull and no vertex can lie
 * beyond. What is left to ask: are the corners near the plane, is the outline convex, and is what the corners
 * leave out near what they keep? Exactly coplanar regions always pass. */
#include "hull_merge.h"

/* An outline with this many corners is refused rather than examined when it is not locally convex. */
enum { EXAMINED_CORNERS = 512 };

typedef struct outline {
  const carom__grid_point *grid;
  const uint32_t *loop;
  uint32_t count;
  carom__dvec3 normal; /* unit */
  double tolerance;
} outline;

static carom__grid_point corner(const outline *o, uint32_t i) { return o->grid[o->loop[i % o->count]]; }

static carom__dvec3 unit_normal(const carom__facet *facet) {
  return dvec3_scale(facet_normal(facet), 1 / facet->length);
}

/* A corner at which the next edge turns right, by more than the arithmetic may make of a straight line. */
static bool turns_right(const outline *o, uint32_t i) {
  carom__dvec3 in = grid_difference(corner(o, i + 1), corner(o, i));
  carom__dvec3 on = grid_difference(corner(o, i + 2), corner(o, i + 1));
  double shorter = fmin(dvec3_length(in), dvec3_length(on));
  return dvec3_dot(dvec3_cross(in, on), o->normal) < -1e-6 * o->tolerance * shorter;
}

/* Does the half plane of an edge cut no corner off? */
static bool edge_keeps_all(const outline *o, uint32_t i) {
  carom__dvec3 edge = grid_difference(corner(o, i + 1), corner(o, i));
  carom__dvec3 outward = dvec3_cross(edge, o->normal);
  double most = o->tolerance * dvec3_length(edge);
  for (uint32_t k = 0; k < o->count; k++)
    if (dvec3_dot(grid_difference(corner(o, k), corner(o, i)), outward) > most) return false;
  return true;
}

static bool is_convex(const outline *o) {
  uint32_t i = 0;
  while (i < o->count && !turns_right(o, i)) i++;
  if (i == o->count) return true;
  if (o->count > EXAMINED_CORNERS) return false;
  for (i = 0; i < o->count; i++)
    if (!edge_keeps_all(o, i)) return false;
  return true;
}

static bool is_flat(const outline *o, const carom__facet *seed) {
  for (uint32_t i = 0; i < o->count; i++)
    if (carom__facet_height(seed, corner(o, i)) < -o->tolerance) return false;
  return true;
}

/* May a vertex on the border between two regions be left out, with the edge from `from` to `to` in its stead?
 * It may when it is near the edge, or lies over one of the two faces, to which it is near. */
static bool may_leave_out(const carom__merge *m, uint32_t half, carom__grid_point from,
                          carom__grid_point to) {
  carom__dvec3 edge = grid_difference(to, from);
  carom__dvec3 off = grid_difference(m->build->grid[merge_edge_vertex(m, half)], from);
  double length2 = dvec3_dot(edge, edge);
  if (length2 == 0) return false;
  off = dvec3_mad(off, edge, -dvec3_dot(off, edge) / length2);
  if (dvec3_length(off) <= m->build->tolerance) return true;
  const carom__facet *here = &m->facets[m->seed[m->region[half / 3]]];
  const carom__facet *beyond = &m->facets[m->seed[merge_region_beyond(m, half)]];
  return dvec3_dot(off, dvec3_cross(facet_normal(here), edge)) > 0 ||
         dvec3_dot(off, dvec3_cross(edge, facet_normal(beyond))) > 0;
}

/* Refuses both regions beside an edge that leaves out too much. */
static void judge_edge(carom__merge *m, uint32_t entry, carom__grid_point from, carom__grid_point to) {
  uint32_t half = carom__merge_next(m, m->first[entry]);
  for (; m->entry[half] == entry; half = carom__merge_next(m, half)) {
    if (may_leave_out(m, half, from, to)) continue;
    m->refused[m->region[half / 3]] = m->refused[merge_region_beyond(m, half)] = true;
    return;
  }
}

static void judge_face(carom__merge *m, uint32_t face) {
  const carom__facet *seed = &m->facets[m->faces.seeds[face]];
  bool *refused = &m->refused[m->region[m->faces.seeds[face]]];
  if (*refused) return; /* its loops may have no corners at all */
  uint32_t start = m->faces.starts[face];
  outline o = {m->build->grid, m->faces.loops + start, m->faces.starts[face + 1] - start, unit_normal(seed),
               m->build->tolerance};
  if (!is_flat(&o, seed) || !is_convex(&o)) *refused = true;
  for (uint32_t i = 0; i < o.count; i++) judge_edge(m, start + i, corner(&o, i), corner(&o, i + 1));
}

/* Euler's formula; it fails when a region touches itself. */
static bool is_closed(const carom__merge *m) {
  uint32_t corners = 0;
  for (uint32_t i = 0; i < m->build->count; i++) corners += merge_is_corner(m, i);
  return corners + m->faces.face_count == m->faces.loop_count / 2 + 2;
}

bool carom__merge_judge(carom__merge *m) {
  bool closed = is_closed(m), any = false;
  for (uint32_t face = 0; face < m->faces.face_count; face++) judge_face(m, face);
  for (uint32_t i = 0; i < m->region_count; i++) {
    if (!closed) m->refused[i] = true;
    any = any || m->refused[i];
  }
  return any;
}

/* hull_judge.c: which regions make good faces.
 *
 * The plane of a region is that of one of its facets, so it supports the whole hull and no vertex can lie
 * beyond. What is left to ask: are the corners near the plane, is the outline convex, and is what the corners
 * leave out near what they keep? Exactly coplanar regions always pass. */
#include "hull_regions.h"

/* An outline with this many corners is refused rather than examined when it is not locally convex. */
enum { EXAMINED_CORNERS = 512 };

typedef struct outline {
  const carom__grid_point *grid;
  const uint32_t *loop;
  uint32_t count;
  carom__dvec3 normal; /* unit */
  double tolerance, left_out;
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

/* Is a point near the polygon of the corners? Only the triangle of a fan around the first corner is looked at
 * whose angle the point lies in, if any. */
static bool is_near(const outline *o, uint32_t point) {
  carom__dvec3 off = grid_difference(o->grid[point], corner(o, 0));
  uint32_t low = 1, high = o->count - 1;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    carom__dvec3 to_middle = grid_difference(corner(o, middle), corner(o, 0));
    if (dvec3_dot(dvec3_cross(to_middle, off), o->normal) >= 0)
      low = middle;
    else
      high = middle;
  }
  carom__facet triangle = carom__facet_make(o->grid, o->loop[0], o->loop[low], o->loop[low + 1]);
  return carom__facet_distance2(&triangle, o->grid, o->grid[point]) <= o->left_out * o->left_out;
}

static outline outline_of(const carom__hull_regions *m, uint32_t face) {
  uint32_t start = m->faces.starts[face];
  return (outline){m->build->grid,
                   m->faces.loops + start,
                   m->faces.starts[face + 1] - start,
                   unit_normal(&m->facets[m->faces.seeds[face]]),
                   m->build->tolerance,
                   m->build->left_out};
}

static bool is_left_out(const carom__hull_regions *m, uint32_t vertex) {
  return !merge_is_corner(m, vertex) && !m->covered[vertex];
}

/* Notes which vertices that are no corners are near a face of theirs, and so near the hull of the corners. */
static void cover_vertices(carom__hull_regions *m) {
  for (uint32_t i = 0; i < m->build->count; i++) m->covered[i] = false;
  for (uint32_t half = 0; half < 3 * m->facet_count; half++) {
    uint32_t face = m->face_of[m->region[half / 3]], vertex = merge_edge_vertex(m, half);
    if (face == CAROM__HULL_NONE || !is_left_out(m, vertex)) continue;
    outline o = outline_of(m, face);
    m->covered[vertex] = o.count >= 3 && is_near(&o, vertex);
  }
}

/* Refuses the regions around a vertex that would be missed. */
static void judge_left_out(carom__hull_regions *m) {
  cover_vertices(m);
  for (uint32_t half = 0; half < 3 * m->facet_count; half++)
    if (is_left_out(m, merge_edge_vertex(m, half))) m->refused[m->region[half / 3]] = true;
}

static void judge_face(carom__hull_regions *m, uint32_t face) {
  const carom__facet *seed = &m->facets[m->faces.seeds[face]];
  bool *refused = &m->refused[m->region[m->faces.seeds[face]]];
  if (*refused) return; /* its loops may have no corners at all */
  outline o = outline_of(m, face);
  if (!is_flat(&o, seed) || !is_convex(&o)) *refused = true;
}

/* Euler's formula; it fails when a region touches itself. */
static bool is_closed(const carom__hull_regions *m) {
  uint32_t corners = 0;
  for (uint32_t i = 0; i < m->build->count; i++) corners += merge_is_corner(m, i);
  return corners + m->faces.face_count == m->faces.loop_count / 2 + 2;
}

bool carom__merge_judge(carom__hull_regions *m) {
  bool closed = is_closed(m), any = false;
  for (uint32_t face = 0; face < m->faces.face_count; face++) judge_face(m, face);
  judge_left_out(m);
  for (uint32_t i = 0; i < m->region_count; i++) {
    if (!closed) m->refused[i] = true;
    any = any || m->refused[i];
  }
  return any;
}

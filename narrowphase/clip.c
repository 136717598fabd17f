/* clip.c: one face clipped to the outline of another, edge by edge (Cyrus and Beck, 1978), with no list of
 * the clipped polygon's vertices: what is found is added to the candidates at once, which keep the extreme
 * ones. */
#include "clip.h"

carom__candidates carom__candidates_around(carom__dvec3 axis) {
  carom__candidates candidates = {.count = 0};
  carom__dvec3 x = dvec3_perpendicular(axis), y = dvec3_cross(axis, x);
  const carom__dvec3 half[4] = {x, dvec3_add(x, y), y, dvec3_sub(y, x)};
  candidates.directions[0] = axis;
  for (int i = 0; i < 4; i++) {
    candidates.directions[1 + i] = half[i];
    candidates.directions[5 + i] = dvec3_neg(half[i]);
  }
  return candidates;
}

static void keep(carom__candidates *candidates, int slot, double reach, const carom__point *point) {
  if (candidates->count > 0 && reach <= candidates->reach[slot]) return;
  candidates->reach[slot] = reach;
  candidates->points[slot] = *point;
}

void carom__candidates_add(carom__candidates *candidates, const carom__facing *facing, carom__dvec3 point_a,
                           double gap, uint32_t feature) {
  double radius_a = facing->sides[0].radius, radius_b = facing->sides[1].radius;
  double separation = fmax(gap - radius_a - radius_b, facing->separation);
  if (separation > facing->touch) return;
  carom__dvec3 middle = dvec3_mad(point_a, facing->axis, 0.5 * (radius_a + gap - radius_b));
  carom__point point = {dvec3_narrow(middle), (float)fmin(separation, 0), feature};
  keep(candidates, 0, -separation, &point);
  for (int i = 1; i < CAROM__CANDIDATES; i++)
    keep(candidates, i, dvec3_dot(middle, candidates->directions[i]), &point);
  candidates->count = CAROM__CANDIDATES;
}

static carom__dvec3 vertex(const carom__side *side, uint32_t i) {
  carom_vec3 local = face_vertex(&side->face, i);
  return side->pose ? dvec3_place(side->pose, local) : dvec3_widen(local);
}

static uint32_t after(const carom__side *side, uint32_t i) { return i + 1 < side->face.count ? i + 1 : 0; }

/* The vertex's name among the shape's vertices, or among the face's when the shape does not number them. */
static uint32_t name(const carom__side *side, uint32_t i) { return side->face.loop ? side->face.loop[i] : i; }

/* Adds a point of one side's core; the other side's face has `normal` and goes through `on_plane`. */
static void add(const carom__facing *facing, int side, carom__dvec3 p, carom__dvec3 normal,
                carom__dvec3 on_plane, uint32_t feature, carom__candidates *out) {
  double along = dvec3_dot(normal, facing->axis);
  if (fabs(along) < 0x1p-20) return;
  double way = dvec3_dot(normal, dvec3_sub(on_plane, p)) / along;
  if (side == 0)
    carom__candidates_add(out, facing, p, way, feature);
  else
    carom__candidates_add(out, facing, dvec3_mad(p, facing->axis, way), -way, feature);
}

/* The part of a segment that is inside a face's outline: from and to in 0..1, and the edges that cut it
 * there, -1 for none. */
typedef struct span {
  double from, to;
  int64_t from_edge, to_edge;
} span;

/* Cuts a span by the half space of signed distances <= 0, given those of its segment's ends. */
static void cut(span *s, double start, double end, int64_t edge) {
  if (start > 0 && end > 0) s->from = 2;
  if ((start > 0) == (end > 0)) return;
  double t = start / (start - end);
  if (start > 0 && t > s->from) {
    s->from = t;
    s->from_edge = edge;
  }
  if (end > 0 && t < s->to) {
    s->to = t;
    s->to_edge = edge;
  }
}

/* Clips the segment from p to q to a face's outline as seen along the axis, with the tolerance of
 * touching. */
static span clip_segment(const carom__facing *facing, int side, carom__dvec3 p, carom__dvec3 q) {
  const carom__side *outline = &facing->sides[side];
  carom__dvec3 up = side == 0 ? facing->axis : dvec3_neg(facing->axis);
  span s = {0, 1, -1, -1};
  carom__dvec3 from = vertex(outline, 0);
  for (uint32_t i = 0; i < outline->face.count && s.from <= s.to; i++) {
    carom__dvec3 to = vertex(outline, after(outline, i));
    carom__dvec3 outward = dvec3_normalize_or(dvec3_cross(dvec3_sub(to, from), up), dvec3(0, 0, 0));
    double start = dvec3_dot(outward, dvec3_sub(p, from)) - facing->touch;
    cut(&s, start, dvec3_dot(outward, dvec3_sub(q, from)) - facing->touch, i);
    from = to;
  }
  return s;
}

/* The feature of this side's and the other side's parts, as A's and B's. */
static uint32_t pair_from(int side, uint32_t own, uint32_t other) {
  return side == 0 ? feature_pair(own, other) : feature_pair(other, own);
}

/* What an end of a clipped edge is: the edge's own vertex on the reference face, or its crossing with an
 * edge. */
static uint32_t end_feature(const carom__facing *facing, int incident, uint32_t edge, uint32_t end,
                            int64_t cutter) {
  const carom__side *side = &facing->sides[incident], *reference = &facing->sides[!incident];
  if (cutter < 0)
    return pair_from(incident, feature_of_vertex(name(side, end)), feature_of_face(reference->face.id));
  uint32_t other = feature_of_edge(name(reference, (uint32_t)cutter));
  return pair_from(incident, feature_of_edge(name(side, edge)), other);
}

/* Adds what the reference outline leaves of one edge of the incident face. Its last vertex is left to the
 * next edge, unless there is none. */
static void add_edge(const carom__facing *facing, int incident, uint32_t edge, carom__candidates *out) {
  const carom__side *side = &facing->sides[incident];
  uint32_t end = after(side, edge);
  carom__dvec3 p = vertex(side, edge), q = vertex(side, end), way = dvec3_sub(q, p);
  carom__dvec3 normal = facing->sides[!incident].normal;
  span s = clip_segment(facing, !incident, p, q);
  if (s.from > s.to) return;
  add(facing, incident, dvec3_mad(p, way, s.from), normal, facing->point,
      end_feature(facing, incident, edge, edge, s.from_edge), out);
  if (s.to_edge >= 0 || side->face.count == 2)
    add(facing, incident, dvec3_mad(p, way, s.to), normal, facing->point,
        end_feature(facing, incident, edge, end, s.to_edge), out);
}

/* Adds the vertices of the reference face that are inside the incident face's outline. */
static void add_reference_vertices(const carom__facing *facing, carom__candidates *out) {
  int own = facing->reference;
  const carom__side *reference = &facing->sides[own], *incident = &facing->sides[!own];
  carom__dvec3 on_plane = vertex(incident, 0);
  for (uint32_t i = 0; i < reference->face.count; i++) {
    carom__dvec3 p = vertex(reference, i);
    span s = clip_segment(facing, !own, p, p);
    if (s.from > s.to) continue;
    uint32_t vertex_of = feature_of_vertex(name(reference, i)), face_of = feature_of_face(incident->face.id);
    add(facing, own, p, incident->normal, on_plane, pair_from(own, vertex_of, face_of), out);
  }
}

void carom__clip_faces(const carom__facing *facing, carom__candidates *out) {
  int incident = !facing->reference;
  uint32_t count = facing->sides[incident].face.count;
  for (uint32_t i = 0; i < (count == 2 ? 1 : count) && count > 1; i++) add_edge(facing, incident, i, out);
  if (count > 2) add_reference_vertices(facing, out);
}

/* clip.c: one face clipped to the outline of another, edge by edge (Cyrus and Beck, 1978), in coordinates
 * across the axis and along it. */
#include "clip.h"

/* A point where the surfaces touch: across the axis, midway between the surfaces along it. */
typedef struct candidate {
  carom__spot middle;
  double separation;
  uint32_t feature;
} candidate;

/* How the faces are clipped, and what was found. */
typedef struct clipping {
  const carom__facing *facing;
  int incident;                 /* the side that is clipped to the other one's outline */
  carom__outline_view views[2]; /* of A's face and of B's */
  candidate list[CAROM__CANDIDATES];
  uint32_t count;
} clipping;

static uint32_t deepest(const candidate *list, uint32_t count) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < count; i++)
    if (list[i].separation < list[best].separation) best = i;
  return best;
}

/* The one that is farthest in a direction across the axis. */
static uint32_t farthest(const candidate *list, uint32_t count, double u, double v) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < count; i++)
    if (u * (list[i].middle.u - list[best].middle.u) + v * (list[i].middle.v - list[best].middle.v) > 0)
      best = i;
  return best;
}

/* Keeps the deepest and the extreme ones, in the order they were found in. */
static void thin(clipping *c) {
  uint64_t keep = (uint64_t)1 << deepest(c->list, c->count);
  for (int i = 0; i < 8; i++)
    keep |= (uint64_t)1 << farthest(c->list, c->count, carom__octagon[i][0], carom__octagon[i][1]);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->count; i++)
    if (keep >> i & 1) c->list[kept++] = c->list[i];
  c->count = kept;
}

/* Where the plane of a face all but holds the axis, it falls off just beyond the outline, which has a margin:
 * what lies deeper there than anything can is no point of the face. In parts of the margin. */
#define BELOW_ALL 4

static bool is_below_all(const carom__facing *facing, double gap) {
  double radii = facing->sides[0].radius + facing->sides[1].radius;
  return gap - radii < facing->separation - BELOW_ALL * facing->touch;
}

static double separation_of(const carom__facing *facing, double gap) {
  return greater_double(gap - facing->sides[0].radius - facing->sides[1].radius, facing->separation);
}

/* How far beyond A's core the middle between the surfaces is. */
static double middle_of(const carom__facing *facing, double gap) {
  return 0.5 * (facing->sides[0].radius + gap - facing->sides[1].radius);
}

/* Adds a point of one side's core, if the plane of the other side's face touches there. */
static void add(clipping *c, int side, carom__spot p, uint32_t feature) {
  const carom__outline_view *other = &c->views[!side];
  if (other->steep) return;
  double height = outline_height(other, p), height_a = side == 0 ? p.height : height;
  double gap = side == 0 ? height - p.height : p.height - height;
  double separation = separation_of(c->facing, gap);
  if (separation > c->facing->touch || is_below_all(c->facing, gap)) return;
  if (c->count == CAROM__CANDIDATES) thin(c);
  carom__spot middle = {p.u, p.v, height_a + middle_of(c->facing, gap)};
  c->list[c->count++] = (candidate){middle, separation, feature};
}

/* The vertex's name among the shape's vertices, or among the face's when the shape does not number them. */
static uint32_t name(const carom__side *side, uint32_t i) { return side->face.loop ? side->face.loop[i] : i; }

/* The part of a segment that is inside a face's outline: from and to in 0..1, and the edges that cut it
 * there, -1 for none, the number of edges and a corner for the bound at a sharp corner. */
typedef struct span {
  double from, to;
  int64_t from_edge, to_edge;
} span;

/* Cuts a span by the half space of signed distances <= 0, given those of its segment's ends. */
static void cut(span *s, double start, double end, uint32_t edge) {
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

static span clip_segment(const carom__outline_view *outline, carom__spot p, carom__spot q) {
  span s = {0, 1, -1, -1};
  for (uint32_t i = 0; i < outline->count && s.from <= s.to; i++) {
    carom__edge_line line = outline_line(outline, i);
    cut(&s, outline_beyond(line, p), outline_beyond(line, q), i);
  }
  for (int k = 0; outline->sharp && k < 8 && s.from <= s.to; k++)
    cut(&s, outline_beyond_reach(outline, k, p), outline_beyond_reach(outline, k, q),
        outline->count + outline->farthest[k]);
  return s;
}

static bool is_inside(const carom__outline_view *outline, carom__spot p) {
  for (uint32_t i = 0; i < outline->count; i++)
    if (outline_beyond(outline_line(outline, i), p) > 0) return false;
  for (int k = 0; outline->sharp && k < 8; k++)
    if (outline_beyond_reach(outline, k, p) > 0) return false;
  return true;
}

/* The feature of this side's and the other side's parts, as A's and B's. */
static uint32_t pair_from(int side, uint32_t own, uint32_t other) {
  return side == 0 ? feature_pair(own, other) : feature_pair(other, own);
}

static uint32_t vertex_feature(const clipping *c, int side, uint32_t vertex) {
  const carom__side *own = &c->facing->sides[side], *other = &c->facing->sides[!side];
  return pair_from(side, feature_of_vertex(name(own, vertex)), feature_of_face(other->face.id));
}

/* What cuts an edge, by its number in a span. */
static uint32_t cutter_feature(const carom__side *reference, uint32_t cutter) {
  uint32_t count = reference->face.count;
  return cutter < count ? feature_of_edge(name(reference, cutter))
                        : feature_of_vertex(name(reference, cutter - count));
}

/* What an end of a clipped edge is: the edge's own vertex on the reference face, or its crossing with an
 * edge. */
static uint32_t end_feature(const clipping *c, uint32_t edge, uint32_t end, int64_t cutter) {
  if (cutter < 0) return vertex_feature(c, c->incident, end);
  const carom__side *side = &c->facing->sides[c->incident], *reference = &c->facing->sides[!c->incident];
  return pair_from(c->incident, feature_of_edge(name(side, edge)),
                   cutter_feature(reference, (uint32_t)cutter));
}

static carom__spot between(carom__spot p, carom__spot q, double t) {
  return (carom__spot){p.u + (q.u - p.u) * t, p.v + (q.v - p.v) * t, p.height + (q.height - p.height) * t};
}

/* Adds what the reference outline leaves of one edge of the incident face. Its last vertex is left to the
 * next edge, unless there is none. */
static void add_edge(clipping *c, uint32_t edge) {
  const carom__outline_view *incident = &c->views[c->incident];
  uint32_t end = outline_after(incident, edge);
  carom__spot p = outline_corner(incident, edge), q = outline_corner(incident, end);
  span s = clip_segment(&c->views[!c->incident], p, q);
  if (s.from > s.to) return;
  add(c, c->incident, between(p, q, s.from), end_feature(c, edge, edge, s.from_edge));
  if (s.to_edge >= 0 ? s.to_edge != s.from_edge : incident->count == 2)
    add(c, c->incident, between(p, q, s.to), end_feature(c, edge, end, s.to_edge));
}

/* Adds an incident face that is a point. */
static void add_point(clipping *c) {
  carom__spot p = outline_corner(&c->views[c->incident], 0);
  if (is_inside(&c->views[!c->incident], p)) add(c, c->incident, p, vertex_feature(c, c->incident, 0));
}

/* Adds the vertices of the reference face that are inside the incident face's outline. */
static void add_reference_vertices(clipping *c) {
  const carom__outline_view *reference = &c->views[!c->incident], *incident = &c->views[c->incident];
  for (uint32_t i = 0; i < reference->count; i++) {
    carom__spot p = outline_corner(reference, i);
    if (is_inside(incident, p)) add(c, !c->incident, p, vertex_feature(c, !c->incident, i));
  }
}

static carom__basis view_along(carom__dvec3 axis) {
  carom__dvec3 u = dvec3_perpendicular(axis);
  return (carom__basis){{u, dvec3_cross(axis, u), axis}};
}

static carom__point point_of(const carom__basis *view, const candidate *found) {
  carom__dvec3 p = dvec3_scale(view->axes[0], found->middle.u);
  p = dvec3_mad(dvec3_mad(p, view->axes[1], found->middle.v), view->axes[2], found->middle.height);
  return (carom__point){dvec3_narrow(p), (float)lesser_double(found->separation, 0), found->feature};
}

/* The points in the order they were found in, but the deepest first. */
static uint32_t write(const clipping *c, const carom__basis *view, carom__point *out) {
  if (c->count == 0) return 0;
  uint32_t first = deepest(c->list, c->count), count = 0;
  out[count++] = point_of(view, &c->list[first]);
  for (uint32_t i = 0; i < c->count; i++)
    if (i != first) out[count++] = point_of(view, &c->list[i]);
  return count;
}

uint32_t carom__clip_faces(const carom__facing *facing, carom__point out[CAROM__CANDIDATES]) {
  carom__basis view = view_along(facing->axis);
  clipping c;
  c.facing = facing;
  c.incident = !facing->reference;
  c.count = 0;
  uint32_t corners = facing->sides[c.incident].face.count, edges = corners > 2 ? corners : corners - 1;
  for (int side = 0; side < 2; side++) carom__outline_see(facing, side, &view, &c.views[side]);
  for (uint32_t i = 0; i < edges; i++) add_edge(&c, i);
  if (corners == 1) add_point(&c);
  if (edges > 2) add_reference_vertices(&c);
  return write(&c, &view, out);
}

carom__point carom__clip_point_between(const carom__facing *facing, carom__dvec3 point_a, double gap,
                                       uint32_t feature) {
  carom__dvec3 middle = dvec3_mad(point_a, facing->axis, middle_of(facing, gap));
  return (carom__point){dvec3_narrow(middle), (float)lesser_double(separation_of(facing, gap), 0), feature};
}

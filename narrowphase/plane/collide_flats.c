/* collide_flats.c: the manifold of two convex shapes of the plane, and their signed distance.
 *
 * The normal is that of the exact gap (flat_gap.c), but for edges that rounding alone tells apart: then A's
 * is taken, so that the answer for shapes that rest on each other stays the same from step to step. Where an
 * edge carries it, the other shape's edge that looks at it most is clipped to what lies across from it; of
 * what is left, both ends touch that overlap. */
#include "collide_flats.h"

#include "curved_gap.h"
#include "dvec.h"
#include "feature.h"

/* Points nearer to each other than this part of the size are one. */
#define SAME_POINT (8 * 0x1p-24)
/* The cosine above which a direction is that of an edge: 0.8 degrees. */
#define EDGE_COSINE 0.9999
/* Rounding of the squares and of the steepness itself comes to less. */
#define SQUARES_TELL 0x1p-46

/* The names of what touches: vertices are even, edges odd. */
static uint32_t name_of_vertex(uint32_t i) { return 2 * i; }
static uint32_t name_of_edge(uint32_t i) { return 2 * i + 1; }

static carom_vec3 lift(carom__dvec2 v) { return vec3((float)v.x, (float)v.y, 0); }

/* One of the two shapes. */
typedef struct side {
  const carom__dvec2 *points;
  uint32_t count, name; /* the number of the first point among the features */
} side;

/* The edge that carries the gap, and the other shape. */
typedef struct reference {
  side own, other;
  uint32_t edge,
      vertex; /* the edge is from this vertex of its shape; the other's vertex that is nearest to it */
  bool of_a;
  carom__dvec2 outward, along; /* unit; the second leads along the edge */
  double length;
} reference;

static reference reference_of(const carom__flat_pair *pair, const carom__flat_gap *gap) {
  side a = {pair->a, pair->count_a, pair->name_a}, b = {pair->b, pair->count_b, pair->name_b};
  bool of_a = gap->meeting == CAROM__FLAT_EDGE_OF_A;
  reference r = {.own = of_a ? a : b, .other = of_a ? b : a, .of_a = of_a};
  r.edge = of_a ? gap->a : gap->b;
  r.vertex = of_a ? gap->b : gap->a;
  r.outward = of_a ? gap->normal : dvec2_neg(gap->normal);
  r.along = dvec2_left(r.outward);
  r.length = dvec2_length(dvec2_sub(r.own.points[flat_after(r.edge, r.own.count)], r.own.points[r.edge]));
  return r;
}

/* A place of the other shape: how far along the edge it is, and how far out. */
static carom__dvec2 seen(const reference *r, uint32_t vertex) {
  carom__dvec2 from = dvec2_sub(r->other.points[vertex], r->own.points[r->edge]);
  return dvec2(dvec2_dot(r->along, from), dvec2_dot(r->outward, from));
}

/* How much the way from one vertex to another leads outward, by its length. */
static double steepness(const reference *r, uint32_t from, uint32_t to) {
  carom__dvec2 way = dvec2_sub(r->other.points[to], r->other.points[from]);
  return dvec2_dot(r->outward, way) / dvec2_length(way);
}

/* A contact point on the other shape, and what meets there. */
typedef struct spot {
  carom__dvec2 at; /* as seen along the edge and outward */
  uint32_t own, other;
} spot;

/* Which part of a way another one is that leads the same way, 0 to 1. */
static double part_of(double other, double way) {
  double length = fabs(way), part = way < 0 ? -other : other;
  return part <= 0 ? 0 : part >= length ? 1 : part / length;
}

static bool is_across(const reference *r, carom__dvec2 at, double slack) {
  return at.x >= -slack && at.x <= r->length + slack;
}

/* A vertex of the other shape, across from the reference. */
static spot spot_of_vertex(const reference *r, uint32_t vertex) {
  return (spot){seen(r, vertex), name_of_edge(r->edge), name_of_vertex(r->other.name + vertex)};
}

/* Cuts the way from the first spot off at the end of the edge that it leads beyond. */
static void cut(const reference *r, carom__dvec2 first, uint32_t edge_of_other, spot *s) {
  bool at_start = s->at.x < 0;
  double end = at_start ? 0 : r->length;
  double part = part_of(end - first.x, s->at.x - first.x);
  s->at = dvec2_mad(first, dvec2_sub(s->at, first), part);
  s->own = name_of_vertex(at_start ? r->edge : flat_after(r->edge, r->own.count));
  s->other = name_of_edge(edge_of_other);
}

/* A way along the other shape's outline: the vertex where an edge begins, and which way it leads around. */
typedef struct way {
  uint32_t vertex;
  bool forward;
} way;

static uint32_t end_of(const reference *r, way w) {
  return w.forward ? flat_after(w.vertex, r->other.count) : flat_before(w.vertex, r->other.count);
}
static uint32_t edge_of(const reference *r, way w) { return w.forward ? w.vertex : end_of(r, w); }

/* Does a way lead towards the reference from beyond one of its ends? */
static bool leads_back(const reference *r, way w) {
  double start = seen(r, w.vertex).x, gain = seen(r, end_of(r, w)).x - start;
  return start < 0 ? gain > 0 : gain < 0;
}

/* Is the edge to one neighbour of a vertex not steeper than that to another? Mostly the squares tell. A
 * segment has one edge, whose length may vanish by rounding. */
static bool is_flatter(const reference *r, uint32_t vertex, uint32_t next, uint32_t previous) {
  if (next == previous) return true;
  const carom__dvec2 *points = r->other.points;
  carom__dvec2 to_next = dvec2_sub(points[next], points[vertex]);
  carom__dvec2 to_previous = dvec2_sub(points[previous], points[vertex]);
  double out_next = dvec2_dot(r->outward, to_next), out_previous = dvec2_dot(r->outward, to_previous);
  double by_next = out_next * fabs(out_next) * dvec2_dot(to_previous, to_previous);
  double by_previous = out_previous * fabs(out_previous) * dvec2_dot(to_next, to_next);
  if (fabs(by_next - by_previous) > SQUARES_TELL * (fabs(by_next) + fabs(by_previous)))
    return by_next < by_previous;
  return steepness(r, vertex, next) <= steepness(r, vertex, previous);
}

/* The flatter one of the two edges that leave the nearest vertex, if that is across from the reference; else
 * the one that leads back there. */
static way first_way(const reference *r, bool across) {
  uint32_t next = flat_after(r->vertex, r->other.count), previous = flat_before(r->vertex, r->other.count);
  bool go_on = is_flatter(r, r->vertex, next, previous);
  if (!across) {
    bool by_next = leads_back(r, (way){r->vertex, true});
    if (by_next != leads_back(r, (way){r->vertex, false})) go_on = by_next;
  }
  return (way){r->vertex, go_on};
}

/* The first place on the outline from the nearest vertex on that lies across from the reference, and the way
 * that goes on from there; false when there is none. */
static bool first_spot(const reference *r, double slack, way *w, spot *s) {
  *s = spot_of_vertex(r, r->vertex);
  bool across = is_across(r, s->at, slack);
  if (r->other.count == 1) return across;
  *w = first_way(r, across);
  for (; !is_across(r, s->at, slack); w->vertex = end_of(r, *w)) {
    if (!leads_back(r, *w)) return false;
    spot end = spot_of_vertex(r, end_of(r, *w));
    if (s->at.x < 0 ? end.at.x > 0 : end.at.x < r->length) {
      cut(r, end.at, edge_of(r, *w), s);
      return true;
    }
    *s = end;
  }
  return true;
}

/* The end of the way, as far as it lies across from the reference. */
static spot second_spot(const reference *r, way w, carom__dvec2 first) {
  spot s = spot_of_vertex(r, end_of(r, w));
  if (!is_across(r, s.at, 0)) cut(r, first, edge_of(r, w), &s);
  return s;
}

/* Adds the point midway between the surfaces, where `between` is midway between the cores. */
static void add_point(const carom__flat_pair *pair, carom__dvec2 between, double separation, uint32_t feature,
                      carom__dvec2 normal, carom__manifold *out) {
  double shift = 0.5 * ((double)pair->flat_a->radius - (double)pair->flat_b->radius);
  carom__point *point = &out->points[out->count++];
  point->position = lift(dvec2_mad(between, normal, shift));
  point->separation = (float)lesser_double(separation - pair->radii, 0);
  point->feature = feature;
}

static void add_spot(const carom__flat_pair *pair, const reference *r, const spot *s, carom__dvec2 normal,
                     carom__manifold *out) {
  carom__dvec2 on_edge = dvec2_mad(r->own.points[r->edge], r->along, s->at.x);
  uint32_t own_first = feature_pair(s->own, s->other);
  uint32_t feature = r->of_a ? own_first : feature_swap(own_first);
  add_point(pair, dvec2_mad(on_edge, r->outward, 0.5 * s->at.y), s->at.y, feature, normal, out);
}

static void meet_at_edge(const carom__flat_pair *pair, const carom__flat_gap *gap, carom__manifold *out) {
  reference r = reference_of(pair, gap);
  way w = {r.vertex, true};
  spot first;
  if (!first_spot(&r, SAME_POINT * pair->size, &w, &first) || first.at.y - pair->radii > pair->touch) return;
  add_spot(pair, &r, &first, gap->normal, out);
  if (r.other.count == 1) return;
  spot second = second_spot(&r, w, first.at);
  if (second.at.y - pair->radii > pair->touch) return;
  carom__dvec2 between = dvec2_sub(second.at, first.at);
  const double same = SAME_POINT * pair->size;
  if (!(dvec2_dot(between, between) > same * same)) return; /* as polygons8.h has it, to the last bit */
  add_spot(pair, &r, &second, gap->normal, out);
}

static uint32_t feature_of(const carom__flat_pair *pair, const carom__flat_gap *gap) {
  uint32_t a = pair->name_a + gap->a, b = pair->name_b + gap->b;
  uint32_t own = gap->meeting == CAROM__FLAT_EDGE_OF_A ? name_of_edge(a) : name_of_vertex(a);
  uint32_t other = gap->meeting == CAROM__FLAT_EDGE_OF_B ? name_of_edge(b) : name_of_vertex(b);
  return feature_pair(own, other);
}

void carom__flats_meet_at_point(const carom__flat_pair *pair, const carom__flat_gap *gap,
                                carom__manifold *out) {
  carom__dvec2 on_a, on_b;
  flat_gap_points(pair, gap, &on_a, &on_b);
  add_point(pair, dvec2_scale(dvec2_add(on_a, on_b), 0.5), gap->separation, feature_of(pair, gap),
            gap->normal, out);
}

void carom__flats_meet(const carom__flat_pair *pair, const carom__flat_gap *gap, carom__manifold *out) {
  out->normal = lift(gap->normal);
  out->least = (float)(gap->separation - pair->radii);
  out->count = 0;
  if (gap->separation - pair->radii > pair->touch) return;
  if (gap->meeting == CAROM__FLAT_EDGE_OF_A || gap->meeting == CAROM__FLAT_EDGE_OF_B)
    meet_at_edge(pair, gap, out);
  else
    carom__flats_meet_at_point(pair, gap, out);
}

static void collide_curved(carom__flat_pair *pair, carom__manifold *out) {
  carom__flat_gap gap;
  carom__curved_gap_find(pair, pair->touch, &gap);
  carom__flats_meet(pair, &gap, out);
}

void carom__collide_flats(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                          carom__manifold *out) {
  carom__flat_pair pair;
  carom__flat_edges edges;
  carom__flat_gap gap;
  carom__flat_pair_begin(a, b, b_in_a, &pair);
  if (flat_pair_is_curved(&pair)) {
    collide_curved(&pair, out);
    return;
  }
  carom__flat_edges_find(&pair, &edges);
  if (flat_edges_touch(&edges, pair.radii + pair.touch) == CAROM__APART) {
    out->normal = vec3(0, 0, 0);
    out->least = -edges.depth - (float)pair.radii;
    out->count = 0;
    return;
  }
  carom__flat_pair_place(&pair);
  carom__flat_gap_find_among(&pair, &edges, pair.touch, &gap);
  carom__flats_meet(&pair, &gap, out);
}

/* The gap along the normal of the edge of A that looks along a direction most; false when none nearly does.
 */
static bool gap_along(carom__flat_pair *pair, carom__dvec2 direction, carom__flat_gap *out) {
  uint32_t count = pair->count_a;
  double most = EDGE_COSINE;
  *out = (carom__flat_gap){.separation = HUGE_VAL, .meeting = CAROM__FLAT_EDGE_OF_A, .a = count};
  for (uint32_t i = 0; i < flat_straight_edges(pair->flat_a); i++) {
    carom__dvec2 edge = dvec2_sub(pair->a[flat_after(i, count)], pair->a[i]);
    carom__dvec2 normal = dvec2_scale(dvec2_neg(dvec2_left(edge)), 1 / dvec2_length(edge));
    if (dvec2_dot(normal, direction) > most)
      most = dvec2_dot(normal, direction), out->normal = normal, out->a = i;
  }
  if (out->a == count) return false;
  if (flat_is_curved(pair->flat_b)) carom__curved_set_b(pair, out->normal);
  for (uint32_t i = 0; i < pair->count_b; i++) {
    double separation = dvec2_dot(out->normal, dvec2_sub(pair->b[i], pair->a[out->a]));
    if (separation < out->separation) out->separation = separation, out->b = i;
  }
  return true;
}

bool carom__collide_flats_along(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                                carom_vec3 normal, carom__manifold *out) {
  carom__flat_pair pair;
  carom__flat_gap gap;
  carom__flat_pair_make(a, b, b_in_a, &pair);
  *out = (carom__manifold){.count = 0};
  if (!gap_along(&pair, dvec2((double)normal.x, (double)normal.y), &gap)) return false;
  carom__flats_meet(&pair, &gap, out);
  return out->count > 0;
}

bool carom__overlap_flats(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a) {
  carom__flat_pair pair;
  carom__flat_edges edges;
  carom__flat_gap gap;
  carom__flat_pair_begin(a, b, b_in_a, &pair);
  if (flat_pair_is_curved(&pair)) {
    carom__curved_gap_find(&pair, pair.touch, &gap);
    return gap.separation - pair.radii <= pair.touch;
  }
  carom__flat_edges_find(&pair, &edges);
  carom__touch_state touch = flat_edges_touch(&edges, pair.radii + pair.touch);
  if (touch != CAROM__TOUCH_UNKNOWN) return touch == CAROM__TOUCHING;
  carom__flat_pair_place(&pair);
  carom__flat_gap_find_among(&pair, &edges, pair.touch, &gap);
  return gap.separation - pair.radii <= pair.touch;
}

void carom__measure_flats(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                          bool with_depth, carom__separation *out) {
  carom__flat_pair pair;
  carom__flat_edges edges;
  carom__flat_gap gap;
  carom__flat_pair_begin(a, b, b_in_a, &pair);
  if (flat_pair_is_curved(&pair)) {
    carom__curved_gap_find(&pair, 0, &gap);
  } else {
    carom__flat_edges_find(&pair, &edges);
    if (!with_depth && flat_edges_touch(&edges, pair.radii) == CAROM__TOUCHING) {
      out->distance = 0;
      return;
    }
    carom__flat_gap_measure(&pair, &edges, &gap);
  }
  carom__dvec2 on_a, on_b;
  flat_gap_points(&pair, &gap, &on_a, &on_b);
  double distance = gap.separation - pair.radii;
  out->distance = (float)(distance > pair.touch ? distance : lesser_double(distance, 0));
  out->normal = lift(gap.normal);
  out->point_a = lift(dvec2_mad(on_a, gap.normal, (double)a->radius));
  out->point_b = lift(dvec2_mad(on_b, gap.normal, -(double)b->radius));
}

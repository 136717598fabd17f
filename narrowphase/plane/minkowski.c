/* minkowski.c: two convex polygons as arrays, the walk around their Minkowski difference, and what they have
 * in common. flat_gap.c walks likewise around shapes, placed and rounded. */
#include "carom/minkowski.h"

#include "minkowski_walk.h"
#include "orient.h"

static uint32_t after(const carom_ring *ring, uint32_t i) { return i + 1 < ring->count ? i + 1 : 0; }

static carom__way edge_of(const carom_ring *ring, uint32_t i) {
  return (carom__way){ring->points[i], ring->points[after(ring, i)]};
}

/* Rounded, but for its signs. */
static carom__dvec2 direction_of(carom__way way) {
  return dvec2_sub(dvec2_widen(way.to), dvec2_widen(way.from));
}

/* --- What is a convex polygon --- */

static carom_status check_points(const carom_ring *ring) {
  if (!ring || !ring->points) return CAROM_NULL_ARGUMENT;
  if (ring->count < 3) return CAROM_TOO_FEW_POINTS;
  if (ring->count > CAROM_RINGS_POINTS_MAX) return CAROM_LIMIT;
  for (size_t i = 0; i < ring->count; i++) {
    carom_vec2 p = ring->points[i];
    if (!float_is_finite(p.x) || !float_is_finite(p.y)) return CAROM_NOT_FINITE;
    if (fabsf(p.x) > CAROM_SIZE_MAX || fabsf(p.y) > CAROM_SIZE_MAX) return CAROM_OUT_OF_RANGE;
  }
  return CAROM_OK;
}

/* With left turns alone, it goes around as often as its edges begin to lead down. */
static carom_status check(const carom_ring *ring) {
  carom_status status = check_points(ring);
  uint32_t rounds = 0;
  for (uint32_t i = 0; !status && i < ring->count; i++) {
    carom__way edge = edge_of(ring, i), next = edge_of(ring, after(ring, i));
    rounds += !minkowski_leads_down(direction_of(edge)) && minkowski_leads_down(direction_of(next));
    if (carom__turn(edge, next) <= 0) status = CAROM_NOT_CONVEX;
  }
  return !status && rounds != 1 ? CAROM_NOT_CONVEX : status;
}

static carom_status check_both(const carom_ring *a, const carom_ring *b) {
  carom_status status = check(a);
  return status ? status : check(b);
}

/* --- The walk --- */

typedef struct ring_pair {
  const carom_ring *a, *b;
} ring_pair;

static carom__way edge_of_a(const ring_pair *pair, uint32_t i) { return edge_of(pair->a, i); }

/* Turned around, as B is. */
static carom__way edge_of_b(const ring_pair *pair, uint32_t i) {
  carom__way edge = edge_of(pair->b, i);
  return (carom__way){edge.to, edge.from};
}

static uint32_t lowest(const carom_ring *ring, double sign) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < ring->count; i++)
    if (minkowski_is_lower(dvec2_widen(ring->points[i]), dvec2_widen(ring->points[best]), sign)) best = i;
  return best;
}

static carom__minkowski_walk begin(const ring_pair *pair) {
  uint32_t count_a = (uint32_t)pair->a->count, count_b = (uint32_t)pair->b->count;
  return (carom__minkowski_walk){count_a, count_b, lowest(pair->a, 1), lowest(pair->b, -1), count_a, count_b};
}

/* Edges of one direction are passed together, whatever rounding says of them. Tells whether A's is passed. */
static bool go_on(const ring_pair *pair, carom__minkowski_walk *w) {
  carom__dvec2 of_a = direction_of(edge_of_a(pair, w->a)), of_b = direction_of(edge_of_b(pair, w->b));
  double next = minkowski_next(w, of_a, of_b);
  if (next == 0) next = carom__turn(edge_of_a(pair, w->a), edge_of_b(pair, w->b));
  minkowski_pass(w, next >= 0, next <= 0);
  return next >= 0;
}

carom_status carom_minkowski_difference(const carom_ring *a, const carom_ring *b, carom_index_pair *out,
                                        size_t capacity, size_t *count) {
  size_t found = 0;
  if (!count || (capacity && !out)) return CAROM_NULL_ARGUMENT;
  carom_status status = check_both(a, b);
  if (status) return status;
  const ring_pair pair = {a, b};
  for (carom__minkowski_walk w = begin(&pair); minkowski_goes_on(&w); go_on(&pair, &w), found++)
    if (found < capacity) out[found] = (carom_index_pair){w.a, w.b};
  *count = found;
  return CAROM_OK;
}

/* --- The axis --- */

/* The widest so far, not yet rounded. */
typedef struct ring_axis {
  double separation;
  carom__dvec2 edge;
  uint32_t a, b;
  bool of_b;
} ring_axis;

/* Along the normal of an edge: how far the origin is beyond it. */
static void take_wider(const ring_pair *pair, const carom__minkowski_walk *at, bool of_b, ring_axis *best) {
  carom__dvec2 from = dvec2_sub(dvec2_widen(pair->a->points[at->a]), dvec2_widen(pair->b->points[at->b]));
  carom__dvec2 edge = direction_of(of_b ? edge_of_b(pair, at->b) : edge_of_a(pair, at->a));
  double separation = dvec2_cross(edge, from) / dvec2_length(edge);
  if (separation > best->separation) *best = (ring_axis){separation, edge, at->a, at->b, of_b};
}

static ring_axis widest_axis(const ring_pair *pair) {
  ring_axis best = {.separation = -HUGE_VAL};
  for (carom__minkowski_walk w = begin(pair); minkowski_goes_on(&w);) {
    carom__minkowski_walk at = w;
    bool of_a = go_on(pair, &w);
    take_wider(pair, &at, !of_a, &best);
  }
  return best;
}

carom_status carom_polygons_separation(const carom_ring *a, const carom_ring *b, carom_polygons_gap *out) {
  if (!out) return CAROM_NULL_ARGUMENT;
  carom_status status = check_both(a, b);
  if (status) return status;
  const ring_pair pair = {a, b};
  ring_axis best = widest_axis(&pair);
  carom__dvec2 outward = dvec2_scale(dvec2_left(best.edge), -1 / dvec2_length(best.edge));
  *out = (carom_polygons_gap){(float)best.separation, dvec2_narrow(outward), best.of_b,
                              best.of_b ? best.b : best.a, best.of_b ? best.a : best.b};
  return CAROM_OK;
}

/* --- What they have in common --- */

/* What is left of an edge, in parts of it. */
typedef struct ring_part {
  double enter, leave;
} ring_part;

/* Where the way of an edge passes a line that its ends are on two sides of. */
static double crossing(carom__way edge, carom__way line) {
  carom__dvec2 along = direction_of(line), from = dvec2_widen(line.from);
  double start = fabs(dvec2_cross(along, dvec2_sub(dvec2_widen(edge.from), from)));
  double end = fabs(dvec2_cross(along, dvec2_sub(dvec2_widen(edge.to), from)));
  return start + end > 0 ? start / (start + end) : 0.5;
}

/* Cuts off what is right of an edge of the other polygon; false when nothing is left. Of two edges on one
 * line, A's alone is kept. */
static bool cut_edge(carom__way edge, carom__way line, bool of_a, ring_part *part) {
  int start = carom__orient(line.from, line.to, edge.from), end = carom__orient(line.from, line.to, edge.to);
  if (start == 0 && end == 0) return of_a && dvec2_dot(direction_of(edge), direction_of(line)) > 0;
  if (start <= 0 && end <= 0) return false;
  if (start < 0) part->enter = greater_double(part->enter, crossing(edge, line));
  if (end < 0) part->leave = lesser_double(part->leave, crossing(edge, line));
  return part->enter < part->leave;
}

/* The corners that were found. Those that rounding makes one are one. */
typedef struct ring_corners {
  carom_vec2 *out;
  size_t capacity, count;
  carom_vec2 first, last;
} ring_corners;

static void add_corner(ring_corners *corners, carom_vec2 p) {
  if (corners->count > 0 && vec2_is_same(p, corners->last)) return;
  if (corners->count == 0) corners->first = p;
  if (corners->count < corners->capacity) corners->out[corners->count] = p;
  corners->count++;
  corners->last = p;
}

/* Adds where an edge enters the other polygon, if it does: where it leaves it, another edge enters. */
static void add_edge(carom__way edge, const carom_ring *other, bool of_a, ring_corners *corners) {
  ring_part part = {0, 1};
  for (uint32_t i = 0; i < other->count; i++)
    if (!cut_edge(edge, edge_of(other, i), of_a, &part)) return;
  carom__dvec2 at = dvec2_mad(dvec2_widen(edge.from), direction_of(edge), part.enter);
  add_corner(corners, dvec2_narrow(at));
}

/* The edges of both by their directions are those of the common polygon in their order, and more. */
static void walk_common(const carom_ring *a, const carom_ring *b, ring_corners *corners) {
  carom__minkowski_walk w = {(uint32_t)a->count, (uint32_t)b->count, lowest(a, 1),
                             lowest(b, 1),       (uint32_t)a->count, (uint32_t)b->count};
  while (minkowski_goes_on(&w)) {
    carom__way of_a = edge_of(a, w.a), of_b = edge_of(b, w.b);
    int next = minkowski_next(&w, direction_of(of_a), direction_of(of_b));
    bool take_a = next == 0 ? carom__turn(of_a, of_b) >= 0 : next > 0;
    add_edge(take_a ? of_a : of_b, take_a ? b : a, take_a, corners);
    minkowski_pass(&w, take_a, !take_a);
  }
}

carom_status carom_polygons_clip(const carom_ring *a, const carom_ring *b, carom_vec2 *out, size_t capacity,
                                 size_t *count) {
  if (!count || (capacity && !out)) return CAROM_NULL_ARGUMENT;
  carom_status status = check_both(a, b);
  if (status) return status;
  const ring_pair pair = {a, b};
  ring_corners corners = {.out = out, .capacity = capacity};
  if (widest_axis(&pair).separation < 0) walk_common(a, b, &corners);
  if (corners.count > 1 && vec2_is_same(corners.first, corners.last)) corners.count--;
  *count = corners.count < 3 ? 0 : corners.count;
  return CAROM_OK;
}

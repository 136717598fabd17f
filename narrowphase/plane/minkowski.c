/* minkowski.c: two convex polygons as arrays, and the walk around their Minkowski difference. flat_gap.c
 * walks likewise around shapes, placed and rounded. */
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
  carom_status status = check(a);
  if (!status) status = check(b);
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

carom_status carom_polygons_separation(const carom_ring *a, const carom_ring *b, carom_polygons_gap *out) {
  ring_axis best = {.separation = -HUGE_VAL};
  if (!out) return CAROM_NULL_ARGUMENT;
  carom_status status = check(a);
  if (!status) status = check(b);
  if (status) return status;
  const ring_pair pair = {a, b};
  for (carom__minkowski_walk w = begin(&pair); minkowski_goes_on(&w);) {
    carom__minkowski_walk at = w;
    bool of_a = go_on(&pair, &w);
    take_wider(&pair, &at, !of_a, &best);
  }
  carom__dvec2 outward = dvec2_scale(dvec2_left(best.edge), -1 / dvec2_length(best.edge));
  *out = (carom_polygons_gap){(float)best.separation, dvec2_narrow(outward), best.of_b,
                              best.of_b ? best.b : best.a, best.of_b ? best.a : best.b};
  return CAROM_OK;
}

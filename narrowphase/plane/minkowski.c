/* minkowski.c: two convex polygons as arrays: one walk around their Minkowski difference, whose edges are
 * those of A and those of B turned around, in the order of their directions. flat_gap.c walks likewise around
 * shapes, placed and rounded. */
#include "carom/minkowski.h"

#include "dvec.h"
#include "orient.h"

static uint32_t after(const carom_ring *ring, uint32_t i) { return i + 1 < ring->count ? i + 1 : 0; }

static carom__way edge_of(const carom_ring *ring, uint32_t i) {
  return (carom__way){ring->points[i], ring->points[after(ring, i)]};
}

/* Does it lead down, or straight to the left? The others come first, counter-clockwise from that of x. */
static bool leads_down(carom__way way) {
  return way.to.y < way.from.y || (way.to.y == way.from.y && way.to.x < way.from.x);
}

/* --- What is a convex polygon --- */

static carom_status check_points(const carom_ring *ring) {
  if (!ring || !ring->points) return CAROM_NULL_ARGUMENT;
  if (ring->count < 3) return CAROM_TOO_FEW_POINTS;
  if (ring->count > CAROM_RINGS_POINTS_MAX) return CAROM_LIMIT;
  for (size_t i = 0; i < ring->count; i++) {
    carom_vec2 p = ring->points[i];
    if (!isfinite(p.x) || !isfinite(p.y)) return CAROM_NOT_FINITE;
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
    rounds += !leads_down(edge) && leads_down(next);
    if (carom__turn(edge, next) <= 0) status = CAROM_NOT_CONVEX;
  }
  return !status && rounds != 1 ? CAROM_NOT_CONVEX : status;
}

/* --- The walk --- */

/* Where it is, at the difference of a corner of A and one of B, and how many edges are ahead. */
typedef struct ring_walk {
  const carom_ring *ring_a, *ring_b;
  uint32_t a, b;
  size_t left_a, left_b;
} ring_walk;

/* Edges that are ahead next: A's, B's, or both when they have one direction. */
typedef struct ahead {
  bool of_a, of_b;
} ahead;

static uint32_t lowest(const carom_ring *ring, float sign) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < ring->count; i++) {
    float below = sign * ring->points[best].y, y = sign * ring->points[i].y;
    if (y < below || (y == below && sign * ring->points[i].x < sign * ring->points[best].x)) best = i;
  }
  return best;
}

static ring_walk walk_from_lowest(const carom_ring *a, const carom_ring *b) {
  return (ring_walk){a, b, lowest(a, 1), lowest(b, -1), a->count, b->count};
}

static carom__way edge_of_a(const ring_walk *w) { return edge_of(w->ring_a, w->a); }

/* Turned around, as B is. */
static carom__way edge_of_b(const ring_walk *w) {
  carom__way edge = edge_of(w->ring_b, w->b);
  return (carom__way){edge.to, edge.from};
}

static ahead look_ahead(const ring_walk *w) {
  if (w->left_a == 0 || w->left_b == 0) return (ahead){w->left_a > 0, w->left_b > 0};
  bool a_down = leads_down(edge_of_a(w)), b_down = leads_down(edge_of_b(w));
  if (a_down != b_down) return (ahead){b_down, a_down};
  int turn = carom__turn(edge_of_a(w), edge_of_b(w));
  return (ahead){turn >= 0, turn <= 0};
}

static void go_on(ring_walk *w, ahead next) {
  if (next.of_a) w->a = after(w->ring_a, w->a), w->left_a--;
  if (next.of_b) w->b = after(w->ring_b, w->b), w->left_b--;
}

carom_status carom_minkowski_difference(const carom_ring *a, const carom_ring *b, carom_index_pair *out,
                                        size_t capacity, size_t *count) {
  size_t found = 0;
  if (!count || (capacity && !out)) return CAROM_NULL_ARGUMENT;
  carom_status status = check(a);
  if (!status) status = check(b);
  if (status) return status;
  for (ring_walk w = walk_from_lowest(a, b); w.left_a + w.left_b > 0; go_on(&w, look_ahead(&w)), found++)
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
static void take_wider(const ring_walk *w, carom__way way, bool of_b, ring_axis *best) {
  carom__dvec2 from = dvec2_sub(dvec2_widen(w->ring_a->points[w->a]), dvec2_widen(w->ring_b->points[w->b]));
  carom__dvec2 edge = dvec2_sub(dvec2_widen(way.to), dvec2_widen(way.from));
  double separation = dvec2_cross(edge, from) / dvec2_length(edge);
  if (separation > best->separation) *best = (ring_axis){separation, edge, w->a, w->b, of_b};
}

carom_status carom_polygons_separation(const carom_ring *a, const carom_ring *b, carom_polygons_gap *out) {
  ring_axis best = {.separation = -HUGE_VAL};
  if (!out) return CAROM_NULL_ARGUMENT;
  carom_status status = check(a);
  if (!status) status = check(b);
  if (status) return status;
  /* Edges of one direction are one axis, whatever rounding says of them. */
  for (ring_walk w = walk_from_lowest(a, b); w.left_a + w.left_b > 0;) {
    ahead next = look_ahead(&w);
    take_wider(&w, next.of_a ? edge_of_a(&w) : edge_of_b(&w), !next.of_a, &best);
    go_on(&w, next);
  }
  carom__dvec2 outward = dvec2_scale(dvec2_left(best.edge), -1 / dvec2_length(best.edge));
  *out = (carom_polygons_gap){(float)best.separation, dvec2_narrow(outward), best.of_b,
                              best.of_b ? best.b : best.a, best.of_b ? best.a : best.b};
  return CAROM_OK;
}

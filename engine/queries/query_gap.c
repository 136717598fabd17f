/* query_gap.c: measures the distance of two bodies.
 *
 * The colliders of one body are taken in turn; for each the other body's tree, where it has one, gives those
 * that are near its middle: none is nearer to the collider than to its middle less the collider's reach. */
#include "boxes.h"
#include "carom/query_near.h"
#include "pair_call.h"
#include "queries.h"

/* A collider where it is; `reach` from `middle` on covers it. */
typedef struct gap_side {
  uint32_t slot;
  carom_shape shape;
  carom_frame frame;
  carom_pos middle;
  float reach;
} gap_side;

typedef struct gap_query {
  const carom_world *world;
  const carom_query_filter *filter;
  bool turned;             /* the outer body is b */
  gap_side outer;          /* the collider in turn */
  uint32_t slot_a, slot_b; /* the nearest pair so far */
  carom_distance_result best;
  carom_status status;
} gap_query;

/* How far from the middle of one collider that of another is at most, if the two are the nearest pair. Two
 * convex shapes are no deeper than what their reaches overlap; others may be deep along any normal. What
 * rounding may cost is covered by a little more, relative to the distances. */
static float look_within(const gap_query *q, float reaches, bool convex) {
  float nearest = convex ? q->best.distance : greater_float(q->best.distance, 0);
  float within = (nearest + reaches) * (1 + 0x1p-18f);
  return q->slot_a == CAROM__NO_INDEX ? FLT_MAX : greater_float(within, 0);
}

static gap_side place(const gap_query *q, uint32_t slot) {
  gap_side p = {.slot = slot, .frame = carom__collider_frame(q->world, slot)};
  p.shape = *carom__collider_shape(q->world, slot, &p.shape);
  const carom_obb box = carom__padded_obb(&p.shape);
  p.reach = vec3_length(box.half);
  p.middle = frame_apply(&p.frame, box.center);
  return p;
}

static bool improves(const gap_query *q, uint32_t a, uint32_t b, float distance) {
  if (q->slot_a == CAROM__NO_INDEX) return true;
  if (distance != q->best.distance) return distance < q->best.distance;
  return a != q->slot_a ? carom__collider_precedes(q->world, a, q->slot_a)
                        : carom__collider_precedes(q->world, b, q->slot_b);
}

static carom__site site(const gap_side *p) { return (carom__site){&p->shape, &p->frame}; }

static void measure(gap_query *q, const gap_side *a, const gap_side *b) {
  carom_distance_result apart;
  q->status = carom__call_signed_distance(site(a), site(b), NULL, &apart);
  if (q->status || !improves(q, a->slot, b->slot, apart.distance)) return;
  q->best = apart;
  q->slot_a = a->slot;
  q->slot_b = b->slot;
}

static bool is_wanted(const gap_query *q, uint32_t slot) {
  return carom__query_wants(q->world, slot, q->filter) && carom__query_accepts(q->world, slot, q->filter);
}

static void meet(gap_query *q, uint32_t slot) {
  if (!is_wanted(q, slot)) return;
  gap_side inner = place(q, slot);
  float reaches = inner.reach + q->outer.reach;
  bool convex = !shape_is_composite(&inner.shape) && !shape_is_composite(&q->outer.shape);
  if (vec3_length(pos_sub(inner.middle, q->outer.middle)) > look_within(q, reaches, convex)) return;
  measure(q, q->turned ? &inner : &q->outer, q->turned ? &q->outer : &inner);
}

static float reach(void *context, uint32_t slot, float limit) {
  gap_query *q = context;
  (void)limit;
  meet(q, slot);
  return q->status ? -1 : look_within(q, q->outer.reach, false);
}

/* The outer body is the one without a tree, if only one has a tree. */
static void run(gap_query *q, uint32_t a, uint32_t b) {
  q->turned = carom__body_tree(q->world, a) && !carom__body_tree(q->world, b);
  carom__slots_view colliders = carom__body_colliders(q->world, q->turned ? b : a);
  uint32_t slot;
  for (size_t at = 0; !q->status && slots_next(&colliders, &at, &slot);) {
    if (!is_wanted(q, slot)) continue;
    q->outer = place(q, slot);
    carom__walk_body_near(q->world, q->turned ? a : b, &q->outer.middle,
                          look_within(q, q->outer.reach, false), reach, q);
  }
}

static carom_body_distance describe(const gap_query *q) {
  if (q->slot_a == CAROM__NO_INDEX) return (carom_body_distance){.distance = 0};
  return (carom_body_distance){.collider_a = {carom__idpool_at(&q->world->colliders.ids, q->slot_a)},
                               .collider_b = {carom__idpool_at(&q->world->colliders.ids, q->slot_b)},
                               .child_a = carom__collider_child(q->world, q->slot_a),
                               .child_b = carom__collider_child(q->world, q->slot_b),
                               .distance = q->best.distance,
                               .normal = q->best.normal,
                               .point_a = q->best.point_a,
                               .point_b = q->best.point_b};
}

carom_status carom_world_body_distance(const carom_world *world, carom_body a, carom_body b,
                                       const carom_query_filter *filter, carom_body_distance *out) {
  gap_query query = {.world = world, .filter = filter, .slot_a = CAROM__NO_INDEX};
  if (!world || !out) return CAROM_NULL_ARGUMENT;
  uint32_t slot_a = carom__body_find(world, a), slot_b = carom__body_find(world, b);
  if (slot_a == CAROM__NO_INDEX || slot_b == CAROM__NO_INDEX) return CAROM_STALE_ID;
  if (carom__body_is_active(world, slot_a) && carom__body_is_active(world, slot_b))
    run(&query, slot_a, slot_b);
  if (!query.status) *out = describe(&query);
  return query.status;
}

/* query_near.c: what is near a point. */
#include "carom/query_near.h"

#include <float.h>

#include "family.h"
#include "distance.h"
#include "queries.h"

typedef struct near_query {
  const carom_world *world;
  const carom_query_filter *filter;
  carom_pos point;
  carom__first_list near; /* each of another body */
  uint32_t body;          /* the slot of the one in hand ... */
  float own;              /* ... and how far what is in the list of it is; FLT_MAX when nothing is */
  carom_status status;
} near_query;

/* Until the ids are looked up. */
static carom__rank rank_of(const void *entry) {
  const carom_near *near = entry;
  return (carom__rank){.far = (double)near->distance, .collider = (uint32_t)near->collider.bits};
}

static const carom__ranked nears = {sizeof(carom_near), rank_of};

static bool is_full(const near_query *q) { return q->near.count == q->near.capacity; }

static carom_near *near_at(const near_query *q, size_t i) { return carom__first_at(&q->near, &nears, i); }

/* Where in the list a body is; `count` when it is not. */
static size_t find_body(const near_query *q, carom_body body) {
  size_t at = 0;
  while (at < q->near.count && near_at(q, at)->body.bits != body.bits) at++;
  return at;
}

/* The entry that goes when this one comes: that of its body, or the last; `count` when there is room. */
static size_t find_rival(const near_query *q, const carom_near *found) {
  size_t rival = find_body(q, found->body);
  return rival == q->near.count && is_full(q) ? rival - 1 : rival;
}

/* With slots for ids: most of what is found is not kept, and looking ids up takes time. */
static carom_near describe(const near_query *q, uint32_t collider, const carom_point_distance *far) {
  return (carom_near){.body = {q->world->colliders.gates.data[collider].body},
                      .collider = {collider},
                      .child = far->child,
                      .inside = far->inside,
                      .distance = far->distance,
                      .normal = far->normal,
                      .point = far->point,
                      .mesh = far->mesh};
}

static void put_ids(const near_query *q) {
  for (size_t i = 0; i < q->near.count; i++) {
    carom_near *near = near_at(q, i);
    uint32_t collider = (uint32_t)near->collider.bits;
    near->body = carom__collider_owner(q->world, collider);
    near->collider = carom__collider_id(q->world, collider);
    near->child = carom__collider_child_or(q->world, collider, near->child);
  }
}

static void measure(near_query *q, uint32_t collider, float limit) {
  carom_frame room;
  const carom_frame *frame = carom__collider_frame_in(q->world, collider, &room);
  carom_point_distance far;
  carom_shape shape;
  q->status =
      carom__distance_to_point(carom__collider_shape(q->world, collider, &shape), frame, q->point, &far);
  if (q->status || far.distance > limit) return;
  carom_near found = describe(q, collider, &far);
  size_t rival = find_rival(q, &found);
  if (rival < q->near.count &&
      !carom__rank_is_before(q->world, rank_of(&found), carom__first_rank(&q->near, &nears, rival)))
    return;
  if (!carom__query_accepts(q->world, collider, q->filter)) return;
  q->near.count += rival == q->near.count;
  carom__first_replace(&q->near, &nears, rival, &found);
  q->own = found.distance;
}

static float reach(void *context, uint32_t collider, float limit) {
  near_query *q = context;
  uint32_t body = q->world->colliders.gates.data[collider].body;
  if (body != q->body) q->body = body, q->own = FLT_MAX;
  if (carom__query_wants(q->world, collider, q->filter)) measure(q, collider, limit);
  if (q->status) return -1;
  return is_full(q) ? near_at(q, q->near.count - 1)->distance : limit;
}

static carom_status check(const carom_world *world, const carom_pos *point, float radius) {
  if (!world || !point) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__world_check_point(world, point);
  if (!status && !float_is_finite(radius)) status = CAROM_NOT_FINITE;
  if (!status && radius < 0) status = CAROM_OUT_OF_RANGE;
  return status;
}

carom_status carom_world_closest_bodies(const carom_world *world, const carom_pos *point, float radius,
                                        const carom_query_filter *filter, carom_near *out, size_t capacity,
                                        size_t *count) {
  if (!count || (capacity && !out)) return CAROM_NULL_ARGUMENT;
  carom_status status = check(world, point, radius);
  if (status) return status;
  near_query query = {.world = world,
                      .filter = filter,
                      .point = *point,
                      .near = {world, out, capacity, 0},
                      .body = CAROM__NO_INDEX};
  if (capacity) carom__walk_near(world, point, radius, reach, &query.own, &query);
  put_ids(&query);
  if (!query.status) *count = query.near.count;
  return query.status;
}

/* The nearest body's nearest collider is the nearest of all. */
carom_status carom_world_closest(const carom_world *world, const carom_pos *point, float radius,
                                 const carom_query_filter *filter, carom_near *out) {
  carom_near first = {.distance = 0};
  size_t count;
  if (!out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_world_closest_bodies(world, point, radius, filter, &first, 1, &count);
  if (!status) *out = first;
  return status;
}

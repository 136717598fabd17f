/* query_near.c: what is near a point. */
#include "carom/query_near.h"

#include <float.h>
#include <string.h>

#include "family.h"
#include "point_distance.h"
#include "queries.h"

typedef struct near_query {
  const carom_world *world;
  const carom_query_filter *filter;
  carom_pos point;
  carom_near *out; /* the nearest so far, each of another body, sorted */
  size_t capacity, count;
  uint32_t body; /* the slot of the one in hand ... */
  float own;     /* ... and how far what is in the list of it is; FLT_MAX when nothing is */
  carom_status status;
} near_query;

static bool comes_before(const carom_near *a, const carom_near *b) {
  if (a->distance != b->distance) return a->distance < b->distance;
  return a->collider.bits < b->collider.bits;
}

static bool is_full(const near_query *q) { return q->count == q->capacity; }

/* Where in the list a body is; `count` when it is not. */
static size_t find_body(const near_query *q, carom_body body) {
  size_t at = 0;
  while (at < q->count && q->out[at].body.bits != body.bits) at++;
  return at;
}

/* The entry that goes when this one comes: that of its body, or the last; `count` when there is room. */
static size_t find_rival(const near_query *q, const carom_near *found) {
  size_t rival = find_body(q, found->body);
  return rival == q->count && is_full(q) ? q->count - 1 : rival;
}

static void put(near_query *q, size_t rival, const carom_near *found) {
  size_t at = rival;
  q->count += rival == q->count;
  while (at > 0 && comes_before(found, &q->out[at - 1])) at--;
  memmove(&q->out[at + 1], &q->out[at], (rival - at) * sizeof *q->out);
  q->out[at] = *found;
}

/* With slots for ids: most of what is found is not kept, and looking ids up takes time. */
static carom_near describe(const near_query *q, uint32_t collider, const carom_point_distance *far) {
  return (carom_near){.body = {q->world->colliders.gates.data[collider].body},
                      .collider = {collider},
                      .inside = far->inside,
                      .distance = far->distance,
                      .normal = far->normal,
                      .point = far->point};
}

static void put_ids(near_query *q) {
  for (size_t i = 0; i < q->count; i++) {
    uint32_t collider = (uint32_t)q->out[i].collider.bits;
    q->out[i].body = carom__collider_owner(q->world, collider);
    q->out[i].collider = carom__collider_id(q->world, collider);
    q->out[i].child = carom__collider_child(q->world, collider);
  }
}

static void measure(near_query *q, uint32_t collider, float limit) {
  carom_frame room;
  const carom_frame *frame = carom__collider_frame_in(q->world, collider, &room);
  carom_point_distance far;
  q->status = carom__distance_to_point(&q->world->colliders.shapes.data[collider], frame, q->point, &far);
  if (q->status || far.distance > limit) return;
  carom_near found = describe(q, collider, &far);
  size_t rival = find_rival(q, &found);
  if (rival < q->count && !comes_before(&found, &q->out[rival])) return;
  if (!carom__query_accepts(q->world, collider, q->filter)) return;
  put(q, rival, &found);
  q->own = found.distance;
}

static float reach(void *context, uint32_t collider, float limit) {
  near_query *q = context;
  uint32_t body = q->world->colliders.gates.data[collider].body;
  if (body != q->body) q->body = body, q->own = FLT_MAX;
  if (carom__query_wants(q->world, collider, q->filter)) measure(q, collider, limit);
  if (q->status) return -1;
  return is_full(q) ? q->out[q->count - 1].distance : limit;
}

static carom_status check(const carom_world *world, const carom_pos *point, float radius) {
  if (!world || !point) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__world_check_point(world, point);
  if (!status && !isfinite(radius)) status = CAROM_NOT_FINITE;
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
                      .out = out,
                      .capacity = capacity,
                      .body = CAROM__NO_INDEX};
  if (capacity) carom__walk_near(world, point, radius, reach, &query.own, &query);
  put_ids(&query);
  if (!query.status) *count = query.count;
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

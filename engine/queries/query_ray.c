/* query_ray.c: casts rays through a world. */
#include <string.h>

#include "family.h"
#include "queries.h"

/* One ray on its way: `report` takes a hit and returns the new limit (negative ends the query). */
typedef struct ray_query ray_query;
struct ray_query {
  const carom_world *world;
  const carom_ray *ray;
  const carom_query_filter *filter;
  float limit;
  float (*report)(ray_query *query, const carom_ray_hit *hit);
  carom_ray_hit *out; /* where the reporter writes */
  size_t capacity, count;
};

/* Casts against one collider; false when it is not met within the limit. */
static bool cast(const ray_query *q, uint32_t collider, carom_ray_hit *out) {
  carom_frame room;
  const carom_frame *frame = carom__collider_frame_in(q->world, collider, &room);
  carom_ray_result hit;
  carom__cast_ray(&q->world->colliders.shapes.data[collider], frame, q->ray, &hit);
  if (!hit.hit || hit.fraction > q->limit) return false;
  *out = (carom_ray_hit){.body = carom__collider_owner(q->world, collider),
                         .collider = carom__collider_id(q->world, collider),
                         .child = carom__collider_child(q->world, collider),
                         .inside = hit.inside,
                         .fraction = hit.fraction,
                         .normal = hit.normal,
                         .point = hit.point};
  return true;
}

static float reach(void *context, uint32_t collider, float limit) {
  ray_query *q = context;
  carom_ray_hit hit;
  q->limit = limit;
  if (!carom__query_wants(q->world, collider, q->filter)) return limit;
  if (!cast(q, collider, &hit) || !carom__query_accepts(q->world, collider, q->filter)) return limit;
  return q->report(q, &hit);
}

static bool comes_before(const carom_ray_hit *a, const carom_ray_hit *b) {
  if (a->fraction != b->fraction) return a->fraction < b->fraction;
  return carom__id_index(a->collider.bits) < carom__id_index(b->collider.bits);
}

static float report_closest(ray_query *q, const carom_ray_hit *hit) {
  if (!q->out->body.bits || comes_before(hit, q->out)) *q->out = *hit;
  return q->out->fraction;
}

static float report_any(ray_query *q, const carom_ray_hit *hit) {
  (void)hit;
  q->count = 1;
  return -1;
}

/* Keeps the first `capacity` hits sorted. */
static float report_all(ray_query *q, const carom_ray_hit *hit) {
  size_t at = q->count < q->capacity ? q->count : q->capacity;
  q->count++;
  while (at > 0 && comes_before(hit, &q->out[at - 1])) {
    if (at < q->capacity) q->out[at] = q->out[at - 1];
    at--;
  }
  if (at < q->capacity) q->out[at] = *hit;
  return q->limit;
}

static carom_status check(const carom_world *world, const carom_ray *ray, const void *out) {
  return world && ray && out ? carom__world_check_ray(world, ray) : CAROM_NULL_ARGUMENT;
}

static ray_query closest_query(const carom_world *world, const carom_ray *ray,
                               const carom_query_filter *filter, carom_ray_hit *out) {
  memset(out, 0, sizeof *out);
  return (ray_query){.world = world, .ray = ray, .filter = filter, .report = report_closest, .out = out};
}

static ray_query any_query(const carom_world *world, const carom_ray *ray, const carom_query_filter *filter) {
  return (ray_query){.world = world, .ray = ray, .filter = filter, .report = report_any};
}

static void run_at_once(ray_query *queries, size_t count) {
  carom__ray_walk walks[CAROM__WALK_RAYS_MAX];
  for (size_t i = 0; i < count; i++) walks[i] = (carom__ray_walk){queries[i].ray, &queries[i]};
  if (count > 0) carom__walk_rays(queries[0].world, walks, count, reach);
}

void carom__query_cast_rays(const carom_world *world, const carom_ray *rays, size_t count,
                            const carom_query_filter *filter, carom_ray_hit *out) {
  ray_query queries[CAROM__WALK_RAYS_MAX];
  for (size_t i = 0; i < count; i++) queries[i] = closest_query(world, &rays[i], filter, &out[i]);
  run_at_once(queries, count);
}

void carom__query_cast_rays_any(const carom_world *world, const carom_ray *rays, size_t count,
                                const carom_query_filter *filter, bool *out) {
  ray_query queries[CAROM__WALK_RAYS_MAX];
  for (size_t i = 0; i < count; i++) queries[i] = any_query(world, &rays[i], filter);
  run_at_once(queries, count);
  for (size_t i = 0; i < count; i++) out[i] = queries[i].count > 0;
}

carom_status carom_world_cast_ray(const carom_world *world, const carom_ray *ray,
                                  const carom_query_filter *filter, carom_ray_hit *out) {
  carom_status status = check(world, ray, out);
  if (status) return status;
  ray_query query = closest_query(world, ray, filter, out);
  carom__walk_ray(world, ray, reach, &query);
  return CAROM_OK;
}

carom_status carom_world_cast_ray_any(const carom_world *world, const carom_ray *ray,
                                      const carom_query_filter *filter, bool *out) {
  carom_status status = check(world, ray, out);
  if (status) return status;
  ray_query query = any_query(world, ray, filter);
  carom__walk_ray(world, ray, reach, &query);
  *out = query.count > 0;
  return CAROM_OK;
}

carom_status carom_world_cast_ray_all(const carom_world *world, const carom_ray *ray,
                                      const carom_query_filter *filter, carom_ray_hit *out, size_t capacity,
                                      size_t *count) {
  carom_status status = check(world, ray, count);
  if (!status && capacity && !out) status = CAROM_NULL_ARGUMENT;
  if (status) return status;
  ray_query query = {
      .world = world, .ray = ray, .filter = filter, .report = report_all, .out = out, .capacity = capacity};
  carom__walk_ray(world, ray, reach, &query);
  *count = query.count;
  return CAROM_OK;
}

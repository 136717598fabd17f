/* query_ray.c: rays through a world. */
#include <string.h>

#include "query.h"

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
  carom__slots_view colliders; /* of the body in hand */
};

/* Casts against one collider; false when it is not met within the limit. */
static bool cast(const ray_query *q, uint32_t collider, carom_ray_hit *out) {
  carom_frame frame = carom__collider_frame(q->world, collider);
  carom_ray_result hit;
  carom__cast_ray(&q->world->colliders.shapes.data[collider], &frame, q->ray, &hit);
  if (!hit.hit || hit.fraction > q->limit) return false;
  carom_contact_side side = carom__collider_side(q->world, collider);
  *out = (carom_ray_hit){.body = side.body,
                         .collider = side.collider,
                         .inside = hit.inside,
                         .fraction = hit.fraction,
                         .normal = hit.normal,
                         .point = hit.point};
  return true;
}

static float visit(void *context, uint32_t item, float limit) {
  ray_query *q = context;
  uint32_t collider = q->colliders.data[item];
  carom_ray_hit hit;
  if (!carom__query_wants(q->world, collider, q->filter)) return limit;
  if (!cast(q, collider, &hit) || !carom__query_accepts(q->world, collider, q->filter)) return limit;
  q->limit = q->report(q, &hit);
  return q->limit;
}

/* In double: far from the origin the middle of two floats that are neighbours is no float. */
static float half_of(float min, float max) { return (float)(((double)max - (double)min) / 2); }

/* Can the ray meet the body's AABB within the limit? The AABB is taken as a box around its centre, widened by
 * the rounding of the difference. */
static bool may_meet(const ray_query *q, const carom_aabb *box) {
  carom_pos center = {((double)box->min.x + (double)box->max.x) / 2,
                      ((double)box->min.y + (double)box->max.y) / 2,
                      ((double)box->min.z + (double)box->max.z) / 2};
  carom_vec3 half = {half_of(box->min.x, box->max.x), half_of(box->min.y, box->max.y),
                     half_of(box->min.z, box->max.z)};
  carom_vec3 origin = pos_sub(q->ray->origin, center);
  float pad = 16 * 0x1p-24f * (vec3_norm1(origin) + vec3_norm1(half));
  carom_obb around = {{0, 0, 0}, mat3_identity(), vec3_add(half, vec3(pad, pad, pad))};
  carom_obb_hit hit;
  carom__obb_cast_ray(&around, origin, q->ray->translation, &hit);
  return hit.hit && hit.fraction <= q->limit;
}

static void cast_through_tree(ray_query *q, uint32_t body, const carom__obb_tree *tree) {
  carom_frame frame = carom__body_frame(q->world, body);
  carom__obb_tree_cast_ray(tree, frame_unapply(&frame, q->ray->origin),
                           mat3_tmul_vec3(&frame.axes, q->ray->translation), visit, q);
}

static void cast_at_body(ray_query *q, uint32_t body) {
  q->colliders = carom__body_colliders(q->world, body);
  if (carom__query_boxes_fit(q->world, body) && !may_meet(q, &q->world->bodies.bounds.data[body])) return;
  const carom__obb_tree *tree = carom__query_tree(q->world, body);
  if (tree) {
    cast_through_tree(q, body, tree);
    return;
  }
  for (uint32_t i = 0; i < q->colliders.count && q->limit >= 0; i++) visit(q, i, q->limit);
}

static void run(ray_query *q) {
  for (uint32_t body = 0; body < carom__idpool_slots(&q->world->bodies.ids) && q->limit >= 0; body++)
    if (carom__body_is_active(q->world, body) && carom__body_colliders(q->world, body).count > 0)
      cast_at_body(q, body);
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
  return world && ray && out ? carom__ray_check(ray) : CAROM_NULL_ARGUMENT;
}

carom_status carom_world_cast_ray(const carom_world *world, const carom_ray *ray,
                                  const carom_query_filter *filter, carom_ray_hit *out) {
  carom_status status = check(world, ray, out);
  if (status) return status;
  memset(out, 0, sizeof *out);
  ray_query query = {
      .world = world, .ray = ray, .filter = filter, .limit = 1, .report = report_closest, .out = out};
  run(&query);
  return CAROM_OK;
}

carom_status carom_world_cast_ray_any(const carom_world *world, const carom_ray *ray,
                                      const carom_query_filter *filter, bool *out) {
  carom_status status = check(world, ray, out);
  if (status) return status;
  ray_query query = {.world = world, .ray = ray, .filter = filter, .limit = 1, .report = report_any};
  run(&query);
  *out = query.count > 0;
  return CAROM_OK;
}

carom_status carom_world_cast_ray_all(const carom_world *world, const carom_ray *ray,
                                      const carom_query_filter *filter, carom_ray_hit *out, size_t capacity,
                                      size_t *count) {
  carom_status status = check(world, ray, count);
  if (!status && capacity && !out) status = CAROM_NULL_ARGUMENT;
  if (status) return status;
  ray_query query = {.world = world,
                     .ray = ray,
                     .filter = filter,
                     .limit = 1,
                     .report = report_all,
                     .out = out,
                     .capacity = capacity};
  run(&query);
  *count = query.count;
  return CAROM_OK;
}

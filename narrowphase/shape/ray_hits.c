/* ray_hits.c: all hits of a ray on a shape, the first of them, and what is inside. */
#include "ray_hits.h"

static bool is_before(const carom__surface_hit *a, const carom__surface_hit *b) {
  if (a->ray.fraction != b->ray.fraction) return a->ray.fraction < b->ray.fraction;
  if (a->ray.inside != b->ray.inside) return a->ray.inside;
  return a->ordinal != b->ordinal ? a->ordinal < b->ordinal : a->mesh.triangle < b->mesh.triangle;
}

/* Nothing comes before the inside of the first shape. */
static double keep_first(void *context, const carom__surface_hit *hit) {
  carom__surface_hit *first = context;
  if (!first->ray.hit || is_before(hit, first)) *first = *hit;
  return first->ray.inside && first->ordinal == 0 ? -1 : (double)first->ray.fraction;
}

void carom__ray_hits_first(const carom_shape *shape, const carom__ray *ray, carom__surface_hit *out) {
  *out = (carom__surface_hit){.ordinal = 0};
  carom__shape_class_of(shape->kind)->walk_ray(shape, ray, keep_first, out);
}

void carom__ray_hits_cast(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom__surface_hit first;
  carom__ray_hits_first(shape, ray, &first);
  *out = first.ray;
}

void carom__ray_hits_cast_meeting(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  static const carom_frame unturned = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const carom_vec3 o = ray->origin;
  const carom_ray line = {{(double)o.x, (double)o.y, (double)o.z}, ray->translation};
  carom_ray_result hit;
  *out = (carom__ray_hit){.hit = false};
  if (carom__shape_class_of(shape->kind)->meet_ray(shape, &unturned, &line, &hit))
    *out = (carom__ray_hit){true, hit.inside, hit.fraction, hit.normal};
}

bool carom__ray_hits_in_frame(const carom__shape_class *class, const carom_shape *shape,
                              const carom_frame *frame, const carom_ray *ray, carom_ray_result *out) {
  carom__ray local = ray_in_frame(ray, frame);
  carom__ray_hit hit;
  class->cast_ray(shape, &local, &hit);
  if (!hit.hit) return false;
  ray_result_set(ray, (double)hit.fraction, dvec3_widen(mat3_mul_vec3(&frame->axes, hit.normal)), out);
  out->inside = hit.inside;
  return true;
}

bool carom__shape_holds(const carom_shape *shape, const carom_frame *frame, carom_pos point) {
  const carom_ray ray = {point, {0, 0, 0}};
  carom_ray_result hit;
  return ray_meets(carom__shape_class_of(shape->kind), shape, frame, &ray, &hit);
}

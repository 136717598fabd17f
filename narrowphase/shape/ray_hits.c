/* ray_hits.c: all hits of a ray on a shape, and the first of them. */
#include "ray_hits.h"

void carom__ray_hits_walk(const carom_shape *shape, const carom__ray *ray, carom__surface_hit_fn *hit,
                          void *context) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  carom__ray_hit only;
  if (class->walk_ray) {
    class->walk_ray(shape, ray, hit, context);
    return;
  }
  class->cast_ray(shape, ray, &only);
  if (only.hit) hit(context, &(carom__surface_hit){.ray = only});
}

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

/* stateless_ray.c: rays of the world against one shape. */
#include "stateless_ray.h"

#include "inline.h"
#include "ray_hits.h"
#include "stateless.h"

carom_status carom__ray_check(const carom_ray *ray) {
  carom_status status = carom__pos_check(&ray->origin);
  if (status) return status;
  if (!vec3_is_finite(ray->translation)) return CAROM_NOT_FINITE;
  return vec3_is_within(ray->translation, 2 * (float)CAROM_POSITION_MAX) ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

static void describe_on_surface(const carom_ray *ray, const carom_frame *frame, const carom__surface_hit *hit,
                                carom_ray_result *out) {
  carom__dvec3 normal = dvec3_widen(mat3_mul_vec3(&frame->axes, hit->ray.normal));
  ray_result_set(ray, (double)hit->ray.fraction, normal, out);
  out->inside = hit->ray.inside;
  out->child = hit->child;
  out->ordinal = hit->ordinal;
  out->mesh.triangle = hit->mesh.triangle;
  out->mesh.u = hit->mesh.u, out->mesh.v = hit->mesh.v;
  out->mesh.material = hit->mesh.material;
  out->mesh.back = hit->mesh.back;
}

/* --- All hits --- */

typedef struct surface_walk {
  const carom_ray *ray;
  const carom_frame *frame;
  carom__ray_result_fn *hit;
  void *context;
} surface_walk;

static double tell_hit(void *context, const carom__surface_hit *hit) {
  const surface_walk *w = context;
  carom_ray_result result;
  describe_on_surface(w->ray, w->frame, hit, &result);
  return w->hit(w->context, &result);
}

void carom__walk_ray_hits(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                          carom__ray_result_fn *hit, void *context) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  surface_walk walk = {ray, frame, hit, context};
  carom_ray_result only;
  if (class->walk_ray) {
    carom__ray local = ray_in_frame(ray, frame);
    class->walk_ray(shape, &local, tell_hit, &walk);
  } else if (carom__find_ray_hit(shape, frame, ray, &only)) {
    hit(context, &only);
  }
}

static bool is_before(const carom_ray_result *a, const carom_ray_result *b) {
  if (a->fraction != b->fraction) return a->fraction < b->fraction;
  if (a->inside != b->inside) return a->inside;
  return a->ordinal != b->ordinal ? a->ordinal < b->ordinal : a->mesh.triangle < b->mesh.triangle;
}

/* --- The first hit --- */

static CAROM__NEVER_INLINE bool find_surface_hit(const carom_shape *shape, const carom_frame *frame,
                                                 const carom_ray *ray, carom_ray_result *out) {
  carom__ray local = ray_in_frame(ray, frame);
  carom__surface_hit first;
  carom__ray_hits_first(shape, &local, &first);
  if (first.ray.hit) describe_on_surface(ray, frame, &first, out);
  return first.ray.hit;
}

static inline bool find_hit(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                            carom_ray_result *out) {
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  return class->walk_ray ? find_surface_hit(shape, frame, ray, out)
                         : ray_meets(class, shape, frame, ray, out);
}

bool carom__find_ray_hit(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                         carom_ray_result *out) {
  return find_hit(shape, frame, ray, out);
}

static inline void cast(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                        carom_ray_result *out) {
  if (!find_hit(shape, frame, ray, out)) memset(out, 0, sizeof *out);
}

void carom__cast_ray(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                     carom_ray_result *out) {
  cast(shape, frame, ray, out);
}

/* --- The calls --- */

/* The good ones are told by one branch. */
static inline carom_status check(const carom_shape *shape, const carom_ray *ray) {
  carom_status status = ray_is_good(ray) ? CAROM_OK : carom__ray_check(ray);
  return status || !shape_is_planar(shape) || ray_is_planar(ray) ? status : CAROM_NOT_PLANAR;
}

static carom_status check_and_cast(const carom_placed *placed, const carom_ray *ray, carom_ray_result *out) {
  carom_status status = check(&placed->shape, ray);
  if (!status) cast(&placed->shape, &placed->frame, ray, out);
  return status;
}

/* Where a ball is turned to matters to no ray. */
carom_status carom_cast_ray(const carom_shape *shape, const carom_pose *pose, const carom_ray *ray,
                            carom_ray_result *out) {
  carom_frame frame;
  if (!ray || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = check_site(shape, pose);
  if (!status) status = check(shape, ray);
  if (status) return status;
  locate_site(carom__kind_entry_of(shape->kind), pose, true, &frame);
  cast(shape, &frame, ray, out);
  return CAROM_OK;
}

/* The caller's array, in which the first hits stand in order. */
typedef struct hit_listing {
  carom_ray_result *out;
  size_t capacity, count;
} hit_listing;

static double list_hit(void *context, const carom_ray_result *hit) {
  hit_listing *l = context;
  size_t written = l->count < l->capacity ? l->count : l->capacity, at = written;
  l->count++;
  while (at > 0 && is_before(hit, &l->out[at - 1])) at--;
  if (at == l->capacity) return 1;
  size_t moved = (written < l->capacity ? written : l->capacity - 1) - at;
  memmove(&l->out[at + 1], &l->out[at], moved * sizeof *l->out);
  l->out[at] = *hit;
  return 1;
}

carom_status carom_cast_ray_all(const carom_shape *shape, const carom_pose *pose, const carom_ray *ray,
                                carom_ray_result *out, size_t capacity, size_t *count) {
  carom_frame frame;
  hit_listing l = {out, capacity, 0};
  if (!ray || !count || (capacity > 0 && !out)) return CAROM_NULL_ARGUMENT;
  carom_status status = check_site(shape, pose);
  if (!status) status = check(shape, ray);
  if (status) return status;
  locate_site(carom__kind_entry_of(shape->kind), pose, true, &frame);
  carom__walk_ray_hits(shape, &frame, ray, list_hit, &l);
  *count = l.count;
  return CAROM_OK;
}

carom_status carom_cast_ray_placed(const carom_placed *placed, const carom_ray *ray, carom_ray_result *out) {
  if (!placed || !ray || !out) return CAROM_NULL_ARGUMENT;
  return carom__is_placed(placed) ? check_and_cast(placed, ray, out) : CAROM_NOT_PLACED;
}

carom_status carom_cast_rays(const carom_shape *shape, const carom_pose *pose, const carom_ray *rays,
                             size_t count, carom_ray_result *out, carom_status *statuses) {
  carom_placed placed;
  carom_status status = carom_place(shape, pose, &placed);
  return status ? status : carom_cast_rays_placed(&placed, rays, count, out, statuses);
}

carom_status carom_cast_rays_placed(const carom_placed *placed, const carom_ray *rays, size_t count,
                                    carom_ray_result *out, carom_status *statuses) {
  carom_status first = CAROM_OK;
  if (!placed || (count > 0 && (!rays || !out))) return CAROM_NULL_ARGUMENT;
  if (!carom__is_placed(placed)) return CAROM_NOT_PLACED;
  for (size_t i = 0; i < count; i++)
    note_status(check_and_cast(placed, &rays[i], &out[i]), i, statuses, &first);
  return first;
}

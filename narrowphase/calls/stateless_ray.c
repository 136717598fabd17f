/* stateless_ray.c: rays of the world against one shape. */
#include "stateless_ray.h"

#include "shape_class.h"
#include "stateless.h"

carom_status carom__ray_check(const carom_ray *ray) {
  carom_status status = carom__pos_check(&ray->origin);
  if (status) return status;
  if (!vec3_is_finite(ray->translation)) return CAROM_NOT_FINITE;
  return vec3_is_within(ray->translation, 2 * (float)CAROM_POSITION_MAX) ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

static carom_pos ray_point(const carom_ray *ray, float fraction) {
  double t = (double)fraction;
  return (carom_pos){ray->origin.x + t * (double)ray->translation.x,
                     ray->origin.y + t * (double)ray->translation.y,
                     ray->origin.z + t * (double)ray->translation.z};
}

void carom__cast_ray(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                     carom_ray_result *out) {
  carom__ray local = {frame_unapply(frame, ray->origin), mat3_tmul_vec3(&frame->axes, ray->translation)};
  carom__ray_hit hit;
  carom__shape_class_of(shape->kind)->cast_ray(shape, &local, &hit);
  *out = (carom_ray_result){.hit = hit.hit};
  if (hit.hit)
    *out = (carom_ray_result){true, hit.inside, hit.fraction, mat3_mul_vec3(&frame->axes, hit.normal),
                              ray_point(ray, hit.fraction)};
}

static carom_status check_and_cast(const carom_placed *placed, const carom_ray *ray, carom_ray_result *out) {
  carom_status status = carom__ray_check(ray);
  if (!status && shape_is_planar(&placed->shape) && !ray_is_planar(ray)) status = CAROM_NOT_PLANAR;
  if (!status) carom__cast_ray(&placed->shape, &placed->frame, ray, out);
  return status;
}

carom_status carom_cast_ray(const carom_shape *shape, const carom_pose *pose, const carom_ray *ray,
                            carom_ray_result *out) {
  carom_placed placed;
  if (!ray || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_place(shape, pose, &placed);
  return status ? status : check_and_cast(&placed, ray, out);
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

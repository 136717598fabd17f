/* stateless_ray.c: a ray of the world against one shape. */
#include "carom/batch.h"

#include "shape_class.h"

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

carom_status carom_cast_ray(const carom_shape *shape, const carom_pose *pose, const carom_ray *ray,
                            carom_ray_result *out) {
  carom_placed placed;
  if (!ray || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_place(shape, pose, &placed);
  if (!status) status = carom__ray_check(ray);
  if (!status) carom__cast_ray(shape, &placed.frame, ray, out);
  return status;
}

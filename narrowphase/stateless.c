/* stateless.c: carom/collide.h: what comes from outside is checked and placed, what goes out is turned
 * back. */
#include "carom/collide.h"

#include "manifold.h"
#include "shape_class.h"

/* Two checked shapes, where they are. */
typedef struct scene {
  carom_frame frame_a;
  carom__relative b_in_a;
} scene;

static carom_status check_placed(const carom_shape *shape, const carom_pose *pose, carom_frame *out) {
  if (!shape || !pose) return CAROM_NULL_ARGUMENT;
  carom_pose accepted = *pose;
  carom_status status = carom_shape_check(shape);
  if (!status) status = carom__pose_accept(&accepted);
  if (!status) *out = pose_to_frame(&accepted);
  return status;
}

static carom_status make_scene(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                               const carom_pose *pose_b, const void *out, scene *result) {
  carom_frame frame_b;
  if (!out) return CAROM_NULL_ARGUMENT;
  carom_status status = check_placed(a, pose_a, &result->frame_a);
  if (!status) status = check_placed(b, pose_b, &frame_b);
  if (!status) result->b_in_a = frame_relative(&result->frame_a, &frame_b);
  return status;
}

carom_status carom_collide(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                           const carom_pose *pose_b, carom_manifold *out) {
  scene s;
  carom__manifold manifold;
  carom_status status = make_scene(a, pose_a, b, pose_b, out, &s);
  if (!status) status = carom__collide(a, b, &s.b_in_a, &manifold);
  if (!status) carom__manifold_to_world(&manifold, &s.frame_a, out);
  return status;
}

carom_status carom_overlap(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                           const carom_pose *pose_b, bool *out) {
  scene s;
  carom__manifold manifold;
  carom_status status = make_scene(a, pose_a, b, pose_b, out, &s);
  if (!status) status = carom__collide(a, b, &s.b_in_a, &manifold);
  if (!status) *out = manifold.count > 0;
  return status;
}

carom_status carom_distance(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                            const carom_pose *pose_b, carom_distance_result *out) {
  scene s;
  carom__separation separation;
  carom_status status = make_scene(a, pose_a, b, pose_b, out, &s);
  if (!status) status = carom__distance(a, b, &s.b_in_a, &separation);
  if (status) return status;
  *out = (carom_distance_result){.distance = separation.distance};
  if (separation.distance == 0) return CAROM_OK;
  out->normal = mat3_mul_vec3(&s.frame_a.axes, separation.normal);
  out->point_a = frame_apply(&s.frame_a, separation.point_a);
  out->point_b = frame_apply(&s.frame_a, separation.point_b);
  return CAROM_OK;
}

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
  carom_frame frame;
  if (!ray || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = check_placed(shape, pose, &frame);
  if (!status) status = carom__ray_check(ray);
  if (!status) carom__cast_ray(shape, &frame, ray, out);
  return status;
}

/* support.c: the public support functions of shapes and of pairs of shapes. */
#include "carom/support.h"

#include "carom/batch.h"
#include "placed.h"
#include "shape_class.h"

static carom_status unit_of(carom_vec3 direction, carom_vec3 *out) {
  if (!vec3_is_finite(direction)) return CAROM_NOT_FINITE;
  *out = dvec3_narrow(dvec3_normalize_or(dvec3_widen(direction), dvec3(0, 0, 0)));
  return vec3_norm1(*out) > 0 ? CAROM_OK : CAROM_NOT_UNIT;
}

/* The core's farthest point, and the radius beyond it. */
static carom_pos support_of(const carom_placed *placed, carom_vec3 unit) {
  const carom__shape_class *class = carom__shape_class_of(placed->shape.kind);
  carom_vec3 along = mat3_tmul_vec3(&placed->frame.axes, unit);
  uint32_t index;
  carom_vec3 core = class->support(&placed->shape, along, &index);
  return frame_apply(&placed->frame, vec3_mad(core, along, shape_radius(class, &placed->shape)));
}

static carom_status place(const carom_shape *shape, const carom_pose *pose, carom_vec3 direction,
                          carom_placed *out) {
  carom_status status = carom_place(shape, pose, out);
  if (!status && shape_is_composite(shape)) status = CAROM_NOT_CONVEX;
  if (!status && shape_is_unbounded(shape)) status = CAROM_UNBOUNDED;
  return status || !shape_is_planar(shape) || direction.z == 0 ? status : CAROM_NOT_PLANAR;
}

carom_status carom_support(const carom_shape *shape, const carom_pose *pose, carom_vec3 direction,
                           carom_pos *out) {
  carom_placed placed;
  carom_vec3 unit;
  if (!out) return CAROM_NULL_ARGUMENT;
  carom_status status = unit_of(direction, &unit);
  if (!status) status = place(shape, pose, direction, &placed);
  if (!status) *out = support_of(&placed, unit);
  return status;
}

carom_status carom_minkowski_support(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                     const carom_pose *pose_b, carom_vec3 direction,
                                     carom_minkowski_point *out) {
  carom_placed placed_a, placed_b;
  carom_vec3 unit;
  if (!out) return CAROM_NULL_ARGUMENT;
  carom_status status = unit_of(direction, &unit);
  if (!status) status = place(a, pose_a, direction, &placed_a);
  if (!status) status = place(b, pose_b, direction, &placed_b);
  if (!status && !shapes_are_akin(a, b)) status = CAROM_WRONG_FAMILY;
  if (status) return status;
  carom_pos on_a = support_of(&placed_a, unit), on_b = support_of(&placed_b, vec3_neg(unit));
  *out = (carom_minkowski_point){pos_sub(on_a, on_b), on_a, on_b};
  return CAROM_OK;
}

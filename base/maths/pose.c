/* pose.c: checks the poses that a game passes in. */
#include "pose.h"

#include "dvec.h"

static bool quat_is_finite(carom_quat q) {
  return float_is_finite(q.x) && float_is_finite(q.y) && float_is_finite(q.z) && float_is_finite(q.w);
}

/* What is no unit, as its squared length tells without a look at each number. */
static carom_status check_other(carom_quat rotation) {
  if (!quat_is_finite(rotation)) return CAROM_NOT_FINITE;
  return quat_is_zero(rotation) ? CAROM_OK : CAROM_NOT_UNIT;
}

static carom_status quat_check(carom_quat rotation) {
  return quat_is_near_unit(rotation) ? CAROM_OK : check_other(rotation);
}

carom_status carom__quat_accept(carom_quat *rotation) {
  carom_status status = quat_check(*rotation);
  if (!status) *rotation = quat_to_unit(*rotation);
  return status;
}

carom_status carom__pos_check(const carom_pos *position) {
  if (pos_is_in_range(*position)) return CAROM_OK;
  return pos_is_finite(*position) ? CAROM_OUT_OF_RANGE : CAROM_NOT_FINITE;
}

carom_status carom__pose_check(const carom_pose *pose) {
  carom_status status = carom__pos_check(&pose->position);
  return status ? status : quat_check(pose->rotation);
}

carom_status carom__pose_accept(carom_pose *pose) {
  carom_status status = carom__pos_check(&pose->position);
  return status ? status : carom__quat_accept(&pose->rotation);
}

carom_status carom__local_pose_accept(carom_local_pose *pose) {
  if (!vec3_is_finite(pose->position)) return CAROM_NOT_FINITE;
  if (!vec3_is_within(pose->position, CAROM_SIZE_MAX)) return CAROM_OUT_OF_RANGE;
  return carom__quat_accept(&pose->rotation);
}

/* pose.c: checks of poses from outside. */
#include "pose.h"

#include "dvec.h"

/* A length within 1e-3 of one, squared. */
#define UNIT_SQUARED_MIN (0.999 * 0.999)
#define UNIT_SQUARED_MAX (1.001 * 1.001)
/* How far rounding to floats moves the squared length of a unit quaternion: 2 u, u = 2^-24, and a little for
 * u^2. One that is as near to a unit as that is kept as it is, so that what was normalised here once is
 * accepted bit by bit ever after. */
#define UNIT_SQUARED_ROUNDING 0x1.01p-23

static bool quat_is_finite(carom_quat q) {
  return isfinite(q.x) && isfinite(q.y) && isfinite(q.z) && isfinite(q.w);
}

static double quat_length_squared(carom_quat q) {
  double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
  return x * x + y * y + z * z + w * w;
}

/* What is no unit, as its squared length tells without a look at each number. */
static carom_status check_other(carom_quat rotation) {
  if (!quat_is_finite(rotation)) return CAROM_NOT_FINITE;
  return quat_is_zero(rotation) ? CAROM_OK : CAROM_NOT_UNIT;
}

static carom_status quat_check(carom_quat rotation) {
  double squared = quat_length_squared(rotation);
  return squared >= UNIT_SQUARED_MIN && squared <= UNIT_SQUARED_MAX ? CAROM_OK : check_other(rotation);
}

carom_status carom__quat_accept(carom_quat *rotation) {
  double squared = quat_length_squared(*rotation);
  carom_status status = quat_check(*rotation);
  if (status) return status;
  if (squared == 0)
    *rotation = quat_identity();
  else if (fabs(squared - 1) > UNIT_SQUARED_ROUNDING)
    *rotation = quat_normalize(*rotation);
  return CAROM_OK;
}

carom_status carom__pos_check(const carom_pos *position) {
  bool in_range = fabs(position->x) <= CAROM_POSITION_MAX && fabs(position->y) <= CAROM_POSITION_MAX &&
                  fabs(position->z) <= CAROM_POSITION_MAX;
  if (in_range) return CAROM_OK;
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

/* pose.c: checks of poses from outside, and world bounds that are rounded outward. */
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
static carom_status accept_other(carom_quat *rotation) {
  if (!quat_is_finite(*rotation)) return CAROM_NOT_FINITE;
  if (!quat_is_zero(*rotation)) return CAROM_NOT_UNIT;
  *rotation = quat_identity();
  return CAROM_OK;
}

carom_status carom__quat_accept(carom_quat *rotation) {
  double squared = quat_length_squared(*rotation);
  if (!(squared >= UNIT_SQUARED_MIN && squared <= UNIT_SQUARED_MAX)) return accept_other(rotation);
  if (fabs(squared - 1) > UNIT_SQUARED_ROUNDING) *rotation = quat_normalize(*rotation);
  return CAROM_OK;
}

carom_status carom__pos_check(const carom_pos *position) {
  if (!pos_is_finite(*position)) return CAROM_NOT_FINITE;
  bool in_range = fabs(position->x) <= CAROM_POSITION_MAX && fabs(position->y) <= CAROM_POSITION_MAX &&
                  fabs(position->z) <= CAROM_POSITION_MAX;
  return in_range ? CAROM_OK : CAROM_OUT_OF_RANGE;
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

/* The float `steps` (0 or 1) from a finite one other than +0, towards minus infinity: floats of one sign are
 * ordered as their bits are. There is no branch on the sign or the steps, which no processor could predict
 * here. */
static float float_below(float value, uint32_t steps) {
  union {
    float f;
    uint32_t u;
  } bits = {value};
  bits.u += steps * (2 * (bits.u >> 31) - 1);
  return bits.f;
}

/* The largest float that does not exceed a + b. Where the sum rounded to double is a float, the sign of what
 * that rounding took tells on which side of it the sum lies. */
static float float_not_above(double a, double b) {
  carom__exact_sum total = exact_sum(a, b);
  float nearest = (float)total.high;
  return float_below(nearest, (double)nearest - total.high > total.low);
}

/* The floats around center - half .. center + half along one axis. */
typedef struct interval {
  float low, high;
} interval;

static interval interval_around(double center, float half) {
  return (interval){float_not_above(center, -(double)half), -float_not_above(-center, -(double)half)};
}

carom_aabb carom__aabb_around(carom_pos center, carom_vec3 half) {
  interval x = interval_around(center.x, half.x), y = interval_around(center.y, half.y),
           z = interval_around(center.z, half.z);
  return (carom_aabb){{x.low, y.low, z.low}, {x.high, y.high, z.high}};
}

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

carom_status carom__quat_accept(carom_quat *rotation) {
  if (!quat_is_finite(*rotation)) return CAROM_NOT_FINITE;
  if (quat_is_zero(*rotation)) {
    *rotation = quat_identity();
    return CAROM_OK;
  }
  double squared = quat_length_squared(*rotation);
  if (squared < UNIT_SQUARED_MIN || squared > UNIT_SQUARED_MAX) return CAROM_NOT_UNIT;
  if (fabs(squared - 1) > UNIT_SQUARED_ROUNDING) *rotation = quat_normalize(*rotation);
  return CAROM_OK;
}

carom_status carom__pos_check(const carom_pos *position) {
  if (!pos_is_finite(*position)) return CAROM_NOT_FINITE;
  double largest = fmax(fabs(position->x), fmax(fabs(position->y), fabs(position->z)));
  return largest <= CAROM_POSITION_MAX ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

carom_status carom__pose_accept(carom_pose *pose) {
  carom_status status = carom__pos_check(&pose->position);
  return status ? status : carom__quat_accept(&pose->rotation);
}

carom_status carom__local_pose_accept(carom_local_pose *pose) {
  carom_vec3 size = vec3_abs(pose->position);
  if (!vec3_is_finite(size)) return CAROM_NOT_FINITE;
  if (size.x > CAROM_SIZE_MAX || size.y > CAROM_SIZE_MAX || size.z > CAROM_SIZE_MAX)
    return CAROM_OUT_OF_RANGE;
  return carom__quat_accept(&pose->rotation);
}

/* high is a sum rounded to double, low what the rounding took. */
typedef struct double_double {
  double high, low;
} double_double;

/* a + b without any loss (Knuth, 1969). */
static double_double exact_sum(double a, double b) {
  double high = a + b, taken = high - a;
  return (double_double){high, (a - (high - taken)) + (b - taken)};
}

/* The float next to a finite one other than +0, towards minus infinity: floats of one sign are ordered as
 * their bits are. There is no branch on the sign, which no processor could predict here. */
static float float_below(float value) {
  union {
    float f;
    uint32_t u;
  } bits = {value};
  bits.u += 2 * (bits.u >> 31) - 1;
  return bits.f;
}

/* The largest float that does not exceed a + b. What roundings take is carried along; only the sum of two
 * such losses is rounded, which never turns the sign of what the total loses. */
static float float_not_above(double_double a, double b) {
  double_double sum = exact_sum(a.high, b), total = exact_sum(sum.high, a.low + sum.low);
  float nearest = (float)total.high;
  /* Where the total is a float but for its loss, the sign of the loss tells on which side of it the sum lies.
   */
  return (double)nearest - total.high > total.low ? float_below(nearest) : nearest;
}

/* The floats around center - half .. center + half along one axis. */
typedef struct interval {
  float low, high;
} interval;

static interval interval_around(double_double center, double half) {
  double_double mirrored = {-center.high, -center.low};
  return (interval){float_not_above(center, -half), -float_not_above(mirrored, -half)};
}

static carom_aabb aabb_of(interval x, interval y, interval z) {
  return (carom_aabb){{x.low, y.low, z.low}, {x.high, y.high, z.high}};
}

carom_aabb carom__aabb_around(carom_pos center, carom_vec3 half) {
  return aabb_of(interval_around((double_double){center.x, 0}, (double)half.x),
                 interval_around((double_double){center.y, 0}, (double)half.y),
                 interval_around((double_double){center.z, 0}, (double)half.z));
}

/* Along the axis whose row in the frame's matrix is `row`. The margin covers the rounding in the products
 * with the rotations. */
static interval obb_interval(const carom_obb *box, double origin, carom_vec3 row, double margin) {
  carom__dvec3 r = dvec3_widen(row);
  double_double center = exact_sum(origin, dvec3_dot(r, dvec3_widen(box->center)));
  double half = fabs(dvec3_dot(r, dvec3_widen(box->axes.x))) * (double)box->half.x +
                fabs(dvec3_dot(r, dvec3_widen(box->axes.y))) * (double)box->half.y +
                fabs(dvec3_dot(r, dvec3_widen(box->axes.z))) * (double)box->half.z;
  return interval_around(center, half + margin);
}

static bool mat3_is_identity(const carom_mat3 *m) {
  return m->x.x == 1 && m->x.y == 0 && m->x.z == 0 && m->y.x == 0 && m->y.y == 1 && m->y.z == 0 &&
         m->z.x == 0 && m->z.y == 0 && m->z.z == 1;
}

carom_aabb carom__obb_world_bounds(const carom_obb *local, const carom__frame *frame) {
  /* Without any rotation the products are exact, and so the bounds are the smallest. Otherwise at most six
   * roundings of 2^-53 each meet in sums whose terms add up to less than 1.1 times the norms, since the
   * columns are unit within 1e-3. */
  bool exact = mat3_is_identity(&frame->axes) && mat3_is_identity(&local->axes);
  double margin = exact ? 0 : 0x1p-50 * (double)(vec3_norm1(local->center) + vec3_norm1(local->half));
  carom_mat3 rows = mat3_transpose(&frame->axes);
  return aabb_of(obb_interval(local, frame->origin.x, rows.x, margin),
                 obb_interval(local, frame->origin.y, rows.y, margin),
                 obb_interval(local, frame->origin.z, rows.z, margin));
}

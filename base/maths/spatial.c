/* spatial.c: rotations and poses of space. */
#include "carom/spatial.h"

#include "dvec.h"
#include "pose.h"
#include "trig.h"

#define DEGREES_A_RADIAN 57.29577951308232

/* A rotation in double. */
typedef struct dturn {
  double x, y, z, w;
} dturn;

static carom_quat narrow(dturn q) { return (carom_quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w}; }

static dturn unit_of(dturn q) {
  const double square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  if (square == 0) return (dturn){0, 0, 0, 1};
  const double s = 1 / square_root(square);
  return (dturn){q.x * s, q.y * s, q.z * s, q.w * s};
}

static dturn turn_of(carom_quat q) {
  return unit_of((dturn){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
}

static dturn product(dturn a, dturn b) {
  return (dturn){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                 a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                 a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static dturn back_of(dturn q) { return (dturn){-q.x, -q.y, -q.z, q.w}; }

/* v + 2 (w p x v + p x (p x v)), where p is the vector part. */
static carom__dvec3 rotated(dturn q, carom__dvec3 v) {
  const carom__dvec3 p = dvec3(q.x, q.y, q.z), across = dvec3_cross(p, v);
  return dvec3_mad(v, dvec3_mad(dvec3_cross(p, across), across, q.w), 2);
}

static carom__dvec3 unit_vector(carom_vec3 v) {
  const carom__dvec3 wide = dvec3_widen(v);
  const double length = dvec3_length(wide);
  return length == 0 ? wide : dvec3_scale(wide, 1 / length);
}

static bool is_zero(carom__dvec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

/* --- An axis and an angle --- */

typedef void half_sincos_fn(double angle, double *sine, double *cosine);

static dturn about(carom__dvec3 axis, half_sincos_fn *sincos, double angle) {
  double sine = (double)NAN, cosine = sine;
  if (islessequal(fabs(angle), CAROM__ANGLE_MAX)) sincos(0.5 * angle, &sine, &cosine);
  if (is_zero(axis)) return (dturn){0, 0, 0, 1 + 0 * sine};
  return (dturn){sine * axis.x, sine * axis.y, sine * axis.z, cosine};
}

carom_quat carom_quat_about(carom_vec3 axis, double radians) {
  return narrow(about(unit_vector(axis), carom__sincos, radians));
}

carom_quat carom_quat_about_degrees(carom_vec3 axis, double degrees) {
  return narrow(about(unit_vector(axis), carom__sincos_degrees, degrees));
}

/* --- Euler angles --- */

carom_quat carom_quat_from_euler(carom_euler e) {
  const dturn yaw = about(dvec3(0, 1, 0), carom__sincos_degrees, e.yaw),
              pitch = about(dvec3(1, 0, 0), carom__sincos_degrees, e.pitch),
              roll = about(dvec3(0, 0, 1), carom__sincos_degrees, e.roll);
  return narrow(unit_of(product(yaw, product(pitch, roll))));
}

/* Below this cosine of the pitch nothing tells the yaw from the roll but rounding. */
#define UPRIGHT 1e-6

carom_euler carom_quat_to_euler(carom_quat rotation) {
  const dturn q = turn_of(rotation);
  if (!double_is_finite(q.x + q.y + q.z + q.w)) return (carom_euler){(double)NAN, (double)NAN, (double)NAN};
  const carom__dvec3 x = rotated(q, dvec3(1, 0, 0)), y = rotated(q, dvec3(0, 1, 0)),
                     z = rotated(q, dvec3(0, 0, 1));
  const double level = square_root(x.y * x.y + y.y * y.y);
  carom_euler e = {.pitch = DEGREES_A_RADIAN * carom__arctan2(-z.y, level)};
  if (isless(level, UPRIGHT)) {
    e.yaw = DEGREES_A_RADIAN * carom__arctan2(-x.z, x.x);
    return e;
  }
  e.yaw = DEGREES_A_RADIAN * carom__arctan2(z.x, z.z);
  e.roll = DEGREES_A_RADIAN * carom__arctan2(x.y, y.y);
  return e;
}

/* --- Directions --- */

static carom__dvec3 square_to(carom__dvec3 v) {
  const carom__dvec3 p = isless(fabs(v.x), 0.57735) ? dvec3(0, v.z, -v.y) : dvec3(v.y, -v.x, 0);
  return dvec3_scale(p, 1 / dvec3_length(p));
}

/* Directions whose sum is shorter than this are opposite: rounding decides where their cross product leads.
 */
#define OPPOSITE 1e-10

/* No rotation, as one of the two vectors is zero; NaN when the other one is. */
static carom_quat none_of(carom__dvec3 a, carom__dvec3 b) {
  return (carom_quat){0, 0, 0, (float)(1 + dvec3_dot(a, b))};
}

/* The quaternion of half the angle is square to both, and as long as the way to the middle is not. */
carom_quat carom_quat_between(carom_vec3 from, carom_vec3 to) {
  const carom__dvec3 a = unit_vector(from), b = unit_vector(to), sum = dvec3_add(a, b);
  if (is_zero(a) || is_zero(b)) return none_of(a, b);
  const double length = dvec3_length(sum);
  const bool opposite = isless(length, OPPOSITE);
  const carom__dvec3 axis = opposite ? square_to(a) : dvec3_scale(dvec3_cross(a, b), 1 / length);
  return narrow(unit_of((dturn){axis.x, axis.y, axis.z, opposite ? 0 : 0.5 * length}));
}

/* From the axes, by the greatest of the four squares (Shepperd, 1978). */
static dturn turn_of_axes(carom__dvec3 x, carom__dvec3 y, carom__dvec3 z) {
  const double all = x.x + y.y + z.z;
  if (!islessequal(all, 0)) return (dturn){y.z - z.y, z.x - x.z, x.y - y.x, 1 + all};
  if (isgreaterequal(x.x, y.y) && isgreaterequal(x.x, z.z))
    return (dturn){1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y};
  if (isgreaterequal(y.y, z.z)) return (dturn){x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y, z.x - x.z};
  return (dturn){z.x + x.z, y.z + z.y, 1 + z.z - x.x - y.y, x.y - y.x};
}

carom_quat carom_quat_look(carom_vec3 forward, carom_vec3 up) {
  const carom__dvec3 z = unit_vector(forward), over = unit_vector(up), side = dvec3_cross(over, z);
  if (is_zero(z)) return none_of(z, over);
  const double length = dvec3_length(side);
  const carom__dvec3 x = isless(length, OPPOSITE) ? square_to(z) : dvec3_scale(side, 1 / length);
  return narrow(unit_of(turn_of_axes(x, dvec3_cross(z, x), z)));
}

/* --- Products --- */

carom_quat carom_quat_mul(carom_quat then, carom_quat first) {
  return narrow(unit_of(product(turn_of(then), turn_of(first))));
}

carom_quat carom_quat_inverse(carom_quat rotation) { return narrow(back_of(turn_of(rotation))); }

carom_vec3 carom_quat_rotate(carom_quat rotation, carom_vec3 v) {
  return dvec3_narrow(rotated(turn_of(rotation), dvec3_widen(v)));
}

/* --- Poses --- */

static carom_pose pose_or_none(const carom_pose *pose) {
  return pose ? *pose : (carom_pose){{0, 0, 0}, {0, 0, 0, 1}};
}

static carom_pos shifted(carom_pos p, carom__dvec3 by) {
  return (carom_pos){p.x + by.x, p.y + by.y, p.z + by.z};
}

carom_pose carom_pose_mul(const carom_pose *outer, const carom_pose *inner) {
  const carom_pose a = pose_or_none(outer), b = pose_or_none(inner);
  const carom__dvec3 offset = dvec3(b.position.x, b.position.y, b.position.z);
  return (carom_pose){shifted(a.position, rotated(turn_of(a.rotation), offset)),
                      carom_quat_mul(a.rotation, b.rotation)};
}

carom_pose carom_pose_of_local(const carom_pose *body, const carom_local_pose *local) {
  if (!local) return carom_pose_mul(body, NULL);
  const carom_vec3 p = local->position;
  return carom_pose_mul(body, &(carom_pose){{(double)p.x, (double)p.y, (double)p.z}, local->rotation});
}

carom_pose carom_pose_inverse(const carom_pose *pose) {
  const carom_pose p = pose_or_none(pose);
  const dturn back = back_of(turn_of(p.rotation));
  const carom__dvec3 offset = rotated(back, dvec3(-p.position.x, -p.position.y, -p.position.z));
  return (carom_pose){{offset.x, offset.y, offset.z}, narrow(back)};
}

carom_pos carom_pose_point(const carom_pose *pose, carom_vec3 point) {
  const carom_pose p = pose_or_none(pose);
  return shifted(p.position, rotated(turn_of(p.rotation), dvec3_widen(point)));
}

carom_vec3 carom_pose_local_point(const carom_pose *pose, carom_pos point) {
  const carom_pose p = pose_or_none(pose);
  const carom__dvec3 way = dvec3(point.x - p.position.x, point.y - p.position.y, point.z - p.position.z);
  return dvec3_narrow(rotated(back_of(turn_of(p.rotation)), way));
}

/* vec.h: arithmetic of vectors, quaternions and matrices.
 *
 * Every formula has one fixed order of operations, so that it gives the same bits on every platform (the
 * build switches contraction off). */
#ifndef CAROM_BASE_VEC_H
#define CAROM_BASE_VEC_H

#include "arithmetic.h"
#include "carom/types.h"

/* The lesser and the greater of two numbers, and b of equal ones. Of 0 and -0 fmin may give either, and
 * processors differ. */
static inline float lesser_float(float a, float b) { return a < b ? a : b; }
static inline float greater_float(float a, float b) { return a > b ? a : b; }

/* x, or the end of -limit..limit that it is beyond. */
static inline float clamp_within(float x, float limit) { return x > limit ? limit : x < -limit ? -limit : x; }

static inline carom_vec3 vec3(float x, float y, float z) { return (carom_vec3){x, y, z}; }
static inline carom_vec3 vec3_add(carom_vec3 a, carom_vec3 b) {
  return vec3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline carom_vec3 vec3_sub(carom_vec3 a, carom_vec3 b) {
  return vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline carom_vec3 vec3_neg(carom_vec3 a) { return vec3(-a.x, -a.y, -a.z); }
static inline carom_vec3 vec3_scale(carom_vec3 a, float s) { return vec3(a.x * s, a.y * s, a.z * s); }
static inline carom_vec3 vec3_mul(carom_vec3 a, carom_vec3 b) {
  return vec3(a.x * b.x, a.y * b.y, a.z * b.z);
}
static inline carom_vec3 vec3_abs(carom_vec3 a) { return vec3(fabsf(a.x), fabsf(a.y), fabsf(a.z)); }
/* a + b * s */
static inline carom_vec3 vec3_mad(carom_vec3 a, carom_vec3 b, float s) {
  return vec3_add(a, vec3_scale(b, s));
}
static inline float vec3_dot(carom_vec3 a, carom_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline float vec3_norm1(carom_vec3 a) { return fabsf(a.x) + fabsf(a.y) + fabsf(a.z); }
static inline float vec3_length(carom_vec3 a) { return sqrtf(vec3_dot(a, a)); }
static inline carom_vec3 vec3_cross(carom_vec3 a, carom_vec3 b) {
  return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline carom_vec3 vec3_min(carom_vec3 a, carom_vec3 b) {
  return vec3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}
static inline carom_vec3 vec3_max(carom_vec3 a, carom_vec3 b) {
  return vec3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}
static inline carom_vec3 vec3_lerp(carom_vec3 a, carom_vec3 b, float t) {
  return vec3_mad(a, vec3_sub(b, a), t);
}
/* Coordinate 0, 1 or 2. */
static inline float vec3_get(carom_vec3 a, int i) { return i == 0 ? a.x : i == 1 ? a.y : a.z; }
static inline void vec3_set(carom_vec3 *a, int i, float value) {
  *(i == 0 ? &a->x : i == 1 ? &a->y : &a->z) = value;
}
static inline bool vec3_is_finite(carom_vec3 a) {
  return float_is_finite(a.x) && float_is_finite(a.y) && float_is_finite(a.z);
}
/* Is no coordinate farther from zero than the limit? */
static inline bool vec3_is_within(carom_vec3 a, float limit) {
  return fabsf(a.x) <= limit && fabsf(a.y) <= limit && fabsf(a.z) <= limit;
}
/* The axis of the largest coordinate; the first of equals. */
static inline int vec3_largest_axis(carom_vec3 a) {
  return a.x >= a.y && a.x >= a.z ? 0 : a.y >= a.z ? 1 : 2;
}
/* a / |a|; the fallback when a is so short that it has no direction. */
static inline carom_vec3 vec3_normalize_or(carom_vec3 a, carom_vec3 fallback) {
  float length = vec3_length(a);
  return length > 1e-18f ? vec3_scale(a, 1.0f / length) : fallback;
}

/* Positions: differences in double, then float. */
static inline carom_vec3 pos_sub(carom_pos a, carom_pos b) {
  return vec3((float)(a.x - b.x), (float)(a.y - b.y), (float)(a.z - b.z));
}
static inline carom_pos pos_add(carom_pos a, carom_vec3 b) {
  return (carom_pos){a.x + (double)b.x, a.y + (double)b.y, a.z + (double)b.z};
}
static inline bool pos_is_finite(carom_pos a) {
  return double_is_finite(a.x) && double_is_finite(a.y) && double_is_finite(a.z);
}

/* Matrices: columns x, y, z. */
static inline carom_mat3 mat3_identity(void) { return (carom_mat3){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; }
static inline carom_vec3 mat3_column(const carom_mat3 *m, int i) {
  return i == 0 ? m->x : i == 1 ? m->y : m->z;
}
/* m v: local to world when m is a rotation. */
static inline carom_vec3 mat3_mul_vec3(const carom_mat3 *m, carom_vec3 v) {
  return vec3(m->x.x * v.x + m->y.x * v.y + m->z.x * v.z, m->x.y * v.x + m->y.y * v.y + m->z.y * v.z,
              m->x.z * v.x + m->y.z * v.y + m->z.z * v.z);
}
/* transpose(m) v: world to local when m is a rotation. */
static inline carom_vec3 mat3_tmul_vec3(const carom_mat3 *m, carom_vec3 v) {
  return vec3(vec3_dot(m->x, v), vec3_dot(m->y, v), vec3_dot(m->z, v));
}
static inline carom_mat3 mat3_mul(const carom_mat3 *a, const carom_mat3 *b) {
  return (carom_mat3){mat3_mul_vec3(a, b->x), mat3_mul_vec3(a, b->y), mat3_mul_vec3(a, b->z)};
}
/* transpose(a) b */
static inline carom_mat3 mat3_tmul(const carom_mat3 *a, const carom_mat3 *b) {
  return (carom_mat3){mat3_tmul_vec3(a, b->x), mat3_tmul_vec3(a, b->y), mat3_tmul_vec3(a, b->z)};
}
static inline carom_mat3 mat3_transpose(const carom_mat3 *m) {
  return (carom_mat3){{m->x.x, m->y.x, m->z.x}, {m->x.y, m->y.y, m->z.y}, {m->x.z, m->y.z, m->z.z}};
}

/* Quaternions. */
static inline carom_quat quat_identity(void) { return (carom_quat){0, 0, 0, 1}; }
static inline bool quat_is_zero(carom_quat q) { return q.x == 0 && q.y == 0 && q.z == 0 && q.w == 0; }
static inline carom_quat quat_mul(carom_quat a, carom_quat b) {
  return (carom_quat){
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
/* In double, so that the result is a unit to the last bit or so. */
static inline carom_quat quat_normalize(carom_quat q) {
  double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
  double s = 1.0 / square_root(x * x + y * y + z * z + w * w);
  return (carom_quat){(float)(x * s), (float)(y * s), (float)(z * s), (float)(w * s)};
}
/* The rotation by a quaternion, where s is 2 / (its length squared). In double, so that each entry is that of
 * an exact rotation, rounded: matrices that are less orthonormal would cost the overlap test of boxes its
 * bound. */
static inline carom_mat3 mat3_from_scaled_quat(double x, double y, double z, double w, double s) {
  double xx = s * x * x, yy = s * y * y, zz = s * z * z, xy = s * x * y, xz = s * x * z, yz = s * y * z;
  double wx = s * w * x, wy = s * w * y, wz = s * w * z;
  return (carom_mat3){{(float)(1 - (yy + zz)), (float)(xy + wz), (float)(xz - wy)},
                      {(float)(xy - wz), (float)(1 - (xx + zz)), (float)(yz + wx)},
                      {(float)(xz + wy), (float)(yz - wx), (float)(1 - (xx + yy))}};
}
/* The rotation by a quaternion of any length; zero gives the identity. */
static inline carom_mat3 mat3_from_quat(double x, double y, double z, double w) {
  double square = x * x + y * y + z * z + w * w;
  return mat3_from_scaled_quat(x, y, z, w, square > 0 ? 2 / square : 0);
}
/* The same of one of the plane, whose zeros are all above zero. */
static inline carom_mat3 mat3_from_planar_quat(double z, double w) {
  double square = z * z + w * w, s = square > 0 ? 2 / square : 0, wz = s * w * z;
  float cosine = (float)(1 - s * z * z), sine = (float)(0 + wz);
  return (carom_mat3){{cosine, sine, 0}, {0 - sine, cosine, 0}, {0, 0, 1}};
}
static inline carom_mat3 quat_to_mat3(carom_quat q) {
  return mat3_from_quat((double)q.x, (double)q.y, (double)q.z, (double)q.w);
}

#endif

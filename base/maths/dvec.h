/* dvec.h: vectors in double, for results that float cannot hold exactly, such as products of two floats. */
#ifndef CAROM_BASE_DVEC_H
#define CAROM_BASE_DVEC_H

#include "arithmetic.h"
#include "carom/types.h"

typedef struct carom__dvec3 {
  double x, y, z;
} carom__dvec3;

/* The lesser and the greater of two numbers, and b of equal ones. Of 0 and -0 fmin and fmax may give either,
 * and processors differ: what goes out must not come from them where it can be zero. */
static inline double lesser_double(double a, double b) { return a < b ? a : b; }
static inline double greater_double(double a, double b) { return a > b ? a : b; }

/* Three orthonormal directions. */
typedef struct carom__basis {
  carom__dvec3 axes[3];
} carom__basis;

static inline carom__dvec3 dvec3(double x, double y, double z) { return (carom__dvec3){x, y, z}; }
static inline carom__dvec3 dvec3_widen(carom_vec3 v) { return dvec3((double)v.x, (double)v.y, (double)v.z); }
static inline carom_vec3 dvec3_narrow(carom__dvec3 v) {
  return (carom_vec3){(float)v.x, (float)v.y, (float)v.z};
}
static inline carom__dvec3 dvec3_add(carom__dvec3 a, carom__dvec3 b) {
  return dvec3(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline carom__dvec3 dvec3_sub(carom__dvec3 a, carom__dvec3 b) {
  return dvec3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline carom__dvec3 dvec3_scale(carom__dvec3 a, double s) { return dvec3(a.x * s, a.y * s, a.z * s); }
/* a + b s */
static inline carom__dvec3 dvec3_mad(carom__dvec3 a, carom__dvec3 b, double s) {
  return dvec3_add(a, dvec3_scale(b, s));
}
static inline double dvec3_dot(carom__dvec3 a, carom__dvec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double dvec3_length(carom__dvec3 a) { return square_root(dvec3_dot(a, a)); }
static inline carom__dvec3 dvec3_cross(carom__dvec3 a, carom__dvec3 b) {
  return dvec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline carom__dvec3 dvec3_min(carom__dvec3 a, carom__dvec3 b) {
  return dvec3(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}
static inline carom__dvec3 dvec3_max(carom__dvec3 a, carom__dvec3 b) {
  return dvec3(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}
static inline carom__dvec3 dvec3_abs(carom__dvec3 a) { return dvec3(fabs(a.x), fabs(a.y), fabs(a.z)); }
static inline carom__dvec3 dvec3_mul(carom__dvec3 a, carom__dvec3 b) {
  return dvec3(a.x * b.x, a.y * b.y, a.z * b.z);
}
/* To an array, where axes are reached by index, and back. */
static inline void dvec3_store(double out[3], carom__dvec3 v) { out[0] = v.x, out[1] = v.y, out[2] = v.z; }
static inline carom__dvec3 dvec3_load(const double v[3]) { return dvec3(v[0], v[1], v[2]); }
/* The coordinates of p along the directions of a basis. */
static inline carom__dvec3 basis_coordinates(const carom__basis *b, carom__dvec3 p) {
  return dvec3(dvec3_dot(b->axes[0], p), dvec3_dot(b->axes[1], p), dvec3_dot(b->axes[2], p));
}

/* A sum without any loss: rounded to double, and what the rounding took. */
typedef struct carom__exact_sum {
  double high, low;
} carom__exact_sum;

/* a + b (Knuth, 1969). */
static inline carom__exact_sum exact_sum(double a, double b) {
  double high = a + b, taken = high - a;
  return (carom__exact_sum){high, (a - (high - taken)) + (b - taken)};
}

/* A double >= a + b, and equal where the sum is exact. */
static inline double double_add_up(double a, double b) {
  carom__exact_sum sum = exact_sum(a, b);
  return sum.low > 0 ? nextafter(sum.high, (double)INFINITY) : sum.high;
}

/* The least float >= value, for values in the range of floats. */
static inline float double_round_up(double value) {
  float rounded = (float)value;
  return (double)rounded < value ? nextafterf(rounded, INFINITY) : rounded;
}

/* --- The plane --- */

typedef struct carom__dvec2 {
  double x, y;
} carom__dvec2;

static inline carom__dvec2 dvec2(double x, double y) { return (carom__dvec2){x, y}; }
static inline carom__dvec2 dvec2_widen(carom_vec2 v) { return dvec2((double)v.x, (double)v.y); }
static inline carom_vec2 dvec2_narrow(carom__dvec2 v) { return (carom_vec2){(float)v.x, (float)v.y}; }
static inline carom__dvec2 dvec2_add(carom__dvec2 a, carom__dvec2 b) { return dvec2(a.x + b.x, a.y + b.y); }
static inline carom__dvec2 dvec2_sub(carom__dvec2 a, carom__dvec2 b) { return dvec2(a.x - b.x, a.y - b.y); }
static inline carom__dvec2 dvec2_neg(carom__dvec2 a) { return dvec2(-a.x, -a.y); }
static inline carom__dvec2 dvec2_scale(carom__dvec2 a, double s) { return dvec2(a.x * s, a.y * s); }
/* a + b s */
static inline carom__dvec2 dvec2_mad(carom__dvec2 a, carom__dvec2 b, double s) {
  return dvec2_add(a, dvec2_scale(b, s));
}
static inline double dvec2_dot(carom__dvec2 a, carom__dvec2 b) { return a.x * b.x + a.y * b.y; }
/* How far b turns from a, counter-clockwise, as the sine times both lengths. */
static inline double dvec2_cross(carom__dvec2 a, carom__dvec2 b) { return a.x * b.y - a.y * b.x; }
static inline double dvec2_length(carom__dvec2 a) { return square_root(dvec2_dot(a, a)); }
/* A quarter turn, counter-clockwise. */
static inline carom__dvec2 dvec2_left(carom__dvec2 a) { return dvec2(-a.y, a.x); }
/* The coordinates along an axis and to its left. */
static inline carom__dvec2 dvec2_along(carom__dvec2 axis, carom__dvec2 a) {
  return dvec2(dvec2_dot(axis, a), dvec2_cross(axis, a));
}
/* The reverse: from such coordinates. */
static inline carom__dvec2 dvec2_turn(carom__dvec2 axis, carom__dvec2 a) {
  return dvec2(axis.x * a.x - axis.y * a.y, axis.y * a.x + axis.x * a.y);
}

#endif

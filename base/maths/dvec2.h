/* dvec2.h: vectors of the plane in double. */
#ifndef CAROM_BASE_DVEC2_H
#define CAROM_BASE_DVEC2_H

#include "arithmetic.h"
#include "carom/types.h"

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

/* plain_core.h: shapes around a point, a segment or a box, whose distances have closed forms. */
#ifndef CAROM_NARROWPHASE_PLAIN_CORE_H
#define CAROM_NARROWPHASE_PLAIN_CORE_H

#include "vec.h"

/* A point or a segment (a and b), or a box (its half extents are a, and b is zero), and the radius around it.
 */
typedef struct carom__plain_core {
  enum { CAROM__PLAIN_POINT, CAROM__PLAIN_SEGMENT, CAROM__PLAIN_BOX } kind;
  carom_vec3 a, b;
  double radius;
  double reach; /* of the shape from its origin, in the 1-norm */
} carom__plain_core;

static inline void plain_core_of_point(float radius, carom__plain_core *out) {
  out->kind = CAROM__PLAIN_POINT;
  out->a = out->b = vec3(0, 0, 0);
  out->radius = (double)radius;
  out->reach = 2 * out->radius;
}

static inline void plain_core_of_segment(carom_vec3 a, carom_vec3 b, float radius, carom__plain_core *out) {
  out->kind = CAROM__PLAIN_SEGMENT;
  out->a = a, out->b = b;
  out->radius = (double)radius;
  carom_vec3 middle = vec3_scale(vec3_add(a, b), 0.5f);
  out->reach = (double)(vec3_norm1(middle) + 0.5f * vec3_length(vec3_sub(b, a))) + 2 * out->radius;
}

static inline void plain_core_of_box(carom_vec3 half, float radius, carom__plain_core *out) {
  out->kind = CAROM__PLAIN_BOX;
  out->a = half;
  out->b = vec3(0, 0, 0); /* any number: it is read before the kind is asked */
  out->radius = (double)radius;
  out->reach = (double)vec3_norm1(half) + 2 * out->radius;
}

#endif

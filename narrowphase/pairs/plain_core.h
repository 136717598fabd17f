/* plain_core.h: shapes around a point, a segment or a box, whose distances have closed forms. */
#ifndef CAROM_NARROWPHASE_PLAIN_CORE_H
#define CAROM_NARROWPHASE_PLAIN_CORE_H

#include "carom/shape.h"

/* A point or a segment (a and b), or a box (its half extents are a, and b is zero), and the radius around it. */
typedef struct carom__plain_core {
  enum { CAROM__PLAIN_POINT, CAROM__PLAIN_SEGMENT, CAROM__PLAIN_BOX } kind;
  carom_vec3 a, b;
  double radius;
  double reach; /* of the shape from its origin, in the 1-norm */
} carom__plain_core;

/* False when a shape has another core. */
bool carom__plain_core_of(const carom_shape *shape, carom__plain_core *out);

#endif

/* near_triangles.h: how far a convex shape is from one that is made of triangles. */
#ifndef CAROM_NARROWPHASE_NEAR_TRIANGLES_H
#define CAROM_NARROWPHASE_NEAR_TRIANGLES_H

#include "pair_call.h"
#include "parts.h"

/* The nearest parts so far. */
typedef struct carom__measuring {
  float limit;         /* what is farther is not looked for */
  carom_status status; /* the worst of all */
  bool found;
  carom_distance_result best; /* distance 0 when they touch, and the rest zero */
} carom__measuring;

/* Keeps the distance of two parts if it is the least; false when they touch. */
carom__part_pair_fn carom__measure_parts;

/* Finds the distance up to the limit; false of other shapes. */
bool carom__triangles_measure(carom__site a, carom__site b, carom__measuring *out);

#endif

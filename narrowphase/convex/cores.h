/* cores.h: two convex cores with radii, as GJK, EPA and clipping see them: one convex set, the Minkowski
 * difference A - B of the cores, known by its support function (van den Bergen, 2003). */
#ifndef CAROM_NARROWPHASE_CORES_H
#define CAROM_NARROWPHASE_CORES_H

#include "placed.h"
#include "shape_class.h"

typedef struct carom__cores {
  const carom_shape *a, *b;
  const carom__shape_class *class_a, *class_b;
  const carom__relative *b_in_a;
  double radius_a, radius_b;
  double least_half; /* the least half extent of the shapes' OBBs */
  double size; /* how far both shapes reach from their origins and these from each other: rounding scales with
                  it */
  double
      touch; /* a gap up to this counts as touching: 4 u size, which covers the rounding of support points */
  double reach; /* a distance of the cores beyond which nobody asks how far they are: GJK may stop there */
} carom__cores;

/* A point of the difference, and the two points it is the difference of, all in A's frame. */
typedef struct carom__vertex {
  carom__dvec3 w, a, b; /* w = a - b */
  uint32_t index_a, index_b;
} carom__vertex;

/* The reach is set to infinity. */
carom__cores carom__cores_make(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a);

/* The farthest point of A - B along a direction, of any length but zero that floats can have; the choice of
 * the vertices is rounded to float. */
carom__vertex carom__cores_support(const carom__cores *cores, carom__dvec3 direction);

/* Do both cores have numbered vertices? Else the indices of a carom__vertex are nothing but names. */
bool carom__cores_have_vertices(const carom__cores *cores);

/* A point well inside A minus one well inside B. */
carom__dvec3 carom__cores_center(const carom__cores *cores);

#endif

/* further.h: more points of two faces than the four of a manifold. */
#ifndef CAROM_NARROWPHASE_FURTHER_H
#define CAROM_NARROWPHASE_FURTHER_H

#include "manifold.h"

/* How many points a manifold has with those that go beyond it. */
#define CAROM__POINTS_MAX (2 * CAROM_MANIFOLD_POINTS)

/* All points that the faces of a pair have along the normal of its manifold, of which a manifold has four.
 * They and the normal are in A's frame. */
typedef struct carom__all_points {
  carom__relative b_in_a;
  carom_vec3 normal;
  uint32_t count;
  carom__point points[CAROM__CANDIDATES];
} carom__all_points;

/* Finds them within a margin. There are none where no face lies square to the normal, and none of shapes of
 * the plane, of shapes that are not convex, and of a manifold with fewer than three points. */
void carom__all_points_find(carom__site a, carom__site b, float margin, const carom_manifold *manifold,
                            carom__all_points *out);

/* What has come to a manifold of three points or four: nothing, a fourth point, or such as go beyond four. */
typedef enum carom__more { CAROM__NO_MORE, CAROM__FULL, CAROM__MORE } carom__more;

/* Adds a fourth point to a manifold that lacks it, and writes the points that go beyond four, at most four
 * more. If there are any, both have their deepest point first. No two names are the same. What is left out
 * would widen the polygon of the others by less than 1/128 of its diagonal. Of more points remain those that
 * widen it most, and what touches before what is apart. Those of `known` (NULL: none), by their indices,
 * count twice, so that small changes of the poses change no choice. */
carom__more carom__further_points(carom__site a, const carom__all_points *all, const bool *known,
                                  carom_manifold *manifold, carom_manifold *further);

#endif

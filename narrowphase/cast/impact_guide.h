/* impact_guide.h: the directions along which the gap of two moving cores is measured. */
#ifndef CAROM_NARROWPHASE_IMPACT_GUIDE_H
#define CAROM_NARROWPHASE_IMPACT_GUIDE_H

#include "box_gap.h"
#include "impact_motion.h"

/* The sine of the angle between two edges below which their cross product is not followed. */
#define CAROM__PARALLEL_EDGES (1.0 / 16)

/* A direction in the world, from A to B, that follows a feature: fixed to A's frame or to B's, or square to
 * an edge of each, the way a separating axis of two polytopes turns with what it belongs to. */
typedef struct carom__guide {
  enum { CAROM__GUIDE_A, CAROM__GUIDE_B, CAROM__GUIDE_EDGES } kind;
  carom__dvec3 of_a, of_b; /* the direction, or an edge, unit, in each one's frame */
  double scale;            /* of the cross product of the edges, for a unit length at first */
} carom__guide;

/* The guide for the direction that GJK found at a moment. */
carom__guide carom__guide_make(const carom__motions *motions, const carom__moment *at,
                               const carom__gjk_result *nearest);

/* The same, but where a line of the side of a cylinder or a cone meets an edge, the direction follows both.
 * What is as thin as a needle turns its normals fast, and no frame turns with them. */
carom__guide carom__guide_along_sides(const carom__motions *motions, const carom__moment *at,
                                      const carom__gjk_result *nearest);

/* The guide along the axis that parts two boxes most. */
carom__guide carom__guide_of_boxes(const carom__box_gap *gap);

/* The guide along the line between the shapes' centers at a moment. */
carom__guide carom__guide_between_centers(const carom__motions *motions, const carom__moment *at);

/* Finds until when the cores stay farther apart than `least` along the guide, at most until 1, when they are
 * at that moment: the result is proved, but not the latest time of which it holds. Returns the moment's time
 * when they are not. `guess` is after what time they may come as near as that; it only decides how far is
 * looked ahead. */
double carom__apart_until(const carom__motions *motions, const carom__guide *guide, const carom__moment *at,
                          double least, double guess);

#endif

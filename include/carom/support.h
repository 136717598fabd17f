/* carom/support.h: support functions, and GJK on those of the game.
 *
 * The support function of a convex set tells its farthest point along a direction, and that is all that GJK
 * needs to know of it. Two sets A and B are seen as one, their Minkowski difference of all a - b with a in A
 * and b in B: they overlap when it holds the origin, else its point nearest to the origin tells their
 * distance. (Gilbert, Johnson and Keerthi, 1988; van den Bergen, 2003; Ericson, 2005.)
 *
 * All functions are pure, but for what the game's functions do, and may be called from any thread. A NULL
 * pointer gives CAROM_NULL_ARGUMENT; a direction need not be unit, but CAROM_NOT_FINITE and CAROM_NOT_UNIT,
 * of one without a length, are refused. */
#ifndef CAROM_SUPPORT_H
#define CAROM_SUPPORT_H

#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds a point of a shape, with its radius, that is farthest along a direction of the world, within 4 u of
 * the shape's size (u = 2^-24). Shapes and poses are refused as in collide.h; CAROM_NOT_PLANAR when a planar
 * shape is asked about a direction that leaves the plane. */
CAROM_API carom_status carom_support(const carom_shape *shape, const carom_pose *pose, carom_vec3 direction,
                                     carom_pos *out);

/* A point of a Minkowski difference. */
typedef struct carom_minkowski_point {
  carom_vec3 difference; /* point_a - point_b */
  carom_pos point_a, point_b;
} carom_minkowski_point;

/* Finds the point of A - B that is farthest along a direction: A's along it less B's against it. Refuses what
 * carom_support does, and CAROM_WRONG_FAMILY. */
CAROM_API carom_status carom_minkowski_support(const carom_shape *a, const carom_pose *pose_a,
                                               const carom_shape *b, const carom_pose *pose_b,
                                               carom_vec3 direction, carom_minkowski_point *out);

/* Returns the point of a convex set that is farthest along a unit direction, or one of these. The same set
 * must answer all calls. */
typedef carom_vec3 (*carom_support_fn)(void *user, carom_vec3 direction);

/* A convex set: all points within radius of what a support function describes. Its points lie within
 * CAROM_SIZE_MAX of zero; a set may be flat, a segment or a point. */
typedef struct carom_convex {
  carom_support_fn support;
  void *user;   /* handed to support as it is */
  float radius; /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_convex;

/* Computes the distance of two sets, which are given in one frame, and their nearest points, by GJK; as
 * carom_distance for shapes. The distance is within 8 u s of the true one, where s is how far both sets reach
 * from the origin of the frame (1-norm), if the points of the support functions are within u s of being
 * farthest; sets that are no more than 8 u s apart may count as touching. That is proved for each answer by
 * the last point that the functions gave: CAROM_NOT_CONVERGED when it proves less, as it may where they tell
 * something else each time. Each is called some dozens of times at most, about 200 if nothing converges.
 * CAROM_NOT_FINITE and CAROM_OUT_OF_RANGE for a point, CAROM_NOT_FINITE and CAROM_BAD_SIZE for a radius. */
CAROM_API carom_status carom_gjk(const carom_convex *a, const carom_convex *b, carom_distance_result *out);

#ifdef __cplusplus
}
#endif

#endif

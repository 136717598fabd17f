/* carom/support.h: support functions, and GJK on support functions of the game.
 *
 * The support function of a convex set returns its farthest point along a direction. GJK needs to know no
 * more about a set. It combines two sets A and B into their Minkowski difference, which is the set of all a -
 * b with a in A and b in B. The sets overlap when this difference contains the origin. Otherwise its point
 * closest to the origin gives their distance. (Gilbert, Johnson and Keerthi, 1988; van den Bergen, 2003;
 * Ericson, 2005.)
 *
 * All functions are pure, except for what the game's functions do, and any thread may call them. A NULL
 * pointer gives CAROM_NULL_ARGUMENT. A direction need not be unit. CAROM_NOT_FINITE refuses one that is not
 * finite, and CAROM_NOT_UNIT one without length. */
#ifndef CAROM_SUPPORT_H
#define CAROM_SUPPORT_H

#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds a point of a shape, including its radius, that is farthest along a direction in world axes. It is
 * farthest within 4 u of the shape's size, where u = 2^-24. Shapes and poses are refused as in collide.h.
 * CAROM_NOT_CONVEX refuses meshes, fields and compounds, which have no support function, CAROM_UNBOUNDED
 * half-spaces, and CAROM_NOT_PLANAR a direction that leaves the plane for a planar shape. */
CAROM_API carom_status carom_support(const carom_shape *shape, const carom_pose *pose, carom_vec3 direction,
                                     carom_pos *out);

/* A point of a Minkowski difference. */
typedef struct carom_minkowski_point {
  carom_vec3 difference;      /* point_a - point_b */
  carom_pos point_a, point_b; /* the points of A and of B that it comes from */
} carom_minkowski_point;

/* Finds the point of A - B that is farthest along a direction: the farthest point of A along it, minus the
 * farthest point of B against it. The errors are those of carom_support, and CAROM_WRONG_FAMILY. */
CAROM_API carom_status carom_minkowski_support(const carom_shape *a, const carom_pose *pose_a,
                                               const carom_shape *b, const carom_pose *pose_b,
                                               carom_vec3 direction, carom_minkowski_point *out);

/* Returns a point of a convex set that is farthest along a unit direction. Any such point will do. All calls
 * must answer for the same set. */
typedef carom_vec3 (*carom_support_fn)(void *user, carom_vec3 direction);

/* A convex set: all points within radius of the set that a support function describes. The points of that
 * function lie within CAROM_SIZE_MAX of zero. The set may be flat, a segment or a point. */
typedef struct carom_convex {
  carom_support_fn support; /* finds the farthest point of the shape in a direction */
  void *user;               /* passed to support unchanged */
  float radius;             /* 0, or CAROM_SIZE_MIN..CAROM_SIZE_MAX */
} carom_convex;

/* Computes the distance of two sets in one frame and their closest points by GJK, as carom_distance does for
 * shapes. The distance is within 8 u s of the true one if the points of the support functions are farthest
 * within u s. Here u = 2^-24, and s is how far both sets reach from the origin of the frame (1-norm). Sets
 * that are no more than 8 u s apart may count as touching.
 *
 * The last point that the functions return proves each answer. CAROM_NOT_CONVERGED means that it proves less,
 * which may happen when the functions do not always return the same point. The call asks each function some
 * dozens of times at most, and about 200 times if nothing converges. Errors: CAROM_NOT_FINITE and
 * CAROM_OUT_OF_RANGE for a point, CAROM_NOT_FINITE and CAROM_BAD_SIZE for a radius. */
CAROM_API carom_status carom_gjk(const carom_convex *a, const carom_convex *b, carom_distance_result *out);

#ifdef __cplusplus
}
#endif

#endif

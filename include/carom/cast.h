/* carom/cast.h: two shapes and a motion in, the first moment at which they touch out; no world needed.
 *
 * All functions are pure and may be called from any thread. What carom_collide refuses is refused here, with
 * the same status, and leaves *out alone. Normals point from A to B.
 *
 * A touch that there is at the start is an answer, too: `inside`, at fraction 0. It is one exactly when
 * carom_overlap says that the shapes touch at their first poses; one-sided links let pass what is behind them
 * (chain.h). What leans on a wall and is to slide along it must therefore keep a gap; see the margin of
 * carom_time_of_impact.
 *
 * No touch is missed, however thin the shapes are and however fast they move or turn: between the start and
 * the fraction of a hit, or the end without one, the gap is proved to be above the margin the whole way. A
 * hit may come early, never late: at its fraction, with the poses of carom_motion_pose, the gap is at most
 * 5/4 of the margin and 16 u s, where u = 2^-24 and s is the sum of how far both shapes' OBBs reach from
 * their origins (1-norms of centre and half extents). So what passes by within this gap may count as a hit.
 * (Conservative advancement: Mirtich, 1996; on GJK distances: van den Bergen, 2004.) */
#ifndef CAROM_CAST_H
#define CAROM_CAST_H

#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A motion between two poses. At a fraction t of it the position is (1 - t) from + t to, and the rotation is
 * the quaternion (1 - t) from + t to, normalised, where the sign of `to` is chosen for the shorter way: a
 * turn about one axis, of at most half a turn, fastest in the middle. */
typedef struct carom_motion {
  carom_pose start, end;
} carom_motion;

/* Writes the pose at a fraction (0..1, CAROM_OUT_OF_RANGE beyond) of a motion, e.g. that of an impact. */
CAROM_API carom_status carom_motion_pose(const carom_motion *motion, double fraction, carom_pose *out);

/* When and where two moving shapes first touch. */
typedef struct carom_impact {
  bool hit;            /* false: fraction 1, and the rest but for iterations is zero */
  bool inside;         /* they touch at the start: fraction 0 */
  double fraction;     /* 0..1 of the motion; double, because a motion may be far longer than the shapes */
  carom_vec3 normal;   /* unit, from A to B there; inside: the direction of least penetration */
  carom_pos point;     /* midway between the surfaces where they meet; inside: at the deepest point */
  float distance;      /* the gap that is left there; inside: 0 */
  uint32_t iterations; /* distances, or bounds of them, that were computed */
} carom_impact;

/* Moves B along a translation, without turning, while A stands still. CAROM_OUT_OF_RANGE when a component of
 * the translation exceeds 2 CAROM_POSITION_MAX. A translation of zero asks whether they touch. */
CAROM_API carom_status carom_cast_shape(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                        const carom_pose *pose_b, carom_vec3 translation, carom_impact *out);

/* Finds when A and B, both of which move and turn, first come as near as the margin: 0..CAROM_SIZE_MAX
 * (CAROM_OUT_OF_RANGE), 0 for a touch. A margin makes it faster, and gives back a pose at which the shapes
 * are apart, so that the next motion may start there; when they start apart but within the margin the hit is
 * at fraction 0 and not `inside`.
 *
 * CAROM_NOT_CONVERGED when the shapes stay so near to each other on the way, turning, that no answer is
 * proved in 128 distances: e.g. a large wheel that rolls at a thousandth of its size above the floor, when
 * the margin is zero. */
CAROM_API carom_status carom_time_of_impact(const carom_shape *a, const carom_motion *motion_a,
                                            const carom_shape *b, const carom_motion *motion_b, float margin,
                                            carom_impact *out);

/* One call of carom_cast_shape. */
typedef struct carom_shape_cast {
  carom_shape a, b;
  carom_pose pose_a, pose_b;
  carom_vec3 translation; /* of B */
} carom_shape_cast;

/* One call of carom_time_of_impact. */
typedef struct carom_sweep {
  carom_shape a, b;
  carom_motion motion_a, motion_b;
  float margin;
} carom_sweep;

/* The functions on many things give one answer each, the same as one call each would. Each gets its status
 * too, unless statuses is NULL; the answer of one that was refused, or is CAROM_NOT_CONVERGED, stays as it
 * was, and the others are computed. The status that is returned is the first bad one, or CAROM_OK. Arrays of
 * count 0 may be NULL; any other that is NULL, but for statuses, gives CAROM_NULL_ARGUMENT and writes
 * nothing. */
CAROM_API carom_status carom_cast_shapes(const carom_shape_cast *casts, size_t count, carom_impact *out,
                                         carom_status *statuses);
CAROM_API carom_status carom_times_of_impact(const carom_sweep *sweeps, size_t count, carom_impact *out,
                                             carom_status *statuses);

/* Casts many rays against one shape; its status, when it or its pose is refused, is returned and nothing is
 * written. */
CAROM_API carom_status carom_cast_rays(const carom_shape *shape, const carom_pose *pose,
                                       const carom_ray *rays, size_t count, carom_ray_result *out,
                                       carom_status *statuses);

#ifdef __cplusplus
}
#endif

#endif

/* carom/cast.h: shape casts and times of impact of two shapes, without a world.
 *
 * All functions are pure, and any thread may call them. They refuse what carom_collide refuses, with the same
 * status, and leave *out unchanged. Normals point from A to B.
 *
 * A touch at the start is a hit too: `inside` is true and the fraction is 0. This happens exactly when
 * carom_overlap says that the shapes touch at their start poses. A shape that shall slide along a wall must
 * therefore keep a gap to it; see the margin of carom_time_of_impact.
 *
 * One-sided links let shapes behind them pass (chain.h), and so do the triangles of one-sided meshes and
 * solids. What meets an edge or an end along their plane or line, up to a sine of 2^-16, comes from neither
 * side: it is a hit where the surface ends, and passes where the surface goes on.
 *
 * No touch is missed, however thin the shapes are and however fast they move or turn. The gap is proved to be
 * above the margin from the start to the fraction of the hit, or to the end if there is no hit. A hit may
 * come early and never late. At its fraction, with the poses of carom_motion_pose, the gap is at most 5/4 of
 * the margin plus 16 u s. Here u = 2^-24, and s is the sum of how far both shapes' OBBs reach from their
 * origins (1-norms of centre and half extents). A half-space counts as a box that lies below the whole way of
 * the other shape. A shape that passes by within this gap may therefore count as a hit. (Conservative
 * advancement: Mirtich, 1996; on GJK distances: van den Bergen, 2004.) */
#ifndef CAROM_CAST_H
#define CAROM_CAST_H

#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A motion between two poses. At fraction t the position is (1 - t) start + t end. The rotation is the
 * quaternion (1 - t) start + t end, normalised, where the sign of the end quaternion gives the shorter way.
 * This is a turn about one axis by at most half a turn, fastest in the middle. */
typedef struct carom_motion {
  carom_pose start, end; /* the first and the last pose */
} carom_motion;

/* Writes the pose at a fraction of a motion, e.g. the pose at an impact. CAROM_OUT_OF_RANGE refuses a
 * fraction outside 0..1. */
CAROM_API carom_status carom_motion_pose(const carom_motion *motion, double fraction, carom_pose *out);

/* When and where two moving shapes first touch. */
typedef struct carom_impact {
  bool hit;    /* false: fraction 1, and the rest is zero, except iterations */
  bool inside; /* they touch at the start: fraction 0 */
  /* 0..1 of the motion. It is double because a motion may be much longer than the shapes. */
  double fraction;
  carom_vec3 normal; /* unit, from A to B at the hit; inside: the direction of least penetration */
  carom_pos point;   /* midway between the surfaces at the hit; inside: at the deepest point */
  /* the remaining gap at the hit; inside: 0. Of a mesh, a field or a compound, normal, point and distance are
   * those of the part that is the first within the margin, or the nearest of those that are at the start:
   * later others may be nearer by a fifth of the distance. */
  float distance;
  uint32_t iterations; /* the number of distances, or bounds of distances, that were computed */
  /* where meshes and compounds meet: the numbers that the game gave to children and to triangles, and the
   * materials there, as in a patch (patch.h); zero for a shape that has none */
  uint32_t child_a, child_b;
  uint32_t triangle_a, triangle_b; /* see child_a */
  uint8_t material_a, material_b;  /* see child_a */
} carom_impact;

/* Moves B along a translation without turning, while A stands still. CAROM_OUT_OF_RANGE refuses a translation
 * with a component beyond 2 CAROM_POSITION_MAX. A translation of zero asks whether they touch. */
CAROM_API carom_status carom_cast_shape(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                        const carom_pose *pose_b, carom_vec3 translation, carom_impact *out);

/* Finds when A and B, which both move and turn, first come within the margin. The margin lies in
 * 0..CAROM_SIZE_MAX (CAROM_OUT_OF_RANGE otherwise), and 0 asks for a touch. A positive margin makes the call
 * faster. It also gives a pose at which the shapes are apart, so that the next motion may start there. When
 * they start apart but within the margin, the hit is at fraction 0 and is not `inside`.
 *
 * CAROM_NOT_CONVERGED means that 128 distances prove no answer, because the shapes turn and stay very near
 * each other on the way. An example is a large wheel that rolls at a thousandth of its size above the floor,
 * with a margin of zero. */
CAROM_API carom_status carom_time_of_impact(const carom_shape *a, const carom_motion *motion_a,
                                            const carom_shape *b, const carom_motion *motion_b, float margin,
                                            carom_impact *out);

/* The arguments of one call of carom_cast_shape. */
typedef struct carom_shape_cast {
  carom_shape a, b;          /* the shape that stands still, and the one that moves */
  carom_pose pose_a, pose_b; /* their poses at the start */
  carom_vec3 translation;    /* of B */
} carom_shape_cast;

/* The arguments of one call of carom_time_of_impact. */
typedef struct carom_sweep {
  carom_shape a, b;                /* the two shapes */
  carom_motion motion_a, motion_b; /* their motions in the same time */
  float margin;                    /* the gap that counts as a hit */
} carom_sweep;

/* Computes carom_cast_shape for each element of an array and writes out[i] for casts[i].
 *
 * This holds for all functions of this header that take arrays. The answers are those of single calls. Each
 * element gets its status too, unless statuses is NULL. The answer of an element that is refused, or is
 * CAROM_NOT_CONVERGED, stays unchanged, and the others are computed. The call returns the first bad status,
 * or CAROM_OK. Arrays may be NULL when count is 0. Any other NULL array, except statuses, gives
 * CAROM_NULL_ARGUMENT, and nothing is written. */
CAROM_API carom_status carom_cast_shapes(const carom_shape_cast *casts, size_t count, carom_impact *out,
                                         carom_status *statuses);

/* Computes carom_time_of_impact for each element of an array, as carom_cast_shapes does, and writes out[i]
 * for sweeps[i]. */
CAROM_API carom_status carom_times_of_impact(const carom_sweep *sweeps, size_t count, carom_impact *out,
                                             carom_status *statuses);

/* Casts many rays against one shape, as carom_cast_shapes does, and writes out[i] for rays[i]. If the shape
 * or its pose is refused, the call returns that status and writes nothing. */
CAROM_API carom_status carom_cast_rays(const carom_shape *shape, const carom_pose *pose,
                                       const carom_ray *rays, size_t count, carom_ray_result *out,
                                       carom_status *statuses);

#ifdef __cplusplus
}
#endif

#endif

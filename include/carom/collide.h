/* carom/collide.h: two shapes in, an answer out; no world needed.
 *
 * All functions are pure and may be called from any thread. A shape that carom_shape_check refuses, a pose
 * that is not finite, out of range or not a unit rotation, and a NULL pointer give a status and leave *out
 * alone; so do a spatial and a planar shape together (CAROM_WRONG_FAMILY, shape.h). Normals point from A to
 * B; separation is positive when apart and negative when overlapping.
 *
 * Touching: two shapes touch when they have a point in common, up to rounding: a gap of at most 8 u s may
 * count as touching, where u = 2^-24 and s is the sum of the shapes' sizes and of their distance; shapes that
 * overlap are never reported apart. */
#ifndef CAROM_COLLIDE_H
#define CAROM_COLLIDE_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One point where two shapes touch. */
typedef struct carom_contact_point {
  carom_pos position; /* midway between the two surfaces */
  float separation;   /* <= 0: how deep the shapes overlap here, along the normal */
  uint32_t feature;   /* which features of A and B meet: stays the same while they do */
} carom_contact_point;

#define CAROM_MANIFOLD_POINTS 4

/* How two shapes touch; all zero, the normal too, when they do not. Points from point_count on are written,
 * as zero. */
typedef struct carom_manifold {
  carom_vec3 normal; /* unit, from A to B: moving B along it by the greatest depth parts the shapes */
  uint32_t point_count;
  carom_contact_point points[CAROM_MANIFOLD_POINTS];
} carom_manifold;

/* Computes how A and B touch. Boxes: the axis of least penetration of fifteen, preferring faces (a
 * documented, size-relative preference: see docs/narrowphase.md), and the incident face clipped (Gottschalk
 * et al., 1996; Ericson, 2005). Round shapes: closed forms. Hulls: GJK (Gilbert, Johnson and Keerthi, 1988;
 * van den Bergen, 2003) while only the radii overlap, EPA (van den Bergen, 2001) beyond, then face clipping.
 * Hulls that are all but equally deep in very many directions (fine balls with one centre) take the time of
 * looking at all their faces and edges. Cylinders and cones: EPA, then Newton's method; in closed form with
 * spheres, and where the axes of two cylinders, cones or capsules are parallel. Where these are nearly on one
 * axis, but not quite, the depth may be greater than the least by 2^-9 of it or of the least half extent.
 * Planar shapes touch in one or two points, along the axis of the least depth within 8 u s, found by the
 * normals of their edges and, where these are all but as good, by a walk around their Minkowski difference;
 * of two rectangles by their four axes, and of a disc and one of them in closed form. CAROM_NOT_CONVERGED
 * when the depth is known less well than that, which is not known to happen. */
CAROM_API carom_status carom_collide(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                     const carom_pose *pose_b, carom_manifold *out);

/* Tells whether A and B touch; always agrees with carom_collide, but for links of chains (chain.h). */
CAROM_API carom_status carom_overlap(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                     const carom_pose *pose_b, bool *out);

/* How far apart two shapes are. */
typedef struct carom_distance_result {
  float distance; /* carom_distance: 0 when they touch, then the rest is zero; carom_signed_distance: < 0 */
  carom_vec3 normal; /* unit, from A to B */
  carom_pos point_a; /* the nearest point of A */
  carom_pos point_b; /* the nearest point of B */
} carom_distance_result;

/* Computes the distance of A and B and their nearest points, by closed forms or GJK. CAROM_NOT_CONVERGED when
 * GJK reaches its bound of iterations. */
CAROM_API carom_status carom_distance(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                      const carom_pose *pose_b, carom_distance_result *out);

/* Computes the signed distance of A and B: their distance when apart, and when they overlap minus the length
 * of the least translation that parts them, which is along the normal. Unlike a manifold's depth it is free
 * of any preference for faces. The points are the nearest ones, or the two deepest along the normal; shapes
 * that barely touch may give -0.0 .. 0. Agrees with carom_overlap: <= 0 exactly when they touch. By GJK, and
 * where the cores overlap as in carom_collide, within the same bounds of the least depth;
 * CAROM_NOT_CONVERGED as there. */
CAROM_API carom_status carom_signed_distance(const carom_shape *a, const carom_pose *pose_a,
                                             const carom_shape *b, const carom_pose *pose_b,
                                             carom_distance_result *out);

/* How far a shape is from a point. */
typedef struct carom_point_distance {
  bool inside;       /* the point lies in the shape: distance 0, normal zero, point itself */
  float distance;    /* above 0 unless inside */
  carom_vec3 normal; /* unit, out of the surface, towards the point that was asked about */
  carom_pos point;   /* the nearest one of the shape */
} carom_point_distance;

/* Computes how far a solid shape is from a point; inside exactly when a ray that begins there does. Within
 * 8 u of the shape's size and its distance. CAROM_NOT_CONVERGED as in carom_distance. */
CAROM_API carom_status carom_distance_to_point(const carom_shape *shape, const carom_pose *pose,
                                               const carom_pos *point, carom_point_distance *out);

/* A segment through the world. */
typedef struct carom_ray {
  carom_pos origin;
  carom_vec3 translation; /* from origin to the end; zero asks whether the origin is inside */
} carom_ray;

/* Where a ray met a shape. */
typedef struct carom_ray_result {
  bool hit;          /* false: the rest is zero */
  bool inside;       /* the ray begins inside: fraction 0, normal zero, point the origin */
  float fraction;    /* 0..1 along the translation */
  carom_vec3 normal; /* unit, out of the surface */
  carom_pos point;
} carom_ray_result;

/* Casts a ray against a solid shape. CAROM_OUT_OF_RANGE when a component of the translation exceeds
 * 2 CAROM_POSITION_MAX. */
CAROM_API carom_status carom_cast_ray(const carom_shape *shape, const carom_pose *pose, const carom_ray *ray,
                                      carom_ray_result *out);

#ifdef __cplusplus
}
#endif

#endif

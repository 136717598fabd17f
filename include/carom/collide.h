/* carom/collide.h: contact, overlap, distance and ray functions on two shapes, without a world.
 *
 * All functions are pure, and any thread may call them. They return a status and leave *out unchanged for any
 * invalid argument. A shape is invalid when carom_shape_check refuses it. A pose is invalid when it is not
 * finite, out of range or not a unit rotation. A NULL pointer is invalid too. A spatial and a planar shape
 * together give CAROM_WRONG_FAMILY (shape.h). Normals point from A to B. A separation is positive when the
 * shapes are apart and negative when they overlap.
 *
 * Two shapes touch when they have a point in common, up to rounding. Let u = 2^-24, and let s be the sum of
 * the shapes' sizes and their distance. A gap of at most 8 u s may count as touching. Shapes that overlap are
 * never reported as apart. */
#ifndef CAROM_COLLIDE_H
#define CAROM_COLLIDE_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One point at which two shapes touch. */
typedef struct carom_contact_point {
  carom_pos position; /* midway between the two surfaces */
  /* <= 0: minus the depth of the overlap here, along the normal; > 0: how far the surfaces are apart, from
   * carom_collide_within alone */
  float separation;
  /* identifies the features of A and B that meet; constant while they do. In a world with persistent
   * manifolds (world.h) it identifies the point from step to step. */
  uint32_t feature;
} carom_contact_point;

/* A manifold has at most this many points. */
#define CAROM_MANIFOLD_POINTS 4

/* The contact manifold of two shapes. All of it is zero, including the normal, when they do not touch. Points
 * from point_count on are zero. */
typedef struct carom_manifold {
  carom_vec3 normal;    /* unit, from A to B; moving B along it by the greatest depth separates the shapes */
  uint32_t point_count; /* the number of points; 0: no contact */
  carom_contact_point points[CAROM_MANIFOLD_POINTS]; /* the first point_count are valid */
} carom_manifold;

/* Computes the contact manifold of A and B.
 *  - Two boxes: the least penetration of fifteen separating axes, with a preference for faces that is
 *    relative to size (docs/narrowphase.md). The incident face is then clipped. (Gottschalk et al., 1996;
 *    Ericson, 2005.)
 *  - Round shapes: closed forms.
 *  - Hulls: GJK while only the radii overlap (Gilbert, Johnson and Keerthi, 1988; van den Bergen, 2003), EPA
 *    otherwise (van den Bergen, 2001), then face clipping. Two hulls whose depth is almost the same in very
 *    many directions, e.g. fine spheres with one centre, cost a test of all their faces and edges.
 *  - Cylinders and cones: EPA, then Newton's method. The forms are closed with spheres, boxes and triangles,
 *    and for parallel axes of two cylinders, cones, frustums or capsules. When the two axes nearly but not
 *    quite coincide, the depth may exceed the least depth by 2^-9 of it or of the least half extent. It may
 *    by 5/4 of that when it is the same in endlessly many directions.
 *  - Ellipsoids and tapered capsules: the same, in closed form with spheres. When the depth is almost the
 *    same in very many directions, e.g. of two on one axis or of near balls around one centre, it may exceed
 *    the least depth by 2^-5 of it or of the least half extent.
 *  - Planar shapes: one or two points along the axis of least depth, within 8 u s. The edge normals give the
 *    axis. A walk around the Minkowski difference decides between axes that are almost equal. Two rectangles
 *    use their four axes, and a disc with a rectangle uses a closed form.
 *  - Meshes, fields and compounds: the deepest of all patches (patch.h).
 *
 * CAROM_NOT_CONVERGED means that the depth is known less well than this. The only case known is that of two
 * rounded boxes whose longest sides are 1e11 times as long as their shortest ones. */
CAROM_API carom_status carom_collide(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                     const carom_pose *pose_b, carom_manifold *out);

/* Computes the contact manifold of A and B, which may be apart by a margin, 0..CAROM_SIZE_MAX. With 0 it is
 * that of carom_collide.
 *  - Shapes that touch have the points of carom_collide. A manifold that has room left also has points where
 *    the same two faces are apart by at most the margin, with a positive separation. A single point may be an
 *    end of an edge that leans on a face by less than 0.8 degrees: then the other end is there, too, also
 *    where it touches.
 *  - Shapes apart have a manifold when carom_distance is at most the margin. Its normal is the direction of
 *    the closest points, and its least separation is the distance, both up to a rounding of 16 u s. Faces
 *    that look at each other along it have up to four points within the margin. All else has one, midway
 *    between the closest points.
 *  - A mesh, a field, a compound or a link of a chain has the points of carom_collide, or one when it is
 *    apart.
 * So a solver knows of what is about to touch (speculative contacts; Catto, 2013). Errors: those of
 * carom_collide, and CAROM_NOT_FINITE and CAROM_OUT_OF_RANGE for the margin. */
CAROM_API carom_status carom_collide_within(const carom_shape *a, const carom_pose *pose_a,
                                            const carom_shape *b, const carom_pose *pose_b, float margin,
                                            carom_manifold *out);

/* Where a contact point lies on the two surfaces, each place in the frame of its own side. The places move
 * with their sides, while the position of the point is true only until one of them moves. */
typedef struct carom_anchors {
  carom_vec3 a, b; /* the places on A and on B, each in the frame of its side */
} carom_anchors;

/* Computes the anchors of the points of a manifold or of a patch (patch.h), in their order, and writes count
 * of them to out. `normal` is that of the manifold or patch. pose_a and pose_b are the poses of the shapes,
 * or those of their bodies, at the time of the contact. As long as the sides have moved little since then,
 * the separation of a point is about the way from anchor a to anchor b along the normal. A solver of small
 * steps follows its contacts so. (Catto, Solver2D, 2024.)
 *
 * points and out may be NULL when count is 0. CAROM_NOT_FINITE and CAROM_OUT_OF_RANGE refuse a point or a
 * normal that no manifold has. */
CAROM_API carom_status carom_contact_points_get_anchors(const carom_contact_point *points, size_t count,
                                                        carom_vec3 normal, const carom_pose *pose_a,
                                                        const carom_pose *pose_b, carom_anchors *out);

/* Tells whether A and B touch. It always agrees with carom_collide, except for links of chains (chain.h). */
CAROM_API carom_status carom_overlap(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                     const carom_pose *pose_b, bool *out);

/* The distance of two shapes. */
typedef struct carom_distance_result {
  /* from carom_distance: 0 when they touch, and then the rest is zero; from carom_signed_distance: negative
   * when they overlap */
  float distance;
  carom_vec3 normal; /* unit, from A to B */
  carom_pos point_a; /* the closest point of A */
  carom_pos point_b; /* the closest point of B */
} carom_distance_result;

/* Computes the distance of A and B and their closest points, by closed forms or GJK. CAROM_NOT_CONVERGED
 * means that GJK reached its bound of iterations. */
CAROM_API carom_status carom_distance(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                      const carom_pose *pose_b, carom_distance_result *out);

/* Computes the signed distance of A and B. It is their distance when they are apart. When they overlap, it is
 * minus the length of the least translation that separates them, which is along the normal. Of a mesh, it is
 * minus the depth of the deepest patch (patch.h), which separates only what touches there. Unlike the depth
 * of a manifold it has no preference for faces. The points are the closest ones, or the two deepest ones
 * along the normal. Shapes that barely touch may give -0.0 .. 0. The result agrees with carom_overlap: it is
 * <= 0 exactly when they touch. The algorithm is GJK and, where the cores overlap, that of carom_collide with
 * the same bounds on the least depth. CAROM_NOT_CONVERGED is as for carom_collide. */
CAROM_API carom_status carom_signed_distance(const carom_shape *a, const carom_pose *pose_a,
                                             const carom_shape *b, const carom_pose *pose_b,
                                             carom_distance_result *out);

/* The distance of a shape from a point. */
typedef struct carom_point_distance {
  bool inside;       /* the shape contains the point: distance 0, normal zero, point the query point */
  float distance;    /* above 0 unless inside */
  carom_vec3 normal; /* unit, out of the surface, towards the query point */
  carom_pos point;   /* the closest point of the shape */
  uint32_t child;    /* for a compound: the number of the child that is closest or that contains it; else 0 */
  /* where on a mesh that is, apart from its radius; zero for other shapes and inside, but the material of a
   * compound's child is always told */
  carom_mesh_point mesh;
} carom_point_distance;

/* Computes the distance of a solid shape from a point. A mesh that is no solid only contains what is within
 * its radius. `inside` is true exactly when a ray that begins at the point begins inside. The error is within
 * 8 u of the sum of the shape's size and its distance. CAROM_NOT_CONVERGED is as for carom_distance. */
CAROM_API carom_status carom_distance_to_point(const carom_shape *shape, const carom_pose *pose,
                                               const carom_pos *point, carom_point_distance *out);

/* A ray of finite length: a segment in the world. */
typedef struct carom_ray {
  carom_pos origin;       /* where the ray begins */
  carom_vec3 translation; /* from origin to the end; zero asks whether the shape contains the origin */
} carom_ray;

/* A hit of a ray on a shape. */
typedef struct carom_ray_result {
  bool hit;          /* false: the rest is zero */
  bool inside;       /* the ray begins inside: fraction 0, normal zero, point the origin */
  float fraction;    /* 0..1 of the translation */
  carom_vec3 normal; /* unit, out of the surface */
  carom_pos point;   /* where the ray enters the shape */
  uint32_t child;    /* for a compound: the number of the child that it enters (compound.h); else 0 */
  /* which of a compound's shapes that is, 0..shape_count - 1: the children in their order, with those of
   * compounds within instead of these; 0 for other shapes */
  uint32_t ordinal;
  /* where on a mesh that is, apart from its radius; zero for other shapes and inside, but the material of a
   * compound's child is always told */
  carom_mesh_point mesh;
} carom_ray_result;

/* Casts a ray against a solid shape, and finds the first hit. CAROM_OUT_OF_RANGE refuses a translation with a
 * component beyond 2 CAROM_POSITION_MAX.
 *
 * A ray meets the triangles of a mesh from both sides if it has two, and from the front otherwise. It passes
 * through no edge between two triangles. Of triangles at the same fraction it reports the lowest number. The
 * first hit is that of carom_cast_ray_all. */
CAROM_API carom_status carom_cast_ray(const carom_shape *shape, const carom_pose *pose, const carom_ray *ray,
                                      carom_ray_result *out);

/* Finds all hits of a ray on a shape, in order of fraction. A mesh has one for each triangle that the ray
 * meets, so two where the ray passes through an edge, and before them the one that begins inside. A compound
 * has those of all its shapes, each as if it was alone. Any other shape has one at most. Of equal fractions,
 * those that begin inside come first, then the order is that of `ordinal`, then of the triangle's number.
 * Writes the first `capacity` of them to out (NULL when capacity is 0), and the number of all to *count. The
 * errors are those of carom_cast_ray. */
CAROM_API carom_status carom_cast_ray_all(const carom_shape *shape, const carom_pose *pose,
                                          const carom_ray *ray, carom_ray_result *out, size_t capacity,
                                          size_t *count);

#ifdef __cplusplus
}
#endif

#endif

/* carom/patch.h: all contacts of two shapes, where one normal does not tell it.
 *
 * A mesh touches what lies in a valley along two normals, and a manifold has one. The contact of such shapes
 * is therefore a list of patches. Each is a manifold of its own, and names the triangle or the child where it
 * is deepest. A pair of convex shapes has one patch at most, or two of one normal where a game asks for eight
 * points. */
#ifndef CAROM_PATCH_H
#define CAROM_PATCH_H

#include "collide.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A part of a contact that has one normal. Contacts whose normals differ by less than 10 degrees share one,
 * but for the further points of convex shapes. */
typedef struct carom_patch {
  carom_vec3 normal;    /* unit, from A to B */
  uint32_t point_count; /* 1 or more */
  /* the deepest first, unless the points are those of a lasting contact (`further`, event.h); zero from
   * point_count on */
  carom_contact_point points[CAROM_MANIFOLD_POINTS];
  /* Where the patch is deepest: the numbers that the game gave to children and to triangles, and the
   * materials there; zero for a shape that has none. */
  uint32_t child_a, child_b;
  uint32_t triangle_a, triangle_b; /* see child_a */
  uint8_t material_a, material_b;  /* see child_a */
} carom_patch;

/* Computes all patches of A and B, the deepest first. *count becomes their number, and the first `capacity`
 * of them are written. patches may be NULL when capacity is 0. The errors are those of carom_collide, and an
 * error leaves what the array holds undefined. The manifold of carom_collide is the first patch. */
CAROM_API carom_status carom_collide_patches(const carom_shape *a, const carom_pose *pose_a,
                                             const carom_shape *b, const carom_pose *pose_b,
                                             carom_patch *patches, size_t capacity, size_t *count);

/* Computes the contact of A and B, which may be apart by a margin, with up to eight points, as a world with
 * eight_points has it (world.h). *count becomes the number of its patches, and the first `capacity` of them
 * are written. patches may be NULL when capacity is 0.
 *  - Two convex shapes have one patch, which is the manifold of carom_collide_within, or two of one normal
 *    when their faces meet in more than four points. The second then has the points beyond the first four. A
 *    manifold of three points gets a fourth one first. Points may have other features than those of
 *    carom_collide.
 *  - Other shapes have the patches of carom_collide_patches. If they are apart, they have the one point of
 *    carom_collide_within.
 * The errors are those of carom_collide_within, and an error leaves what the array holds undefined. */
CAROM_API carom_status carom_collide_eight(const carom_shape *a, const carom_pose *pose_a,
                                           const carom_shape *b, const carom_pose *pose_b, float margin,
                                           carom_patch *patches, size_t capacity, size_t *count);

/* A convex part of a shape, by the numbers that the game gave. */
typedef struct carom_shape_part {
  uint32_t child;    /* of a shape that is made of others; else 0 */
  uint32_t triangle; /* of a mesh; else 0 */
  uint8_t material;  /* of that triangle */
} carom_shape_part;

/* Finds the parts of A that touch B, as carom_overlap decides for each alone: triangles, children, or A
 * itself when it is convex. Where rounding decides it may do so otherwise for the whole of A. A triangle
 * counts for its surface, also where A is a solid. Their order depends on A alone.
 * Writes the first `capacity` of them to out (NULL when capacity is 0), and the number of all to *count. The
 * errors are those of carom_overlap. */
CAROM_API carom_status carom_overlap_parts(const carom_shape *a, const carom_pose *pose_a,
                                           const carom_shape *b, const carom_pose *pose_b,
                                           carom_shape_part *out, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif

#endif

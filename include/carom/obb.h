/* carom/obb.h: functions on oriented bounding boxes (OBBs), without a world.
 *
 * Every function checks its input boxes, and also the boxes that it would write. Values must be finite
 * (CAROM_NOT_FINITE). Each coordinate of the centre lies in -CAROM_POSITION_MAX..CAROM_POSITION_MAX
 * (CAROM_OUT_OF_RANGE), and half extents lie in 0..CAROM_SIZE_MAX (CAROM_BAD_SIZE). Axes are orthonormal
 * within 1e-3 (CAROM_DEGENERATE_AXES). Points and translations are finite (CAROM_NOT_FINITE), with
 * coordinates in -CAROM_POSITION_MAX..CAROM_POSITION_MAX (CAROM_OUT_OF_RANGE). A NULL pointer gives
 * CAROM_NULL_ARGUMENT. All functions are pure, and any thread may call them. */
#ifndef CAROM_OBB_H
#define CAROM_OBB_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The points center + a axes.x + b axes.y + c axes.z with |a| <= half.x, |b| <= half.y and |c| <= half.z. */
typedef struct carom_obb {
  carom_vec3 center; /* its middle */
  carom_mat3 axes;   /* orthonormal columns */
  carom_vec3 half;   /* >= 0 */
} carom_obb;

/* The order of the nine numbers of a 3x3 matrix that maps local to world. */
typedef enum carom_matrix_layout {
  CAROM_MATRIX_COLUMNS, /* m[0..2] is the image of the x axis */
  CAROM_MATRIX_ROWS     /* m[0], m[3], m[6] is the image of the x axis */
} carom_matrix_layout;

/* Makes the OBB of a local AABB that a 3x3 matrix and a translation place in the world. The matrix may scale:
 * the lengths of its columns go into the half extents. Its axes may be skew, and the OBB is then an
 * approximation of the skewed box. Gram-Schmidt keeps x and rotates y within the plane of x and y. It takes z
 * from their cross product, with the sign of the given z. A mirrored matrix thus gives a mirrored frame that
 * is still orthonormal. Errors: CAROM_DEGENERATE_AXES for an axis that is zero, or within 1e-4 (sine) of the
 * line or plane of the previous axes; CAROM_OUT_OF_RANGE for min > max. (Gram-Schmidt: Golub and Van Loan,
 * 1983.) */
CAROM_API carom_status carom_obb_from_aabb(const carom_aabb *box, const float matrix[9],
                                           carom_matrix_layout layout, carom_vec3 translation,
                                           carom_obb *out);

/* Fits an OBB of small surface area around count >= 1 points. It starts from the coordinate axes, the
 * principal axes and the sides of a large triangle of the points. It then turns the frame about one axis at a
 * time to the least rectangle of the projection, until no turn gains a thousandth. If there are more than 32
 * points, it uses extremal ones.
 *
 * The result is a local minimum. It is never larger than the boxes along the coordinate axes and the
 * principal axes. It is mostly within one per cent of the least surface (above it by 3 % in one set of a
 * hundred, by 13 % at worst in thousands). It contains every point, as carom_obb_contains decides. Points in
 * a plane, on a line or all equal give a box whose half extents across these are zero up to rounding.
 * CAROM_TOO_FEW_POINTS refuses count 0. (Gottschalk, 2000; O'Rourke, 1985; Larsson and Kallberg, 2011;
 * Freeman and Shapira, 1975.) */
CAROM_API carom_status carom_obb_from_points(const carom_vec3 *points, size_t count, carom_obb *out);

/* Writes the eight vertices. Bit 0 of the index is the sign along x (0 minus, 1 plus), bit 1 along y, and bit
 * 2 along z. */
CAROM_API carom_status carom_obb_vertices(const carom_obb *box, carom_vec3 out[8]);

/* Writes the smallest AABB that encloses the box, rounded outward. */
CAROM_API carom_status carom_obb_bounds(const carom_obb *box, carom_aabb *out);

/* Writes a small OBB that contains both boxes. It fits the box around their sixteen vertices as
 * carom_obb_from_points does, and also starts from the frames of a and b. Its surface is therefore never
 * greater than along either frame. */
CAROM_API carom_status carom_obb_merge(const carom_obb *a, const carom_obb *b, carom_obb *out);

/* Tells whether a point lies in the box or on its surface. The decision is made in double for the solid that
 * the axes span. */
CAROM_API carom_status carom_obb_contains(const carom_obb *box, carom_vec3 point, bool *out);

/* Writes the point of the solid box that is closest to the given point, which is the point itself when it is
 * inside. The result is as exact as the axes are orthonormal. (Ericson, 2005, 5.1.4.) */
CAROM_API carom_status carom_obb_closest_point(const carom_obb *box, carom_vec3 point, carom_vec3 *out);

/* The first hit of a ray on a box. */
typedef struct carom_obb_hit {
  bool hit;          /* false: the rest is zero */
  bool inside;       /* the ray begins in the box: fraction 0, normal zero */
  float fraction;    /* 0..1 of the translation */
  carom_vec3 normal; /* unit, out of the face that the ray enters */
} carom_obb_hit;

/* Casts the segment from origin to origin + translation against the solid box, in the box's own frame and in
 * double. A zero translation asks whether the box contains the origin. A ray along a face hits it. If the ray
 * enters two faces at once, the normal is that of the one across x, then y. (The slab method: Kay and Kajiya,
 * 1986.) */
CAROM_API carom_status carom_obb_cast_ray(const carom_obb *box, carom_vec3 origin, carom_vec3 translation,
                                          carom_obb_hit *out);

/* Tells whether two solid boxes overlap; touching counts. The test uses the fifteen separating axes
 * (Gottschalk, Lin and Manocha, 1996). The edge axes are in cofactor form, so that nearly parallel edges need
 * no tolerance of a fixed size.
 *
 * Let u = 2^-24 and s = |centers' difference| + |a.half| + |b.half| (1-norms). The test never reports
 * overlapping boxes as apart. It reports boxes that are apart as overlapping only if the gap along each axis
 * is below 8 u s. The boxes are the solids that their axes span. The test takes ten times as long for axes
 * that are neither a rounded rotation nor the rounded product of two rotations. */
CAROM_API carom_status carom_obb_overlap(const carom_obb *a, const carom_obb *b, bool *out);

/* Computes carom_obb_overlap for many pairs from an array of boxes, several times as fast. out[i] is the
 * answer for boxes[pairs[i].a] and boxes[pairs[i].b], the same on every processor. The call checks all boxes,
 * even those in no pair. CAROM_OUT_OF_RANGE also refuses an index that is not below box_count. An array of
 * count 0 may be NULL. A refused call leaves out unchanged. */
CAROM_API carom_status carom_obb_overlap_pairs(const carom_obb *boxes, size_t box_count,
                                               const carom_index_pair *pairs, size_t pair_count, bool *out);

#ifdef __cplusplus
}
#endif

#endif

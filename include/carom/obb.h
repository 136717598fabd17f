/* carom/obb.h: the oriented bounding box and its toolbox, usable with no world.
 *
 * Every function checks its boxes, those that it would hand out too: finite, centre within CAROM_POSITION_MAX
 * on each coordinate, half extents in 0..CAROM_SIZE_MAX, axes orthonormal within 1e-3 (CAROM_NOT_FINITE,
 * CAROM_OUT_OF_RANGE, CAROM_BAD_SIZE, CAROM_DEGENERATE_AXES). Points and translations are finite and within
 * CAROM_POSITION_MAX on each coordinate (CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE). Any pointer that is NULL
 * gives CAROM_NULL_ARGUMENT. All functions are pure and may be called from any thread. */
#ifndef CAROM_OBB_H
#define CAROM_OBB_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The points center + a axes.x + b axes.y + c axes.z with |a| <= half.x, |b| <= half.y, |c| <= half.z. */
typedef struct carom_obb {
  carom_vec3 center;
  carom_mat3 axes; /* orthonormal columns */
  carom_vec3 half; /* >= 0 */
} carom_obb;

/* How nine numbers stand for a 3x3 matrix that maps local to world. */
typedef enum carom_matrix_layout {
  CAROM_MATRIX_COLUMNS, /* m[0..2] is the image of the x axis */
  CAROM_MATRIX_ROWS     /* m[0], m[3], m[6] is the image of the x axis */
} carom_matrix_layout;

/* Makes the OBB of a local AABB that is placed in the world by a 3x3 matrix and a translation. The matrix may
 * scale (the lengths of its columns go into the half extents) and its axes may be skew: Gram-Schmidt keeps x,
 * bends y into the plane of x and y, and takes z from their cross product with the sign of the given z; a
 * mirrored matrix thus gives a mirrored, still orthonormal frame. Skew axes make the box an approximation of
 * the skewed one. CAROM_DEGENERATE_AXES when an axis is zero or within 1e-4 (sine) of the plane or line of
 * the ones before it; CAROM_OUT_OF_RANGE when min > max. (Gram-Schmidt: Golub and Van Loan, 1983.) */
CAROM_API carom_status carom_obb_from_aabb(const carom_aabb *box, const float matrix[9],
                                           carom_matrix_layout layout, carom_vec3 translation,
                                           carom_obb *out);

/* Fits a small OBB around count >= 1 points, by surface area: from the coordinate axes, the principal axes
 * and the sides of a large triangle of the points, it turns the frame about one axis at a time to the least
 * rectangle of the projection, until no turn gains a thousandth. Of more than 32 points it does so for
 * extremal ones. The result is a local minimum, never larger than the boxes along the coordinate and the
 * principal axes, and mostly within one per cent of the least surface (above it by 3 % in one set of a
 * hundred, by 13 % at worst in thousands). It contains every point, as carom_obb_contains says. Points in a
 * plane, on a line or all equal give a box whose half extents there are zero up to rounding.
 * CAROM_TOO_FEW_POINTS for none. (Gottschalk, 2000; O'Rourke, 1985; Larsson and Kallberg, 2011; Freeman and
 * Shapira, 1975.) */
CAROM_API carom_status carom_obb_from_points(const carom_vec3 *points, size_t count, carom_obb *out);

/* Writes the eight vertices: bit 0 of the index is the sign along x (0 minus, 1 plus), bit 1 y, bit 2 z. */
CAROM_API carom_status carom_obb_vertices(const carom_obb *box, carom_vec3 out[8]);

/* Writes the smallest AABB that encloses the box, rounded outward. */
CAROM_API carom_status carom_obb_bounds(const carom_obb *box, carom_aabb *out);

/* Writes a small OBB that contains both boxes: fitted around their sixteen vertices as carom_obb_from_points
 * does, with the frames of a and b as starts too, so that its surface is never greater than along either. */
CAROM_API carom_status carom_obb_merge(const carom_obb *a, const carom_obb *b, carom_obb *out);

/* Tells whether a point lies in the box or on its surface. Decided in double for the solid that the axes
 * span. */
CAROM_API carom_status carom_obb_contains(const carom_obb *box, carom_vec3 point, bool *out);

/* Writes the point of the solid box that is nearest to the given one: the point itself when inside. As exact
 * as the axes are orthonormal. (Ericson, 2005, 5.1.4.) */
CAROM_API carom_status carom_obb_closest_point(const carom_obb *box, carom_vec3 point, carom_vec3 *out);

/* What a ray met. */
typedef struct carom_obb_hit {
  bool hit;          /* false: the rest is zero */
  bool inside;       /* the ray begins in the box: fraction 0, normal zero */
  float fraction;    /* 0..1 along the translation */
  carom_vec3 normal; /* unit, out of the face that was entered */
} carom_obb_hit;

/* Casts the segment from origin to origin + translation against the solid box, in the box's own frame and in
 * double. A zero translation asks whether the origin is inside. Rays that run along a face hit it. Of faces
 * that are entered at once, the one across x comes first, then y. (Kay and Kajiya, 1986, the slab method.) */
CAROM_API carom_status carom_obb_cast_ray(const carom_obb *box, carom_vec3 origin, carom_vec3 translation,
                                          carom_obb_hit *out);

/* Tells whether two solid boxes overlap; touching counts. By the fifteen separating axes (Gottschalk, Lin and
 * Manocha, 1996), the edge axes in cofactor form, so that near-parallel edges need no tolerance of a fixed
 * size. Never says apart when they overlap; says overlap when apart only if the gap along each of the axes is
 * below 8 u s, where u = 2^-24 and s = |centers' difference| + |a.half| + |b.half| (1-norms). The boxes are
 * the solids that their axes span; axes that lack more than a rounded rotation, or the rounded product of
 * two, take ten times as long. */
CAROM_API carom_status carom_obb_overlap(const carom_obb *a, const carom_obb *b, bool *out);

/* Does the same for many pairs of an array of boxes, several times as fast: out[i] is what carom_obb_overlap
 * says of boxes[pairs[i].a] and boxes[pairs[i].b], on every processor. All boxes are checked, whether a pair
 * names them or not; CAROM_OUT_OF_RANGE also when an index is not below box_count. An array of count 0 may be
 * NULL. A refused call leaves out alone. */
CAROM_API carom_status carom_obb_overlap_pairs(const carom_obb *boxes, size_t box_count,
                                               const carom_index_pair *pairs, size_t pair_count, bool *out);

#ifdef __cplusplus
}
#endif

#endif

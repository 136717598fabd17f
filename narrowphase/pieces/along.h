/* along.h: how two shapes touch along a direction that is given, which need not be that of least depth. */
#ifndef CAROM_NARROWPHASE_ALONG_H
#define CAROM_NARROWPHASE_ALONG_H

#include "manifold.h"
#include "parts.h"

/* The cosine above which two directions are one: 0.8 degrees. */
#define CAROM__SAME_NORMAL 0.9999f

/* --- Directions and the side from which a triangle is touched ---
 *
 * What has its middle on that side may also be met along a direction that leads behind the triangle: around
 * an end of the surface, but not through it. Such a direction has to be a normal of the surface, and so has
 * direction_around: a ridge, seen from inside, has only such as lead steeply behind, unless it is folded. */

/* Does a direction, of which the cosine to that side is given, lead behind the triangle, and around no end?
 * `faced` tells whether the middle is on that side. */
static inline bool leads_behind(float cosine, bool faced) {
  return cosine < (faced ? -CAROM__SAME_NORMAL : -CAROM__ALONG_PLANE);
}

/* The sine by which a direction may lead behind a triangle and be asked for by itself alone, and its cosine.
 * Folds are rarely by that angle exactly, of 64 degrees, where rounding would decide. */
#define CAROM__AROUND 0.4375f
#define CAROM__AROUND_COSINE 0.8992182f

/* A direction that leads behind a triangle, turned to the normal of that side until it leads so little behind
 * it. */
static inline carom_vec3 direction_around(carom_vec3 direction, carom_vec3 front) {
  carom_vec3 along = vec3_mad(direction, front, -vec3_dot(direction, front));
  along = vec3_normalize_or(along, direction);
  return vec3_mad(vec3_scale(along, CAROM__AROUND_COSINE), front, -CAROM__AROUND);
}

/* The manifold of two convex shapes, as of any pair: sharp triangles have one in closed form. */
carom_status carom__convex_collide(carom__site a, carom__site b, carom_manifold *out);

/* Has a convex part a face, or in the plane an edge, square to a unit direction of its frame? The cosine to
 * its normal must be above one, CAROM__SAME_NORMAL as a rule. */
bool carom__part_has_face(const carom__part *part, carom_vec3 along, float cosine);

/* The manifold of two convex shapes along the normal of a face of side 0 or 1, which is in that side's frame.
 * False when they do not overlap along it as is asked; of planar shapes and of two triangles any overlap is
 * told. */
bool carom__convex_collide_along(carom__site a, carom__site b, int side, carom_vec3 normal,
                                 carom__along asked, carom_manifold *out);

/* The manifold of any two shapes along a unit direction of the world, from A to B, of those of their parts
 * that have a face square to it. False when there are none. */
bool carom__collide_along(carom__site a, carom__site b, carom_vec3 normal, carom_manifold *out);

#endif

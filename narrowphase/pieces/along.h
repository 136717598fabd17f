/* along.h: how two shapes touch along a direction that is given, which need not be that of least depth. */
#ifndef CAROM_NARROWPHASE_ALONG_H
#define CAROM_NARROWPHASE_ALONG_H

#include "manifold.h"
#include "parts.h"

/* The cosine above which two directions are one: 0.8 degrees. */
#define CAROM__SAME_NORMAL 0.9999f

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

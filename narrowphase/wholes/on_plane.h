/* on_plane.h: pairs of a half-space and any other shape, from the parts of that. */
#ifndef CAROM_NARROWPHASE_ON_PLANE_H
#define CAROM_NARROWPHASE_ON_PLANE_H

#include "pair_call.h"
#include "patches.h"

static inline bool pair_is_unbounded(carom__site a, carom__site b) {
  return shape_is_unbounded(a.shape) || shape_is_unbounded(b.shape);
}

/* Does a convex part touch the part that stands for a half-space? Then writes the manifold from that to it.
 */
bool carom__part_on_plane(carom__site plane, carom__site part, carom_manifold *out);

/* Tells the patch of what reaches below the plane: all of it has one normal. CAROM_OK, or CAROM_UNBOUNDED of
 * two half-spaces. */
carom_status carom__patches_on_plane(carom__site a, carom__site b, carom__patch_fn *tell, void *context);

/* The answers of shapes that are not convex. */
extern const carom__pair_calls carom__on_plane_calls;

#endif

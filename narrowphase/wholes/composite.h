/* composite.h: pairs of shapes of which one is composite, as a column of the table of pairs.
 *
 * The main file of the room wholes, which answers pairs of which at least one is composite. All answers
 * follow from those about two convex parts (composite.c), or about many triangles and one convex part at once
 * (meet_triangles.c, near_triangles.c, meet_meshes.c). The room uses pieces and the rooms below. The table of
 * pairs names its functions. */
#ifndef CAROM_NARROWPHASE_COMPOSITE_H
#define CAROM_NARROWPHASE_COMPOSITE_H

#include "pair_call.h"
#include "patches.h"

extern const carom__pair_calls carom__composite_calls;

/* Tells all patches of two shapes: those that are still open in the end from the deepest on. */
carom_status carom__patches_find(carom__site a, carom__site b, carom__patch_fn *tell, void *context);

#endif

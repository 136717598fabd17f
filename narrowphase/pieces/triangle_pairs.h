/* triangle_pairs.h: the parts of two shapes that may touch, also where both are made of triangles. */
#ifndef CAROM_NARROWPHASE_TRIANGLE_PAIRS_H
#define CAROM_NARROWPHASE_TRIANGLE_PAIRS_H

#include "surface.h"

/* Receives two parts, of which that of B is in a set of triangles, or a set of NULL; false ends the walk. */
typedef bool carom__set_pair_fn(void *context, const carom__part *a, const carom__part *b,
                                const carom__triangle_set *set, uint32_t index);

/* As carom__all_pairs_walk, which leaves out the sets. */
bool carom__set_pairs_walk(carom__site a, carom__site b, float margin, carom__set_pair_fn *visit,
                           void *context);

/* As carom__part_pairs_walk. Of two shapes of triangles it leaves out most that do not touch, eight at a
 * time, and visits the others in an order of its own. */
bool carom__all_pairs_walk(carom__site a, carom__site b, float margin, carom__part_pair_fn *visit,
                           void *context);

#endif

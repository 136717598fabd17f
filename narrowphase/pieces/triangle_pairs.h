/* triangle_pairs.h: the parts of two shapes that may touch, also where both are made of triangles. */
#ifndef CAROM_NARROWPHASE_TRIANGLE_PAIRS_H
#define CAROM_NARROWPHASE_TRIANGLE_PAIRS_H

#include "parts.h"

/* As carom__part_pairs_walk. Of two shapes of triangles it leaves out most that do not touch, eight at a
 * time, and visits the others in an order of its own. */
bool carom__all_pairs_walk(carom__site a, carom__site b, float margin, carom__part_pair_fn *visit,
                           void *context);

#endif

/* obb_pairs.h: many pairs of boxes at once, eight in lanes. Each answer is that of the test of one pair. */
#ifndef CAROM_BASE_OBB_PAIRS_H
#define CAROM_BASE_OBB_PAIRS_H

#include "obb.h"

/* Do all pairs name things of an array of `limit`? */
bool carom__indices_are_below(const carom_index_pair *pairs, size_t count, size_t limit);

#endif

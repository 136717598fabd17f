/* sweep_order.h: the order of a cell's entries along the swept axis. */
#ifndef CAROM_BROADPHASE_SWEEP_ORDER_H
#define CAROM_BROADPHASE_SWEEP_ORDER_H

#include "broadphase.h"

/* Sorts entries by their minimum along an axis: the lower 32 bits of items[i] become the index of the entry
 * that is the i-th. Both arrays have room for `count`. */
void carom__sweep_order(const carom__proxy *entries, size_t count, int axis, uint64_t *items,
                        uint64_t *scratch);

#endif

/* sweep_order.h: the order of a cell's entries along the swept axis. */
#ifndef CAROM_BROADPHASE_SWEEP_ORDER_H
#define CAROM_BROADPHASE_SWEEP_ORDER_H

#include "box_list.h"

/* Writes entries by their begin to `sorted`; where they were their order may be lost. scratch has room for
 * twice `count`. */
void carom__sweep_order(carom__entry *entries, size_t count, carom__entry *sorted, uint32_t *scratch);

#endif

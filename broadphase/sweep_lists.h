/* sweep_lists.h: sweep and prune over sorted lists. Each function adds the keys of overlapping pairs, each
 * once; both lists are sorted along the same axis. CAROM_OK or CAROM_OUT_OF_MEMORY. */
#ifndef CAROM_BROADPHASE_SWEEP_LISTS_H
#define CAROM_BROADPHASE_SWEEP_LISTS_H

#include "pair_keys.h"
#include "sorted_boxes.h"

/* The pairs within one list. */
carom_status carom__sweep_within(const carom__sorted_boxes *boxes, const carom_allocator *allocator,
                                 carom__pair_keys *pairs);
/* The pairs of one box of each list. */
carom_status carom__sweep_between(const carom__sorted_boxes *a, const carom__sorted_boxes *b,
                                  const carom_allocator *allocator, carom__pair_keys *pairs);

#endif

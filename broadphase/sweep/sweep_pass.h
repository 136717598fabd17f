/* sweep_pass.h: the sweep over all cells. */
#ifndef CAROM_BROADPHASE_SWEEP_PASS_H
#define CAROM_BROADPHASE_SWEEP_PASS_H

#include "pair_keys.h"
#include "sweep_rest.h"

/* Finds the pairs of movers with movers and with what rests, into a list of keys for each part. `large` has
 * the movers of level 1 and above. */
carom_status carom__sweep_cells(const carom__grid *grid, const carom__cells *movers,
                                const carom__kept_lists *large, const carom__rest *rest,
                                const carom_allocator *allocator, const carom_tasks *tasks, uint32_t parts,
                                const carom__sweep_part *rooms, carom__key_list *keys);

#endif

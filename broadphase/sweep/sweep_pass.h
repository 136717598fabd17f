/* sweep_pass.h: the sweep over all cells. */
#ifndef CAROM_BROADPHASE_SWEEP_PASS_H
#define CAROM_BROADPHASE_SWEEP_PASS_H

#include "pair_keys.h"
#include "sweep_rest.h"

typedef struct carom__sweep_phase {
  carom_allocator allocator;
  carom__rest rest;
  carom__kept_lists large; /* the movers of level 1 and above */
  carom__grid grid;
  double density;     /* pairs a box, as it was at the last call */
  carom__cells cells; /* of the movers */
  carom__sweep_part rooms[CAROM__PARTS_MAX];
  carom__key_list keys[CAROM__PARTS_MAX];
  carom__pair_sorter sorter;
} carom__sweep_phase;

/* Gives back what one call works in. */
void carom__sweep_free_scratch(carom__sweep_phase *phase);

/* Finds the pairs of movers with movers and with what rests, all of which is sorted, into a list of keys for
 * each part. */
carom_status carom__sweep_cells(carom__sweep_phase *phase, const carom_tasks *tasks, uint32_t parts);

/* Are there so few that comparing each with each takes less? It finds the same, in the first list. */
bool carom__sweep_is_few(const carom__sweep_phase *phase, size_t movers);
carom_status carom__sweep_few(carom__sweep_phase *phase, const carom__proxy *movers, size_t count);

#endif

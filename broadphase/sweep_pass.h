/* sweep_pass.h: the sweep over all cells. */
#ifndef CAROM_BROADPHASE_SWEEP_PASS_H
#define CAROM_BROADPHASE_SWEEP_PASS_H

#include "pair_keys.h"
#include "sweep_lists.h"

/* The sorted lists of cells, kept: of all that stands still, or of the large movers. */
typedef struct carom__kept_lists {
  carom__list_room room;
  CAROM__ARRAY(uint32_t) start;                /* of each cell's list, and where the last ends */
  uint32_t level_begin[CAROM__LEVELS_MAX + 1]; /* as in carom__cells */
} carom__kept_lists;

/* What each part works in. */
typedef struct carom__sweep_part {
  carom__list_room room; /* for the list of one cell */
  carom__sort_room sort;
} carom__sweep_part;

/* Keeps the entries of the cells from `first` on as sorted lists; the lists of cells before are empty. */
carom_status carom__kept_lists_fill(carom__kept_lists *lists, const carom_allocator *allocator,
                                    const carom_tasks *tasks, uint32_t parts, const carom__sweep_part *rooms,
                                    const carom__grid *grid, const carom__cells *cells, uint32_t first);
void carom__kept_lists_free(carom__kept_lists *lists, const carom_allocator *allocator);

/* Finds the pairs of movers with movers and with what stands still, into a list of keys for each part.
 * `large` has the movers of level 1 and above. */
carom_status carom__sweep_cells(const carom__grid *grid, const carom__cells *movers,
                                const carom__kept_lists *large, const carom__kept_lists *still,
                                const carom_allocator *allocator, const carom_tasks *tasks, uint32_t parts,
                                const carom__sweep_part *rooms, carom__key_list *keys);

#endif

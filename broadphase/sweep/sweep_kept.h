/* sweep_kept.h: sorted lists that persist after the sweep of their cell. */
#ifndef CAROM_BROADPHASE_SWEEP_KEPT_H
#define CAROM_BROADPHASE_SWEEP_KEPT_H

#include "sweep_lists.h"

/* The sorted lists of cells: of what rests, or of the large movers. */
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

static inline bool kept_has_level(const carom__kept_lists *lists, uint32_t level) {
  return lists->level_begin[level + 1] > lists->level_begin[level];
}

static inline carom__box_list kept_list(const carom__kept_lists *lists, uint32_t cell) {
  size_t start = lists->start.data[cell];
  return list_room_at(&lists->room, start, lists->start.data[cell + 1] - start);
}

#endif

/* sweep_lists.h: the entries of cells as sorted lists. */
#ifndef CAROM_BROADPHASE_SWEEP_LISTS_H
#define CAROM_BROADPHASE_SWEEP_LISTS_H

#include "sweep_cells.h"

/* Memory for lists side by side: each column holds them one after another. */
typedef struct carom__list_room {
  CAROM__ARRAY(float) floats;
  size_t stride;
} carom__list_room;

/* Makes room for `count` boxes; what was there is lost. */
carom_status carom__list_room_reserve(carom__list_room *room, const carom_allocator *allocator, size_t count);

/* The list of `count` boxes from place `at` on. */
static inline carom__box_list list_room_at(const carom__list_room *room, size_t at, size_t count) {
  return (carom__box_list){room->floats.data + at, room->stride, count};
}

/* What one part sorts in. */
typedef struct carom__sort_room {
  CAROM__ARRAY(carom__entry) sorted;
  CAROM__ARRAY(uint32_t) scratch; /* twice as much */
} carom__sort_room;

/* Writes the boxes of a cell's entries to a list of as many, sorted; all columns but the reach. The order of
 * the entries may be lost. */
void carom__list_fill(const carom__box_list *list, const carom__proxy *proxies, carom__entry *entries,
                      const carom__grid *grid, const carom__sweep_kernels *kernels,
                      const carom__sort_room *room);
/* Ends a list that is followed by room, for sweeping within it. */
void carom__list_end(const carom__box_list *list);
/* Writes the reach, for sweeping between it and others. */
void carom__list_reach(const carom__box_list *list);

/* --- Lists that persist after the sweep of their cell --- */

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

/* Makes room for a cell of `count` entries. */
carom_status carom__sweep_part_reserve(carom__sweep_part *part, const carom_allocator *allocator,
                                       size_t count);
void carom__sweep_part_free(carom__sweep_part *part, const carom_allocator *allocator);

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

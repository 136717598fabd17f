/* sweep_cells.h: distributes boxes over the cells of a grid, by a counting sort. */
#ifndef CAROM_BROADPHASE_SWEEP_CELLS_H
#define CAROM_BROADPHASE_SWEEP_CELLS_H

#include "sweep_kernels.h"
#include "tasks.h"

/* A box is in one to sixteen cells, and has an entry in each. */
typedef struct carom__cells {
  CAROM__ARRAY(uint32_t) start;                /* of each cell's entries, and the number of all */
  const carom__proxy *proxies;                 /* as they were given */
  CAROM__ARRAY(carom__entry) entries;          /* by cell, in a cell in the given order */
  CAROM__ARRAY(uint32_t) places;               /* of each box: its first cell and its spans */
  CAROM__ARRAY(uint32_t) counts;               /* of each part and cell; then where its next entry goes */
  uint32_t level_begin[CAROM__LEVELS_MAX + 1]; /* where the entries of each level begin */
} carom__cells;

/* Throws in `count` boxes, at most CAROM__BOXES_MAX (else CAROM_LIMIT), working in so many parts. */
carom_status carom__cells_fill(carom__cells *cells, const carom_allocator *allocator,
                               const carom_tasks *tasks, uint32_t parts, const carom__grid *grid,
                               const carom__proxy *proxies, size_t count);
void carom__cells_free(carom__cells *cells, const carom_allocator *allocator);

#define CAROM__PLACE_CELLS_MAX ((CAROM__SPAN_MAX + 1) * (CAROM__SPAN_MAX + 1))
/* Lists the cells of one of `places`, and returns how many they are. */
uint32_t carom__place_cells(const carom__grid *grid, uint32_t place, uint32_t cells[CAROM__PLACE_CELLS_MAX]);

/* The cells that a box of finite bounds is in, as one box, which ends where the bounds do along the swept
 * axis and where there is one cell. Returns false for a grid of one cell, and of none. */
bool carom__grid_cells_around(const carom__grid *grid, const carom_aabb *bounds, carom_aabb *out);

static inline size_t cells_in(const carom__cells *cells, uint32_t cell) {
  return cells->start.data[cell + 1] - cells->start.data[cell];
}

static inline carom__entry *cells_entries(const carom__cells *cells, uint32_t cell) {
  return cells->entries.data + cells->start.data[cell];
}

/* Returns where a part of the cells begins if each part is to have about as many entries; from the begin of
 * part p to that of p + 1. */
uint32_t carom__cells_part_begin(const carom__cells *cells, uint32_t parts, uint32_t part);

/* Returns how many entries the fullest cell has. */
size_t carom__cells_fullest(const carom__cells *cells);

#endif

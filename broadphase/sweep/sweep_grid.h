/* sweep_grid.h: the grid by which the sweep divides space into cells.
 *
 * Boxes are swept along one axis within cells on the other two. The cells wrap around: cell i of an axis is
 * stored at i modulo a power of two, so neither the size of the world nor far outliers matter. Boxes that
 * meet in a cell though they are far apart differ in their bounds, which are always compared.
 *
 * Level l has cells 8^l times as wide; a box is on the finest level on which it spans at most four cells
 * along each axis. Each cell lies within one cell of each coarser level, also after wrapping. Along an axis
 * a level has one cell, or at least eight: the cells of a box and of all that overlap it then lie within one
 * round. The last level is a single cell.
 *
 * The numbers of all cells are in one sequence, those of level 0 first. */
#ifndef CAROM_BROADPHASE_SWEEP_GRID_H
#define CAROM_BROADPHASE_SWEEP_GRID_H

#include "sweep_stats.h"

#define CAROM__LEVELS_MAX 6
#define CAROM__LEVEL_SHIFT 3    /* a level has cells 2^3 times as wide as the next finer one */
#define CAROM__CELL_BITS_MAX 14 /* along an axis */
#define CAROM__SPAN_MAX 3       /* between the first and the last cell of a box, along an axis */

/* The last cells along an axis, on level 0 and before wrapping; what lies beyond counts as being there. */
#define CAROM__CELL_LAST 4194303.0f

typedef struct carom__level {
  uint32_t bits[2]; /* 2^bits cells along the axis */
  uint32_t first;   /* the number of its first cell */
} carom__level;

typedef struct carom__grid {
  int axes[3];     /* the swept one, and the two with cells */
  float cell;      /* the width of a cell of level 0 */
  float scale[2];  /* cells per unit; 0 along an axis that has one cell */
  float longest;   /* along the swept axis, on level 0 */
  uint32_t levels; /* at least one */
  carom__level level[CAROM__LEVELS_MAX];
  uint32_t cells; /* of all levels */
} carom__grid;

/* Chooses a grid for boxes of such statistics, whose number is in them, `density` pairs a box; a grid of no
 * levels is none yet. The old one stays while it is good enough, which it is in a wide range, because a
 * change costs a sort of all that stands still. Returns whether it changed. */
bool carom__grid_update(carom__grid *grid, const carom__box_stats *stats, double density);

static inline uint32_t grid_level_mask(const carom__level *level, int k) {
  return (1u << level->bits[k]) - 1;
}
/* A cell from its places along the axes, wrapped or not. */
static inline uint32_t grid_cell(const carom__level *level, uint32_t u, uint32_t w) {
  return level->first + ((w & grid_level_mask(level, 1)) << level->bits[0] | (u & grid_level_mask(level, 0)));
}
static inline void grid_cell_place(const carom__level *level, uint32_t cell, uint32_t place[2]) {
  place[0] = (cell - level->first) & grid_level_mask(level, 0);
  place[1] = (cell - level->first) >> level->bits[0];
}
static inline uint32_t grid_level_of(const carom__grid *grid, uint32_t cell) {
  uint32_t level = 0;
  while (level + 1 < grid->levels && cell >= grid->level[level + 1].first) level++;
  return level;
}

#endif

/* sweep_grid.c: chooses the grid of cells. */
#include "sweep_grid.h"

#include "arithmetic.h"

/* Below this number of boxes one plain sweep is as fast as cells, or faster. */
enum { PLAIN_BELOW = 128 };
/* Boxes a cell at least, on average, or bookkeeping of cells costs more than sweeping. */
enum { BOXES_A_CELL = 16, CELL_BITS_ALWAYS = 6, CELL_BITS_MIN = 3 };

/* Beyond these widths, cells would have no reciprocal that is a number. */
static const double CELL_MIN = 1e-30, CELL_MAX = 1e37;

/* The width of a uniform distribution that varies as much as the centres do, along each axis. */
static void find_spreads(const carom__box_stats *stats, double spread[3]) {
  for (int k = 0; k < 3; k++) spread[k] = square_root(12 * carom__box_stats_variance(stats, k));
}

/* The axis of the greatest (place 0), middle or least spread. */
static int axis_at(const double spread[3], int place) {
  for (int k = 0; k < 3; k++) {
    int before = 0;
    for (int j = 0; j < 3; j++) before += spread[j] > spread[k] || (spread[j] == spread[k] && j < k);
    if (before == place) return k;
  }
  return 0;
}

/* In cells, the axis of middle spread is swept: that of the greatest is worth cells most, and along that of
 * the least everything may lie at one place. A plain sweep goes along that of the greatest (Ericson,
 * 2005, 7.5.2). The old axis is kept while it is not half as good. */
static int choose_swept(const double spread[3], bool plain, const carom__grid *old) {
  int axis = axis_at(spread, plain ? 0 : 1);
  if (old->levels == 0) return axis;
  double now = spread[old->axes[0]];
  return now >= 0.5 * spread[axis] && now <= 2 * spread[axis] ? old->axes[0] : axis;
}

/* The width of cells in sizes of boxes: 7 / sqrt(density), from 2 to 8, in halves. That was measured; around
 * the best it is flat. */
static double cell_factor(double density) {
  double factor = 8;
  while (factor > 2 && factor * factor * density > 49) factor -= 0.5;
  return factor;
}

/* Enough bits for a number of cells, or 0 when so few are not worth it. */
static uint32_t bits_for(double cells) {
  uint32_t bits = CELL_BITS_MIN;
  if (!(cells >= 2)) return 0;
  while (bits < CAROM__CELL_BITS_MAX && (double)(1u << bits) < cells) bits++;
  return bits;
}

static void choose_bits(const double spread[2], double cell, double count, uint32_t bits[2]) {
  uint32_t bits_max = CELL_BITS_ALWAYS;
  while ((double)(1u << bits_max) * BOXES_A_CELL < count) bits_max++;
  for (int k = 0; k < 2; k++) bits[k] = bits_for(spread[k] / cell);
  while (bits[0] + bits[1] > bits_max) {
    int more = bits[1] > bits[0];
    bits[more] = bits[more] > CELL_BITS_MIN ? bits[more] - 1 : 0;
  }
}

/* Level 0 has so many bits; adds all levels. */
static void add_levels(carom__grid *grid, const uint32_t bits[2]) {
  uint32_t b0 = bits[0], b1 = bits[1];
  grid->levels = grid->cells = 0;
  for (;;) {
    grid->level[grid->levels++] = (carom__level){{b0, b1}, grid->cells};
    grid->cells += 1u << (b0 + b1);
    if (b0 + b1 == 0) return;
    b0 = b0 >= CELL_BITS_MIN + CAROM__LEVEL_SHIFT ? b0 - CAROM__LEVEL_SHIFT : 0;
    b1 = b1 >= CELL_BITS_MIN + CAROM__LEVEL_SHIFT ? b1 - CAROM__LEVEL_SHIFT : 0;
  }
}

static carom__grid make_grid(int swept, double cell, const uint32_t bits[2]) {
  carom__grid grid = {.axes = {swept, swept == 0 ? 1 : 0, swept == 2 ? 1 : 2}, .cell = (float)cell};
  for (int k = 0; k < 2; k++) grid.scale[k] = bits[k] ? 1 / grid.cell : 0;
  add_levels(&grid, bits);
  grid.longest = grid.levels > 1 ? (CAROM__SPAN_MAX + 1) * grid.cell : INFINITY;
  return grid;
}

/* More cells than are wished for do little harm: a round of four times the length of the world, say. */
static bool bits_will_do(uint32_t old, uint32_t wished) {
  return old >= wished && old <= (wished ? wished + 2 : CELL_BITS_MIN);
}

static bool still_good(const carom__grid *old, const carom__grid *wished) {
  return old->levels > 0 && old->axes[0] == wished->axes[0] && old->cell > 0.8f * wished->cell &&
         old->cell < 1.25f * wished->cell && bits_will_do(old->level[0].bits[0], wished->level[0].bits[0]) &&
         bits_will_do(old->level[0].bits[1], wished->level[0].bits[1]);
}

bool carom__grid_update(carom__grid *grid, const carom__box_stats *stats, double density) {
  bool plain = stats->count < PLAIN_BELOW;
  double spread[3];
  uint32_t bits[2] = {0, 0};
  find_spreads(stats, spread);
  int swept = choose_swept(spread, plain, grid);
  double cell = fmin(fmax(carom__box_stats_size(stats) * cell_factor(density), CELL_MIN), CELL_MAX);
  double across[2] = {spread[swept == 0 ? 1 : 0], spread[swept == 2 ? 1 : 2]};
  if (!plain) choose_bits(across, cell, stats->count, bits);
  carom__grid wished = make_grid(swept, cell, bits);
  if (still_good(grid, &wished)) return false;
  *grid = wished;
  return true;
}

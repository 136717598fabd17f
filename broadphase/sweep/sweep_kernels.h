/* sweep_kernels.h: the inner loops of the sweep, in each form of lanes8.h. Both forms find the same pairs in
 * the same order. */
#ifndef CAROM_BROADPHASE_SWEEP_KERNELS_H
#define CAROM_BROADPHASE_SWEEP_KERNELS_H

#include "kernels.h"
#include "box_list.h"
#include "sweep_grid.h"

/* So many boxes are located at once. */
#define CAROM__LOCATED_MAX 64

/* Cell 0 of level 0 along an axis, before wrapping: the bits of a float to which numbers of cells are added.
 * It spans half a cell to both sides of the origin, as sums are rounded to nearest. */
#define CAROM__CELL_BIAS 12582912.0f
#define CAROM__CELL_ZERO 0x4b400000u

/* The cells of boxes on level 0, before wrapping, along both axes, counted from CAROM__CELL_ZERO. */
typedef struct carom__located {
  uint32_t first[2][CAROM__LOCATED_MAX], last[2][CAROM__LOCATED_MAX];
  uint64_t large; /* a bit each: too large for level 0, if there is another */
} carom__located;

typedef struct carom__sweep_kernels {
  /* Locates at most CAROM__LOCATED_MAX boxes. */
  void (*locate)(const carom__grid *grid, const carom__proxy *proxies, size_t count, carom__located *out);
  /* Writes the boxes of as many entries to all columns of a list but the reach. */
  void (*fill)(const carom__proxy *proxies, const carom__entry *entries, const int axes[3],
               const carom__box_list *out);
  /* The pairs within a list that is followed by room for CAROM__LIST_PAD boxes, whose min[0] is infinite and
   * max[0] minus infinite. */
  void (*within)(const carom__box_list *list, carom__key_sink *sink);
  /* The pairs of a box of each list; best when `rows` is the shorter. All boxes of a list count as having
   * these marks, too. */
  void (*between)(const carom__box_list *rows, uint32_t rows_marks, const carom__box_list *columns,
                  uint32_t columns_marks, carom__key_sink *sink);
} carom__sweep_kernels;

#define CAROM__LIST_PAD 16

CAROM__DECLARE_KERNELS(carom__sweep_kernels);

#endif

/* sweep_kernels.h: the inner loops of the sweep, in each form of lanes8.h. Both forms find the same pairs in
 * the same order. */
#ifndef CAROM_BROADPHASE_SWEEP_KERNELS_H
#define CAROM_BROADPHASE_SWEEP_KERNELS_H

#include "kernels.h"
#include "box_list.h"
#include "sweep_grid.h"

/* So many boxes are located at once. */
#define CAROM__LOCATED_MAX 64

/* The cells of boxes on level 0, before wrapping, along both axes. Only differences and the lower
 * CAROM__CELL_BITS_MAX + CAROM__LEVEL_SHIFT bits have a meaning. */
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

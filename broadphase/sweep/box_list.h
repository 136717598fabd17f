/* box_list.h: boxes sorted along the swept axis, in columns that the sweep's kernels read. */
#ifndef CAROM_BROADPHASE_BOX_LIST_H
#define CAROM_BROADPHASE_BOX_LIST_H

#include "arithmetic.h"
#include "carom/types.h"

/* The columns of a list. The three bounds are along the swept axis and the two that are divided into cells;
 * the first eight columns are what a proxy holds, in the grid's order of axes. */
enum {
  CAROM__COLUMN_MIN,                         /* three columns */
  CAROM__COLUMN_MAX = CAROM__COLUMN_MIN + 3, /* three columns */
  CAROM__COLUMN_ID = CAROM__COLUMN_MAX + 3,  /* the bits of the id */
  CAROM__COLUMN_LATER,                       /* the bits of `box` of an entry */
  CAROM__COLUMN_REACH, /* the greatest max[0] so far: what lies before a box of min[0] > reach ends there */
  CAROM__COLUMN_COUNT
};

/* More boxes would need longer numbers. */
#define CAROM__BOXES_MAX ((size_t)1 << 27)

/* A box in one of its cells. */
typedef struct carom__entry {
  float begin;  /* of the box, along the swept axis */
  uint32_t box; /* its index, and the marks below */
} carom__entry;

/* Writes entries by their begin to `sorted`; where they were their order may be lost. scratch has room for
 * twice `count`. */
void carom__sweep_order(carom__entry *entries, size_t count, carom__entry *sorted, uint32_t *scratch);

/* On which of the two axes of cells this is not the first cell of the box. Taken for the bits of a float,
 * which lanes can compare, each makes it greater than this number, which any index alone is below. */
#define CAROM__LATER_ON_0 0x20000000u
#define CAROM__LATER_ON_1 0x40000000u
#define CAROM__LATER_ABOVE 0x1p-90f
#define CAROM__ENTRY_INDEX (CAROM__BOXES_MAX - 1)

/* A list: column c begins at columns + c * stride. */
typedef struct carom__box_list {
  float *columns;
  size_t stride, count;
} carom__box_list;

static inline float *box_list_column(const carom__box_list *list, size_t column) {
  return list->columns + column * list->stride;
}

/* The first of the ascending values from `low` on that is not below one; `high` when all are. */
static inline size_t box_list_first_from(const float *values, size_t low, size_t high, float least) {
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (values[middle] < least)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Where keys of pairs go. What finds no room is counted but not written: then count + CAROM__KEYS_AT_ONCE is
 * above the capacity, and the work is repeated with more room. So threads that fill a sink need no
 * allocator. */
typedef struct carom__key_sink {
  uint64_t *keys;
  size_t count, capacity;
} carom__key_sink;

#define CAROM__KEYS_AT_ONCE 32

#endif

/* box_list.h: boxes sorted along the swept axis, as columns: what the sweep's kernels read. */
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
  CAROM__COLUMN_FIRST,                       /* one of the values below */
  CAROM__COLUMN_REACH, /* the greatest max[0] so far: what lies before a box of min[0] > reach ends there */
  CAROM__COLUMN_COUNT
};

/* On which of the two axes of cells this is the first cell of the box, as the bits of a float that lanes can
 * take apart: the sign is set for the first axis, and the size is one for the second. */
#define CAROM__FIRST_SIGN 0x80000000u
#define CAROM__FIRST_ONE 0x3f800000u

/* A list: column c begins at columns + c * stride. */
typedef struct carom__box_list {
  float *columns;
  size_t stride, count;
} carom__box_list;

static inline float *box_list_column(const carom__box_list *list, size_t column) {
  return list->columns + column * list->stride;
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

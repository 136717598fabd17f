/* sweep_kernel_bodies.h: the functions of sweep_kernels.h, in the form of lanes8.h that the including file
 * asks for. */
#ifndef CAROM_BROADPHASE_SWEEP_KERNEL_BODIES_H
#define CAROM_BROADPHASE_SWEEP_KERNEL_BODIES_H

#include "lanes8.h"
#include "sweep_kernels.h"

_Static_assert(sizeof(carom__proxy) == 8 * sizeof(float), "a proxy is eight columns");

/* The columns of a proxy. */
enum { PROXY_MAX = 3, PROXY_ID = 6, PROXY_FIRST = 7, PROXY_COLUMNS = 8 };

static inline const float *proxy_floats(const carom__proxy *proxy) { return (const float *)proxy; }

/* Exchanges rows and columns of eight proxies. */
CAROM__LANES8 static inline void load_proxies(const float *const rows[8],
                                              carom__lanes8 columns[PROXY_COLUMNS]) {
  lanes8_load_columns(rows, 0, columns);
  lanes8_load_columns(rows, 4, columns + 4);
}

/* Adding this leaves an integer of up to 22 bits and its sign in the lowest bits of the sum, rounded to
 * nearest; rounding is monotonous, and that is all that cells ask for. */
#define ROUNDING_BIAS 12582912.0f

CAROM__LANES8 static inline carom__lanes8 cells_of(carom__lanes8 at, float scale) {
  carom__lanes8 scaled = lanes8_mul(at, lanes8_splat(scale));
  scaled = lanes8_min(scaled, lanes8_splat(CAROM__CELL_LAST));
  scaled = lanes8_max(scaled, lanes8_splat(-CAROM__CELL_LAST));
  return lanes8_add(scaled, lanes8_splat(ROUNDING_BIAS));
}

CAROM__LANES8 static inline void store_bits(uint32_t out[8], carom__lanes8 a) {
  float floats[8];
  lanes8_store(floats, a);
  memcpy(out, floats, sizeof floats);
}

CAROM__LANES8 static void locate(const carom__grid *grid, const carom__proxy eight[8], carom__cells8 *out) {
  const float *rows[8];
  carom__lanes8 columns[PROXY_COLUMNS];
  for (int k = 0; k < 8; k++) rows[k] = proxy_floats(&eight[k]);
  load_proxies(rows, columns);
  carom__lanes8 low = columns[grid->axes[0]], high = columns[PROXY_MAX + grid->axes[0]];
  carom__lanes8 large = lanes8_gt(lanes8_sub(high, low), lanes8_splat(grid->longest));
  for (int k = 0; k < 2; k++) {
    low = cells_of(columns[grid->axes[k + 1]], grid->scale[k]);
    high = cells_of(columns[PROXY_MAX + grid->axes[k + 1]], grid->scale[k]);
    large = lanes8_or(large, lanes8_gt(lanes8_sub(high, low), lanes8_splat(CAROM__SPAN_MAX)));
    store_bits(out->first[k], low);
    store_bits(out->last[k], high);
  }
  out->large = lanes8_bits(large);
}

/* The column of a proxy that is column c of a list. */
static inline int source_of(int c, const int axes[3]) {
  if (c >= PROXY_ID) return c;
  return c < PROXY_MAX ? axes[c] : PROXY_MAX + axes[c - PROXY_MAX];
}

/* Up to eight boxes; what lies behind them in the list is not touched, as it may be another thread's. */
static inline void fill_some(const carom__proxy *entries, const uint64_t *order, size_t count,
                             const int axes[3], const carom__box_list *out, size_t at) {
  for (size_t i = 0; i < count; i++) {
    const float *row = proxy_floats(&entries[(uint32_t)order[i]]);
    for (int c = 0; c < PROXY_COLUMNS; c++)
      memcpy(box_list_column(out, (size_t)c) + at + i, row + source_of(c, axes), sizeof *row);
  }
}

CAROM__LANES8 static void fill(const carom__proxy *entries, const uint64_t *order, const int axes[3],
                               const carom__box_list *out) {
  size_t i = 0;
  for (; i + 8 <= out->count; i += 8) {
    const float *rows[8];
    carom__lanes8 columns[PROXY_COLUMNS];
    for (int k = 0; k < 8; k++) rows[k] = proxy_floats(&entries[(uint32_t)order[i + (size_t)k]]);
    load_proxies(rows, columns);
    for (int c = 0; c < PROXY_COLUMNS; c++)
      lanes8_store(box_list_column(out, (size_t)c) + i, columns[source_of(c, axes)]);
  }
  fill_some(entries, order + i, out->count - i, axes, out, i);
}

/* Eight boxes of a list. */
typedef struct column_block {
  carom__lanes8 min[3], max[3];
} column_block;

CAROM__LANES8 static inline column_block load_block(const carom__box_list *list, size_t at) {
  column_block block;
  for (size_t k = 0; k < 3; k++) {
    block.min[k] = lanes8_load(box_list_column(list, CAROM__COLUMN_MIN + k) + at);
    block.max[k] = lanes8_load(box_list_column(list, CAROM__COLUMN_MAX + k) + at);
  }
  return block;
}

/* Which of eight boxes are on their first cell, along both axes: a bit each. */
typedef struct first_bits {
  uint32_t along[2];
} first_bits;

CAROM__LANES8 static inline first_bits load_first(const carom__box_list *list, size_t at) {
  carom__lanes8 first = lanes8_load(box_list_column(list, CAROM__COLUMN_FIRST) + at);
  return (first_bits){{lanes8_bits(first), lanes8_bits(lanes8_gt(lanes8_abs(first), lanes8_splat(0.5f)))}};
}

/* One box, each bound in all lanes. */
typedef struct box_row {
  carom__lanes8 min[3], max[3];
} box_row;

CAROM__LANES8 static inline box_row load_row(const carom__box_list *list, size_t at) {
  box_row row;
  for (size_t k = 0; k < 3; k++) {
    row.min[k] = lanes8_splat(box_list_column(list, CAROM__COLUMN_MIN + k)[at]);
    row.max[k] = lanes8_splat(box_list_column(list, CAROM__COLUMN_MAX + k)[at]);
  }
  return row;
}

CAROM__LANES8 static inline carom__lanes8 apart_along(const column_block *block, const box_row *row, int k) {
  return lanes8_or(lanes8_gt(block->min[k], row->max[k]), lanes8_gt(row->min[k], block->max[k]));
}

/* Which of a block that begins no earlier than the row does overlap it: a bit each. */
CAROM__LANES8 static inline uint32_t overlap_later(const column_block *block, const box_row *row) {
  carom__lanes8 apart = lanes8_gt(block->min[0], row->max[0]);
  apart = lanes8_or(apart, apart_along(block, row, 1));
  apart = lanes8_or(apart, apart_along(block, row, 2));
  return ~lanes8_bits(apart) & 0xff;
}

CAROM__LANES8 static inline uint32_t overlap_any(const column_block *block, const box_row *row) {
  carom__lanes8 apart = apart_along(block, row, 0);
  apart = lanes8_or(apart, apart_along(block, row, 1));
  apart = lanes8_or(apart, apart_along(block, row, 2));
  return ~lanes8_bits(apart) & 0xff;
}

/* Most words of bits have no more set than this. */
enum { KEYS_ALWAYS = 3 };

/* Adds the keys of row[bit / 8] and column[bit % 8] for each bit that is set. The first few are written
 * whether there are so many or not, and kept by the count: how many there are cannot be predicted, and a
 * branch on it would cost more. */
static inline void put_keys(carom__key_sink *sink, uint32_t bits, const float *rows, const float *columns) {
  size_t count = sink->count;
  bool room = count + CAROM__KEYS_AT_ONCE <= sink->capacity;
  uint64_t *keys = sink->keys;
  for (int k = 0; k < KEYS_ALWAYS && room; k++) {
    int bit = bits_lowest(bits | 0x80000000u);
    keys[count] = carom__pair_key(float_bits(rows[bit >> 3]), float_bits(columns[bit & 7]));
    count += bits != 0;
    bits &= bits - 1;
  }
  for (; bits; bits &= bits - 1, count++) {
    int bit = bits_lowest(bits);
    if (room) keys[count] = carom__pair_key(float_bits(rows[bit >> 3]), float_bits(columns[bit & 7]));
  }
  sink->count = count;
}

/* Four rows of a sweep within a list; a byte of a word for each. */
enum { ROWS = 4 };
typedef struct row_group {
  box_row row[ROWS];
  uint32_t first[2]; /* a byte of ones for each row that is on its first cell */
  float end;         /* the greatest max[0] */
} row_group;

static inline uint32_t bytes_from_bits(uint32_t bits) {
  return ((bits & 1) | (bits & 2) << 7 | (bits & 4) << 14 | (bits & 8) << 21) * 0xff;
}

CAROM__LANES8 static inline void load_group(const carom__box_list *list, size_t at, row_group *group) {
  const float *max = box_list_column(list, CAROM__COLUMN_MAX) + at;
  first_bits first = load_first(list, at);
  group->end = max[0];
  for (size_t q = 0; q < ROWS; q++) {
    group->row[q] = load_row(list, at + q);
    group->end = max[q] > group->end ? max[q] : group->end;
  }
  for (int k = 0; k < 2; k++) group->first[k] = bytes_from_bits(first.along[k]);
}

CAROM__LANES8 static inline uint32_t overlap_group(const carom__box_list *list, size_t at,
                                                   const row_group *group) {
  column_block block = load_block(list, at);
  uint32_t bits = 0;
  for (int q = 0; q < ROWS; q++) bits |= overlap_later(&block, &group->row[q]) << (8 * q);
  return bits;
}

/* The pairs that meet for the first time here. On each axis, the first cell that two boxes share is the first
 * of one of them. */
CAROM__LANES8 static inline uint32_t met_first(const carom__box_list *list, size_t at,
                                               const row_group *group) {
  first_bits first = load_first(list, at);
  return (group->first[0] | first.along[0] * 0x01010101u) & (group->first[1] | first.along[1] * 0x01010101u);
}

CAROM__LANES8 static void within(const carom__box_list *given, carom__key_sink *out) {
  const carom__box_list own = *given, *list = &own; /* copies, which writing keys cannot change */
  carom__key_sink sink = *out;
  const uint32_t later = 0xf0f8fcfeu; /* of the first block, each row meets the boxes behind itself */
  const float *min = box_list_column(list, CAROM__COLUMN_MIN), *ids = box_list_column(list, CAROM__COLUMN_ID);
  for (size_t i = 0; i < list->count; i += ROWS) {
    row_group group;
    load_group(list, i, &group);
    size_t at = i;
    uint32_t bits = overlap_group(list, at, &group) & later;
    for (;;) {
      put_keys(&sink, bits & met_first(list, at, &group), ids + i, ids + at);
      at += 8;
      if (!(min[at] <= group.end)) break;
      bits = overlap_group(list, at, &group);
    }
  }
  *out = sink;
}

/* Returns the first box at or after `from` whose reach is not below `begin`: galloping, so that it is cheap
 * both when the lists advance evenly and when one is much the longer (Bentley and Yao, 1976). */
static inline size_t gallop(const float *reach, size_t count, size_t from, float begin) {
  size_t step = 1, low = from, high = from;
  while (high < count && reach[high] < begin) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > count) high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (reach[middle] < begin)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Eight bits that say which columns a row may be paired with here: all, when the row is on its first cell. */
static inline uint32_t admit(uint32_t row_first, uint32_t columns_first) {
  return (0u - row_first) | columns_first;
}

CAROM__LANES8 static inline uint32_t met_first_between(uint32_t row_first, const carom__box_list *columns,
                                                       size_t at, uint32_t columns_mask) {
  first_bits first = load_first(columns, at);
  uint32_t on0 = first.along[0] & (0u - (columns_mask & 1));
  uint32_t on1 = first.along[1] & (0u - (columns_mask >> 1));
  return admit(row_first & 1, on0) & admit(row_first >> 1, on1);
}

static inline uint32_t row_first(const carom__box_list *rows, size_t i) {
  uint32_t first = float_bits(box_list_column(rows, CAROM__COLUMN_FIRST)[i]);
  return (first & CAROM__FIRST_SIGN ? 1u : 0u) | (first & CAROM__FIRST_ONE ? 2u : 0u);
}

/* The pairs of row i with the columns from `at` on. */
CAROM__LANES8 static inline void scan(const carom__box_list *rows, size_t i, uint32_t first,
                                      const carom__box_list *columns, size_t at, uint32_t columns_mask,
                                      carom__key_sink *sink) {
  const float *min = box_list_column(columns, CAROM__COLUMN_MIN);
  const float *ids = box_list_column(columns, CAROM__COLUMN_ID);
  float end = box_list_column(rows, CAROM__COLUMN_MAX)[i];
  if (at >= columns->count || !(min[at] <= end)) return;
  box_row row = load_row(rows, i);
  for (; at < columns->count && min[at] <= end; at += 8) {
    column_block block = load_block(columns, at);
    uint32_t bits = overlap_any(&block, &row);
    if (columns->count - at < 8) bits &= (1u << (columns->count - at)) - 1;
    if (!bits) continue;
    bits &= met_first_between(first, columns, at, columns_mask);
    put_keys(sink, bits, box_list_column(rows, CAROM__COLUMN_ID) + i, ids + at);
  }
}

CAROM__LANES8 static void between(const carom__box_list *rows, uint32_t rows_mask,
                                  const carom__box_list *columns, uint32_t columns_mask,
                                  carom__key_sink *sink) {
  const float *min = box_list_column(rows, CAROM__COLUMN_MIN);
  const float *reach = box_list_column(columns, CAROM__COLUMN_REACH);
  size_t start = 0;
  for (size_t i = 0; i < rows->count; i++) {
    start = gallop(reach, columns->count, start, min[i]);
    if (start == columns->count) return;
    scan(rows, i, row_first(rows, i) & rows_mask, columns, start, columns_mask, sink);
  }
}

#endif

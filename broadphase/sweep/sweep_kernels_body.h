/* sweep_kernels_body.h: the functions of sweep_kernels.h in the form of lanes8.h that the including file
 * selects. */
#ifndef CAROM_BROADPHASE_SWEEP_KERNELS_BODY_H
#define CAROM_BROADPHASE_SWEEP_KERNELS_BODY_H

#include "lanes8.h"
#include "sweep_kernels.h"

_Static_assert(sizeof(carom__proxy) == 8 * sizeof(float), "a proxy is eight columns");

/* The columns of a proxy. */
enum { PROXY_MAX = 3, PROXY_ID = 6, PROXY_COLUMNS = 8 };

static inline const float *proxy_floats(const carom__proxy *proxy) { return (const float *)proxy; }

/* Exchanges rows and columns of eight proxies. */
CAROM__LANES8 static inline void load_proxies(const float *const rows[8],
                                              carom__lanes8 columns[PROXY_COLUMNS]) {
  lanes8_load_columns(rows, 0, columns);
  lanes8_load_columns(rows, 4, columns + 4);
}

/* Adding the bias leaves an integer of up to 22 bits and its sign in the lowest bits of the sum, rounded to
 * nearest; rounding is monotonous, and that is all that cells ask for. */
CAROM__LANES8 static inline carom__lanes8 cells_of(carom__lanes8 at, float scale) {
  carom__lanes8 scaled = lanes8_mul(at, lanes8_splat(scale));
  scaled = lanes8_min(scaled, lanes8_splat(CAROM__CELL_LAST));
  scaled = lanes8_max(scaled, lanes8_splat(-CAROM__CELL_LAST));
  return lanes8_add(scaled, lanes8_splat(CAROM__CELL_BIAS));
}

CAROM__LANES8 static inline void store_bits(uint32_t *out, carom__lanes8 a) {
  float floats[8];
  lanes8_store(floats, a);
  memcpy(out, floats, sizeof floats);
}

CAROM__LANES8 static inline void locate_eight(const carom__grid *grid, const carom__proxy eight[8], size_t at,
                                              carom__located *out) {
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
    store_bits(&out->first[k][at], low);
    store_bits(&out->last[k][at], high);
  }
  out->large |= (uint64_t)lanes8_bits(large) << at;
}

CAROM__LANES8 static void locate(const carom__grid *grid, const carom__proxy *proxies, size_t count,
                                 carom__located *out) {
  carom__proxy eight[8];
  size_t at = 0;
  out->large = 0;
  for (; at + 8 <= count; at += 8) locate_eight(grid, proxies + at, at, out);
  if (at == count) return;
  for (size_t k = 0; k < 8; k++) eight[k] = proxies[at + k < count ? at + k : at];
  locate_eight(grid, eight, at, out);
}

/* The columns of a proxy that a list has, too. */
enum { LISTED_COLUMNS = PROXY_ID + 1 };

/* Where each of them goes. */
static inline void find_columns(const carom__box_list *list, const int axes[3], float *to[LISTED_COLUMNS]) {
  for (size_t k = 0; k < 3; k++) {
    to[axes[k]] = box_list_column(list, CAROM__COLUMN_MIN + k);
    to[PROXY_MAX + axes[k]] = box_list_column(list, CAROM__COLUMN_MAX + k);
  }
  to[PROXY_ID] = box_list_column(list, CAROM__COLUMN_ID);
}

static inline const float *proxy_of(const carom__proxy *proxies, carom__entry entry) {
  return proxy_floats(&proxies[entry.box & CAROM__ENTRY_INDEX]);
}

CAROM__LANES8 static void fill(const carom__proxy *proxies, const carom__entry *entries, const int axes[3],
                               const carom__box_list *out) {
  float *to[LISTED_COLUMNS], *later = box_list_column(out, CAROM__COLUMN_LATER);
  size_t i = 0;
  find_columns(out, axes, to);
  for (; i + 8 <= out->count; i += 8) {
    const float *rows[8];
    carom__lanes8 columns[PROXY_COLUMNS];
    for (size_t k = 0; k < 8; k++) rows[k] = proxy_of(proxies, entries[i + k]);
    load_proxies(rows, columns);
    for (int c = 0; c < LISTED_COLUMNS; c++) lanes8_store(to[c] + i, columns[c]);
  }
  /* What lies behind the list is not touched, as it may be another thread's. */
  for (; i < out->count; i++)
    for (int c = 0; c < LISTED_COLUMNS; c++) to[c][i] = proxy_of(proxies, entries[i])[c];
  for (i = 0; i < out->count; i++) memcpy(&later[i], &entries[i].box, sizeof *later);
}

/* Eight boxes of a list. */
typedef struct column_block {
  carom__lanes8 min[3], max[3], later;
} column_block;

CAROM__LANES8 static inline column_block load_block(const carom__box_list *list, size_t at) {
  column_block block;
  for (size_t k = 0; k < 3; k++) {
    block.min[k] = lanes8_load(box_list_column(list, CAROM__COLUMN_MIN + k) + at);
    block.max[k] = lanes8_load(box_list_column(list, CAROM__COLUMN_MAX + k) + at);
  }
  block.later = lanes8_load(box_list_column(list, CAROM__COLUMN_LATER) + at);
  return block;
}

/* One box, each number in all lanes. */
typedef struct box_row {
  carom__lanes8 min[3], max[3], later;
} box_row;

CAROM__LANES8 static inline box_row load_row(const carom__box_list *list, size_t at) {
  box_row row;
  for (size_t k = 0; k < 3; k++) {
    row.min[k] = lanes8_splat(box_list_column(list, CAROM__COLUMN_MIN + k)[at]);
    row.max[k] = lanes8_splat(box_list_column(list, CAROM__COLUMN_MAX + k)[at]);
  }
  row.later = lanes8_splat(box_list_column(list, CAROM__COLUMN_LATER)[at]);
  return row;
}

/* The marks on each box of a list, as lanes that can be put to a block's or a row's. */
CAROM__LANES8 static inline carom__lanes8 splat_marks(uint32_t marks) {
  float floats;
  memcpy(&floats, &marks, sizeof floats);
  return lanes8_splat(floats);
}

CAROM__LANES8 static inline carom__lanes8 apart_along(const column_block *block, const box_row *row, int k) {
  return lanes8_or(lanes8_gt(block->min[k], row->max[k]), lanes8_gt(row->min[k], block->max[k]));
}

/* On each axis, the first cell that two boxes share is the first of one of them; where it is a later one of
 * both, the pair is found elsewhere. */
CAROM__LANES8 static inline carom__lanes8 met_elsewhere(const column_block *block, const box_row *row) {
  return lanes8_gt(lanes8_and(block->later, row->later), lanes8_splat(CAROM__LATER_ABOVE));
}

CAROM__LANES8 static inline uint32_t bits_but(carom__lanes8 not_these) {
  return ~lanes8_bits(not_these) & 0xff;
}

/* Which of a block that begins no earlier than the row does are its pairs: a bit each. Along the axes from
 * `axes` on nothing is apart. */
CAROM__LANES8 static inline uint32_t pairs_behind(const column_block *block, const box_row *row, int axes) {
  carom__lanes8 not_these = lanes8_or(met_elsewhere(block, row), lanes8_gt(block->min[0], row->max[0]));
  for (int k = 1; k < axes; k++) not_these = lanes8_or(not_these, apart_along(block, row, k));
  return bits_but(not_these);
}

CAROM__LANES8 static inline uint32_t pairs_anywhere(const column_block *block, const box_row *row) {
  carom__lanes8 not_these = met_elsewhere(block, row);
  for (int k = 0; k < 3; k++) not_these = lanes8_or(not_these, apart_along(block, row, k));
  return bits_but(not_these);
}

/* Rows are taken so many at a time: blocks are loaded less often, and fewer loops end, which is mispredicted.
 * Where rows meet a block or two, as in a plane, more than two cost more than that saves. */
enum { ROWS_IN_PLANE = 2, ROWS_IN_SPACE = 4, ROWS_MAX = 4 };

/* Adds the keys of some pairs of a few rows and eight columns: a bit each, eight for a row. */
CAROM__LANES8 static inline void put_keys(carom__key_sink *sink, uint32_t which, const float *rows,
                                          size_t row_count, const float *columns) {
  uint64_t nowhere[CAROM__KEYS_AT_ONCE];
  bool room = sink->count + CAROM__KEYS_AT_ONCE <= sink->capacity;
  sink->count += lanes8_join(room ? sink->keys + sink->count : nowhere, rows, row_count, columns, which);
}

CAROM__LANES8 static inline void sweep_rows(const carom__box_list *given, size_t row_count, int axes,
                                            carom__key_sink *out) {
  const carom__box_list own = *given, *list = &own; /* copies, which writing keys cannot change */
  carom__key_sink sink = *out;
  const float *min = box_list_column(list, CAROM__COLUMN_MIN),
              *max = box_list_column(list, CAROM__COLUMN_MAX);
  const float *ids = box_list_column(list, CAROM__COLUMN_ID);
  for (size_t i = 0; i < list->count; i += row_count) {
    box_row rows[ROWS_MAX];
    float end = max[i];
    for (size_t r = 0; r < row_count; r++) {
      rows[r] = load_row(list, i + r);
      end = max[i + r] > end ? max[i + r] : end;
    }
    uint32_t behind = 0xf8fcfeffu; /* in the first block, each row meets what is behind itself */
    size_t at = i + 1;
    do {
      column_block block = load_block(list, at);
      uint32_t which = 0;
      for (size_t r = 0; r < row_count; r++) which |= pairs_behind(&block, &rows[r], axes) << 8 * r;
      put_keys(&sink, which & behind, ids + i, row_count, ids + at);
      behind = UINT32_MAX;
      at += 8;
    } while (min[at] <= end);
  }
  *out = sink;
}

/* Whether no two boxes are apart along the last axis, as in a plane. */
CAROM__LANES8 static inline bool is_flat(const carom__box_list *list) {
  const float *min = box_list_column(list, CAROM__COLUMN_MIN + 2);
  const float *max = box_list_column(list, CAROM__COLUMN_MAX + 2);
  if (list->count < 8) return false;
  carom__lanes8 first_end = lanes8_load(max + list->count - 8), zero = lanes8_splat(0);
  carom__lanes8 least_back = lanes8_sub(zero, lanes8_load(min + list->count - 8));
  for (size_t i = 0; i + 8 <= list->count; i += 8) {
    first_end = lanes8_min(first_end, lanes8_load(max + i));
    least_back = lanes8_min(least_back, lanes8_sub(zero, lanes8_load(min + i)));
  }
  return -lanes8_least(least_back) <= lanes8_least(first_end);
}

CAROM__LANES8 static void within(const carom__box_list *list, carom__key_sink *sink) {
  if (is_flat(list))
    sweep_rows(list, ROWS_IN_PLANE, 2, sink);
  else
    sweep_rows(list, ROWS_IN_SPACE, 3, sink);
}

/* Returns a box at or after `from` that all whose reach is below `begin` and fewer than eight others lie
 * before: eight are met at once anyway, and a closer look would cost mispredicted branches. Galloping, so
 * that it is cheap both when the lists advance evenly and when one is much the longer (Bentley and Yao,
 * 1976). */
static inline size_t gallop(const float *reach, size_t count, size_t from, float begin) {
  size_t step = 8;
  for (; from + step <= count && reach[from + step - 1] < begin; step *= 2) from += step;
  for (; step > 8; step /= 2)
    if (from + step / 2 <= count && reach[from + step / 2 - 1] < begin) from += step / 2;
  return from;
}

/* The pairs of a box, which has this id and ends at `end`, with the columns from `at` on. */
CAROM__LANES8 static inline void scan(const box_row *row, const float *id, float end,
                                      const carom__box_list *columns, size_t at, carom__lanes8 marks,
                                      carom__key_sink *sink) {
  const float *min = box_list_column(columns, CAROM__COLUMN_MIN);
  const float *ids = box_list_column(columns, CAROM__COLUMN_ID);
  for (; at < columns->count && min[at] <= end; at += 8) {
    column_block block = load_block(columns, at);
    block.later = lanes8_or(block.later, marks);
    uint32_t bits = pairs_anywhere(&block, row);
    if (columns->count - at < 8) bits &= (1u << (columns->count - at)) - 1;
    put_keys(sink, bits, id, 1, ids + at);
  }
}

CAROM__LANES8 static void between(const carom__box_list *rows, uint32_t rows_marks,
                                  const carom__box_list *columns, uint32_t columns_marks,
                                  carom__key_sink *sink) {
  const float *min = box_list_column(rows, CAROM__COLUMN_MIN),
              *max = box_list_column(rows, CAROM__COLUMN_MAX);
  const float *ids = box_list_column(rows, CAROM__COLUMN_ID);
  const float *reach = box_list_column(columns, CAROM__COLUMN_REACH);
  carom__lanes8 on_rows = splat_marks(rows_marks), on_columns = splat_marks(columns_marks);
  size_t start = 0;
  for (size_t i = 0; i < rows->count; i++) {
    start = gallop(reach, columns->count, start, min[i]);
    if (start == columns->count) return;
    box_row row = load_row(rows, i);
    row.later = lanes8_or(row.later, on_rows);
    scan(&row, ids + i, max[i], columns, start, on_columns, sink);
  }
}

CAROM__DEFINE_KERNELS(carom__sweep_kernels, locate, fill, within, between);

#endif

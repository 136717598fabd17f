/* sweep_lists.c: sweep and prune (Baraff, 1992; Cohen, Lin, Manocha and Ponamgi, 1995) over lists that are
 * sorted anew instead of being repaired: a radix sort costs the same however far things have moved. */
#include "sweep_lists.h"

#include "lanes.h"

/* A box that is tested against blocks of others: each bound in all lanes. */
typedef struct box_row {
  carom__lanes min[3], max[3];
  float end; /* along the sweep */
  uint32_t id;
} box_row;

static box_row row_of(const carom__sorted_boxes *boxes, size_t i) {
  box_row row = {.end = boxes->max[0][i], .id = boxes->ids[i]};
  for (int k = 0; k < 3; k++) {
    row.min[k] = lanes_splat(boxes->min[k][i]);
    row.max[k] = lanes_splat(boxes->max[k][i]);
  }
  return row;
}

/* Tests a box against four that begin no earlier; a bit each. */
static uint32_t test_four(const carom__sorted_boxes *boxes, size_t first, const box_row *row) {
  carom__lanes apart = lanes_gt(lanes_load(boxes->min[0] + first), row->max[0]);
  apart = lanes_or(apart, lanes_gt(lanes_load(boxes->min[1] + first), row->max[1]));
  apart = lanes_or(apart, lanes_gt(row->min[1], lanes_load(boxes->max[1] + first)));
  apart = lanes_or(apart, lanes_gt(lanes_load(boxes->min[2] + first), row->max[2]));
  apart = lanes_or(apart, lanes_gt(row->min[2], lanes_load(boxes->max[2] + first)));
  return ~lanes_bits(apart) & 15u;
}

static uint32_t test_block(const carom__sorted_boxes *boxes, size_t first, const box_row *row) {
  uint32_t hits = 0;
  for (size_t k = 0; k < CAROM__BOX_BLOCK; k += 4) hits |= test_four(boxes, first + k, row) << k;
  return hits;
}

static carom_status add_hits(const uint32_t *ids, uint32_t id, uint32_t hits,
                             const carom_allocator *allocator, carom__pair_keys *pairs) {
  carom_status status = pair_keys_reserve(pairs, allocator, CAROM__BOX_BLOCK);
  if (status) return status;
  for (int k = 0; k < CAROM__BOX_BLOCK; k++) {
    /* Written in any case and kept by the count: a branch here would be mispredicted most of the time. */
    pairs->keys.data[pairs->keys.count] = carom__pair_key(id, ids[k]);
    pairs->keys.count += hits >> k & 1;
  }
  return CAROM_OK;
}

/* Adds the pairs of one box with the boxes from `first` on, all of which begin no earlier than it. */
static carom_status scan_from(const carom__sorted_boxes *boxes, size_t first, const box_row *row,
                              const carom_allocator *allocator, carom__pair_keys *pairs) {
  for (size_t i = first; boxes->min[0][i] <= row->end; i += CAROM__BOX_BLOCK) {
    uint32_t hits = test_block(boxes, i, row);
    if (hits == 0) continue;
    carom_status status = add_hits(boxes->ids + i, row->id, hits, allocator, pairs);
    if (status) return status;
  }
  return CAROM_OK;
}

carom_status carom__sweep_within(const carom__sorted_boxes *boxes, const carom_allocator *allocator,
                                 carom__pair_keys *pairs) {
  carom_status status = CAROM_OK;
  for (size_t i = 0; i < boxes->count && !status; i++) {
    box_row row = row_of(boxes, i);
    status = scan_from(boxes, i + 1, &row, allocator, pairs);
  }
  return status;
}

static bool begins_before(const carom__sorted_boxes *boxes, size_t i, float begin, bool or_with) {
  return boxes->min[0][i] < begin || (or_with && boxes->min[0][i] == begin);
}

/* Returns the first box at or after `from` that does not begin before `begin` (or with it): galloping, so
 * that it is cheap both when the lists advance evenly and when one is much the longer (Bentley and Yao,
 * 1976). */
static size_t gallop(const carom__sorted_boxes *boxes, size_t from, float begin, bool or_with) {
  size_t step = 1, low = from, high = from;
  while (high < boxes->count && begins_before(boxes, high, begin, or_with)) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > boxes->count) high = boxes->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (begins_before(boxes, middle, begin, or_with))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Adds the pairs in which the box of `a` begins first. When both begin together, the pair counts here unless
 * `strictly`. Blocks of `a` that end before anything of `b` begins are passed over as a whole, so that few
 * movers among many boxes that stand still cost little. */
static carom_status sweep_into(const carom__sorted_boxes *a, const carom__sorted_boxes *b, bool strictly,
                               const carom_allocator *allocator, carom__pair_keys *pairs) {
  carom_status status = CAROM_OK;
  size_t start = 0, i = 0;
  while (i < a->count && !status) {
    start = gallop(b, start, a->min[0][i], strictly);
    if (i % CAROM__BOX_BLOCK == 0 && b->min[0][start] > a->reach[i / CAROM__BOX_BLOCK]) {
      i += CAROM__BOX_BLOCK;
      continue;
    }
    box_row row = row_of(a, i++);
    status = scan_from(b, start, &row, allocator, pairs);
  }
  return status;
}

carom_status carom__sweep_between(const carom__sorted_boxes *a, const carom__sorted_boxes *b,
                                  const carom_allocator *allocator, carom__pair_keys *pairs) {
  if (a->count == 0 || b->count == 0) return CAROM_OK;
  carom_status status = sweep_into(a, b, false, allocator, pairs);
  return status ? status : sweep_into(b, a, true, allocator, pairs);
}

/* sweep_order.c: sorting the entries of a cell.
 *
 * A few are sorted by insertion. More are first sorted by their place in the cell's range, in 256 or 65536
 * steps, by counting; then little is left to insertion. When that is much, because they lie unevenly, a radix
 * sort does it. */
#include "sweep_order.h"

#include <string.h>

#include "sort.h"

enum { INSERTION_BELOW = 24, ONE_DIGIT_BELOW = 150, DIGITS_UP_TO = 1 << 16 };
enum { DIGIT_BITS = 8, DIGIT_VALUES = 1 << DIGIT_BITS };

/* How many places insertion may move an item on average before it gives up. */
enum { MOVES_AN_ITEM = 8 };

static inline float begin_of(const carom__proxy *entry, int axis) { return (&entry->box.min.x)[axis]; }

static inline uint64_t item_of(const carom__proxy *entries, size_t i, int axis) {
  return (uint64_t)carom__float_key(begin_of(&entries[i], axis)) << 32 | i;
}

/* Returns false, with all items there, when it was given up. */
static bool insertion_sort(uint64_t *items, size_t count) {
  size_t moves = 0;
  for (size_t i = 1; i < count; i++) {
    uint64_t item = items[i];
    size_t place = i;
    for (; place > 0 && items[place - 1] > item; place--) items[place] = items[place - 1];
    items[place] = item;
    moves += i - place;
    if (moves > MOVES_AN_ITEM * count + INSERTION_BELOW * INSERTION_BELOW) return false;
  }
  return true;
}

/* The range of the entries as integers 0..values - 1. */
typedef struct steps {
  float low, scale;
} steps;

static steps steps_for(const carom__proxy *entries, size_t count, int axis, float values) {
  float low = begin_of(&entries[0], axis), high = low;
  for (size_t i = 1; i < count; i++) {
    float at = begin_of(&entries[i], axis);
    low = at < low ? at : low;
    high = at > high ? at : high;
  }
  float range = high - low;
  /* A range that has no reciprocal, or is infinite, is one step. */
  if (!(range > 1e-30f && range < 1e38f)) return (steps){0, 0};
  return (steps){low, (values - 1) / range};
}

static inline uint32_t step_of(steps s, const carom__proxy *entry, int axis) {
  return (uint32_t)(int32_t)((begin_of(entry, axis) - s.low) * s.scale);
}

static void counts_to_starts(uint32_t counts[DIGIT_VALUES]) {
  uint32_t start = 0;
  for (int value = 0; value < DIGIT_VALUES; value++) {
    uint32_t count = counts[value];
    counts[value] = start;
    start += count;
  }
}

static void order_by_one_digit(const carom__proxy *entries, size_t count, int axis, uint64_t *items) {
  uint32_t starts[DIGIT_VALUES] = {0};
  steps s = steps_for(entries, count, axis, DIGIT_VALUES);
  for (size_t i = 0; i < count; i++) starts[step_of(s, &entries[i], axis)]++;
  counts_to_starts(starts);
  for (size_t i = 0; i < count; i++)
    items[starts[step_of(s, &entries[i], axis)]++] = item_of(entries, i, axis);
}

/* Least digit first (Knuth, 1973, 5.2.5); a word holds the step above the index. */
static void order_by_two_digits(const carom__proxy *entries, size_t count, int axis, uint64_t *items,
                                uint64_t *scratch) {
  uint32_t low[DIGIT_VALUES] = {0}, high[DIGIT_VALUES] = {0};
  uint32_t *from = (uint32_t *)(void *)scratch, *to = from + count;
  steps s = steps_for(entries, count, axis, DIGIT_VALUES * DIGIT_VALUES);
  for (size_t i = 0; i < count; i++) {
    uint32_t step = step_of(s, &entries[i], axis);
    from[i] = step << 16 | (uint32_t)i;
    low[step % DIGIT_VALUES]++;
    high[step / DIGIT_VALUES]++;
  }
  counts_to_starts(low);
  counts_to_starts(high);
  for (size_t i = 0; i < count; i++) to[low[from[i] >> 16 & (DIGIT_VALUES - 1)]++] = from[i];
  for (size_t i = 0; i < count; i++)
    items[high[to[i] >> (16 + DIGIT_BITS)]++] = item_of(entries, to[i] & 0xffff, axis);
}

void carom__sweep_order(const carom__proxy *entries, size_t count, int axis, uint64_t *items,
                        uint64_t *scratch) {
  bool digits = count >= INSERTION_BELOW && count <= DIGITS_UP_TO;
  if (digits && count < ONE_DIGIT_BELOW)
    order_by_one_digit(entries, count, axis, items);
  else if (digits)
    order_by_two_digits(entries, count, axis, items, scratch);
  else
    for (size_t i = 0; i < count; i++) items[i] = item_of(entries, i, axis);
  if (count > DIGITS_UP_TO || !insertion_sort(items, count)) carom__sort_u64(items, scratch, count);
}

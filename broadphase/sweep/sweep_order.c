/* sweep_order.c: sorts the entries of a cell.
 *
 * A few are sorted by insertion. More are first sorted by their place in the cell's range, in 256 or 65536
 * steps, by counting; then little is left to insertion. When that is much, because they lie unevenly, a radix
 * sort does it. */
#include "box_list.h"

#include <string.h>

#include "sort.h"

enum { INSERTION_BELOW = 24, ONE_DIGIT_BELOW = 150, DIGITS_UP_TO = 1 << 16 };
enum { DIGIT_BITS = 8, DIGIT_VALUES = 1 << DIGIT_BITS, KEY_BITS = 32 };

/* How many places insertion may move an entry on average before it gives up. */
enum { MOVES_AN_ENTRY = 8 };

/* Returns false, with all entries there, when it was given up. */
static bool insertion_sort(carom__entry *entries, size_t count) {
  size_t moves = 0, moves_max = MOVES_AN_ENTRY * count + INSERTION_BELOW * INSERTION_BELOW;
  for (size_t i = 1; i < count; i++) {
    carom__entry entry = entries[i];
    if (entries[i - 1].begin <= entry.begin) continue;
    size_t place = i;
    for (; place > 0 && entries[place - 1].begin > entry.begin; place--) entries[place] = entries[place - 1];
    entries[place] = entry;
    moves += i - place;
    if (moves > moves_max) return false;
  }
  return true;
}

/* The range of the entries as integers 0..values - 1. */
typedef struct steps {
  float low, scale;
} steps;

static steps steps_for(const carom__entry *entries, size_t count, float values) {
  float low = entries[0].begin, high = low;
  for (size_t i = 1; i < count; i++) {
    float at = entries[i].begin;
    low = at < low ? at : low;
    high = at > high ? at : high;
  }
  float range = high - low;
  /* A range that has no reciprocal, or is infinite, is one step. */
  if (!(range > 1e-30f && range < 1e38f)) return (steps){0, 0};
  return (steps){low, (values - 1) / range};
}

static inline uint32_t step_of(steps s, float begin) {
  return (uint32_t)(int32_t)((begin - s.low) * s.scale);
}

static void order_by_one_digit(const carom__entry *entries, size_t count, carom__entry *sorted) {
  uint32_t starts[DIGIT_VALUES] = {0};
  steps s = steps_for(entries, count, DIGIT_VALUES);
  for (size_t i = 0; i < count; i++) starts[step_of(s, entries[i].begin)]++;
  carom__counts_to_starts(starts, DIGIT_VALUES, 1);
  for (size_t i = 0; i < count; i++) sorted[starts[step_of(s, entries[i].begin)]++] = entries[i];
}

/* Least digit first (Knuth, 1973, 5.2.5); a word holds the step above the index. */
static void order_by_two_digits(const carom__entry *entries, size_t count, carom__entry *sorted,
                                uint32_t *scratch) {
  uint32_t low[DIGIT_VALUES] = {0}, high[DIGIT_VALUES] = {0};
  uint32_t *from = scratch, *to = from + count;
  steps s = steps_for(entries, count, DIGIT_VALUES * DIGIT_VALUES);
  for (size_t i = 0; i < count; i++) {
    uint32_t step = step_of(s, entries[i].begin);
    from[i] = step << 16 | (uint32_t)i;
    low[step % DIGIT_VALUES]++;
    high[step / DIGIT_VALUES]++;
  }
  carom__counts_to_starts(low, DIGIT_VALUES, 1);
  carom__counts_to_starts(high, DIGIT_VALUES, 1);
  for (size_t i = 0; i < count; i++) to[low[from[i] >> 16 & (DIGIT_VALUES - 1)]++] = from[i];
  for (size_t i = 0; i < count; i++) sorted[high[to[i] >> (16 + DIGIT_BITS)]++] = entries[to[i] & 0xffff];
}

static inline uint32_t digit_of(float begin, int shift) {
  return carom__float_key(begin) >> shift & (DIGIT_VALUES - 1);
}

static void sort_by_digit(const carom__entry *from, size_t count, int shift, carom__entry *to) {
  uint32_t starts[DIGIT_VALUES] = {0};
  for (size_t i = 0; i < count; i++) starts[digit_of(from[i].begin, shift)]++;
  carom__counts_to_starts(starts, DIGIT_VALUES, 1);
  for (size_t i = 0; i < count; i++) to[starts[digit_of(from[i].begin, shift)]++] = from[i];
}

/* Least digit first (Knuth, 1973, 5.2.5); an even number of digits, so that all ends where it was. */
static void radix_sort(carom__entry *entries, size_t count, carom__entry *scratch) {
  for (int shift = 0; shift < KEY_BITS; shift += 2 * DIGIT_BITS) {
    sort_by_digit(entries, count, shift, scratch);
    sort_by_digit(scratch, count, shift + DIGIT_BITS, entries);
  }
}

void carom__sweep_order(carom__entry *entries, size_t count, carom__entry *sorted, uint32_t *scratch) {
  bool digits = count >= INSERTION_BELOW && count <= DIGITS_UP_TO;
  if (digits && count < ONE_DIGIT_BELOW)
    order_by_one_digit(entries, count, sorted);
  else if (digits)
    order_by_two_digits(entries, count, sorted, scratch);
  else
    memcpy(sorted, entries, count * sizeof *sorted);
  if (!insertion_sort(sorted, count)) radix_sort(sorted, count, entries);
}

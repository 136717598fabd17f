/* sort.c: LSD radix sort (Knuth, 1973, 5.2.5) whose digits cover only the bits in which the keys differ. */
#include "sort.h"

#include <string.h>

enum { DIGIT_BITS_MAX = 11, DIGIT_VALUES_MAX = 1 << DIGIT_BITS_MAX };

/* Below the first number of items, counting costs more than inserting; below the second, long tables of
 * counts cost more than another pass. Both were measured. */
enum { INSERTION_BELOW = 80, SHORT_DIGITS_BELOW = 400, SHORT_DIGIT_BITS = 8 };

_Static_assert(sizeof(carom__keyed) == 2 * sizeof(uint64_t), "a record is one word or two");

/* The functions below sort records of `size` bytes that begin with their key: 8, or 16 for carom__keyed. */
static inline uint64_t key_of(const char *record) {
  uint64_t key;
  memcpy(&key, record, sizeof key);
  return key;
}

static inline void copy_record(char *to, const char *from, size_t size) {
  memcpy(to, from, sizeof(uint64_t));
  if (size > sizeof(uint64_t)) memcpy(to + sizeof(uint64_t), from + sizeof(uint64_t), sizeof(uint64_t));
}

static void insertion_sort(char *items, size_t count, size_t size) {
  for (size_t i = 1; i < count; i++) {
    char moving[sizeof(carom__keyed)];
    copy_record(moving, items + i * size, size);
    uint64_t key = key_of(moving);
    size_t place = i;
    for (; place > 0 && key_of(items + (place - 1) * size) > key; place--)
      copy_record(items + place * size, items + (place - 1) * size, size);
    copy_record(items + place * size, moving, size);
  }
}

/* The bits in which not all keys agree. */
static uint64_t varying_bits(const char *items, size_t count, size_t size) {
  uint64_t first = key_of(items), varying = 0;
  for (size_t i = 1; i < count; i++) varying |= key_of(items + i * size) ^ first;
  return varying;
}

/* One digit of the keys: the bits from shift on that mask keeps. */
typedef struct digit {
  int shift;
  size_t mask;
} digit;

static inline size_t digit_of(uint64_t key, digit d) { return (size_t)(key >> d.shift) & d.mask; }

/* Writes the place where each value of the digit begins in the sorted sequence. */
static void find_starts(const char *items, size_t count, size_t size, digit d,
                        size_t starts[DIGIT_VALUES_MAX]) {
  memset(starts, 0, (d.mask + 1) * sizeof *starts);
  for (size_t i = 0; i < count; i++) starts[digit_of(key_of(items + i * size), d)]++;
  size_t start = 0;
  for (size_t value = 0; value <= d.mask; value++) {
    size_t values = starts[value];
    starts[value] = start;
    start += values;
  }
}

static void sort_by_digit(const char *from, char *to, size_t count, size_t size, digit d) {
  size_t starts[DIGIT_VALUES_MAX];
  find_starts(from, count, size, d, starts);
  for (size_t i = 0; i < count; i++) {
    const char *record = from + i * size;
    copy_record(to + starts[digit_of(key_of(record), d)]++ * size, record, size);
  }
}

static void radix_sort(char *items, char *scratch, size_t count, size_t size) {
  uint64_t varying = varying_bits(items, count, size);
  int bits = count < SHORT_DIGITS_BELOW ? SHORT_DIGIT_BITS : DIGIT_BITS_MAX;
  char *from = items, *to = scratch;
  for (int shift = 0; shift < 64;) {
    if ((varying >> shift & 1) == 0) {
      shift++;
      continue;
    }
    sort_by_digit(from, to, count, size, (digit){shift, ((size_t)1 << bits) - 1});
    char *sorted = to;
    to = from;
    from = sorted;
    shift += bits;
  }
  if (from != items) memcpy(items, from, count * size);
}

static void sort(void *items, void *scratch, size_t count, size_t size) {
  if (count < INSERTION_BELOW)
    insertion_sort(items, count, size);
  else
    radix_sort(items, scratch, count, size);
}

void carom__sort_keyed(carom__keyed *items, carom__keyed *scratch, size_t count) {
  sort(items, scratch, count, sizeof *items);
}

void carom__sort_u64(uint64_t *items, uint64_t *scratch, size_t count) {
  sort(items, scratch, count, sizeof *items);
}

size_t carom__count_below(const uint32_t *values, size_t count, uint32_t limit) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (values[middle] < limit)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

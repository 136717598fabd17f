/* pair_keys.c: sorts collected keys into the result.
 *
 * First the keys are thrown into buckets, each a range of lower ids, part by part; then each bucket, which
 * fits the cache, is sorted by counting the pairs of each lower id, and those of one id by insertion. Where
 * an id has many pairs, or ids lie far apart, a radix sort does it. When all fit the cache, and one thread
 * works alone, they are one bucket from the start. */
#include "pair_keys.h"

#include <string.h>

#include "sort.h"

enum { PAIRS_A_BUCKET = 512, BUCKET_BITS_MAX = 11 };
enum { ROWS_MAX = 8192, ROWS_A_PAIR = 16, ROW_LENGTH_MAX = 32 };

/* One list of so few lower ids is sorted as it is: what that takes fits the cache. */
enum { ROWS_AT_ONCE_MAX = 32768 };

/* Bucket b holds the lower ids from low + (b << shift) on. */
typedef struct sort_pass {
  const carom__key_list *lists;
  uint32_t lowest[CAROM__PARTS_MAX], highest[CAROM__PARTS_MAX]; /* of the lower ids of each list */
  uint32_t parts;
  uint64_t *keys;
  uint32_t *counts;
  carom__pair *out;
  size_t total;
  uint64_t range; /* of the lower ids: from low to low + range; wide, so that it may be shifted by 32 */
  uint32_t low, buckets;
  int shift;
} sort_pass;

static inline uint32_t lower_id(uint64_t key) { return (uint32_t)(key >> 32); }

static inline uint32_t bucket_of(const sort_pass *pass, uint64_t key) {
  return (uint32_t)((uint64_t)(lower_id(key) - pass->low) >> pass->shift);
}

static uint32_t *counts_of(const sort_pass *pass, uint32_t part) {
  return pass->counts + (size_t)part * pass->buckets;
}

static void find_range_of_part(void *context, uint32_t part) {
  sort_pass *pass = context;
  const carom__key_list *list = &pass->lists[part];
  uint32_t low = UINT32_MAX, high = 0;
  for (size_t i = 0; i < list->count; i++) {
    uint32_t id = lower_id(list->data[i]);
    low = id < low ? id : low;
    high = id > high ? id : high;
  }
  pass->lowest[part] = low;
  pass->highest[part] = high;
}

static carom_status find_range(sort_pass *pass, const carom_tasks *tasks) {
  carom_status status = carom__run_parts(tasks, pass->parts, find_range_of_part, pass);
  if (status) return status;
  uint32_t low = UINT32_MAX, high = 0;
  for (uint32_t part = 0; part < pass->parts; part++) {
    low = pass->lowest[part] < low ? pass->lowest[part] : low;
    high = pass->highest[part] > high ? pass->highest[part] : high;
  }
  pass->low = low;
  pass->range = high - low;
  return CAROM_OK;
}

static void choose_buckets(sort_pass *pass) {
  int bits = 0;
  while (bits < BUCKET_BITS_MAX && pass->total >> bits > PAIRS_A_BUCKET) bits++;
  pass->shift = 0;
  while (pass->range >> pass->shift >> bits > 0) pass->shift++;
  pass->buckets = (uint32_t)(pass->range >> pass->shift) + 1;
}

static void count_part(void *context, uint32_t part) {
  const sort_pass *pass = context;
  uint32_t *counts = counts_of(pass, part);
  memset(counts, 0, pass->buckets * sizeof *counts);
  for (size_t i = 0; i < pass->lists[part].count; i++) counts[bucket_of(pass, pass->lists[part].data[i])]++;
}

static void scatter_part(void *context, uint32_t part) {
  const sort_pass *pass = context;
  uint32_t *next = counts_of(pass, part);
  for (size_t i = 0; i < pass->lists[part].count; i++) {
    uint64_t key = pass->lists[part].data[i];
    pass->keys[next[bucket_of(pass, key)]++] = key;
  }
}

/* After scattering, the last part's counts say where buckets end. */
static size_t bucket_begin(const sort_pass *pass, uint32_t bucket) {
  return bucket ? counts_of(pass, pass->parts - 1)[bucket - 1] : 0;
}

/* Sorts keys that are in order but for the higher ids. */
static void sort_short_rows(uint64_t *keys, size_t count) {
  for (size_t i = 1; i < count; i++) {
    uint64_t key = keys[i];
    if (key >= keys[i - 1]) continue;
    size_t place = i;
    for (; place > 0 && keys[place - 1] > key; place--) keys[place] = keys[place - 1];
    keys[place] = key;
  }
}

/* The same when some rows are long; ends[row] is where a row ends. */
static void sort_long_rows(uint64_t *keys, uint64_t *scratch, const uint32_t *ends, size_t rows) {
  for (size_t row = 0, begin = 0; row < rows; begin = ends[row++])
    carom__sort_u64(keys + begin, scratch + begin, ends[row] - begin);
}

/* Counts the pairs of each lower id, turns the counts into starts and returns the greatest count. */
static uint32_t count_rows(const uint64_t *keys, size_t count, uint32_t low, size_t rows, uint32_t *starts) {
  uint32_t start = 0, longest = 0;
  memset(starts, 0, rows * sizeof *starts);
  for (size_t i = 0; i < count; i++) starts[lower_id(keys[i]) - low]++;
  for (size_t row = 0; row < rows; row++) {
    uint32_t length = starts[row];
    longest = length > longest ? length : longest;
    starts[row] = start;
    start += length;
  }
  return longest;
}

/* next has room for a number a row. */
static void sort_by_rows(uint64_t *keys, uint64_t *sorted, size_t count, uint32_t low, size_t rows,
                         uint32_t *next) {
  uint32_t longest = count_rows(keys, count, low, rows, next);
  for (size_t i = 0; i < count; i++) sorted[next[lower_id(keys[i]) - low]++] = keys[i];
  if (longest > ROW_LENGTH_MAX)
    sort_long_rows(sorted, keys, next, rows);
  else
    sort_short_rows(sorted, count);
}

/* The memory of the result is where keys are sorted; each becomes a pair where it is. */
static uint64_t *keys_in(carom__pair *out) { return (uint64_t *)(void *)out; }

static void make_pairs(const uint64_t *sorted, size_t count, carom__pair *out) {
  for (size_t i = 0; i < count; i++) out[i] = (carom__pair){lower_id(sorted[i]), (uint32_t)sorted[i]};
}

static bool rows_are_few(uint64_t rows, uint64_t most, size_t count) {
  return rows <= most && rows <= ROWS_A_PAIR * (uint64_t)count;
}

static void sort_bucket(uint64_t *keys, size_t count, uint32_t low, uint64_t rows, carom__pair *out) {
  uint64_t *sorted = keys_in(out);
  uint32_t next[ROWS_MAX];
  if (rows_are_few(rows, ROWS_MAX, count)) {
    sort_by_rows(keys, sorted, count, low, (size_t)rows, next);
  } else {
    memcpy(sorted, keys, count * sizeof *keys);
    carom__sort_u64(sorted, keys, count);
  }
  make_pairs(sorted, count, out);
}

/* The first bucket of a part, so that parts have about as many pairs: low ids are the lower ones more often.
 */
static uint32_t part_bucket(const sort_pass *pass, uint32_t part) {
  size_t pair = carom__part_begin(pass->total, pass->parts, part);
  if (pair == 0) return 0;
  return (uint32_t)carom__count_below(counts_of(pass, pass->parts - 1), pass->buckets, (uint32_t)pair) + 1;
}

static void sort_part(void *context, uint32_t part) {
  const sort_pass *pass = context;
  uint32_t last = part_bucket(pass, part + 1);
  for (uint32_t bucket = part_bucket(pass, part); bucket < last; bucket++) {
    size_t begin = bucket_begin(pass, bucket), count = bucket_begin(pass, bucket + 1) - begin;
    uint32_t low = pass->low + (uint32_t)((uint64_t)bucket << pass->shift);
    /* The shift may be 32, which is too far for a size_t of as many bits. */
    sort_bucket(pass->keys + begin, count, low, (uint64_t)1 << pass->shift, pass->out + begin);
  }
}

static carom_status reserve(carom__pair_sorter *sorter, const carom_allocator *allocator, carom__pairs *out,
                            sort_pass *pass) {
  carom_status status = carom__array_reserve(allocator, &sorter->keys, pass->total);
  if (!status) status = carom__array_reserve(allocator, &sorter->counts, (size_t)pass->buckets * pass->parts);
  if (!status) status = carom__array_reserve(allocator, out, pass->total);
  pass->keys = sorter->keys.data;
  pass->counts = sorter->counts.data;
  pass->out = out->data;
  return status;
}

static carom_status sort_by_buckets(carom__pair_sorter *sorter, const carom_allocator *allocator,
                                    const carom_tasks *tasks, sort_pass *pass, carom__pairs *out) {
  choose_buckets(pass);
  carom_status status = reserve(sorter, allocator, out, pass);
  if (!status) status = carom__run_parts(tasks, pass->parts, count_part, pass);
  if (status) return status;
  carom__counts_to_starts(pass->counts, pass->buckets, pass->parts);
  status = carom__run_parts(tasks, pass->parts, scatter_part, pass);
  return status ? status : carom__run_parts(tasks, pass->parts, sort_part, pass);
}

static carom_status sort_at_once(carom__pair_sorter *sorter, const carom_allocator *allocator,
                                 const sort_pass *pass, carom__pairs *out) {
  size_t rows = (size_t)pass->range + 1;
  carom_status status = carom__array_reserve(allocator, &sorter->counts, rows);
  if (!status) status = carom__array_reserve(allocator, out, pass->total);
  if (status) return status;
  uint64_t *sorted = keys_in(out->data);
  sort_by_rows(pass->lists->data, sorted, pass->total, pass->low, rows, sorter->counts.data);
  make_pairs(sorted, pass->total, out->data);
  return CAROM_OK;
}

carom_status carom__pair_keys_sort(carom__pair_sorter *sorter, const carom_allocator *allocator,
                                   const carom_tasks *tasks, const carom__key_list *lists, uint32_t count,
                                   carom__pairs *out) {
  sort_pass pass = {.lists = lists, .parts = count};
  out->count = 0;
  for (uint32_t i = 0; i < count; i++) pass.total += lists[i].count;
  if (pass.total == 0) return CAROM_OK;
  if (pass.total > UINT32_MAX) return CAROM_LIMIT;
  carom_status status = find_range(&pass, tasks);
  if (status) return status;
  bool at_once = count == 1 && rows_are_few(pass.range + 1, ROWS_AT_ONCE_MAX, pass.total);
  status = at_once ? sort_at_once(sorter, allocator, &pass, out)
                   : sort_by_buckets(sorter, allocator, tasks, &pass, out);
  if (!status) out->count = pass.total;
  return status;
}

void carom__pair_sorter_free(carom__pair_sorter *sorter, const carom_allocator *allocator) {
  carom__array_free(allocator, &sorter->keys);
  carom__array_free(allocator, &sorter->counts);
}

/* one_axis.h: a broad phase that sorts all boxes along x and compares those that meet there: a second oracle,
 * for worlds where brute force takes too long, and itself compared with brute force. */
#ifndef CAROM_TESTS_ONE_AXIS_H
#define CAROM_TESTS_ONE_AXIS_H

#include "broadphase.h"
#include "pose.h"
#include "sort.h"
#include "testing.h"

enum { ONE_AXIS_BOXES = 40000, ONE_AXIS_PAIRS = 2000000 };

typedef struct one_axis {
  carom__proxy boxes[ONE_AXIS_BOXES]; /* all; `unused` tells which of them move */
  size_t count;
  uint64_t keys[ONE_AXIS_PAIRS], scratch[ONE_AXIS_PAIRS];
  size_t key_count;
} one_axis;

static inline void one_axis_add(one_axis *o, const carom__proxy *boxes, size_t count, bool moves) {
  ck_assert_uint_le(o->count + count, ONE_AXIS_BOXES);
  for (size_t i = 0; i < count; i++) {
    o->boxes[o->count] = boxes[i];
    o->boxes[o->count++].unused = moves;
  }
}

static inline int one_axis_compare(const void *left, const void *right) {
  const carom__proxy *a = left, *b = right;
  return (a->box.min.x > b->box.min.x) - (a->box.min.x < b->box.min.x);
}

static inline void one_axis_keep(one_axis *o, const carom__proxy *a, const carom__proxy *b) {
  if (!(a->unused || b->unused) || !aabb_overlap(&a->box, &b->box)) return;
  /* An assertion takes note of where it is each time, which is slow. */
  if (o->key_count == ONE_AXIS_PAIRS) ck_abort_msg("too many pairs");
  o->keys[o->key_count++] = carom__pair_key(a->id, b->id);
}

/* Finds what carom__broadphase_class.find_pairs does. */
static inline void one_axis_find(one_axis *o, const carom__proxy *still, size_t still_count,
                                 const carom__proxy *movers, size_t count, const carom_allocator *allocator,
                                 carom__pairs *out) {
  o->count = o->key_count = 0;
  one_axis_add(o, still, still_count, false);
  one_axis_add(o, movers, count, true);
  qsort(o->boxes, o->count, sizeof *o->boxes, one_axis_compare);
  for (size_t i = 0; i < o->count; i++)
    for (size_t j = i + 1; j < o->count && o->boxes[j].box.min.x <= o->boxes[i].box.max.x; j++)
      one_axis_keep(o, &o->boxes[i], &o->boxes[j]);
  carom__sort_u64(o->keys, o->scratch, o->key_count);
  ck_assert_int_eq(carom__array_reserve(allocator, out, o->key_count), CAROM_OK);
  out->count = 0;
  for (size_t i = 0; i < o->key_count; i++)
    carom__array_push(out, ((carom__pair){(uint32_t)(o->keys[i] >> 32), (uint32_t)o->keys[i]}));
}

#endif

/* brute.c: the broad phase that tests all against all, the oracle of the others. */
#include "broadphase.h"

#include <string.h>

#include "pair_keys.h"
#include "pose.h"

typedef struct brute_phase {
  carom_allocator allocator;
  CAROM__ARRAY(carom__proxy) resting;
  carom__key_list keys;
  carom__pair_sorter sorter;
} brute_phase;

static carom_status brute_create(const carom_allocator *allocator, carom__broadphase **out) {
  brute_phase *brute = carom__alloc(allocator, sizeof *brute);
  if (!brute) return CAROM_OUT_OF_MEMORY;
  memset(brute, 0, sizeof *brute);
  if (allocator) brute->allocator = *allocator;
  *out = (carom__broadphase *)brute;
  return CAROM_OK;
}

static void brute_destroy(carom__broadphase *broadphase) {
  brute_phase *brute = (brute_phase *)broadphase;
  if (!brute) return;
  carom_allocator allocator = brute->allocator;
  carom__array_free(&allocator, &brute->resting);
  carom__array_free(&allocator, &brute->keys);
  carom__pair_sorter_free(&brute->sorter, &allocator);
  carom__free(&allocator, brute, sizeof *brute);
}

static carom_status brute_rest(carom__broadphase *broadphase, const carom__proxy *proxies, size_t count) {
  brute_phase *brute = (brute_phase *)broadphase;
  carom_status status =
      carom__array_reserve(&brute->allocator, &brute->resting, brute->resting.count + count);
  for (size_t i = 0; i < count && !status; i++) carom__array_push(&brute->resting, proxies[i]);
  return status;
}

static void brute_wake(carom__broadphase *broadphase, uint32_t id) {
  brute_phase *brute = (brute_phase *)broadphase;
  size_t at = 0;
  while (at < brute->resting.count && brute->resting.data[at].id != id) at++;
  if (at < brute->resting.count) brute->resting.data[at] = brute->resting.data[--brute->resting.count];
}

static carom_status pair_with_all(brute_phase *brute, const carom__proxy *one, const carom__proxy *others,
                                  size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!aabb_overlap(&one->box, &others[i].box)) continue;
    carom_status status = carom__array_reserve(&brute->allocator, &brute->keys, brute->keys.count + 1);
    if (status) return status;
    carom__array_push(&brute->keys, carom__pair_key(one->id, others[i].id));
  }
  return CAROM_OK;
}

static carom_status brute_find_pairs(carom__broadphase *broadphase, const carom_tasks *tasks,
                                     const carom__proxy *movers, size_t count, carom__pairs *out) {
  brute_phase *brute = (brute_phase *)broadphase;
  carom_status status = CAROM_OK;
  out->count = brute->keys.count = 0;
  for (size_t i = 0; i < count && !status; i++) {
    status = pair_with_all(brute, &movers[i], movers + i + 1, count - i - 1);
    if (!status) status = pair_with_all(brute, &movers[i], brute->resting.data, brute->resting.count);
  }
  if (status) return status;
  return carom__pair_keys_sort(&brute->sorter, &brute->allocator, tasks, &brute->keys, 1, out);
}

static bool brute_cells_around(const carom__broadphase *broadphase, const carom_aabb *bounds,
                               carom_aabb *out) {
  (void)broadphase, (void)bounds, (void)out;
  return false;
}

const carom__broadphase_class carom__broadphase_brute = {
    "brute", brute_create, brute_destroy, brute_rest, brute_wake, brute_find_pairs, brute_cells_around};

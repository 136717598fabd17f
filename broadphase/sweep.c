/* sweep.c: the broad phase by sweep and prune.
 *
 * The movers are sorted at each call; what stands still stays sorted between calls. The sweep runs along the
 * axis on which the centres vary most (Ericson, 2005, 7.5.2): a world that is flat, or a tower, then does not
 * pile up on it. The axis changes the time only, never the result. */
#include "broadphase.h"

#include <string.h>

#include "sweep_lists.h"
#include "vec.h"

/* Sums over boxes, from which the variance of their centres follows. */
typedef struct spread {
  double sum[3], square[3];
  double count;
} spread;

struct carom__broadphase {
  carom_allocator allocator;
  CAROM__ARRAY(carom__proxy) still; /* as given: to be sorted again along another axis */
  spread still_spread;
  int axis; /* of both lists */
  carom__sorted_boxes sorted_still, sorted_movers;
  carom__sort_room room;
  carom__pair_keys pairs;
};

static spread spread_of(const carom__proxy *proxies, size_t count) {
  spread s = {{0}, {0}, (double)count};
  for (size_t i = 0; i < count; i++) {
    for (int k = 0; k < 3; k++) {
      /* Twice the centre. */
      double at = (double)vec3_get(proxies[i].box.min, k) + (double)vec3_get(proxies[i].box.max, k);
      s.sum[k] += at;
      s.square[k] += at * at;
    }
  }
  return s;
}

/* The axis of greatest variance. It must vary twice as much as the old one to replace it: what stands still
 * is sorted again at each change, so the choice must not flicker. */
static int choose_axis(const spread *a, const spread *b, int old) {
  double variance[3];
  double n = a->count + b->count;
  for (int k = 0; k < 3; k++) {
    double mean = (a->sum[k] + b->sum[k]) / n;
    variance[k] = (a->square[k] + b->square[k]) / n - mean * mean;
  }
  int best = old;
  for (int k = 0; k < 3; k++)
    if (variance[k] > (best == old ? 2 : 1) * variance[best]) best = k;
  return best;
}

static carom_status sweep_create(const carom_allocator *allocator, carom__broadphase **out) {
  carom__broadphase *sweep = carom__alloc(allocator, sizeof *sweep);
  if (!sweep) return CAROM_OUT_OF_MEMORY;
  memset(sweep, 0, sizeof *sweep);
  if (allocator) sweep->allocator = *allocator;
  *out = sweep;
  return CAROM_OK;
}

static void sweep_destroy(carom__broadphase *sweep) {
  if (!sweep) return;
  carom_allocator allocator = sweep->allocator;
  carom__array_free(&allocator, &sweep->still);
  carom__sorted_boxes_free(&sweep->sorted_still, &allocator);
  carom__sorted_boxes_free(&sweep->sorted_movers, &allocator);
  carom__sort_room_free(&sweep->room, &allocator);
  carom__pair_keys_free(&sweep->pairs, &allocator);
  carom__free(&allocator, sweep, sizeof *sweep);
}

static void sort_still(carom__broadphase *sweep) {
  carom__sorted_boxes_fill(&sweep->sorted_still, sweep->still.data, sweep->still.count, sweep->axis,
                           &sweep->room);
}

static carom_status sweep_set_still(carom__broadphase *sweep, const carom__proxy *still, size_t count) {
  carom_status status = carom__array_reserve(&sweep->allocator, &sweep->still, count);
  if (!status) status = carom__sort_room_reserve(&sweep->room, &sweep->allocator, count);
  /* Last, since it empties the list when it grows. */
  if (!status) status = carom__sorted_boxes_reserve(&sweep->sorted_still, &sweep->allocator, count);
  if (status) return status;
  if (count > 0) memcpy(sweep->still.data, still, count * sizeof *still);
  sweep->still.count = count;
  sweep->still_spread = spread_of(still, count);
  sort_still(sweep);
  return CAROM_OK;
}

static carom_status sort_movers(carom__broadphase *sweep, const carom__proxy *movers, size_t count) {
  carom_status status = carom__sort_room_reserve(&sweep->room, &sweep->allocator, count);
  if (!status) status = carom__sorted_boxes_reserve(&sweep->sorted_movers, &sweep->allocator, count);
  if (status) return status;
  spread movers_spread = spread_of(movers, count);
  int axis = choose_axis(&movers_spread, &sweep->still_spread, sweep->axis);
  if (axis != sweep->axis) {
    sweep->axis = axis;
    if (sweep->still.count > 0) sort_still(sweep);
  }
  carom__sorted_boxes_fill(&sweep->sorted_movers, movers, count, axis, &sweep->room);
  return CAROM_OK;
}

static carom_status sweep_find_pairs(carom__broadphase *sweep, const carom__proxy *movers, size_t count,
                                     carom__pairs *out) {
  const carom_allocator *allocator = &sweep->allocator;
  out->count = sweep->pairs.keys.count = 0;
  if (count == 0) return CAROM_OK;
  carom_status status = sort_movers(sweep, movers, count);
  if (!status) status = carom__sweep_within(&sweep->sorted_movers, allocator, &sweep->pairs);
  if (!status)
    status = carom__sweep_between(&sweep->sorted_movers, &sweep->sorted_still, allocator, &sweep->pairs);
  return status ? status : carom__pair_keys_finish(&sweep->pairs, allocator, out);
}

const carom__broadphase_class carom__broadphase_sweep = {"sweep", sweep_create, sweep_destroy,
                                                         sweep_set_still, sweep_find_pairs};

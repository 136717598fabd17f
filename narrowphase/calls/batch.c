/* batch.c: many pairs in one call: all of it is checked, then the pairs are answered, boxes and rectangles
 * many at a time. */
#include "collide_boxes.h"
#include "collide_rectangles.h"
#include "manifold.h"
#include "stateless.h"

static bool all_placed(const carom_batch *batch) {
  bool placed = true;
  for (size_t i = 0; i < batch->placed_count; i++) placed = placed && carom__is_placed(&batch->placed[i]);
  return placed;
}

static bool all_in_range(const carom_batch *batch) {
  uint32_t most = 0;
  for (size_t i = 0; i < batch->pair_count; i++) {
    most = batch->pairs[i].a > most ? batch->pairs[i].a : most;
    most = batch->pairs[i].b > most ? batch->pairs[i].b : most;
  }
  return batch->pair_count == 0 || most < batch->placed_count;
}

static carom_status check(const carom_batch *batch, const void *out) {
  if (!batch) return CAROM_NULL_ARGUMENT;
  if (batch->placed_count > 0 && !batch->placed) return CAROM_NULL_ARGUMENT;
  if (batch->pair_count > 0 && (!batch->pairs || !out)) return CAROM_NULL_ARGUMENT;
  if (!all_placed(batch)) return CAROM_NOT_PLACED;
  return all_in_range(batch) ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

static carom__site site_at(const carom_batch *batch, uint32_t index) {
  return site_of(&batch->placed[index]);
}

static carom_pair_cache *cache_at(const carom_batch *batch, size_t i) {
  return batch->caches ? &batch->caches[i] : NULL;
}

static carom_status call_one(const carom_batch *batch, size_t i, carom__pair_call *call, void *out) {
  carom_index_pair pair = batch->pairs[i];
  return carom__call_pair(call, &batch->placed[pair.a], &batch->placed[pair.b], cache_at(batch, i), out);
}

/* `size` is that of one answer. */
static carom_status call_all(const carom_batch *batch, carom__pair_call *call, void *out, size_t size) {
  carom_status first = check(batch, out);
  if (first) return first;
  for (size_t i = 0; i < batch->pair_count; i++)
    note_status(call_one(batch, i, call, (char *)out + i * size), i, batch->statuses, &first);
  return first;
}

/* --- Boxes and rectangles wait until there are many of them, for the lanes --- */

typedef struct pair_queue {
  size_t pairs[CAROM__BOX_BATCH];
  size_t count;
} pair_queue;

_Static_assert(CAROM__RECTANGLE_BATCH == CAROM__BOX_BATCH, "one queue does for both");

typedef struct couple {
  carom__site a, b;
} couple;

static couple couple_at(const carom_batch *batch, size_t i) {
  return (couple){site_at(batch, batch->pairs[i].a), site_at(batch, batch->pairs[i].b)};
}

static carom__pair_lanes lanes_of(couple c) { return pair_lanes_of(c.a.shape, c.b.shape); }

static void box_tasks(const carom_batch *batch, const pair_queue *q, carom__box_task *out) {
  for (size_t k = 0; k < q->count; k++) {
    couple c = couple_at(batch, q->pairs[k]);
    out[k] = box_task_of(c.a, c.b);
  }
}

/* Computes all that wait in a queue. */
typedef void flush_fn(const carom_batch *batch, const pair_queue *q, void *out);

static void collide_boxes(const carom_batch *batch, const pair_queue *q, void *out) {
  carom__box_task tasks[CAROM__BOX_BATCH];
  carom__manifold local[CAROM__BOX_BATCH];
  carom_manifold *manifolds = out;
  box_tasks(batch, q, tasks);
  carom__collide_boxes(tasks, q->count, local);
  for (size_t k = 0; k < q->count; k++)
    carom__manifold_to_world(&local[k], tasks[k].frame_a, &manifolds[q->pairs[k]]);
}

static void overlap_boxes(const carom_batch *batch, const pair_queue *q, void *out) {
  carom__box_task tasks[CAROM__BOX_BATCH];
  bool overlap[CAROM__BOX_BATCH], *overlaps = out;
  box_tasks(batch, q, tasks);
  carom__overlap_boxes(tasks, q->count, 0, overlap);
  for (size_t k = 0; k < q->count; k++) overlaps[q->pairs[k]] = overlap[k];
}

static void collide_rectangles(const carom_batch *batch, const pair_queue *q, void *out) {
  carom__rectangle_task tasks[CAROM__RECTANGLE_BATCH];
  carom__rectangle_touch touches[CAROM__RECTANGLE_BATCH];
  carom_manifold *manifolds = out;
  for (size_t k = 0; k < q->count; k++) {
    couple c = couple_at(batch, q->pairs[k]);
    tasks[k] = rectangle_task_of(c.a, c.b);
  }
  carom__collide_rectangles(tasks, q->count, touches);
  for (size_t k = 0; k < q->count; k++)
    carom__rectangle_touch_to_world(&touches[k], tasks[k].frame_a, &manifolds[q->pairs[k]]);
}

static void flush(const carom_batch *batch, pair_queue *q, flush_fn *function, void *out) {
  function(batch, q, out);
  q->count = 0;
}

static void wait(const carom_batch *batch, size_t i, pair_queue *q, flush_fn *function, void *out) {
  q->pairs[q->count++] = i;
  if (q->count == CAROM__BOX_BATCH) flush(batch, q, function, out);
}

/* Boxes with a cache are better off with it. */
carom_status carom_collide_pairs(const carom_batch *batch, carom_manifold *out) {
  pair_queue boxes = {.count = 0}, rectangles = {.count = 0};
  carom_status first = check(batch, out);
  if (first) return first;
  for (size_t i = 0; i < batch->pair_count; i++) {
    carom__pair_lanes lanes = lanes_of(couple_at(batch, i));
    carom_status status = CAROM_OK;
    if (!batch->caches && lanes == CAROM__AS_BOXES)
      wait(batch, i, &boxes, collide_boxes, out);
    else if (lanes == CAROM__AS_RECTANGLES)
      wait(batch, i, &rectangles, collide_rectangles, out);
    else
      status = call_one(batch, i, carom__call_collide, &out[i]);
    note_status(status, i, batch->statuses, &first);
  }
  flush(batch, &boxes, collide_boxes, out);
  flush(batch, &rectangles, collide_rectangles, out);
  return first;
}

carom_status carom_overlap_pairs(const carom_batch *batch, bool *out) {
  pair_queue boxes = {.count = 0};
  carom_status first = check(batch, out);
  if (first) return first;
  for (size_t i = 0; i < batch->pair_count; i++) {
    carom_status status = CAROM_OK;
    if (lanes_of(couple_at(batch, i)) == CAROM__AS_BOXES)
      wait(batch, i, &boxes, overlap_boxes, out);
    else
      status = call_one(batch, i, carom__call_overlap, &out[i]);
    note_status(status, i, batch->statuses, &first);
  }
  flush(batch, &boxes, overlap_boxes, out);
  return first;
}

carom_status carom_distance_pairs(const carom_batch *batch, carom_distance_result *out) {
  return call_all(batch, carom__call_distance, out, sizeof *out);
}

carom_status carom_signed_distance_pairs(const carom_batch *batch, carom_distance_result *out) {
  return call_all(batch, carom__call_signed_distance, out, sizeof *out);
}

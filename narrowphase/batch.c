/* batch.c: many pairs in one call: all of it is checked, then the pairs are answered, boxes many at a time.
 */
#include "collide_boxes.h"
#include "pair_call.h"

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

/* Notes the status of a pair; the first bad one is kept. */
static void note(const carom_batch *batch, size_t i, carom_status status, carom_status *first) {
  if (batch->statuses) batch->statuses[i] = status;
  *first = *first ? *first : status;
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
    note(batch, i, call_one(batch, i, call, (char *)out + i * size), &first);
  return first;
}

/* --- Boxes wait until there are many of them, for the lanes --- */

typedef struct box_queue {
  carom__box_task tasks[CAROM__BOX_BATCH];
  size_t pairs[CAROM__BOX_BATCH];
  size_t count;
} box_queue;

/* False when the pair is not for the lanes. */
static bool enqueue(const carom_batch *batch, size_t i, box_queue *queue) {
  carom__site a = site_at(batch, batch->pairs[i].a), b = site_at(batch, batch->pairs[i].b);
  if (!shape_is_sharp_box(a.shape) || !shape_is_sharp_box(b.shape)) return false;
  queue->tasks[queue->count] = box_task_of(a, b);
  queue->pairs[queue->count++] = i;
  return true;
}

static void collide_queue(box_queue *queue, carom_manifold *out) {
  carom__manifold local[CAROM__BOX_BATCH];
  carom__collide_boxes(queue->tasks, queue->count, local);
  for (size_t k = 0; k < queue->count; k++)
    carom__manifold_to_world(&local[k], queue->tasks[k].frame_a, &out[queue->pairs[k]]);
  queue->count = 0;
}

static void overlap_queue(box_queue *queue, bool *out) {
  bool overlap[CAROM__BOX_BATCH];
  carom__overlap_boxes(queue->tasks, queue->count, overlap);
  for (size_t k = 0; k < queue->count; k++) out[queue->pairs[k]] = overlap[k];
  queue->count = 0;
}

/* Boxes with a cache are better off with it. */
carom_status carom_collide_pairs(const carom_batch *batch, carom_manifold *out) {
  box_queue queue = {.count = 0};
  carom_status first = check(batch, out);
  if (first) return first;
  for (size_t i = 0; i < batch->pair_count; i++) {
    bool waits = !batch->caches && enqueue(batch, i, &queue);
    note(batch, i, waits ? CAROM_OK : call_one(batch, i, carom__call_collide, &out[i]), &first);
    if (queue.count == CAROM__BOX_BATCH) collide_queue(&queue, out);
  }
  collide_queue(&queue, out);
  return first;
}

carom_status carom_overlap_pairs(const carom_batch *batch, bool *out) {
  box_queue queue = {.count = 0};
  carom_status first = check(batch, out);
  if (first) return first;
  for (size_t i = 0; i < batch->pair_count; i++) {
    bool waits = enqueue(batch, i, &queue);
    note(batch, i, waits ? CAROM_OK : call_one(batch, i, carom__call_overlap, &out[i]), &first);
    if (queue.count == CAROM__BOX_BATCH) overlap_queue(&queue, out);
  }
  overlap_queue(&queue, out);
  return first;
}

carom_status carom_distance_pairs(const carom_batch *batch, carom_distance_result *out) {
  return call_all(batch, carom__call_distance, out, sizeof *out);
}

carom_status carom_signed_distance_pairs(const carom_batch *batch, carom_distance_result *out) {
  return call_all(batch, carom__call_signed_distance, out, sizeof *out);
}

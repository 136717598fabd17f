/* batch.c: many pairs in one call: all of it is checked, then the pairs are answered in their order. */
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

static carom_status call_one(const carom_batch *batch, size_t i, carom__pair_call *call, void *out) {
  const carom_placed *a = &batch->placed[batch->pairs[i].a], *b = &batch->placed[batch->pairs[i].b];
  return call(site_of(a), site_of(b), batch->caches ? &batch->caches[i] : NULL, out);
}

/* `size` is that of one answer. */
static carom_status call_all(const carom_batch *batch, carom__pair_call *call, void *out, size_t size) {
  carom_status first = check(batch, out);
  if (first) return first;
  for (size_t i = 0; i < batch->pair_count; i++) {
    carom_status status = call_one(batch, i, call, (char *)out + i * size);
    if (batch->statuses) batch->statuses[i] = status;
    first = first ? first : status;
  }
  return first;
}

carom_status carom_collide_pairs(const carom_batch *batch, carom_manifold *out) {
  return call_all(batch, carom__call_collide, out, sizeof *out);
}

carom_status carom_overlap_pairs(const carom_batch *batch, bool *out) {
  return call_all(batch, carom__call_overlap, out, sizeof *out);
}

carom_status carom_distance_pairs(const carom_batch *batch, carom_distance_result *out) {
  return call_all(batch, carom__call_distance, out, sizeof *out);
}

carom_status carom_signed_distance_pairs(const carom_batch *batch, carom_distance_result *out) {
  return call_all(batch, carom__call_signed_distance, out, sizeof *out);
}

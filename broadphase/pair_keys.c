/* pair_keys.c: from collected keys to the sorted result. */
#include "pair_keys.h"

#include "sort.h"

carom_status carom__pair_keys_finish(carom__pair_keys *pairs, const carom_allocator *allocator,
                                     carom__pairs *out) {
  size_t count = pairs->keys.count;
  out->count = 0;
  if (count == 0) return CAROM_OK;
  carom_status status = carom__array_reserve(allocator, &pairs->scratch, count);
  if (!status) status = carom__array_reserve(allocator, out, count);
  if (status) return status;
  carom__sort_u64(pairs->keys.data, pairs->scratch.data, count);
  for (size_t i = 0; i < count; i++) {
    uint64_t key = pairs->keys.data[i];
    carom__array_push(out, ((carom__pair){(uint32_t)(key >> 32), (uint32_t)key}));
  }
  return CAROM_OK;
}

void carom__pair_keys_free(carom__pair_keys *pairs, const carom_allocator *allocator) {
  carom__array_free(allocator, &pairs->keys);
  carom__array_free(allocator, &pairs->scratch);
}

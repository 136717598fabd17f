/* bulk.c: entries of calls on many bodies, in parts. */
#include "bulk.h"

#include <stdio.h>

void carom__bulk_write(void *array, size_t stride, size_t index, carom_scalar scalar, size_t numbers,
                       const double *in) {
  size_t size = scalar == CAROM_FLOAT ? sizeof(float) : sizeof(double);
  unsigned char *at = (unsigned char *)array + index * bulk_stride(stride, scalar, numbers);
  for (size_t i = 0; i < numbers; i++, at += size) {
    float single = (float)in[i];
    if (scalar == CAROM_FLOAT)
      memcpy(at, &single, sizeof single);
    else
      memcpy(at, &in[i], sizeof in[i]);
  }
}

size_t carom__bulk_check(carom__bulk *b, size_t count, carom__range_fn *check, void *context) {
  b->parts = carom__part_count_light(&b->world->def.tasks, count);
  if (count == 0) return 0;
  carom__run_ranges(&b->world->def.tasks, b->parts, count, check, context);
  for (uint32_t p = 0; p < b->parts; p++)
    if (b->seen[p].wrong < b->seen[p].end) return b->seen[p].wrong;
  return count;
}

void carom__bulk_take(carom__bulk *b, carom__range_fn *take, void *context) {
  uint32_t low = UINT32_MAX, high = 0;
  bool still = false;
  for (uint32_t p = 0; p < b->parts; p++) {
    const carom__bulk_seen *s = &b->seen[p];
    low = s->low < low ? s->low : low;
    high = s->high > high ? s->high : high;
    still = still || s->flags & CAROM__BODY_STATIC;
  }
  b->first_word = low / 64;
  /* What is done to static bodies is written into the journal, in the order of the entries. */
  carom__run_ranges(&b->world->def.tasks, still ? 1 : b->parts, high / 64 - low / 64 + 1, take, context);
  body_index_stray(b->world->index);
}

carom_status carom__bulk_refuse(carom_world *world, carom_status status, size_t entry, const char *function) {
  char detail[64];
  snprintf(detail, sizeof detail, "entry %zu; none was taken", entry);
  return carom__refuse(world, status, function, detail);
}

/* patch_list.c: sorts patches by their depth as they come. */
#include "patch_list.h"

#include "composite.h"

static float depth_of(const carom_patch *patch) { return -patch->points[0].separation; }

/* Of more patches than there is room for, the deepest stay. */
static void list(void *context, const carom_patch *patch) {
  carom__patch_list *l = context;
  size_t written = l->count < l->capacity ? l->count : l->capacity, at = written;
  l->count++;
  while (at > 0 && depth_of(&l->patches[at - 1]) < depth_of(patch)) at--;
  if (at == l->capacity) return;
  size_t moved = (written < l->capacity ? written : l->capacity - 1) - at;
  memmove(&l->patches[at + 1], &l->patches[at], moved * sizeof *l->patches);
  l->patches[at] = *patch;
}

carom_status carom__call_patches(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  (void)cache;
  return carom__patches_find(a, b, list, out);
}

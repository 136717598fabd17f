/* stateless_patches.c: all patches of two shapes. */
#include "carom/patch.h"

#include "composite.h"
#include "stateless.h"

/* The caller's array, in which the deepest patches stand first. */
typedef struct listing {
  carom_patch *patches;
  size_t capacity, count;
} listing;

static float depth_of(const carom_patch *patch) { return -patch->points[0].separation; }

/* Of more patches than there is room for, the deepest stay. */
static void list(void *context, const carom_patch *patch) {
  listing *l = context;
  size_t written = l->count < l->capacity ? l->count : l->capacity, at = written;
  l->count++;
  while (at > 0 && depth_of(&l->patches[at - 1]) < depth_of(patch)) at--;
  if (at == l->capacity) return;
  size_t moved = (written < l->capacity ? written : l->capacity - 1) - at;
  memmove(&l->patches[at + 1], &l->patches[at], moved * sizeof *l->patches);
  l->patches[at] = *patch;
}

static carom_status list_patches(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  (void)cache;
  return carom__patches_find(a, b, list, out);
}

carom_status carom_collide_patches(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                   const carom_pose *pose_b, carom_patch *patches, size_t capacity,
                                   size_t *count) {
  carom_placed placed_a, placed_b;
  listing l = {patches, capacity, 0};
  if (!count || (capacity > 0 && !patches)) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_place(a, pose_a, &placed_a);
  if (!status) status = carom_place(b, pose_b, &placed_b);
  if (!status) status = carom__call_pair(list_patches, &placed_a, &placed_b, NULL, &l);
  if (!status) *count = l.count;
  return status;
}

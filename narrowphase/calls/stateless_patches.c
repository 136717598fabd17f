/* stateless_patches.c: all patches of two shapes. */
#include "carom/patch.h"

#include "patch_list.h"
#include "stateless.h"

carom_status carom_collide_patches(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                   const carom_pose *pose_b, carom_patch *patches, size_t capacity,
                                   size_t *count) {
  carom_placed placed_a, placed_b;
  carom__patch_list l = {patches, capacity, 0};
  if (!count || (capacity > 0 && !patches)) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_place(a, pose_a, &placed_a);
  if (!status) status = carom_place(b, pose_b, &placed_b);
  if (!status) status = carom__call_pair(carom__call_patches, &placed_a, &placed_b, NULL, &l);
  if (!status) *count = l.count;
  return status;
}

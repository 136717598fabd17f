/* stateless_patches.c: all patches of two shapes. */
#include "carom/patch.h"

#include "further.h"
#include "patch_list.h"
#include "shape_class.h"
#include "stateless.h"

static void add_patch(const carom_manifold *manifold, carom__patch_list *out) {
  if (out->count < out->capacity) {
    out->patches[out->count] = (carom_patch){.point_count = 0};
    patch_set_deepest_first(&out->patches[out->count], manifold);
  }
  out->count++;
}

/* The manifold, and what goes beyond it. */
static carom_status collide_convex(carom__site a, carom__site b, float margin, carom__patch_list *out) {
  carom_manifold manifold, further = {.point_count = 0};
  carom__all_points all;
  carom_status status = carom__call_collide_within(a, b, margin, &manifold);
  if (status || manifold.point_count == 0) return status;
  carom__all_points_find(a, b, margin, &manifold, &all);
  carom__further_points(a, &all, NULL, &manifold, &further);
  add_patch(&manifold, out);
  if (further.point_count > 0) add_patch(&further, out);
  return CAROM_OK;
}

/* What touches has patches, and what is apart one point. */
static carom_status collide_pieces(carom__site a, carom__site b, float margin, carom__patch_list *out) {
  carom_manifold apart = {.point_count = 0};
  carom_status status = carom__call_patches(a, b, NULL, out);
  if (status || out->count > 0) return status;
  status = carom__collide_apart(a, b, (carom__apart){.least = 0}, margin, &apart);
  if (!status && apart.point_count > 0) add_patch(&apart, out);
  return status;
}

carom_status carom_collide_eight(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                 const carom_pose *pose_b, float margin, carom_patch *patches,
                                 size_t capacity, size_t *count) {
  carom_placed placed_a, placed_b;
  carom__patch_list l = {patches, capacity, 0};
  if (!count || (capacity > 0 && !patches)) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_place(a, pose_a, &placed_a);
  if (!status) status = carom_place(b, pose_b, &placed_b);
  if (!status) status = carom__margin_check(margin);
  if (!status && !shapes_are_akin(a, b)) status = CAROM_WRONG_FAMILY;
  if (status) return status;
  status = (pair_is_composite(a, b) ? collide_pieces : collide_convex)(site_of(&placed_a), site_of(&placed_b),
                                                                       margin, &l);
  if (!status) *count = l.count;
  return status;
}

/* Two convex shapes have one patch: their manifold. */
static carom_status find_patches(carom__site a, carom__site b, carom_pair_cache *cache, void *out) {
  carom_manifold manifold;
  if (pair_is_composite(a.shape, b.shape)) return carom__call_patches(a, b, cache, out);
  carom_status status = carom__call_collide(a, b, cache, &manifold);
  if (!status && manifold.point_count > 0) add_patch(&manifold, out);
  return status;
}

carom_status carom_collide_patches(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                                   const carom_pose *pose_b, carom_patch *patches, size_t capacity,
                                   size_t *count) {
  carom_placed placed_a, placed_b;
  carom__patch_list l = {patches, capacity, 0};
  if (!count || (capacity > 0 && !patches)) return CAROM_NULL_ARGUMENT;
  carom_status status = carom_place(a, pose_a, &placed_a);
  if (!status) status = carom_place(b, pose_b, &placed_b);
  if (!status) status = carom__call_pair(find_patches, &placed_a, &placed_b, NULL, &l);
  if (!status) *count = l.count;
  return status;
}

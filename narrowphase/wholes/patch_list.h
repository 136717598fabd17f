/* patch_list.h: the patches of two shapes in an array, the deepest first. */
#ifndef CAROM_NARROWPHASE_PATCH_LIST_H
#define CAROM_NARROWPHASE_PATCH_LIST_H

#include <string.h>

#include "carom/patch.h"

#include "pair_call.h"
#include "shape_class.h"

/* An array that is given, and how many patches there are. It holds as many as it has room for. */
typedef struct carom__patch_list {
  carom_patch *patches;
  size_t capacity, count;
} carom__patch_list;

/* Is one of two shapes composite, so that one normal may not tell how they touch? */
static inline bool pair_is_composite(const carom_shape *a, const carom_shape *b) {
  return shape_is_composite(a) || shape_is_composite(b);
}

static inline carom_manifold patch_manifold(const carom_patch *patch) {
  carom_manifold manifold = {.normal = patch->normal, .point_count = patch->point_count};
  memcpy(manifold.points, patch->points, sizeof manifold.points);
  return manifold;
}

static inline void patch_set_manifold(carom_patch *patch, const carom_manifold *manifold) {
  patch->normal = manifold->normal;
  patch->point_count = manifold->point_count;
  memcpy(patch->points, manifold->points, sizeof patch->points);
}

/* The same, whose deepest point need not be the first. */
static inline void patch_set_deepest_first(carom_patch *patch, const carom_manifold *manifold) {
  uint32_t deepest = 0;
  patch_set_manifold(patch, manifold);
  for (uint32_t i = 1; i < patch->point_count; i++)
    if (patch->points[i].separation < patch->points[deepest].separation) deepest = i;
  carom_contact_point first = patch->points[deepest];
  memmove(patch->points + 1, patch->points, deepest * sizeof first);
  patch->points[0] = first;
}

/* The same patch as B meets A. */
static inline carom_patch patch_turned(const carom_patch *patch) {
  carom_patch turned = *patch;
  turned.normal = (carom_vec3){-patch->normal.x, -patch->normal.y, -patch->normal.z};
  turned.child_a = patch->child_b, turned.child_b = patch->child_a;
  turned.triangle_a = patch->triangle_b, turned.triangle_b = patch->triangle_a;
  turned.material_a = patch->material_b, turned.material_b = patch->material_a;
  return turned;
}

/* Fills a carom__patch_list, which comes empty. */
carom__pair_call carom__call_patches;

#endif

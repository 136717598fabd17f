/* place_pairs.h: checks the shapes of common pairs and tells where they are, at once. */
#ifndef CAROM_NARROWPHASE_PLACE_PAIRS_H
#define CAROM_NARROWPHASE_PLACE_PAIRS_H

#include <string.h>

#include "pair_class.h"
#include "shape_class.h"

carom__place_fn carom__place_spheres, carom__place_sphere_capsule, carom__place_capsules,
    carom__place_sphere_box, carom__place_capsule_box, carom__place_boxes, carom__place_hulls,
    carom__place_discs, carom__place_disc_rectangle, carom__place_rectangles, carom__place_rectangle_polygon,
    carom__place_polygons;

/* That of all kinds whose sizes have ranges. */
carom__place_fn carom__place_any;

/* Which of four sizes are out of their ranges. */
static inline carom__lanes sizes_outside(const float *sizes, const carom__size_ranges *ranges, size_t from) {
  carom__lanes kept = lanes_load((const float *)(const void *)(ranges->kept + from));
  carom__lanes four = lanes_and(lanes_load(sizes), kept);
  return lanes_or(lanes_gt_bits(lanes_load(ranges->least + from), four),
                  lanes_gt_bits(four, lanes_load(ranges->most + from)));
}
/* The same of all sizes of a kind that has ranges, of more than four or not. */
static inline carom__lanes shape_outside(const carom__shape_class *class, const carom_shape *shape,
                                         bool more) {
  const float *sizes = (const float *)(const void *)((const char *)shape + class->sizes_at);
  carom__lanes outside = sizes_outside(sizes, &class->ranges, 0);
  return more ? lanes_or(outside, sizes_outside(sizes + class->ranges.last, &class->ranges, 4)) : outside;
}

static inline bool has_asset(const carom__shape_class *class, const carom_shape *shape) {
  const void *asset;
  memcpy(&asset, (const char *)shape + class->asset_at, sizeof asset);
  return asset;
}

/* Does a kind have ranges of sizes, and the shape the asset that it needs? */
static inline bool has_ranges(const carom__shape_class *class, const carom_shape *shape) {
  return class && class->ranges.kept[0] && (!class->asset_class || has_asset(class, shape));
}

#endif

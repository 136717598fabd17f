/* box_pyramid.c: updates the unions of a pyramid. They are exact, because min and max do not round. */
#include "box_tree.h"

#include <string.h>

#include "pose.h"

enum { WIDTH = 8 };

static size_t whole_groups(size_t count) { return (count + WIDTH - 1) / WIDTH * WIDTH; }

/* How many boxes the level above one of `count` has: groups of eight, or the one at the top. */
static size_t level_above(size_t count) { return count == WIDTH ? 1 : whole_groups(count / WIDTH); }

static size_t box_count(size_t places) {
  size_t count = places;
  for (size_t level = places; level > 1; count += level) level = level_above(level);
  return count;
}

static carom_aabb union_of_group(const carom_aabb *boxes) {
  carom_aabb all = boxes[0];
  for (int i = 1; i < WIDTH; i++) all = aabb_union(all, boxes[i]);
  return all;
}

carom_status carom__box_pyramid_reserve(carom__box_pyramid *pyramid, const carom_allocator *allocator,
                                        size_t places) {
  if (places <= pyramid->places) return CAROM_OK;
  if (places > SIZE_MAX / (2 * sizeof(carom_aabb)) - WIDTH * WIDTH) return CAROM_OUT_OF_MEMORY;
  carom__box_pyramid grown = {NULL, whole_groups(places)};
  size_t count = box_count(grown.places);
  grown.boxes = carom__alloc(allocator, count * sizeof *grown.boxes);
  if (!grown.boxes) return CAROM_OUT_OF_MEMORY;
  for (size_t i = pyramid->places; i < count; i++) grown.boxes[i] = box_tree_nowhere();
  if (pyramid->places) memcpy(grown.boxes, pyramid->boxes, pyramid->places * sizeof *grown.boxes);
  carom__box_pyramid_free(pyramid, allocator);
  *pyramid = grown;
  carom__box_pyramid_remake(pyramid);
  return CAROM_OK;
}

void carom__box_pyramid_set(carom__box_pyramid *pyramid, size_t place, const carom_aabb *box) {
  carom_aabb *level = pyramid->boxes;
  level[place] = *box;
  for (size_t count = pyramid->places; count > 1; count = level_above(count)) {
    carom_aabb all = union_of_group(level + place / WIDTH * WIDTH);
    place /= WIDTH;
    level += count;
    level[place] = all;
  }
}

void carom__box_pyramid_remake(carom__box_pyramid *pyramid) {
  carom_aabb *level = pyramid->boxes;
  for (size_t count = pyramid->places; count > 1; count = level_above(count)) {
    for (size_t i = 0; i < count / WIDTH; i++) level[count + i] = union_of_group(level + i * WIDTH);
    level += count;
  }
}

carom_aabb carom__box_pyramid_all(const carom__box_pyramid *pyramid) {
  return pyramid->boxes[box_count(pyramid->places) - 1];
}

void carom__box_pyramid_free(carom__box_pyramid *pyramid, const carom_allocator *allocator) {
  if (pyramid->boxes)
    carom__free(allocator, pyramid->boxes, box_count(pyramid->places) * sizeof *pyramid->boxes);
  *pyramid = (carom__box_pyramid){NULL, 0};
}

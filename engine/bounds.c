/* bounds.c: the second pass: the world boxes of the colliders of every body that moved, and the trees of
 * those that changed. */
#include "bounds.h"

#include "boxes.h"
#include "objects.h"
#include "shape_class.h"

static void refresh_collider(carom_world *world, uint32_t slot, const carom_frame *body_frame) {
  carom__colliders *colliders = &world->colliders;
  const carom__collider_rest *rest = &colliders->rest.data[slot];
  colliders->frames.data[slot] = frame_compose(body_frame, &rest->local);
  colliders->boxes.data[slot] = carom__world_box_of(&rest->obb, body_frame);
  colliders->bounds.data[slot] = carom__shape_bounds(&rest->shape, &colliders->frames.data[slot]);
}

static void refresh_boxes(carom_world *world, uint32_t body) {
  const carom__slots *list = &world->bodies.rest.data[body].colliders;
  for (size_t i = 0; i < list->count; i++) {
    refresh_collider(world, list->data[i], &world->bodies.frames.data[body]);
    carom_aabb bounds = world->colliders.bounds.data[list->data[i]];
    world->bodies.bounds.data[body] = i ? aabb_union(world->bodies.bounds.data[body], bounds) : bounds;
  }
  world->bodies.flags.data[body] &= ~(uint32_t)CAROM__BODY_BOUNDS_STALE;
}

static carom_status build_tree(carom_world *world, const carom__slots *list, carom__obb_tree **out) {
  carom_obb *boxes = carom__arena_alloc(&world->arena, list->count, sizeof *boxes);
  if (!boxes) return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < list->count; i++) boxes[i] = world->colliders.rest.data[list->data[i]].obb;
  return carom__obb_tree_build(&world->allocator, boxes, list->count, out);
}

static carom_status refresh_tree(carom_world *world, uint32_t body) {
  carom__body_rest *rest = &world->bodies.rest.data[body];
  carom__obb_tree *tree = NULL;
  carom_status status = CAROM_OK;
  if (rest->colliders.count > CAROM__TREE_MIN) status = build_tree(world, &rest->colliders, &tree);
  if (status) return status;
  carom__obb_tree_destroy(rest->tree);
  rest->tree = tree;
  world->bodies.flags.data[body] &= ~(uint32_t)CAROM__BODY_TREE_STALE;
  return CAROM_OK;
}

carom_status carom__step_bounds(carom_world *world) {
  for (uint32_t body = 0; body < carom__idpool_slots(&world->bodies.ids); body++) {
    if (!carom__body_is_active(world, body)) continue;
    uint32_t flags = world->bodies.flags.data[body];
    if (flags & CAROM__BODY_BOUNDS_STALE) refresh_boxes(world, body);
    carom_status status = flags & CAROM__BODY_TREE_STALE ? refresh_tree(world, body) : CAROM_OK;
    if (status) return status;
  }
  return CAROM_OK;
}

/* bounds.c: the second pass: the world boxes of the colliders of every body that moved, and the trees of
 * those that changed. */
#include "bounds.h"

#include "boxes.h"
#include "objects.h"
#include "parts.h"
#include "shape_class.h"

/* Returns the AABB. */
static carom_aabb refresh_collider(carom_world *world, uint32_t slot, const carom_frame *body_frame) {
  carom__colliders *colliders = &world->colliders;
  colliders->frames.data[slot] = carom__frame_on(world, slot, body_frame);
  return carom__shape_bounds(&colliders->shapes.data[slot], &colliders->frames.data[slot]);
}

static carom_aabb refresh_colliders(carom_world *world, const carom__slots *list, const carom_frame *frame) {
  carom_aabb all = {{0, 0, 0}, {0, 0, 0}};
  for (size_t i = 0; i < list->count; i++) {
    carom_aabb bounds = refresh_collider(world, list->data[i], frame);
    all = i ? aabb_union(all, bounds) : bounds;
  }
  return all;
}

static void refresh_boxes(carom_world *world, uint32_t body) {
  carom_frame frame = carom__body_frame(world, body);
  uint32_t only = world->bodies.only.data[body];
  world->bodies.bounds.data[body] =
      only == CAROM__NO_INDEX ? refresh_colliders(world, &world->bodies.rest.data[body].colliders, &frame)
                              : refresh_collider(world, only, &frame);
  world->bodies.flags.data[body] &= ~(uint32_t)CAROM__BODY_BOUNDS_STALE;
}

static carom_status build_tree(carom_world *world, const carom__slots *list, carom__obb_tree **out) {
  carom_obb *boxes = carom__arena_alloc(&world->arena, list->count, sizeof *boxes);
  if (!boxes) return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < list->count; i++) {
    carom_obb own = carom__padded_obb(&world->colliders.shapes.data[list->data[i]]);
    boxes[i] = obb_transform(&own, &world->colliders.rest.data[list->data[i]].local);
  }
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

static bool is_stale(const carom_world *world, uint32_t body, uint32_t flag) {
  return world->bodies.flags.data[body] & flag && carom__body_is_active(world, body);
}

static void run_part(void *context, uint32_t part, size_t begin, size_t end) {
  carom_world *world = context;
  (void)part;
  for (size_t body = begin; body < end; body++)
    if (is_stale(world, (uint32_t)body, CAROM__BODY_BOUNDS_STALE)) refresh_boxes(world, (uint32_t)body);
}

carom_status carom__step_bounds(carom_world *world) {
  uint32_t slots = carom__idpool_slots(&world->bodies.ids);
  carom_status status = CAROM_OK;
  carom__run_ranges(&world->def.tasks, carom__part_count(&world->def.tasks, slots), slots, run_part, world);
  for (uint32_t body = 0; body < slots && !status; body++)
    if (is_stale(world, body, CAROM__BODY_TREE_STALE)) status = refresh_tree(world, body);
  return status;
}

/* bounds.c: the second pass: the world boxes of the colliders of every body that moved, and the trees of
 * those that changed. */
#include "bounds.h"

#include "box_bounds.h"
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

static carom_aabb refresh_colliders(carom_world *world, uint32_t body, const carom_frame *frame) {
  carom__slots_view list = carom__body_colliders(world, body);
  carom_aabb all = {{0, 0, 0}, {0, 0, 0}};
  for (size_t i = 0; i < list.count; i++) {
    carom_aabb bounds = refresh_collider(world, list.data[i], frame);
    all = i ? aabb_union(all, bounds) : bounds;
  }
  return all;
}

void carom__bounds_refresh(carom_world *world, uint32_t body) {
  carom_frame frame = carom__body_frame(world, body);
  uint32_t only = world->bodies.only.data[body];
  world->bodies.bounds.data[body] = only == CAROM__NO_INDEX ? refresh_colliders(world, body, &frame)
                                                            : refresh_collider(world, only, &frame);
}

static carom_status build_tree(carom_world *world, const carom__slots *list, carom__obb_tree **out) {
  carom_obb *boxes = carom__arena_alloc(&world->arena, list->count, sizeof *boxes);
  if (!boxes) return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < list->count; i++) {
    carom_obb own = carom__padded_obb(&world->colliders.shapes.data[list->data[i]]);
    carom__relative local = local_pose_to_relative(carom__collider_local(world, list->data[i]));
    boxes[i] = obb_transform(&own, &local);
  }
  return carom__obb_tree_build(&world->allocator, boxes, list->count, out);
}

static carom_status refresh_tree(carom_world *world, uint32_t body) {
  carom__several *several = world->bodies.rest.data[body].several;
  carom__obb_tree *tree = NULL;
  carom_status status = CAROM_OK;
  if (several && several->colliders.count > CAROM__TREE_MIN)
    status = build_tree(world, &several->colliders, &tree);
  if (status) return status;
  if (several) {
    carom__obb_tree_destroy(several->tree);
    several->tree = tree;
  }
  world->bodies.flags.data[body] &= ~(uint32_t)CAROM__BODY_TREE_STALE;
  return CAROM_OK;
}

/* Is the body a box or a ball around its origin? Then the task is what there is to do for it. */
static bool make_task(carom_world *world, uint32_t body, carom__bounds_task *out) {
  carom__colliders *colliders = &world->colliders;
  uint32_t only = world->bodies.only.data[body];
  if (only == CAROM__NO_INDEX) return false;
  const carom__gate *gate = &colliders->gates.data[only];
  if (!(gate->flags & CAROM__COLLIDER_CENTERED)) return false;
  out->pose = &world->bodies.poses.data[body];
  out->frame = &colliders->frames.data[only];
  out->bounds = &world->bodies.bounds.data[body];
  out->box = gate->size.box;
  return gate->flags & CAROM__COLLIDER_SHARP || shape_as_box(&colliders->shapes.data[only], &out->box);
}

static bool needs_tree(const carom_world *world, uint32_t body) {
  return world->bodies.flags.data[body] & CAROM__BODY_TREE_STALE && carom__body_is_active(world, body);
}

/* Some bodies whose boxes are to be made. */
typedef struct job {
  carom_world *world;
  const carom__bits *bodies;
  bool trees[CAROM__PARTS_MAX]; /* has a part seen bodies that need a tree? */
} job;

/* Also of bodies that take no part now: what is not touched must have boxes that fit. */
static void run_part(void *context, uint32_t part, size_t begin, size_t end) {
  job *j = context;
  carom_world *world = j->world;
  carom__bounds_eight_fn *do_eight = bounds_eight_best();
  carom__bounds_task tasks[8];
  uint32_t bodies[8], body, count = 0;
  for (carom__bits_walk walk = bits_walk(j->bodies, begin, end); bits_next(&walk, &body);) {
    if (!carom__idpool_at(&world->bodies.ids, body)) continue;
    if (needs_tree(world, body)) j->trees[part] = true;
    bodies[count] = body;
    if (!make_task(world, body, &tasks[count]))
      carom__bounds_refresh(world, body);
    else if (++count == 8)
      do_eight(tasks), count = 0;
  }
  while (count > 0) carom__bounds_refresh(world, bodies[--count]);
}

static carom_status refresh_trees(carom_world *world, const carom__bits *bodies) {
  carom_status status = CAROM_OK;
  uint32_t body;
  for (carom__bits_walk walk = bits_walk_all(bodies); !status && bits_next(&walk, &body);)
    if (needs_tree(world, body)) status = refresh_tree(world, body);
  return status;
}

static carom_status refresh(carom_world *world, const carom__bits *bodies) {
  job j = {.world = world, .bodies = bodies};
  size_t words = bodies->words.count;
  uint32_t parts = carom__part_count(&world->def.tasks, carom__bits_count(bodies, 0, words));
  carom__run_ranges(&world->def.tasks, parts, words, run_part, &j);
  for (uint32_t part = 0; part < parts; part++)
    if (j.trees[part]) return refresh_trees(world, bodies);
  return CAROM_OK;
}

carom_status carom__step_bounds(carom_world *world) {
  carom__bits *touched = &world->bodies.touched, *restored = &world->bodies.restored;
  for (size_t i = 0; i < restored->words.count; i++) restored->words.data[i] &= ~touched->words.data[i];
  carom_status status = refresh(world, touched);
  if (!status) status = refresh(world, restored);
  if (!status) carom__bits_clear_all(restored);
  return status;
}

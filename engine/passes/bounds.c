/* bounds.c: the second pass: the world boxes of the colliders of every body that moved, and the trees of
 * those that changed. */
#include "candidates.h"

#include "shape_kernels.h"
#include "boxes.h"
#include "objects.h"
#include "tasks.h"
#include "rows.h"
#include "shape_class.h"

/* The AABB of a collider whose frame fits, and what its margin adds. */
static carom_aabb grown_bounds(const carom_world *world, uint32_t slot) {
  carom_shape room;
  carom_aabb own =
      carom__shape_bounds(carom__collider_shape(world, slot, &room), &world->colliders.frames.data[slot]);
  return carom__boxes_grow(world) ? aabb_grown(own, carom__box_growth(world, slot)) : own;
}

/* Returns the AABB. */
static carom_aabb refresh_collider(carom_world *world, uint32_t slot, const carom_frame *body_frame) {
  world->colliders.frames.data[slot] = carom__frame_on(world, slot, body_frame);
  return grown_bounds(world, slot);
}

/* Those that changed, when the frames of the others fit. */
static carom_aabb refresh_changed(carom_world *world, carom__several *several, const carom_frame *frame) {
  uint32_t place;
  for (carom__bits_walk walk = bits_walk_all(&several->changed); bits_next(&walk, &place);) {
    uint32_t slot = several->colliders.data[place];
    carom_aabb bounds = slot == CAROM__NO_INDEX ? box_tree_nowhere() : refresh_collider(world, slot, frame);
    carom__box_pyramid_set(&several->boxes, place, &bounds);
  }
  return carom__box_pyramid_all(&several->boxes);
}

static carom_aabb refresh_all(carom_world *world, uint32_t body, const carom_frame *frame) {
  carom__slots_view list = carom__body_colliders(world, body);
  carom_aabb all = box_tree_nowhere();
  uint32_t slot;
  for (size_t at = 0; slots_next(&list, &at, &slot);)
    all = aabb_union(all, refresh_collider(world, slot, frame));
  return list.count ? all : (carom_aabb){{0, 0, 0}, {0, 0, 0}};
}

static carom_aabb refresh_colliders(carom_world *world, uint32_t body, const carom_frame *frame) {
  carom__several *boxed = carom__body_boxed(world, body), *several = carom__body_several(world, body);
  if (boxed) return refresh_changed(world, boxed, frame);
  if (several) several->boxed = false;
  return refresh_all(world, body, frame);
}

void carom__bounds_refresh(carom_world *world, uint32_t body) {
  carom_frame frame = carom__body_frame(world, body);
  uint32_t only = world->bodies.only.data[body];
  world->bodies.proxies.data[body].box = only == CAROM__NO_INDEX ? refresh_colliders(world, body, &frame)
                                                                 : refresh_collider(world, only, &frame);
}

/* --- Trees --- */

static carom_obb box_on_body(const carom_world *world, uint32_t slot) {
  carom_shape room;
  carom_obb own = carom__padded_obb(carom__collider_shape(world, slot, &room));
  own.half = half_grown(own.half, carom__box_growth(world, slot));
  carom__relative local = local_pose_to_relative(carom__collider_local(world, slot));
  return obb_transform(&own, &local);
}

static carom_status build_tree(carom_world *world, carom__several *several) {
  const carom__slots *list = &several->colliders;
  carom__several_close_up(world, several);
  carom_obb *boxes = carom__arena_alloc(&world->arena, list->count, sizeof *boxes);
  if (!boxes) return CAROM_OUT_OF_MEMORY;
  for (size_t i = 0; i < list->count; i++) boxes[i] = box_on_body(world, list->data[i]);
  return carom__obb_tree_build(&world->allocator, boxes, list->count, &several->tree);
}

static carom_status change_item(carom_world *world, const carom__several *several, uint32_t place) {
  uint32_t slot = several->colliders.data[place];
  if (carom__obb_tree_has(several->tree, place)) carom__obb_tree_remove(several->tree, place);
  if (slot == CAROM__NO_INDEX) return CAROM_OK;
  carom_obb box = box_on_body(world, slot);
  return carom__obb_tree_insert(several->tree, place, &box);
}

/* One that fails has done a part, and can be repeated. */
static carom_status change_tree(carom_world *world, const carom__several *several) {
  carom_status status = CAROM_OK;
  uint32_t place;
  for (carom__bits_walk walk = bits_walk_all(&several->changed); !status && bits_next(&walk, &place);)
    status = change_item(world, several, place);
  return status;
}

/* Is it cheaper to build than to change? */
static bool changed_much(const carom__several *several) {
  const carom__bits *changed = &several->changed;
  return carom__bits_count(changed, 0, changed->words.count) > several->live / 4;
}

/* Keeps the bounds of all colliders, whose frames fit. */
static carom_status keep_boxes(carom_world *world, uint32_t body, carom__several *several) {
  if (several->boxed) return CAROM_OK;
  carom_status status =
      carom__box_pyramid_reserve(&several->boxes, &world->allocator, several->colliders.capacity);
  if (status) return status;
  for (size_t i = 0; i < several->boxes.places; i++) {
    uint32_t slot = i < several->colliders.count ? several->colliders.data[i] : CAROM__NO_INDEX;
    several->boxes.boxes[i] = slot == CAROM__NO_INDEX ? box_tree_nowhere() : grown_bounds(world, slot);
  }
  carom__box_pyramid_remake(&several->boxes);
  several->pose = world->bodies.poses.data[body];
  several->boxed = true;
  return CAROM_OK;
}

static carom_status refresh_several(carom_world *world, uint32_t body, carom__several *several) {
  if (several->live <= CAROM__TREE_MIN) {
    carom__several_close_up(world, several);
    return CAROM_OK;
  }
  bool anew = !several->tree || changed_much(several);
  carom_status status = anew ? build_tree(world, several) : change_tree(world, several);
  return status ? status : keep_boxes(world, body, several);
}

static carom_status refresh_tree(carom_world *world, uint32_t body) {
  carom__several *several = carom__body_several(world, body);
  carom_status status = several ? refresh_several(world, body, several) : CAROM_OK;
  if (status) return status;
  if (several) carom__bits_clear_all(&several->changed);
  world->bodies.flags.data[body] &= ~(uint32_t)CAROM__BODY_TREE_STALE;
  return CAROM_OK;
}

/* --- The pass --- */

/* Is the body a box or a ball around its origin? Then the task is what there is to do for it. */
static bool make_task(carom_world *world, uint32_t body, carom__bounds_task *out) {
  carom__colliders *colliders = &world->colliders;
  uint32_t only = world->bodies.only.data[body];
  if (only == CAROM__NO_INDEX) return false;
  const carom__gate *gate = &colliders->gates.data[only];
  if (!(gate->flags & CAROM__COLLIDER_CENTERED)) return false;
  out->pose = &world->bodies.poses.data[body];
  out->frame = &colliders->frames.data[only];
  out->bounds = &world->bodies.proxies.data[body].box;
  out->box = gate->size.box;
  return gate->flags & CAROM__COLLIDER_SHARP || shape_as_box(&colliders->shapes.data[only], &out->box);
}

/* The boxes of eight bodies that are tasks. */
static void bound_eight(carom_world *world, const carom__bounds_kernels *kernels,
                        const carom__bounds_task tasks[8], const uint32_t bodies[8]) {
  const bool grow = carom__boxes_grow(world);
  float growths[8];
  for (int i = 0; grow && i < 8; i++)
    growths[i] = carom__box_growth(world, world->bodies.only.data[bodies[i]]);
  kernels->eight(tasks, grow ? growths : NULL);
}

static bool needs_tree(const carom_world *world, uint32_t body) {
  return world->bodies.flags.data[body] & CAROM__BODY_TREE_STALE && carom__body_is_active(world, body);
}

/* Some bodies whose boxes are to be made. */
typedef struct job {
  carom_world *world;
  const carom__bits *bodies;
  bool trees[CAROM__PARTS_MAX];  /* has a part seen bodies that need a tree? */
  bool stills[CAROM__PARTS_MAX]; /* has it seen any that are still? */
} job;

/* Also of bodies that take no part now: what is not touched must have boxes that fit. */
static void run_part(void *context, uint32_t part, size_t begin, size_t end) {
  job *j = context;
  carom_world *world = j->world;
  const carom__bounds_kernels *kernels = carom__bounds_kernels_best();
  carom__bounds_task tasks[8];
  uint32_t bodies[8], body, count = 0;
  for (carom__bits_walk walk = bits_walk(j->bodies, begin, end); bits_next(&walk, &body);) {
    if (carom__body_is_still(world, body)) j->stills[part] = true;
    if (!carom__idpool_at(&world->bodies.ids, body)) continue;
    if (needs_tree(world, body)) j->trees[part] = true;
    bodies[count] = body;
    if (!make_task(world, body, &tasks[count]))
      carom__bounds_refresh(world, body);
    else if (++count == 8)
      bound_eight(world, kernels, tasks, bodies), count = 0;
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

/* Tells whether any are still. */
static carom_status refresh(carom_world *world, const carom__bits *bodies, bool *still) {
  job j = {.world = world, .bodies = bodies};
  size_t words = bodies->words.count;
  uint32_t parts = carom__part_count(&world->def.tasks, carom__bits_count(bodies, 0, words));
  carom__run_ranges(&world->def.tasks, parts, words, run_part, &j);
  bool trees = *still = false;
  for (uint32_t part = 0; part < parts; part++) {
    trees = trees || j.trees[part];
    *still = *still || j.stills[part];
  }
  return trees ? refresh_trees(world, bodies) : CAROM_OK;
}

carom_status carom__step_bounds(carom_world *world) {
  carom__bits *touched = &world->bodies.touched, *restored = &world->bodies.restored;
  for (size_t i = 0; i < restored->words.count; i++) restored->words.data[i] &= ~touched->words.data[i];
  bool still_restored;
  carom_status status = refresh(world, touched, &world->step.still_touched);
  if (!status) status = refresh(world, restored, &still_restored);
  if (!status) carom__bits_clear_all(restored);
  return status;
}

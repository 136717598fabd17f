/* rows.c: bodies and colliders by value, and the arrays that hold them. */
#include "rows.h"

#include <string.h>

#include "boxes.h"
#include "collide_rectangles.h"
#include "objects.h"

/* --- Bodies --- */

/* Tells a collider's gate what it keeps of its body. */
static void show_body(carom_world *world, uint32_t body, uint32_t collider) {
  carom__gate *gate = &world->colliders.gates.data[collider];
  gate->body_user = world->bodies.rest.data[body].user;
  gate->flags &= ~(uint32_t)CAROM__COLLIDER_STATIC;
  if (world->bodies.flags.data[body] & CAROM__BODY_STATIC) gate->flags |= CAROM__COLLIDER_STATIC;
}

carom__body_row carom__body_get(const carom_world *world, uint32_t slot) {
  const carom__bodies *bodies = &world->bodies;
  const carom__body_rest *rest = &bodies->rest.data[slot];
  return (carom__body_row){.pose = bodies->poses.data[slot],
                           .velocity = carom__body_velocity(world, slot),
                           .user = rest->user,
                           .flags = bodies->flags.data[slot] & CAROM__BODY_STATE,
                           .begins = rest->begins,
                           .ends = rest->ends};
}

void carom__body_put(carom_world *world, uint32_t slot, const carom__body_row *row) {
  carom__bodies *bodies = &world->bodies;
  carom__body_rest *rest = &bodies->rest.data[slot];
  uint32_t *flags = &bodies->flags.data[slot];
  *flags = (*flags & ~(uint32_t)CAROM__BODY_STATE) | row->flags;
  bodies->poses.data[slot] = row->pose;
  rest->user = row->user;
  rest->begins = row->begins;
  rest->ends = row->ends;
  carom__body_set_velocity(world, slot, &row->velocity);
  carom__body_show(world, slot);
}

void carom__body_show(carom_world *world, uint32_t slot) {
  carom__slots_view colliders = carom__body_colliders(world, slot);
  for (size_t i = 0; i < colliders.count; i++) show_body(world, slot, colliders.data[i]);
}

carom_status carom__bodies_reserve(carom_world *world, size_t count) {
  carom__bodies *bodies = &world->bodies;
  const carom_allocator *allocator = &world->allocator;
  carom_status status = carom__array_reserve(allocator, &bodies->flags, count);
  if (!status) status = carom__array_reserve(allocator, &bodies->poses, count);
  if (!status) status = carom__array_reserve(allocator, &bodies->velocities, count);
  if (!status) status = carom__array_reserve(allocator, &bodies->bounds, count);
  if (!status) status = carom__array_reserve(allocator, &bodies->only, count);
  if (!status) status = carom__array_reserve(allocator, &bodies->rest, count);
  if (!status) status = carom__bits_reserve(&bodies->touched, allocator, count);
  if (!status) status = carom__bits_reserve(&bodies->restored, allocator, count);
  if (!status) status = carom__bits_reserve(&bodies->moving, allocator, count);
  if (!status) status = carom__bits_reserve(&bodies->awake, allocator, count);
  if (!status) status = carom__bits_reserve(&world->index->strayed, allocator, count);
  if (!status) status = carom__array_reserve(allocator, &world->dead_bodies, count);
  return status;
}

void carom__bodies_extend(carom_world *world, size_t count) {
  carom__bodies *bodies = &world->bodies;
  for (size_t slot = bodies->flags.count; slot < count; slot++) {
    carom__array_push(&bodies->flags, 0);
    carom__array_push(&bodies->poses, ((carom_pose){{0, 0, 0}, {0, 0, 0, 1}}));
    carom__array_push(&bodies->bounds, ((carom_aabb){{0, 0, 0}, {0, 0, 0}}));
    carom__array_push(&bodies->only, CAROM__NO_INDEX);
    carom__array_push(&bodies->rest, ((carom__body_rest){.user = NULL}));
  }
  carom__bits_extend(&bodies->touched, count);
  carom__bits_extend(&bodies->restored, count);
  carom__bits_extend(&bodies->moving, count);
  carom__bits_extend(&bodies->awake, count);
  carom__bits_extend(&world->index->strayed, count);
}

/* --- The colliders of a body --- */

carom_status carom__body_list_reserve(carom_world *world, uint32_t body, size_t more) {
  carom__several *several = world->bodies.rest.data[body].several;
  carom__slots_view old = carom__body_colliders(world, body);
  if (several) return carom__array_reserve(&world->allocator, &several->colliders, old.count + more);
  if (old.count + more <= 1) return CAROM_OK;
  several = carom__alloc(&world->allocator, sizeof *several);
  if (!several) return CAROM_OUT_OF_MEMORY;
  *several = (carom__several){.tree = NULL};
  carom_status status = carom__array_reserve(&world->allocator, &several->colliders, old.count + more);
  if (status) {
    carom__free(&world->allocator, several, sizeof *several);
    return status;
  }
  if (old.count) carom__array_push(&several->colliders, old.data[0]);
  world->bodies.rest.data[body].several = several;
  return CAROM_OK;
}

static void refresh_only(carom_world *world, uint32_t body) {
  const carom__slots *list = &world->bodies.rest.data[body].several->colliders;
  world->bodies.only.data[body] = list->count == 1 ? list->data[0] : CAROM__NO_INDEX;
}

void carom__body_list_insert(carom_world *world, uint32_t body, size_t at, uint32_t collider) {
  carom__several *several = world->bodies.rest.data[body].several;
  show_body(world, body, collider);
  if (!several) {
    world->bodies.only.data[body] = collider;
    return;
  }
  carom__slots *list = &several->colliders;
  for (size_t i = list->count++; i > at; i--) list->data[i] = list->data[i - 1];
  list->data[at] = collider;
  refresh_only(world, body);
}

size_t carom__body_list_remove(carom_world *world, uint32_t body, uint32_t collider) {
  carom__several *several = world->bodies.rest.data[body].several;
  if (!several) {
    world->bodies.only.data[body] = CAROM__NO_INDEX;
    return 0;
  }
  carom__slots *list = &several->colliders;
  size_t at = 0;
  while (list->data[at] != collider) at++;
  list->count--;
  for (size_t i = at; i < list->count; i++) list->data[i] = list->data[i + 1];
  refresh_only(world, body);
  return at;
}

void carom__several_free(const carom_allocator *allocator, carom__several *several) {
  carom__array_free(allocator, &several->colliders);
  carom__obb_tree_destroy(several->tree);
  carom__free(allocator, several, sizeof *several);
}

void carom__body_list_free(carom_world *world, uint32_t body) {
  carom__several *several = world->bodies.rest.data[body].several;
  world->bodies.only.data[body] = CAROM__NO_INDEX;
  world->bodies.rest.data[body].several = NULL;
  if (several) carom__several_free(&world->allocator, several);
}

/* --- Colliders --- */

carom__collider_row carom__collider_get(const carom_world *world, uint32_t slot) {
  const carom__colliders *colliders = &world->colliders;
  const carom__gate *gate = &colliders->gates.data[slot];
  return (carom__collider_row){.shape = colliders->shapes.data[slot],
                               .pose = carom__collider_local(world, slot),
                               .filter = gate->filter,
                               .user = gate->user,
                               .flags = gate->flags & CAROM__COLLIDER_STATE,
                               .body = gate->body};
}

void carom__collider_fit(carom_world *world, uint32_t slot) {
  const carom_shape *shape = &world->colliders.shapes.data[slot];
  carom__gate *gate = &world->colliders.gates.data[slot];
  carom_obb box = carom__tight_obb(shape);
  gate->size.box = (carom_box){box.half, 0};
  gate->flags &= ~(uint32_t)(CAROM__COLLIDER_ALIGNED | CAROM__COLLIDER_SHARP);
  if (carom__obb_is_aligned(&box)) gate->flags |= CAROM__COLLIDER_ALIGNED;
  if (shape_is_sharp_box(shape) || shape_is_sharp_rectangle(shape)) gate->flags |= CAROM__COLLIDER_SHARP;
}

void carom__collider_set_local(carom_world *world, uint32_t slot, const carom_local_pose *pose) {
  bool centered = carom__local_pose_is_none(pose);
  uint32_t *flags = &world->colliders.gates.data[slot].flags;
  *flags = centered ? *flags | CAROM__COLLIDER_CENTERED : *flags & ~(uint32_t)CAROM__COLLIDER_CENTERED;
  if (!centered) world->colliders.locals.data[slot] = *pose;
}

void carom__collider_put(carom_world *world, uint32_t slot, const carom__collider_row *row) {
  carom__colliders *colliders = &world->colliders;
  colliders->gates.data[slot] =
      (carom__gate){.filter = row->filter, .flags = row->flags, .body = row->body, .user = row->user};
  show_body(world, row->body, slot);
  colliders->shapes.data[slot] = row->shape;
  carom__collider_set_local(world, slot, &row->pose);
  carom__collider_fit(world, slot);
  if (row->flags & CAROM__COLLIDER_SEES_STATIC)
    world->bodies.flags.data[row->body] |= CAROM__BODY_SEES_STATIC;
  carom__collider_touch(world, slot);
}

carom_status carom__colliders_reserve(carom_world *world, size_t count) {
  carom__colliders *colliders = &world->colliders;
  const carom_allocator *allocator = &world->allocator;
  carom_status status = carom__array_reserve(allocator, &colliders->gates, count);
  if (!status) status = carom__array_reserve(allocator, &colliders->shapes, count);
  if (!status) status = carom__array_reserve(allocator, &colliders->frames, count);
  if (!status) status = carom__array_reserve(allocator, &colliders->locals, count);
  if (!status) status = carom__array_reserve(allocator, &world->dead_colliders, count);
  return status;
}

void carom__colliders_extend(carom_world *world, size_t count) {
  carom__colliders *colliders = &world->colliders;
  size_t old = colliders->gates.count;
  if (count <= old) return;
  memset(colliders->gates.data + old, 0, (count - old) * sizeof *colliders->gates.data);
  memset(colliders->shapes.data + old, 0, (count - old) * sizeof *colliders->shapes.data);
  colliders->gates.count = colliders->shapes.count = count;
  colliders->frames.count = count;
}

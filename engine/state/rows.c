/* rows.c: bodies and colliders by value, and the arrays that hold them. */
#include "rows.h"

#include <math.h>
#include <string.h>

#include "boxes.h"
#include "shape_kernels.h"
#include "objects.h"
#include "shape_class.h"

/* --- Bodies --- */

/* Tells a collider's gate what it keeps of its body. */
static void show_body(carom_world *world, uint32_t body, uint32_t collider) {
  carom__gate *gate = &world->colliders.gates.data[collider];
  gate->body_user = world->bodies.cold.data[body].user;
  const uint32_t flags = world->bodies.flags.data[body];
  gate->flags &= ~(uint32_t)(CAROM__COLLIDER_STATIC | CAROM__COLLIDER_INERT);
  if (flags & CAROM__BODY_STATIC) gate->flags |= CAROM__COLLIDER_STATIC | CAROM__COLLIDER_INERT;
  if (flags & CAROM__BODY_GHOST) gate->flags |= CAROM__COLLIDER_INERT;
}

carom__body_row carom__body_get(const carom_world *world, uint32_t slot) {
  const carom__bodies *bodies = &world->bodies;
  const carom__body_cold *cold = &bodies->cold.data[slot];
  return (carom__body_row){.pose = bodies->poses.data[slot],
                           .velocity = carom__body_velocity(world, slot),
                           .user = cold->user,
                           .flags = bodies->flags.data[slot] & CAROM__BODY_STATE,
                           .begins = carom__atomic_read(&cold->begins),
                           .ends = carom__atomic_read(&cold->ends)};
}

void carom__body_put(carom_world *world, uint32_t slot, const carom__body_row *row) {
  carom__bodies *bodies = &world->bodies;
  carom__body_cold *cold = &bodies->cold.data[slot];
  uint32_t *flags = &bodies->flags.data[slot];
  *flags = (*flags & ~(uint32_t)CAROM__BODY_STATE) | row->flags;
  bodies->poses.data[slot] = row->pose;
  cold->user = row->user;
  carom__atomic_write(&cold->begins, row->begins);
  carom__atomic_write(&cold->ends, row->ends);
  carom__body_set_velocity(world, slot, &row->velocity);
  carom__body_show(world, slot);
}

void carom__body_show(carom_world *world, uint32_t slot) {
  carom__slots_view colliders = carom__body_colliders(world, slot);
  uint32_t collider;
  for (size_t at = 0; slots_next(&colliders, &at, &collider);) show_body(world, slot, collider);
}

/* The columns of bodies and of colliders, those that are empty until there is something for them, and the
 * sets of bodies. */
#define BODY_COLUMNS(of) of(flags) of(poses) of(proxies) of(only) of(cold)
#define BODY_SELDOM(of) of(velocities) of(several)
#define BODY_SETS(of) of(touched) of(seen) of(restored) of(moving) of(awake)
#define COLLIDER_COLUMNS(of) of(gates) of(frames)
#define COLLIDER_SELDOM(of) of(shapes) of(locals) of(margins) of(orders) of(places)

#define RESERVE_COLUMN(name) status = status ? status : carom__array_reserve(allocator, &rows->name, count);
#define RESERVE_SELDOM(name)                                                                                 \
  if (rows->name.data) RESERVE_COLUMN(name)
#define RESERVE_SET(name) status = status ? status : carom__bits_reserve(&rows->name, allocator, count);
#define EXTEND_SET(name) carom__bits_extend(&rows->name, count);
#define FREE_COLUMN(name) carom__array_free(&world->allocator, &rows->name);
#define FREE_SET(name) carom__bits_free(&rows->name, &world->allocator);

carom_status carom__bodies_reserve(carom_world *world, size_t count) {
  carom__bodies *rows = &world->bodies;
  const carom_allocator *allocator = &world->allocator;
  carom_status status = CAROM_OK;
  BODY_COLUMNS(RESERVE_COLUMN)
  BODY_SELDOM(RESERVE_SELDOM)
  BODY_SETS(RESERVE_SET)
  if (!status) status = carom__bits_reserve(&world->index->strayed, allocator, count);
  if (!status) status = carom__array_reserve(allocator, &world->dead_bodies, count);
  return status;
}

carom_status carom__velocities_reserve(carom_world *world) {
  carom__bodies *rows = &world->bodies;
  if (rows->velocities.data) return CAROM_OK;
  return carom__array_reserve(&world->allocator, &rows->velocities, rows->flags.capacity);
}

carom_status carom__velocity_reserve(carom_world *world, const carom__velocity *velocity) {
  return velocity_is_none(velocity) ? CAROM_OK : carom__velocities_reserve(world);
}

void carom__bodies_extend(carom_world *world, size_t count) {
  carom__bodies *rows = &world->bodies;
  for (size_t slot = rows->flags.count; slot < count; slot++) {
    carom__array_push(&rows->flags, 0);
    carom__array_push(&rows->poses, ((carom_pose){{0, 0, 0}, {0, 0, 0, 1}}));
    carom__array_push(&rows->proxies, ((carom__proxy){.id = (uint32_t)slot}));
    carom__array_push(&rows->only, CAROM__NO_INDEX);
    carom__array_push(&rows->cold, ((carom__body_cold){.user = NULL}));
    if (world->grouped) rows->several.data[slot] = NULL;
  }
  BODY_SETS(EXTEND_SET)
  carom__bits_extend(&world->index->strayed, count);
}

void carom__bodies_free(carom_world *world) {
  carom__bodies *rows = &world->bodies;
  for (uint32_t slot = 0; slot < rows->cold.count; slot++) carom__body_list_free(world, slot);
  BODY_COLUMNS(FREE_COLUMN)
  BODY_SELDOM(FREE_COLUMN)
  BODY_SETS(FREE_SET)
  carom__array_free(&world->allocator, &world->dead_bodies);
  carom__idpool_free(&rows->ids, &world->allocator);
}

/* --- The colliders of a body --- */

/* What follows from the colliders and their places is to be made anew. */
static void start_anew(carom__several *several) {
  carom__obb_tree_destroy(several->tree);
  several->tree = NULL;
  several->boxed = false;
  carom__bits_clear_all(&several->changed);
}

static void put_at(carom_world *world, carom__several *several, size_t place, uint32_t collider) {
  several->colliders.data[place] = collider;
  if (collider != CAROM__NO_INDEX) world->colliders.places.data[collider] = (uint32_t)place;
}

static carom_status reserve_several(carom_world *world, carom__several *several, size_t count) {
  const carom_allocator *allocator = &world->allocator;
  carom_status status = carom__array_reserve(allocator, &several->colliders, count);
  size_t capacity = several->colliders.capacity;
  if (!status) status = carom__bits_reserve(&several->changed, allocator, capacity);
  if (!status && several->boxes.places)
    status = carom__box_pyramid_reserve(&several->boxes, allocator, capacity);
  if (!status) carom__bits_extend(&several->changed, capacity);
  return status;
}

/* Lists are about to come. */
static carom_status group(carom_world *world) {
  carom__bodies *bodies = &world->bodies;
  carom__colliders *colliders = &world->colliders;
  if (world->grouped) return CAROM_OK;
  carom_status status = carom__array_reserve(&world->allocator, &bodies->several, bodies->flags.capacity);
  if (!status)
    status = carom__array_reserve(&world->allocator, &colliders->places, colliders->gates.capacity);
  if (status) return status;
  for (size_t slot = 0; slot < bodies->flags.count; slot++) bodies->several.data[slot] = NULL;
  world->grouped = true;
  return CAROM_OK;
}

carom_status carom__body_list_reserve(carom_world *world, uint32_t body, size_t more) {
  carom__several *several = carom__body_several(world, body);
  carom__slots_view old = carom__body_colliders(world, body);
  if (several) return reserve_several(world, several, old.count + more);
  if (old.count + more <= 1) return CAROM_OK;
  if (group(world)) return CAROM_OUT_OF_MEMORY;
  several = carom__alloc(&world->allocator, sizeof *several);
  if (!several) return CAROM_OUT_OF_MEMORY;
  *several = (carom__several){.live = old.count};
  carom_status status = reserve_several(world, several, old.count + more);
  if (status) {
    carom__several_free(&world->allocator, several);
    return status;
  }
  several->colliders.count = old.count;
  if (old.count) put_at(world, several, 0, old.data[0]);
  world->bodies.several.data[body] = several;
  return CAROM_OK;
}

static void refresh_only(carom_world *world, uint32_t body) {
  const carom__several *several = carom__body_several(world, body);
  world->bodies.only.data[body] = several->live == 1 ? several->colliders.data[0] : CAROM__NO_INDEX;
}

void carom__several_close_up(carom_world *world, carom__several *several) {
  const carom__slots_view old = {several->colliders.data, several->colliders.count};
  uint32_t slot;
  several->colliders.count = 0;
  for (size_t at = 0; slots_next(&old, &at, &slot);) put_at(world, several, several->colliders.count++, slot);
  start_anew(several);
}

/* The place after those of the first `at` that are there. */
static size_t place_after(const carom__several *several, size_t at) {
  size_t place = several->colliders.count;
  if (at == several->live) return place;
  for (place = 0; at > 0 || several->colliders.data[place] == CAROM__NO_INDEX; place++)
    at -= several->colliders.data[place] != CAROM__NO_INDEX;
  return place;
}

/* Makes a place for one that is to be the one at `at`: an empty one if there is one between its neighbours,
 * as there is mostly for one that comes back. */
static size_t make_place(carom_world *world, carom__several *several, size_t at) {
  carom__slots *list = &several->colliders;
  size_t place = place_after(several, at);
  if (place > 0 && list->data[place - 1] == CAROM__NO_INDEX) return place - 1;
  if (place == list->count && list->count < list->capacity) return list->count++;
  carom__several_close_up(world, several);
  for (size_t i = list->count++; i > at; i--) put_at(world, several, i, list->data[i - 1]);
  return at;
}

void carom__body_list_insert(carom_world *world, uint32_t body, size_t at, uint32_t collider) {
  carom__several *several = carom__body_several(world, body);
  show_body(world, body, collider);
  if (!several) {
    world->bodies.only.data[body] = collider;
    return;
  }
  size_t place = make_place(world, several, at);
  put_at(world, several, place, collider);
  bits_set(&several->changed, (uint32_t)place);
  several->live++;
  refresh_only(world, body);
}

static size_t count_before(const carom__several *several, size_t place) {
  size_t count = 0;
  for (size_t i = 0; i < place; i++) count += several->colliders.data[i] != CAROM__NO_INDEX;
  return count;
}

size_t carom__body_list_remove(carom_world *world, uint32_t body, uint32_t collider) {
  carom__several *several = carom__body_several(world, body);
  if (!several) {
    world->bodies.only.data[body] = CAROM__NO_INDEX;
    return 0;
  }
  uint32_t place = world->colliders.places.data[collider];
  size_t at = count_before(several, place);
  several->colliders.data[place] = CAROM__NO_INDEX;
  bits_set(&several->changed, place);
  several->live--;
  if (several->colliders.count - several->live > several->live / 2) carom__several_close_up(world, several);
  refresh_only(world, body);
  return at;
}

void carom__body_list_put(carom_world *world, uint32_t body, carom__several *several) {
  if (world->grouped) world->bodies.several.data[body] = several;
  if (several) carom__several_close_up(world, several);
}

void carom__several_free(const carom_allocator *allocator, carom__several *several) {
  carom__array_free(allocator, &several->colliders);
  carom__bits_free(&several->changed, allocator);
  carom__obb_tree_destroy(several->tree);
  carom__box_pyramid_free(&several->boxes, allocator);
  carom__free(allocator, several, sizeof *several);
}

void carom__body_list_free(carom_world *world, uint32_t body) {
  carom__several *several = carom__body_several(world, body);
  world->bodies.only.data[body] = CAROM__NO_INDEX;
  if (!several) return;
  world->bodies.several.data[body] = NULL;
  carom__several_free(&world->allocator, several);
}

/* --- Colliders --- */

carom__collider_row carom__collider_get(const carom_world *world, uint32_t slot) {
  const carom__colliders *colliders = &world->colliders;
  const carom__gate *gate = &colliders->gates.data[slot];
  carom_shape room;
  return (carom__collider_row){.shape = *carom__collider_shape(world, slot, &room),
                               .pose = carom__collider_local(world, slot),
                               .filter = gate->filter,
                               .user = gate->user,
                               .flags = gate->flags & CAROM__COLLIDER_STATE,
                               .body = gate->body,
                               .margin = carom__collider_margin(world, slot),
                               .order = carom__collider_order(world, slot)};
}

/* Notes what makes the boxes of a collider cheap to find. */
static void fit(carom_world *world, uint32_t slot, const carom_shape *shape) {
  carom__gate *gate = &world->colliders.gates.data[slot];
  carom_obb box = carom__tight_obb(shape);
  gate->size.box = (carom_box){box.half, 0};
  gate->flags &= ~(uint32_t)(CAROM__COLLIDER_ALIGNED | CAROM__COLLIDER_SHARP | CAROM__COLLIDER_ENDLESS);
  if (carom__obb_is_aligned(&box)) gate->flags |= CAROM__COLLIDER_ALIGNED;
  if (shape_is_sharp_box(shape))
    gate->flags |= CAROM__COLLIDER_SHARP;
  else
    world->shaped = true;
  if (shape_is_unbounded(shape)) gate->flags |= CAROM__COLLIDER_ENDLESS, world->endless = true;
}

/* Does its gate tell all of a shape? A radius of -0 is none, but comes back as it was given. */
static bool is_told_by_gate(const carom_world *world, const carom_shape *shape) {
  carom__plain_core core;
  return shape->kind == world->sharp_kind && shape_is_sharp_box(shape) &&
         carom__plain_core_of(shape, &core) && !signbit(core.radius);
}

/* The column holds what gates told until then from the first moment on. Seamless worlds always have it. */
carom_status carom__shape_reserve(carom_world *world, const carom_shape *shape) {
  carom__colliders *rows = &world->colliders;
  if (rows->shapes.data || (is_told_by_gate(world, shape) && !world->def.seamless)) return CAROM_OK;
  carom_status status = carom__array_reserve(&world->allocator, &rows->shapes, rows->gates.capacity);
  for (uint32_t slot = 0; slot < rows->gates.count && !status; slot++)
    gate_shape(world, slot, &rows->shapes.data[slot]);
  return status;
}

void carom__collider_keep_shape(carom_world *world, uint32_t slot, const carom_shape *shape) {
  carom_shape *shapes = world->colliders.shapes.data;
  fit(world, slot, shape);
  if (shapes) shapes[slot] = *shape;
}

void carom__collider_drop_shape(carom_world *world, uint32_t slot) {
  carom_shape *shapes = world->colliders.shapes.data;
  if (!shapes) return;
  carom__shape_release(&shapes[slot]);
  shapes[slot] = (carom_shape){0};
}

void carom__collider_set_local(carom_world *world, uint32_t slot, const carom_local_pose *pose) {
  bool centered = carom__local_pose_is_none(pose);
  uint32_t *flags = &world->colliders.gates.data[slot].flags;
  *flags = centered ? *flags | CAROM__COLLIDER_CENTERED : *flags & ~(uint32_t)CAROM__COLLIDER_CENTERED;
  if (!centered) world->colliders.locals.data[slot] = *pose;
}

/* Has it none? -0 is none, too, but comes back as it was given. */
static bool margin_is_plain(float margin) { return margin == 0 && !signbit(margin); }

void carom__collider_keep_margin(carom_world *world, uint32_t slot, float margin) {
  carom__colliders *colliders = &world->colliders;
  const bool plain = margin_is_plain(margin);
  if (!plain && !world->margins_differ)
    memset(colliders->margins.data, 0, colliders->gates.count * sizeof *colliders->margins.data);
  world->margined = world->margined || margin > 0;
  world->margins_differ = world->margins_differ || !plain;
  if (world->margins_differ) colliders->margins.data[slot] = margin;
}

/* The column counts from the first order on. */
void carom__collider_keep_order(carom_world *world, uint32_t slot, uint64_t order) {
  uint64_t *orders = world->colliders.orders.data;
  if (order && !world->ordered) memset(orders, 0, world->colliders.gates.count * sizeof *orders);
  world->ordered = world->ordered || order;
  if (world->ordered) orders[slot] = order;
}

void carom__collider_keep_filter(carom_world *world, uint32_t slot, carom_filter filter) {
  carom__gate *gate = &world->colliders.gates.data[slot];
  gate->filter = filter;
  gate->flags &= ~(uint32_t)CAROM__COLLIDER_FILTERED;
  if (filter.category || filter.mask || filter.group) gate->flags |= CAROM__COLLIDER_FILTERED;
}

void carom__collider_put(carom_world *world, uint32_t slot, const carom__collider_row *row) {
  carom__colliders *colliders = &world->colliders;
  colliders->gates.data[slot] = (carom__gate){.flags = row->flags, .body = row->body, .user = row->user};
  carom__collider_keep_filter(world, slot, row->filter);
  show_body(world, row->body, slot);
  carom__collider_keep_shape(world, slot, &row->shape);
  carom__collider_set_local(world, slot, &row->pose);
  carom__collider_keep_margin(world, slot, row->margin);
  carom__collider_keep_order(world, slot, row->order);
  if (row->flags & CAROM__COLLIDER_RESHAPED) bits_set(&colliders->reshaped, slot);
  if (row->flags & CAROM__COLLIDER_SEES_STATIC)
    world->bodies.flags.data[row->body] |= CAROM__BODY_SEES_STATIC;
  carom__collider_touch(world, slot);
}

carom_status carom__local_reserve(carom_world *world, const carom_local_pose *pose) {
  carom__colliders *rows = &world->colliders;
  if (rows->locals.data || carom__local_pose_is_none(pose)) return CAROM_OK;
  return carom__array_reserve(&world->allocator, &rows->locals, rows->gates.capacity);
}

carom_status carom__margin_reserve(carom_world *world, float margin) {
  carom__colliders *rows = &world->colliders;
  if (rows->margins.data || margin_is_plain(margin)) return CAROM_OK;
  return carom__array_reserve(&world->allocator, &rows->margins, rows->gates.capacity);
}

carom_status carom__order_reserve(carom_world *world, uint64_t order) {
  carom__colliders *rows = &world->colliders;
  if (rows->orders.data || !order) return CAROM_OK;
  return carom__array_reserve(&world->allocator, &rows->orders, rows->gates.capacity);
}

carom_status carom__collider_reserve(carom_world *world, const carom__collider_row *row) {
  carom_status status = carom__shape_reserve(world, &row->shape);
  if (!status) status = carom__local_reserve(world, &row->pose);
  if (!status) status = carom__margin_reserve(world, row->margin);
  return status ? status : carom__order_reserve(world, row->order);
}

carom_status carom__colliders_reserve(carom_world *world, size_t count) {
  carom__colliders *rows = &world->colliders;
  const carom_allocator *allocator = &world->allocator;
  carom_status status = CAROM_OK;
  COLLIDER_COLUMNS(RESERVE_COLUMN)
  COLLIDER_SELDOM(RESERVE_SELDOM)
  RESERVE_SET(reshaped)
  if (!status) status = carom__array_reserve(allocator, &world->dead_colliders, count);
  return status;
}

void carom__colliders_extend(carom_world *world, size_t count) {
  carom__colliders *colliders = &world->colliders;
  size_t old = colliders->gates.count;
  if (count <= old) return;
  memset(colliders->gates.data + old, 0, (count - old) * sizeof *colliders->gates.data);
  if (colliders->shapes.data)
    memset(colliders->shapes.data + old, 0, (count - old) * sizeof *colliders->shapes.data);
  colliders->gates.count = colliders->frames.count = count;
  carom__bits_extend(&colliders->reshaped, count);
}

void carom__colliders_free(carom_world *world) {
  carom__colliders *rows = &world->colliders;
  for (uint32_t slot = 0; slot < rows->gates.count; slot++) carom__collider_drop_shape(world, slot);
  COLLIDER_COLUMNS(FREE_COLUMN)
  COLLIDER_SELDOM(FREE_COLUMN)
  FREE_SET(reshaped)
  carom__array_free(&world->allocator, &world->dead_colliders);
  carom__idpool_free(&rows->ids, &world->allocator);
}

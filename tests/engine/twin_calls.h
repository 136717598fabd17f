/* twin_calls.h: random calls on a world and on its twin at once. */
#ifndef CAROM_TEST_ENGINE_TWIN_CALLS_H
#define CAROM_TEST_ENGINE_TWIN_CALLS_H

#include "twin.h"

/* --- Random things: all coordinates are small dyadic fractions, which add up exactly --- */

static inline bool twin_one_in(twin *t, uint32_t n) { return test_below(&t->random, n) == 0; }

static inline float twin_dyadic(twin *t, int range, float unit) {
  return (float)((int)test_below(&t->random, (uint32_t)(2 * range + 1)) - range) * unit;
}

static inline carom_vec3 twin_dyadic_vec3(twin *t, int range, float unit) {
  float x = twin_dyadic(t, range, unit), y = twin_dyadic(t, range, unit);
  return (carom_vec3){x, y, t->planar ? 0 : twin_dyadic(t, range, unit)};
}

static inline carom_pose twin_random_pose(twin *t, bool turned) {
  int range = t->size < 100 ? 32 : 64;
  carom_vec3 at = twin_dyadic_vec3(t, range, 1 / 16.0f);
  carom_pose pose = {.position = {(double)at.x, (double)at.y, (double)at.z / 8}};
  if (turned) pose.rotation = test_quat(&t->random);
  if (turned && t->planar)
    pose.rotation = carom_pose_planar(0, 0, (double)twin_dyadic(t, 32, 1 / 16.0f) + 1e-3).rotation;
  return pose;
}

/* Scaled by factors of their own, and mirrored. */
static inline void twin_random_asset(twin *t, twin_collider *c, float size) {
  uint32_t n = test_below(&t->random, ASSET_SHAPES);
  carom_vec3 scale = {size, size, twin_one_in(t, 2) ? size : 0.75f};
  if (twin_one_in(t, 3)) scale.x = -scale.x;
  if (twin_one_in(t, 3)) scale.y = -scale.y;
  c->shape = t->planar ? assets_shape(&t->assets, true, n)
                       : assets_scaled(&t->assets, n, scale, twin_one_in(t, 3) ? size / 8 : 0);
  c->reach = ASSET_REACH;
}

static inline void twin_random_flat(twin *t, twin_collider *c, float size) {
  switch (test_below(&t->random, 3)) {
  case 0:
    c->shape = carom_shape_disc(size);
    break;
  case 1:
    c->shape = carom_shape_stadium((carom_vec2){-0.25f, 0}, (carom_vec2){0.5f, 0.25f}, size);
    break;
  default:
    c->shape = carom_shape_rectangle(size, 0.5f);
  }
}

static inline void twin_random_shape(twin *t, twin_collider *c) {
  carom_vec3 p = twin_dyadic_vec3(t, 8, 1 / 16.0f), q = twin_dyadic_vec3(t, 8, 1 / 16.0f);
  float size = (float)(1 + test_below(&t->random, 12)) / 16;
  c->reach = 1 + size;
  if (t->program / 4 % 12 == 0 && twin_one_in(t, 4)) {
    twin_random_asset(t, c, size);
    return;
  }
  if (t->planar) {
    twin_random_flat(t, c, size);
    return;
  }
  switch (test_below(&t->random, 3)) {
  case 0:
    c->shape = carom_shape_sphere(size);
    break;
  case 1:
    c->shape = carom_shape_capsule(p, q, size);
    break;
  default:
    c->shape = carom_shape_box(size, 0.5f, size / 2);
  }
}

static inline carom_filter twin_random_filter(twin *t) {
  carom_filter filter = {(uint64_t)test_below(&t->random, 8), 0, 0};
  if (twin_one_in(t, 4)) filter.mask = 1 + test_below(&t->random, 7);
  if (twin_one_in(t, 8)) filter.mask = CAROM_MASK_NONE;
  if (twin_one_in(t, 8)) filter.group = (int32_t)test_below(&t->random, 5) - 2;
  return filter;
}

/* A user pointer that is never followed. */
static inline void *twin_random_user(twin *t) { return &t->colliders[test_below(&t->random, 8)]; }

/* Slots of things that are alive, or NULL when there are none to be had soon. */
static inline twin_body *twin_any_body(twin *t) {
  for (int i = 0; i < 16 && t->body_slots; i++) {
    twin_body *body = &t->bodies[test_below(&t->random, t->body_slots)];
    if (body->id.bits && !body->dead) return body;
  }
  return NULL;
}

static inline twin_collider *twin_any_collider(twin *t) {
  for (int i = 0; i < 16 && t->collider_slots; i++) {
    twin_collider *c = &t->colliders[test_below(&t->random, t->collider_slots)];
    if (c->id.bits && !c->dead) return c;
  }
  return NULL;
}

static inline bool twin_is_turned(const twin_body *body) { return body->pose.rotation.w != 0; }

/* --- Calls, on both --- */

static inline void twin_is_done(const twin *t, carom_status status) {
  twin_check(t, status == CAROM_OK, "a call is accepted");
}

static inline float twin_random_margin(twin *t) {
  return t->margins && twin_one_in(t, 3) ? (float)test_below(&t->random, 8) / 16 : 0;
}

static inline void twin_create_collider(twin *t, uint32_t body) {
  twin_collider c = {.body = body, .filter = twin_random_filter(t), .user = twin_random_user(t)};
  twin_random_shape(t, &c);
  if (!twin_is_turned(&t->bodies[body])) c.offset = twin_dyadic_vec3(t, 8, 1 / 16.0f);
  c.sensor = twin_one_in(t, 4);
  c.sees_sensors = twin_one_in(t, 4);
  c.sees_static = twin_one_in(t, 6);
  c.margin = twin_random_margin(t);
  carom_collider_def def = {.shape = c.shape,
                            .pose.position = c.offset,
                            .filter = c.filter,
                            .sensor = c.sensor,
                            .sees_sensors = c.sees_sensors,
                            .sees_static = c.sees_static,
                            .margin = c.margin,
                            .user = c.user};
  c.id = carom_collider_create(t->world, t->bodies[body].id, &def);
  uint32_t slot = (uint32_t)c.id.bits;
  twin_check(t, c.id.bits && slot < TWIN_COLLIDERS && !t->colliders[slot].id.bits,
             "a collider's slot is free");
  t->colliders[slot] = c;
  if (slot >= t->collider_slots) t->collider_slots = slot + 1;
}

static inline void twin_create_body(twin *t) {
  twin_body body = {.kind = twin_one_in(t, 3) ? CAROM_STATIC : CAROM_KINEMATIC, .user = twin_random_user(t)};
  body.pose = twin_random_pose(t, twin_one_in(t, 4));
  body.disabled = twin_one_in(t, 12);
  if (body.kind == CAROM_KINEMATIC && twin_one_in(t, 2)) body.velocity = twin_dyadic_vec3(t, 12, 1 / 4.0f);
  carom_body_def def = {.kind = body.kind,
                        .pose = body.pose,
                        .linear_velocity = body.velocity,
                        .disabled = body.disabled,
                        .user = body.user};
  body.id = carom_body_create(t->world, &def);
  uint32_t slot = (uint32_t)body.id.bits;
  twin_check(t, body.id.bits && slot < TWIN_BODIES && !t->bodies[slot].id.bits, "a body's slot is free");
  t->bodies[slot] = body;
  if (slot >= t->body_slots) t->body_slots = slot + 1;
  for (uint32_t i = twin_one_in(t, 3) ? 3 : 1; i > 0; i--) twin_create_collider(t, slot);
}

/* Worlds stay about as full as they were in the beginning. */
static inline bool twin_has_room(const twin *t) {
  uint32_t used = 0;
  for (uint32_t i = 0; i < t->collider_slots; i++) used += t->colliders[i].id.bits != 0;
  return used < 2 * t->size;
}

static inline void twin_destroy_body(twin *t, twin_body *body) {
  twin_is_done(t, carom_body_destroy(t->world, body->id));
  body->dead = true;
  for (uint32_t i = 0; i < t->collider_slots; i++)
    if (t->colliders[i].id.bits && &t->bodies[t->colliders[i].body] == body) t->colliders[i].dead = true;
}

static inline void twin_place_body(twin *t, twin_body *body) {
  carom_pose pose = twin_random_pose(t, twin_is_turned(body));
  if (twin_one_in(t, 4)) pose = body->pose;
  twin_is_done(t, carom_body_set_pose(t->world, body->id, &pose));
  body->moved = body->moved || memcmp(&pose, &body->pose, sizeof pose) != 0;
  body->pose = pose;
}

static inline void twin_set_velocity(twin *t, twin_body *body) {
  body->velocity = body->kind == CAROM_STATIC || twin_one_in(t, 2) ? (carom_vec3){0, 0, 0}
                                                                   : twin_dyadic_vec3(t, 12, 1 / 4.0f);
  twin_is_done(t, carom_body_set_velocity(t->world, body->id, body->velocity, (carom_vec3){0, 0, 0}));
}

static inline void twin_change_body(twin *t, twin_body *body) {
  switch (test_below(&t->random, 9)) {
  case 0:
    twin_destroy_body(t, body);
    break;
  case 1:
    if (twin_has_room(t)) twin_create_collider(t, (uint32_t)body->id.bits);
    break;
  case 2:
    twin_set_velocity(t, body);
    break;
  case 3:
    body->disabled = !body->disabled;
    twin_is_done(t, carom_body_set_enabled(t->world, body->id, !body->disabled));
    break;
  case 4:
    body->user = twin_random_user(t);
    twin_is_done(t, carom_body_set_user(t->world, body->id, body->user));
    break;
  case 5:
    twin_is_done(t, carom_body_touch(t->world, body->id));
    break;
  default:
    twin_place_body(t, body);
  }
}

static inline void twin_change_flags(twin *t, twin_collider *c) {
  switch (test_below(&t->random, 3)) {
  case 0:
    c->sensor = !c->sensor;
    twin_is_done(t, carom_collider_set_sensor(t->world, c->id, c->sensor));
    break;
  case 1:
    c->sees_sensors = !c->sees_sensors;
    twin_is_done(t, carom_collider_set_sees_sensors(t->world, c->id, c->sees_sensors));
    break;
  default:
    c->sees_static = !c->sees_static;
    twin_is_done(t, carom_collider_set_sees_static(t->world, c->id, c->sees_static));
  }
}

static inline void twin_reshape(twin *t, twin_collider *c) {
  c->reshaped = true;
  if (twin_one_in(t, 2)) {
    twin_random_shape(t, c);
    twin_is_done(t, carom_collider_set_shape(t->world, c->id, &c->shape));
  } else {
    if (!twin_is_turned(&t->bodies[c->body])) c->offset = twin_dyadic_vec3(t, 8, 1 / 16.0f);
    twin_is_done(t,
                 carom_collider_set_local_pose(t->world, c->id, &(carom_local_pose){.position = c->offset}));
  }
}

static inline void twin_change_collider(twin *t, twin_collider *c) {
  switch (test_below(&t->random, 5)) {
  case 0:
    c->dead = true;
    twin_is_done(t, carom_collider_destroy(t->world, c->id));
    break;
  case 1:
    c->filter = twin_random_filter(t);
    twin_is_done(t, carom_collider_set_filter(t->world, c->id, c->filter));
    break;
  case 2:
    twin_change_flags(t, c);
    break;
  case 3:
    c->user = twin_random_user(t);
    twin_is_done(t, carom_collider_set_user(t->world, c->id, c->user));
    break;
  default:
    if (t->margins && twin_one_in(t, 2)) {
      c->margin = twin_random_margin(t);
      twin_is_done(t, carom_collider_set_margin(t->world, c->id, c->margin));
    } else {
      twin_reshape(t, c);
    }
  }
}

/* Gives some contact a value, and looks another up. */
static inline void twin_use_contacts(twin *t) {
  const twin_collider *a = twin_any_collider(t), *b = twin_any_collider(t);
  if (t->now->count > 0 && twin_one_in(t, 2)) {
    const twin_contact *some = &t->now->list[test_below(&t->random, (uint32_t)t->now->count)];
    a = &t->colliders[some->b], b = &t->colliders[some->a];
  }
  if (!a || !b) return;
  uint32_t low = (uint32_t)a->id.bits, high = (uint32_t)b->id.bits;
  twin_contact *c = low < high ? twin_find(t->now, low, high) : twin_find(t->now, high, low);
  carom_status want = a->dead || b->dead || !a->id.bits || !b->id.bits ? CAROM_STALE_ID
                      : c                                              ? CAROM_OK
                                                                       : CAROM_NO_CONTACT;
  carom_contact found;
  twin_check(t, carom_contact_between(t->world, a->id, b->id, &found) == want, "contacts are looked up");
  if (!want) twin_check(t, found.value == c->told.value, "a contact has its value");
  uint64_t value = test_random(&t->random) % 4;
  twin_check(t, carom_contact_set_value(t->world, a->id, b->id, value) == want, "contacts take values");
  if (!want) c->told.value = value;
}

/* All that touch a ball, found by the world and by the twin. */
static inline void twin_query(twin *t) {
  carom_found found[TWIN_COLLIDERS];
  size_t count, next = 0;
  carom_shape ball = t->planar ? carom_shape_disc(1) : carom_shape_sphere(1);
  carom_pose pose = twin_random_pose(t, false);
  twin_is_done(t, carom_world_overlap_shape(t->world, &ball, &pose, NULL, found, TWIN_COLLIDERS, &count));
  for (uint32_t i = 0; i < t->collider_slots; i++) {
    const twin_collider *c = &t->colliders[i];
    bool touches = false;
    carom_pose own = twin_pose(t, c);
    if (!c->id.bits || c->dead || t->bodies[c->body].disabled) continue;
    carom_overlap(&ball, &pose, &c->shape, &own, &touches);
    if (touches) twin_check(t, next < count && found[next].collider.bits == c->id.bits, "queries find all");
    next += touches;
  }
  twin_check(t, next == count, "queries find no more");
}

#endif

/* body.c: bodies: creating, destroying, reading and setting them one by one.
 *
 * The main file of the room, which holds what a game does to bodies and colliders. A call checks its
 * arguments, writes the old value into the journal, changes the columns of the world, marks the body as
 * touched, and tells the recorder. The room uses state. Contacts use the graveyard; the world uses it, too.
 */
#include <string.h>

#include "family.h"
#include "bodies.h"
#include "recorder.h"

/* The slot is either the next one or one that was released. */
static void occupy(carom_world *world, uint32_t slot, const carom_body_def *def) {
  carom__bodies_extend(world, (size_t)slot + 1);
  world->bodies.flags.data[slot] = 0;
  world->bodies.proxies.data[slot].box = (carom_aabb){{0, 0, 0}, {0, 0, 0}};
  carom__body_row row = {.pose = def->pose,
                         .velocity = {def->linear_velocity, def->angular_velocity},
                         .user = def->user,
                         .flags = (def->kind == CAROM_STATIC ? CAROM__BODY_STATIC : 0u) |
                                  (def->disabled ? CAROM__BODY_DISABLED : 0u) |
                                  (def->ghost ? CAROM__BODY_GHOST : 0u)};
  carom__body_put(world, slot, &row);
  ++*carom__kind_count(world, slot);
}

static carom_status check_velocity(carom_vec3 v) {
  if (!vec3_is_finite(v)) return CAROM_NOT_FINITE;
  return vec3_is_within(v, CAROM_SPEED_MAX) ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

carom_status carom__velocities_check(const carom_world *world, bool is_static, const carom__velocity *v) {
  carom_status status = check_velocity(v->linear);
  if (!status) status = check_velocity(v->angular);
  if (!status && world->def.planar && !velocity_is_planar(v->linear, v->angular)) status = CAROM_NOT_PLANAR;
  if (!status && is_static && vec3_norm1(v->linear) + vec3_norm1(v->angular) > 0) status = CAROM_STATIC_BODY;
  return status;
}

/* Names the field that is refused. */
static carom_status accept_def(const carom_world *world, carom_body_def *def, const char **field) {
  *field = "kind";
  if (def->kind < 0 || def->kind >= CAROM_BODY_KIND_COUNT) return CAROM_UNKNOWN_KIND;
  *field = "pose";
  carom_status status = carom__world_accept_pose(world, &def->pose);
  if (status) return status;
  *field = "velocity";
  const carom__velocity velocity = {def->linear_velocity, def->angular_velocity};
  status = carom__velocities_check(world, def->kind == CAROM_STATIC, &velocity);
  if (status) return status;
  *field = "ghost";
  return def->ghost && def->kind == CAROM_STATIC ? CAROM_STATIC_BODY : CAROM_OK;
}

carom_body carom_body_create(carom_world *world, const carom_body_def *given) {
  carom_body body = {0};
  carom_body_def def = {0};
  if (given) def = *given;
  if (carom__world_may_change(world, __func__)) return body;
  const char *detail;
  carom_status status = accept_def(world, &def, &detail);
  if (!status) {
    detail = "no body was created";
    status = carom__bodies_reserve(world, world->bodies.flags.count + 1);
  }
  if (!status)
    status = carom__velocity_reserve(world, &(carom__velocity){def.linear_velocity, def.angular_velocity});
  if (!status) status = carom__idpool_acquire(&world->bodies.ids, &world->allocator, &body.bits);
  if (status) {
    carom__refuse(world, status, __func__, detail);
    return (carom_body){0};
  }
  occupy(world, carom__id_index(body.bits), &def);
  carom__journal_body(world, CAROM__BODY_BORN, carom__id_index(body.bits), 0);
  carom__record_call(world, CAROM__OP_BODY_CREATE, 0, &def);
  if (def.ghost) carom__record_call(world, CAROM__OP_BODY_GHOST, body.bits, &def.ghost);
  return body;
}

/* The slot of a body that a call would change: CAROM_OK, CAROM_NULL_ARGUMENT, CAROM_BUSY or
 * CAROM_STALE_ID. */
static carom_status find(carom_world *world, carom_body body, const char *function, uint32_t *slot) {
  carom_status status = carom__world_may_change(world, function);
  if (status) return status;
  *slot = carom__body_find(world, body);
  return *slot == CAROM__NO_INDEX ? carom__refuse(world, CAROM_STALE_ID, function, "body") : CAROM_OK;
}

/* The slot of a body that a call would read into `out`: CAROM_OK, CAROM_NULL_ARGUMENT or CAROM_STALE_ID. */
static carom_status peek(const carom_world *world, carom_body body, const void *out, uint32_t *slot) {
  if (!world || !out) return CAROM_NULL_ARGUMENT;
  *slot = carom__body_peek(world, body);
  return *slot == CAROM__NO_INDEX ? CAROM_STALE_ID : CAROM_OK;
}

carom_status carom_body_destroy(carom_world *world, carom_body body) {
  uint32_t slot;
  carom_status status = find(world, body, __func__, &slot);
  if (status) return status;
  carom__body_kill(world, slot);
  carom__record_call(world, CAROM__OP_BODY_DESTROY, body.bits, NULL);
  return CAROM_OK;
}

bool carom_body_is_valid(const carom_world *world, carom_body body) {
  return carom__body_find(world, body) != CAROM__NO_INDEX;
}

carom_status carom_body_set_pose(carom_world *world, carom_body body, const carom_pose *given) {
  if (!world || !given) return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world or pose");
  uint32_t slot;
  carom_status status = find(world, body, __func__, &slot);
  if (status) return status;
  carom_pose pose = *given;
  status = carom__world_accept_pose(world, &pose);
  if (status) return carom__refuse(world, status, __func__, "pose");
  if (carom__body_place(world, slot, &pose.position, &pose.rotation)) carom__body_mark(world, slot);
  body_index_stray(world->index);
  carom__record_call(world, CAROM__OP_BODY_POSE, body.bits, &pose);
  return CAROM_OK;
}

carom_status carom_body_get_pose(const carom_world *world, carom_body body, carom_pose *out) {
  uint32_t slot;
  carom_status status = peek(world, body, out, &slot);
  if (!status) *out = world->bodies.poses.data[slot];
  return status;
}

carom_status carom_body_set_velocity(carom_world *world, carom_body body, carom_vec3 linear,
                                     carom_vec3 angular) {
  uint32_t slot;
  carom_status status = find(world, body, __func__, &slot);
  if (status) return status;
  const carom__velocity velocity = {linear, angular};
  status = carom__velocities_check(world, world->bodies.flags.data[slot] & CAROM__BODY_STATIC, &velocity);
  if (!status) status = carom__velocity_reserve(world, &velocity);
  if (status) return carom__refuse(world, status, __func__, "velocity");
  if (carom__body_drive(world, slot, &velocity)) carom__body_touch(world, slot);
  carom__record_call(world, CAROM__OP_BODY_VELOCITY, body.bits, &velocity);
  return CAROM_OK;
}

carom_status carom_body_get_velocity(const carom_world *world, carom_body body, carom_vec3 *linear,
                                     carom_vec3 *angular) {
  uint32_t slot;
  carom_status status = peek(world, body, world, &slot);
  if (status) return status;
  const carom__velocity velocity = carom__body_velocity(world, slot);
  if (linear) *linear = velocity.linear;
  if (angular) *angular = velocity.angular;
  return CAROM_OK;
}

carom_status carom_body_set_enabled(carom_world *world, carom_body body, bool enabled) {
  uint32_t slot;
  carom_status status = find(world, body, __func__, &slot);
  if (status) return status;
  uint32_t *flags = &world->bodies.flags.data[slot];
  if (enabled == !(*flags & CAROM__BODY_DISABLED)) return CAROM_OK;
  if (*flags & CAROM__BODY_STATIC) carom__journal_body(world, CAROM__BODY_SET, slot, 0);
  *flags ^= CAROM__BODY_DISABLED;
  carom__body_touch(world, slot);
  carom__record_call(world, CAROM__OP_BODY_ENABLED, body.bits, &enabled);
  return CAROM_OK;
}

/* What a flag says matters when the body moves, which touches it anyway. */
static carom_status set_flag(carom_world *world, carom_body body, uint32_t flag, bool on, carom__op op,
                             const char *function) {
  uint32_t slot;
  carom_status status = find(world, body, function, &slot);
  if (status) return status;
  uint32_t *flags = &world->bodies.flags.data[slot];
  if (*flags & CAROM__BODY_STATIC) return carom__refuse(world, CAROM_STATIC_BODY, function, "body");
  *flags = on ? *flags | flag : *flags & ~flag;
  carom__record_call(world, op, body.bits, &on);
  return CAROM_OK;
}

static carom_status read_flag(const carom_world *world, carom_body body, uint32_t flag, bool *out) {
  uint32_t slot;
  carom_status status = peek(world, body, out, &slot);
  if (!status) *out = world->bodies.flags.data[slot] & flag;
  return status;
}

carom_status carom_body_is_enabled(const carom_world *world, carom_body body, bool *out) {
  carom_status status = read_flag(world, body, CAROM__BODY_DISABLED, out);
  if (!status) *out = !*out;
  return status;
}

carom_status carom_body_set_swept(carom_world *world, carom_body body, bool swept) {
  return set_flag(world, body, CAROM__BODY_SWEPT, swept, CAROM__OP_BODY_SWEPT, __func__);
}

carom_status carom_body_is_swept(const carom_world *world, carom_body body, bool *out) {
  return read_flag(world, body, CAROM__BODY_SWEPT, out);
}

carom_status carom_body_set_stopping(carom_world *world, carom_body body, bool stopping) {
  return set_flag(world, body, CAROM__BODY_STOPPING, stopping, CAROM__OP_BODY_STOPPING, __func__);
}

carom_status carom_body_is_stopping(const carom_world *world, carom_body body, bool *out) {
  return read_flag(world, body, CAROM__BODY_STOPPING, out);
}

carom_status carom_body_set_ghost(carom_world *world, carom_body body, bool ghost) {
  carom_status status = set_flag(world, body, CAROM__BODY_GHOST, ghost, CAROM__OP_BODY_GHOST, __func__);
  if (status) return status;
  uint32_t slot = carom__id_index(body.bits);
  carom__body_show(world, slot);
  carom__body_touch(world, slot);
  return CAROM_OK;
}

carom_status carom_body_is_ghost(const carom_world *world, carom_body body, bool *out) {
  return read_flag(world, body, CAROM__BODY_GHOST, out);
}

carom_status carom_body_touch(carom_world *world, carom_body body) {
  uint32_t slot;
  carom_status status = find(world, body, __func__, &slot);
  if (status) return status;
  carom__body_touch(world, slot);
  carom__record_call(world, CAROM__OP_BODY_TOUCH, body.bits, NULL);
  return CAROM_OK;
}

carom_status carom_body_get_kind(const carom_world *world, carom_body body, carom_body_kind *out) {
  uint32_t slot;
  carom_status status = peek(world, body, out, &slot);
  if (!status) *out = world->bodies.flags.data[slot] & CAROM__BODY_STATIC ? CAROM_STATIC : CAROM_KINEMATIC;
  return status;
}

carom_status carom_body_set_user(carom_world *world, carom_body body, void *user) {
  uint32_t slot;
  carom_status status = find(world, body, __func__, &slot);
  if (status) return status;
  carom__journal_body(world, CAROM__BODY_SET, slot, 0);
  world->bodies.cold.data[slot].user = user;
  carom__body_show(world, slot);
  carom__body_touch(world, slot);
  carom__record_call(world, CAROM__OP_BODY_USER, body.bits, &user);
  return CAROM_OK;
}

void *carom_body_get_user(const carom_world *world, carom_body body) {
  uint32_t slot = carom__body_peek(world, body);
  return slot == CAROM__NO_INDEX ? NULL : world->bodies.cold.data[slot].user;
}

carom_status carom_body_get_counts(const carom_world *world, carom_body body, carom_contact_counts *out) {
  uint32_t slot;
  carom_status status = peek(world, body, out, &slot);
  if (status) return status;
  *out = carom__body_counts(world, slot);
  return CAROM_OK;
}

carom_status carom_body_get_colliders(const carom_world *world, carom_body body, carom_collider *out,
                                      size_t capacity, size_t *count) {
  if (capacity && !out) return CAROM_NULL_ARGUMENT;
  uint32_t slot;
  carom_status status = peek(world, body, count, &slot);
  if (status) return status;
  carom__slots_view colliders = carom__body_colliders(world, slot);
  uint32_t collider;
  for (size_t i = 0, at = 0; i < capacity && slots_next(&colliders, &at, &collider); i++)
    out[i].bits = carom__idpool_at(&world->colliders.ids, collider);
  *count = carom__body_collider_count(world, slot);
  return CAROM_OK;
}

/* collider.c: colliders: putting shapes on bodies, reading and changing them. */
#include "bodies.h"

#include <stdio.h>

#include "family.h"
#include "recorder.h"
#include "stateless.h"

static carom_status check_filter(carom_filter filter) {
  return filter.category & CAROM_MASK_NONE ? CAROM_OUT_OF_RANGE : CAROM_OK;
}

/* What has no end is for static bodies. */
static carom_status check_shape(const carom_world *world, uint32_t body, const carom_shape *shape) {
  return world->bodies.flags.data[body] & CAROM__BODY_STATIC ? carom__world_check_shape(world, shape)
                                                             : carom__world_check_bounded(world, shape);
}

/* Names the field that is refused. */
static carom_status accept_def(const carom_world *world, uint32_t body, carom_collider_def *def,
                               const char **field) {
  *field = "shape";
  carom_status status = check_shape(world, body, &def->shape);
  if (status) return status;
  *field = "pose";
  status = carom__world_accept_local(world, &def->pose);
  if (status) return status;
  *field = "filter.category";
  status = check_filter(def->filter);
  if (status) return status;
  *field = "margin";
  return carom__margin_check(def->margin);
}

static uint32_t flags_of(const carom_collider_def *def) {
  return (def->sensor ? CAROM__COLLIDER_SENSOR : 0u) |
         (def->sees_sensors ? CAROM__COLLIDER_SEES_SENSORS : 0u) |
         (def->sees_static ? CAROM__COLLIDER_SEES_STATIC : 0u);
}

/* The row of a definition that was checked. */
static carom__collider_row row_of(const carom_world *world, uint32_t body, const carom_collider_def *given) {
  carom_collider_def def = *given;
  const char *field;
  accept_def(world, body, &def, &field);
  return (carom__collider_row){def.shape,      def.pose, def.filter, def.user,
                               flags_of(&def), body,     def.margin, def.order};
}

/* Makes room for `count` more colliders on a body, so that what follows cannot fail. */
static carom_status reserve(carom_world *world, uint32_t body, const carom_collider_def *defs, size_t count) {
  carom_status status = carom__colliders_reserve(world, world->colliders.gates.count + count);
  for (size_t i = 0; i < count && !status; i++) {
    const carom__collider_row row = row_of(world, body, &defs[i]);
    status = carom__collider_reserve(world, &row);
  }
  if (!status) status = carom__body_list_reserve(world, body, count);
  return status ? status : carom__idpool_reserve(&world->colliders.ids, &world->allocator, count);
}

static void occupy(carom_world *world, uint32_t slot, const carom__collider_row *row) {
  carom__colliders_extend(world, (size_t)slot + 1);
  carom__shape_retain(&row->shape);
  carom__body_list_insert(world, row->body, carom__body_collider_count(world, row->body), slot);
  carom__collider_put(world, slot, row);
  carom__journal_collider(world, CAROM__COLLIDER_BORN, slot, 0);
  world->counts.colliders++;
}

/* Everything was checked and reserved. */
static carom_collider create(carom_world *world, uint32_t body, const carom_collider_def *def) {
  const carom__collider_row row = row_of(world, body, def);
  carom_collider collider = {0};
  carom__idpool_acquire(&world->colliders.ids, &world->allocator, &collider.bits);
  occupy(world, carom__id_index(collider.bits), &row);
  return collider;
}

static carom_status check_many(carom_world *world, uint32_t body, const carom_collider_def *defs,
                               size_t count, const char *function) {
  for (size_t i = 0; i < count; i++) {
    carom_collider_def def = defs[i];
    const char *field;
    carom_status status = accept_def(world, body, &def, &field);
    if (!status) continue;
    char detail[96];
    snprintf(detail, sizeof detail, "%s of definition %zu; no collider was created", field, i);
    return carom__refuse(world, status, function, detail);
  }
  return CAROM_OK;
}

carom_status carom__collider_create_many(carom_world *world, carom_body body, const carom_collider_def *defs,
                                         size_t count, carom_collider *out, const char *function) {
  if (!world || (count && !defs))
    return carom__refuse(world, CAROM_NULL_ARGUMENT, function, "world or definition");
  if (carom__world_may_change(world, function)) return CAROM_BUSY;
  uint32_t slot = carom__body_find(world, body);
  if (slot == CAROM__NO_INDEX) return carom__refuse(world, CAROM_STALE_ID, function, "body");
  if (count >= CAROM__NO_INDEX) return carom__refuse(world, CAROM_LIMIT, function, "count");
  carom_status status = check_many(world, slot, defs, count, function);
  if (status) return status;
  status = reserve(world, slot, defs, count);
  if (status) return carom__refuse(world, status, function, "no collider was created");
  for (size_t i = 0; i < count; i++) {
    carom_collider collider = create(world, slot, &defs[i]);
    carom__record_call(world, CAROM__OP_COLLIDER_CREATE, body.bits, &defs[i]);
    if (defs[i].margin > 0)
      carom__record_call(world, CAROM__OP_COLLIDER_MARGIN, collider.bits, &defs[i].margin);
    if (defs[i].order) carom__record_call(world, CAROM__OP_COLLIDER_ORDER, collider.bits, &defs[i].order);
    if (out) out[i] = collider;
  }
  return CAROM_OK;
}

carom_collider carom_collider_create(carom_world *world, carom_body body, const carom_collider_def *def) {
  carom_collider collider = {0};
  carom__collider_create_many(world, body, def, 1, &collider, __func__);
  return collider;
}

carom_status carom_collider_create_many(carom_world *world, carom_body body, const carom_collider_def *defs,
                                        size_t count, carom_collider *out) {
  return carom__collider_create_many(world, body, defs, count, out, __func__);
}

/* The slot of a collider that a call would change: CAROM_OK, CAROM_NULL_ARGUMENT, CAROM_BUSY or
 * CAROM_STALE_ID. */
static carom_status find(carom_world *world, carom_collider collider, const char *function, uint32_t *slot) {
  carom_status status = carom__world_may_change(world, function);
  if (status) return status;
  *slot = carom__collider_find(world, collider);
  return *slot == CAROM__NO_INDEX ? carom__refuse(world, CAROM_STALE_ID, function, "collider") : CAROM_OK;
}

carom_status carom_collider_destroy(carom_world *world, carom_collider collider) {
  uint32_t slot;
  carom_status status = find(world, collider, __func__, &slot);
  if (status) return status;
  carom__collider_kill(world, slot);
  carom__record_call(world, CAROM__OP_COLLIDER_DESTROY, collider.bits, NULL);
  return CAROM_OK;
}

bool carom_collider_is_valid(const carom_world *world, carom_collider collider) {
  return carom__collider_find(world, collider) != CAROM__NO_INDEX;
}

/* --- Setters --- */

static void reshape(carom_world *world, uint32_t slot) {
  world->reshaped = true;
  world->colliders.gates.data[slot].flags |= CAROM__COLLIDER_RESHAPED;
  bits_set(&world->colliders.reshaped, slot);
  carom__collider_change(world, slot);
}

carom_status carom_collider_set_shape(carom_world *world, carom_collider collider, const carom_shape *shape) {
  if (!world || !shape) return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world or shape");
  uint32_t slot;
  carom_status status = find(world, collider, __func__, &slot);
  if (status) return status;
  status = check_shape(world, world->colliders.gates.data[slot].body, shape);
  if (!status) status = carom__shape_reserve(world, shape);
  if (status) return carom__refuse(world, status, __func__, "shape");
  carom__journal_collider(world, CAROM__COLLIDER_SET, slot, 0);
  const carom_shape old = carom__collider_get(world, slot).shape;
  carom__shape_retain(shape);
  carom__collider_keep_shape(world, slot, shape);
  carom__shape_release(&old);
  reshape(world, slot);
  carom__record_call(world, CAROM__OP_COLLIDER_SHAPE, collider.bits, shape);
  return CAROM_OK;
}

carom_status carom_collider_set_local_pose(carom_world *world, carom_collider collider,
                                           const carom_local_pose *given) {
  if (!world || !given) return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world or pose");
  uint32_t slot;
  carom_status status = find(world, collider, __func__, &slot);
  if (status) return status;
  carom_local_pose pose = *given;
  status = carom__world_accept_local(world, &pose);
  if (!status) status = carom__local_reserve(world, &pose);
  if (status) return carom__refuse(world, status, __func__, "pose");
  carom__journal_collider(world, CAROM__COLLIDER_SET, slot, 0);
  carom__collider_set_local(world, slot, &pose);
  reshape(world, slot);
  carom__record_call(world, CAROM__OP_COLLIDER_LOCAL_POSE, collider.bits, &pose);
  return CAROM_OK;
}

carom_status carom_collider_set_filter(carom_world *world, carom_collider collider, carom_filter filter) {
  uint32_t slot;
  carom_status status = find(world, collider, __func__, &slot);
  if (status) return status;
  status = check_filter(filter);
  if (status) return carom__refuse(world, status, __func__, "category");
  carom__journal_collider(world, CAROM__COLLIDER_SET, slot, 0);
  carom__collider_keep_filter(world, slot, filter);
  carom__body_touch(world, world->colliders.gates.data[slot].body);
  carom__record_call(world, CAROM__OP_COLLIDER_FILTER, collider.bits, &filter);
  return CAROM_OK;
}

carom_status carom_collider_set_margin(carom_world *world, carom_collider collider, float margin) {
  uint32_t slot;
  carom_status status = find(world, collider, __func__, &slot);
  if (status) return status;
  status = carom__margin_check(margin);
  if (!status) status = carom__margin_reserve(world, margin);
  if (status) return carom__refuse(world, status, __func__, "margin");
  carom__journal_collider(world, CAROM__COLLIDER_SET, slot, 0);
  carom__collider_keep_margin(world, slot, margin);
  carom__collider_change(world, slot);
  carom__record_call(world, CAROM__OP_COLLIDER_MARGIN, collider.bits, &margin);
  return CAROM_OK;
}

static carom_status set_flag(carom_world *world, carom_collider collider, uint32_t flag, bool on,
                             carom__op op, const char *function) {
  uint32_t slot;
  carom_status status = find(world, collider, function, &slot);
  if (status) return status;
  carom__gate *gate = &world->colliders.gates.data[slot];
  carom__journal_collider(world, CAROM__COLLIDER_SET, slot, 0);
  gate->flags = on ? gate->flags | flag : gate->flags & ~flag;
  if (gate->flags & CAROM__COLLIDER_SEES_STATIC)
    world->bodies.flags.data[gate->body] |= CAROM__BODY_SEES_STATIC;
  carom__body_touch(world, gate->body);
  carom__record_call(world, op, collider.bits, &on);
  return CAROM_OK;
}

carom_status carom_collider_set_sensor(carom_world *world, carom_collider collider, bool sensor) {
  return set_flag(world, collider, CAROM__COLLIDER_SENSOR, sensor, CAROM__OP_COLLIDER_SENSOR, __func__);
}

carom_status carom_collider_set_sees_sensors(carom_world *world, carom_collider collider, bool sees) {
  return set_flag(world, collider, CAROM__COLLIDER_SEES_SENSORS, sees, CAROM__OP_COLLIDER_SEES_SENSORS,
                  __func__);
}

carom_status carom_collider_set_sees_static(carom_world *world, carom_collider collider, bool sees) {
  return set_flag(world, collider, CAROM__COLLIDER_SEES_STATIC, sees, CAROM__OP_COLLIDER_SEES_STATIC,
                  __func__);
}

carom_status carom_collider_set_user(carom_world *world, carom_collider collider, void *user) {
  uint32_t slot;
  carom_status status = find(world, collider, __func__, &slot);
  if (status) return status;
  carom__journal_collider(world, CAROM__COLLIDER_SET, slot, 0);
  world->colliders.gates.data[slot].user = user;
  carom__body_touch(world, world->colliders.gates.data[slot].body);
  carom__record_call(world, CAROM__OP_COLLIDER_USER, collider.bits, &user);
  return CAROM_OK;
}

/* --- Getters --- */

/* The slot of a collider that a call would read into `out`: CAROM_OK, CAROM_NULL_ARGUMENT or
 * CAROM_STALE_ID. */
static carom_status peek(const carom_world *world, carom_collider collider, const void *out, uint32_t *slot) {
  if (!world || !out) return CAROM_NULL_ARGUMENT;
  *slot = carom__collider_peek(world, collider);
  return *slot == CAROM__NO_INDEX ? CAROM_STALE_ID : CAROM_OK;
}

carom_status carom_collider_get_body(const carom_world *world, carom_collider collider, carom_body *out) {
  uint32_t slot;
  carom_status status = peek(world, collider, out, &slot);
  if (!status) out->bits = carom__idpool_at(&world->bodies.ids, world->colliders.gates.data[slot].body);
  return status;
}

carom_status carom_collider_get_shape(const carom_world *world, carom_collider collider, carom_shape *out) {
  uint32_t slot;
  carom_status status = peek(world, collider, out, &slot);
  if (!status) *out = *carom__collider_shape(world, slot, out);
  return status;
}

carom_status carom_collider_get_local_pose(const carom_world *world, carom_collider collider,
                                           carom_local_pose *out) {
  uint32_t slot;
  carom_status status = peek(world, collider, out, &slot);
  if (!status) *out = carom__collider_local(world, slot);
  return status;
}

carom_status carom_collider_get_pose(const carom_world *world, carom_collider collider, carom_pose *out) {
  uint32_t slot;
  carom_status status = peek(world, collider, out, &slot);
  if (status) return status;
  carom_quat body = world->bodies.poses.data[world->colliders.gates.data[slot].body].rotation;
  out->position = carom__collider_frame(world, slot).origin;
  /* that of the body to the last bit, where the collider is not turned on it */
  out->rotation = quat_to_unit(quat_mul(body, carom__collider_local(world, slot).rotation));
  return CAROM_OK;
}

carom_status carom_collider_get_filter(const carom_world *world, carom_collider collider, carom_filter *out) {
  uint32_t slot;
  carom_status status = peek(world, collider, out, &slot);
  if (!status) *out = world->colliders.gates.data[slot].filter;
  return status;
}

carom_status carom_collider_get_margin(const carom_world *world, carom_collider collider, float *out) {
  uint32_t slot;
  carom_status status = peek(world, collider, out, &slot);
  if (!status) *out = carom__collider_margin(world, slot);
  return status;
}

carom_status carom_collider_get_order(const carom_world *world, carom_collider collider, uint64_t *out) {
  uint32_t slot;
  carom_status status = peek(world, collider, out, &slot);
  if (!status) *out = carom__collider_order(world, slot);
  return status;
}

static carom_status get_flag(const carom_world *world, carom_collider collider, uint32_t flag, bool *out) {
  uint32_t slot;
  carom_status status = peek(world, collider, out, &slot);
  if (!status) *out = world->colliders.gates.data[slot].flags & flag;
  return status;
}

carom_status carom_collider_is_sensor(const carom_world *world, carom_collider collider, bool *out) {
  return get_flag(world, collider, CAROM__COLLIDER_SENSOR, out);
}

carom_status carom_collider_sees_sensors(const carom_world *world, carom_collider collider, bool *out) {
  return get_flag(world, collider, CAROM__COLLIDER_SEES_SENSORS, out);
}

carom_status carom_collider_sees_static(const carom_world *world, carom_collider collider, bool *out) {
  return get_flag(world, collider, CAROM__COLLIDER_SEES_STATIC, out);
}

void *carom_collider_get_user(const carom_world *world, carom_collider collider) {
  uint32_t slot = carom__collider_peek(world, collider);
  return slot == CAROM__NO_INDEX ? NULL : world->colliders.gates.data[slot].user;
}

carom_status carom_collider_get_bounds(const carom_world *world, carom_collider collider, carom_aabb *out) {
  uint32_t slot;
  carom_status status = peek(world, collider, out, &slot);
  if (status) return status;
  carom_frame frame = carom__collider_frame(world, slot);
  carom_shape room;
  *out = carom__shape_bounds(carom__collider_shape(world, slot, &room), &frame);
  return CAROM_OK;
}

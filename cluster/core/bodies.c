/* bodies.c: bodies are created, changed and destroyed. */
#include "calls.h"

#include <stdlib.h>
#include <string.h>

static bool create_colliders(carom_cluster *c, thing *t, const carom_collider_def *colliders, size_t count) {
  for (size_t i = 0; i < count; i++) {
    carom_collider_def def = colliders[i];
    def.order = carom_cluster_order(t->id, (uint32_t)i);
    def.user = (void *)(uintptr_t)i;
    if (!carom_collider_create(c->world, t->body, &def).bits) return false;
  }
  return true;
}

carom_cluster_status carom_cluster_body_create(carom_cluster *c, uint64_t id, const carom_body_def *body,
                                               const carom_collider_def *colliders, size_t count) {
  if (c->status) return c->status;
  if (c->handling && body && body->kind == CAROM_STATIC) return CAROM_CLUSTER_BUSY;
  if (id == 0 || id > CAROM_CLUSTER_ID_MAX || count > CAROM_CLUSTER_COLLIDERS_MAX || (count && !colliders) ||
      carom__thing_find(c, id))
    return CAROM_CLUSTER_REFUSED;
  thing *t = carom__thing_add(c, id, c->transport.rank);
  if (!t) return CAROM_CLUSTER_REFUSED;
  carom_body_def def = body ? *body : (carom_body_def){0};
  def.user = t;
  def.ghost = false;
  t->is_static = def.kind == CAROM_STATIC;
  t->start = def.pose.position;
  t->body = carom_body_create(c->world, &def);
  if (!t->body.bits || !create_colliders(c, t, colliders, count) ||
      (!t->is_static && !carom__own_add(c, t))) {
    if (t->body.bits) carom_body_destroy(c->world, t->body);
    carom__thing_free(c, t);
    return CAROM_CLUSTER_REFUSED;
  }
  return CAROM_CLUSTER_OK;
}

/* Writes the body that a call is about. Calls of handlers are noted. */
static carom_cluster_status begin(carom_cluster *c, const call *k, thing **out) {
  if (c->status) return c->status;
  thing *t = *out = carom__thing_find(c, k->id);
  const bool owns = carom__is_own(c, t);
  if (!owns && !(c->handling && t && !t->doomed)) return CAROM_CLUSTER_ELSEWHERE;
  if (k->size && !k->bytes) return CAROM_CLUSTER_REFUSED;
  if (c->handling && t->is_static) return CAROM_CLUSTER_BUSY;
  if (c->handling && !carom__call_note(c, t, k)) return CAROM_CLUSTER_REFUSED;
  if (owns) carom__own_to_front(c, t);
  return CAROM_CLUSTER_OK;
}

/* Carom has done it, or not. The owner tells other ranks. */
static carom_cluster_status end(carom_cluster *c, thing *t, carom_status status, uint32_t bit) {
  if (!status && carom__is_own(c, t)) t->dirty |= bit;
  if (status && c->handling) carom__call_withdraw(c);
  return status ? CAROM_CLUSTER_REFUSED : CAROM_CLUSTER_OK;
}

carom_cluster_status carom_cluster_body_destroy(carom_cluster *c, uint64_t id) {
  thing *t;
  const call k = {.id = id, .kind = CALL_DESTROY};
  const carom_cluster_status status = begin(c, &k, &t);
  if (status || !carom__is_own(c, t)) return status;
  if (!carom__room_for(&c->graves, &c->grave_room, c->grave_count + 1, sizeof(thing *)))
    return end(c, t, CAROM_OUT_OF_MEMORY, 0);
  t->doomed = true;
  if (t->is_static) c->graves[c->grave_count++] = t;
  return CAROM_CLUSTER_OK;
}

carom_cluster_status carom_cluster_body_set_pose(carom_cluster *c, uint64_t id, const carom_pose *pose) {
  thing *t;
  unsigned char code[CAROM__CODE_SIZE] = {0};
  const call k = {.id = id, .kind = CALL_POSE, .bytes = pose, .size = sizeof *pose};
  const carom_cluster_status status = begin(c, &k, &t);
  if (status) return status;
  const bool coded = c->round > 0 && carom__round_encode(c->round, pose, code);
  carom_status done = carom_body_set_pose(c->world, t->body, pose);
  if (done) return end(c, t, done, 0); /* also of a pose that is wrong before it is rounded */
  const carom_pose rounded = carom__round_decode(c->round, code);
  if (coded) done = carom_body_set_pose(c->world, t->body, &rounded);
  if (!done) t->coded = coded;
  if (!done) memcpy(t->code, code, sizeof code);
  return end(c, t, done, DIRTY_POSE);
}

carom_cluster_status carom_cluster_body_set_velocity(carom_cluster *c, uint64_t id, carom_vec3 linear,
                                                     carom_vec3 angular) {
  thing *t;
  const carom_vec3 v[2] = {linear, angular};
  const call k = {.id = id, .kind = CALL_VELOCITY, .bytes = v, .size = sizeof v};
  const carom_cluster_status status = begin(c, &k, &t);
  return status ? status
                : end(c, t, carom_body_set_velocity(c->world, t->body, linear, angular), DIRTY_VELOCITY);
}

carom_cluster_status carom_cluster_body_set_enabled(carom_cluster *c, uint64_t id, bool enabled) {
  thing *t;
  const unsigned char byte = enabled;
  const call k = {.id = id, .kind = CALL_ENABLED, .bytes = &byte, .size = 1};
  const carom_cluster_status status = begin(c, &k, &t);
  return status ? status : end(c, t, carom_body_set_enabled(c->world, t->body, enabled), DIRTY_ENABLED);
}

carom_cluster_status carom_cluster_body_set_swept(carom_cluster *c, uint64_t id, bool swept) {
  thing *t;
  const unsigned char byte = swept;
  const call k = {.id = id, .kind = CALL_SWEPT, .bytes = &byte, .size = 1};
  carom_cluster_status status = begin(c, &k, &t);
  if (status) return status;
  status = end(c, t, carom_body_set_swept(c->world, t->body, swept), DIRTY_SWEPT);
  if (!status) t->swept = swept;
  return status;
}

/* --- Colliders --- */

static carom_cluster_status begin_collider(carom_cluster *c, const call *k, thing **out,
                                           carom_collider *collider) {
  const carom_cluster_status status = begin(c, k, out);
  if (status) return status;
  const bool found = k->number <= CAROM_CLUSTER_COLLIDERS_MAX &&
                     carom__thing_collider(c, carom__order((*out)->id, k->number), collider);
  return found && collider->bits ? CAROM_CLUSTER_OK : end(c, *out, CAROM_STALE_ID, 0);
}

/* Changes of colliders are sent at once, as they are rare and differ in size. */
static bool tell_holders(carom_cluster *c, const thing *t, unsigned char what, const call *k) {
  bool fine = true;
  for (uint32_t i = 0; i < t->holder_count; i++) {
    bytes_out *out = &c->peers[t->holders[i].rank].mail.parts[MAIL_CHANGES];
    const uint32_t length = (uint32_t)k->size;
    carom__bytes_put(out, &t->id, sizeof t->id);
    carom__bytes_put(out, &what, 1);
    carom__bytes_put(out, &k->number, sizeof k->number);
    carom__bytes_put(out, &length, sizeof length);
    carom__bytes_put(out, k->bytes, k->size);
    fine = fine && !out->failed;
  }
  return fine;
}

static carom_cluster_status end_collider(carom_cluster *c, thing *t, carom_status status, unsigned char what,
                                         const call *k) {
  if (status || !carom__is_own(c, t) || tell_holders(c, t, what, k)) return end(c, t, status, 0);
  return carom__end(c, CAROM_CLUSTER_BROKEN);
}

carom_cluster_status carom_cluster_collider_set_filter(carom_cluster *c, uint64_t id, uint32_t number,
                                                       carom_filter filter) {
  thing *t;
  carom_collider collider;
  const call k = {id, CALL_FILTER, number, &filter, sizeof filter};
  const carom_cluster_status status = begin_collider(c, &k, &t, &collider);
  if (status) return status;
  return end_collider(c, t, carom_collider_set_filter(c->world, collider, filter), CAROM__CHANGE_FILTER, &k);
}

static carom_cluster_status set_shape(carom_cluster *c, const call *k, const carom_shape *shape) {
  thing *t;
  carom_collider collider;
  const carom_cluster_status status = begin_collider(c, k, &t, &collider);
  if (status) return status;
  return end_collider(c, t, carom_collider_set_shape(c->world, collider, shape), CAROM__CHANGE_SHAPE, k);
}

carom_cluster_status carom_cluster_collider_set_shape(carom_cluster *c, uint64_t id, uint32_t number,
                                                      const carom_shape *shape) {
  size_t size = 0;
  if (c->status) return c->status;
  if (!c->handling && !carom_cluster_owns(c, id)) return CAROM_CLUSTER_ELSEWHERE;
  if (carom_shape_write(shape, NULL, 0, &size) != CAROM_TOO_SMALL) return CAROM_CLUSTER_REFUSED;
  void *bytes = malloc(size);
  const call k = {id, CALL_SHAPE, number, bytes, size};
  const carom_cluster_status status = bytes && !carom_shape_write(shape, bytes, size, &size)
                                          ? set_shape(c, &k, shape)
                                          : CAROM_CLUSTER_REFUSED;
  free(bytes);
  return status;
}

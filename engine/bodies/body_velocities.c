/* body_velocities.c: velocities in bulk, from and to the game's own strided arrays. */
#include "bulk.h"

#include "bodies.h"
#include "recorder.h"
#include "rows.h"

/* Entries on their way in. */
typedef struct velocity_intake {
  carom__bulk bulk;
  carom_velocity_array in; /* with all strides given */
} velocity_intake;

/* A float that does not hold a double becomes infinite and is refused. */
static carom_vec3 read_vector(const void *array, size_t stride, size_t i, bool doubles) {
  const unsigned char *at = (const unsigned char *)array + i * stride;
  return vec3((float)bulk_number(at, 0, doubles), (float)bulk_number(at, 1, doubles),
              (float)bulk_number(at, 2, doubles));
}

/* The velocities of entry i; the body's own ones where there is no array. */
static carom__velocity read_velocity(const velocity_intake *t, size_t i, uint32_t slot) {
  const carom_velocity_array *in = &t->in;
  bool doubles = in->scalar == CAROM_DOUBLE;
  carom__velocity velocity = carom__body_velocity(t->bulk.world, slot);
  if (in->linear) velocity.linear = read_vector(in->linear, in->linear_stride, i, doubles);
  if (in->angular) velocity.angular = read_vector(in->angular, in->angular_stride, i, doubles);
  return velocity;
}

static carom_status check_entry(const velocity_intake *t, size_t i) {
  const carom_world *world = t->bulk.world;
  uint32_t slot = carom__body_find(world, t->bulk.bodies[i]);
  if (slot == CAROM__NO_INDEX) return CAROM_STALE_ID;
  carom__velocity velocity = read_velocity(t, i, slot);
  return carom__velocities_check(world, world->bodies.flags.data[slot] & CAROM__BODY_STATIC, &velocity);
}

static void check_part(void *context, uint32_t part, size_t begin, size_t end) {
  velocity_intake *t = context;
  carom__bulk_seen s = bulk_unseen(begin, end);
  for (s.wrong = begin; s.wrong < end; s.wrong++)
    if (!bulk_note(&t->bulk, s.wrong, 1, &s) || check_entry(t, s.wrong)) break;
  t->bulk.seen[part] = s;
}

/* Takes the entries of bodies whose bits are in some words. */
static void take_part(void *context, uint32_t part, size_t begin, size_t end) {
  velocity_intake *t = context;
  carom_world *world = t->bulk.world;
  size_t low = 64 * (t->bulk.first_word + begin), count = 64 * (end - begin);
  (void)part;
  for (uint32_t p = 0; p < t->bulk.parts; p++) {
    const carom__bulk_seen *s = &t->bulk.seen[p];
    for (size_t i = s->begin; i < s->end && bulk_meets(s, low, count); i++) {
      uint32_t slot = carom__id_index(t->bulk.bodies[i].bits);
      if (slot - low >= count) continue;
      carom__velocity velocity = read_velocity(t, i, slot);
      if (carom__body_drive(world, slot, &velocity)) carom__body_mark(world, slot);
    }
  }
}

static void record_entries(const velocity_intake *t, size_t count) {
  for (size_t i = 0; i < count; i++) {
    carom__velocity velocity = read_velocity(t, i, carom__id_index(t->bulk.bodies[i].bits));
    carom__record_call(t->bulk.world, CAROM__OP_BODY_VELOCITY, t->bulk.bodies[i].bits, &velocity);
  }
}

carom_status carom_body_set_velocities(carom_world *world, const carom_body *bodies, size_t count,
                                       const carom_velocity_array *velocities) {
  if (!world || !velocities || (count && (!bodies || (!velocities->linear && !velocities->angular))))
    return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world, bodies, velocities or its arrays");
  if (carom__world_may_change(world, __func__)) return CAROM_BUSY;
  if (velocities->scalar != CAROM_FLOAT && velocities->scalar != CAROM_DOUBLE)
    return carom__refuse(world, CAROM_UNKNOWN_KIND, __func__, "scalar");
  velocity_intake t = {.bulk = {.world = world, .bodies = bodies}, .in = *velocities};
  t.in.linear_stride = bulk_stride(t.in.linear_stride, t.in.scalar, 3);
  t.in.angular_stride = bulk_stride(t.in.angular_stride, t.in.scalar, 3);
  size_t wrong = carom__bulk_check(&t.bulk, count, check_part, &t);
  if (wrong < count) return carom__bulk_refuse(world, check_entry(&t, wrong), wrong, __func__);
  if (count == 0) return CAROM_OK;
  if (carom__velocities_reserve(world))
    return carom__refuse(world, CAROM_OUT_OF_MEMORY, __func__, "none was taken");
  carom__bulk_take(&t.bulk, take_part, &t);
  if (world->recorder) record_entries(&t, count);
  return CAROM_OK;
}

static void write_vector(void *array, size_t stride, size_t i, carom_scalar scalar, carom_vec3 v) {
  const double numbers[3] = {(double)v.x, (double)v.y, (double)v.z};
  if (array) carom__bulk_write(array, stride, i, scalar, 3, numbers);
}

carom_status carom_body_get_velocities(const carom_world *world, const carom_body *bodies, size_t count,
                                       const carom_velocity_buffer *out) {
  if (!world || !out || (count && !bodies)) return CAROM_NULL_ARGUMENT;
  if (out->scalar != CAROM_FLOAT && out->scalar != CAROM_DOUBLE) return CAROM_UNKNOWN_KIND;
  for (size_t i = 0; i < count; i++)
    if (carom__body_peek(world, bodies[i]) == CAROM__NO_INDEX) return CAROM_STALE_ID;
  for (size_t i = 0; i < count; i++) {
    carom__velocity velocity = carom__body_velocity(world, carom__body_peek(world, bodies[i]));
    write_vector(out->linear, out->linear_stride, i, out->scalar, velocity.linear);
    write_vector(out->angular, out->angular_stride, i, out->scalar, velocity.angular);
  }
  return CAROM_OK;
}

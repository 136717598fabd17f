/* body_poses.c: poses in bulk, from and to the game's own strided arrays. */
#include <stdio.h>
#include <string.h>

#include "objects.h"
#include "parts.h"
#include "record.h"

/* The game's arrays with all strides given. */
typedef struct reader {
  const unsigned char *positions, *rotations;
  size_t position_stride, rotation_stride;
  bool doubles;
} reader;

static reader reader_of(const carom_pose_array *poses) {
  bool doubles = poses->scalar == CAROM_DOUBLE;
  size_t size = doubles ? sizeof(double) : sizeof(float);
  return (reader){poses->positions, poses->rotations,
                  poses->position_stride ? poses->position_stride : 3 * size,
                  poses->rotation_stride ? poses->rotation_stride : 4 * size, doubles};
}

/* Number k of an entry, whose address may be any. */
static inline double read_number(const unsigned char *entry, size_t k, bool doubles) {
  double number;
  float single;
  if (doubles) {
    memcpy(&number, entry + k * sizeof number, sizeof number);
    return number;
  }
  memcpy(&single, entry + k * sizeof single, sizeof single);
  return (double)single;
}

static inline carom_pos read_position(const reader *in, size_t i) {
  const unsigned char *at = in->positions + i * in->position_stride;
  bool d = in->doubles;
  return (carom_pos){read_number(at, 0, d), read_number(at, 1, d), read_number(at, 2, d)};
}

/* A float that does not hold a double becomes infinite and is refused. */
static inline carom_quat read_rotation(const reader *in, size_t i) {
  const unsigned char *at = in->rotations + i * in->rotation_stride;
  bool d = in->doubles;
  return (carom_quat){(float)read_number(at, 0, d), (float)read_number(at, 1, d),
                      (float)read_number(at, 2, d), (float)read_number(at, 3, d)};
}

/* Reads entry i; the body's own rotation when the array has none. */
static inline carom_pose read_pose(const reader *in, size_t i, carom_quat own) {
  return (carom_pose){read_position(in, i), in->rotations ? read_rotation(in, i) : own};
}

static carom_status refuse_entry(carom_world *world, carom_status status, size_t i) {
  char detail[64];
  snprintf(detail, sizeof detail, "entry %zu; no pose was taken", i);
  return carom__refuse(world, status, "carom_body_set_poses", detail);
}

/* Nearly all are what they should be, which is seen without a call. */
static inline carom_status check_pose(const carom_world *world, carom_pose pose) {
  if (world->def.planar && !pose_is_planar(&pose)) return CAROM_NOT_PLANAR;
  if (pos_is_in_range(pose.position) && quat_is_near_unit(pose.rotation)) return CAROM_OK;
  return carom__pose_check(&pose);
}

static carom_status check_entry(const carom_world *world, carom_body body, const reader *in, size_t i) {
  if (carom__body_find(world, body) == CAROM__NO_INDEX) return CAROM_STALE_ID;
  return check_pose(world, read_pose(in, i, quat_identity()));
}

/* What a part has seen of its entries. */
typedef struct seen {
  size_t begin, end, wrong; /* the first that is refused, or end */
  uint32_t low, high;       /* slots of bodies, from the lowest to the highest */
  bool still;               /* one of them is static */
} seen;

/* Entries on their way in. */
typedef struct intake {
  carom_world *world;
  const carom_body *bodies;
  reader in;
  uint32_t parts, first_word; /* of the lowest slot */
  seen seen[CAROM__PARTS_MAX];
} intake;

static void check_part(void *context, uint32_t part, size_t begin, size_t end) {
  intake *t = context;
  const carom_world *world = t->world;
  const reader in = t->in;
  uint32_t low = UINT32_MAX, high = 0, flags = 0;
  size_t i = begin;
  for (; i < end && !check_entry(world, t->bodies[i], &in, i); i++) {
    uint32_t slot = carom__id_index(t->bodies[i].bits);
    low = slot < low ? slot : low;
    high = slot > high ? slot : high;
    flags |= world->bodies.flags.data[slot];
  }
  t->seen[part] = (seen){begin, end, i, low, high, flags & CAROM__BODY_STATIC};
}

/* The pose of entry i, for the body of a slot. */
static inline carom_pose unit_pose(const carom_world *world, uint32_t slot, const reader *in, size_t i) {
  carom_pose pose = read_pose(in, i, world->bodies.poses.data[slot].rotation);
  pose.rotation = quat_to_unit(pose.rotation);
  return pose;
}

static void take_entry(carom_world *world, uint32_t slot, const reader *in, size_t i) {
  carom_pose pose = unit_pose(world, slot, in, i);
  carom__body_place(world, slot, &pose);
}

/* Takes the entries of bodies whose bits are in some words, so that no two parts write the same word, and of
 * two entries of one body the later one stays. */
static void take_part(void *context, uint32_t part, size_t begin, size_t end) {
  const intake *t = context;
  const reader in = t->in;
  size_t low = 64 * (t->first_word + begin), count = 64 * (end - begin);
  (void)part;
  for (uint32_t p = 0; p < t->parts; p++) {
    const seen *s = &t->seen[p];
    if (s->high < low || s->low >= low + count) continue;
    for (size_t i = s->begin; i < s->end; i++) {
      uint32_t slot = carom__id_index(t->bodies[i].bits);
      if (slot - low < count) take_entry(t->world, slot, &in, i);
    }
  }
}

static void take_entries(intake *t) {
  uint32_t low = UINT32_MAX, high = 0;
  bool still = false;
  for (uint32_t p = 0; p < t->parts; p++) {
    const seen *s = &t->seen[p];
    low = s->low < low ? s->low : low;
    high = s->high > high ? s->high : high;
    still = still || s->still;
  }
  t->first_word = low / 64;
  /* What is done to static bodies is written into the journal, in the order of the entries. */
  carom__run_ranges(&t->world->def.tasks, still ? 1 : t->parts, high / 64 - low / 64 + 1, take_part, t);
  body_index_stray(t->world->index);
}

static void record_entries(const intake *t, size_t count) {
  for (size_t i = 0; i < count; i++) {
    carom_pose pose = unit_pose(t->world, carom__id_index(t->bodies[i].bits), &t->in, i);
    carom__record_call(t->world, CAROM__OP_BODY_POSE, t->bodies[i].bits, &pose);
  }
}

carom_status carom_body_set_poses(carom_world *world, const carom_body *bodies, size_t count,
                                  const carom_pose_array *poses) {
  if (!world || !poses || (count && (!bodies || !poses->positions)))
    return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world, bodies, poses or positions");
  if (carom__world_may_change(world, __func__)) return CAROM_BUSY;
  if (poses->scalar < 0 || poses->scalar >= CAROM_SCALAR_COUNT)
    return carom__refuse(world, CAROM_UNKNOWN_KIND, __func__, "scalar");
  intake t = {.world = world, .bodies = bodies, .in = reader_of(poses)};
  t.parts = carom__part_count_light(&world->def.tasks, count);
  if (count == 0) return CAROM_OK;
  carom__run_ranges(&world->def.tasks, t.parts, count, check_part, &t);
  for (uint32_t p = 0; p < t.parts; p++) {
    size_t i = t.seen[p].wrong;
    if (i < t.seen[p].end) return refuse_entry(world, check_entry(world, bodies[i], &t.in, i), i);
  }
  take_entries(&t);
  if (world->recorder) record_entries(&t, count);
  return CAROM_OK;
}

static void write_numbers(void *array, size_t stride, size_t index, carom_scalar scalar, size_t n,
                          const double *in) {
  size_t size = scalar == CAROM_FLOAT ? sizeof(float) : sizeof(double);
  unsigned char *at = (unsigned char *)array + index * (stride ? stride : n * size);
  for (size_t i = 0; i < n; i++, at += size) {
    float single = (float)in[i];
    if (scalar == CAROM_FLOAT)
      memcpy(at, &single, sizeof single);
    else
      memcpy(at, &in[i], sizeof in[i]);
  }
}

static void write_pose(const carom_pose *pose, const carom_pose_buffer *out, size_t i) {
  const double p[3] = {pose->position.x, pose->position.y, pose->position.z};
  const double q[4] = {(double)pose->rotation.x, (double)pose->rotation.y, (double)pose->rotation.z,
                       (double)pose->rotation.w};
  if (out->positions) write_numbers(out->positions, out->position_stride, i, out->scalar, 3, p);
  if (out->rotations) write_numbers(out->rotations, out->rotation_stride, i, out->scalar, 4, q);
}

carom_status carom_body_get_poses(const carom_world *world, const carom_body *bodies, size_t count,
                                  const carom_pose_buffer *out) {
  if (!world || !out || (count && !bodies)) return CAROM_NULL_ARGUMENT;
  if (out->scalar < 0 || out->scalar >= CAROM_SCALAR_COUNT) return CAROM_UNKNOWN_KIND;
  for (size_t i = 0; i < count; i++)
    if (carom__body_peek(world, bodies[i]) == CAROM__NO_INDEX) return CAROM_STALE_ID;
  for (size_t i = 0; i < count; i++)
    write_pose(&world->bodies.poses.data[carom__body_peek(world, bodies[i])], out, i);
  return CAROM_OK;
}

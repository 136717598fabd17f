/* body_poses.c: poses in bulk, from and to the game's own strided arrays. */
#include "pose_reader.h"

#include "maths_kernels.h"
#include "bodies.h"
#include "recorder.h"

static carom_status check_entry(const carom_world *world, carom_body body, const carom__pose_reader *in,
                                size_t i) {
  if (carom__body_find(world, body) == CAROM__NO_INDEX) return CAROM_STALE_ID;
  carom_pose pose = pose_reader_pose(in, i, quat_identity());
  if (world->def.planar && !pose_is_planar(&pose)) return CAROM_NOT_PLANAR;
  return carom__pose_check(&pose);
}

/* Entries on their way in. */
typedef struct intake {
  carom__bulk bulk;
  carom__pose_reader in;
  const carom__quat_kernels *kernels;
} intake;

/* So many entries are done together: a few times eight. */
enum { BATCH = 32 };

/* Are the rotations of some entries, at most BATCH, what nearly all are? */
static inline bool rotations_are_fine(const intake *t, const carom__pose_reader *in, size_t i, size_t count) {
  carom_quat rotations[BATCH];
  bool fine = true;
  if (!in->rotations) return true;
  for (size_t k = 0; k < count; k++) pose_reader_rotation(in, i + k, &rotations[k]);
  for (size_t k = count; k % 8; k++) rotations[k] = quat_identity();
  for (size_t k = 0; k < count; k += 8)
    fine &= t->kernels->eight_near_unit(&rotations[k], t->bulk.world->def.planar);
  return fine;
}

/* Is number k of an entry at most so far from zero? The limits are floats: 0 or CAROM_POSITION_MAX. */
static inline bool is_within(const unsigned char *entry, size_t k, bool doubles, double most) {
  float single;
  if (doubles) return islessequal(fabs(bulk_number(entry, k, true)), most);
  memcpy(&single, entry + k * sizeof single, sizeof single);
  return islessequal(fabsf(single), (float)most);
}

static inline bool positions_are_fine(const intake *t, const carom__pose_reader *in, size_t i, size_t count) {
  double z_most = t->bulk.world->def.planar ? 0 : CAROM_POSITION_MAX;
  const unsigned char *at = in->positions + i * in->position_stride;
  const bool d = place_scalar(in->scalar) == CAROM_DOUBLE;
  for (; count > 0; count--, at += in->position_stride)
    if (!(is_within(at, 0, d, CAROM_POSITION_MAX) && is_within(at, 1, d, CAROM_POSITION_MAX) &&
          is_within(at, 2, d, z_most)))
      return false;
  return true;
}

/* In batches; where one is not what nearly all are, entry by entry. */
static inline void check_entries(const intake *t, carom__pose_reader in, carom__bulk_seen *s) {
  for (size_t i = s->begin, count; i < s->end; i += count) {
    count = s->end - i < BATCH ? s->end - i : BATCH;
    if (bulk_note(&t->bulk, i, count, s) && positions_are_fine(t, &in, i, count) &&
        rotations_are_fine(t, &in, i, count))
      continue;
    for (s->wrong = i; s->wrong < i + count; s->wrong++)
      if (check_entry(t->bulk.world, t->bulk.bodies[s->wrong], &in, s->wrong)) return;
  }
  s->wrong = s->end;
}

static void check_part(void *context, uint32_t part, size_t begin, size_t end) {
  intake *t = context;
  carom__bulk_seen s = bulk_unseen(begin, end);
  if (t->in.scalar == CAROM_FLOAT)
    check_entries(t, pose_reader_as(t->in, CAROM_FLOAT), &s);
  else if (t->in.scalar == CAROM_DOUBLE)
    check_entries(t, pose_reader_as(t->in, CAROM_DOUBLE), &s);
  else
    check_entries(t, pose_reader_as(t->in, CAROM_POSE), &s);
  t->bulk.seen[part] = s;
}

/* The pose of entry i, for the body of a slot. */
static inline carom_pose unit_pose(const carom_world *world, uint32_t slot, const carom__pose_reader *in,
                                   size_t i) {
  carom_pose pose = pose_reader_pose(in, i, world->bodies.poses.data[slot].rotation);
  pose.rotation = quat_to_unit(pose.rotation);
  return pose;
}

/* Some entries that are taken together. */
typedef struct pose_batch {
  size_t count;
  uint32_t slots[BATCH];
  carom_pos positions[BATCH];
  carom_quat rotations[BATCH];
} pose_batch;

/* The bits of a word are set together, because each would wait for the one before. */
static void place_batch(carom_world *world, const pose_batch *b) {
  uint64_t bits = 0;
  for (size_t k = 0; k < b->count; k++) {
    uint32_t slot = b->slots[k];
    if (carom__body_place(world, slot, &b->positions[k], &b->rotations[k])) bits |= bits_mask(slot);
    if (k + 1 < b->count && b->slots[k + 1] / 64 == slot / 64) continue;
    carom__bodies_mark(world, slot / 64, bits);
    bits = 0;
  }
}

static void take_batch(const intake *t, pose_batch *b) {
  for (size_t k = b->count; k % 8; k++) b->rotations[k] = quat_identity();
  for (size_t k = 0; k < b->count; k += 8) t->kernels->eight_to_unit(&b->rotations[k]);
  place_batch(t->bulk.world, b);
  b->count = 0;
}

static inline void take_slots(const intake *t, carom__pose_reader in, size_t low, size_t count) {
  pose_batch b;
  b.count = 0;
  for (uint32_t p = 0; p < t->bulk.parts; p++) {
    const carom__bulk_seen *s = &t->bulk.seen[p];
    if (!bulk_meets(s, low, count)) continue;
    for (size_t i = s->begin; i < s->end; i++) {
      uint32_t slot = carom__id_index(t->bulk.bodies[i].bits);
      if (slot - low >= count) continue;
      b.slots[b.count] = slot;
      b.positions[b.count] = pose_reader_position(&in, i);
      if (in.rotations)
        pose_reader_rotation(&in, i, &b.rotations[b.count]);
      else
        b.rotations[b.count] = t->bulk.world->bodies.poses.data[slot].rotation;
      if (++b.count == BATCH) take_batch(t, &b);
    }
  }
  take_batch(t, &b);
}

/* Takes the entries of bodies whose bits are in some words, so that no two parts write the same word, and of
 * two entries of one body the later one stays. */
static void take_part(void *context, uint32_t part, size_t begin, size_t end) {
  const intake *t = context;
  size_t low = 64 * (t->bulk.first_word + begin), count = 64 * (end - begin);
  (void)part;
  if (t->in.scalar == CAROM_FLOAT)
    take_slots(t, pose_reader_as(t->in, CAROM_FLOAT), low, count);
  else if (t->in.scalar == CAROM_DOUBLE)
    take_slots(t, pose_reader_as(t->in, CAROM_DOUBLE), low, count);
  else
    take_slots(t, pose_reader_as(t->in, CAROM_POSE), low, count);
}

static void record_entries(const intake *t, size_t count) {
  for (size_t i = 0; i < count; i++) {
    carom_pose pose = unit_pose(t->bulk.world, carom__id_index(t->bulk.bodies[i].bits), &t->in, i);
    carom__record_call(t->bulk.world, CAROM__OP_BODY_POSE, t->bulk.bodies[i].bits, &pose);
  }
}

carom_status carom_body_set_poses(carom_world *world, const carom_body *bodies, size_t count,
                                  const carom_pose_array *poses) {
  if (!world || !poses || (count && (!bodies || !poses->positions)))
    return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world, bodies, poses or positions");
  if (carom__world_may_change(world, __func__)) return CAROM_BUSY;
  if (poses->scalar < 0 || poses->scalar >= CAROM_SCALAR_COUNT)
    return carom__refuse(world, CAROM_UNKNOWN_KIND, __func__, "scalar");
  intake t = {.bulk = {.world = world, .bodies = bodies},
              .in = pose_reader_of(poses),
              .kernels = carom__quat_kernels_best()};
  size_t wrong = carom__bulk_check(&t.bulk, count, check_part, &t);
  if (wrong < count)
    return carom__bulk_refuse(world, check_entry(world, bodies[wrong], &t.in, wrong), wrong, __func__);
  if (count == 0) return CAROM_OK;
  carom__bulk_take(&t.bulk, take_part, &t);
  if (world->recorder) record_entries(&t, count);
  return CAROM_OK;
}

static void write_pose(const carom_pose *pose, const carom_pose_buffer *out, size_t i) {
  const double p[3] = {pose->position.x, pose->position.y, pose->position.z};
  const double q[4] = {(double)pose->rotation.x, (double)pose->rotation.y, (double)pose->rotation.z,
                       (double)pose->rotation.w};
  if (out->positions)
    carom__bulk_write(out->positions, out->position_stride, i, place_scalar(out->scalar), 3, p);
  if (out->rotations)
    carom__bulk_write(out->rotations, out->rotation_stride, i, turn_scalar(out->scalar), 4, q);
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

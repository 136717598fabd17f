/* body_targets.c: targets as velocities, one by one and in bulk. */
#include "carom/target.h"

#include "bodies.h"
#include "family.h"
#include "pose_reader.h"
#include "recorder.h"
#include "rows.h"
#include "trig.h"

/* Twice the sine of half an angle below which a rotation counts as reached: four times the rounding of what a
 * step leaves. Otherwise a body would tremble there forever. */
#define REACHED 0x1p-20

/* What a step adds, in a float; what is beyond all speeds stays so, and is finite. */
static float speed(double way, double time) {
  const double most = 2 * (double)CAROM_SPEED_MAX;
  return (float)fmin(fmax(way / time, -most), most);
}

/* Along the axis of the turn that is left, which is unique below half a turn (the logarithm of the
 * quaternion). */
static carom_vec3 angular_to(carom_quat from, carom_quat to, double time) {
  const double ax = (double)from.x, ay = (double)from.y, az = (double)from.z, aw = (double)from.w;
  const double bx = (double)to.x, by = (double)to.y, bz = (double)to.z, bw = (double)to.w;
  double x = aw * bx - bw * ax - (by * az - bz * ay);
  double y = aw * by - bw * ay - (bz * ax - bx * az);
  double z = aw * bz - bw * az - (bx * ay - by * ax);
  double cosine = aw * bw + (ax * bx + ay * by + az * bz), sine = square_root(x * x + y * y + z * z);
  if (2 * sine < REACHED) return vec3(0, 0, 0);
  double angle = 2 * carom__arctan2(sine, fabs(cosine)), scale = (cosine < 0 ? -angle : angle) / sine;
  return vec3(speed(x * scale, time), speed(y * scale, time), speed(z * scale, time));
}

static carom__velocity velocity_to(const carom_pose *from, const carom_pose *to, float given) {
  carom_pos p = from->position, q = to->position;
  double time = (double)given;
  return (carom__velocity){vec3(speed(q.x - p.x, time), speed(q.y - p.y, time), speed(q.z - p.z, time)),
                           angular_to(from->rotation, to->rotation, time)};
}

static carom_status check_time(float time) {
  if (!float_is_finite(time)) return CAROM_NOT_FINITE;
  return time > 0 && time <= 1e3f ? CAROM_OK : CAROM_OUT_OF_RANGE;
}

/* The velocities of a body on its way to a pose, which becomes one with a unit rotation, or why not. */
static carom_status aim(const carom_world *world, carom_body body, carom_pose *target, float time,
                        carom__velocity *out) {
  uint32_t slot = carom__body_find(world, body);
  if (slot == CAROM__NO_INDEX) return CAROM_STALE_ID;
  carom_status status = carom__world_accept_pose(world, target);
  if (status) return status;
  *out = velocity_to(&world->bodies.poses.data[slot], target, time);
  return carom__velocities_check(world, world->bodies.flags.data[slot] & CAROM__BODY_STATIC, out);
}

carom_status carom_body_set_target(carom_world *world, carom_body body, const carom_pose *given, float time) {
  if (!world || !given) return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world or target");
  if (carom__world_may_change(world, __func__)) return CAROM_BUSY;
  carom_pose target = *given;
  carom__velocity velocity;
  carom_status status = check_time(time);
  if (!status) status = aim(world, body, &target, time, &velocity);
  if (!status) status = carom__velocity_reserve(world, &velocity);
  if (status) return carom__refuse(world, status, __func__, "body, target or time");
  uint32_t slot = carom__body_find(world, body);
  if (carom__body_drive(world, slot, &velocity)) carom__body_touch(world, slot);
  carom__record_call(world, CAROM__OP_BODY_VELOCITY, body.bits, &velocity);
  return CAROM_OK;
}

/* --- In bulk --- */

/* Entries on their way in. */
typedef struct target_intake {
  carom__bulk bulk;
  carom__pose_reader in;
  float time;
} target_intake;

static carom_status aim_entry(const target_intake *t, size_t i, carom__velocity *out) {
  uint32_t slot = carom__body_find(t->bulk.world, t->bulk.bodies[i]);
  if (slot == CAROM__NO_INDEX) return CAROM_STALE_ID;
  carom_pose target = pose_reader_pose(&t->in, i, t->bulk.world->bodies.poses.data[slot].rotation);
  return aim(t->bulk.world, t->bulk.bodies[i], &target, t->time, out);
}

static void check_part(void *context, uint32_t part, size_t begin, size_t end) {
  target_intake *t = context;
  carom__bulk_seen s = bulk_unseen(begin, end);
  carom__velocity velocity;
  for (s.wrong = begin; s.wrong < end; s.wrong++)
    if (!bulk_note(&t->bulk, s.wrong, 1, &s) || aim_entry(t, s.wrong, &velocity)) break;
  t->bulk.seen[part] = s;
}

/* Takes the entries of bodies whose bits are in some words. Velocities do not change what others aim at. */
static void take_part(void *context, uint32_t part, size_t begin, size_t end) {
  target_intake *t = context;
  size_t low = 64 * (t->bulk.first_word + begin), count = 64 * (end - begin);
  (void)part;
  for (uint32_t p = 0; p < t->bulk.parts; p++) {
    const carom__bulk_seen *s = &t->bulk.seen[p];
    for (size_t i = s->begin; i < s->end && bulk_meets(s, low, count); i++) {
      uint32_t slot = carom__id_index(t->bulk.bodies[i].bits);
      carom__velocity velocity;
      if (slot - low >= count || aim_entry(t, i, &velocity)) continue;
      if (carom__body_drive(t->bulk.world, slot, &velocity)) carom__body_mark(t->bulk.world, slot);
    }
  }
}

static void record_entries(const target_intake *t, size_t count) {
  carom__velocity velocity;
  for (size_t i = 0; i < count; i++)
    if (!aim_entry(t, i, &velocity))
      carom__record_call(t->bulk.world, CAROM__OP_BODY_VELOCITY, t->bulk.bodies[i].bits, &velocity);
}

carom_status carom_body_set_targets(carom_world *world, const carom_body *bodies, size_t count,
                                    const carom_pose_array *targets, float time) {
  if (!world || !targets || (count && (!bodies || !targets->positions)))
    return carom__refuse(world, CAROM_NULL_ARGUMENT, __func__, "world, bodies, targets or positions");
  if (carom__world_may_change(world, __func__)) return CAROM_BUSY;
  if (targets->scalar < 0 || targets->scalar >= CAROM_SCALAR_COUNT)
    return carom__refuse(world, CAROM_UNKNOWN_KIND, __func__, "scalar");
  if (check_time(time)) return carom__refuse(world, check_time(time), __func__, "time");
  target_intake t = {.bulk = {.world = world, .bodies = bodies}, .in = pose_reader_of(targets), .time = time};
  carom__velocity velocity;
  size_t wrong = carom__bulk_check(&t.bulk, count, check_part, &t);
  if (wrong < count) return carom__bulk_refuse(world, aim_entry(&t, wrong, &velocity), wrong, __func__);
  if (count == 0) return CAROM_OK;
  if (carom__velocities_reserve(world))
    return carom__refuse(world, CAROM_OUT_OF_MEMORY, __func__, "none was taken");
  carom__bulk_take(&t.bulk, take_part, &t);
  if (world->recorder) record_entries(&t, count);
  return CAROM_OK;
}

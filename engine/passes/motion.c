/* motion.c: moves the bodies that have a velocity. */
#include "candidates.h"

#include <string.h>

#include "objects.h"
#include "tasks.h"
#include "trig.h"

static double clamp(double value, bool *clamped) {
  double inside = value > CAROM_POSITION_MAX    ? CAROM_POSITION_MAX
                  : value < -CAROM_POSITION_MAX ? -CAROM_POSITION_MAX
                                                : value;
  *clamped |= inside != value;
  return inside;
}

static carom_pos advance(carom_pos p, carom_vec3 v, float dt, bool *clamped) {
  double t = (double)dt;
  return (carom_pos){clamp(p.x + (double)v.x * t, clamped), clamp(p.y + (double)v.y * t, clamped),
                     clamp(p.z + (double)v.z * t, clamped)};
}

/* Exact, by the exponential map. */
carom_quat carom__motion_turn(carom_quat rotation, carom_vec3 angular, float dt) {
  if (vec3_norm1(angular) == 0) return rotation;
  return quat_normalize(quat_mul(carom__quat_from_rotation_vector(vec3_scale(angular, dt)), rotation));
}

/* Tells whether it was stopped at the end of the world. */
static bool move(carom_world *world, uint32_t slot, float dt) {
  const carom__velocity *v = &world->bodies.velocities.data[slot];
  carom_pose *pose = &world->bodies.poses.data[slot], before = *pose;
  bool clamped = false;
  pose->position = advance(before.position, v->linear, dt, &clamped);
  pose->rotation = carom__motion_turn(before.rotation, v->angular, dt);
  if (!pose_is_same(&before, pose)) carom__body_mark(world, slot);
  return clamped;
}

/* All that has a velocity, on its way. */
typedef struct motion {
  carom_world *world;
  carom__moved *moved;
  float dt;
  uint64_t clamped[CAROM__PARTS_MAX]; /* a part each ... */
  uint32_t flags[CAROM__PARTS_MAX];
} motion;

/* Parts have words of their own, also of the set of what was touched. What is disabled stays, and is undone
 * like the rest. */
static void run_part(void *context, uint32_t part, size_t begin, size_t end) {
  motion *m = context;
  const carom__bits *moving = m->moved->moving;
  size_t first = carom__bits_count(moving, 0, begin);
  carom__moved_body *body = m->moved->bodies + first;
  for (size_t i = begin; i < end; first += bits_count_word(moving->words.data[i++]))
    m->moved->first[i] = (uint32_t)first;
  for (carom__bits_walk walk = bits_walk(moving, begin, end); bits_next(&walk, &body->slot); body++) {
    body->before = m->world->bodies.poses.data[body->slot];
    if (!carom__body_is_active(m->world, body->slot)) continue;
    m->clamped[part] += move(m->world, body->slot, m->dt);
    m->flags[part] |= m->world->bodies.flags.data[body->slot];
  }
}

carom_status carom__step_motion(carom_world *world, float dt) {
  const carom__bits *moving = &world->bodies.moving;
  size_t words = moving->words.count, count = carom__bits_count(moving, 0, words);
  world->counts.clamped = world->counts.not_converged = 0;
  body_index_stray(world->index);
  if (dt == 0) return CAROM_OK;
  carom__moved *moved = carom__arena_alloc(&world->arena, 1, sizeof *moved + count * sizeof moved->bodies[0]);
  uint32_t *first = carom__arena_alloc(&world->arena, words, sizeof *first);
  uint64_t *touched = carom__arena_alloc(&world->arena, words, sizeof *touched);
  if (!moved || !first || !touched) return CAROM_OUT_OF_MEMORY;
  if (words > 0) memcpy(touched, world->bodies.touched.words.data, words * sizeof *touched);
  *moved = (carom__moved){.dt = dt, .touched = touched, .moving = moving, .first = first, .count = count};
  world->step.moved = moved;
  motion m = {.world = world, .moved = moved, .dt = dt};
  uint32_t parts = carom__part_count(&world->def.tasks, count);
  carom__run_ranges(&world->def.tasks, parts, words, run_part, &m);
  for (uint32_t i = 0; i < parts; i++) {
    world->counts.clamped += m.clamped[i];
    moved->flags |= m.flags[i];
  }
  return CAROM_OK;
}

/* What was moved is touched only if it was before; the boxes that later passes have made for it do not fit. A
 * filter callback may have asked for it where it was on its way. */
void carom__motion_undo(carom_world *world) {
  const carom__moved *moved = world->step.moved;
  carom__bits *touched = &world->bodies.touched;
  for (size_t i = 0; moved && i < moved->count; i++) {
    uint32_t slot = moved->bodies[i].slot;
    world->bodies.poses.data[slot] = moved->bodies[i].before;
    carom__body_mark(world, slot);
  }
  body_index_stray(world->index);
  if (!moved || touched->words.count == 0) return;
  carom__bodies_settle(world);
  memcpy(touched->words.data, moved->touched, touched->words.count * sizeof *moved->touched);
}

const carom_pose *carom__moved_from(const carom__moved *moved, uint32_t slot) {
  if (!bits_test(moved->moving, slot)) return NULL;
  uint64_t lower = moved->moving->words.data[slot / 64] & (bits_mask(slot) - 1);
  return &moved->bodies[moved->first[slot / 64] + bits_count_word(lower)].before;
}

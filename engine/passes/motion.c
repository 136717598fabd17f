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

/* Room for what moves, and step.moved. */
static carom__moved *prepare(carom_world *world, float dt, const carom__bits *moving, size_t count) {
  size_t words = moving->words.count;
  carom__moved *moved = carom__arena_alloc(&world->arena, 1, sizeof *moved + count * sizeof moved->bodies[0]);
  uint32_t *first = carom__arena_alloc(&world->arena, words, sizeof *first);
  uint64_t *touched = carom__arena_alloc(&world->arena, words, sizeof *touched);
  if (!moved || !first || !touched) return NULL;
  if (words > 0) memcpy(touched, world->bodies.touched.words.data, words * sizeof *touched);
  *moved = (carom__moved){.dt = dt, .touched = touched, .moving = moving, .first = first, .count = count};
  return world->step.moved = moved;
}

carom_status carom__step_motion(carom_world *world, float dt) {
  const carom__bits *moving = &world->bodies.moving;
  size_t words = moving->words.count, count = carom__bits_count(moving, 0, words);
  world->counts.clamped = world->counts.not_converged = 0;
  body_index_stray(world->index);
  if (dt == 0) return CAROM_OK;
  carom__moved *moved = prepare(world, dt, moving, count);
  if (!moved) return CAROM_OUT_OF_MEMORY;
  motion m = {.world = world, .moved = moved, .dt = dt};
  uint32_t parts = carom__part_count(&world->def.tasks, count);
  carom__run_ranges(&world->def.tasks, parts, words, run_part, &m);
  for (uint32_t i = 0; i < parts; i++) {
    world->counts.clamped += m.clamped[i];
    moved->flags |= m.flags[i];
  }
  return CAROM_OK;
}

static carom__bits *mark_ways(carom_world *world, size_t *count) {
  const carom__halfway *halfway = &world->halfway;
  size_t words = world->bodies.moving.words.count;
  carom__bits *on = carom__arena_alloc(&world->arena, 1, sizeof *on);
  if (!on) return NULL;
  on->words.data = carom__arena_alloc(&world->arena, words, sizeof *on->words.data);
  on->words.count = on->words.capacity = words;
  if (!on->words.data) return NULL;
  if (words > 0) memset(on->words.data, 0, words * sizeof *on->words.data);
  for (size_t i = 0; i < halfway->ways.count; i++)
    if (carom__body_way_lasts(world, &halfway->ways.data[i]))
      bits_set(on, carom__id_index(halfway->ways.data[i].body.bits)), ++*count;
  return on;
}

carom_status carom__motion_resume(carom_world *world) {
  const carom__halfway *halfway = &world->halfway;
  size_t count = 0, at = 0;
  world->counts.clamped = halfway->clamped, world->counts.not_converged = 0;
  body_index_stray(world->index);
  carom__bits *on = mark_ways(world, &count);
  carom_pose *found = carom__arena_alloc(&world->arena, count, sizeof *found);
  carom__moved *moved = on && found ? prepare(world, halfway->dt, on, count) : NULL;
  if (!moved) return CAROM_OUT_OF_MEMORY;
  moved->found = found;
  for (size_t word = 0, before = 0; word < on->words.count; before += bits_count_word(on->words.data[word++]))
    moved->first[word] = (uint32_t)before;
  for (size_t i = 0; i < halfway->ways.count; i++) {
    const carom__body_way *way = &halfway->ways.data[i];
    uint32_t slot = carom__id_index(way->body.bits);
    if (!bits_test(on, slot)) continue;
    moved->bodies[at] = (carom__moved_body){way->before, slot};
    found[at] = way->after;
    moved->flags |= world->bodies.flags.data[slot];
    at++;
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
    world->bodies.poses.data[slot] = moved->found ? moved->found[i] : moved->bodies[i].before;
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

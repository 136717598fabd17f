/* motion.c: velocities move the bodies that have one. */
#include "motion.h"

#include "objects.h"
#include "parts.h"
#include "trig.h"

typedef struct carom__moved_body {
  carom_pose before;
  uint32_t slot;
  bool clamped;
} carom__moved_body;

struct carom__moved {
  size_t count;
  carom__moved_body bodies[];
};

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

/* The exact rotation of a constant angular velocity over dt. */
static carom_quat turn(carom_quat rotation, carom_vec3 angular, float dt) {
  if (vec3_norm1(angular) == 0) return rotation;
  return quat_normalize(quat_mul(carom__quat_from_rotation_vector(vec3_scale(angular, dt)), rotation));
}

/* Tells whether it was stopped at the end of the world. Parts share words of the set of what was touched, so
 * that it is for later to tell that the body was. */
static bool move(carom_world *world, carom__moved_body *body, float dt) {
  const carom__velocity *v = &world->bodies.velocities.data[body->slot];
  carom_pose *pose = &world->bodies.poses.data[body->slot];
  bool clamped = false;
  body->before = *pose;
  pose->position = advance(pose->position, v->linear, dt, &clamped);
  pose->rotation = turn(pose->rotation, v->angular, dt);
  return clamped;
}

/* All that moves, on its way. */
typedef struct motion {
  carom_world *world;
  carom__moved *moved;
  float dt;
} motion;

static void run_part(void *context, uint32_t part, size_t begin, size_t end) {
  const motion *m = context;
  (void)part;
  for (size_t i = begin; i < end; i++)
    m->moved->bodies[i].clamped = move(m->world, &m->moved->bodies[i], m->dt);
}

/* Lists what has a velocity. */
static carom__moved *list_moving(carom_world *world) {
  const carom__bits *moving = &world->bodies.moving;
  size_t count = carom__bits_count(moving, 0, moving->words.count);
  carom__moved *moved = carom__arena_alloc(&world->arena, 1, sizeof *moved + count * sizeof moved->bodies[0]);
  uint32_t slot;
  if (!moved) return NULL;
  moved->count = 0;
  for (carom__bits_walk walk = bits_walk_all(moving); bits_next(&walk, &slot);)
    if (carom__body_is_active(world, slot)) moved->bodies[moved->count++].slot = slot;
  return moved;
}

static void touch_moved(carom_world *world, const carom__moved *moved) {
  for (size_t i = 0; i < moved->count; i++) {
    const carom__moved_body *body = &moved->bodies[i];
    world->counts.clamped += body->clamped;
    if (!pose_is_same(&body->before, &world->bodies.poses.data[body->slot]))
      carom__body_touch(world, body->slot);
  }
}

carom_status carom__step_motion(carom_world *world, float dt, carom__moved **out) {
  world->counts.clamped = 0;
  if (dt == 0) return CAROM_OK;
  carom__moved *moved = list_moving(world);
  if (!moved) return CAROM_OUT_OF_MEMORY;
  *out = moved;
  uint32_t parts = carom__part_count(&world->def.tasks, moved->count);
  carom__run_ranges(&world->def.tasks, parts, moved->count, run_part, &(motion){world, moved, dt});
  touch_moved(world, moved);
  return CAROM_OK;
}

void carom__motion_undo(carom_world *world, const carom__moved *moved) {
  for (size_t i = 0; moved && i < moved->count; i++)
    world->bodies.poses.data[moved->bodies[i].slot] = moved->bodies[i].before;
}

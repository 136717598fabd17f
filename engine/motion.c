/* motion.c: velocities move the bodies that have one. */
#include "motion.h"

#include "objects.h"
#include "trig.h"

struct carom__moved {
  size_t count, clamped;
  struct {
    uint32_t slot;
    carom_pose before;
  } bodies[];
};

static bool has_velocity(const carom__velocity *v) {
  return vec3_norm1(v->linear) > 0 || vec3_norm1(v->angular) > 0;
}

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

static void move(carom_world *world, uint32_t slot, float dt, carom__moved *moved) {
  const carom__velocity *v = &world->bodies.velocities.data[slot];
  const carom_pose *pose = &world->bodies.poses.data[slot];
  bool clamped = false;
  carom_pose next = {advance(pose->position, v->linear, dt, &clamped), turn(pose->rotation, v->angular, dt)};
  moved->bodies[moved->count].slot = slot;
  moved->bodies[moved->count++].before = *pose;
  moved->clamped += clamped;
  carom__body_place(world, slot, &next);
}

carom_status carom__step_motion(carom_world *world, float dt, carom__moved **out) {
  uint32_t slots = carom__idpool_slots(&world->bodies.ids);
  carom__moved *moved = carom__arena_alloc(&world->arena, 1, sizeof *moved + slots * sizeof moved->bodies[0]);
  if (!moved) return CAROM_OUT_OF_MEMORY;
  moved->count = moved->clamped = 0;
  *out = moved;
  if (dt > 0)
    for (uint32_t slot = 0; slot < slots; slot++)
      if (carom__body_is_active(world, slot) && has_velocity(&world->bodies.velocities.data[slot]))
        move(world, slot, dt, moved);
  world->counts.clamped = moved->clamped;
  return CAROM_OK;
}

void carom__motion_undo(carom_world *world, const carom__moved *moved) {
  for (size_t i = 0; moved && i < moved->count; i++)
    carom__body_place(world, moved->bodies[i].slot, &moved->bodies[i].before);
}

/* city.c: static blocks on a grid, with streets between them, and agents that walk along the streets. */
#include "dice.h"
#include "motions.h"

#include <math.h>

/* From the middle of a street to that of the next one; half the side of a block. */
#define PITCH 12.0
#define HALF 4.0f

static uint32_t blocks_along(double wide) { return (uint32_t)(wide / PITCH) + 1; }

uint32_t city_statics(setting *s) {
  return blocks_along(s->space.max.x - s->space.min.x) * blocks_along(s->space.max.y - s->space.min.y);
}

/* The middle of a block, counted from the corner of the city. */
static carom_pos block_at(const setting *s, uint32_t column, uint32_t row) {
  return (carom_pos){s->space.min.x + PITCH * column, s->space.min.y + PITCH * row, 0};
}

/* A walk around one to three blocks each way. */
typedef struct walk {
  carom_pos corner;
  double wide, high, at, pace; /* `at`: where along its way it began */
} walk;

static walk walk_of(const setting *s, uint64_t *dice) {
  const uint32_t columns = blocks_along(s->space.max.x - s->space.min.x);
  const uint32_t rows = blocks_along(s->space.max.y - s->space.min.y);
  const double lane = (double)dice_between(dice, -2.2f, 2.2f);
  walk w = {.corner = block_at(s, dice_below(dice, columns), dice_below(dice, rows))};
  w.corner.x -= PITCH / 2 + lane;
  w.corner.y -= PITCH / 2 + lane;
  w.wide = PITCH * (1 + dice_below(dice, 3)) + 2 * lane;
  w.high = PITCH * (1 + dice_below(dice, 3)) + 2 * lane;
  w.at = (double)dice_between(dice, 0, 1) * 2 * (w.wide + w.high);
  w.pace = (double)dice_between(dice, 2, 9) * (dice_below(dice, 2) ? 1 : -1);
  return w;
}

/* Along the four sides by turns; it looks along its side. */
static carom_pose pose_along(const walk *w, double time) {
  const float half = sqrtf(0.5f);
  const double round = 2 * (w->wide + w->high), turns = (w->at + w->pace * time) / round;
  const double s = (turns - floor(turns)) * round;
  const carom_pos c = w->corner;
  if (s < w->wide) return (carom_pose){{c.x + s, c.y, 0}, {0, 0, 0, 1}};
  if (s < w->wide + w->high) return (carom_pose){{c.x + w->wide, c.y + s - w->wide, 0}, {0, 0, half, half}};
  if (s < round - w->high)
    return (carom_pose){{c.x + 2 * w->wide + w->high - s, c.y + w->high, 0}, {0, 0, 1, 0}};
  return (carom_pose){{c.x, c.y + round - s, 0}, {0, 0, -half, half}};
}

static carom_shape agent(uint64_t *dice) {
  const float radius = dice_between(dice, 0.25f, 0.45f);
  const uint32_t kind = dice_below(dice, 3);
  if (kind == 0) return carom_shape_box(dice_between(dice, 0.6f, 1.2f), radius, 0.5f);
  if (kind == 1) return carom_shape_sphere(radius);
  return carom_shape_capsule((carom_vec3){0, 0, -0.5f}, (carom_vec3){0, 0, 0.5f}, radius);
}

void city_define(const setting *s, uint64_t id, thing_def *out) {
  uint64_t dice = dice_of(s->seed, id);
  if (id <= s->statics) {
    const uint32_t columns = blocks_along(s->space.max.x - s->space.min.x);
    out->body.pose.position = block_at(s, (uint32_t)(id - 1) % columns, (uint32_t)(id - 1) / columns);
    out->collider.shape = carom_shape_box(HALF, HALF, dice_between(&dice, 2, 12));
    return;
  }
  const walk w = walk_of(s, &dice);
  out->body.pose = pose_along(&w, 0);
  out->collider.shape = agent(&dice);
}

void city_act(const setting *s, uint64_t id, uint64_t step, const carom_world *world, carom_body body,
              move *out) {
  (void)world, (void)body;
  uint64_t dice = dice_of(s->seed, id);
  const walk w = walk_of(s, &dice);
  out->pose = pose_along(&w, (double)(step + 1) * (double)SCENE_DT);
  out->placed = true;
}

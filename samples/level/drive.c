/* drive.c: the simplest driver: always towards the next point of the road, at a speed of its own. */
#include "drive.h"

#include <math.h>

#include "random.h"
#include "turn.h"
#include "vector.h"

#define GRAVITY 9.81f
/* From so far a point of the road counts as reached. */
#define REACHED 6.0f
/* Half the width of the road on which cars start, and how high above it. */
#define ROAD_HALF 3.0f
#define START_HEIGHT 1.2f
/* Cars lean this part of the way towards the ground below them in each step. */
#define LEAN 0.15f

static carom_vec3 unit(carom_vec3 v, carom_vec3 otherwise) {
  float length = sqrtf(vec_dot(v, v));
  return length > 1e-6f ? vec_scale(v, 1 / length) : otherwise;
}

static carom_vec3 without(carom_vec3 v, carom_vec3 normal) {
  return vec_sub(v, vec_scale(normal, vec_dot(v, normal)));
}

/* From a place to a point of the road, level. */
static carom_vec3 way_to(const scene *s, carom_pos from, size_t point) {
  const carom_pos to = s->road[point];
  return (carom_vec3){(float)(to.x - from.x), (float)(to.y - from.y), 0};
}

static size_t next_point(const scene *s, size_t point) { return (point + 1) % s->road_count; }

static carom_vec3 axis_up(carom_quat q) {
  return (carom_vec3){2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x),
                      1 - 2 * (q.x * q.x + q.y * q.y)};
}

/* What drives off a cliff still flies towards its goal, and so never leaves the ground. */
static carom_vec3 steered_in_flight(carom_vec3 velocity, carom_vec3 way) {
  const carom_vec3 ahead = {1, 0, 0};
  carom_vec3 level = vec_scale(unit(way, ahead), sqrtf(velocity.x * velocity.x + velocity.y * velocity.y));
  return (carom_vec3){level.x, level.y, velocity.z};
}

void drive_steer(const scene *s, scene_item *car, carom_world *world, carom_vec3 ground, float seconds) {
  const carom_vec3 above = {0, 0, 1}, ahead = {1, 0, 0}, none = {0, 0, 0};
  carom_pose pose;
  carom_vec3 velocity, normal = unit(ground, above), way;
  carom_body_get_pose(world, car->body, &pose);
  carom_body_get_velocity(world, car->body, &velocity, NULL);
  carom_pos at = {pose.position.x - s->offset.x, pose.position.y - s->offset.y,
                  pose.position.z - s->offset.z};
  while (way = way_to(s, at, car->goal), vec_dot(way, way) < REACHED * REACHED)
    car->goal = next_point(s, car->goal);
  carom_vec3 up = vec_add(vec_scale(axis_up(pose.rotation), 1 - LEAN), vec_scale(normal, LEAN));
  up = unit(up, above);
  carom_vec3 forward = unit(without(way, up), ahead);
  float speed = sqrtf(vec_dot(car->linear, car->linear));
  if (ground.z > 0)
    velocity = vec_scale(unit(without(way, normal), ahead), speed);
  else
    velocity = steered_in_flight(velocity, way);
  velocity.z -= GRAVITY * seconds;
  pose.rotation = turn_towards(forward, up);
  carom_body_set_pose(world, car->body, &pose);
  carom_body_set_velocity(world, car->body, velocity, none);
}

carom_pose drive_start(const scene *s, uint64_t *random, size_t *goal) {
  const carom_vec3 above = {0, 0, 1}, ahead = {1, 0, 0};
  size_t point = random_next(random) % s->road_count;
  *goal = next_point(s, point);
  carom_vec3 forward = unit(way_to(s, s->road[point], *goal), ahead);
  carom_vec3 aside = {-forward.y, forward.x, 0};
  carom_vec3 off = vec_scale(aside, random_between(random, -ROAD_HALF, ROAD_HALF));
  off = vec_add(off, vec_scale(forward, random_between(random, -ROAD_HALF, ROAD_HALF)));
  off.z = START_HEIGHT;
  return (carom_pose){pos_move(s->road[point], off), turn_towards(forward, above)};
}

carom_vec3 drive_direction(const carom_pose *pose) {
  carom_quat q = pose->rotation;
  return (carom_vec3){1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z),
                      2 * (q.x * q.z - q.w * q.y)};
}

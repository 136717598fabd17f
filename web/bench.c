/* The cost of a step in C, of the scene of bench.mjs: both must end with the same hash. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seed = 1;
static double next(void) {
  seed = fmod(seed * 16807, 2147483647);
  return seed / 2147483647;
}

static double now(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void fill(carom_world *world, int count, carom_body *bodies, float *positions) {
  const double side = cbrt(count) * 1.45;
  for (int i = 0; i < count; i++) {
    carom_body_def def = {.kind = CAROM_KINEMATIC};
    def.pose.position.x = side * next();
    def.pose.position.y = side * next();
    def.pose.position.z = side * next();
    float half[3];
    for (int k = 0; k < 3; k++) half[k] = (float)(0.25 + next() / 2);
    carom_collider_def box = {.shape = carom_shape_box(half[0], half[1], half[2])};
    bodies[i] = carom_body_create(world, &def);
    carom_collider_create(world, bodies[i], &box);
    positions[3 * i] = (float)def.pose.position.x;
    positions[3 * i + 1] = (float)def.pose.position.y;
    positions[3 * i + 2] = (float)def.pose.position.z;
  }
}

static void move(int count, int step, float *positions, float *rotations) {
  for (int i = 0; i < count; i++) {
    const double turn = (double)step * (i % 64) / 1024, length = sqrt(1 + turn * turn);
    positions[3 * i] = (float)(positions[3 * i] + (i % 2 ? 1 : -1) / 64.0);
    rotations[4 * i + 1] = (float)(turn / length);
    rotations[4 * i + 3] = (float)(1 / length);
  }
}

int main(int argc, char **argv) {
  const int count = argc > 2 ? atoi(argv[2]) : 10000, steps = argc > 3 ? atoi(argv[3]) : 60;
  carom_body *bodies = calloc((size_t)count, sizeof *bodies);
  float *positions = calloc((size_t)count * 3, sizeof *positions);
  float *rotations = calloc((size_t)count * 4, sizeof *rotations);
  carom_world *world;
  if (!bodies || !positions || !rotations || carom_world_create(NULL, &world)) return 1;
  fill(world, count, bodies, positions);
  const carom_pose_array poses = {.positions = positions, .rotations = rotations};
  double least = INFINITY;
  for (int step = 1; step <= steps; step++) {
    const double start = now();
    move(count, step, positions, rotations);
    carom_body_set_poses(world, bodies, (size_t)count, &poses);
    carom_world_step(world, 1 / 64.0f);
    least = fmin(least, now() - start);
  }
  size_t contacts;
  carom_world_get_contacts(world, &contacts);
  printf("%s\t%d\t%zu\t%.2f\t-\t%016llx\n", argc > 1 ? argv[1] : "C", count, contacts, least,
         (unsigned long long)carom_world_hash(world));
  free(bodies);
  free(positions);
  free(rotations);
  return carom_world_destroy(world);
}

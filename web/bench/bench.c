/* The cost of a step in C, of the scene of scene.mjs in space: both end with the same hash.
 *
 * Prints a row as run.mjs does, with the contacts of the last step, and the hash of the world at its end. */
#define _POSIX_C_SOURCE 199309L

#include <carom/carom.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BODIES_MAX = 100000 };
static const double FRAME = 1 / 64.0;

static double side, axes[BODIES_MAX][3], turns[BODIES_MAX][2], spins[BODIES_MAX][2];
static float positions[BODIES_MAX][3], velocities[BODIES_MAX][3], rotations[BODIES_MAX][4];
static carom_body bodies[BODIES_MAX];

static double next(void) {
  static double seed = 1;
  seed = fmod(seed * 16807, 2147483647);
  return seed / 2147483647;
}

static double processor_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void set_unit(double *pair, double c, double s) {
  const double length = sqrt(c * c + s * s);
  pair[0] = c / length;
  pair[1] = s / length;
}

static void turn(int i) {
  for (int k = 0; k < 3; k++) rotations[i][k] = (float)(axes[i][k] * turns[i][1]);
  rotations[i][3] = (float)turns[i][0];
}

/* Draws the numbers of a body in the order of scene.mjs, and returns its box. */
static carom_shape place(int i) {
  float half[3];
  for (int k = 0; k < 3; k++) {
    half[k] = (float)(0.25 + next() / 2);
    positions[i][k] = (float)(side * next());
    velocities[i][k] = (float)((next() - 0.5) * 3 * FRAME);
  }
  double x = next() - 0.5, y = next() - 0.5, z = next() - 0.5;
  const double length = sqrt(x * x + y * y + z * z);
  axes[i][0] = x / length, axes[i][1] = y / length, axes[i][2] = z / length;
  set_unit(turns[i], 1, 2 * next() - 1);
  set_unit(spins[i], 1, (next() - 0.5) * 1.5 * FRAME);
  turn(i);
  return carom_shape_box(half[0], half[1], half[2]);
}

static void add(carom_world *world, int i) {
  carom_collider_def collider = {.shape = place(i)};
  carom_body_def def = {0};
  def.pose.position = (carom_pos){positions[i][0], positions[i][1], positions[i][2]};
  def.pose.rotation = (carom_quat){rotations[i][0], rotations[i][1], rotations[i][2], rotations[i][3]};
  bodies[i] = carom_body_create(world, &def);
  carom_collider_create(world, bodies[i], &collider);
}

static void drift(float *position, float *velocity) {
  const double to = (double)*position + (double)*velocity;
  if (to < 0 || to > side)
    *velocity = -*velocity;
  else
    *position = (float)to;
}

static void advance(int count) {
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < 3; k++) drift(&positions[i][k], &velocities[i][k]);
    const double c = turns[i][0], s = turns[i][1], dc = spins[i][0], ds = spins[i][1];
    set_unit(turns[i], c * dc - s * ds, s * dc + c * ds);
    turn(i);
  }
}

int main(int argc, char **argv) {
  const int count = argc > 2 ? atoi(argv[2]) : 10000, steps = argc > 3 ? atoi(argv[3]) : 200;
  carom_world *world;
  if (count < 1 || count > BODIES_MAX || carom_world_create(NULL, &world)) return 1;
  side = cbrt(count * 2.4);
  for (int i = 0; i < count; i++) add(world, i);
  const carom_pose_array poses = {.positions = positions[0], .rotations = rotations[0]};
  double least = INFINITY;
  for (int step = 0; step < steps; step++) {
    advance(count);
    const double start = processor_ms();
    carom_body_set_poses(world, bodies, (size_t)count, &poses);
    carom_world_step(world, 1 / 64.0f);
    least = fmin(least, processor_ms() - start);
  }
  size_t contacts;
  carom_world_get_contacts(world, &contacts);
  printf("web\tspace\t%d\t%s\t%.2f\t-\t%zu\t%d\t%016llx\n", count, argc > 1 ? argv[1] : "C", least, contacts,
         steps, (unsigned long long)carom_world_hash(world));
  return carom_world_destroy(world);
}

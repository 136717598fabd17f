/* step: what a whole step costs: poses pushed in as a game would, broad phase, cull, manifolds, events.
 *
 * The scene is a gas: boxes of half extents 0.35 to 0.65 in a cube, about one overlapping pair of AABBs a
 * body, all moving and turning, mirrored at the walls. Prints a row of tab-separated values a size: step
 * <scene> <bodies> <engine> <threads> <ms> <pairs> <touching> <MB> */
#define _POSIX_C_SOURCE 199309L

#include <carom/carom.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
  double position[3];
  float velocity[3];
} gas_body;

typedef struct {
  carom_world *world;
  carom_body *ids;
  gas_body *bodies;
  size_t count;
  double side;
} gas;

static uint64_t random_state = 1;

/* splitmix64 (Steele, Lea and Flood, 2014), as a float in low..high. */
static float uniform(float low, float high) {
  uint64_t z = (random_state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return low + (high - low) * (float)((z ^ (z >> 31)) >> 40) * 0x1p-24f;
}

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static carom_quat some_rotation(void) {
  carom_quat q = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(0.1f, 1)};
  float s = 1 / sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return (carom_quat){q.x * s, q.y * s, q.z * s, q.w * s};
}

static void add_body(gas *g, size_t i) {
  gas_body *body = &g->bodies[i];
  for (int k = 0; k < 3; k++) {
    body->position[k] = (double)uniform(0, (float)g->side);
    body->velocity[k] = uniform(-3, 3);
  }
  carom_body_def def = {.pose = {{body->position[0], body->position[1], body->position[2]}, some_rotation()},
                        .angular_velocity = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}};
  g->ids[i] = carom_body_create(g->world, &def);
  carom_collider_create(
      g->world, g->ids[i],
      &(carom_collider_def){
          .shape = carom_shape_box(uniform(0.35f, 0.65f), uniform(0.35f, 0.65f), uniform(0.35f, 0.65f))});
}

static void make(gas *g, size_t count) {
  *g = (gas){.count = count, .side = cbrt((double)count * 7)};
  g->ids = calloc(count, sizeof *g->ids);
  g->bodies = calloc(count, sizeof *g->bodies);
  if (!g->ids || !g->bodies || carom_world_create(NULL, &g->world)) exit(EXIT_FAILURE);
  for (size_t i = 0; i < count; i++) add_body(g, i);
}

/* The game's own motion: straight on, mirrored at the walls. */
static void move(gas *g, float dt) {
  for (size_t i = 0; i < g->count; i++)
    for (int k = 0; k < 3; k++) {
      gas_body *body = &g->bodies[i];
      body->position[k] += (double)(body->velocity[k] * dt);
      if ((body->position[k] < 0 && body->velocity[k] < 0) ||
          (body->position[k] > g->side && body->velocity[k] > 0))
        body->velocity[k] = -body->velocity[k];
    }
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median_step(gas *g, int frames) {
  double *times = calloc((size_t)frames, sizeof *times);
  carom_pose_array poses = {CAROM_DOUBLE, g->bodies, sizeof *g->bodies, NULL, 0};
  if (!times) exit(EXIT_FAILURE);
  for (int frame = -20; frame < frames; frame++) {
    move(g, 1 / 60.0f);
    double start = now_ms();
    carom_body_set_poses(g->world, g->ids, g->count, &poses);
    carom_world_step(g->world, 1 / 60.0f);
    if (frame >= 0) times[frame] = now_ms() - start;
  }
  qsort(times, (size_t)frames, sizeof *times, by_value);
  double median = times[frames / 2];
  free(times);
  return median;
}

static void run(size_t count, int frames) {
  gas g;
  make(&g, count);
  double ms = median_step(&g, frames);
  carom_counts counts;
  carom_world_counts(g.world, &counts);
  printf("step\tGAS3D\t%zu\tcarom\t1\t%.3f\t%zu\t%zu\t%.1f\n", count, ms, counts.body_pairs, counts.contacts,
         (double)counts.memory / 1e6);
  fflush(stdout);
  carom_world_destroy(g.world);
  free(g.ids);
  free(g.bodies);
}

/* bench_step [BODIES]: one size, or 1,000, 10,000 and 100,000. */
int main(int argc, char **argv) {
  if (argc > 1) {
    char *end;
    unsigned long count = strtoul(argv[1], &end, 10);
    if (argc > 2 || *end || count == 0 || count > 10000000) {
      fprintf(stderr, "usage: bench_step [BODIES], 1 to 10000000 of them\n");
      return EXIT_FAILURE;
    }
    run(count, 100);
    return EXIT_SUCCESS;
  }
  run(1000, 200);
  run(10000, 100);
  run(100000, 30);
  return EXIT_SUCCESS;
}

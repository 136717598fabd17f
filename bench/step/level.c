/* level.c: boxes fly through one static body of thin hulls, half of them plates and half girders, turned at
 * random, one in so many units of volume. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/random.h"
#include "common/timing.h"
#include "step/compound.h"
#include "step/passes.h"

#define VOLUME 16.0f /* of a hull: a mover then meets one or two */

typedef struct level {
  carom_world *world;
  bench_scene scene;
  carom_body *bodies;
  bench_samples pairs, step;
  size_t candidates; /* of all frames that pairs were measured in */
} level;

/* A box as a hull. */
static carom_hull *box_hull(float x, float y, float z) {
  carom_vec3 corners[8];
  carom_hull *hull;
  for (int i = 0; i < 8; i++) corners[i] = (carom_vec3){i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z};
  passes_expect(carom_hull_from_points(NULL, &corners->x, 8, sizeof *corners, &hull));
  return hull;
}

static void add_level(carom_world *world, size_t colliders, float length) {
  const carom_hull *hulls[] = {box_hull(2, 2, 0.05f), box_hull(3, 0.1f, 0.1f)};
  carom_body body = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC});
  uint64_t random = 1;
  for (size_t i = 0; i < colliders; i++) {
    carom_vec3 at = random_vec3(&random, 0, length);
    carom_collider_def def = {.shape = carom_shape_hull(hulls[i % 2]),
                              .pose = {at, random_rotation(&random)}};
    carom_collider_create(world, body, &def);
  }
  passes_expect(carom_world_get_last_status(world));
}

/* The gas, but within the level and of its own sizes. */
static void make_movers(bench_scene *scene, size_t count, float length) {
  uint64_t random = 2;
  bench_scene_make(0, count, scene);
  for (size_t i = 0; i < count; i++) {
    bench_body *body = &scene->bodies[i];
    body->half = random_vec3(&random, 0.35f, 0.65f);
    body->position = random_vec3(&random, 0, length);
    body->home = (carom_vec3){0, 0, 0};
    body->room = (carom_vec3){length, length, length};
  }
}

static void add_movers(level *l) {
  l->bodies = calloc(l->scene.count, sizeof *l->bodies);
  if (!l->bodies) exit(EXIT_FAILURE);
  for (size_t i = 0; i < l->scene.count; i++) {
    carom_vec3 h = l->scene.bodies[i].half;
    l->bodies[i] = carom_body_create(l->world, &(carom_body_def){.kind = CAROM_KINEMATIC});
    carom_collider_create(l->world, l->bodies[i],
                          &(carom_collider_def){.shape = carom_shape_box(h.x, h.y, h.z)});
  }
  passes_expect(carom_world_get_last_status(l->world));
}

static void measure_pairs(level *l) {
  bench_scene_move(&l->scene);
  passes_pose(l->world, l->bodies, &l->scene);
  passes_bounds(l->world);
  double start = bench_seconds();
  passes_pairs(l->world);
  passes_cull(l->world);
  bench_samples_add(&l->pairs, bench_seconds() - start);
  l->candidates += passes_candidates(l->world);
  passes_end(l->world);
}

static void measure_step(level *l) {
  bench_scene_move(&l->scene);
  double start = bench_seconds();
  passes_pose(l->world, l->bodies, &l->scene);
  passes_expect(carom_world_step(l->world, BENCH_FRAME));
  bench_samples_add(&l->step, bench_seconds() - start);
}

static void print(level *l, size_t colliders) {
  size_t movers = l->scene.count;
  carom_counts counts;
  carom_world_get_counts(l->world, &counts);
  double ns = 1e9 / (double)movers, met = (double)l->candidates / (double)(l->pairs.count * movers);
  printf("level\t%zu\t%zu\t%.0f\t%.0f\t%.2f\t%.2f\n", colliders, movers, bench_samples_median(&l->pairs) * ns,
         bench_samples_median(&l->step) * ns, met, (double)counts.contacts / (double)movers);
}

void compound_level(const compound_plan *plan) {
  size_t colliders = plan->colliders ? plan->colliders : 5000;
  float length = cbrtf(VOLUME * (float)colliders);
  level l = {.world = passes_world()};
  fprintf(stderr, "level of %zu colliders\n", colliders);
  add_level(l.world, colliders, length);
  make_movers(&l.scene, plan->bodies ? plan->bodies : 1000, length);
  add_movers(&l);
  passes_pose(l.world, l.bodies, &l.scene);
  passes_expect(carom_world_step(l.world, BENCH_FRAME)); /* the tree is built, and all arrays have grown */
  while (bench_samples_wanted(&l.pairs, plan->seconds)) {
    measure_pairs(&l);
    measure_step(&l);
  }
  print(&l, colliders);
}

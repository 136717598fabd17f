/* actors.c: bodies of many small boxes, set in rings along a tube that winds, near each other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/random.h"
#include "common/timing.h"
#include "step/compound.h"
#include "step/passes.h"

#define ROOM 4.0f /* volume a body: its AABB is about as large */
#define TURN 6.2831853f
enum { RING = 8 };

typedef struct actors {
  carom_world *world;
  bench_scene scene;
  carom_body *bodies;
  passes_tree *trees; /* while they are taken away */
  bench_samples by_trees, by_brute;
  size_t candidates, pairs; /* of all frames */
} actors;

/* A box of the skin: flat towards the axis of the tube, as long as a ring and nearly as wide as its part. */
static carom_collider_def part_of(size_t i, size_t count) {
  float along = (float)(i / RING * RING) / (float)count, angle = TURN * (float)(i % RING) / RING;
  float c = cosf(angle), s = sinf(angle);
  carom_vec3 at = {2 * along - 1, 0.3f * sinf(6 * along) + 0.2f * c, 0.2f * s};
  carom_quat turned = {sinf(angle / 2), 0, 0, cosf(angle / 2)};
  return (carom_collider_def){.shape = carom_shape_box(RING / (float)count, 0.02f, 0.08f),
                              .pose = {at, turned}};
}

static void add_bodies(actors *a, size_t colliders) {
  for (size_t i = 0; i < a->scene.count; i++) {
    a->bodies[i] = carom_body_create(a->world, &(carom_body_def){.kind = CAROM_KINEMATIC});
    for (size_t k = 0; k < colliders; k++) {
      carom_collider_def def = part_of(k, colliders);
      carom_collider_create(a->world, a->bodies[i], &def);
    }
  }
  passes_expect(carom_world_get_last_status(a->world));
}

/* The gas, but nearer together. */
static void make_scene(bench_scene *scene, size_t count) {
  float length = cbrtf(ROOM * (float)count);
  uint64_t random = 3;
  bench_scene_make(0, count, scene);
  for (size_t i = 0; i < count; i++) {
    scene->bodies[i].position = random_vec3(&random, 0, length);
    scene->bodies[i].home = (carom_vec3){0, 0, 0};
    scene->bodies[i].room = (carom_vec3){length, length, length};
  }
}

/* Returns how many candidates there were. */
static size_t measure(actors *a, bench_samples *out) {
  double start = bench_seconds();
  passes_cull(a->world);
  bench_samples_add(out, bench_seconds() - start);
  return passes_candidates(a->world);
}

static void measure_frame(actors *a) {
  bench_scene_move(&a->scene);
  passes_pose(a->world, a->bodies, &a->scene);
  passes_bounds(a->world);
  passes_pairs(a->world);
  size_t count = measure(a, &a->by_trees);
  passes_exchange_trees(a->world, a->bodies, a->scene.count, a->trees);
  if (measure(a, &a->by_brute) != count) exit(EXIT_FAILURE);
  passes_exchange_trees(a->world, a->bodies, a->scene.count, a->trees);
  a->candidates += count;
  a->pairs += passes_body_pairs(a->world);
  passes_end(a->world);
}

static void print(actors *a) {
  double trees = bench_samples_median(&a->by_trees), brute = bench_samples_median(&a->by_brute);
  printf("actors\t%zu\t%.0f\t%.0f\t%.1f\t%zu\t%.1f\n", a->scene.count, trees * 1e6, brute * 1e6,
         brute / trees, a->pairs / a->by_trees.count, (double)a->candidates / (double)(a->pairs + 1));
}

void compound_actors(const compound_plan *plan) {
  actors a = {.world = passes_world()};
  make_scene(&a.scene, plan->bodies ? plan->bodies : 60);
  a.bodies = calloc(a.scene.count, sizeof *a.bodies);
  a.trees = calloc(a.scene.count, sizeof *a.trees);
  if (!a.bodies || !a.trees) exit(EXIT_FAILURE);
  add_bodies(&a, plan->colliders ? plan->colliders : 200);
  passes_pose(a.world, a.bodies, &a.scene);
  passes_expect(carom_world_step(a.world, BENCH_FRAME)); /* the trees are built */
  while (bench_samples_wanted(&a.by_brute, plan->seconds)) measure_frame(&a);
  print(&a);
}

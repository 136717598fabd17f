/* change: what it costs to create, destroy or reshape one collider of a static body of many: the call and the
 * step that follows it, above a step that nothing was changed before. Ten balls move through the body.
 *
 * Prints rows of tab-separated values: change <colliders> create|destroy|reshape carom <us a change>, of the
 * thread's time. The body keeps its size: what one change takes away another gives back unmeasured. */
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/arguments.h"
#include "common/random.h"
#include "common/timing.h"

enum { CREATE, DESTROY, RESHAPE, KINDS };

static uint64_t seed = 1;

typedef struct scene {
  carom_world *world;
  carom_body level;
  carom_collider *colliders;
  size_t count;
  float size; /* half an edge of the cube that they lie in, one of them a unit of its volume */
} scene;

static void insist(bool fine) {
  if (!fine) exit(EXIT_FAILURE);
}

static carom_collider_def any_def(const scene *s) {
  return (carom_collider_def){.shape = carom_shape_box(0.3f, 0.4f, 0.5f),
                              .pose.position = random_vec3(&seed, -s->size, s->size)};
}

static void create(scene *s, size_t i) {
  carom_collider_def def = any_def(s);
  s->colliders[i] = carom_collider_create(s->world, s->level, &def);
  insist(s->colliders[i].bits);
}

static void destroy(scene *s, size_t i) { insist(!carom_collider_destroy(s->world, s->colliders[i])); }

static void reshape(scene *s, size_t i) {
  carom_collider_def def = any_def(s);
  insist(!carom_collider_set_local_pose(s->world, s->colliders[i], &def.pose));
}

static void step(scene *s) { insist(!carom_world_step(s->world, 1.0f / 60)); }

static void add_movers(scene *s) {
  for (int i = 0; i < 10; i++) {
    carom_vec3 at = random_vec3(&seed, -s->size, s->size);
    carom_body_def def = {.kind = CAROM_KINEMATIC,
                          .pose.position = {(double)at.x, (double)at.y, (double)at.z},
                          .linear_velocity = random_vec3(&seed, -1, 1)};
    carom_collider_def ball = {.shape = carom_shape_sphere(0.5f)};
    carom_collider_create(s->world, carom_body_create(s->world, &def), &ball);
  }
}

static scene make_scene(size_t count) {
  scene s = {.count = count, .colliders = malloc(count * sizeof *s.colliders), .size = 5};
  for (size_t n = 1000; n < count; n *= 10) s.size *= 2.154f;
  insist(s.colliders && !carom_world_create(NULL, &s.world));
  s.level = carom_body_create(s.world, &(carom_body_def){.kind = CAROM_STATIC});
  for (size_t i = 0; i < count; i++) create(&s, i);
  add_movers(&s);
  step(&s);
  return s;
}

/* The seconds that a change of this kind and its step take. */
static double time_change(scene *s, int kind) {
  size_t i = (size_t)((double)random_in(&seed, 0, 1) * (double)s->count) % s->count;
  if (kind == CREATE) {
    destroy(s, i);
    step(s);
  }
  double start = bench_seconds();
  if (kind == CREATE) create(s, i);
  if (kind == DESTROY) destroy(s, i);
  if (kind == RESHAPE) reshape(s, i);
  step(s);
  double time = bench_seconds() - start;
  if (kind == DESTROY) {
    create(s, i);
    step(s);
  }
  return time;
}

static void measure(size_t count, size_t changes) {
  static const char *const names[KINDS] = {"create", "destroy", "reshape"};
  scene s = make_scene(count);
  double sums[KINDS] = {0}, rest = 0;
  for (int kind = 0; kind < KINDS; kind++) time_change(&s, kind);
  for (size_t i = 0; i < changes; i++) {
    for (int kind = 0; kind < KINDS; kind++) sums[kind] += time_change(&s, kind);
    step(&s);
    double start = bench_seconds();
    step(&s);
    rest += bench_seconds() - start;
  }
  for (int kind = 0; kind < KINDS; kind++)
    printf("change\t%zu\t%s\tcarom\t%.2f\n", count, names[kind], 1e6 * (sums[kind] - rest) / (double)changes);
  carom_world_destroy(s.world);
  free(s.colliders);
}

int main(int argc, char **argv) {
  bool quick = bench_take_quick(&argc, argv);
  for (size_t count = 1000; count <= (quick ? 1000 : 100000); count *= 10) measure(count, quick ? 30 : 100);
  return 0;
}

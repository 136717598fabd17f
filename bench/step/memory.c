/* memory.c: what a world of moving boxes takes, part by part, after some steps. */
#include "step/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"
#include "step/passes.h"

/* What the world has, and had at most, in bytes. */
typedef struct usage {
  size_t now, most;
} usage;

typedef struct report {
  const char *scene;
  size_t bodies, known; /* bytes of the parts so far */
} report;

static void *count_and_allocate(void *user, void *block, size_t old_size, size_t new_size) {
  usage *u = user;
  void *moved = NULL;
  if (new_size == 0)
    free(block);
  else if (!(moved = realloc(block, new_size)))
    exit(EXIT_FAILURE);
  u->now += new_size - old_size;
  if (u->now > u->most) u->most = u->now;
  return moved;
}

static void print(const report *r, const char *part, size_t bytes) {
  printf("memory\t%s\t%zu\t%s\t%.1f\n", r->scene, r->bodies, part, (double)bytes / (double)r->bodies);
}

static void print_part(report *r, const char *part, size_t bytes) {
  r->known += bytes;
  print(r, part, bytes);
}

#define BYTES(array) ((array).capacity * sizeof *(array).data)

static size_t contact_bytes(const carom__contacts *c) {
  return BYTES(c->list) + BYTES(c->keys) + BYTES(c->ended) + BYTES(c->cells) + BYTES(c->values);
}

static size_t set_bytes(const carom__bodies *b) {
  return BYTES(b->touched.words) + BYTES(b->seen.words) + BYTES(b->restored.words) + BYTES(b->moving.words) +
         BYTES(b->awake.words);
}

static void print_bodies(report *r, const carom_world *world) {
  const carom__bodies *b = &world->bodies;
  const carom__colliders *c = &world->colliders;
  print_part(r, "poses", BYTES(b->poses));
  print_part(r, "velocities", BYTES(b->velocities));
  print_part(r, "bounds", BYTES(b->proxies));
  print_part(r, "cold", BYTES(b->cold));
  print_part(r, "flags, only, sets", BYTES(b->flags) + BYTES(b->only) + set_bytes(b));
  print_part(r, "gates", BYTES(c->gates));
  print_part(r, "shapes", BYTES(c->shapes));
  print_part(r, "frames", BYTES(c->frames));
  print_part(r, "locals, margins, orders, places",
             BYTES(c->locals) + BYTES(c->margins) + BYTES(c->orders) + BYTES(c->places));
  print_part(r, "ids",
             BYTES(b->ids.generations) + BYTES(b->ids.free_slots) + BYTES(c->ids.generations) +
                 BYTES(c->ids.free_slots) + BYTES(world->dead_bodies) + BYTES(world->dead_colliders));
}

static void print_step(report *r, const carom_world *world) {
  print_part(r, "contacts", contact_bytes(&world->contacts));
  print_part(r, "contacts of the step before", contact_bytes(&world->fresh));
  print_part(r, "events", BYTES(world->events));
  print_part(r, "pairs, candidates", BYTES(world->step.body_pairs) + BYTES(world->step.candidates));
  print_part(r, "scratch", carom__arena_size(&world->arena));
}

static void add_bodies(carom_world *world, const bench_scene *scene, carom_body *out) {
  for (size_t i = 0; i < scene->count; i++) {
    const carom_vec3 half = scene->bodies[i].half, at = scene->bodies[i].position;
    const carom_body_def def = {
        .kind = i < scene->mover_count ? CAROM_KINEMATIC : CAROM_STATIC,
        .pose = {{(double)at.x, (double)at.y, (double)at.z}, scene->bodies[i].rotation}};
    out[i] = carom_body_create(world, &def);
    carom_collider_create(world, out[i],
                          &(carom_collider_def){.shape = carom_shape_box(half.x, half.y, half.z)});
  }
  passes_expect(carom_world_get_last_status(world));
}

static void measure(const bench_scene *scene, size_t steps, report *r) {
  usage used = {0, 0};
  carom_world *world;
  carom_body *bodies = calloc(scene->count, sizeof *bodies);
  const carom_world_def def = {.allocator = {count_and_allocate, &used}};
  if (!bodies) exit(EXIT_FAILURE);
  passes_expect(carom_world_create(&def, &world));
  add_bodies(world, scene, bodies);
  print(r, "all, before the first step", used.now);
  bench_scene moving = *scene;
  for (size_t i = 0; i < steps; i++) {
    bench_scene_move(&moving);
    passes_pose(world, bodies, &moving);
    passes_expect(carom_world_step(world, BENCH_FRAME));
  }
  print_bodies(r, world);
  print_step(r, world);
  print(r, "broad phase and the rest", used.now - r->known);
  print(r, "all", used.now);
  print(r, "all, at most", used.most);
  carom_world_destroy(world);
  free(bodies);
}

static bool parse_count(const char *text, size_t *out) {
  char *end;
  *out = strtoul(text, &end, 10);
  return *end == 0 && *out >= 1 && *out <= 10000000;
}

static bool find_scene(const char *name, size_t *out) {
  for (*out = 0; *out < bench_scene_count(); ++*out)
    if (!strcmp(bench_scene_name(*out), name)) return true;
  return false;
}

static bool parse(const char *name, const char *value, size_t *kind, size_t *bodies, size_t *steps) {
  if (!strcmp(name, "--scene")) return find_scene(value, kind);
  return parse_count(value, !strcmp(name, "--bodies") ? bodies : steps) &&
         (!strcmp(name, "--bodies") || !strcmp(name, "--steps"));
}

int memory_main(int argc, char **argv) {
  size_t kind = 0, bodies = 100000, steps = 20;
  bool fine = argc % 2 == 0;
  for (int i = 2; fine && i < argc; i += 2) fine = parse(argv[i], argv[i + 1], &kind, &bodies, &steps);
  if (!fine) {
    fprintf(stderr, "usage: --memory [--scene NAME] [--bodies N] [--steps N]\n");
    return EXIT_FAILURE;
  }
  bench_scene scene;
  bench_scene_make(kind, bodies, &scene);
  measure(&scene, steps, &(report){bench_scene_name(kind), bodies, 0});
  bench_scene_free(&scene);
  return EXIT_SUCCESS;
}

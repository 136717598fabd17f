/* rollback: what it costs to note what a world is and to go back to it.
 *
 * Turning boxes fly on straight lines, about one pair of AABBs a body. Prints rows of tab-separated values,
 * rollback <bodies> <what> <value>: bytes_per_body and bytes_per_pair (a pair that touches); save, restore
 * and memcpy, of the same bytes, in us; save_by_memcpy and restore_by_memcpy; rewind: back by 8 frames and
 * on again with a save in each, in ms; steps: those 8 steps by themselves. Medians of the thread's time. */
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/timing.h"
#include "moving/scenes.h"

enum { WARM_UP = 20, FRAMES = 8 };

typedef struct bytes {
  unsigned char *data;
  size_t size;
} bytes;

typedef struct bench {
  carom_world *world;
  size_t bodies, capacity;
  uint64_t events;
  bytes frames[FRAMES + 1]; /* what was saved, from the oldest on */
  bytes copy;
  bench_samples save, restore, copying, rewind, steps;
} bench;

static void expect(carom_status status) {
  if (status == CAROM_OK) return;
  fprintf(stderr, "%s\n", carom_status_text(status));
  exit(EXIT_FAILURE);
}

static void count_event(void *user, carom_world *world, const carom_event *event) {
  (void)world, (void)event;
  ++*(uint64_t *)user;
}

static void add_body(carom_world *world, const bench_body *body) {
  carom_vec3 p = body->position, h = body->half;
  carom_body_def def = {.pose = {{(double)p.x, (double)p.y, (double)p.z}, body->rotation},
                        .linear_velocity = body->velocity,
                        .angular_velocity = body->spin};
  carom_collider_create(world, carom_body_create(world, &def),
                        &(carom_collider_def){.shape = carom_shape_box(h.x, h.y, h.z)});
  expect(carom_world_get_last_status(world));
}

static void add_bodies(bench *b) {
  bench_scene scene;
  bench_scene_make(0, b->bodies, &scene);
  for (size_t i = 0; i < scene.count; i++) add_body(b->world, &scene.bodies[i]);
  bench_scene_free(&scene);
}

static size_t snapshot_size(const carom_world *world) {
  size_t size;
  if (carom_world_rollback_save(world, NULL, 0, &size) != CAROM_TOO_SMALL) exit(EXIT_FAILURE);
  return size;
}

static void save(const bench *b, bytes *out) {
  expect(carom_world_rollback_save(b->world, out->data, b->capacity, &out->size));
}

static void restore(const bench *b, const bytes *from) {
  expect(carom_world_rollback_restore(b->world, from->data, from->size));
}

static void step(const bench *b) { expect(carom_world_step(b->world, BENCH_FRAME)); }

static void print(const bench *b, const char *what, double value) {
  printf("rollback\t%zu\t%s\t%.*f\n", b->bodies, what, value < 100 ? 2 : 0, value);
}

static void print_sizes(const bench *b, size_t nothing, size_t bodies) {
  carom_counts counts;
  carom_world_get_counts(b->world, &counts);
  print(b, "bytes_per_body", (double)(bodies - nothing) / (double)b->bodies);
  print(b, "bytes_per_pair", (double)(snapshot_size(b->world) - bodies) / (double)counts.contacts);
}

/* Twice as much as the first snapshots take is enough for those that follow. */
static void make_room(bench *b) {
  b->capacity = 2 * snapshot_size(b->world);
  bytes *all[FRAMES + 2] = {&b->copy};
  for (int i = 0; i <= FRAMES; i++) all[i + 1] = &b->frames[i];
  for (int i = 0; i < FRAMES + 2; i++) {
    all[i]->data = malloc(b->capacity);
    if (!all[i]->data) exit(EXIT_FAILURE);
    memset(all[i]->data, 0, b->capacity);
  }
}

/* The time of what follows goes to the samples when it is over. */
static void lap(double *start, bench_samples *samples) {
  double now = bench_seconds();
  bench_samples_add(samples, now - *start);
  *start = bench_seconds();
}

/* As in a game, where steps lie between: none of the three finds its bytes in the fastest cache, and a
 * restore finds all that moves elsewhere. */
static void measure_copies(bench *b) {
  while (bench_samples_wanted(&b->save, 0.2)) {
    step(b);
    double start = bench_seconds();
    memcpy(b->copy.data, b->frames[0].data, b->frames[0].size);
    lap(&start, &b->copying);
    step(b);
    start = bench_seconds();
    save(b, &b->copy);
    lap(&start, &b->save);
    restore(b, &b->frames[0]);
    lap(&start, &b->restore);
  }
}

static void measure_rewinds(bench *b) {
  while (bench_samples_wanted(&b->rewind, 1)) {
    double start = bench_seconds();
    restore(b, &b->frames[0]);
    for (int i = 1; i <= FRAMES; i++) {
      step(b);
      save(b, &b->frames[i]);
    }
    lap(&start, &b->rewind);
    restore(b, &b->frames[0]);
    start = bench_seconds();
    for (int i = 1; i <= FRAMES; i++) step(b);
    lap(&start, &b->steps);
  }
}

static void print_times(bench *b) {
  double copying = bench_samples_median(&b->copying);
  double saving = bench_samples_median(&b->save), restoring = bench_samples_median(&b->restore);
  print(b, "memcpy", copying * 1e6);
  print(b, "save", saving * 1e6);
  print(b, "restore", restoring * 1e6);
  print(b, "save_by_memcpy", saving / copying);
  print(b, "restore_by_memcpy", restoring / copying);
  print(b, "rewind", bench_samples_median(&b->rewind) * 1e3);
  print(b, "steps", bench_samples_median(&b->steps) * 1e3);
}

static void run(size_t bodies) {
  static bench b;
  b = (bench){.bodies = bodies};
  fprintf(stderr, "rollback %zu\n", bodies);
  expect(carom_world_create(NULL, &b.world));
  expect(carom_world_rollback_keep(b.world, FRAMES));
  carom_handler_add(b.world, &(carom_handler_def){.callback = count_event, .user = &b.events});
  size_t nothing = snapshot_size(b.world);
  add_bodies(&b);
  size_t alone = snapshot_size(b.world);
  for (int i = 0; i < WARM_UP; i++) step(&b);
  print_sizes(&b, nothing, alone);
  make_room(&b);
  for (int i = 0; i <= FRAMES; i++) {
    if (i > 0) step(&b);
    save(&b, &b.frames[i]);
  }
  measure_copies(&b);
  measure_rewinds(&b);
  print_times(&b);
  fflush(stdout);
  carom_world_destroy(b.world);
  for (int i = 0; i <= FRAMES; i++) free(b.frames[i].data);
  free(b.copy.data);
}

/* bench_rollback [--quick] [BODIES]: one size, or 1,000 and 10,000. */
int main(int argc, char **argv) {
  size_t counts[] = {1000, 10000}, sizes = bench_take_quick(&argc, argv) ? 1 : 2;
  if (argc > 1) {
    char *end;
    counts[0] = strtoul(argv[1], &end, 10);
    sizes = 1;
    if (argc > 2 || *end || counts[0] < 2 || counts[0] > 1000000) {
      fprintf(stderr, "usage: bench_rollback [--quick] [BODIES], 2 to 1000000 of them\n");
      return EXIT_FAILURE;
    }
  }
  for (size_t i = 0; i < sizes; i++) run(counts[i]);
  return EXIT_SUCCESS;
}

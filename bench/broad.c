/* broad: what the broad phase alone costs: which boxes overlap?
 *
 * Prints rows of tab-separated values: broad <scene> <bodies> <engine> <threads> <ms> <pairs> 0 <MB>, and
 * ratio rows, as bench/step.c does. `carom` does what the other engines do: poses in, AABBs, pairs out.
 * `boxes` is the broad phase on AABBs that are there, `sweep` the same when nothing is kept from call to
 * call. */
#include <stdio.h>
#include <stdlib.h>

#include "broadphase.h"
#include "moving/table.h"

typedef struct broad_state {
  const carom__broadphase_class *class;
  carom_tasks tasks;
  carom__broadphase *broadphase;
  carom__proxy *movers;
  carom__pairs pairs;
} broad_state;

static void *zeroed(size_t count, size_t size) {
  void *block = calloc(count, size);
  if (!block) exit(EXIT_FAILURE);
  return block;
}

static void fill(const bench_scene *scene, size_t begin, size_t end, carom__proxy *out) {
  for (size_t i = begin; i < end; i++)
    out[i - begin] = (carom__proxy){.box = bench_body_bounds(&scene->bodies[i]), .id = (uint32_t)i};
}

static void *create(const bench_scene *scene, const moving_job *job, const carom__broadphase_class *class) {
  broad_state *s = zeroed(1, sizeof *s);
  s->class = class;
  s->tasks = *job->tasks;
  s->movers = zeroed(scene->mover_count, sizeof *s->movers);
  size_t still_count = scene->count - scene->mover_count;
  carom__proxy *still = zeroed(still_count + 1, sizeof *still);
  fill(scene, scene->mover_count, scene->count, still);
  if (class->create(NULL, &s->broadphase) || class->rest(s->broadphase, still, still_count)) return NULL;
  free(still);
  return s;
}

static void *create_own(const bench_scene *scene, const moving_job *job) {
  return create(scene, job, &carom__broadphase_coherent);
}

static void *create_sweep(const bench_scene *scene, const moving_job *job) {
  return create(scene, job, &carom__broadphase_sweep);
}

static void make_boxes(void *state, const bench_scene *scene) {
  broad_state *s = state;
  fill(scene, 0, scene->mover_count, s->movers);
}

static void find_pairs(void *state, const bench_scene *scene) {
  broad_state *s = state;
  if (s->class->find_pairs(s->broadphase, &s->tasks, s->movers, scene->mover_count, &s->pairs))
    exit(EXIT_FAILURE);
}

static void make_boxes_and_find_pairs(void *state, const bench_scene *scene) {
  make_boxes(state, scene);
  find_pairs(state, scene);
}

static void count_pairs(void *state, moving_counts *out) {
  const broad_state *s = state;
  *out = (moving_counts){s->pairs.count, 0};
}

int main(int argc, char **argv) {
  static const moving_engine engines[] = {{"carom", .threaded = true, .create = create_own,
                                           .frame = make_boxes_and_find_pairs, .count = count_pairs},
                                          {"boxes", .threaded = true, .create = create_own,
                                           .prepare = make_boxes, .frame = find_pairs, .count = count_pairs},
                                          {"sweep", .threaded = true, .create = create_sweep,
                                           .prepare = make_boxes, .frame = find_pairs, .count = count_pairs},
                                          {0}};
  return moving_main(argc, argv, &(moving_program){"broad", "", .own = engines, .peers = moving_peers});
}

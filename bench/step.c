/* step: what a whole step costs: poses pushed in as a game would, broad phase, cull, manifolds, events.
 *
 * Prints a row of tab-separated values for each scene, size and engine: step <scene> <bodies> <engine>
 * <threads> <ms> <pairs> <touching> <MB>: the median of the frames, what was found in the frame after the
 * warm-up, and the most memory the engine took. With peers, ratio step <scene> <bodies> <best peer> <times as
 * long>, where the best peer is the fastest one that finds as many touching pairs. Lines that begin with #
 * compare with brute force. Progress goes to the standard error.
 *
 * Two scenes are of bodies with many colliders, and have rows of their own, in medians of the thread's time:
 * level <colliders> <movers> <ns a mover> <ns a mover, whole step> <met> <touching>, where the first time is
 * the broad phase and the cull, and met is what these leave of the level for a mover;
 * actors <bodies> <us> <us brute> <times as long> <pairs> <met>, where the times are those of the cull
 * through the trees and of all colliders against all, for the same pairs of bodies, and met is what is left
 * of one. */
#include <carom/carom.h>
#include <stdio.h>
#include <stdlib.h>

#include "moving/table.h"
#include "step/compound.h"

typedef struct world_state {
  carom_world *world;
  carom_body *ids; /* in the order of the scene */
  uint64_t events;
} world_state;

static void *zeroed(size_t count, size_t size) {
  void *block = calloc(count, size);
  if (!block) exit(EXIT_FAILURE);
  return block;
}

static void count_event(void *user, carom_world *world, const carom_event *event) {
  (void)world, (void)event;
  ++*(uint64_t *)user;
}

static carom_body make_body(carom_world *world, const bench_body *body, bool still) {
  carom_vec3 p = body->position, h = body->half;
  carom_body_def def = {.kind = still ? CAROM_STATIC : CAROM_KINEMATIC,
                        .pose = {{(double)p.x, (double)p.y, (double)p.z}, body->rotation}};
  carom_body id = carom_body_create(world, &def);
  carom_collider_create(world, id, &(carom_collider_def){.shape = carom_shape_box(h.x, h.y, h.z)});
  return id;
}

static void *world_create(const bench_scene *scene, const moving_job *job) {
  world_state *s = zeroed(1, sizeof *s);
  s->ids = zeroed(scene->count, sizeof *s->ids);
  carom_world_def def = {.tasks = *job->tasks};
  if (carom_world_create(&def, &s->world)) return NULL;
  carom_handler_add(s->world, &(carom_handler_def){.callback = count_event, .user = &s->events});
  for (size_t i = 0; i < scene->count; i++)
    s->ids[i] = make_body(s->world, &scene->bodies[i], i >= scene->mover_count);
  return carom_world_last_status(s->world) ? NULL : s;
}

static void world_frame(void *state, const bench_scene *scene) {
  world_state *s = state;
  carom_pose_array poses = {CAROM_FLOAT, &scene->bodies->position, sizeof *scene->bodies,
                            &scene->bodies->rotation, sizeof *scene->bodies};
  if (carom_body_set_poses(s->world, s->ids, scene->mover_count, &poses) ||
      carom_world_step(s->world, BENCH_FRAME))
    exit(EXIT_FAILURE);
}

static void world_count(void *state, moving_counts *out) {
  const world_state *s = state;
  carom_counts counts;
  carom_world_counts(s->world, &counts);
  *out = (moving_counts){counts.body_pairs, counts.contacts};
}

int main(int argc, char **argv) {
  static const moving_engine engines[] = {
      {"carom", .create = world_create, .frame = world_frame, .count = world_count, .threaded = true}, {0}};
  if (compound_is_meant(argc, argv)) return compound_main(argc, argv);
  int result = moving_main(argc, argv, "step", true, engines);
  if (result) compound_usage();
  return result;
}

#include "step/passes.h"

#include <stdio.h>
#include <stdlib.h>

#include "candidates.h"
#include "objects.h"

void passes_expect(carom_status status) {
  if (!status) return;
  fprintf(stderr, "%s\n", carom_status_text(status));
  exit(EXIT_FAILURE);
}

carom_world *passes_world(void) {
  carom_world *world;
  passes_expect(carom_world_create(NULL, &world));
  return world;
}

void passes_pose(carom_world *world, const carom_body *bodies, const bench_scene *scene) {
  carom_pose_array poses = {CAROM_FLOAT, &scene->bodies->position, sizeof *scene->bodies,
                            &scene->bodies->rotation, sizeof *scene->bodies};
  passes_expect(carom_body_set_poses(world, bodies, scene->count, &poses));
}

void passes_bounds(carom_world *world) { passes_expect(carom__step_bounds(world)); }
void passes_pairs(carom_world *world) { passes_expect(carom__step_broadphase(world)); }
void passes_cull(carom_world *world) { passes_expect(carom__step_cull(world)); }
void passes_end(carom_world *world) { carom__arena_reset(&world->arena); }
size_t passes_body_pairs(const carom_world *world) { return world->step.body_pairs.count; }
size_t passes_candidates(const carom_world *world) { return world->step.candidates.count; }

void passes_exchange_trees(carom_world *world, const carom_body *bodies, size_t count, passes_tree *trees) {
  for (size_t i = 0; i < count; i++) {
    carom__several *several = carom__body_several(world, carom__body_find(world, bodies[i]));
    passes_tree tree = several->tree;
    several->tree = trees[i];
    trees[i] = tree;
  }
}

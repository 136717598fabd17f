/* replay.c: the moved second world, driven by arrays of poses. */
#include "replay.h"

#include "memory.h"
#include "vector.h"

struct replay {
  carom_world *world;
  carom_pos offset;
  size_t count;
  carom_body *originals, *copies;
  carom_pos *positions;
  double *rotations; /* x y z w each: one array has one scalar type */
  pair_list expected, found;
};

static bool fill(replay *r, const scene *s) {
  carom_pos at = pos_add(s->offset, r->offset);
  if (carom_world_create(NULL, &r->world) != CAROM_OK || !scene_place_statics(s, r->world, at)) return false;
  for (size_t i = 0; i < r->count; i++) {
    scene_item *item = s->items[s->static_count + i];
    r->originals[i] = item->body;
    r->copies[i] = scene_place_mover(item, r->world, at, false);
    if (!r->copies[i].bits) return false;
  }
  return true;
}

replay *replay_new(const scene *s, carom_pos offset) {
  replay *r = memory_zeroed(1, sizeof *r);
  r->offset = offset;
  r->count = s->count - s->static_count;
  r->originals = memory_zeroed(r->count, sizeof *r->originals);
  r->copies = memory_zeroed(r->count, sizeof *r->copies);
  r->positions = memory_zeroed(r->count, sizeof *r->positions);
  r->rotations = memory_zeroed(r->count, 4 * sizeof *r->rotations);
  if (fill(r, s)) return r;
  fprintf(stderr, "The moved world refused the scene: %s\n",
          carom_status_text(carom_world_get_last_status(r->world)));
  replay_free(r);
  return NULL;
}

void replay_free(replay *r) {
  if (!r) return;
  carom_world_destroy(r->world);
  free(r->originals);
  free(r->copies);
  free(r->positions);
  free(r->rotations);
  pair_list_free(&r->expected);
  pair_list_free(&r->found);
  free(r);
}

/* The poses go from world to world through arrays, as they would from a game's own store of components. */
static carom_status copy_poses(replay *r, const carom_world *world) {
  carom_pose_buffer from = {.scalar = CAROM_DOUBLE, .positions = r->positions, .rotations = r->rotations};
  carom_status status = carom_body_get_poses(world, r->originals, r->count, &from);
  if (status) return status;
  for (size_t i = 0; i < r->count; i++) r->positions[i] = pos_add(r->positions[i], r->offset);
  carom_pose_array to = {.scalar = CAROM_DOUBLE, .positions = r->positions, .rotations = r->rotations};
  return carom_body_set_poses(r->world, r->copies, r->count, &to);
}

bool replay_step(replay *r, const carom_world *world, long step) {
  carom_status status = copy_poses(r, world);
  if (!status) status = carom_world_step(r->world, 0);
  if (status) {
    fprintf(stderr, "step %ld: the moved world refused: %s\n", step, carom_status_text(status));
    return false;
  }
  pair_list_take_contacts(&r->expected, world);
  pair_list_take_contacts(&r->found, r->world);
  return pair_list_equal(&r->expected, "the world", &r->found, "the moved world", step);
}

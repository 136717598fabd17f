#include "world.h"

#include <carom/carom.h>
#include <stdlib.h>

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

static carom_shape shape_of(const bench_body *body, moving_world_kind kind) {
  carom_vec3 h = body->half;
  return kind == MOVING_RECTANGLES ? carom_shape_rectangle(h.x, h.y) : carom_shape_box(h.x, h.y, h.z);
}

static carom_body make_body(carom_world *world, const bench_body *body, bool still, moving_world_kind kind) {
  carom_vec3 p = body->position;
  carom_body_def def = {.kind = still ? CAROM_STATIC : CAROM_KINEMATIC,
                        .pose = {{(double)p.x, (double)p.y, (double)p.z}, body->rotation}};
  carom_body id = carom_body_create(world, &def);
  carom_collider_create(world, id, &(carom_collider_def){.shape = shape_of(body, kind)});
  return id;
}

void *moving_world_create(const bench_scene *scene, const moving_job *job, moving_world_kind kind,
                          float margin) {
  world_state *s = zeroed(1, sizeof *s);
  s->ids = zeroed(scene->count, sizeof *s->ids);
  carom_world_def def = {.tasks = *job->tasks, .planar = kind == MOVING_RECTANGLES, .margin = margin};
  if (carom_world_create(&def, &s->world)) return NULL;
  carom_handler_add(s->world, &(carom_handler_def){.callback = count_event, .user = &s->events});
  for (size_t i = 0; i < scene->count; i++)
    s->ids[i] = make_body(s->world, &scene->bodies[i], i >= scene->mover_count, kind);
  return carom_world_get_last_status(s->world) ? NULL : s;
}

void moving_world_frame(void *state, const bench_scene *scene) {
  world_state *s = state;
  carom_pose_array poses = {CAROM_FLOAT, &scene->bodies->position, sizeof *scene->bodies,
                            &scene->bodies->rotation, sizeof *scene->bodies};
  if (carom_body_set_poses(s->world, s->ids, scene->mover_count, &poses) ||
      carom_world_step(s->world, BENCH_FRAME))
    exit(EXIT_FAILURE);
}

carom_world *moving_world_of(void *state) { return ((world_state *)state)->world; }

void moving_world_destroy(void *state) {
  world_state *s = state;
  carom_world_destroy(s->world);
  free(s->ids);
  free(s);
}

void moving_world_count(void *state, moving_counts *out) {
  const world_state *s = state;
  carom_counts counts;
  carom_world_get_counts(s->world, &counts);
  *out = (moving_counts){counts.body_pairs, counts.contacts};
}

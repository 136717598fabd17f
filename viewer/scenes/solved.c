/* solved.c: the scenes of samples/solver, behind functions that C++ can call. */
#include "solved.h"

#include <stdlib.h>
#include <string.h>

#include "../../samples/solver/scene.h"

struct solved {
  scene from;
  solver solver;
};

const char *solved_name(size_t number) { return number < scene_kind_count ? scene_kinds[number].name : NULL; }

const char *solved_text(size_t number) { return number < scene_kind_count ? scene_kinds[number].text : NULL; }

solved *solved_create(size_t number, const carom_world_def *def) {
  solved *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  scene_make(&s->from, &scene_kinds[number]);
  carom_status status = solver_create(&s->solver, def);
  if (!status) return s;
  solved_free(s);
  return NULL;
}

carom_status solved_fill(solved *s) { return scene_enter(&s->from, &s->solver); }

void solved_free(solved *s) {
  if (!s) return;
  solver_free(&s->solver);
  scene_free(&s->from);
  free(s);
}

carom_world *solved_world(const solved *s) { return s->solver.world; }

carom_status solved_step(solved *s, float dt) {
  carom_status status = solver_collide(&s->solver);
  return status ? status : solver_move(&s->solver, dt);
}

/* --- What lasts from step to step --- */

/* A block of memory on its way into bytes or back. An empty one may be NULL. */
typedef void (*copy_fn)(void *block, unsigned char *bytes, size_t size);

static void into_bytes(void *block, unsigned char *bytes, size_t size) {
  if (size) memcpy(bytes, block, size);
}
static void from_bytes(void *block, unsigned char *bytes, size_t size) {
  if (size) memcpy(block, bytes, size);
}

/* Copies all blocks one way, and returns their size. Points of the last step have impulses of patches. */
static size_t copy(solver *s, copy_fn fn, unsigned char *bytes) {
  rigid_system *r = &s->rigid;
  fn(&s->steps, bytes, sizeof s->steps);
  size_t at = sizeof s->steps;
  fn(&r->point_count, bytes + at, sizeof r->point_count), at += sizeof r->point_count;
  fn(r->bodies, bytes + at, r->body_count * sizeof *r->bodies), at += r->body_count * sizeof *r->bodies;
  fn(r->points, bytes + at, r->point_count * sizeof *r->points), at += r->point_count * sizeof *r->points;
  if (!r->joint_count) return at;
  fn(r->joints, bytes + at, r->joint_count * sizeof *r->joints);
  return at + r->joint_count * sizeof *r->joints;
}

size_t solved_size(const solved *s) {
  const rigid_system *r = &s->solver.rigid;
  return sizeof s->solver.steps + sizeof r->point_count + r->body_count * sizeof *r->bodies +
         r->point_count * sizeof *r->points + r->joint_count * sizeof *r->joints;
}

void solved_save(solved *s, unsigned char *bytes) { copy(&s->solver, into_bytes, bytes); }

void solved_load(solved *s, unsigned char *bytes) { copy(&s->solver, from_bytes, bytes); }

/* carom.c: what carom's public functions say of a shape and a mesh. */
#include <carom/cast.h>
#include <carom/patch.h>

#include "mesh/engine.h"

enum { PATCHES_MAX = 256 };

typedef struct state {
  carom_shape mesh, shape;
  carom_pose at; /* of the mesh */
  carom_patch patches[PATCHES_MAX];
} state;

static void *create(const mesh_input *input, const carom_mesh *mesh) {
  static state s;
  (void)input;
  s.mesh = carom_shape_mesh(mesh);
  s.at.rotation.w = 1;
  return &s;
}

static bool take(void *context, const carom_shape *shape) {
  state *s = context;
  s->shape = shape ? *shape : s->mesh;
  return true;
}

static size_t overlap(void *context, const carom_pose *pose) {
  state *s = context;
  bool touch = false;
  carom_overlap(&s->mesh, &s->at, &s->shape, pose, &touch);
  return touch;
}

static size_t manifold(void *context, const carom_pose *pose) {
  state *s = context;
  carom_manifold found = {.point_count = 0};
  carom_collide(&s->mesh, &s->at, &s->shape, pose, &found);
  return found.point_count;
}

static size_t contacts(void *context, const carom_pose *pose) {
  state *s = context;
  size_t count = 0, points = 0;
  carom_collide_patches(&s->mesh, &s->at, &s->shape, pose, s->patches, PATCHES_MAX, &count);
  for (size_t i = 0; i < count && i < PATCHES_MAX; i++) points += s->patches[i].point_count;
  return points;
}

static size_t closest(void *context, const carom_pose *pose) {
  state *s = context;
  carom_distance_result found = {.distance = -1};
  carom_distance(&s->mesh, &s->at, &s->shape, pose, &found);
  return found.distance > 0;
}

const meeting_engine meeting_carom = {"carom", create, take, {overlap, manifold, contacts, closest}};

/* carom.c: what carom's public functions say of a shape and a ground, and a walk over boxes of triangles. */
#include <carom/cast.h>
#include <carom/patch.h>

#include "mesh.h"
#include "mesh/engine.h"
#include "vec.h"

enum { PATCHES_MAX = 256 };

typedef struct state {
  carom_shape ground, shape;
  carom_pose at; /* of the ground */
  size_t triangles;
  carom_patch patches[PATCHES_MAX];
} state;

static void *create(const meeting_ground *ground) {
  static state s;
  s.ground = ground->shape;
  s.at.rotation.w = 1;
  return &s;
}

static bool take(void *context, const carom_shape *shape) {
  state *s = context;
  s->shape = shape ? *shape : s->ground;
  return true;
}

static size_t overlap(void *context, const carom_pose *pose) {
  state *s = context;
  bool touch = false;
  carom_overlap(&s->ground, &s->at, &s->shape, pose, &touch);
  return touch;
}

static size_t manifold(void *context, const carom_pose *pose) {
  state *s = context;
  carom_manifold found = {.point_count = 0};
  carom_collide(&s->ground, &s->at, &s->shape, pose, &found);
  return found.point_count;
}

static size_t contacts(void *context, const carom_pose *pose) {
  state *s = context;
  size_t count = 0, points = 0;
  carom_collide_patches(&s->ground, &s->at, &s->shape, pose, s->patches, PATCHES_MAX, &count);
  for (size_t i = 0; i < count && i < PATCHES_MAX; i++) points += s->patches[i].point_count;
  return points;
}

static size_t closest(void *context, const carom_pose *pose) {
  state *s = context;
  carom_distance_result found = {.distance = -1};
  carom_distance(&s->ground, &s->at, &s->shape, pose, &found);
  return found.distance > 0;
}

static size_t cast(void *context, const carom_pose *pose) {
  state *s = context;
  const carom_mat3 axes = quat_to_mat3(pose->rotation);
  const carom_capsule *way = &s->shape.geometry.capsule;
  const carom_vec3 from = mat3_mul_vec3(&axes, way->a);
  const carom_pos p = pose->position;
  const carom_ray ray = {{p.x + (double)from.x, p.y + (double)from.y, p.z + (double)from.z},
                         mat3_mul_vec3(&axes, vec3_sub(way->b, way->a))};
  carom_ray_result hit = {.hit = false};
  carom_cast_ray(&s->ground, &s->at, &ray, &hit);
  return hit.hit;
}

static bool count_batch(void *context, const carom__triangle_batch *batch) {
  state *s = context;
  for (unsigned lanes = batch->lanes; lanes; lanes &= lanes - 1) s->triangles++;
  return true;
}

static size_t triangles(void *context, const carom_pose *pose) {
  state *s = context;
  const carom_pos p = pose->position;
  const carom_vec3 half = s->shape.geometry.box.half, at = {(float)p.x, (float)p.y, (float)p.z};
  const carom_aabb box = {vec3_sub(at, half), vec3_add(at, half)};
  s->triangles = 0;
  carom__mesh_walk(s->ground.geometry.mesh.asset, &box, (carom__mesh_visitor){count_batch, s});
  return s->triangles;
}

const meeting_engine meeting_carom = {
    "carom", create, take, {overlap, manifold, contacts, closest, cast, triangles}};

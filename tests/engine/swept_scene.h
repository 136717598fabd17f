/* swept_scene.h: what the tests of swept bodies share: bullets and walls. */
#ifndef CAROM_TEST_ENGINE_SWEPT_SCENE_H
#define CAROM_TEST_ENGINE_SWEPT_SCENE_H

#include "carom/swept.h"
#include "support.h"

static inline carom_body swept_mover(carom_world *world, carom_pose pose, carom_vec3 linear,
                                     carom_vec3 angular) {
  carom_body_def def = {.pose = pose, .linear_velocity = linear, .angular_velocity = angular};
  return carom_body_create(world, &def);
}

static inline carom_body swept_bullet(carom_world *world, double x, float speed) {
  carom_body body = swept_mover(world, (carom_pose){.position = {x, 0, 0}}, (carom_vec3){speed, 0, 0},
                                (carom_vec3){0, 0, 0});
  support_collider(world, body, carom_shape_sphere(0.01f));
  ck_assert_int_eq(carom_body_set_swept(world, body, true), CAROM_OK);
  return body;
}

static inline carom_body swept_wall(carom_world *world, double x, bool sensor) {
  carom_body body = support_body(world, CAROM_STATIC, x, 0, 0);
  carom_collider_def def = {.shape = carom_shape_box(5e-4f, 2, 2), .sensor = sensor};
  carom_collider_create(world, body, &def);
  return body;
}

static inline carom_world *swept_world(bool planar) {
  carom_world *world = NULL;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = planar}, &world), CAROM_OK);
  return world;
}

/* What is left in the plane of a turn. */
static inline carom_quat swept_planar_turn(carom_quat turn) {
  return carom_pose_planar(0, 0, (double)turn.z * 3).rotation;
}

static inline size_t swept_count(const carom_world *world) {
  size_t count;
  carom_world_get_swept_hits(world, &count);
  return count;
}

#endif

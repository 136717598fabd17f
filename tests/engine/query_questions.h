/* query_questions.h: where the questions to a random world begin and where they go: on the grid that things
 * lie on and off it, through corners, edges and faces, on surfaces, along faces, no way at all, and very far.
 */
#ifndef CAROM_TEST_ENGINE_QUERY_QUESTIONS_H
#define CAROM_TEST_ENGINE_QUERY_QUESTIONS_H

#include "query_scene.h"

static inline carom_vec3 spot_offset(carom_pos from, carom_pos to) {
  return (carom_vec3){(float)(to.x - from.x), (float)(to.y - from.y), (float)(to.z - from.z)};
}

static inline carom_pos spot_free(query_scene *s, double reach) {
  carom_vec3 v = test_vec3(&s->random, -1, 1);
  carom_pos p = scene_place(s);
  return (carom_pos){p.x + reach * (double)v.x, p.y + reach * (double)v.y,
                     s->planar ? 0 : p.z + reach * (double)v.z};
}

static inline const placed *any_placed(query_scene *s) {
  return &s->list[test_below(&s->random, (uint32_t)s->count)];
}

/* A corner of a collider's box, the middle of an edge or of a face, or of all. */
static inline carom_pos spot_on_box(query_scene *s) {
  const placed *p = any_placed(s);
  carom_obb box;
  ck_assert_int_eq(carom_shape_obb(&p->shape, &box), CAROM_OK);
  const carom_vec3 axes[3] = {box.axes.x, box.axes.y, box.axes.z};
  const float half[3] = {box.half.x, box.half.y, box.half.z};
  carom_vec3 v = box.center;
  for (int i = 0; i < 3; i++) {
    float way = half[i] * ((float)test_below(&s->random, 3) - 1);
    v = (carom_vec3){v.x + way * axes[i].x, v.y + way * axes[i].y, v.z + way * axes[i].z};
  }
  return placed_apply(&p->pose, v);
}

static inline carom_pos spot_on_surface(query_scene *s) {
  const placed *p = any_placed(s);
  carom_pos from = spot_free(s, 3 * s->unit);
  carom_point_distance far;
  ck_assert_int_eq(carom_distance_to_point(&p->shape, &p->pose, &from, &far), CAROM_OK);
  return far.point;
}

static inline carom_pos random_spot(query_scene *s) {
  switch (s->count ? test_below(&s->random, 8) : 0) {
  case 0:
  case 1:
    return scene_place(s);
  case 2:
    return spot_on_surface(s);
  case 3:
  case 4:
    return spot_on_box(s);
  case 5:
    return spot_free(s, 1e5 * s->unit);
  default:
    return spot_free(s, 4 * s->unit);
  }
}

/* Along an axis of a collider: parallel to faces and edges. */
static inline carom_vec3 way_along_axis(query_scene *s) {
  carom_pose turned = {.rotation = any_placed(s)->pose.rotation};
  float length = test_uniform(&s->random, -12, 12) * (float)s->unit, axis[3] = {0, 0, 0};
  axis[test_below(&s->random, s->planar ? 2 : 3)] = length;
  return spot_offset((carom_pos){0, 0, 0}, placed_apply(&turned, (carom_vec3){axis[0], axis[1], axis[2]}));
}

/* By half units along an axis or a diagonal, or none. */
static inline carom_vec3 way_on_grid(query_scene *s) {
  float length = (float)s->unit * (float)test_below(&s->random, 12) / 2;
  float x = (float)test_below(&s->random, 3) - 1, y = (float)test_below(&s->random, 3) - 1;
  float z = s->planar ? 0 : (float)test_below(&s->random, 3) - 1;
  return (carom_vec3){x * length, y * length, z * length};
}

static inline carom_vec3 random_way(query_scene *s, carom_pos from) {
  const double reaches[] = {1e-6 * s->unit, 1e5 * s->unit, 8 * s->unit, 8 * s->unit};
  switch (s->count ? test_below(&s->random, 8) : 0) {
  case 0:
  case 1:
    return way_on_grid(s);
  case 2:
    return way_along_axis(s);
  case 3:
  case 4:
  case 5:
    return spot_offset(from, random_spot(s));
  default: {
    carom_pos origin = scene_place(s);
    carom_vec3 way = spot_offset(origin, spot_free(s, reaches[test_below(&s->random, 4)]));
    return way;
  }
  }
}

/* As it is, by chance, or as a collider is turned. */
static inline carom_quat random_turn(query_scene *s) {
  switch (s->count ? test_below(&s->random, 3) : 0) {
  case 0:
    return (carom_quat){0, 0, 0, 1};
  case 1:
    return scene_turn(s);
  default:
    return any_placed(s)->pose.rotation;
  }
}

#endif

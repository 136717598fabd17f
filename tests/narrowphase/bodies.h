/* bodies.h: random polytopes as shapes and as solids, and poses of one relative to the other. */
#ifndef CAROM_TEST_BODIES_H
#define CAROM_TEST_BODIES_H

#include "polytopes.h"

/* A shape with the same thing as a solid; a hull is released by body_free. */
typedef struct body {
  carom_shape shape;
  carom_hull *hull;
  solid solid;
} body;

static inline void body_free(body *b) { carom_hull_release(b->hull); }

static inline void body_box(body *b, carom_vec3 half) {
  b->hull = NULL;
  b->shape = carom_shape_box(half.x, half.y, half.z);
  solid_from_box(&b->solid, half);
}

/* False when the points make no hull. */
static inline bool body_hull(body *b, const carom_vec3 *points, int count) {
  carom_hull_view view;
  if (carom_hull_from_points(NULL, &points->x, (size_t)count, 0, &b->hull) != CAROM_OK) return false;
  if (carom_hull_describe(b->hull, &view) != CAROM_OK) return false;
  b->shape = carom_shape_hull(b->hull);
  solid_from_points(&b->solid, view.vertices, (int)view.vertex_count);
  return true;
}

/* Points on an ellipsoid: all of them are vertices. */
static inline void body_round_hull(body *b, uint64_t *random, int count, carom_vec3 half) {
  carom_vec3 points[SOLID_VERTICES];
  do {
    for (int i = 0; i < count; i++) {
      carom_vec3 p = test_vec3(random, -1, 1);
      float length = sqrtf(p.x * p.x + p.y * p.y + p.z * p.z) + 1e-6f;
      points[i] = (carom_vec3){p.x / length * half.x, p.y / length * half.y, p.z / length * half.z};
    }
  } while (!body_hull(b, points, count));
}

/* Points on a coarse grid: duplicates, coplanar faces and parallel edges. */
static inline void body_grid_hull(body *b, uint64_t *random, int count, float step) {
  carom_vec3 points[SOLID_VERTICES];
  do {
    for (int i = 0; i < count; i++)
      points[i] = (carom_vec3){step * (float)((int)test_below(random, 5) - 2),
                               step * (float)((int)test_below(random, 5) - 2),
                               step * (float)((int)test_below(random, 5) - 2)};
  } while (!body_hull(b, points, count));
}

static inline carom__relative random_pose(uint64_t *random, float distance) {
  carom_vec3 p = test_vec3(random, -1, 1);
  float length = sqrtf(p.x * p.x + p.y * p.y + p.z * p.z) + 1e-6f;
  carom_vec3 origin = {p.x / length * distance, p.y / length * distance, p.z / length * distance};
  return (carom__relative){origin, quat_to_mat3(test_quat(random))};
}

/* A rotation by a small angle about a random axis. */
static inline carom_mat3 tilt(uint64_t *random, float angle) {
  carom_vec3 axis = test_vec3(random, -1, 1);
  carom_quat q = {axis.x * angle, axis.y * angle, axis.z * angle, 1};
  return quat_to_mat3(quat_normalize(q));
}

#endif

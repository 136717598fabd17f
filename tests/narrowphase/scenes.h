/* scenes.h: random pairs of shapes of any two spatial kinds, convex or not, near enough to touch about as
 * often as not. */
#ifndef CAROM_TEST_SCENES_H
#define CAROM_TEST_SCENES_H

#include <string.h>

#include "carom/batch.h"
#include "random_kind.h"
#include "rough_kinds.h"

static inline carom_hull *random_hull(uint64_t *random, float size) {
  carom_hull *hull = NULL;
  carom_vec3 points[20];
  for (int i = 0; i < 20; i++) points[i] = test_vec3(random, -size, size);
  ck_assert(carom_hull_from_points(NULL, &points->x, 20, 0, &hull) == CAROM_OK);
  return hull;
}

/* A shape of about the given size; one with an asset must be released. */
static inline carom_shape random_shape(uint64_t *random, carom_shape_kind kind, float size) {
  float a = size * test_uniform(random, 0.2f, 1), b = size * test_uniform(random, 0.2f, 1);
  float c = size * test_uniform(random, 0.2f, 1), rounding = fmaxf(0.3f * b, CAROM_SIZE_MIN);
  if (carom__shape_class_of(kind)->walk) return rough_random(random, kind, size);
  switch (kind) {
  case CAROM_SPHERE:
    return carom_shape_sphere(a);
  case CAROM_CAPSULE:
    return carom_shape_capsule((carom_vec3){-a, b, 0}, (carom_vec3){a, 0, -c}, 0.5f * b);
  case CAROM_ELLIPSOID:
    return carom_shape_ellipsoid(a, b, c);
  case CAROM_TRIANGLE:
    return carom_shape_rounded_triangle((carom_vec3){-a, 0, -b}, (carom_vec3){a, 0.3f * c, -b},
                                        (carom_vec3){0, -0.5f * b, c}, test_below(random, 2) ? 0 : rounding);
  case CAROM_TAPERED_CAPSULE: /* as the oracle knows them */
    return carom_shape_tapered_capsule((carom_vec3){0, -a, 0}, (carom_vec3){0, a, 0},
                                       fmaxf(0.4f * b, CAROM_SIZE_MIN), fmaxf(0.25f * c, CAROM_SIZE_MIN));
  case CAROM_BOX:
    return carom_shape_rounded_box(a, b, c, test_below(random, 2) ? 0 : rounding);
  case CAROM_CYLINDER:
    return carom_shape_cylinder(a, b);
  case CAROM_CONE:
    return carom_shape_cone(a, b);
  case CAROM_FRUSTUM:
    return carom_shape_frustum(a, b, c);
  case CAROM_HULL:
    return carom_shape_rounded_hull(random_hull(random, size), test_below(random, 2) ? 0 : rounding);
  default:
    return kind_filled(random, kind, size);
  }
}

static inline void release_shape(const carom_shape *shape) { carom__shape_release(shape); }

typedef struct scene {
  carom_shape a, b;
  carom_pose pose_a, pose_b;
  float size;
} scene;

static inline double random_offset(uint64_t *random, float size) {
  return (double)test_uniform(random, -1.6f * size, 1.6f * size);
}

static inline scene random_scene(uint64_t *random, carom_shape_kind kind_a, carom_shape_kind kind_b,
                                 float least) {
  scene s = {.size = test_log_uniform(random, least, 1e4f)};
  s.a = random_shape(random, kind_a, s.size);
  s.b = random_shape(random, kind_b, s.size);
  s.pose_a.rotation = test_quat(random);
  s.pose_b.rotation = test_quat(random);
  s.pose_b.position.x = random_offset(random, s.size);
  s.pose_b.position.y = random_offset(random, s.size);
  s.pose_b.position.z = random_offset(random, s.size);
  return s;
}

static inline void release_scene(const scene *s) {
  release_shape(&s->a);
  release_shape(&s->b);
}

/* Is all of a manifold zero that it says nothing by? It has no padding. */
static inline bool is_zero_beyond_points(const carom_manifold *m) {
  static const carom_manifold nothing = {.point_count = 0};
  uint32_t count = m->point_count;
  if (count == 0) return memcmp(m, &nothing, sizeof *m) == 0;
  return memcmp(m->points + count, nothing.points, (CAROM_MANIFOLD_POINTS - count) * sizeof *m->points) == 0;
}

static inline scene mirrored(const scene *s) { return (scene){s->b, s->a, s->pose_b, s->pose_a, s->size}; }

#endif

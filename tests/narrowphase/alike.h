/* alike.h: two shapes that are the same solid, of different kinds, answer alike. */
#ifndef CAROM_TEST_ALIKE_H
#define CAROM_TEST_ALIKE_H

#include "carom/mass.h"
#include "kinds.h"
#include "scenes.h"

static inline bool alike_near(double a, double b, double slack) { return fabs(a - b) <= slack; }

/* Do two shapes give the same depths, distances and touches against a third? */
static inline void check_touch_alike(const carom_shape *shape, const carom_shape *same, const scene *s,
                                     double slack) {
  carom_distance_result d, e;
  carom_manifold m, n;
  ck_assert(carom_signed_distance(shape, &s->pose_a, &s->b, &s->pose_b, &d) == CAROM_OK);
  ck_assert(carom_signed_distance(same, &s->pose_a, &s->b, &s->pose_b, &e) == CAROM_OK);
  ck_assert(carom_collide(shape, &s->pose_a, &s->b, &s->pose_b, &m) == CAROM_OK);
  ck_assert(carom_collide(same, &s->pose_a, &s->b, &s->pose_b, &n) == CAROM_OK);
  ck_assert_msg(alike_near((double)d.distance, (double)e.distance, slack), "%g %g", (double)d.distance,
                (double)e.distance);
  ck_assert((m.point_count > 0) == (n.point_count > 0) || fabsf(d.distance) <= (float)slack);
}

static inline void check_rays_alike(const carom_shape *shape, const carom_shape *same, uint64_t *random,
                                    float size) {
  for (int i = 0; i < 8; i++) {
    carom_vec3 from = test_vec3(random, -3 * size, 3 * size), to = test_vec3(random, -size, size);
    carom_ray ray = {{(double)from.x, (double)from.y, (double)from.z}, vec3_scale(vec3_sub(to, from), 2)};
    carom_pose still = {{0, 0, 0}, {0, 0, 0, 1}};
    carom_ray_result hit, other;
    ck_assert(carom_cast_ray(shape, &still, &ray, &hit) == CAROM_OK);
    ck_assert(carom_cast_ray(same, &still, &ray, &other) == CAROM_OK);
    ck_assert(hit.hit == other.hit && hit.inside == other.inside);
    ck_assert(alike_near((double)hit.fraction, (double)other.fraction, 1e-5));
    ck_assert((double)vec3_length(vec3_sub(hit.normal, other.normal)) < 1e-3);
  }
}

static inline void check_mass_alike(const carom_shape *shape, const carom_shape *same) {
  carom_mass m, n;
  ck_assert(carom_shape_get_mass(shape, 2, &m) == CAROM_OK && carom_shape_get_mass(same, 2, &n) == CAROM_OK);
  ck_assert(fabsf(m.mass - n.mass) <= 1e-5f * n.mass);
  float inertia = n.inertia.x.x + n.inertia.y.y + n.inertia.z.z, reach = sqrtf(inertia / n.mass);
  ck_assert(vec3_length(vec3_sub(m.center, n.center)) <= 1e-5f * reach);
  carom_vec3 rows[3] = {vec3_sub(m.inertia.x, n.inertia.x), vec3_sub(m.inertia.y, n.inertia.y),
                        vec3_sub(m.inertia.z, n.inertia.z)};
  for (int i = 0; i < 3; i++) ck_assert(vec3_norm1(rows[i]) <= 1e-5f * inertia);
}

static inline void check_bounds_alike(const carom_shape *shape, const carom_shape *same,
                                      const carom_pose *pose) {
  carom_aabb a, b;
  ck_assert(carom_shape_bounds(shape, pose, &a) == CAROM_OK &&
            carom_shape_bounds(same, pose, &b) == CAROM_OK);
  float size = 1e-6f * vec3_norm1(vec3_sub(b.max, b.min));
  ck_assert(vec3_norm1(vec3_sub(a.min, b.min)) <= size && vec3_norm1(vec3_sub(a.max, b.max)) <= size);
}

/* All that both tell, at a random pose beside a random shape. */
static inline void check_alike(const carom_shape *shape, const carom_shape *same, uint64_t *random,
                               float size) {
  scene s = {.size = size, .b = random_shape(random, spatial_kind(test_below(random, SPATIAL_KINDS)), size)};
  s.pose_a.rotation = test_quat(random), s.pose_b.rotation = test_quat(random);
  s.pose_b.position =
      (carom_pos){random_offset(random, size), random_offset(random, size), random_offset(random, size)};
  check_touch_alike(shape, same, &s, 1e-5 * (double)size);
  check_rays_alike(shape, same, random, size);
  check_mass_alike(shape, same);
  check_bounds_alike(shape, same, &s.pose_a);
  release_shape(&s.b);
}

#endif

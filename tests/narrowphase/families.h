/* families.h: families of pairs of polytopes, plain and degenerate, for the tests of GJK, EPA and
 * manifolds. */
#ifndef CAROM_TEST_FAMILIES_H
#define CAROM_TEST_FAMILIES_H

#include "bodies.h"

typedef struct couple {
  body a, b;
  carom__relative b_in_a;
} couple;

typedef struct family {
  const char *name;
  void (*make)(couple *c, uint64_t *random);
} family;

static inline void couple_free(couple *c) {
  body_free(&c->a);
  body_free(&c->b);
}

/* Puts the solids where the pose says. */
static inline void couple_place(couple *c) {
  carom__relative still = {{0, 0, 0}, mat3_identity()};
  solid_place(&c->a.solid, &still);
  solid_place(&c->b.solid, &c->b_in_a);
}

static inline carom_vec3 random_half(uint64_t *random) { return test_vec3(random, 0.2f, 1); }

static inline void make_boxes(couple *c, uint64_t *random) {
  body_box(&c->a, random_half(random));
  body_box(&c->b, random_half(random));
  c->b_in_a = random_pose(random, test_uniform(random, 0.3f, 2.5f));
}

static inline void make_hulls(couple *c, uint64_t *random) {
  body_round_hull(&c->a, random, 4 + (int)test_below(random, 13), vec3(1, 1, 1));
  body_round_hull(&c->b, random, 4 + (int)test_below(random, 13), random_half(random));
  c->b_in_a = random_pose(random, test_uniform(random, 0.3f, 2.5f));
}

static inline void make_box_and_hull(couple *c, uint64_t *random) {
  body_box(&c->a, random_half(random));
  body_round_hull(&c->b, random, 16, vec3(1, 1, 1));
  c->b_in_a = random_pose(random, test_uniform(random, 0.3f, 2.5f));
}

static inline void make_large_hulls(couple *c, uint64_t *random) {
  body_round_hull(&c->a, random, 32, vec3(1, 1, 1));
  body_round_hull(&c->b, random, 24, vec3(1, 1, 1));
  c->b_in_a = random_pose(random, test_uniform(random, 0, 2.5f));
}

/* Not turned, on a grid: exact ties, touching exactly, coinciding. */
static inline void make_grid(couple *c, uint64_t *random) {
  float p[3];
  body_grid_hull(&c->a, random, 12, 0.5f);
  body_grid_hull(&c->b, random, 12, 0.5f);
  for (int i = 0; i < 3; i++) p[i] = 0.25f * (float)((int)test_below(random, 17) - 8);
  c->b_in_a = (carom__relative){vec3(p[0], p[1], p[2]), mat3_identity()};
}

/* One on the other, tilted and apart or sunk in by 1e-7 to 1e-2. */
static inline void make_resting(couple *c, uint64_t *random) {
  make_boxes(c, random);
  float gap = test_uniform(random, -1, 1) * test_log_uniform(random, 1e-7f, 1e-2f);
  float x = test_uniform(random, -0.5f, 0.5f), y = test_uniform(random, -0.5f, 0.5f);
  float z = c->a.shape.geometry.box.half.z + c->b.shape.geometry.box.half.z + gap;
  c->b_in_a = (carom__relative){vec3(x, y, z), tilt(random, test_log_uniform(random, 1e-7f, 1e-2f))};
}

static inline void make_thin(couple *c, uint64_t *random) {
  body_box(&c->a, vec3(1, 1, 1e-3f));
  body_round_hull(&c->b, random, 10, vec3(1, 1e-3f, 1));
  c->b_in_a = random_pose(random, test_uniform(random, 0, 1.5f));
}

static inline void make_unequal(couple *c, uint64_t *random) {
  body_box(&c->a, vec3(1000, 1000, 1000));
  body_round_hull(&c->b, random, 12, vec3(1, 1, 1));
  c->b_in_a = random_pose(random, test_uniform(random, 500, 1800));
}

static inline void make_coincident(couple *c, uint64_t *random) {
  make_hulls(c, random);
  c->b_in_a.origin = vec3(0, 0, 0);
}

/* The same box twice in the same place, every other time not turned either. */
static inline void make_same(couple *c, uint64_t *random) {
  carom_vec3 half = random_half(random);
  body_box(&c->a, half);
  body_box(&c->b, half);
  c->b_in_a = random_pose(random, 0);
  if (test_below(random, 2)) c->b_in_a.axes = mat3_identity();
}

static inline void make_tiny(couple *c, uint64_t *random) {
  body_box(&c->a, vec3(1e-5f, 2e-5f, 1e-5f));
  body_round_hull(&c->b, random, 10, vec3(2e-5f, 1e-5f, 3e-5f));
  c->b_in_a = random_pose(random, test_uniform(random, 1e-5f, 6e-5f));
}

static inline void make_far(couple *c, uint64_t *random) {
  make_hulls(c, random);
  c->b_in_a.origin = vec3_scale(c->b_in_a.origin, test_log_uniform(random, 1e2f, 1e8f));
}

/* The largest and the smallest that there may be. */
static inline void make_extreme(couple *c, uint64_t *random) {
  body_box(&c->a, vec3(CAROM_SIZE_MAX, CAROM_SIZE_MAX, CAROM_SIZE_MAX));
  body_box(&c->b, vec3(CAROM_SIZE_MIN, CAROM_SIZE_MIN, CAROM_SIZE_MIN));
  c->b_in_a = random_pose(random, test_uniform(random, 5e5f, 1.8e6f));
}

static const family families[] = {{"boxes", make_boxes},
                                  {"hulls", make_hulls},
                                  {"box and hull", make_box_and_hull},
                                  {"large hulls", make_large_hulls},
                                  {"grid", make_grid},
                                  {"resting", make_resting},
                                  {"thin", make_thin},
                                  {"unequal", make_unequal},
                                  {"coincident", make_coincident},
                                  {"same", make_same},
                                  {"tiny", make_tiny},
                                  {"far", make_far},
                                  {"extreme", make_extreme}};
enum { FAMILY_COUNT = sizeof families / sizeof families[0] };

#endif

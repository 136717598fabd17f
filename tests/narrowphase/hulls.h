/* hulls.h: random hulls. */
#ifndef CAROM_TESTS_HULLS_H
#define CAROM_TESTS_HULLS_H

#include "carom/hull.h"

#include "testing.h"
#include "vec.h"

enum { TEST_HULL_POINTS = 64 };

/* A hull of up to 64 points on a ball of random proportions. */
static inline carom_hull *test_ball_hull(uint64_t *random, uint32_t count, float size) {
  carom_vec3 points[TEST_HULL_POINTS], scale = vec3_scale(test_vec3(random, 0.3f, 1), size);
  carom_hull *hull = NULL;
  while (!hull) {
    for (uint32_t i = 0; i < count; i++)
      points[i] = vec3_mul(scale, vec3_normalize_or(test_vec3(random, -1, 1), vec3(0, 0, 1)));
    if (carom_hull_from_points(NULL, &points->x, count, 0, &hull)) hull = NULL;
  }
  return hull;
}

#endif

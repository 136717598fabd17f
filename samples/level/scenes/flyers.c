/* flyers.c: one flyer in four is a lump, the others are simple shapes. */
#include "flyers.h"

#include <math.h>

#include "random.h"
#include "vector.h"

/* A lump: the hull of random points on an ellipsoid. */
static bool random_lump(const scene *s, uint64_t *random, float half_size, carom_shape *out) {
  (void)s;
  float points[3 * 24];
  size_t count = 8 + random_next(random) % 17;
  float flat = random_between(random, 0.4f, 1);
  for (size_t i = 0; i < count; i++) {
    carom_vec3 p = vec_scale(random_direction(random), half_size);
    points[3 * i] = p.x;
    points[3 * i + 1] = p.y;
    points[3 * i + 2] = p.z * flat;
  }
  carom_hull *hull = NULL;
  if (carom_hull_from_points(NULL, points, count, 0, &hull) != CAROM_OK) return false;
  *out = carom_shape_hull(hull);
  return true;
}

/* In a wide level small bodies would hardly meet; speeds follow the sizes, so that none passes through
 * another within a step. */
scene_cast flyers_for(float width, float metre) {
  float large = fmaxf(0.75f * metre, fminf(0.018f * width, 3 * metre));
  return (scene_cast){.small = large / 6,
                      .large = large,
                      .slow = large,
                      .fast = 5 * large,
                      .spin = 4,
                      .shove = HUGE_VALF,
                      .own_every = 4,
                      .make_own = random_lump};
}

/* car.c: the shape of a car. */
#include "car.h"

carom_hull *car_hull(const scene *s, uint64_t *random, float half) {
  const float points[] = {1, .5f,  -.3f, 1,    -.5f, -.3f, -1,   .5f,  -.3f, -1, -.5f, -.3f, 1, .4f,  0,
                          1, -.4f, 0,    -.8f, .4f,  .5f,  -.8f, -.4f, .5f,  0,  .4f,  .5f,  0, -.4f, .5f};
  float scaled[sizeof points / sizeof *points];
  carom_hull *hull = NULL;
  (void)s, (void)random;
  for (size_t i = 0; i < sizeof points / sizeof *points; i++) scaled[i] = points[i] * half;
  return carom_hull_from_points(NULL, scaled, sizeof points / sizeof *points / 3, 0, &hull) == CAROM_OK
             ? hull
             : NULL;
}

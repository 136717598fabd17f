/* car.c: a chassis on four round tyres. */
#include "car.h"

#include "vector.h"

enum { WHEELS = 4 };

/* Of a car of the half size 1. */
static const float chassis_points[] = {1,    .5f,   -.25f, 1,   -.5f, -.25f, -1,   .5f, -.25f, -1,
                                       -.5f, -.25f, 1,     .4f, 0,    1,     -.4f, 0,   -.8f,  .4f,
                                       .5f,  -.8f,  -.4f,  .5f, 0,    .4f,   .5f,  0,   -.4f,  .5f};
enum { POINTS = sizeof chassis_points / sizeof *chassis_points / 3 };

static carom_hull *make_chassis(float half) {
  float points[3 * POINTS];
  carom_hull *hull = NULL;
  for (int i = 0; i < 3 * POINTS; i++) points[i] = chassis_points[i] * half;
  return carom_hull_from_points(NULL, points, POINTS, 0, &hull) == CAROM_OK ? hull : NULL;
}

/* Its axle lies across. */
static carom_compound_child make_wheel(int number, float half) {
  const carom_vec3 end = {0, 0.06f * half, 0},
                   way = {number & 1 ? .62f : -.62f, number & 2 ? .46f : -.46f, -.3f};
  return (carom_compound_child){.shape = carom_shape_capsule(vec_scale(end, -1), end, 0.24f * half),
                                .pose.position = vec_scale(way, half),
                                .number = (uint32_t)number};
}

/* The chassis comes last, so that it is drawn over the wheels. */
bool car_shape(const scene *s, uint64_t *random, float half, carom_shape *out) {
  carom_compound_child children[WHEELS + 1];
  carom_compound *car = NULL;
  carom_hull *chassis = make_chassis(half);
  (void)s, (void)random;
  if (!chassis) return false;
  for (int i = 0; i < WHEELS; i++) children[i] = make_wheel(i, half);
  children[WHEELS] = (carom_compound_child){.shape = carom_shape_hull(chassis), .number = WHEELS};
  const carom_compound_def def = {.children = children, .child_count = WHEELS + 1};
  bool good = carom_compound_create(NULL, &def, NULL, &car) == CAROM_OK;
  carom_hull_release(chassis);
  if (good) *out = carom_shape_compound(car);
  return good;
}

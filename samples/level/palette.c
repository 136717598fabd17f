/* palette.c: the picture's colours. Light comes from the upper left, as in maps. */
#include "palette.h"

#include "vector.h"

static uint8_t channel(double value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value + 0.5); }

static colour scaled(colour c, double by) {
  return (colour){channel(c.red * by), channel(c.green * by), channel(c.blue * by)};
}

static colour mixed(colour a, colour b, double t) {
  return (colour){channel(a.red + (b.red - a.red) * t), channel(a.green + (b.green - a.green) * t),
                  channel(a.blue + (b.blue - a.blue) * t)};
}

/* 1 on a level face, more towards the light, less away from it. */
static double light_on(carom_vec3 normal) {
  const carom_vec3 light = {-0.45f, 0.5f, 0.74f};
  double shine = (double)(vec_dot(normal, light) / light.z);
  return 0.45 + 0.55 * (shine < 0 ? 0 : shine);
}

colour palette_edge(colour face) { return scaled(face, 0.8); }

colour palette_lit(colour base, carom_vec3 normal) { return scaled(base, light_on(normal)); }

colour palette_ground(double height, carom_vec3 normal) {
  static const colour ramp[] = {{44, 56, 68}, {62, 78, 84}, {96, 106, 100}, {142, 138, 118}, {186, 176, 150}};
  enum { LAST = sizeof ramp / sizeof *ramp - 1, LEVELS = 40 };
  double rounded = (double)(int)(height * LEVELS + 0.5) / LEVELS; /* equal colours join to one path */
  int step = (int)(rounded * LAST);
  if (step >= LAST) step = LAST - 1;
  return palette_lit(mixed(ramp[step], ramp[step + 1], rounded * LAST - step), normal);
}

colour palette_scan(size_t number) {
  static const colour stones[] = {{104, 190, 142}, {214, 142, 104}, {206, 198, 180}, {150, 166, 196}};
  return stones[number % (sizeof stones / sizeof *stones)];
}

colour palette_kind(carom_shape_kind kind) {
  switch (kind) {
  case CAROM_SPHERE:
    return (colour){255, 196, 77};
  case CAROM_CAPSULE:
    return (colour){92, 200, 190};
  case CAROM_BOX:
    return (colour){240, 112, 92};
  case CAROM_MESH:
    return palette_scan(0);
  default:
    return (colour){178, 148, 240};
  }
}

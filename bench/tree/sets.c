/* sets.c: soups of girders, plates and cubes, turned at random, with the density of about one item in eight
 * units of volume; triangles of a terrain and of a long tube, as flat boxes. */
#include "sets.h"

#include <math.h>
#include <stdlib.h>

#include "common/random.h"

static uint64_t random_state;

void tree_seed(uint64_t seed) { random_state = seed; }

float tree_uniform(float low, float high) { return random_in(&random_state, low, high); }

/* --- Vectors --- */

static carom_vec3 between(carom_vec3 from, carom_vec3 to) {
  return (carom_vec3){to.x - from.x, to.y - from.y, to.z - from.z};
}
static carom_vec3 sum(carom_vec3 a, carom_vec3 b, float scale) {
  return (carom_vec3){a.x + b.x * scale, a.y + b.y * scale, a.z + b.z * scale};
}
static float dot(carom_vec3 a, carom_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static carom_vec3 cross(carom_vec3 a, carom_vec3 b) {
  return (carom_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static carom_vec3 unit(carom_vec3 a) { return sum((carom_vec3){0, 0, 0}, a, 1 / sqrtf(dot(a, a))); }

/* Uniform on the ball but for its middle. */
static carom_vec3 some_direction(void) {
  for (;;) {
    carom_vec3 v = {tree_uniform(-1, 1), tree_uniform(-1, 1), tree_uniform(-1, 1)};
    float square = dot(v, v);
    if (square > 0.01f && square < 1) return unit(v);
  }
}

static carom_mat3 some_axes(void) {
  carom_vec3 x = some_direction(), y = cross(x, some_direction());
  while (dot(y, y) < 0.01f) y = cross(x, some_direction());
  y = unit(y);
  return (carom_mat3){x, y, cross(x, y)};
}

/* --- Soups --- */

static void make_soup(tree_set *set, carom_vec3 half) {
  set->side = 2 * cbrtf((float)set->count);
  for (size_t i = 0; i < set->count; i++) {
    float side = set->side;
    carom_vec3 center = {tree_uniform(0, side), tree_uniform(0, side), tree_uniform(0, side)};
    set->boxes[i] = (carom_obb){center, some_axes(), half};
  }
}

static void make_girders(tree_set *set) { make_soup(set, (carom_vec3){5, 0.1f, 0.1f}); }
static void make_plates(tree_set *set) { make_soup(set, (carom_vec3){2.5f, 2.5f, 0.05f}); }
static void make_cubes(tree_set *set) { make_soup(set, (carom_vec3){0.5f, 0.5f, 0.5f}); }

/* --- Surfaces --- */

typedef carom_vec3 (*surface)(float x, float y, float cells);

/* Hills with bumps, a unit a cell. */
static carom_vec3 on_terrain(float x, float y, float cells) {
  (void)cells;
  return (carom_vec3){x, 3 * sinf(x * 0.11f) * cosf(y * 0.07f) + 0.3f * sinf(x * 1.3f + y * 0.9f), y};
}
/* The same on a slope. */
static carom_vec3 on_slope(float x, float y, float cells) {
  carom_vec3 p = on_terrain(x, y, cells);
  return (carom_vec3){0.6f * p.x - 0.8f * p.y, 0.64f * p.x + 0.48f * p.y - 0.6f * p.z,
                      0.48f * p.x + 0.36f * p.y + 0.8f * p.z};
}
/* A tube that winds, of triangles much longer than wide. */
static carom_vec3 on_tube(float x, float y, float cells) {
  float turn = x * 6.2831853f / cells, along = y * 40 / cells;
  return (carom_vec3){8 * along, 30 * sinf(along * 0.4f) + 3 * cosf(turn),
                      30 * cosf(along * 0.3f) + 3 * sinf(turn)};
}

/* A flat box around a triangle, along its longest side from a to b. */
static carom_obb box_of_triangle(carom_vec3 a, carom_vec3 b, carom_vec3 c) {
  carom_vec3 x = unit(between(a, b)), side = between(a, c);
  carom_vec3 across = sum(side, x, -dot(side, x)), y = unit(across);
  float length = sqrtf(dot(between(a, b), between(a, b))), width = sqrtf(dot(across, across));
  carom_vec3 center = sum(sum(a, x, length / 2), y, width / 2);
  return (carom_obb){center, {x, y, cross(x, y)}, {length / 2, width / 2, 1e-4f}};
}

static carom_obb box_along_longest(carom_vec3 a, carom_vec3 b, carom_vec3 c) {
  carom_vec3 ab = between(a, b), bc = between(b, c), ca = between(c, a);
  if (dot(ab, ab) >= dot(bc, bc) && dot(ab, ab) >= dot(ca, ca)) return box_of_triangle(a, b, c);
  return dot(bc, bc) >= dot(ca, ca) ? box_of_triangle(b, c, a) : box_of_triangle(c, a, b);
}

static void make_surface(tree_set *set, surface at) {
  size_t cells = (size_t)sqrt((double)set->count / 2);
  carom_obb *out = set->boxes;
  float across = (float)cells;
  for (size_t i = 0; i < cells; i++)
    for (size_t j = 0; j < cells; j++) {
      float x = (float)i, y = (float)j;
      carom_vec3 b = at(x + 1, y, across), c = at(x, y + 1, across);
      *out++ = box_along_longest(at(x, y, across), b, c);
      *out++ = box_along_longest(at(x + 1, y + 1, across), c, b);
    }
  set->count = 2 * cells * cells;
  set->side = across;
  set->surface = true;
}

static void make_terrain(tree_set *set) { make_surface(set, on_terrain); }
static void make_slope(tree_set *set) { make_surface(set, on_slope); }
static void make_tube(tree_set *set) { make_surface(set, on_tube); }

/* --- All --- */

static const struct {
  const char *name;
  void (*make)(tree_set *set);
} kinds[] = {{"girders", make_girders}, {"plates", make_plates}, {"cubes", make_cubes},
             {"terrain", make_terrain}, {"slope", make_slope},   {"tube", make_tube}};

size_t tree_set_count(void) { return sizeof kinds / sizeof *kinds; }

void tree_set_make(size_t index, size_t count, tree_set *out) {
  *out = (tree_set){.name = kinds[index].name, .boxes = calloc(count, sizeof *out->boxes), .count = count};
  if (!out->boxes) exit(EXIT_FAILURE);
  tree_seed(index);
  kinds[index].make(out);
}

void tree_set_free(tree_set *set) { free(set->boxes); }

carom_obb tree_set_query(const tree_set *set, carom_vec3 half) {
  carom_vec3 center = {tree_uniform(0, set->side), tree_uniform(0, set->side), tree_uniform(0, set->side)};
  if (set->surface) {
    size_t near = (size_t)(tree_uniform(0, 0.999999f) * (float)set->count);
    carom_vec3 away = {tree_uniform(-2, 2), tree_uniform(-2, 2), tree_uniform(-2, 2)};
    center = sum(set->boxes[near].center, away, 1);
  }
  return (carom_obb){center, some_axes(), half};
}

/* hard_shapes.h: shapes that are hard to collide: plates, needles, lattices with coplanar faces, prisms,
 * spheres of many faces, tiny and huge radii, thin discs. Each is a shape of the library with its double for
 * the oracle.
 */
#ifndef CAROM_TEST_HARD_SHAPES_H
#define CAROM_TEST_HARD_SHAPES_H

#include "oracle.h"
#include "testing.h"

#include <stdlib.h>

typedef struct hard_body {
  oracle_body seen;
  carom_hull *hull; /* owned, or NULL */
  const char *name;
} hard_body;

static inline void hard_body_free(hard_body *b) {
  carom_hull_release(b->hull);
  b->hull = NULL;
}

static inline void hard_body_set(hard_body *b, carom_shape shape, const char *name) {
  b->hull = NULL;
  b->name = name;
  ck_assert(carom_shape_check(&shape) == CAROM_OK);
  ck_assert(oracle_body_make(&b->seen, shape));
}

/* No extent may be less than the library allows. */
static inline float hard_extent(float x) { return fmaxf(x, CAROM_SIZE_MIN); }

/* A maker fills in a body of about the given size. */
typedef void hard_maker(hard_body *b, uint64_t *random, float size);

/* --- Boxes --- */

static inline void set_box(hard_body *b, float x, float y, float z, const char *name) {
  hard_body_set(b, carom_shape_box(hard_extent(x), hard_extent(y), hard_extent(z)), name);
}

static inline float hard_eighths(uint64_t *random) { return 0.125f * (float)(1 + test_below(random, 8)); }

static inline void make_usual_box(hard_body *b, uint64_t *random, float size) {
  float x = test_uniform(random, 0.2f, 1), y = test_uniform(random, 0.2f, 1),
        z = test_uniform(random, 0.2f, 1);
  set_box(b, size * x, size * y, size * z, "box");
}
static inline void make_cube(hard_body *b, uint64_t *random, float size) {
  (void)random;
  set_box(b, size, size, size, "cube");
}
static inline void make_even_box(hard_body *b, uint64_t *random, float size) {
  float x = hard_eighths(random), y = hard_eighths(random);
  set_box(b, size * x, size * y, size * hard_eighths(random), "even box");
}
static inline void make_plate(hard_body *b, uint64_t *random, float size) {
  float thin[3] = {size, size * test_uniform(random, 0.2f, 1), size * test_log_uniform(random, 1e-5f, 1e-2f)};
  uint32_t turn = test_below(random, 3);
  set_box(b, thin[turn], thin[(turn + 1) % 3], thin[(turn + 2) % 3], "plate");
}
static inline void make_needle(hard_body *b, uint64_t *random, float size) {
  float t = test_log_uniform(random, 1e-5f, 1e-2f),
        thin[3] = {size, size * t, size * t * hard_eighths(random)};
  uint32_t turn = test_below(random, 3);
  set_box(b, thin[turn], thin[(turn + 1) % 3], thin[(turn + 2) % 3], "needle");
}

static inline void hard_any(hard_body *b, uint64_t *random, float size, hard_maker *const *makers,
                            uint32_t n) {
  makers[test_below(random, n)](b, random, size);
}

static inline void make_any_box(hard_body *b, uint64_t *random, float size) {
  static hard_maker *const makers[] = {make_usual_box, make_usual_box, make_cube,
                                       make_even_box,  make_plate,     make_needle};
  hard_any(b, random, size, makers, 6);
}

/* --- Hulls --- */

/* False when the points make no hull that the oracle has room for. */
static inline bool set_hull(hard_body *b, const carom_vec3 *points, int count, const char *name) {
  carom_hull *hull;
  if (carom_hull_from_points(NULL, &points->x, (size_t)count, 0, &hull) != CAROM_OK) return false;
  b->hull = hull;
  b->name = name;
  if (oracle_body_make(&b->seen, carom_shape_hull(hull))) return true;
  hard_body_free(b);
  return false;
}

static inline carom_vec3 hard_scaled(carom_vec3 p, float x, float y, float z) {
  return (carom_vec3){p.x * x, p.y * y, p.z * z};
}

static inline carom_vec3 hard_direction(uint64_t *random) {
  for (;;) {
    carom_vec3 p = test_vec3(random, -1, 1);
    float square = p.x * p.x + p.y * p.y + p.z * p.z;
    if (square > 0.01f && square < 1)
      return hard_scaled(p, 1 / sqrtf(square), 1 / sqrtf(square), 1 / sqrtf(square));
  }
}

/* Points on an ellipsoid: all are vertices. */
static inline void make_round_hull_of(hard_body *b, uint64_t *random, int count, carom_vec3 half,
                                      const char *name) {
  carom_vec3 points[ORACLE_VERTICES];
  int tries = 0;
  do {
    ck_assert_int_lt(tries++, 1000);
    for (int i = 0; i < count; i++) points[i] = hard_scaled(hard_direction(random), half.x, half.y, half.z);
  } while (!set_hull(b, points, count, name));
}
static inline void make_round_hull(hard_body *b, uint64_t *random, float size) {
  make_round_hull_of(b, random, 4 + (int)test_below(random, 29), (carom_vec3){size, size, size},
                     "round hull");
}
static inline void make_tetrahedron(hard_body *b, uint64_t *random, float size) {
  make_round_hull_of(b, random, 4, (carom_vec3){size, size, size}, "tetrahedron");
}
static inline void make_flat_hull(hard_body *b, uint64_t *random, float size) {
  float thin = hard_extent(size * test_log_uniform(random, 1e-4f, 1e-2f));
  make_round_hull_of(b, random, 8 + (int)test_below(random, 9), (carom_vec3){size, thin, size}, "flat hull");
}
static inline void make_long_hull(hard_body *b, uint64_t *random, float size) {
  float thin = hard_extent(size * test_log_uniform(random, 1e-4f, 1e-2f));
  make_round_hull_of(b, random, 8 + (int)test_below(random, 9), (carom_vec3){thin, thin, size}, "long hull");
}
/* On a coarse lattice: coplanar faces, parallel edges, exact ties. */
static inline void make_lattice_hull(hard_body *b, uint64_t *random, float size) {
  carom_vec3 points[24];
  int count = 8 + (int)test_below(random, 17);
  do {
    for (int i = 0; i < count; i++) {
      float x = (float)test_below(random, 5) - 2, y = (float)test_below(random, 5) - 2;
      points[i] =
          hard_scaled((carom_vec3){x, y, (float)test_below(random, 5) - 2}, size / 2, size / 2, size / 2);
    }
  } while (!set_hull(b, points, count, "lattice hull"));
}
/* A cube by its vertices, turned half of the time, so that its faces are coplanar up to rounding only. */
static inline void make_cube_hull(hard_body *b, uint64_t *random, float size) {
  carom_vec3 points[8];
  rmat3 axes = rmat_of_quat(test_below(random, 2) ? test_quat(random) : (carom_quat){0, 0, 0, 1});
  for (int i = 0; i < 8; i++) {
    float x = i & 1 ? size : -size, y = i & 2 ? size : -size, z = i & 4 ? size : -size;
    rvec3 p = rmat_apply(&axes, rvec_of((carom_vec3){x, y, z}));
    points[i] = (carom_vec3){(float)p.x, (float)p.y, (float)p.z};
  }
  ck_assert(set_hull(b, points, 8, "cube hull"));
}
static inline void make_prism_of(hard_body *b, uint32_t sides, float radius, float half, const char *name) {
  carom_vec3 points[ORACLE_VERTICES];
  for (uint32_t i = 0; i < sides; i++) {
    double angle = 6.283185307179586 * (double)i / (double)sides;
    float x = radius * (float)cos(angle), y = radius * (float)sin(angle);
    points[2 * i] = (carom_vec3){x, y, -half};
    points[2 * i + 1] = (carom_vec3){x, y, half};
  }
  ck_assert(set_hull(b, points, 2 * (int)sides, name));
}
static inline void make_prism(hard_body *b, uint64_t *random, float size) {
  uint32_t sides = 3 + test_below(random, 14);
  make_prism_of(b, sides, size, hard_extent(size * test_log_uniform(random, 1e-3f, 2)), "prism");
}
/* Its frame is far from its middle. */
static inline void make_offset_hull(hard_body *b, uint64_t *random, float size) {
  carom_vec3 points[16], by = test_vec3(random, -5 * size, 5 * size);
  do {
    for (int i = 0; i < 16; i++) {
      points[i] = hard_scaled(hard_direction(random), size, size, size);
      points[i] = (carom_vec3){points[i].x + by.x, points[i].y + by.y, points[i].z + by.z};
    }
  } while (!set_hull(b, points, 16, "offset hull"));
}

/* The octahedron, whose triangles are cut in four `levels` times, on the sphere: 6, 18, 66, 258 points; the
 * poles of the last are left out, which makes it 256. */
static inline void make_geodesic_of(hard_body *b, int levels, float size, const char *name) {
  carom_vec3 points[300];
  int count = 0, n = 1 << levels;
  for (int x = -n; x <= n; x++)
    for (int y = -n; y <= n; y++) {
      int z = n - abs(x) - abs(y);
      for (int side = -1; side <= 1 && z >= 0; side += 2) {
        if ((z == 0 && side > 0) || (levels == 3 && z == n)) continue;
        float length = sqrtf((float)(x * x + y * y + z * z)) / size;
        points[count++] = (carom_vec3){(float)x / length, (float)y / length, (float)(side * z) / length};
      }
    }
  ck_assert(set_hull(b, points, count, name));
}

/* Large hulls are made once and lent. */
enum { HARD_LARGE = 7 };
static inline const hard_body *hard_large(uint32_t which) {
  static hard_body pool[HARD_LARGE];
  uint64_t random = 77;
  if (pool[0].hull) return &pool[which];
  make_geodesic_of(&pool[0], 2, 1, "geodesic 66");
  make_geodesic_of(&pool[1], 3, 1, "geodesic 256");
  make_round_hull_of(&pool[2], &random, 64, (carom_vec3){1, 1, 1}, "round hull 64");
  make_round_hull_of(&pool[3], &random, 128, (carom_vec3){1, 0.5f, 0.25f}, "ellipsoid 128");
  make_round_hull_of(&pool[4], &random, 256, (carom_vec3){1, 1, 1}, "round hull 256");
  make_prism_of(&pool[5], 64, 1, 0.5f, "prism 64");
  make_prism_of(&pool[6], 128, 1, 1e-3f, "disc 128");
  return &pool[which];
}
static inline void make_large_hull(hard_body *b, uint64_t *random, float size) {
  if (size != 1) {
    make_round_hull_of(b, random, 48, (carom_vec3){size, size, size}, "round hull 48");
    return;
  }
  *b = *hard_large(test_below(random, HARD_LARGE));
  carom_hull_retain(b->hull);
}

static inline void make_any_hull(hard_body *b, uint64_t *random, float size) {
  static hard_maker *const makers[] = {
      make_round_hull, make_round_hull,   make_tetrahedron,  make_flat_hull,   make_long_hull,
      make_cube_hull,  make_lattice_hull, make_lattice_hull, make_offset_hull, make_prism};
  hard_any(b, random, size, makers, 10);
}

/* --- Round shapes --- */

static inline void make_sphere(hard_body *b, uint64_t *random, float size) {
  hard_body_set(b, carom_shape_sphere(hard_extent(size * test_uniform(random, 0.2f, 1))), "sphere");
}
static inline void make_dot(hard_body *b, uint64_t *random, float size) {
  hard_body_set(b, carom_shape_sphere(hard_extent(size * test_log_uniform(random, 1e-6f, 1e-2f))), "dot");
}
static inline void set_capsule(hard_body *b, uint64_t *random, float length, float radius, const char *name) {
  carom_vec3 d = hard_direction(random), o = test_vec3(random, -0.2f * length, 0.2f * length);
  carom_vec3 from = {o.x - d.x * length, o.y - d.y * length, o.z - d.z * length};
  carom_vec3 to = {o.x + d.x * length, o.y + d.y * length, o.z + d.z * length};
  hard_body_set(b, carom_shape_capsule(from, to, hard_extent(radius)), name);
}
static inline void make_capsule(hard_body *b, uint64_t *random, float size) {
  float radius = size * test_uniform(random, 0.1f, 0.5f);
  set_capsule(b, random, size * test_uniform(random, 0.2f, 1), radius, "capsule");
}
static inline void make_even_capsule(hard_body *b, uint64_t *random, float size) {
  carom_vec3 end = {0, 0, 0};
  float half = size * hard_eighths(random);
  switch (test_below(random, 3)) {
  case 0:
    end.x = half;
    break;
  case 1:
    end.y = half;
    break;
  default:
    end.z = half;
  }
  carom_vec3 other = {-end.x, -end.y, -end.z};
  hard_body_set(b, carom_shape_capsule(other, end, hard_extent(size * hard_eighths(random))), "even capsule");
}
static inline void make_wire(hard_body *b, uint64_t *random, float size) {
  set_capsule(b, random, size, size * test_log_uniform(random, 1e-6f, 1e-3f), "wire");
}
/* Hardly longer than a point. */
static inline void make_short_capsule(hard_body *b, uint64_t *random, float size) {
  float radius = size * test_uniform(random, 0.5f, 1);
  set_capsule(b, random, size * test_log_uniform(random, 1e-9f, 1e-3f), radius, "short capsule");
}

static inline void make_any_round(hard_body *b, uint64_t *random, float size) {
  static hard_maker *const makers[] = {make_sphere, make_dot,          make_capsule,      make_capsule,
                                       make_wire,   make_even_capsule, make_short_capsule};
  hard_any(b, random, size, makers, 7);
}

/* --- Boxes and hulls with a radius --- */

/* From a millionth of the size to a hundred times it. */
static inline float hard_rounding(uint64_t *random, float size) {
  switch (test_below(random, 4)) {
  case 0:
    return hard_extent(size * test_log_uniform(random, 1e-6f, 1e-2f));
  case 1:
    return hard_extent(size * test_log_uniform(random, 1, 1e2f));
  default:
    return hard_extent(size * test_uniform(random, 0.05f, 0.5f));
  }
}
/* Gives a body a radius, by way of its shape. */
static inline void hard_round(hard_body *b, float radius) {
  carom_shape shape = b->seen.shape;
  if (shape.kind == CAROM_BOX)
    shape.geometry.box.radius = radius;
  else
    shape.geometry.hull.radius = radius;
  ck_assert(carom_shape_check(&shape) == CAROM_OK);
  ck_assert(oracle_body_make(&b->seen, shape));
}
static inline void make_rounded_box(hard_body *b, uint64_t *random, float size) {
  make_any_box(b, random, size);
  hard_round(b, hard_rounding(random, size));
}
static inline void make_rounded_hull(hard_body *b, uint64_t *random, float size) {
  make_any_hull(b, random, size);
  hard_round(b, hard_rounding(random, size));
}
static inline void make_any_rounded(hard_body *b, uint64_t *random, float size) {
  static hard_maker *const makers[] = {make_rounded_box, make_rounded_hull};
  hard_any(b, random, size, makers, 2);
}
static inline void make_any_unrounded(hard_body *b, uint64_t *random, float size) {
  static hard_maker *const makers[] = {make_any_box, make_any_hull, make_any_round};
  hard_any(b, random, size, makers, 3);
}

/* --- Cylinders, cones and frustums --- */

static inline void set_curved(hard_body *b, uint64_t *random, float half_height, float radius,
                              const char *cylinder, const char *cone) {
  half_height = hard_extent(half_height), radius = hard_extent(radius);
  if (test_below(random, 2))
    hard_body_set(b, carom_shape_cylinder(half_height, radius), cylinder);
  else
    hard_body_set(b, carom_shape_cone(half_height, radius), cone);
}
/* Either end may be the wider one. */
static inline void set_frustum(hard_body *b, uint64_t *random, float half_height, float wide, float slim,
                               const char *name) {
  half_height = hard_extent(half_height), wide = hard_extent(wide), slim = hard_extent(slim);
  bool down = test_below(random, 2);
  hard_body_set(b, carom_shape_frustum(half_height, down ? wide : slim, down ? slim : wide), name);
}
static inline void make_frustum(hard_body *b, uint64_t *random, float size) {
  float half_height = size * test_uniform(random, 0.2f, 1), wide = size * test_uniform(random, 0.2f, 1);
  float slim =
      wide * (test_below(random, 3) ? test_uniform(random, 0.2f, 1) : test_log_uniform(random, 1e-5f, 1e-1f));
  set_frustum(b, random, half_height, wide, slim, "frustum");
}
static inline void make_even_frustum(hard_body *b, uint64_t *random, float size) {
  float half_height = size * hard_eighths(random), wide = size * hard_eighths(random);
  set_frustum(b, random, half_height, wide, size * hard_eighths(random), "even frustum");
}
/* Plates with slanted rims, and blunt needles. */
static inline void make_flat_frustum(hard_body *b, uint64_t *random, float size) {
  float half_height = size * test_log_uniform(random, 1e-5f, 1e-2f);
  set_frustum(b, random, half_height, size, size * test_uniform(random, 0.5f, 1), "flat frustum");
}
static inline void make_blunt_needle(hard_body *b, uint64_t *random, float size) {
  float wide = size * test_log_uniform(random, 1e-4f, 1e-2f);
  set_frustum(b, random, size, wide, wide * test_log_uniform(random, 1e-2f, 1), "blunt needle");
}
static inline void make_curved(hard_body *b, uint64_t *random, float size) {
  float half_height = size * test_uniform(random, 0.2f, 1);
  set_curved(b, random, half_height, size * test_uniform(random, 0.2f, 1), "cylinder", "cone");
}
static inline void make_even_curved(hard_body *b, uint64_t *random, float size) {
  float half_height = size * hard_eighths(random);
  set_curved(b, random, half_height, size * hard_eighths(random), "even cylinder", "even cone");
}
static inline void make_thin_disc(hard_body *b, uint64_t *random, float size) {
  set_curved(b, random, size * test_log_uniform(random, 1e-5f, 1e-2f), size, "thin disc", "flat cone");
}
static inline void make_curved_needle(hard_body *b, uint64_t *random, float size) {
  set_curved(b, random, size, size * test_log_uniform(random, 1e-5f, 1e-2f), "rod", "needle cone");
}
static inline void make_any_curved(hard_body *b, uint64_t *random, float size) {
  static hard_maker *const makers[] = {make_curved, make_curved, make_even_curved, make_thin_disc,
                                       make_curved_needle};
  hard_any(b, random, size, makers, 5);
}
static inline void make_any_frustum(hard_body *b, uint64_t *random, float size) {
  static hard_maker *const makers[] = {make_frustum, make_even_frustum, make_flat_frustum, make_blunt_needle};
  hard_any(b, random, size, makers, 4);
}

/* --- Tapered capsules --- */

static inline void set_tapered(hard_body *b, uint64_t *random, float half_height, float wide, float slim,
                               const char *name) {
  half_height = hard_extent(half_height), wide = hard_extent(wide), slim = hard_extent(slim);
  float least = 0.5f * fabsf(wide - slim) * (1 + 0x1p-20f);
  if (!(half_height > least)) half_height = hard_extent(2 * least);
  carom_vec3 a = {0, -half_height, 0}, c = {0, half_height, 0};
  bool down = test_below(random, 2);
  hard_body_set(b, carom_shape_tapered_capsule(a, c, down ? wide : slim, down ? slim : wide), name);
}
static inline void make_tapered(hard_body *b, uint64_t *random, float size) {
  float wide = size * test_uniform(random, 0.2f, 1), slim = wide * test_log_uniform(random, 1e-2f, 1);
  set_tapered(b, random, size * test_uniform(random, 0.2f, 1), wide, slim, "tapered capsule");
}
static inline void make_even_tapered(hard_body *b, uint64_t *random, float size) {
  float half_height = size * hard_eighths(random), wide = size * hard_eighths(random);
  set_tapered(b, random, half_height, wide, size * hard_eighths(random), "even tapered capsule");
}
static inline void make_tapered_needle(hard_body *b, uint64_t *random, float size) {
  float wide = size * test_log_uniform(random, 1e-4f, 1e-2f);
  set_tapered(b, random, size, wide, wide * test_log_uniform(random, 1e-3f, 1), "tapered needle");
}
static inline void make_any_tapered(hard_body *b, uint64_t *random, float size) {
  static hard_maker *const makers[] = {make_tapered, make_even_tapered, make_tapered_needle};
  hard_any(b, random, size, makers, 3);
}

/* --- Ellipsoids --- */

static inline void make_ellipsoid(hard_body *b, uint64_t *random, float size) {
  float y = hard_extent(size * test_uniform(random, 0.1f, 1)),
        z = hard_extent(size * test_uniform(random, 0.1f, 1));
  hard_body_set(b, carom_shape_ellipsoid(hard_extent(size), y, z), "ellipsoid");
}
static inline void make_lens(hard_body *b, uint64_t *random, float size) {
  float thin = hard_extent(size * test_log_uniform(random, 1e-3f, 1e-1f)), x = hard_extent(size);
  hard_body_set(b, carom_shape_ellipsoid(x, thin, hard_extent(size * test_uniform(random, 0.5f, 1))), "lens");
}
static inline void make_spindle(hard_body *b, uint64_t *random, float size) {
  float thin = hard_extent(size * test_log_uniform(random, 1e-2f, 1e-1f));
  float wide = hard_extent(thin * test_uniform(random, 1.2f, 2));
  hard_body_set(b, carom_shape_ellipsoid(thin, hard_extent(size), wide), "spindle");
}
static inline void make_any_ellipsoid(hard_body *b, uint64_t *random, float size) {
  static hard_maker *const makers[] = {make_ellipsoid, make_lens, make_spindle};
  hard_any(b, random, size, makers, 3);
}

/* --- Triangles --- */

static inline void set_triangle(hard_body *b, uint64_t *random, carom_vec3 p, carom_vec3 q, carom_vec3 r,
                                float size, const char *name) {
  float radius = test_below(random, 2) ? 0 : hard_extent(size * test_log_uniform(random, 1e-4f, 1));
  hard_body_set(b, carom_shape_rounded_triangle(p, q, r, radius), name);
}
static inline void make_triangle(hard_body *b, uint64_t *random, float size) {
  carom_vec3 p[3];
  do
    for (int i = 0; i < 3; i++) p[i] = hard_scaled(hard_direction(random), size, size, size);
  while (vec3_length(vec3_cross(vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0]))) < 0.05f * size * size);
  set_triangle(b, random, p[0], p[1], p[2], size, "triangle");
}
/* Half a square, as on a grid. */
static inline void make_even_triangle(hard_body *b, uint64_t *random, float size) {
  float x = hard_extent(size * hard_eighths(random)), z = hard_extent(size * hard_eighths(random));
  set_triangle(b, random, (carom_vec3){0, 0, 0}, (carom_vec3){x, 0, 0}, (carom_vec3){0, 0, z}, size,
               "even triangle");
}
static inline void make_sliver(hard_body *b, uint64_t *random, float size) {
  float thin = hard_extent(size * test_log_uniform(random, 1e-4f, 1e-1f));
  set_triangle(b, random, (carom_vec3){-size, 0, 0}, (carom_vec3){size, 0, 0},
               (carom_vec3){size * test_uniform(random, -1, 1), 0, 2 * thin}, size, "sliver");
}
static inline void make_any_triangle(hard_body *b, uint64_t *random, float size) {
  static hard_maker *const makers[] = {make_triangle, make_even_triangle, make_sliver};
  hard_any(b, random, size, makers, 3);
}

static inline void make_any_shape(hard_body *b, uint64_t *random, float size) {
  static hard_maker *const makers[] = {make_any_unrounded, make_any_unrounded, make_any_rounded,
                                       make_any_curved};
  hard_any(b, random, size, makers, 4);
}

#endif

/* hull_clouds.h: clouds of points of every kind that hulls are made of, easy and nasty. */
#ifndef CAROM_HULL_CLOUDS_H
#define CAROM_HULL_CLOUDS_H

#include "testing.h"
#include "vec.h"

typedef enum cloud_kind {
  CLOUD_CUBE,         /* random in a cube */
  CLOUD_BALL,         /* random in a ball */
  CLOUD_SPHERE,       /* random on a sphere */
  CLOUD_CUBE_SURFACE, /* coplanar points on the six faces of a cube, exactly */
  CLOUD_TURNED_CUBE,  /* the same, turned, so that they are rounded */
  CLOUD_NOISY_CUBE,   /* the same with noise of 1e-9 to 1e-3 */
  CLOUD_CORNERS,      /* corners of a cube, each many times with tiny noise */
  CLOUD_PRISM,        /* a regular prism, turned */
  CLOUD_LATTICE,      /* integer points: ties everywhere */
  CLOUD_LATTICE_BALL, /* the lattice points in a ball: many facets of few vertices and large coplanar ones */
  CLOUD_DUPLICATES,   /* few points, many times each */
  CLOUD_PLATE,        /* nearly flat */
  CLOUD_NEEDLE,       /* nearly on a line */
  CLOUD_BLADE,        /* two faces that meet at a tiny angle, with points along the edge */
  CLOUD_DOME,         /* curved so little that neighbors are within and beyond the tolerance of each other */
  CLOUD_CONE,         /* a sharp tip over a circle */
  CLOUD_MOMENT_CURVE, /* every point a vertex, with very thin faces */
  CLOUD_SCAN,         /* a lumpy surface with few digits, as from a scanner */
  CLOUD_KINDS
} cloud_kind;

static inline carom_vec3 cloud_on_cube(uint64_t *state) {
  carom_vec3 p = test_vec3(state, -1, 1);
  vec3_set(&p, (int)test_below(state, 3), test_below(state, 2) ? 1.0f : -1.0f);
  return p;
}
static inline carom_vec3 cloud_on_sphere(uint64_t *state) {
  for (;;) {
    carom_vec3 p = test_vec3(state, -1, 1);
    float length = vec3_length(p);
    if (length > 0.1f && length < 1) return vec3_scale(p, 1 / length);
  }
}
static inline float cloud_whole(uint64_t *state, uint32_t sides) { return (float)test_below(state, sides); }
static inline carom_vec3 cloud_on_circle(uint32_t i, uint32_t sides, float z) {
  float angle = 6.2831853f * (float)i / (float)sides;
  return vec3(cosf(angle), sinf(angle), z);
}

/* Point i of n; `noise` and `sides` are the cloud's own. */
static inline carom_vec3 cloud_point(cloud_kind kind, uint64_t *state, uint32_t i, uint32_t n, float noise,
                                     uint32_t sides) {
  carom_vec3 p = test_vec3(state, -1, 1), jitter = vec3_scale(test_vec3(state, -1, 1), noise);
  float t = (float)i / (float)n;
  switch (kind) {
  case CLOUD_BALL:
    return vec3_scale(cloud_on_sphere(state), cbrtf(fabsf(p.x)));
  case CLOUD_SPHERE:
    return cloud_on_sphere(state);
  case CLOUD_CUBE_SURFACE:
  case CLOUD_TURNED_CUBE:
    return cloud_on_cube(state);
  case CLOUD_NOISY_CUBE:
    return vec3_add(cloud_on_cube(state), jitter);
  case CLOUD_CORNERS:
    return vec3_add(vec3(i & 1 ? 1.f : -1.f, i & 2 ? 1.f : -1.f, i & 4 ? 1.f : -1.f), jitter);
  case CLOUD_PRISM:
    return cloud_on_circle(i / 2 % sides, sides, i & 1 ? 1.0f : -1.0f);
  case CLOUD_LATTICE:
    return vec3(cloud_whole(state, sides), cloud_whole(state, sides), cloud_whole(state, sides));
  case CLOUD_LATTICE_BALL:
    p = vec3_scale(cloud_on_sphere(state), 8);
    return vec3_scale(vec3(rintf(p.x), rintf(p.y), rintf(p.z)), 0.125f);
  case CLOUD_DUPLICATES:
    return cloud_on_circle(i % 7, 7, (float)(i % 3));
  case CLOUD_PLATE:
    return vec3(p.x, p.y, p.z * (1e-4f + noise));
  case CLOUD_NEEDLE:
    return vec3(p.x * (1e-4f + noise), p.y * (1e-4f + noise), p.z);
  case CLOUD_BLADE:
    return vec3(fabsf(p.x), p.y, i & 1 ? 0 : p.z * p.x * (1e-3f + noise));
  case CLOUD_DOME:
    return vec3(p.x, p.y, i & 1 ? -(p.x * p.x + p.y * p.y) * noise : -1);
  case CLOUD_CONE:
    return i == 0 ? vec3(0, 0, 4) : vec3_add(cloud_on_circle(i % sides, sides, -1), jitter);
  case CLOUD_MOMENT_CURVE:
    return vec3(t, t * t, t * t * t);
  case CLOUD_SCAN: {
    carom_vec3 d = cloud_on_sphere(state);
    d = vec3_scale(d, 1 + 0.2f * sinf(5 * d.x) * cosf(4 * d.y) + 0.1f * sinf(9 * d.z));
    return vec3(rintf(d.x * 5000) / 5000, rintf(d.y * 5000) / 5000, rintf(d.z * 5000) / 5000);
  }
  default:
    return p;
  }
}

static inline bool cloud_is_turned(cloud_kind kind) {
  return kind == CLOUD_TURNED_CUBE || kind == CLOUD_PRISM || kind == CLOUD_PLATE || kind == CLOUD_NEEDLE ||
         kind == CLOUD_BLADE || kind == CLOUD_DOME || kind == CLOUD_MOMENT_CURVE;
}

/* Fills n points of a kind, of about the given size. */
static inline void cloud_fill(cloud_kind kind, uint64_t *state, carom_vec3 *points, uint32_t n, float scale) {
  carom_quat rotation = test_quat(state);
  carom_mat3 turn = quat_to_mat3(rotation);
  float noise = test_log_uniform(state, 1e-9f, 1e-3f);
  uint32_t sides = kind == CLOUD_LATTICE ? 2 + test_below(state, 5) : 3 + test_below(state, 1 + n / 2);
  for (uint32_t i = 0; i < n; i++) {
    carom_vec3 p = cloud_point(kind, state, i, n, noise, sides);
    points[i] = vec3_scale(cloud_is_turned(kind) ? mat3_mul_vec3(&turn, p) : p, scale);
  }
}

#endif

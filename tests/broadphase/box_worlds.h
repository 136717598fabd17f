/* box_worlds.h: boxes of every bad habit, for tests of broad phases. */
#ifndef CAROM_TEST_BOX_WORLDS_H
#define CAROM_TEST_BOX_WORLDS_H

#include "testing.h"

static inline carom_aabb box_at(carom_vec3 center, carom_vec3 half) {
  return (carom_aabb){{center.x - half.x, center.y - half.y, center.z - half.z},
                      {center.x + half.x, center.y + half.y, center.z + half.z}};
}

static inline carom_vec3 random_half(uint64_t *random) {
  float x = test_log_uniform(random, 1e-3f, 1e2f), y = test_log_uniform(random, 1e-3f, 1e2f);
  return (carom_vec3){x, y, test_log_uniform(random, 1e-3f, 1e2f)};
}

static inline carom_aabb gas_box(uint64_t *random) {
  return box_at(test_vec3(random, -10, 10), test_vec3(random, 0.1f, 1));
}
static inline carom_aabb all_sizes_box(uint64_t *random) {
  return box_at(test_vec3(random, -100, 100), random_half(random));
}
static inline carom_aabb tower_box(uint64_t *random) {
  carom_vec3 at = test_vec3(random, -1, 1);
  at.y *= 1000;
  return box_at(at, test_vec3(random, 0, 10));
}
static inline carom_aabb planar_box(uint64_t *random) {
  carom_aabb box = gas_box(random);
  box.min.z = box.max.z = 0;
  return box;
}
static inline carom_aabb line_box(uint64_t *random) {
  carom_aabb box = gas_box(random);
  box.min.x = box.max.x = box.min.z = box.max.z = 7;
  return box;
}
static inline carom_aabb same_box(uint64_t *random) {
  (void)random;
  return (carom_aabb){{1, 2, 3}, {1.5f, 2, 4}};
}
static inline carom_aabb overlapping_box(uint64_t *random) {
  return box_at((carom_vec3){0, 0, 0}, test_vec3(random, 0, 5));
}
/* Cells of a lattice touch exactly and share all their minima; zero comes with both signs. */
static inline carom_aabb lattice_box(uint64_t *random) {
  float x = (float)test_below(random, 5), y = (float)test_below(random, 5), z = (float)test_below(random, 5);
  float zero = test_below(random, 2) ? 0.0f : -0.0f;
  return (carom_aabb){{x - 2 + zero, y - 2 + zero, z * zero}, {x - 1, y - 1, z * zero + 1}};
}
static inline carom_aabb point_box(uint64_t *random) {
  carom_aabb box = lattice_box(random);
  box.max = box.min;
  return box;
}
static inline carom_aabb outlying_box(uint64_t *random) {
  carom_aabb box = gas_box(random);
  return test_below(random, 8) ? box : box_at(test_vec3(random, -1e9f, 1e9f), test_vec3(random, 0, 1e6f));
}
static inline carom_aabb slab_box(uint64_t *random) {
  if (test_below(random, 20)) return gas_box(random);
  return (carom_aabb){{-1e9f, -11, -1e9f}, {1e9f, test_uniform(random, -10, 0), 1e9f}};
}
static inline carom_aabb huge_box(uint64_t *random) {
  traps_off(); /* nothing in a world is that far away */
  return box_at(test_vec3(random, -1e30f, 1e30f), test_vec3(random, 0, 1e30f));
}

/* Sizes from a thousandth of the usual to a hundred times it. */
static inline carom_aabb any_size_box(uint64_t *random) {
  float size = test_log_uniform(random, 1e-3f, 1e2f);
  return box_at(test_vec3(random, -60, 60), test_vec3(random, 0.2f * size, size));
}
/* Mostly small, some larger than many cells, in all directions or in one. */
static inline carom_aabb bimodal_box(uint64_t *random) {
  carom_aabb box = box_at(test_vec3(random, -20, 20), test_vec3(random, 0.1f, 0.5f));
  uint32_t which = test_below(random, 40);
  if (which == 0) return box_at(test_vec3(random, -20, 20), test_vec3(random, 2, 12));
  if (which == 1) box.max.x += 25;
  if (which == 2) box.min.y -= 25;
  if (which == 3) box.max.z += 25;
  return box;
}
/* Clusters that are far from each other and from the origin. */
static inline carom_aabb cluster_box(uint64_t *random) {
  float far = 5000.0f * (float)test_below(random, 4);
  carom_vec3 at = test_vec3(random, -8, 8);
  return box_at((carom_vec3){at.x + far, at.y - far, at.z + 2 * far}, test_vec3(random, 0.1f, 1));
}
/* A long strip of boxes of which some are many times as large: cells on several levels. */
static inline carom_aabb road_box(uint64_t *random) {
  float size = test_below(random, 20) ? 1 : test_log_uniform(random, 2, 300);
  carom_vec3 at = test_vec3(random, -2, 2);
  at.x *= 500;
  return box_at(at, test_vec3(random, 0.2f * size, 0.5f * size));
}
static inline carom_aabb shaft_box(uint64_t *random) {
  carom_aabb box = road_box(random);
  return (carom_aabb){{box.min.z, box.min.y, box.min.x}, {box.max.z, box.max.y, box.max.x}};
}
/* The smallest things there are among slabs of the largest size, and some at the ends of the world. */
static inline carom_aabb dust_box(uint64_t *random) {
  carom_vec3 at = test_vec3(random, -2e-4f, 2e-4f);
  uint32_t which = test_below(random, 60);
  if (which == 0) return box_at(at, (carom_vec3){1e6f, 1e-5f, 1e6f});
  if (which == 1) return box_at(at, (carom_vec3){1e-5f, 1e-5f, 1e6f});
  if (which == 2)
    return box_at((carom_vec3){test_below(random, 2) ? 1e9f : -1e9f, 0, 1e9f}, (carom_vec3){64, 64, 64});
  return box_at(at, test_vec3(random, 1e-5f, 2e-5f));
}

/* As far as floats go. */
static inline carom_aabb extreme_box(uint64_t *random) {
  traps_off(); /* nothing in a world is that large */
  carom_aabb box = gas_box(random);
  if (test_below(random, 4)) return box;
  float *low = &box.min.x, *high = &box.max.x;
  for (int k = 0; k < 3; k++) {
    if (test_below(random, 2)) low[k] = -3.4e38f;
    if (test_below(random, 2)) high[k] = 3.4e38f;
    if (test_below(random, 4) == 0) low[k] = high[k];
  }
  return box;
}

typedef struct world_kind {
  const char *name;
  carom_aabb (*box)(uint64_t *random);
} world_kind;

static const world_kind world_kinds[] = {
    {"gas", gas_box},           {"all sizes", all_sizes_box}, {"tower", tower_box},
    {"planar", planar_box},     {"line", line_box},           {"same", same_box},
    {"lattice", lattice_box},   {"points", point_box},        {"overlapping", overlapping_box},
    {"outliers", outlying_box}, {"slab", slab_box},           {"huge", huge_box},
    {"any size", any_size_box}, {"bimodal", bimodal_box},     {"clusters", cluster_box},
    {"extreme", extreme_box},   {"road", road_box},           {"shaft", shaft_box},
    {"dust", dust_box},
};
enum { KIND_COUNT = sizeof world_kinds / sizeof *world_kinds };

#endif

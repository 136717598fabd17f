/* tree_sets.h: what the tests of the OBB tree share: sets of items of every shape, and a look inside. */
#ifndef CAROM_TEST_TREE_SETS_H
#define CAROM_TEST_TREE_SETS_H

#include <string.h>

#include "obb_inverse.h"
#include "obb_tree_kernels.h"
#include "testing.h"

enum { ITEMS_MAX = 700 };

typedef struct item_set {
  const char *name;
  uint64_t seed;
  carom_obb boxes[ITEMS_MAX];
  uint32_t count;
} item_set;

/* --- Sets of items --- */

static const carom_vec3 origin = {0, 0, 0};

static inline carom_obb turned_box(uint64_t *random, carom_vec3 center, carom_vec3 half) {
  carom_quat turn = quat_normalize(test_quat(random));
  return (carom_obb){center, quat_to_mat3(turn), half};
}
static inline carom_obb straight_box(carom_vec3 center, carom_vec3 half) {
  return (carom_obb){center, mat3_identity(), half};
}

static inline carom_obb soup_item(uint64_t *random, uint32_t i) {
  (void)i;
  return turned_box(random, test_vec3(random, -20, 20), test_vec3(random, 0.1f, 2));
}
static inline carom_obb needle_item(uint64_t *random, uint32_t i) {
  (void)i;
  return turned_box(random, test_vec3(random, -20, 20), vec3(test_uniform(random, 1, 10), 0.05f, 0.05f));
}
static inline carom_obb any_size_item(uint64_t *random, uint32_t i) {
  (void)i;
  float x = test_log_uniform(random, 1e-3f, 1e2f), y = test_log_uniform(random, 1e-3f, 1e2f);
  return turned_box(random, test_vec3(random, -50, 50), vec3(x, y, test_log_uniform(random, 1e-3f, 1e2f)));
}
/* Whole numbers, so that many brushes share a plane or a side exactly. */
static inline carom_obb brush_item(uint64_t *random, uint32_t i) {
  (void)i;
  carom_vec3 half = {(float)(1 + test_below(random, 4)), (float)(1 + test_below(random, 2)), 1};
  float x = (float)test_below(random, 40), y = (float)test_below(random, 40);
  return straight_box(vec3(x, y, (float)test_below(random, 4)), half);
}
/* Flat tiles on a slope, in rows. */
static inline carom_obb tile_item(uint64_t *random, uint32_t i) {
  carom_quat turn = quat_normalize((carom_quat){0.3f, 0.1f, -0.2f, 1});
  carom_mat3 axes = quat_to_mat3(turn);
  carom_vec3 at = vec3((float)(i % 26), (float)(i / 26), test_uniform(random, -0.1f, 0.1f));
  return (carom_obb){mat3_mul_vec3(&axes, at), axes, vec3(0.5f, 0.5f, 0)};
}
static inline carom_obb same_item(uint64_t *random, uint32_t i) {
  (void)random, (void)i;
  return straight_box(vec3(1, 2, 3), vec3(0.5f, 1, 0));
}
static inline carom_obb point_item(uint64_t *random, uint32_t i) {
  carom_vec3 at = vec3((float)(i % 7), (float)(i / 7 % 7), (float)(i / 49 % 7));
  return test_below(random, 2) ? straight_box(at, origin) : turned_box(random, at, origin);
}
static inline carom_obb line_item(uint64_t *random, uint32_t i) {
  return straight_box(vec3((float)i, (float)(2 * i), (float)(3 * i)), vec3(test_uniform(random, 0, 1), 0, 0));
}
static inline carom_obb remote_item(uint64_t *random, uint32_t i) {
  carom_obb box = soup_item(random, i);
  box.center = vec3_add(box.center, vec3(9e5f, -7e5f, 3e5f));
  return box;
}
static inline carom_obb huge_item(uint64_t *random, uint32_t i) {
  if (i % 16) return soup_item(random, i);
  return turned_box(random, test_vec3(random, -1e6f, 1e6f), test_vec3(random, 0, 1e6f));
}

static const struct {
  const char *name;
  carom_obb (*item)(uint64_t *random, uint32_t i);
} set_kinds[] = {
    {"soup", soup_item},     {"needles", needle_item}, {"all sizes", any_size_item}, {"brushes", brush_item},
    {"tiles", tile_item},    {"same", same_item},      {"points", point_item},       {"line", line_item},
    {"remote", remote_item}, {"huge", huge_item},
};
enum { KIND_COUNT = sizeof set_kinds / sizeof *set_kinds };

/* Around the sizes at which nodes and levels fill up, and any. */
static inline uint32_t random_count(uint64_t *random) {
  static const uint32_t counts[] = {1,  2,  7,  8,  9,   10,  16,  17,  63,  64,
                                    65, 66, 72, 73, 128, 511, 512, 513, 520, 600};
  enum { COUNTS = sizeof counts / sizeof *counts };
  return test_below(random, 2) ? counts[test_below(random, COUNTS)] : 1 + test_below(random, ITEMS_MAX);
}

static inline void fill_set(item_set *set, int kind, uint64_t seed) {
  uint64_t random = seed;
  set->name = set_kinds[kind].name;
  set->seed = seed;
  set->count = random_count(&random);
  for (uint32_t i = 0; i < set->count; i++) set->boxes[i] = set_kinds[kind].item(&random, i);
}

static inline carom__obb_tree *build_tree(const item_set *set) {
  carom__obb_tree *tree = NULL;
  ck_assert_int_eq(carom__obb_tree_build(NULL, set->boxes, set->count, &tree), CAROM_OK);
  return tree;
}

/* --- The forms of the walks --- */

enum { FORMS = 2 };
/* Form 0 is the portable one; the other is the same where there is no AVX2. */
static inline const carom__obb_tree_kernels *tree_form(int form) {
  const carom__obb_tree_kernels *avx2 = form ? carom__obb_tree_kernels_avx2() : NULL;
  return avx2 ? avx2 : &carom__obb_tree_kernels_portable;
}

/* Runs a check on sets of all kinds; a check returns whether all was well. */
typedef bool (*set_check)(const item_set *set, const carom__obb_tree *tree,
                          const carom__obb_tree_kernels *form);

static inline void check_all_sets(int seeds, int form, set_check check) {
  static item_set set;
  for (int kind = 0; kind < KIND_COUNT; kind++) {
    for (int seed = 0; seed < test_scaled(seeds); seed++) {
      fill_set(&set, kind, (uint64_t)seed);
      carom__obb_tree *tree = build_tree(&set);
      bool right = check(&set, tree, tree_form(form));
      carom__obb_tree_destroy(tree);
      if (!right) ck_abort_msg("set %s, %d items, seed %d", set.name, (int)set.count, seed);
    }
  }
}

/* --- The inside --- */

static inline bool box_contains_box(const carom_obb *outer, const carom_obb *inner) {
  carom__obb_inverse frame = obb_inverse(outer);
  for (int i = 0; i < 8; i++)
    if (!obb_holds(outer, obb_coordinates(&frame, obb_corner(inner, i)))) return false;
  return true;
}

static inline bool bounds_contain_box(const carom_aabb *bounds, const carom_obb *box) {
  carom_aabb inner = carom__obb_bounds(box);
  return bounds->min.x <= inner.min.x && bounds->min.y <= inner.min.y && bounds->min.z <= inner.min.z &&
         bounds->max.x >= inner.max.x && bounds->max.y >= inner.max.y && bounds->max.z >= inner.max.z;
}

/* Do all boxes from a block up to the root hold this one? */
static inline bool is_held_above(const carom__obb_tree *tree, uint32_t index, const carom_obb *box) {
  for (; index != tree->root; index = tree->blocks[index].parent) {
    const carom__tree_block *up = &tree->blocks[tree->blocks[index].parent];
    int lane = (int)tree->blocks[index].lane;
    carom_aabb bounds = box_block_get(&up->lanes, (uint32_t)lane);
    carom_obb around = tree_get_box(&up->boxes, lane);
    if (up->lanes.children[lane] != index || !bounds_contain_box(&bounds, box)) return false;
    if (up->oriented && !box_contains_box(&around, box)) return false;
  }
  return true;
}

/* Counts the items below a block, whose boxes are boxes[item]; -1 when something is wrong. */
static inline int count_below(const carom__obb_tree *tree, uint32_t index, const carom_obb *boxes,
                              int depth) {
  const carom__tree_block *block = &tree->blocks[index];
  int total = 0;
  uint32_t children = 0;
  if (depth >= CAROM__TREE_LEVELS) return -1;
  for (int lane = 0; lane < CAROM__BOX_WIDTH; lane++) {
    uint32_t child = block->lanes.children[lane];
    if (!tree_box_is_there(block, lane)) continue;
    children++;
    if (block->height == 0) {
      uint32_t item = child & ~CAROM__TREE_ITEM;
      carom_aabb bounds = box_block_get(&block->lanes, (uint32_t)lane);
      carom_obb box = tree_get_box(&block->boxes, lane);
      if (memcmp(&box, &boxes[item], sizeof box) != 0 || !bounds_contain_box(&bounds, &box)) return -1;
      if (!is_held_above(tree, index, &box) || tree->slots.data[item] != index * 8 + (uint32_t)lane)
        return -1;
      total++;
    } else {
      int below =
          tree->blocks[child].height < block->height ? count_below(tree, child, boxes, depth + 1) : -1;
      if (below <= 0) return -1;
      total += below;
    }
  }
  return children == block->count ? total : -1;
}

#endif

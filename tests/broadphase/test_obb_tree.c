/* test_obb_tree.c: the tree's queries against tests of all items, on sets of every shape, and its inside. */
#include "obb_tree.h"

#include "obb_inverse.h"
#include "obb_tree_node.h"
#include "test_memory.h"
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

static carom_obb turned_box(uint64_t *random, carom_vec3 center, carom_vec3 half) {
  carom_quat turn = quat_normalize(test_quat(random));
  return (carom_obb){center, quat_to_mat3(turn), half};
}
static carom_obb straight_box(carom_vec3 center, carom_vec3 half) {
  return (carom_obb){center, mat3_identity(), half};
}

static carom_obb soup_item(uint64_t *random, uint32_t i) {
  (void)i;
  return turned_box(random, test_vec3(random, -20, 20), test_vec3(random, 0.1f, 2));
}
static carom_obb needle_item(uint64_t *random, uint32_t i) {
  (void)i;
  return turned_box(random, test_vec3(random, -20, 20), vec3(test_uniform(random, 1, 10), 0.05f, 0.05f));
}
static carom_obb any_size_item(uint64_t *random, uint32_t i) {
  (void)i;
  float x = test_log_uniform(random, 1e-3f, 1e2f), y = test_log_uniform(random, 1e-3f, 1e2f);
  return turned_box(random, test_vec3(random, -50, 50), vec3(x, y, test_log_uniform(random, 1e-3f, 1e2f)));
}
/* Whole numbers, so that many brushes share a plane or a side exactly. */
static carom_obb brush_item(uint64_t *random, uint32_t i) {
  (void)i;
  carom_vec3 half = {(float)(1 + test_below(random, 4)), (float)(1 + test_below(random, 2)), 1};
  float x = (float)test_below(random, 40), y = (float)test_below(random, 40);
  return straight_box(vec3(x, y, (float)test_below(random, 4)), half);
}
/* Flat tiles on a slope, in rows. */
static carom_obb tile_item(uint64_t *random, uint32_t i) {
  carom_quat turn = quat_normalize((carom_quat){0.3f, 0.1f, -0.2f, 1});
  carom_mat3 axes = quat_to_mat3(turn);
  carom_vec3 at = vec3((float)(i % 26), (float)(i / 26), test_uniform(random, -0.1f, 0.1f));
  return (carom_obb){mat3_mul_vec3(&axes, at), axes, vec3(0.5f, 0.5f, 0)};
}
static carom_obb same_item(uint64_t *random, uint32_t i) {
  (void)random, (void)i;
  return straight_box(vec3(1, 2, 3), vec3(0.5f, 1, 0));
}
static carom_obb point_item(uint64_t *random, uint32_t i) {
  carom_vec3 at = vec3((float)(i % 7), (float)(i / 7 % 7), (float)(i / 49 % 7));
  return test_below(random, 2) ? straight_box(at, origin) : turned_box(random, at, origin);
}
static carom_obb line_item(uint64_t *random, uint32_t i) {
  return straight_box(vec3((float)i, (float)(2 * i), (float)(3 * i)), vec3(test_uniform(random, 0, 1), 0, 0));
}
static carom_obb remote_item(uint64_t *random, uint32_t i) {
  carom_obb box = soup_item(random, i);
  box.center = vec3_add(box.center, vec3(9e5f, -7e5f, 3e5f));
  return box;
}
static carom_obb huge_item(uint64_t *random, uint32_t i) {
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
static uint32_t random_count(uint64_t *random) {
  static const uint32_t counts[] = {1,  2,  7,  8,  9,   10,  16,  17,  63,  64,
                                    65, 66, 72, 73, 128, 511, 512, 513, 520, 600};
  enum { COUNTS = sizeof counts / sizeof *counts };
  return test_below(random, 2) ? counts[test_below(random, COUNTS)] : 1 + test_below(random, ITEMS_MAX);
}

static void fill_set(item_set *set, int kind, uint64_t seed) {
  uint64_t random = seed;
  set->name = set_kinds[kind].name;
  set->seed = seed;
  set->count = random_count(&random);
  for (uint32_t i = 0; i < set->count; i++) set->boxes[i] = set_kinds[kind].item(&random, i);
}

static carom__obb_tree *build_tree(const item_set *set) {
  carom__obb_tree *tree = NULL;
  ck_assert_int_eq(carom__obb_tree_build(NULL, set->boxes, set->count, &tree), CAROM_OK);
  return tree;
}

/* Runs a check on sets of all kinds; a check returns whether all was well. */
static void check_all_sets(uint64_t seeds, bool (*check)(const item_set *, const carom__obb_tree *)) {
  static item_set set;
  for (int kind = 0; kind < KIND_COUNT; kind++) {
    for (uint64_t seed = 0; seed < seeds; seed++) {
      fill_set(&set, kind, seed);
      carom__obb_tree *tree = build_tree(&set);
      bool right = check(&set, tree);
      carom__obb_tree_destroy(tree);
      if (!right) ck_abort_msg("set %s, %d items, seed %d", set.name, (int)set.count, (int)seed);
    }
  }
}

/* --- The inside --- */

/* Where each node hangs. */
typedef struct node_place {
  uint32_t parent, slot, depth;
} node_place;

static bool box_contains_box(const carom_obb *outer, const carom_obb *inner) {
  carom__obb_inverse frame = obb_inverse(outer);
  for (int i = 0; i < 8; i++)
    if (!obb_holds(outer, obb_coordinates(&frame, obb_corner(inner, i)))) return false;
  return true;
}

static bool item_is_contained(const item_set *set, const carom__obb_tree *tree, const node_place *places,
                              uint32_t node, uint32_t item) {
  for (; node != 0; node = places[node].parent) {
    const carom_obb *box = &tree->nodes[places[node].parent].boxes[places[node].slot];
    if (!box_contains_box(box, &set->boxes[item])) return false;
  }
  return true;
}

static bool node_is_right(const item_set *set, const carom__obb_tree *tree, node_place *places,
                          uint32_t index, uint8_t *seen) {
  const carom__tree_node *node = &tree->nodes[index];
  if (node->count > CAROM__TREE_WIDTH || node->count < (set->count > 1 ? 2 : 1)) return false;
  if (places[index].depth >= CAROM__TREE_LEVELS) return false;
  for (uint32_t k = 0; k < node->count; k++) {
    uint32_t child = node->children[k], item = tree_child_item(child);
    if (!tree_child_is_item(child)) {
      if (child <= index || child >= tree->node_count) return false;
      places[child] = (node_place){index, k, places[index].depth + 1};
    } else if (item >= set->count || seen[item]++ || !item_is_contained(set, tree, places, index, item)) {
      return false;
    }
  }
  return true;
}

static bool inside_is_right(const item_set *set, const carom__obb_tree *tree) {
  static node_place places[ITEMS_MAX];
  uint8_t seen[ITEMS_MAX] = {0};
  uint32_t found = 0;
  places[0] = (node_place){0, 0, 0};
  /* Full nodes: a seventh of the items, and a remainder on each of three levels. */
  if (tree->node_count > set->count / 7 + 3) return false;
  for (uint32_t i = 0; i < tree->node_count; i++)
    if (!node_is_right(set, tree, places, i, seen)) return false;
  for (uint32_t i = 0; i < set->count; i++) found += seen[i];
  return found == set->count;
}

START_TEST(nodes_contain_their_items_and_are_full) { check_all_sets(60, inside_is_right); }
END_TEST

/* How many nodes a box reaches, all nodes counted whose boxes it overlaps. */
static uint32_t nodes_reached(const carom__obb_tree *tree, const carom_obb *box) {
  uint32_t reached = 0;
  for (uint32_t i = 0; i < tree->node_count; i++) {
    const carom__tree_node *node = &tree->nodes[i];
    for (uint32_t k = 0; k < node->count; k++)
      if (!tree_child_is_item(node->children[k])) reached += carom__obb_overlap(&node->boxes[k], box);
  }
  return reached;
}

static float half_area(carom_vec3 half) { return half.x * half.y + half.y * half.z + half.z * half.x; }

/* Tiles on a slope: the boxes lie along the slope, and those of a level overlap little. */
START_TEST(nodes_are_tight) {
  static item_set set = {.count = 512};
  uint64_t random = 8;
  for (uint32_t i = 0; i < set.count; i++) set.boxes[i] = tile_item(&random, i);
  carom__obb_tree *tree = build_tree(&set);
  float tight = 0, straight = 0;
  for (uint32_t k = 0; k < tree->nodes[0].count; k++) {
    carom_aabb bounds = carom__obb_bounds(&tree->nodes[0].boxes[k]);
    tight += half_area(tree->nodes[0].boxes[k].half);
    straight += half_area(vec3_scale(vec3_sub(bounds.max, bounds.min), 0.5f));
  }
  ck_assert(tight < 0.75f * straight);
  uint32_t reached = 0;
  for (uint32_t i = 0; i < set.count; i++) reached += nodes_reached(tree, &set.boxes[i]);
  carom__obb_tree_destroy(tree);
  /* A tile reaches its own node on each of the two levels below the root, and now and then a neighbour. */
  ck_assert_uint_lt(reached, 6 * set.count);
}
END_TEST

/* --- Queries with a box --- */

typedef struct visits {
  uint32_t times[ITEMS_MAX];
  uint32_t order[ITEMS_MAX];
  uint32_t total, end_after; /* end_after 0: never */
} visits;

static bool count_visit(void *context, uint32_t item) {
  visits *v = context;
  v->times[item]++;
  v->order[v->total++ % ITEMS_MAX] = item;
  return v->total != v->end_after;
}

static carom_obb random_query(uint64_t *random, const item_set *set) {
  const carom_obb *item = &set->boxes[test_below(random, set->count)];
  carom_vec3 at = vec3_add(item->center, test_vec3(random, -5, 5));
  switch (test_below(random, 6)) {
  case 0:
    return turned_box(random, at, test_vec3(random, 0, 1));
  case 1:
    return turned_box(random, at, vec3(test_uniform(random, 1, 30), 0.1f, 0.1f));
  case 2:
    return turned_box(random, at, test_vec3(random, 10, 50));
  case 3:
    return straight_box(item->center, origin);
  case 4:
    return (carom_obb){vec3_mad(item->center, item->axes.x, 2 * item->half.x), item->axes, item->half};
  default:
    return (carom_obb){vec3_mad(item->center, item->axes.y, item->half.y + 1), item->axes, vec3(1, 1, 1)};
  }
}

/* A box that overlaps every item. */
static carom_obb box_of_all(const item_set *set) {
  carom_aabb all = carom__obb_bounds(&set->boxes[0]);
  for (uint32_t i = 1; i < set->count; i++) all = aabb_union(all, carom__obb_bounds(&set->boxes[i]));
  return straight_box(vec3_lerp(all.min, all.max, 0.5f), vec3_sub(all.max, all.min));
}

static bool query_is_right(const item_set *set, const carom__obb_tree *tree, const carom_obb *box) {
  visits v = {.total = 0};
  if (!carom__obb_tree_query(tree, box, count_visit, &v)) return false;
  for (uint32_t i = 0; i < set->count; i++)
    if (v.times[i] != (carom__obb_overlap(&set->boxes[i], box) ? 1 : 0)) return false;
  return true;
}

static bool queries_are_right(const item_set *set, const carom__obb_tree *tree) {
  uint64_t random = ~set->seed;
  for (int i = 0; i < 40; i++) {
    carom_obb box = random_query(&random, set);
    if (!query_is_right(set, tree, &box)) return false;
  }
  carom_obb all = box_of_all(set);
  return query_is_right(set, tree, &all);
}

START_TEST(box_queries_find_what_all_tests_find) { check_all_sets(60, queries_are_right); }
END_TEST

static bool visit_ends(const item_set *set, const carom__obb_tree *tree) {
  carom_obb everything = box_of_all(set);
  visits all = {.total = 0}, again = {.total = 0};
  carom__obb_tree_query(tree, &everything, count_visit, &all);
  carom__obb_tree *second = build_tree(set);
  carom__obb_tree_query(second, &everything, count_visit, &again);
  carom__obb_tree_destroy(second);
  if (all.total != set->count || memcmp(&all, &again, sizeof all) != 0) return false;
  for (uint32_t end = 1; end <= set->count; end += 1 + end / 3) {
    visits some = {.total = 0, .end_after = end};
    if (carom__obb_tree_query(tree, &everything, count_visit, &some) || some.total != end) return false;
    if (memcmp(some.order, all.order, end * sizeof *some.order) != 0) return false;
  }
  return true;
}

START_TEST(box_queries_end_early_and_keep_their_order) { check_all_sets(10, visit_ends); }
END_TEST

/* --- Rays --- */

typedef struct ray_visits {
  const item_set *set;
  carom_vec3 origin, translation;
  uint32_t times[ITEMS_MAX];
  uint32_t total, end_after;
  float closest; /* above 1: none */
  bool shorten;  /* to the closest so far */
  bool late;     /* an item was visited that begins after the limit, by more than rounding */
} ray_visits;

static float fraction_of_box(const ray_visits *v, const carom_obb *box) {
  carom_obb_hit hit;
  carom__obb_cast_ray(box, v->origin, v->translation, &hit);
  return hit.hit ? hit.fraction : 2;
}

static float fraction_of(const ray_visits *v, uint32_t item) {
  return fraction_of_box(v, &v->set->boxes[item]);
}

/* The same for a box that is wider than the item's by twice what the tree may allow for rounding. */
static float earliest_fraction_of(const ray_visits *v, uint32_t item) {
  const carom_obb *box = &v->set->boxes[item];
  float size = vec3_norm1(vec3_sub(v->origin, box->center)) + vec3_norm1(box->center) + vec3_norm1(box->half);
  carom_obb wide = tree_widen(box, 2 * CAROM__TREE_MARGIN * size);
  return fraction_of_box(v, &wide);
}

static float ray_visit(void *context, uint32_t item, float limit) {
  ray_visits *v = context;
  float fraction = fraction_of(v, item);
  v->times[item]++;
  if (earliest_fraction_of(v, item) > limit) v->late = true;
  if (fraction < v->closest) v->closest = fraction;
  if (++v->total == v->end_after) return -1;
  return v->shorten && fraction < limit ? fraction : limit;
}

static void aim(uint64_t *random, ray_visits *v) {
  const carom_obb *item = &v->set->boxes[test_below(random, v->set->count)];
  float reach = 1 + vec3_norm1(item->half);
  carom_vec3 away = test_vec3(random, -1, 1);
  v->origin = vec3_mad(item->center, away, reach * test_uniform(random, 0, 20));
  v->translation = vec3_scale(vec3_sub(item->center, v->origin), test_uniform(random, 0.5f, 3));
  switch (test_below(random, 8)) {
  case 0: /* along an edge of the item, grazing two faces */
    v->origin = vec3_mad(vec3_mad(item->center, item->axes.x, -10 * reach), item->axes.y, item->half.y);
    v->translation = vec3_scale(item->axes.x, 20 * reach);
    break;
  case 1: /* from so far away that the item is hardly aimed at */
    v->origin = vec3_mad(item->center, away, 1e6f);
    v->translation = vec3_scale(vec3_sub(item->center, v->origin), 1.5f);
    break;
  case 2:
    v->translation = origin;
    break;
  case 3:
    v->origin = item->center;
    break;
  case 4:
    v->translation = vec3(0, 0, -v->translation.z);
    break;
  default:
    break;
  }
}

static bool all_hits_are_right(ray_visits *v, const carom__obb_tree *tree) {
  carom__obb_tree_cast_ray(tree, v->origin, v->translation, ray_visit, v);
  for (uint32_t i = 0; i < v->set->count; i++)
    if (v->times[i] > 1 || (v->times[i] == 0 && fraction_of(v, i) <= 1)) return false;
  return !v->late;
}

static bool closest_hit_is_right(ray_visits *v, const carom__obb_tree *tree) {
  float closest = 2;
  for (uint32_t i = 0; i < v->set->count; i++) closest = fminf(closest, fraction_of(v, i));
  v->shorten = true;
  carom__obb_tree_cast_ray(tree, v->origin, v->translation, ray_visit, v);
  return !v->late && v->closest == closest;
}

static bool early_end_is_right(ray_visits *v, const carom__obb_tree *tree, uint32_t hits) {
  v->end_after = (hits + 1) / 2;
  carom__obb_tree_cast_ray(tree, v->origin, v->translation, ray_visit, v);
  return v->total == v->end_after;
}

static bool rays_are_right(const item_set *set, const carom__obb_tree *tree) {
  uint64_t random = ~set->seed;
  for (int i = 0; i < 40; i++) {
    ray_visits fresh = {.set = set, .closest = 2};
    aim(&random, &fresh);
    ray_visits all = fresh, closest = fresh, some = fresh;
    if (!all_hits_are_right(&all, tree) || !closest_hit_is_right(&closest, tree)) return false;
    if (all.total > 0 && !early_end_is_right(&some, tree, all.total)) return false;
  }
  return true;
}

START_TEST(rays_find_what_all_casts_find) { check_all_sets(60, rays_are_right); }
END_TEST

typedef struct cluster_order {
  uint32_t near_items, far_items; /* visited so far */
  bool mixed;
} cluster_order;

enum { CLUSTER = 64 };

static float visit_cluster(void *context, uint32_t item, float limit) {
  cluster_order *order = context;
  if (item % 2 == 0)
    order->near_items++;
  else
    order->far_items++;
  if (item % 2 == 0 && order->far_items > 0) order->mixed = true;
  return limit;
}

START_TEST(rays_visit_the_nearer_nodes_first) {
  item_set set = {.count = 2 * CLUSTER};
  uint64_t random = 7;
  for (uint32_t i = 0; i < set.count; i++) {
    float x = (i % 2 ? 100.0f : 10.0f) * (_i ? -1.0f : 1.0f);
    carom_vec3 at = vec3_add(vec3(x, 0, 0), test_vec3(&random, -3, 3));
    set.boxes[i] = turned_box(&random, at, vec3(4, 4, 4));
  }
  carom__obb_tree *tree = build_tree(&set);
  cluster_order order = {0};
  carom__obb_tree_cast_ray(tree, origin, vec3(_i ? -200.0f : 200.0f, 0, 0), visit_cluster, &order);
  carom__obb_tree_destroy(tree);
  ck_assert(!order.mixed);
  ck_assert_uint_gt(order.near_items, CLUSTER / 2);
  ck_assert_uint_gt(order.far_items, CLUSTER / 2);
}
END_TEST

/* --- Memory --- */

START_TEST(building_survives_every_refused_request) {
  static item_set set;
  fill_set(&set, 0, 1);
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_status status = CAROM_OUT_OF_MEMORY;
  carom__obb_tree *tree = NULL;
  size_t k = 0;
  while (status == CAROM_OUT_OF_MEMORY && k < 20) {
    ck_assert_ptr_null(tree);
    ck_assert(test_memory_is_clean(&memory));
    test_memory_fail_at(&memory, ++k);
    status = carom__obb_tree_build(&allocator, set.boxes, set.count, &tree);
  }
  ck_assert_int_eq(status, CAROM_OK);
  ck_assert_uint_gt(k, 1);
  ck_assert_uint_eq(memory.live_blocks, 1);
  ck_assert(inside_is_right(&set, tree));
  carom__obb_tree_destroy(tree);
  ck_assert(test_memory_is_clean(&memory));
  carom__obb_tree_destroy(NULL);
}
END_TEST

START_TEST(refuses_more_items_than_it_can_number) {
  carom_obb box = straight_box(origin, origin);
  carom__obb_tree *tree = NULL;
  ck_assert_int_eq(carom__obb_tree_build(NULL, &box, (size_t)1 << 31, &tree), CAROM_LIMIT);
  ck_assert_ptr_null(tree);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb_tree");
  TCase *tests = tcase_create("obb_tree");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, nodes_contain_their_items_and_are_full);
  tcase_add_test(tests, nodes_are_tight);
  tcase_add_test(tests, box_queries_find_what_all_tests_find);
  tcase_add_test(tests, box_queries_end_early_and_keep_their_order);
  tcase_add_test(tests, rays_find_what_all_casts_find);
  tcase_add_loop_test(tests, rays_visit_the_nearer_nodes_first, 0, 2);
  tcase_add_test(tests, building_survives_every_refused_request);
  tcase_add_test(tests, refuses_more_items_than_it_can_number);
  suite_add_tcase(suite, tests);
  return suite;
}

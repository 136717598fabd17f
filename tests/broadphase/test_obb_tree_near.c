/* test_obb_tree_near.c: rays, moving boxes and points: what the tree visits, nearest first, against all
 * items.
 */
#include "obb_tree.h"

#include <float.h>

#include "tree_sets.h"

/* --- Rays --- */

typedef struct ray_visits {
  const carom__obb_tree_kernels *form;
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
  v->form->cast_ray(tree, v->origin, v->translation, ray_visit, v);
  for (uint32_t i = 0; i < v->set->count; i++)
    if (v->times[i] > 1 || (v->times[i] == 0 && fraction_of(v, i) <= 1)) return false;
  return !v->late;
}

static bool closest_hit_is_right(ray_visits *v, const carom__obb_tree *tree) {
  float closest = 2;
  for (uint32_t i = 0; i < v->set->count; i++) closest = fminf(closest, fraction_of(v, i));
  v->shorten = true;
  v->form->cast_ray(tree, v->origin, v->translation, ray_visit, v);
  return !v->late && v->closest == closest;
}

static bool early_end_is_right(ray_visits *v, const carom__obb_tree *tree, uint32_t hits) {
  v->end_after = (hits + 1) / 2;
  v->form->cast_ray(tree, v->origin, v->translation, ray_visit, v);
  return v->total == v->end_after;
}

static bool rays_are_right(const item_set *set, const carom__obb_tree *tree,
                           const carom__obb_tree_kernels *form) {
  uint64_t random = ~set->seed;
  for (int i = 0; i < 40; i++) {
    ray_visits fresh = {.form = form, .set = set, .closest = 2};
    aim(&random, &fresh);
    ray_visits all = fresh, closest = fresh, some = fresh;
    if (!all_hits_are_right(&all, tree) || !closest_hit_is_right(&closest, tree)) return false;
    if (all.total > 0 && !early_end_is_right(&some, tree, all.total)) return false;
  }
  return true;
}

START_TEST(rays_find_what_all_casts_find) { check_all_sets(60, _i, rays_are_right); }
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

/* --- Boxes that move --- */

/* By how much two boxes are apart when the second is moved by t times the translation, along the axis that
 * parts them most; in double. Negative when they overlap. */
static double gap_at(const carom_obb *a, const carom_obb *b, carom_vec3 translation, double t) {
  carom__dvec3 axes[15], offset = dvec3_sub(dvec3_widen(b->center), dvec3_widen(a->center));
  double most = -DBL_MAX;
  offset = dvec3_mad(offset, dvec3_widen(translation), t);
  for (int i = 0; i < 3; i++) {
    axes[i] = dvec3_widen(mat3_column(&a->axes, i));
    axes[3 + i] = dvec3_widen(mat3_column(&b->axes, i));
  }
  for (int i = 0; i < 9; i++) axes[6 + i] = dvec3_cross(axes[i / 3], axes[3 + i % 3]);
  for (int i = 0; i < 15; i++) {
    double length = dvec3_length(axes[i]), radius = 0;
    if (length < 1e-4) continue;
    for (int k = 0; k < 3; k++) {
      radius += (double)vec3_get(a->half, k) * fabs(dvec3_dot(axes[k], axes[i]));
      radius += (double)vec3_get(b->half, k) * fabs(dvec3_dot(axes[3 + k], axes[i]));
    }
    most = greater_double(most, (fabs(dvec3_dot(offset, axes[i])) - radius) / length);
  }
  return most;
}

/* The least gap on the way up to `limit`: the gap is convex in the time, so a search by thirds finds it. */
static double least_gap(const carom_obb *a, const carom_obb *b, carom_vec3 translation, double limit) {
  double low = 0, high = limit;
  for (int i = 0; i < 60; i++) {
    double first = low + (high - low) / 3, second = high - (high - low) / 3;
    if (gap_at(a, b, translation, first) <= gap_at(a, b, translation, second))
      high = second;
    else
      low = first;
  }
  return lesser_double(gap_at(a, b, translation, low), gap_at(a, b, translation, 0));
}

/* What rounding may cost: twice what the tree allows. */
static double allowance(const carom_obb *item, carom_vec3 from, carom_vec3 half) {
  float size = vec3_norm1(from) + vec3_norm1(half) + vec3_norm1(item->center) + vec3_norm1(item->half);
  return 2 * (double)(CAROM__TREE_MARGIN * size);
}

typedef struct item_visits {
  const item_set *set;
  uint32_t times[ITEMS_MAX];
  float limits[ITEMS_MAX]; /* when it was visited */
  float limit;             /* to set by the first visit; negative: never */
} item_visits;

static float note_visit(void *context, uint32_t item, float limit) {
  item_visits *v = context;
  v->times[item]++;
  v->limits[item] = limit;
  return v->limit >= 0 ? v->limit : limit;
}

/* All that truly meet are visited, once, and nothing that stays well apart. */
static bool cast_is_right(const item_set *set, const carom__obb_tree *tree,
                          const carom__obb_tree_kernels *form, const carom_obb *box, carom_vec3 translation) {
  item_visits v = {.set = set, .limit = -1};
  form->cast_box(tree, box, translation, note_visit, &v);
  for (uint32_t i = 0; i < set->count; i++) {
    double gap = least_gap(&set->boxes[i], box, translation, 1);
    if (v.times[i] > 1 || (v.times[i] == 0 && gap < 0)) return false;
    if (v.times[i] == 1 && gap > 2 * allowance(&set->boxes[i], box->center, box->half)) return false;
  }
  return true;
}

/* With the limit lowered by the first visit, what is met before it is still found, and nothing else after. */
static bool limited_cast_is_right(const item_set *set, const carom__obb_tree *tree,
                                  const carom__obb_tree_kernels *form, const carom_obb *box,
                                  carom_vec3 translation) {
  item_visits v = {.set = set, .limit = 0.25f};
  form->cast_box(tree, box, translation, note_visit, &v);
  for (uint32_t i = 0; i < set->count; i++) {
    double gap = least_gap(&set->boxes[i], box, translation, 0.25);
    if (v.times[i] == 0 && gap < 0) return false;
    if (v.times[i] > 0 && v.limits[i] < 1 && gap > 2 * allowance(&set->boxes[i], box->center, box->half))
      return false;
  }
  return true;
}

static carom_obb moving_box(uint64_t *random, const item_set *set, carom_vec3 *translation) {
  const carom_obb *item = &set->boxes[test_below(random, set->count)];
  float reach = 1 + vec3_norm1(item->half);
  carom_obb box =
      turned_box(random, item->center, vec3_scale(test_vec3(random, 0, 1), test_uniform(random, 0, 3)));
  box.center = vec3_mad(box.center, test_vec3(random, -1, 1), reach * test_uniform(random, 0, 6));
  *translation = vec3_scale(vec3_sub(item->center, box.center), test_uniform(random, 0.5f, 3));
  if (test_below(random, 4) == 0) box.axes = item->axes;
  if (test_below(random, 4) == 0) box.half = origin;
  if (test_below(random, 8) == 0) *translation = vec3_scale(item->axes.x, 2 * reach);
  if (test_below(random, 16) == 0) *translation = origin;
  return box;
}

static bool casts_are_right(const item_set *set, const carom__obb_tree *tree,
                            const carom__obb_tree_kernels *form) {
  uint64_t random = ~set->seed;
  for (int i = 0; i < 3; i++) {
    carom_vec3 translation;
    carom_obb box = moving_box(&random, set, &translation);
    if (!cast_is_right(set, tree, form, &box, translation)) return false;
    if (!limited_cast_is_right(set, tree, form, &box, translation)) return false;
  }
  return true;
}

START_TEST(moving_boxes_find_what_they_meet) { check_all_sets(4, _i, casts_are_right); }
END_TEST

/* --- Points --- */

static double distance_to(const carom_obb *box, carom_vec3 point) {
  carom__dvec3 away = dvec3_sub(dvec3_widen(point), dvec3_widen(box->center)), beyond;
  beyond.x = greater_double(fabs(dvec3_dot(dvec3_widen(box->axes.x), away)) - (double)box->half.x, 0);
  beyond.y = greater_double(fabs(dvec3_dot(dvec3_widen(box->axes.y), away)) - (double)box->half.y, 0);
  beyond.z = greater_double(fabs(dvec3_dot(dvec3_widen(box->axes.z), away)) - (double)box->half.z, 0);
  return dvec3_length(beyond);
}

/* All within the limit are visited, and nothing that is well beyond. */
static bool near_items_are_right(const item_set *set, const carom__obb_tree *tree,
                                 const carom__obb_tree_kernels *form, carom_vec3 point, float limit) {
  item_visits v = {.set = set, .limit = -1};
  form->near_point(tree, point, limit, note_visit, &v);
  for (uint32_t i = 0; i < set->count; i++) {
    double distance = distance_to(&set->boxes[i], point);
    if (v.times[i] > 1 || (v.times[i] == 0 && distance <= (double)limit)) return false;
    if (v.times[i] == 1 && distance > (double)limit + allowance(&set->boxes[i], point, origin)) return false;
  }
  return true;
}

typedef struct nearest_search {
  const item_set *set;
  carom_vec3 point;
  double distance;
  uint32_t visits;
} nearest_search;

static float keep_nearest(void *context, uint32_t item, float limit) {
  nearest_search *search = context;
  double distance = distance_to(&search->set->boxes[item], search->point);
  search->visits++;
  search->distance = lesser_double(search->distance, distance);
  return distance < (double)limit ? (float)distance : limit;
}

static bool nearest_is_right(const item_set *set, const carom__obb_tree *tree,
                             const carom__obb_tree_kernels *form, carom_vec3 point) {
  nearest_search search = {.set = set, .point = point, .distance = DBL_MAX};
  double least = DBL_MAX;
  form->near_point(tree, point, FLT_MAX, keep_nearest, &search);
  for (uint32_t i = 0; i < set->count; i++) least = lesser_double(least, distance_to(&set->boxes[i], point));
  /* The limit is a float, so what is nearer by less than its rounding may be passed over. */
  return search.distance <= least * (1 + 1e-6);
}

static bool points_are_right(const item_set *set, const carom__obb_tree *tree,
                             const carom__obb_tree_kernels *form) {
  uint64_t random = ~set->seed;
  for (int i = 0; i < 20; i++) {
    const carom_obb *item = &set->boxes[test_below(&random, set->count)];
    float reach = test_below(&random, 2) ? 3 : 300;
    carom_vec3 point = vec3_mad(item->center, test_vec3(&random, -1, 1), reach);
    if (!near_items_are_right(set, tree, form, point, test_uniform(&random, 0, reach))) return false;
    if (!near_items_are_right(set, tree, form, item->center, 0)) return false;
    if (!nearest_is_right(set, tree, form, point)) return false;
  }
  return true;
}

START_TEST(points_find_what_is_near) { check_all_sets(30, _i, points_are_right); }
END_TEST

/* The nearest item is found after a few, or the order would be of no use. */
START_TEST(few_items_are_looked_at) {
  static item_set set = {.count = ITEMS_MAX};
  uint64_t random = 4;
  for (uint32_t i = 0; i < set.count; i++) set.boxes[i] = soup_item(&random, i);
  carom__obb_tree *tree = build_tree(&set);
  uint32_t visits = 0;
  for (int i = 0; i < 100; i++) {
    nearest_search search = {.set = &set, .point = test_vec3(&random, -20, 20), .distance = DBL_MAX};
    carom__obb_tree_near_point(tree, search.point, FLT_MAX, keep_nearest, &search);
    visits += search.visits;
  }
  carom__obb_tree_destroy(tree);
  ck_assert_uint_lt(visits, 100 * 10);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb_tree_near");
  TCase *tests = tcase_create("obb_tree_near");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, rays_find_what_all_casts_find, 0, FORMS);
  tcase_add_loop_test(tests, rays_visit_the_nearer_nodes_first, 0, 2);
  tcase_add_loop_test(tests, moving_boxes_find_what_they_meet, 0, FORMS);
  tcase_add_loop_test(tests, points_find_what_is_near, 0, FORMS);
  tcase_add_test(tests, few_items_are_looked_at);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_compound.c: compounds against their children one by one. */
#include "carom/cast.h"
#include "carom/patch.h"

#include "asset_set.h"
#include "compounds.h"

enum { MOST_PATCHES = 256, SEEDS = 12 };

static const double NEAR = 2e-5;

typedef struct scene {
  family family;
  carom_shape other;
  carom_pose at, other_at;
} scene;

static carom_pose pose_within(uint64_t *random, float far) {
  carom_vec3 p = test_vec3(random, -far, far);
  return (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, test_quat(random)};
}

static void pose_scene(uint64_t *random, scene *s) {
  s->at = pose_within(random, 5);
  s->other_at = pose_within(random, 2.5f);
  s->other_at.position.x += s->at.position.x;
  s->other_at.position.y += s->at.position.y;
  s->other_at.position.z += s->at.position.z;
}

/* All kinds against one compound. */
static void all_kinds(int seed, bool meshes, void (*compare)(uint64_t *random, scene *s)) {
  uint64_t random = (uint64_t)seed * 3571 + 1;
  static scene s;
  for (int round = 0; round < test_scaled(20); round++) {
    make_family(&random, 1 + test_below(&random, 20), seed % 2, meshes, &s.family);
    for (int n = 0; n < 2 * SPATIAL_KINDS; n++) {
      s.other = kind_random(&random, spatial_kind((uint32_t)n % SPATIAL_KINDS), 0.3f);
      pose_scene(&random, &s);
      compare(&random, &s);
      kind_release(&s.other);
    }
    end_family(&s.family);
  }
}

/* --- Distances and overlaps --- */

static double least_distance(const scene *s) {
  double least = HUGE_VAL;
  for (uint32_t i = 0; i < s->family.count; i++) {
    carom_pose at = child_pose(&s->family, i, &s->at);
    carom_distance_result found;
    ck_assert_int_eq(carom_distance(&s->family.children[i].shape, &at, &s->other, &s->other_at, &found),
                     CAROM_OK);
    least = fmin(least, (double)found.distance);
  }
  return least;
}

static double greatest_depth(const scene *s) {
  double most = 0;
  for (uint32_t i = 0; i < s->family.count; i++) {
    carom_pose at = child_pose(&s->family, i, &s->at);
    carom_manifold found;
    ck_assert_int_eq(carom_collide(&s->family.children[i].shape, &at, &s->other, &s->other_at, &found),
                     CAROM_OK);
    for (uint32_t k = 0; k < found.point_count; k++) most = fmax(most, -(double)found.points[k].separation);
  }
  return most;
}

static void compare_distances(uint64_t *random, scene *s) {
  carom_distance_result found, back;
  bool overlap;
  (void)random;
  double least = least_distance(s);
  ck_assert_int_eq(carom_distance(&s->family.shape, &s->at, &s->other, &s->other_at, &found), CAROM_OK);
  ck_assert_int_eq(carom_distance(&s->other, &s->other_at, &s->family.shape, &s->at, &back), CAROM_OK);
  ck_assert_int_eq(carom_overlap(&s->family.shape, &s->at, &s->other, &s->other_at, &overlap), CAROM_OK);
  ck_assert_double_eq_tol((double)found.distance, least, NEAR);
  ck_assert_double_eq_tol((double)back.distance, least, NEAR);
  ck_assert_int_eq(overlap, found.distance == 0);
  if (least > NEAR || greatest_depth(s) > NEAR) ck_assert_int_eq(overlap, least == 0);
}
START_TEST(distances_are_those_of_the_nearest_child) { all_kinds(_i, _i % 3, compare_distances); }
END_TEST

/* --- Contacts --- */

/* A patch lies on the child that it names. */
static void check_patch(const scene *s, const carom_patch *patch, bool flipped) {
  uint32_t child = flipped ? patch->child_b : patch->child_a;
  double least = HUGE_VAL;
  for (uint32_t i = 0; i < s->family.count; i++) {
    if (s->family.numbers[i] != child) continue;
    carom_pose at = child_pose(&s->family, i, &s->at);
    carom_point_distance found;
    const carom_contact_point *p = &patch->points[0];
    ck_assert_int_eq(carom_distance_to_point(&s->family.children[i].shape, &at, &p->position, &found),
                     CAROM_OK);
    least = fmin(least, (double)found.distance + 0.5 * (double)p->separation);
  }
  ck_assert(least <= NEAR);
}

static void compare_contacts(uint64_t *random, scene *s) {
  static carom_patch patches[MOST_PATCHES];
  size_t count = 0;
  bool overlap, flip = test_below(random, 2);
  carom_manifold manifold;
  const carom_shape *a = flip ? &s->other : &s->family.shape, *b = flip ? &s->family.shape : &s->other;
  const carom_pose *at = flip ? &s->other_at : &s->at, *bt = flip ? &s->at : &s->other_at;
  ck_assert_int_eq(carom_overlap(a, at, b, bt, &overlap), CAROM_OK);
  ck_assert_int_eq(carom_collide(a, at, b, bt, &manifold), CAROM_OK);
  ck_assert_int_eq(carom_collide_patches(a, at, b, bt, patches, MOST_PATCHES, &count), CAROM_OK);
  ck_assert_int_eq(overlap, count > 0);
  ck_assert_int_eq(overlap, manifold.point_count > 0);
  ck_assert_uint_le(count, MOST_PATCHES);
  for (size_t i = 0; i < count; i++) check_patch(s, &patches[i], flip);
}
START_TEST(contacts_are_where_overlaps_are) { all_kinds(_i, _i % 3, compare_contacts); }
END_TEST

/* Children that are apart from each other are as deep as alone. */
static void make_apart(uint64_t *random, scene *s) {
  carom_compound_child *children = s->family.children;
  for (uint32_t i = 0; i < 27; i++) {
    children[i] = random_child(random, 0, 0.4f, false);
    children[i].pose.position = vec3((float)(i % 3) * 3, (float)(i / 3 % 3) * 3, (float)(i / 9) * 3);
    children[i].number = i;
    s->family.outer[i] = (carom_local_pose){.rotation = {0, 0, 0, 1}};
  }
  s->family.count = 27;
  s->family.compound = make_compound(children, 27);
  s->family.shape = carom_shape_compound(s->family.compound);
}

static void compare_apart(uint64_t *random, scene *s) {
  uint32_t i = test_below(random, 27);
  carom_pose at = child_pose(&s->family, i, &s->at);
  carom_manifold of_child, of_all;
  carom_patch patch;
  size_t count;
  s->other_at.rotation = test_quat(random);
  s->other_at.position = pos_add(at.position, test_vec3(random, -0.7f, 0.7f));
  ck_assert_int_eq(carom_collide(&s->family.children[i].shape, &at, &s->other, &s->other_at, &of_child),
                   CAROM_OK);
  ck_assert_int_eq(carom_collide(&s->family.shape, &s->at, &s->other, &s->other_at, &of_all), CAROM_OK);
  ck_assert_int_eq(
      carom_collide_patches(&s->family.shape, &s->at, &s->other, &s->other_at, &patch, 1, &count), CAROM_OK);
  double deepest = 0, deepest_of_all = 0;
  for (uint32_t k = 0; k < of_child.point_count; k++)
    deepest = fmax(deepest, -(double)of_child.points[k].separation);
  for (uint32_t k = 0; k < of_all.point_count; k++)
    deepest_of_all = fmax(deepest_of_all, -(double)of_all.points[k].separation);
  ck_assert_double_eq_tol(deepest, deepest_of_all, 1e-3 * deepest + NEAR);
  if (deepest > NEAR) {
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(patch.child_a, i);
    ck_assert_uint_eq(patch.material_a, s->family.children[i].material);
  }
}

START_TEST(children_that_are_apart_are_as_deep_as_alone) {
  uint64_t random = (uint64_t)_i + 77;
  static scene s;
  make_apart(&random, &s);
  for (int n = 0; n < test_scaled(2000); n++) {
    s.other = kind_random(&random, spatial_kind((uint32_t)n % SPATIAL_KINDS), 0.3f);
    s.at = pose_within(&random, 5);
    compare_apart(&random, &s);
    kind_release(&s.other);
  }
  end_family(&s.family);
}
END_TEST

/* --- Points, rays and bounds --- */

static void compare_points(uint64_t *random, scene *s) {
  carom_point_distance found;
  carom_pos p = pos_add(s->at.position, test_vec3(random, -4, 4));
  double least = HUGE_VAL;
  bool inside = false;
  for (uint32_t i = 0; i < s->family.count; i++) {
    carom_pose at = child_pose(&s->family, i, &s->at);
    ck_assert_int_eq(carom_distance_to_point(&s->family.children[i].shape, &at, &p, &found), CAROM_OK);
    least = fmin(least, (double)found.distance);
    inside |= found.inside;
  }
  ck_assert_int_eq(carom_distance_to_point(&s->family.shape, &s->at, &p, &found), CAROM_OK);
  ck_assert_double_eq_tol((double)found.distance, least, NEAR);
  if (least > NEAR) {
    carom_vec3 way = pos_sub(p, found.point);
    ck_assert(!found.inside && !inside);
    ck_assert_double_eq_tol((double)vec3_length(way), least, NEAR);
    ck_assert(vec3_dot(way, found.normal) > 0.999f * vec3_length(way));
  }
}
START_TEST(points_are_as_far_as_from_the_nearest_child) { all_kinds(_i, _i % 3, compare_points); }
END_TEST

/* Of children as near, the first in order. */
static int first_nearest(const carom_point_distance *alone, int count) {
  int first = 0;
  for (int i = 1; i < count; i++) {
    if (alone[i].inside != alone[first].inside ? alone[i].inside : alone[i].distance < alone[first].distance)
      first = i;
  }
  return first;
}

/* Where places are exact, a point is told what its nearest child alone tells, to the bit. */
START_TEST(points_tell_the_child) {
  enum { CHILDREN = 9 };
  uint64_t random = (uint64_t)_i + 5;
  const carom_pose origin = {.rotation = {0, 0, 0, 1}};
  asset_set assets;
  int inside = 0, on_mesh = 0;
  ck_assert_int_eq(assets_make(&assets), CAROM_OK);
  for (int round = 0; round < 6 + test_scaled(60); round++) {
    carom_compound_child children[CHILDREN];
    for (uint32_t i = 0; i < CHILDREN; i++) {
      carom_vec3 p = test_vec3(&random, -9, 9), scale = {1, i % 3 ? 1 : -1.5f, 1};
      children[i] = (carom_compound_child){
          .shape = i % 4 ? assets_scaled(&assets, test_below(&random, 100), scale, i % 2 ? 0 : 0.125f)
                         : carom_shape_rounded_box(0.5f, 0.25f, 0.5f, i % 8 ? 0.125f : 0),
          .pose.position = {floorf(p.x) / 4, floorf(p.y) / 4, floorf(p.z) / 4},
          .number = test_below(&random, 5) + 1,
          .material = (uint8_t)test_below(&random, 3)};
    }
    carom_compound *compound = make_compound(children, CHILDREN);
    carom_shape whole = carom_shape_compound(compound);
    for (int n = 0; n < 40; n++) {
      carom_vec3 q = test_vec3(&random, -24, 24);
      carom_pos p = {(double)floorf(q.x) / 8, (double)floorf(q.y) / 8, (double)floorf(q.z) / 8};
      carom_point_distance alone[CHILDREN], found;
      for (int i = 0; i < CHILDREN; i++) {
        carom_pose at = {pos_add(origin.position, children[i].pose.position), origin.rotation};
        ck_assert_int_eq(carom_distance_to_point(&children[i].shape, &at, &p, &alone[i]), CAROM_OK);
      }
      int k = first_nearest(alone, CHILDREN);
      ck_assert_int_eq(carom_distance_to_point(&whole, &origin, &p, &found), CAROM_OK);
      ck_assert(found.inside == alone[k].inside && found.distance == alone[k].distance);
      ck_assert_uint_eq(found.child, children[k].number);
      ck_assert_uint_eq(found.mesh.triangle, alone[k].mesh.triangle);
      ck_assert(found.mesh.u == alone[k].mesh.u && found.mesh.v == alone[k].mesh.v);
      ck_assert(found.mesh.back == alone[k].mesh.back && found.normal.x == alone[k].normal.x);
      uint8_t material = children[k].material;
      ck_assert_uint_eq(found.mesh.material, material ? material : alone[k].mesh.material);
      inside += found.inside;
      on_mesh += found.mesh.u > 0;
    }
    carom_compound_release(compound);
  }
  ck_assert(inside > 0 && on_mesh > 0);
  assets_release(&assets);
}
END_TEST

static void compare_rays(uint64_t *random, scene *s) {
  carom_ray ray = {pos_add(s->at.position, test_vec3(random, -4, 4)), test_vec3(random, -6, 6)};
  carom_ray_result found, best = {.fraction = HUGE_VALF};
  bool on_edge = false;
  for (uint32_t i = 0; i < s->family.count; i++) {
    carom_pose at = child_pose(&s->family, i, &s->at);
    carom_ray_result here;
    ck_assert_int_eq(carom_cast_ray(&s->family.children[i].shape, &at, &ray, &here), CAROM_OK);
    if (here.hit && here.fraction < best.fraction) best = here;
    if (here.hit && fabsf(here.fraction - best.fraction) < 1e-4f) on_edge = !here.inside;
  }
  ck_assert_int_eq(carom_cast_ray(&s->family.shape, &s->at, &ray, &found), CAROM_OK);
  if (best.fraction < 0.9999f || !on_edge) ck_assert_int_eq(found.hit, best.hit);
  if (!found.hit || !best.hit) return;
  ck_assert_double_eq_tol((double)found.fraction, (double)best.fraction, 1e-4);
  if (found.fraction > 1e-4f) ck_assert(!found.inside && vec3_dot(found.normal, ray.translation) <= 0);
}
START_TEST(rays_meet_the_first_child) { all_kinds(_i, _i % 3, compare_rays); }
END_TEST

static void compare_bounds(uint64_t *random, scene *s) {
  carom_aabb found, all = {{HUGE_VALF, HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};
  (void)random;
  for (uint32_t i = 0; i < s->family.count; i++) {
    carom_pose at = child_pose(&s->family, i, &s->at);
    carom_aabb here;
    ck_assert_int_eq(carom_shape_bounds(&s->family.children[i].shape, &at, &here), CAROM_OK);
    all = aabb_union(all, here);
  }
  ck_assert_int_eq(carom_shape_bounds(&s->family.shape, &s->at, &found), CAROM_OK);
  for (int k = 0; k < 3; k++) {
    ck_assert_double_eq_tol((double)vec3_get(found.min, k), (double)vec3_get(all.min, k), NEAR);
    ck_assert_double_eq_tol((double)vec3_get(found.max, k), (double)vec3_get(all.max, k), NEAR);
  }
}
START_TEST(bounds_are_around_all_children) { all_kinds(_i, _i % 3, compare_bounds); }
END_TEST

/* --- Casts --- */

static void compare_casts(uint64_t *random, scene *s) {
  carom_vec3 way = test_vec3(random, -3, 3);
  carom_impact found, best = {.fraction = 2};
  double fractions[MOST_CHILDREN];
  for (uint32_t i = 0; i < s->family.count; i++) {
    carom_pose at = child_pose(&s->family, i, &s->at);
    carom_impact here;
    carom_status status =
        carom_cast_shape(&s->family.children[i].shape, &at, &s->other, &s->other_at, way, &here);
    ck_assert_int_eq(status, CAROM_OK);
    fractions[i] = here.hit ? here.fraction : 2;
    if (here.hit && here.fraction < best.fraction) best = here;
  }
  ck_assert_int_eq(carom_cast_shape(&s->family.shape, &s->at, &s->other, &s->other_at, way, &found),
                   CAROM_OK);
  if (best.hit && best.fraction > 0.9999) return;
  ck_assert_int_eq(found.hit, best.hit);
  if (!found.hit) return;
  ck_assert_double_eq_tol(found.fraction, best.fraction, 1e-4);
  bool told = false;
  for (uint32_t i = 0; i < s->family.count; i++)
    told |= s->family.numbers[i] == found.child_a && fractions[i] <= found.fraction + 1e-4;
  ck_assert(told && found.child_b == 0);
}
START_TEST(casts_meet_the_first_child) { all_kinds(_i, false, compare_casts); }
END_TEST

/* Both turn. */
static void compare_sweeps(uint64_t *random, scene *s) {
  carom_motion of_all = {s->at, pose_within(random, 2)}, of_other = {s->other_at, pose_within(random, 2)};
  carom_impact found;
  carom_status status = carom_time_of_impact(&s->family.shape, &of_all, &s->other, &of_other, 1e-3f, &found);
  if (status == CAROM_NOT_CONVERGED) return;
  ck_assert_int_eq(status, CAROM_OK);
  /* Before the hit all children are apart, and at the hit one of them is near. */
  double least = HUGE_VAL;
  for (int step = 0; step <= 8; step++) {
    double time = found.hit ? found.fraction * step / 8 : step / 8.0;
    scene then = *s;
    ck_assert_int_eq(carom_motion_pose(&of_all, time, &then.at), CAROM_OK);
    ck_assert_int_eq(carom_motion_pose(&of_other, time, &then.other_at), CAROM_OK);
    least = least_distance(&then);
    if (!found.inside && step < 8) ck_assert(least > 0);
  }
  if (found.hit) ck_assert(least <= 1.3e-3);
}
START_TEST(impacts_in_motion_are_those_of_the_first_child) { all_kinds(_i, false, compare_sweeps); }
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("compound");
  TCase *tests = tcase_create("the children one by one");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, distances_are_those_of_the_nearest_child, 0, SEEDS);
  tcase_add_loop_test(tests, contacts_are_where_overlaps_are, 0, SEEDS);
  tcase_add_loop_test(tests, children_that_are_apart_are_as_deep_as_alone, 0, 4);
  tcase_add_loop_test(tests, points_are_as_far_as_from_the_nearest_child, 0, SEEDS);
  tcase_add_loop_test(tests, points_tell_the_child, 0, 4);
  tcase_add_loop_test(tests, rays_meet_the_first_child, 0, SEEDS);
  tcase_add_loop_test(tests, bounds_are_around_all_children, 0, SEEDS);
  tcase_add_loop_test(tests, casts_meet_the_first_child, 0, SEEDS);
  tcase_add_loop_test(tests, impacts_in_motion_are_those_of_the_first_child, 0, SEEDS);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_compound_planar.c: compounds of planar children: against these one by one, and as ground. */
#include "carom/cast.h"
#include "carom/patch.h"
#include "carom/query_cast.h"

#include "compounds.h"

enum { TILES = 40 };

static carom_shape planar_random(uint64_t *random, float scale) {
  float a = scale * test_uniform(random, 0.2f, 1), b = scale * test_uniform(random, 0.2f, 1);
  const float points[8] = {-a, -b, a, -0.5f * b, 0.7f * a, b, -0.4f * a, 0.8f * b};
  carom_polygon *polygon = NULL;
  switch (test_below(random, 4)) {
  case 0:
    return carom_shape_disc(a);
  case 1:
    return carom_shape_stadium((carom_vec2){-a, 0}, (carom_vec2){a, b}, 0.3f * b);
  case 2:
    ck_assert_int_eq(carom_polygon_from_points(NULL, points, 4, 0, &polygon), CAROM_OK);
    return carom_shape_polygon(polygon);
  default:
    return carom_shape_rounded_rectangle(a, b, test_below(random, 2) ? 0 : 0.2f * a);
  }
}

static carom_local_pose planar_place(uint64_t *random, float far) {
  carom_pose pose = carom_pose_planar(0, 0, (double)test_uniform(random, -3, 3));
  carom_vec3 at = test_vec3(random, -far, far);
  return (carom_local_pose){{at.x, at.y, 0}, pose.rotation};
}

static carom_pose planar_pose(uint64_t *random, float far) {
  carom_local_pose place = planar_place(random, far);
  return (carom_pose){{(double)place.position.x, (double)place.position.y, 0}, place.rotation};
}

/* Every other child lies in a compound of its own. */
static void make_planar(uint64_t *random, uint32_t count, family *f) {
  carom_compound_child top[MOST_CHILDREN];
  f->count = count;
  for (uint32_t i = 0; i < count; i++) {
    f->children[i] = (carom_compound_child){planar_random(random, 0.5f), planar_place(random, 2), i, 0};
    f->outer[i] = (carom_local_pose){.rotation = {0, 0, 0, 1}};
    top[i] = f->children[i];
    if (i % 2 == 0) continue;
    f->outer[i] = planar_place(random, 1);
    top[i].shape = carom_shape_compound(make_compound(&f->children[i], 1));
    top[i].pose = f->outer[i];
  }
  f->compound = make_compound(top, count);
  f->shape = carom_shape_compound(f->compound);
  ck_assert_int_eq(f->shape.kind, CAROM_PLANAR_COMPOUND);
  for (uint32_t i = 1; i < count; i += 2) kind_release(&top[i].shape);
}

START_TEST(answers_are_those_of_the_children) {
  static family f;
  uint64_t random = (uint64_t)_i + 9;
  make_planar(&random, 1 + (uint32_t)_i, &f);
  for (int n = 0; n < test_scaled(1000); n++) {
    carom_shape other = planar_random(&random, 0.4f);
    carom_pose at = planar_pose(&random, 5), other_at = planar_pose(&random, 2);
    other_at.position.x += at.position.x, other_at.position.y += at.position.y;
    double least = HUGE_VAL, ray_least = HUGE_VAL;
    const carom_ray ray = {other_at.position,
                           {test_uniform(&random, -4, 4), test_uniform(&random, -4, 4), 0}};
    carom_ray_result hit;
    for (uint32_t i = 0; i < f.count; i++) {
      carom_pose child = child_pose(&f, i, &at);
      carom_distance_result here;
      ck_assert_int_eq(carom_distance(&f.children[i].shape, &child, &other, &other_at, &here), CAROM_OK);
      least = fmin(least, (double)here.distance);
      ck_assert_int_eq(carom_cast_ray(&f.children[i].shape, &child, &ray, &hit), CAROM_OK);
      if (hit.hit) ray_least = fmin(ray_least, (double)hit.fraction);
    }
    carom_distance_result found;
    carom_manifold manifold;
    bool overlap;
    ck_assert_int_eq(carom_distance(&f.shape, &at, &other, &other_at, &found), CAROM_OK);
    ck_assert_double_eq_tol((double)found.distance, least, 2e-5);
    ck_assert_int_eq(carom_overlap(&f.shape, &at, &other, &other_at, &overlap), CAROM_OK);
    ck_assert_int_eq(overlap, found.distance == 0);
    ck_assert_int_eq(carom_collide(&f.shape, &at, &other, &other_at, &manifold), CAROM_OK);
    ck_assert_int_eq(overlap, manifold.point_count > 0);
    ck_assert(manifold.normal.z == 0);
    ck_assert_int_eq(carom_cast_ray(&f.shape, &at, &ray, &hit), CAROM_OK);
    if (ray_least < 0.9999 || ray_least == HUGE_VAL) ck_assert_int_eq(hit.hit, ray_least < HUGE_VAL);
    if (hit.hit) ck_assert_double_eq_tol((double)hit.fraction, ray_least, 1e-4);
    kind_release(&other);
  }
  end_family(&f);
}
END_TEST

/* Where a cast at the children one by one first hits; 2: nowhere. */
static double first_of_children(const family *f, const carom_pose *at, const carom_moving_shape *moving) {
  double first = 2;
  for (uint32_t i = 0; i < f->count; i++) {
    carom_pose child = child_pose(f, i, at);
    carom_impact impact;
    ck_assert_int_eq(carom_cast_shape(&f->children[i].shape, &child, &moving->shape, &moving->pose,
                                      moving->translation, &impact),
                     CAROM_OK);
    if (impact.hit) first = fmin(first, impact.fraction);
  }
  return first;
}

static double point_distance_of_children(const family *f, const carom_pose *at, const carom_pos *point) {
  double least = HUGE_VAL;
  for (uint32_t i = 0; i < f->count; i++) {
    carom_pose child = child_pose(f, i, at);
    carom_point_distance found;
    ck_assert_int_eq(carom_distance_to_point(&f->children[i].shape, &child, point, &found), CAROM_OK);
    least = fmin(least, (double)found.distance);
  }
  return least;
}

START_TEST(casts_and_points_are_those_of_the_children) {
  static family f;
  uint64_t random = (uint64_t)_i + 90;
  int hits = 0;
  make_planar(&random, 1 + (uint32_t)_i, &f);
  for (int n = 0; n < 100 + test_scaled(400); n++) {
    carom_vec3 way = test_vec3(&random, -6, 6);
    carom_pose at = planar_pose(&random, 1);
    carom_moving_shape moving = {planar_random(&random, 0.4f), planar_pose(&random, 5), {way.x, way.y, 0}};
    carom_impact impact;
    carom_point_distance found;
    double first = first_of_children(&f, &at, &moving);
    ck_assert_int_eq(
        carom_cast_shape(&f.shape, &at, &moving.shape, &moving.pose, moving.translation, &impact), CAROM_OK);
    ck_assert_int_eq(impact.hit, first <= 1);
    if (impact.hit) ck_assert_double_eq_tol(impact.fraction, first, 1e-4);
    ck_assert_int_eq(carom_distance_to_point(&f.shape, &at, &moving.pose.position, &found), CAROM_OK);
    ck_assert_double_eq_tol((double)found.distance,
                            point_distance_of_children(&f, &at, &moving.pose.position), 2e-5);
    hits += impact.hit;
    kind_release(&moving.shape);
  }
  ck_assert_int_gt(hits, 0);
  end_family(&f);
}
END_TEST

/* B is brought to a gap of a few roundings on either side of touching. */
static void expect_agreement(const carom_shape *a, const carom_pose *at_a, const carom_shape *b,
                             carom_pose at_b, float gap) {
  carom_distance_result apart;
  carom_manifold m;
  bool overlap;
  ck_assert_int_eq(carom_distance(a, at_a, b, &at_b, &apart), CAROM_OK);
  at_b.position.x += (double)apart.normal.x * ((double)gap - (double)apart.distance);
  at_b.position.y += (double)apart.normal.y * ((double)gap - (double)apart.distance);
  ck_assert_int_eq(carom_distance(a, at_a, b, &at_b, &apart), CAROM_OK);
  ck_assert_int_eq(carom_overlap(a, at_a, b, &at_b, &overlap), CAROM_OK);
  ck_assert_int_eq(carom_collide(a, at_a, b, &at_b, &m), CAROM_OK);
  ck_assert_msg(overlap == (m.point_count > 0), "overlap %d, %u points", overlap, m.point_count);
  ck_assert_msg(overlap == (apart.distance == 0), "overlap %d, distance %g", overlap, (double)apart.distance);
}

START_TEST(all_agree_near_touch) {
  static family f, g;
  uint64_t random = (uint64_t)_i + 50;
  make_planar(&random, 1 + (uint32_t)_i, &f);
  make_planar(&random, 10 - (uint32_t)_i, &g);
  for (int n = 0; n < test_scaled(1000); n++) {
    carom_shape other = planar_random(&random, 0.4f);
    carom_pose at = planar_pose(&random, 2), other_at = planar_pose(&random, 6);
    float gap = test_uniform(&random, -20, 20) * 0x1p-24f;
    expect_agreement(&f.shape, &at, &other, other_at, gap);
    expect_agreement(&other, &other_at, &f.shape, at, gap);
    expect_agreement(&f.shape, &at, &g.shape, other_at, gap);
    kind_release(&other);
  }
  end_family(&f);
  end_family(&g);
}
END_TEST

START_TEST(families_stay_apart) {
  const carom_compound_child both[2] = {{.shape = carom_shape_disc(1)}, {.shape = carom_shape_sphere(1)}};
  const carom_compound_child lifted = {.shape = carom_shape_disc(1), .pose.position.z = 1};
  const carom_compound_def def = {both, 2, 0}, above = {&lifted, 1, 0};
  carom_compound *compound = NULL;
  size_t wrong;
  ck_assert_int_eq(carom_compound_create(NULL, &def, &wrong, &compound), CAROM_WRONG_FAMILY);
  ck_assert_uint_eq(wrong, 1);
  ck_assert_int_eq(carom_compound_create(NULL, &above, &wrong, &compound), CAROM_NOT_PLANAR);
  compound = make_compound(both, 1);
  carom_shape shape = carom_shape_compound(compound);
  shape.kind = CAROM_COMPOUND;
  ck_assert_int_eq(carom_shape_check(&shape), CAROM_WRONG_FAMILY);
  carom_compound_release(compound);
}
END_TEST

/* Rectangles side by side are ground without seams. */
START_TEST(nothing_meets_a_side_between_rectangles) {
  carom_compound_child tiles[TILES];
  uint64_t random = (uint64_t)_i * 31 + 1;
  float x = -4;
  for (uint32_t i = 0; i < TILES; i++) {
    float half = test_uniform(&random, 0.02f, 0.2f), thick = test_uniform(&random, 0.1f, 0.3f);
    tiles[i] = (carom_compound_child){
        .shape = carom_shape_rectangle(half, thick), .pose.position = {x + half, -thick, 0}, .number = i};
    x += 2 * half;
  }
  carom_compound *compound = make_compound(tiles, TILES);
  const carom_shape floor = carom_shape_compound(compound);
  const carom_pose floor_at = {.rotation = {0, 0, 0, 1}};
  for (int n = 0; n < test_scaled(2000); n++) {
    carom_shape shape = planar_random(&random, 0.3f);
    carom_pose at = planar_pose(&random, 0);
    carom_patch patches[8];
    carom_aabb bounds;
    size_t count;
    float depth = test_log_uniform(&random, 1e-5f, 5e-3f);
    if (test_below(&random, 2)) at.rotation = (carom_quat){0, 0, 0, 1};
    ck_assert_int_eq(carom_shape_bounds(&shape, &at, &bounds), CAROM_OK);
    at.position.x = (double)test_uniform(&random, -3.4f, x - 0.6f);
    at.position.y = (double)(-bounds.min.y - depth);
    ck_assert_int_eq(carom_collide_patches(&floor, &floor_at, &shape, &at, patches, 8, &count), CAROM_OK);
    ck_assert_uint_ge(count, 1);
    for (size_t i = 0; i < count; i++) ck_assert(patches[i].normal.y > 0.9999f);
    ck_assert(patches[0].points[0].separation <= -0.5f * depth + 1e-5f);
    kind_release(&shape);
  }
  carom_compound_release(compound);
}
END_TEST

/* What is planar has no height: no radius gives it one, of itself or of a child. */
START_TEST(bounds_lie_in_the_plane) {
  const carom_shape parts[4] = {carom_shape_disc(0.25f), carom_shape_rounded_rectangle(1, 2, 0.5f),
                                carom_shape_stadium((carom_vec2){0, 0}, (carom_vec2){1, 0}, 0.5f),
                                carom_shape_half_plane(1)};
  const carom_pose at = {{1, 2, 0}, {0, 0, 0.6f, 0.8f}};
  carom_compound_child children[3] = {{.shape = parts[0]}, {.shape = parts[1]}, {.shape = parts[2]}};
  const carom_compound_def def = {.children = children, .child_count = 3};
  carom_compound *compound;
  carom_aabb box;
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  for (int i = 0; i < 5; i++) {
    const carom_shape shape = i < 4 ? parts[i] : carom_shape_compound(compound);
    ck_assert_int_eq(carom_shape_bounds(&shape, &at, &box), CAROM_OK);
    ck_assert(box.min.z == 0 && box.max.z == 0 && box.min.x < 1 && box.max.y > 2);
  }
  carom_compound_release(compound);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("compound_planar");
  TCase *tests = tcase_create("planar children");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, answers_are_those_of_the_children, 0, 10);
  tcase_add_loop_test(tests, casts_and_points_are_those_of_the_children, 0, 10);
  tcase_add_loop_test(tests, all_agree_near_touch, 0, 10);
  tcase_add_test(tests, families_stay_apart);
  tcase_add_loop_test(tests, nothing_meets_a_side_between_rectangles, 0, 10);
  tcase_add_test(tests, bounds_lie_in_the_plane);
  suite_add_tcase(suite, tests);
  return suite;
}

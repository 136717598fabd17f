/* test_reuse.c: manifolds moved along by a cache against manifolds computed anew: whether the shapes touch is
 * the same, depths differ by no more than the motion and the preference allow, and names stay. */
#include "scenes.h"

enum { STEPS = 60 };

static float least_half(const carom_shape *shape) {
  carom_obb box;
  ck_assert(carom_shape_obb(shape, &box) == CAROM_OK);
  return fminf(fminf(box.half.x, box.half.y), box.half.z);
}

/* Moves B by about `step` and turns it by as little. */
static void jitter(scene *s, uint64_t *random, float step) {
  carom_vec3 way = test_vec3(random, -step, step), turn = test_vec3(random, -step / s->size, step / s->size);
  carom_quat q = s->pose_b.rotation, d = {turn.x, turn.y, turn.z, 1};
  carom_quat r = {
      d.w * q.x + d.x * q.w + d.y * q.z - d.z * q.y, d.w * q.y - d.x * q.z + d.y * q.w + d.z * q.x,
      d.w * q.z + d.x * q.y - d.y * q.x + d.z * q.w, d.w * q.w - d.x * q.x - d.y * q.y - d.z * q.z};
  float length = sqrtf(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
  s->pose_b.rotation = (carom_quat){r.x / length, r.y / length, r.z / length, r.w / length};
  s->pose_b.position.x += (double)way.x;
  s->pose_b.position.y += (double)way.y;
  s->pose_b.position.z += (double)way.z;
}

static void place(const scene *s, carom_placed *a, carom_placed *b) {
  ck_assert(carom_place(&s->a, &s->pose_a, a) == CAROM_OK);
  ck_assert(carom_place(&s->b, &s->pose_b, b) == CAROM_OK);
}

static float depth_of(const carom_manifold *m) {
  float least = 0;
  for (uint32_t i = 0; i < m->point_count; i++) least = fminf(least, m->points[i].separation);
  return -least;
}

static void expect_like_new(const scene *s, carom_pair_cache *cache) {
  carom_placed a, b;
  carom_manifold warm, cold;
  carom_distance_result exact;
  place(s, &a, &b);
  memset(&cold, 0xA5, sizeof cold);
  memset(&warm, 0xA5, sizeof warm);
  ck_assert(carom_collide_placed(&a, &b, NULL, &cold) == CAROM_OK);
  ck_assert(carom_collide_placed(&a, &b, cache, &warm) == CAROM_OK);
  ck_assert(is_zero_beyond_points(&cold) && is_zero_beyond_points(&warm));
  ck_assert_msg((cold.point_count > 0) == (warm.point_count > 0), "%u points anew, %u moved along",
                cold.point_count, warm.point_count);
  if (cold.point_count == 0) return;
  ck_assert(carom_signed_distance_placed(&a, &b, NULL, &exact) == CAROM_OK);
  float half = fminf(least_half(&s->a), least_half(&s->b)), rounding = 1e-5f * s->size;
  ck_assert_msg(depth_of(&warm) >= -exact.distance - half / 64 - rounding, "%g deep instead of %g",
                (double)depth_of(&warm), (double)-exact.distance);
  ck_assert_msg(depth_of(&warm) <= -exact.distance + half / 64 + half / 32 + rounding,
                "%g deep instead of %g, half %g", (double)depth_of(&warm), (double)-exact.distance,
                (double)half);
}

static void run(uint64_t seed, carom_shape_kind kind_a, carom_shape_kind kind_b, float step) {
  scene s = random_scene(&seed, kind_a, kind_b, 1e-2f);
  carom_pair_cache cache = {0};
  for (int i = 0; i < STEPS; i++) {
    expect_like_new(&s, &cache);
    jitter(&s, &seed, step * s.size);
  }
  release_scene(&s);
}

/* Steps from far below the limit of reuse to beyond it. */
START_TEST(reuse_agrees_with_computing_anew) {
  static const float steps[] = {1e-6f, 1e-4f, 1e-3f, 1e-2f};
  carom_shape_kind a = spatial_kind(_i / SPATIAL_KINDS), b = spatial_kind(_i % SPATIAL_KINDS);
  for (uint64_t seed = 1; seed <= (uint64_t)test_scaled(12); seed++)
    for (int i = 0; i < 4; i++) run(seed, a, b, steps[i]);
}
END_TEST

START_TEST(a_resting_box_keeps_its_names) {
  carom_shape plate = carom_shape_box(5, 0.5f, 5), box = carom_shape_box(0.5f, 0.5f, 0.5f);
  scene s = {plate, box, {{0, 0, 0}, {0, 0, 0, 1}}, {{0.3, 0.999, 0.2}, {0, 0, 0, 1}}, 1};
  carom_pair_cache cache = {0};
  carom_manifold first, m;
  carom_placed a, b;
  uint64_t random = 3;
  place(&s, &a, &b);
  ck_assert(carom_collide_placed(&a, &b, &cache, &first) == CAROM_OK && first.point_count == 4);
  for (int step = 0; step < 100; step++) {
    jitter(&s, &random, 1e-5f);
    place(&s, &a, &b);
    ck_assert(carom_collide_placed(&a, &b, &cache, &m) == CAROM_OK && m.point_count == 4);
    for (int i = 0; i < 4; i++) ck_assert_uint_eq(m.points[i].feature, first.points[i].feature);
  }
}
END_TEST

/* B moves by more than 1/128 of its half extent: it keeps the names, and has the depth of where it is. */
START_TEST(a_contact_moves_far_along_its_normal) {
  static const carom_pos ways[] = {{0, -0.006, 0}, {0, 0.006, 0}, {0.006, 0, 0}, {0.003, -0.005, 0.002}};
  carom_shape plate = carom_shape_box(5, 0.5f, 5), box = carom_shape_box(0.5f, 0.5f, 0.5f);
  scene s = {plate, box, {{0, 0, 0}, {0, 0, 0, 1}}, {{0.3, 0.95, 0.2}, {0, 0, 0, 1}}, 1};
  carom_pair_cache cache = {0};
  carom_manifold first, m;
  carom_placed a, b;
  place(&s, &a, &b);
  ck_assert(carom_collide_placed(&a, &b, &cache, &first) == CAROM_OK && first.point_count == 4);
  carom_pos way = ways[_i];
  s.pose_b.position = (carom_pos){0.3 + way.x, 0.95 + way.y, 0.2 + way.z};
  place(&s, &a, &b);
  ck_assert(carom_collide_placed(&a, &b, &cache, &m) == CAROM_OK && m.point_count == 4);
  for (int i = 0; i < 4; i++) ck_assert_uint_eq(m.points[i].feature, first.points[i].feature);
  ck_assert(fabs((double)depth_of(&m) - (0.05 - way.y)) <= 1e-6);
}
END_TEST

/* B goes around A, always apart, by so much that no bound from the start would do. */
START_TEST(what_circles_is_seen_apart) {
  carom_shape plate = carom_shape_box(1, 1, 1), box = carom_shape_box(0.5f, 0.5f, 0.5f);
  scene s = {plate, box, {{0, 0, 0}, {0, 0, 0, 1}}, {{0, 0, 0}, {0, 0, 0, 1}}, 1};
  carom_pair_cache cache = {0};
  for (int i = 0; i < 400; i++) {
    double angle = 0.05 * i;
    s.pose_b.position = (carom_pos){2.6 * cos(angle), 2.6 * sin(angle), 0};
    expect_like_new(&s, &cache);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("reuse");
  TCase *tests = tcase_create("reuse");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, reuse_agrees_with_computing_anew, 0, SPATIAL_KINDS * SPATIAL_KINDS);
  tcase_add_test(tests, a_resting_box_keeps_its_names);
  tcase_add_loop_test(tests, a_contact_moves_far_along_its_normal, 0, 4);
  tcase_add_test(tests, what_circles_is_seen_apart);
  suite_add_tcase(suite, tests);
  return suite;
}

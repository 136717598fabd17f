/* test_manifold.c: candidates to a manifold, and manifolds from one frame to another. */
#include "manifold.h"

#include <string.h>

#include "testing.h"

static carom__point point_at(float x, float y, float separation, uint32_t feature) {
  return (carom__point){vec3(x, y, 0), separation, feature};
}

static carom__manifold reduce(const carom__point *points, uint32_t count, float size) {
  carom__manifold m = {.normal = vec3(0, 0, 1)};
  carom__manifold_reduce(points, count, size, &m);
  return m;
}

START_TEST(few_points_stay_in_their_order) {
  carom__point points[] = {point_at(0, 0, 0, 1), point_at(1, 0, -1, 2), point_at(2, 0, 0.1f, 3),
                           point_at(3, 0, -2, 4)};
  carom__manifold m = reduce(points, 4, 1);
  ck_assert_uint_eq(m.count, 3);
  ck_assert(m.points[0].feature == 1 && m.points[1].feature == 2 && m.points[2].feature == 4);
  ck_assert_uint_eq(reduce(points, 0, 1).count, 0);
}
END_TEST

START_TEST(near_points_count_as_one) {
  float near = 7 * 0x1p-24f, far = 9 * 0x1p-24f;
  carom__point same[] = {point_at(0, 0, -1, 1), point_at(near, 0, -1, 2), point_at(0, near, -2, 3)};
  carom__manifold m = reduce(same, 2, 1);
  ck_assert(m.count == 1 && m.points[0].feature == 1);
  m = reduce(same, 3, 1);
  ck_assert(m.count == 1 && m.points[0].feature == 3);
  carom__point apart[] = {point_at(0, 0, -1, 1), point_at(far, 0, -1, 2)};
  ck_assert_uint_eq(reduce(apart, 2, 1).count, 2);
  ck_assert_uint_eq(reduce(apart, 2, 2).count, 1);
}
END_TEST

START_TEST(doubles_do_not_take_a_place) {
  carom__point points[8];
  for (uint32_t i = 0; i < 8; i++) points[i] = point_at(i & 2 ? 1 : -1, i & 4 ? 2 : -2, -1, i);
  carom__manifold m = reduce(points, 8, 1);
  ck_assert_uint_eq(m.count, 4);
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t k = 0; k < i; k++) ck_assert(m.points[i].feature / 2 != m.points[k].feature / 2);
  for (uint32_t i = 0; i < 8; i++) points[i] = point_at(i & 4 ? 2 : -2, i & 4 ? 1 : -1, -1, i);
  ck_assert_uint_eq(reduce(points, 8, 1).count, 2);
}
END_TEST

START_TEST(an_octagon_leaves_a_wide_quadrilateral) {
  carom__point points[8];
  static const float c[8] = {1, 0.7f, 0, -0.7f, -1, -0.7f, 0, 0.7f};
  for (uint32_t i = 0; i < 8; i++) points[i] = point_at(c[i], c[(i + 6) % 8], -1 - (i == 3), i);
  carom__manifold m = reduce(points, 8, 1);
  ck_assert_uint_eq(m.count, 4);
  ck_assert(m.points[0].feature == 3 && m.points[1].feature == 7);
  uint32_t third = m.points[2].feature, fourth = m.points[3].feature;
  ck_assert((third == 1 && fourth == 5) || (third == 5 && fourth == 1));
}
END_TEST

START_TEST(points_on_a_line_leave_its_ends) {
  carom__point points[6];
  for (uint32_t i = 0; i < 6; i++) points[i] = point_at((float)i, (float)i, i == 0 ? -2 : -1, i);
  carom__manifold m = reduce(points, 6, 1);
  ck_assert(m.count == 2 && m.points[0].feature == 0 && m.points[1].feature == 5);
}
END_TEST

static float distance(carom_vec3 a, carom_vec3 b) { return vec3_length(vec3_sub(a, b)); }

/* Is the deepest point among them, and none twice, and all of them candidates? */
static bool is_fair(const carom__manifold *m, const carom__point *points, uint32_t count) {
  float deepest = INFINITY, found = INFINITY;
  for (uint32_t i = 0; i < count; i++) deepest = fminf(deepest, points[i].separation);
  for (uint32_t i = 0; i < m->count; i++) {
    const carom__point *p = &m->points[i];
    if (memcmp(p, &points[p->feature], sizeof *p) != 0 || p->separation > 0) return false;
    found = fminf(found, p->separation);
    for (uint32_t k = 0; k < i; k++)
      if (p->feature == m->points[k].feature || distance(p->position, m->points[k].position) < 1e-7f)
        return false;
  }
  return m->count <= 4 && (deepest > 0 ? m->count == 0 : found == deepest);
}

START_TEST(any_candidates_give_a_fair_choice) {
  uint64_t state = 1;
  int wrong = 0, full = 0;
  for (int n = 0; n < 50000; n++) {
    carom__point points[24];
    uint32_t count = 1 + test_below(&state, 24);
    for (uint32_t i = 0; i < count; i++) {
      points[i] = point_at(test_uniform(&state, -1, 1), test_uniform(&state, -1, 1),
                           test_uniform(&state, -1, 0.5f), i);
      if (i > 0 && test_below(&state, 3) == 0) points[i].position = points[test_below(&state, i)].position;
    }
    carom__manifold m = reduce(points, count, 1);
    wrong += !is_fair(&m, points, count);
    full += m.count == 4;
  }
  ck_assert_int_eq(wrong, 0);
  ck_assert_int_gt(full, 10000);
}
END_TEST

START_TEST(mirroring_twice_changes_nothing) {
  carom__relative b_in_a = {{1, 2, 3}, quat_to_mat3((carom_quat){0.5f, 0.5f, 0.5f, 0.5f})};
  carom__relative a_in_b = relative_inverse(&b_in_a);
  carom__manifold m = {{0, 0, 1}, 1, {{{4, 5, 6}, -1, 0x00070009}}, -1}, once, twice;
  carom__manifold_mirror(&m, &b_in_a, &once);
  ck_assert_uint_eq(once.points[0].feature, 0x00090007);
  ck_assert(distance(once.normal, vec3(-1, 0, 0)) < 1e-6f);
  ck_assert(distance(once.points[0].position, vec3(7, 6, 8)) < 1e-5f);
  carom__manifold_mirror(&once, &a_in_b, &twice);
  ck_assert(distance(twice.normal, m.normal) < 1e-6f && twice.points[0].feature == m.points[0].feature);
  ck_assert(distance(twice.points[0].position, m.points[0].position) < 1e-5f);
}
END_TEST

START_TEST(world_manifolds_are_turned_and_moved) {
  carom_frame frame = {{1e6, -1e6, 0.5}, quat_to_mat3((carom_quat){0.5f, 0.5f, 0.5f, 0.5f})};
  carom__manifold m = {{0, 0, 1}, 2, {{{1, 2, 3}, -1, 7}, {{0, 0, 0}, 0, 9}}, -1};
  carom_manifold out;
  carom__manifold_to_world(&m, &frame, &out);
  ck_assert(out.point_count == 2 && distance(out.normal, vec3(1, 0, 0)) < 1e-6f);
  ck_assert(out.points[0].position.x == 1e6 + 3 && out.points[0].position.y == -1e6 + 1);
  ck_assert(out.points[0].position.z == 2.5 && out.points[1].position.z == 0.5);
  ck_assert(out.points[0].separation == -1 && out.points[0].feature == 7 && out.points[1].feature == 9);
  ck_assert(out.points[2].feature == 0 && out.points[3].separation == 0);
  m.count = 0; /* the normal then is a direction that parts the shapes, which is not told */
  carom__manifold_to_world(&m, &frame, &out);
  ck_assert(memcmp(&out, &(carom_manifold){.point_count = 0}, sizeof out) == 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("manifold");
  TCase *core = tcase_create("manifold");
  tcase_add_test(core, few_points_stay_in_their_order);
  tcase_add_test(core, near_points_count_as_one);
  tcase_add_test(core, doubles_do_not_take_a_place);
  tcase_add_test(core, an_octagon_leaves_a_wide_quadrilateral);
  tcase_add_test(core, points_on_a_line_leave_its_ends);
  tcase_add_test(core, any_candidates_give_a_fair_choice);
  tcase_add_test(core, mirroring_twice_changes_nothing);
  tcase_add_test(core, world_manifolds_are_turned_and_moved);
  suite_add_tcase(suite, core);
  return suite;
}

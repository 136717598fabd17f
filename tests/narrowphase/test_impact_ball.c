/* test_impact_ball.c: moving balls, whose turns change nothing and whose distances need no search. */
#include "impact_ball.h"
#include "sweeps.h"

static carom_shape plain_shape(int kind) {
  if (kind == 0) return carom_shape_sphere(0.25f);
  if (kind == 1) return carom_shape_capsule((carom_vec3){0, -1, 0.5f}, (carom_vec3){0, 1, 0.5f}, 0.25f);
  if (kind == 2) return carom_shape_box(1, 0.5f, 0.75f);
  return carom_shape_rounded_box(0.5f, 1, 0.75f, 0.25f);
}

/* Anywhere, or where the ball is straight above a face, an edge or a corner, or on it. */
static carom__relative random_place(uint64_t *random) {
  carom_quat turn = test_quat(random);
  carom__relative out = {test_vec3(random, -3, 3), quat_to_mat3(turn)};
  if (test_below(random, 2)) return out;
  out.axes = mat3_identity();
  for (int i = 0; i < 3; i++) (&out.origin.x)[i] = 0.25f * (float)((int)test_below(random, 17) - 8);
  return out;
}

/* Is what is nearest to a point, in the frame of the shape, more than a vertex of the core? */
static bool is_beside_more(const carom__plain_core *core, carom__dvec3 p) {
  if (core->kind == CAROM__PLAIN_POINT) return false;
  if (core->kind == CAROM__PLAIN_SEGMENT) return fabs(p.y) < 1;
  return fabs(p.x) <= (double)core->a.x || fabs(p.y) <= (double)core->a.y || fabs(p.z) <= (double)core->a.z;
}

static void expect_near(carom__dvec3 a, carom__dvec3 b, double slack, const char *what) {
  double off = dvec3_length(dvec3_sub(a, b));
  ck_assert_msg(off <= slack, "%s: off by %g", what, off);
}

static void expect_like_gjk(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                            int counts[2]) {
  carom__cores cores = carom__cores_make(a, b, b_in_a);
  carom__gjk_result found, expected;
  carom__impact_ball ball;
  ck_assert(carom__impact_ball_make(&cores, &ball));
  ck_assert(carom__gjk(&cores, &expected) == CAROM_OK);
  if (!carom__impact_ball_measure(&ball, b_in_a, &found)) {
    ck_assert_msg(expected.distance <= cores.touch, "%g", expected.distance);
    return;
  }
  double slack = 4 * cores.touch;
  ck_assert_msg(fabs(found.distance - expected.distance) <= slack, "%g, not %g", found.distance,
                expected.distance);
  expect_near(dvec3_mad(found.point_a, found.normal, found.distance), found.point_b, slack, "points");
  if (expected.distance < 1e-2) return;
  expect_near(found.normal, expected.normal, 1e-4, "normal");
  expect_near(found.point_a, expected.point_a, 1e-4, "point of A");
  expect_near(found.point_b, expected.point_b, 1e-4, "point of B");
  carom__dvec3 origin = dvec3_widen(b_in_a->origin);
  carom__dvec3 p = ball.is_a ? dvec3_neg(dvec3_unrotate(&b_in_a->axes, origin)) : origin;
  ck_assert(ball.spans == is_beside_more(&ball.host, p));
  counts[ball.spans]++;
}

START_TEST(distances_are_those_of_gjk) {
  int counts[2] = {0, 0};
  carom_shape ball = carom_shape_sphere(0.5f), host = plain_shape(_i);
  for (uint64_t seed = 0; seed < 3000; seed++) {
    uint64_t random = seed;
    carom__relative place = random_place(&random);
    expect_like_gjk(&ball, &host, &place, counts);
    expect_like_gjk(&host, &ball, &place, counts);
  }
  ck_assert_msg(counts[0] > 500 && (_i == 0 || counts[1] > 500), "%d, %d", counts[0], counts[1]);
}
END_TEST

START_TEST(only_balls_and_plain_cores_are_taken) {
  const carom__relative place = {{3, 0, 0}, mat3_identity()};
  const carom_shape ball = carom_shape_sphere(1), box = carom_shape_box(1, 1, 1),
                    cone = carom_shape_cone(1, 1);
  carom__impact_ball out;
  carom__cores two_boxes = carom__cores_make(&box, &box, &place);
  carom__cores on_cone = carom__cores_make(&ball, &cone, &place);
  carom__cores under_cone = carom__cores_make(&cone, &ball, &place);
  ck_assert(!carom__impact_ball_make(&two_boxes, &out));
  ck_assert(!carom__impact_ball_make(&on_cone, &out));
  ck_assert(!carom__impact_ball_make(&under_cone, &out));
}
END_TEST

/* A ball that spins meets what one meets that does not, to the last bit. */
START_TEST(spin_changes_nothing) {
  int hits = 0;
  for (uint64_t seed = 0; seed < 300; seed++) {
    uint64_t random = seed * 100 + (uint64_t)_i;
    carom_sweep s = random_sweep(&random, CAROM_SPHERE, any_spatial_kind(_i), 1, 3.1f), still = s;
    still.motion_a.end.rotation = s.motion_a.start.rotation;
    carom_impact spun, expected;
    ck_assert(run_sweep(&s, &spun) == CAROM_OK && run_sweep(&still, &expected) == CAROM_OK);
    ck_assert_msg(spun.hit == expected.hit && spun.fraction == expected.fraction &&
                      spun.distance == expected.distance && spun.normal.x == expected.normal.x &&
                      spun.normal.y == expected.normal.y && spun.point.z == expected.point.z,
                  "case %u: %.17g, not %.17g", (unsigned)seed, spun.fraction, expected.fraction);
    hits += spun.hit;
    release_sweep(&s);
  }
  ck_assert_int_gt(hits, 0);
}
END_TEST

/* On a body a ball turns only where it is not in the middle. */
START_TEST(a_ball_beside_its_pivot_turns) {
  const carom_shape ball = carom_shape_sphere(1), box = carom_shape_box(1, 1, 1);
  const carom_quat from = {0, 0, 0, 1}, to = {0, 0.6f, 0, 0.8f};
  carom_local_pose middle = {{0, 0, 0}, {0, 0, 0, 1}}, beside = {{0, 0, 0.001f}, {0, 0, 0, 1}};
  ck_assert(carom__mover_make(&ball, from, to).rate == 0);
  ck_assert(carom__mover_on_body(&ball, &middle, from, to).rate == 0);
  ck_assert(carom__mover_on_body(&ball, &beside, from, to).rate > 0);
  ck_assert(carom__mover_make(&box, from, to).rate > 0);
}
END_TEST

static carom_vec3 turned_by(carom_quat q, carom_vec3 v) {
  carom_mat3 axes = quat_to_mat3(q);
  return mat3_mul_vec3(&axes, v);
}

/* A still ball and a box that turns, at a place in the frame of the first of them. */
static carom__guide guide_beside(bool ball_is_a, carom_vec3 origin) {
  const carom_shape ball = carom_shape_sphere(0.5f), box = carom_shape_box(1, 1, 1);
  const carom_shape *a = ball_is_a ? &ball : &box, *b = ball_is_a ? &box : &ball;
  const carom_quat from = {0, 0, 0.6f, 0.8f}, to = {0, 0.6f, 0, 0.8f}, none = {0, 0, 0, 1};
  carom__motions motions = {.travel = {0, 0, 0}};
  motions.a = carom__mover_make(a, ball_is_a ? none : from, ball_is_a ? none : to);
  motions.b = carom__mover_make(b, ball_is_a ? from : none, ball_is_a ? to : none);
  motions.offset = dvec3_widen(ball_is_a ? origin : turned_by(from, origin));
  carom__moment start = motions_at(&motions, 0);
  carom__relative place = carom__moment_place(&motions, &start);
  carom__cores cores = carom__cores_make(a, b, &place);
  carom__gjk_result found;
  carom__impact_ball measured;
  ck_assert(carom__impact_ball_make(&cores, &measured));
  ck_assert(carom__impact_ball_measure(&measured, &place, &found));
  carom__guide guide = carom__guide_of_ball(&measured, &motions, &start, found.normal);
  if (guide.kind == CAROM__GUIDE_B)
    expect_near(guide.of_b, moment_seen_by_b(&start, found.normal), 1e-12, "direction in B");
  else
    expect_near(guide.of_a, found.normal, 0, "direction in A");
  return guide;
}

/* The direction turns with a face or an edge, and stays with the ball at a corner. */
START_TEST(the_guide_follows_what_is_nearest) {
  const carom_quat from = {0, 0, 0.6f, 0.8f};
  const carom_vec3 beside_face = {3, 0.25f, 0.25f}, beside_edge = {3, 3, 0.25f}, beside_corner = {3, 3, 3};
  const carom_vec3 over[3] = {beside_face, beside_edge, beside_corner};
  for (int i = 0; i < 3; i++) {
    carom_vec3 of_ball = vec3_neg(turned_by(from, over[i]));
    ck_assert_int_eq(guide_beside(false, over[i]).kind, i < 2 ? CAROM__GUIDE_A : CAROM__GUIDE_B);
    ck_assert_int_eq(guide_beside(true, of_ball).kind, i < 2 ? CAROM__GUIDE_B : CAROM__GUIDE_A);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("impact_ball");
  TCase *all = tcase_create("all");
  tcase_set_timeout(all, 120);
  tcase_add_loop_test(all, distances_are_those_of_gjk, 0, 4);
  tcase_add_test(all, only_balls_and_plain_cores_are_taken);
  tcase_add_test(all, the_guide_follows_what_is_nearest);
  tcase_add_loop_test(all, spin_changes_nothing, 0, ALL_SPATIAL_KINDS);
  tcase_add_test(all, a_ball_beside_its_pivot_turns);
  suite_add_tcase(suite, all);
  return suite;
}

/* test_signed_distance.c: the signed distance agrees with the other answers about a pair, is the same from
 * both sides, and its depth parts the shapes. */
#include "scenes.h"

enum { CASES = 120 };

static carom_distance_result ask(const scene *s) {
  carom_distance_result out;
  ck_assert(carom_signed_distance(&s->a, &s->pose_a, &s->b, &s->pose_b, &out) == CAROM_OK);
  return out;
}

static bool overlaps(const scene *s) {
  bool overlap;
  ck_assert(carom_overlap(&s->a, &s->pose_a, &s->b, &s->pose_b, &overlap) == CAROM_OK);
  return overlap;
}

static double difference(carom_pos from, carom_pos to, carom_vec3 n) {
  return (to.x - from.x) * (double)n.x + (to.y - from.y) * (double)n.y + (to.z - from.z) * (double)n.z;
}

static void expect_answer(const scene *s, const carom_distance_result *r) {
  double rounding = 1e-5 * (double)s->size;
  float length = r->normal.x * r->normal.x + r->normal.y * r->normal.y + r->normal.z * r->normal.z;
  ck_assert((r->distance <= 0) == overlaps(s));
  ck_assert_msg(fabsf(length - 1) < 1e-5f, "a normal of square %g", (double)length);
  double between = difference(r->point_a, r->point_b, r->normal);
  ck_assert_msg(fabs(between - (double)r->distance) <= rounding, "%g between the points, distance %g",
                between, (double)r->distance);
}

/* Apart: it is the distance. Overlapping: no manifold is shallower than that. */
static void expect_agreement(const scene *s, const carom_distance_result *r) {
  carom_distance_result apart;
  carom_manifold m;
  float depth = 0;
  ck_assert(carom_distance(&s->a, &s->pose_a, &s->b, &s->pose_b, &apart) == CAROM_OK);
  ck_assert(carom_collide(&s->a, &s->pose_a, &s->b, &s->pose_b, &m) == CAROM_OK);
  if (r->distance > 0) ck_assert(fabsf(apart.distance - r->distance) <= 1e-6f * s->size);
  for (uint32_t i = 0; i < m.point_count; i++) depth = fmaxf(depth, -m.points[i].separation);
  if (r->distance <= 0) ck_assert(depth >= -r->distance - 1e-5f * s->size);
}

static scene with_b_moved(const scene *s, const carom_distance_result *r, double by) {
  scene out = *s;
  out.pose_b.position.x += by * (double)r->normal.x;
  out.pose_b.position.y += by * (double)r->normal.y;
  out.pose_b.position.z += by * (double)r->normal.z;
  return out;
}

/* Moving B by the depth, and a little, parts the shapes, where both are convex. */
static void expect_parting(const scene *s, const carom_distance_result *r) {
  if (carom__shape_class_of(s->a.kind)->walk || carom__shape_class_of(s->b.kind)->walk) return;
  scene parted = with_b_moved(s, r, 1e-5 * (double)s->size - (double)r->distance);
  ck_assert_msg(!overlaps(&parted), "still joined after %g", (double)-r->distance);
}

/* Of two surfaces, whether a normal is one of both hangs on what rounding takes to be held, now and then. */
static bool may_be_unlike(const scene *s) {
  return carom__shape_class_of(s->a.kind)->walk && carom__shape_class_of(s->b.kind)->walk;
}

START_TEST(signed_distances_hold) {
  carom_shape_kind a = any_spatial_kind(_i / ALL_SPATIAL_KINDS), b = any_spatial_kind(_i % ALL_SPATIAL_KINDS);
  uint64_t random = 77 + (uint64_t)_i;
  int unlike = 0, allowed = 0;
  for (int i = 0; i < CASES; i++) {
    scene s = random_scene(&random, a, b, 1e-2f), mirror = mirrored(&s);
    carom_distance_result r = ask(&s), m = ask(&mirror);
    expect_answer(&s, &r);
    expect_agreement(&s, &r);
    expect_parting(&s, &r);
    unlike += !(fabsf(r.distance - m.distance) <= 1e-5f * s.size);
    allowed = may_be_unlike(&s);
    release_scene(&s);
  }
  ck_assert_int_le(unlike, allowed);
}
END_TEST

START_TEST(centres_that_coincide_have_a_depth) {
  carom_shape_kind kind = spatial_kind(_i);
  uint64_t random = 5;
  for (int i = 0; i < CASES; i++) {
    scene s = random_scene(&random, kind, kind, 1e-2f);
    s.pose_b = s.pose_a;
    carom_distance_result r = ask(&s);
    expect_answer(&s, &r);
    expect_parting(&s, &r);
    release_scene(&s);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("signed distance");
  TCase *tests = tcase_create("signed distance");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, signed_distances_hold, 0, ALL_SPATIAL_KINDS * ALL_SPATIAL_KINDS);
  tcase_add_loop_test(tests, centres_that_coincide_have_a_depth, 0, SPATIAL_KINDS);
  suite_add_tcase(suite, tests);
  return suite;
}

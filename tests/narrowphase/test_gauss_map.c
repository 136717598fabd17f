/* test_gauss_map.c: the least depth by walks over Gauss maps against all axes in long double, and against
 * EPA. */
#include "epa.h"
#include "families.h"
#include "epa_points.h"
#include "hull_depth.h"

enum { CASES = 60 };

static lvec lv_from(carom__dvec3 a) { return lv((long double)a.x, (long double)a.y, (long double)a.z); }

/* A point or a segment in a hull, and the other way round. */
static void make_thin_core(couple *c, uint64_t *random) {
  body_round_hull(&c->a, random, 16, vec3(1, 1, 1));
  c->b = (body){.shape = carom_shape_sphere(1)};
  c->b.solid.vertex_count = 1;
  if (test_below(random, 2)) {
    c->b.shape = carom_shape_capsule(vec3(-0.5f, 0, 0), vec3(0.5f, 0.25f, 0), 1);
    c->b.solid.vertex_count = 2;
    c->b.solid.local[0] = c->b.shape.geometry.capsule.a;
    c->b.solid.local[1] = c->b.shape.geometry.capsule.b;
    solid_add_edge(&c->b.solid, 0, 1);
  }
  c->b_in_a = random_pose(random, test_uniform(random, 0, 0.5f));
  if (test_below(random, 2)) return;
  body exchanged = c->a;
  c->a = c->b;
  c->b = exchanged;
}

static void make_identical(couple *c, uint64_t *random) {
  uint64_t again = *random;
  body_round_hull(&c->a, random, 30, vec3(1, 1, 1));
  body_round_hull(&c->b, &again, 30, vec3(1, 1, 1));
  c->b_in_a = (carom__relative){vec3(0, 0, 0), mat3_identity()};
}

static void make_needles(couple *c, uint64_t *random) {
  body_round_hull(&c->a, random, 12, vec3(1e-3f, 1e-3f, 1));
  body_round_hull(&c->b, random, 12, vec3(1, 2e-3f, 1e-3f));
  c->b_in_a = random_pose(random, test_uniform(random, 0, 2e-3f));
}

static const family more[] = {
    {"thin core", make_thin_core}, {"identical", make_identical}, {"needles", make_needles}};
enum { MORE = sizeof more / sizeof more[0] };

static bool good_points(const couple *c, const carom__epa_result *found, long double slack) {
  carom__dvec3 off = dvec3_mad(dvec3_sub(found->point_a, found->point_b), found->normal, -found->depth);
  if (dvec3_length(off) > (double)slack) return false;
  bool whole_a = c->a.solid.vertex_count > 2, whole_b = c->b.solid.vertex_count > 2;
  return (!whole_a || solid_beyond(&c->a.solid, lv_from(found->point_a)) <= slack) &&
         (!whole_b || solid_beyond(&c->b.solid, lv_from(found->point_b)) <= slack);
}

static const char *judge(couple *c, int *overlaps) {
  carom__cores cores = carom__cores_make(&c->a.shape, &c->b.shape, &c->b_in_a);
  carom__gjk_result gjk;
  carom__epa_result found;
  if (!carom__gauss_map_applies(&cores)) return NULL;
  if (carom__gjk(&cores, &gjk) != CAROM_OK || gjk.distance > 0) return NULL;
  ++*overlaps;
  if (carom__gauss_map_depth(&cores, &found) != CAROM_OK) return "not converged";
  couple_place(c);
  long double least = solid_separation(&c->a.solid, &c->b.solid), slack = 2 * (long double)cores.touch;
  if (!(fabsl((long double)found.depth + least) <= slack)) return "wrong depth";
  if (!(fabs(dvec3_length(found.normal) - 1) < 1e-9)) return "normal without unit length";
  long double gap = solid_gap_along(&c->a.solid, &c->b.solid, lv_from(found.normal));
  if (!(gap + (long double)found.depth >= -slack)) return "a direction that does not part them";
  return good_points(c, &found, 4 * slack) ? NULL : "wrong points";
}

static int judge_family(const family *f) {
  static couple c;
  int overlaps = 0;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed * 64 + 7;
    f->make(&c, &random);
    const char *fault = judge(&c, &overlaps);
    couple_free(&c);
    ck_assert_msg(fault == NULL, "%s: %s, case %u", f->name, fault ? fault : "", (unsigned)seed);
  }
  return overlaps;
}

START_TEST(agrees_with_all_axes) { judge_family(&families[_i]); }
END_TEST

START_TEST(agrees_on_more_families) { ck_assert_int_ge(judge_family(&more[_i]), CASES / 6); }
END_TEST

START_TEST(applies_to_hulls_and_cores_with_vertices) {
  static couple c;
  carom_shape box = carom_shape_box(1, 1, 1), ball = carom_shape_sphere(1);
  make_identical(&c, &(uint64_t){1});
  carom__cores cores = carom__cores_make(&box, &box, &c.b_in_a);
  ck_assert(!carom__gauss_map_applies(&cores));
  cores = carom__cores_make(&box, &c.a.shape, &c.b_in_a);
  ck_assert(carom__gauss_map_applies(&cores));
  cores = carom__cores_make(&c.a.shape, &ball, &c.b_in_a);
  ck_assert(carom__gauss_map_applies(&cores));
  couple_free(&c);
}
END_TEST

static carom_hull *ball_of(uint64_t *random, int count) {
  static carom_vec3 points[1024];
  carom_hull *hull;
  for (int i = 0; i < count; i++) {
    carom_vec3 p = test_vec3(random, -1, 1);
    points[i] = vec3_normalize_or(p, vec3(1, 0, 0));
  }
  ck_assert(carom_hull_from_points(NULL, &points->x, (size_t)count, 0, &hull) == CAROM_OK);
  return hull;
}

/* Balls with one centre: the same ball, the same turned, another one. EPA and the walks alike. */
START_TEST(knows_balls_with_one_centre) {
  static const int counts[] = {64, 128, 256, 512};
  uint64_t random = (uint64_t)_i;
  int count = counts[_i % 4];
  carom_hull *a = ball_of(&random, count), *b = ball_of(&random, count);
  const carom_shape shape = carom_shape_hull(a), other = carom_shape_hull(_i < 8 ? a : b);
  carom__relative pose = {vec3(0, 0, 0), _i < 4 ? mat3_identity() : quat_to_mat3(test_quat(&random))};
  carom__cores cores = carom__cores_make(&shape, &other, &pose);
  carom__gjk_result gjk;
  carom__epa_result epa, walked;
  ck_assert(carom__gjk(&cores, &gjk) == CAROM_OK && gjk.distance == 0);
  ck_assert(carom__epa(&cores, &gjk.simplex, &epa) == CAROM_OK);
  ck_assert(carom__gauss_map_depth(&cores, &walked) == CAROM_OK);
  long double least = hull_depth(a, _i < 8 ? a : b, &pose);
  long double slack = 1e-5L * (long double)cores.least_half + 2 * (long double)cores.touch;
  carom_hull_release(a);
  carom_hull_release(b);
  ck_assert_msg(fabsl((long double)epa.depth - least) <= slack, "case %d: %.9Lg for %.9Lg", _i,
                (long double)epa.depth, least);
  ck_assert_msg(fabsl((long double)walked.depth - least) <= slack, "case %d: %.9Lg for %.9Lg", _i,
                (long double)walked.depth, least);
}
END_TEST

static carom_hull *prism_of(int sides, float half_height) {
  static carom_vec3 points[1024];
  carom_hull *hull;
  for (int i = 0; i < sides; i++) {
    float angle = 6.2831853f * (float)i / (float)sides;
    points[2 * i] = vec3(cosf(angle), sinf(angle), half_height);
    points[2 * i + 1] = vec3(cosf(angle), sinf(angle), -half_height);
  }
  ck_assert(carom_hull_from_points(NULL, &points->x, (size_t)(2 * sides), 0, &hull) == CAROM_OK);
  return hull;
}

/* Tall prisms on one axis are equally deep all around, and all their edges there are parallel. */
START_TEST(knows_prisms_on_one_axis) {
  static const int sides[] = {16, 51, 140};
  carom_hull *a = prism_of(sides[_i % 3], 2), *b = prism_of(sides[_i % 3], 3);
  const carom_shape shape = carom_shape_hull(a), other = carom_shape_hull(b);
  float along = _i < 3 ? 0 : 0.5f;
  carom__relative pose = {vec3(0, 0, along), mat3_identity()};
  if (_i >= 6) pose.axes = quat_to_mat3(quat_normalize((carom_quat){0, 0, 0.3f, 1}));
  carom__cores cores = carom__cores_make(&shape, &other, &pose);
  carom__gjk_result gjk;
  carom__epa_result epa, walked;
  ck_assert(carom__gjk(&cores, &gjk) == CAROM_OK && gjk.distance == 0);
  ck_assert(carom__epa(&cores, &gjk.simplex, &epa) == CAROM_OK);
  ck_assert(carom__gauss_map_depth(&cores, &walked) == CAROM_OK);
  long double least = hull_depth(a, b, &pose);
  carom_hull_release(a);
  carom_hull_release(b);
  ck_assert_msg(fabsl((long double)epa.depth - least) <= 2 * (long double)cores.touch,
                "case %d: %.9Lg for %.9Lg", _i, (long double)epa.depth, least);
  ck_assert_msg(fabsl((long double)walked.depth - least) <= 2 * (long double)cores.touch,
                "case %d: %.9Lg for %.9Lg", _i, (long double)walked.depth, least);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("gauss_map");
  TCase *tcase = tcase_create("gauss_map");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, agrees_with_all_axes, 0, FAMILY_COUNT);
  tcase_add_loop_test(tcase, agrees_on_more_families, 0, MORE);
  tcase_add_test(tcase, applies_to_hulls_and_cores_with_vertices);
  tcase_add_loop_test(tcase, knows_balls_with_one_centre, 0, 12);
  tcase_add_loop_test(tcase, knows_prisms_on_one_axis, 0, 9);
  suite_add_tcase(suite, tcase);
  return suite;
}

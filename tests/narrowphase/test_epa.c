/* test_epa.c: depths against the least overlap along all face normals and all products of edges, in long
 * double. */
#include "epa.h"
#include "families.h"

enum { CASES = 60 };

static carom_status penetrate(const carom__cores *cores, carom__epa_result *out) {
  carom__gjk_result gjk;
  carom_status status = carom__gjk(cores, &gjk);
  if (status == CAROM_OK && gjk.distance > 0) return CAROM_EMPTY;
  return status == CAROM_OK ? carom__epa(cores, &gjk.simplex, out) : status;
}

static lvec lv_from(carom__dvec3 a) { return lv((long double)a.x, (long double)a.y, (long double)a.z); }

/* Do the points lie in the solids, one depth apart along the normal? */
static bool good_points(const couple *c, const carom__epa_result *epa, long double slack) {
  carom__dvec3 off = dvec3_mad(dvec3_sub(epa->point_a, epa->point_b), epa->normal, -epa->depth);
  return solid_beyond(&c->a.solid, lv_from(epa->point_a)) <= slack &&
         solid_beyond(&c->b.solid, lv_from(epa->point_b)) <= slack && dvec3_length(off) <= (double)slack;
}

/* What is wrong with an axis, along which the couple overlaps? */
static const char *judge_axis(couple *c, const carom__cores *cores, const carom__epa_result *epa) {
  couple_place(c);
  long double least = solid_separation(&c->a.solid, &c->b.solid), slack = 2 * (long double)cores->touch;
  if (!(fabsl((long double)epa->depth + least) <= slack)) return "wrong depth";
  if (!(fabs(dvec3_length(epa->normal) - 1) < 1e-9)) return "normal without unit length";
  /* Along the normal the solids overlap by no more than the depth: moving B by it parts them. */
  long double gap = solid_gap_along(&c->a.solid, &c->b.solid, lv_from(epa->normal));
  if (!(gap + (long double)epa->depth >= -slack)) return "a direction that does not part them";
  return good_points(c, epa, slack) ? NULL : "wrong points";
}

static const char *judge(couple *c, int *overlaps) {
  carom__epa_result epa;
  carom__cores cores = carom__cores_make(&c->a.shape, &c->b.shape, &c->b_in_a);
  carom_status status = penetrate(&cores, &epa);
  if (status == CAROM_EMPTY) return NULL;
  if (status != CAROM_OK) return "not converged";
  ++*overlaps;
  return judge_axis(c, &cores, &epa);
}

START_TEST(agrees_with_all_axes) {
  static couple c;
  int overlaps = 0;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed * FAMILY_COUNT + (uint64_t)_i;
    families[_i].make(&c, &random);
    const char *fault = judge(&c, &overlaps);
    couple_free(&c);
    ck_assert_msg(fault == NULL, "%s: %s, case %u", families[_i].name, fault ? fault : "", (unsigned)seed);
  }
  bool apart = families[_i].make == make_far;
  ck_assert_msg(overlaps >= (apart ? 0 : CASES / 6), "%s: only %d overlaps", families[_i].name, overlaps);
}
END_TEST

/* Moves B until the distance of the middles is this part of the radii of the balls around them. */
static void bring_together(couple *c, double part) {
  carom__cores cores = carom__cores_make(&c->a.shape, &c->b.shape, &c->b_in_a);
  carom__dvec3 between = cores_center(&cores);
  double apart = part * (double)(cores.a.ball + cores.b.ball), length = dvec3_length(between);
  double moves = length > 0 ? 1 - apart / length : 0;
  carom_vec3 by = dvec3_narrow(dvec3_scale(between, moves));
  c->b_in_a.origin = vec3_add(c->b_in_a.origin, by);
}

/* Middles so near to each other that GJK is not asked, and some that are just not. */
START_TEST(begins_from_the_middles) {
  static couple c;
  int known = 0;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed * FAMILY_COUNT + (uint64_t)_i;
    carom__epa_result epa;
    families[_i].make(&c, &random);
    bring_together(&c, seed % 8 ? (double)test_uniform(&random, 0, 1.1f) : 0);
    carom__cores cores = carom__cores_make(&c.a.shape, &c.b.shape, &c.b_in_a);
    bool found = carom__core_shortcut(&cores, &epa);
    const char *fault = found ? judge_axis(&c, &cores, &epa) : NULL;
    couple_free(&c);
    ck_assert_msg(fault == NULL, "%s: %s, case %u", families[_i].name, fault ? fault : "", (unsigned)seed);
    known += found;
  }
  ck_assert_msg(known > CASES / 3, "%s: only %d", families[_i].name, known);
}
END_TEST

/* Depth of two shapes that are not turned. */
static carom__epa_result epa_of(const carom_shape *a, const carom_shape *b, carom_vec3 origin) {
  carom__relative pose = {origin, mat3_identity()};
  carom__cores cores = carom__cores_make(a, b, &pose);
  carom__epa_result epa = {.depth = -1};
  ck_assert(penetrate(&cores, &epa) == CAROM_OK);
  return epa;
}

START_TEST(parts_flat_differences) {
  carom_shape point = carom_shape_sphere(1);
  carom_shape along_x = carom_shape_capsule(vec3(-1, 0, 0), vec3(1, 0, 0), 1);
  carom_shape along_y = carom_shape_capsule(vec3(0, -1, 0), vec3(0, 1, 0), 1);
  carom__epa_result epa = epa_of(&along_x, &along_y, vec3(0.5f, 0.25f, 0));
  ck_assert_double_eq_tol(epa.depth, 0, 1e-12);
  ck_assert_double_eq_tol(fabs(epa.normal.z), 1, 1e-12);
  epa = epa_of(&along_x, &along_x, vec3(0.5f, 0, 0));
  ck_assert_double_eq_tol(epa.depth, 0, 1e-12);
  ck_assert_double_eq_tol(epa.normal.x, 0, 1e-12);
  epa = epa_of(&point, &point, vec3(0, 0, 0));
  ck_assert_double_eq_tol(epa.depth, 0, 1e-12);
  ck_assert_double_eq_tol(dvec3_length(epa.normal), 1, 1e-12);
}
END_TEST

START_TEST(knows_a_point_in_a_box) {
  carom_shape box = carom_shape_box(1, 2, 3), point = carom_shape_sphere(1);
  carom__epa_result epa = epa_of(&box, &point, vec3(0.75f, 0, 0));
  ck_assert_double_eq_tol(epa.depth, 0.25, 1e-12);
  ck_assert_double_eq_tol(epa.normal.x, 1, 1e-12);
  epa = epa_of(&point, &box, vec3(0, 0, 2.5f));
  ck_assert_double_eq_tol(epa.depth, 0.5, 1e-12);
  ck_assert_double_eq_tol(epa.normal.z, 1, 1e-12);
}
END_TEST

/* More vertices than the polytope has room for, all equally far: the answer is rougher, but it parts. */
START_TEST(parts_finely_rounded_hulls) {
  enum { POINTS = 2000 };
  static carom_vec3 points[POINTS];
  carom_hull *hull;
  uint64_t random = (uint64_t)_i;
  for (int i = 0; i < POINTS; i++) {
    carom_vec3 p = test_vec3(&random, -1, 1);
    points[i] = vec3_normalize_or(p, vec3(1, 0, 0));
  }
  ck_assert(carom_hull_from_points(NULL, &points->x, POINTS, 0, &hull) == CAROM_OK);
  carom_shape shape = carom_shape_hull(hull);
  carom__epa_result epa = epa_of(&shape, &shape, vec3(0, 0, 0));
  carom_hull_release(hull);
  ck_assert_msg(epa.depth > 1.9 && epa.depth < 2.0, "case %d: depth %g", _i, epa.depth);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("epa");
  TCase *tcase = tcase_create("epa");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, agrees_with_all_axes, 0, FAMILY_COUNT);
  tcase_add_loop_test(tcase, begins_from_the_middles, 0, FAMILY_COUNT);
  tcase_add_test(tcase, parts_flat_differences);
  tcase_add_test(tcase, knows_a_point_in_a_box);
  tcase_add_loop_test(tcase, parts_finely_rounded_hulls, 0, 3);
  suite_add_tcase(suite, tcase);
  return suite;
}

/* test_curved_features.c: what a point at a face, a cap or a side proves about the depth and the distance of
 * curved cores, against GJK and EPA, which are not asked then. */
#include "epa.h"
#include "pose.h"
#include "scenes.h"

static const carom_shape_kind kinds[] = {CAROM_CYLINDER, CAROM_FRUSTUM,   CAROM_CONE,    CAROM_BOX,
                                         CAROM_CAPSULE,  CAROM_ELLIPSOID, CAROM_TRIANGLE};
enum { KINDS = sizeof kinds / sizeof *kinds, ROUNDS = 300 };

/* What is known of the axis of two cores by a search. */
static bool search(const carom__cores *cores, carom__epa_result *out) {
  carom__gjk_result gjk;
  carom_status status = carom__gjk(cores, &gjk);
  return carom__core_axis(cores, status, &gjk, out) == CAROM_OK;
}

/* How far the point of A leaves A, and that of B leaves B, along the normal: not at all. */
static double beyond(const carom__cores *cores, const carom__epa_result *axis) {
  carom__vertex v = carom__cores_support(cores, axis->normal);
  double of_a = dvec3_dot(axis->point_a, axis->normal) - dvec3_dot(v.a, axis->normal);
  double of_b = dvec3_dot(v.b, axis->normal) - dvec3_dot(axis->point_b, axis->normal);
  return fmax(fabs(of_a), fabs(of_b));
}

/* The depth is that of the search, the points are where the cores end along the normal, and they are one
 * depth from each other. Cores that are apart have one direction of the nearest points. */
static void judge(const carom__cores *cores, const carom__epa_result *found) {
  carom__epa_result known;
  const double slack = fmax(2 * cores->touch, 0x1p-19 * cores->least_half);
  ck_assert(fabs(dvec3_length(found->normal) - 1) < 1e-6);
  carom__dvec3 off = dvec3_mad(dvec3_sub(found->point_a, found->point_b), found->normal, -found->depth);
  ck_assert(dvec3_length(off) <= cores->touch);
  ck_assert(beyond(cores, found) <= 2 * cores->touch);
  if (!search(cores, &known)) return;
  ck_assert(fabs(known.depth - found->depth) <= slack);
  if (known.depth < -0.01 * cores->size) ck_assert(dvec3_dot(known.normal, found->normal) > 1 - 1e-6);
}

static carom__relative relative_of(const scene *s) {
  const carom_frame a = pose_to_frame(&s->pose_a), b = pose_to_frame(&s->pose_b);
  return frame_relative(&a, &b);
}

/* Brings B to where it is so deep in A as a part of the size, or so far from it. */
static void move_near(uint64_t *random, scene *s) {
  carom_distance_result gap;
  ck_assert_int_eq(carom_signed_distance(&s->a, &s->pose_a, &s->b, &s->pose_b, &gap), CAROM_OK);
  const float part =
      test_below(random, 4) ? test_uniform(random, -0.05f, 0.05f) : test_uniform(random, -0.5f, 1);
  const carom_vec3 way = vec3_scale(gap.normal, part * s->size - gap.distance);
  s->pose_b.position = pos_add(s->pose_b.position, way);
}

/* Where nobody asks beyond a distance, what is said to be farther is, and all else is as it was. */
static void judge_reach(carom__cores cores, double reach, bool known, const carom__epa_result *whole) {
  carom__epa_result found, least;
  cores.reach = reach;
  bool tells = carom__core_features(&cores, &found);
  if (known && -whole->depth <= reach) ck_assert(tells && found.depth == whole->depth);
  if (!tells || -found.depth <= reach) {
    ck_assert(tells == known);
    return;
  }
  cores.reach = HUGE_VAL;
  if (search(&cores, &least)) ck_assert(-least.depth >= -found.depth - 2 * cores.touch);
}

/* Turned by quarters and eighths, in places of a grid: axes that meet, cross, or are parallel. */
static void align(uint64_t *random, scene *s) {
  static const carom_quat turns[] = {{0, 0, 0, 1},
                                     {0.70710678f, 0, 0, 0.70710678f},
                                     {0, 0, 0.70710678f, 0.70710678f},
                                     {0, 0, 0.38268343f, 0.92387953f}};
  const carom_vec3 p = {(float)test_below(random, 5), (float)test_below(random, 5),
                        (float)test_below(random, 5)};
  s->pose_a.rotation = turns[test_below(random, 4)], s->pose_b.rotation = turns[test_below(random, 4)];
  s->pose_b.position = pos_add((carom_pos){0, 0, 0}, vec3_scale(vec3_sub(p, vec3(2, 2, 2)), 0.5f * s->size));
}

static scene near_scene(uint64_t *random, carom_shape_kind a, carom_shape_kind b, float least) {
  scene s = random_scene(random, a, b, least);
  if (test_below(random, 3))
    move_near(random, &s);
  else
    align(random, &s);
  return s;
}

START_TEST(agree_with_a_search) {
  uint64_t random = (uint64_t)_i + 1;
  const carom_shape_kind a = kinds[_i / KINDS], b = kinds[_i % KINDS];
  int known = 0, deep = 0;
  for (int i = 0; i < ROUNDS + test_scaled(3000); i++) {
    scene s = near_scene(&random, a, b, 1e-2f);
    const carom__relative b_in_a = relative_of(&s);
    const carom__cores cores = carom__cores_make(&s.a, &s.b, &b_in_a);
    carom__epa_result found;
    bool tells = carom__core_features(&cores, &found);
    judge_reach(cores, (double)test_uniform(&random, 0, 0.2f) * cores.size, tells, &found);
    if (tells) {
      judge(&cores, &found);
      known++, deep += found.depth > 0;
    }
    release_scene(&s);
  }
  const bool cylinder = a == CAROM_CYLINDER || b == CAROM_CYLINDER;
  if (cylinder && a != CAROM_ELLIPSOID && b != CAROM_ELLIPSOID) ck_assert_int_gt(known, ROUNDS / 6);
  if (cylinder && a != CAROM_CAPSULE && b != CAROM_CAPSULE) ck_assert_int_gt(deep, ROUNDS / 60);
}
END_TEST

/* --- Downhill from the features --- */

static const carom_shape_kind disc_kinds[] = {CAROM_CYLINDER, CAROM_FRUSTUM, CAROM_CONE, CAROM_CAPSULE};
enum { DISC_KINDS = sizeof disc_kinds / sizeof *disc_kinds };

/* What two overlap by is that of a search, from wherever the way down begins; and most is known. */
START_TEST(shortcuts_agree_with_a_search) {
  uint64_t random = (uint64_t)_i + 1;
  const carom_shape_kind a = disc_kinds[_i / DISC_KINDS], b = disc_kinds[_i % DISC_KINDS];
  int overlaps = 0, known = 0, beyond = 0; /* features */
  for (int i = 0; i < ROUNDS + test_scaled(3000); i++) {
    scene s = near_scene(&random, a, b, test_below(&random, 2) ? 1 : 1e-2f);
    const carom__relative b_in_a = relative_of(&s);
    const carom__cores cores = carom__cores_make(&s.a, &s.b, &b_in_a);
    carom__epa_result found, feature, least;
    bool tells = carom__core_shortcut(&cores, &found), is_feature = carom__core_features(&cores, &feature);
    ck_assert(tells || !is_feature);
    if (is_feature) ck_assert(found.depth == feature.depth);
    if (tells) judge(&cores, &found);
    bool deep = search(&cores, &least) && least.depth > 1e-3 * cores.size;
    overlaps += deep, known += deep && tells, beyond += deep && tells && !is_feature;
    release_scene(&s);
  }
  if (a == CAROM_CAPSULE && b == CAROM_CAPSULE) return;
  ck_assert_int_gt(5 * known, 4 * overlaps);
  ck_assert_int_gt(beyond, ROUNDS / 60);
}
END_TEST

/* --- What is known by hand --- */

static carom__epa_result features_of(carom_shape a, carom_shape b, carom_pose pose_b) {
  const scene s = {.a = a, .b = b, .pose_a.rotation = {0, 0, 0, 1}, .pose_b = pose_b};
  const carom__relative b_in_a = relative_of(&s);
  const carom__cores cores = carom__cores_make(&a, &b, &b_in_a);
  carom__epa_result found = {.depth = HUGE_VAL};
  ck_assert(carom__core_features(&cores, &found));
  return found;
}

static const carom_quat upright = {0, 0, 0, 1}, along_x = {0, 0, 0.70710678f, 0.70710678f};

/* Two logs that lie across each other touch with their sides, in the middle of both. */
START_TEST(sides_cross) {
  const carom_shape log = carom_shape_cylinder(2, 0.5f);
  for (int i = -1; i <= 1; i++) {
    carom__epa_result found = features_of(log, log, (carom_pose){{0.25, 0.5, 1 + 0.1 * i}, along_x});
    ck_assert(fabs(found.depth + 0.1 * i) < 1e-6 && found.normal.z > 0.999999);
    ck_assert(fabs(found.point_a.x) < 1e-6 && fabs(found.point_a.y - 0.5) < 1e-6);
  }
}
END_TEST

/* The rim of a disc at the side of an upright column, which is hollow for no direction. */
START_TEST(rims_meet_sides) {
  const carom_shape column = carom_shape_cylinder(2, 0.5f), disc = carom_shape_cylinder(0.1f, 1);
  const float turn = 0.5f; /* the disc leans by an angle around z, and its lower rim is nearest */
  const carom_quat leans = {0, 0, sinf(turn), cosf(turn)};
  const double reach = (double)(cosf(2 * turn) + 0.1f * sinf(2 * turn));
  carom__epa_result found = features_of(column, disc, (carom_pose){{0.4 + reach, 0, 0}, leans});
  ck_assert(fabs(found.depth - 0.1) < 1e-6 && found.normal.x > 0.999999);
}
END_TEST

/* A rim right around the axis of a column has no nearest point, and nothing is divided by its distance. */
START_TEST(rims_around_an_axis_are_left_to_a_search) {
  const carom_shape column = carom_shape_cylinder(2, 0.5f), rod = carom_shape_cylinder(1, 0.1f);
  scene s = {.a = column, .b = rod, .pose_a.rotation = upright};
  s.pose_b.rotation = (carom_quat){0.38268343f, 0, 0, 0.92387953f};
  s.pose_b.position = pos_add(s.pose_b.position, pose_to_frame(&s.pose_b).axes.y);
  const carom__relative b_in_a = relative_of(&s);
  const carom__cores cores = carom__cores_make(&column, &rod, &b_in_a);
  carom__epa_result found;
  ck_assert(!carom__core_features(&cores, &found));
}
END_TEST

/* A point beyond two faces at once proves nothing: the nearest points are at an edge. */
START_TEST(edges_are_left_to_a_search) {
  const carom_shape box = carom_shape_box(1, 1, 1), column = carom_shape_cylinder(1, 0.5f);
  const scene s = {.a = box, .b = column, .pose_a.rotation = upright, .pose_b = {{1.6, 2.6, 0}, upright}};
  const carom__relative b_in_a = relative_of(&s);
  const carom__cores cores = carom__cores_make(&box, &column, &b_in_a);
  carom__epa_result found;
  ck_assert(!carom__core_features(&cores, &found));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("curved features");
  TCase *tests = tcase_create("features");
  tcase_add_loop_test(tests, agree_with_a_search, 0, KINDS * KINDS);
  tcase_add_loop_test(tests, shortcuts_agree_with_a_search, 0, DISC_KINDS * DISC_KINDS);
  tcase_add_test(tests, sides_cross);
  tcase_add_test(tests, rims_meet_sides);
  tcase_add_test(tests, rims_around_an_axis_are_left_to_a_search);
  tcase_add_test(tests, edges_are_left_to_a_search);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_oracle.c: the references themselves, against what needs no thought: all triples and all pairs of pairs
 * of vertices, and solids that are known. */
#include "hard_poses.h"

enum { CASES = 40 };

static double try_direction(const oracle_scene *s, carom__dvec3 n) {
  double length = dvec3_length(n);
  if (length < 1e-9) return -HUGE_VAL;
  n = dvec3_scale(n, 1 / length);
  return fmax(placed_gap(&s->a, &s->b, n), placed_gap(&s->a, &s->b, dvec3_scale(n, -1)));
}

static carom__dvec3 side(const oracle_placed *p, int i, int j) { return dvec3_sub(p->near[j], p->near[i]); }

/* The greatest gap across all triangles of one solid's vertices. */
static double across_triangles(const oracle_scene *s, const oracle_placed *p) {
  double best = -HUGE_VAL;
  for (int i = 0; i < p->solid->vertex_count; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++)
        best = fmax(best, try_direction(s, dvec3_cross(side(p, i, j), side(p, i, k))));
  return best;
}

static double across_lines(const oracle_scene *s) {
  double best = -HUGE_VAL;
  for (int i = 0; i < s->a.solid->vertex_count; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < s->b.solid->vertex_count; k++)
        for (int m = 0; m < k; m++)
          best = fmax(best, try_direction(s, dvec3_cross(side(&s->a, i, j), side(&s->b, k, m))));
  return best;
}

static const struct {
  hard_maker *make_a, *make_b;
} pairs[] = {
    {make_tetrahedron, make_usual_box}, {make_even_box, make_plate},     {make_cube, make_cube},
    {make_cube_hull, make_cube_hull},   {make_flat_hull, make_needle},   {make_long_hull, make_capsule},
    {make_offset_hull, make_sphere},    {make_usual_box, make_cube_hull}};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };

/* Where solids overlap, the oracle finds the least of all overlaps; where they do not, it has a proof. */
START_TEST(depths_are_the_least_of_all) {
  static hard_case c;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    const hard_family *family = &hard_families[seed % HARD_FAMILIES];
    case_start(&c, family, pairs[_i].make_a, pairs[_i].make_b, seed);
    ck_assert_double_le(c.truth.doubt, 1e-14 * c.scene.size);
    double all = fmax(fmax(across_triangles(&c.scene, &c.scene.a), across_triangles(&c.scene, &c.scene.b)),
                      across_lines(&c.scene));
    /* Double precision loses some of nearly parallel lines. */
    double slack = 1e-8 * c.scene.size;
    ck_assert_msg(all <= c.truth.core + slack, "%s, case %u: %.17g > %.17g", family->name, (unsigned)seed,
                  all, c.truth.core);
    if (c.truth.core < -slack) ck_assert_double_ge(all, c.truth.core - slack);
    case_free(&c);
  }
}
END_TEST

static const struct {
  hard_maker *make;
  int vertices, edges, faces;
} known[] = {{make_cube, 8, 12, 6},
             {make_needle, 8, 12, 6},
             {make_tetrahedron, 4, 6, 4},
             {make_sphere, 1, 0, 0},
             {make_wire, 2, 1, 0}};

START_TEST(knows_simple_solids) {
  static hard_body b;
  uint64_t random = 5;
  known[_i].make(&b, &random, 1);
  ck_assert_int_eq(b.seen.solid.vertex_count, known[_i].vertices);
  ck_assert_int_eq(b.seen.solid.edge_count, known[_i].edges);
  ck_assert_int_eq(b.seen.solid.normal_count, known[_i].faces);
  hard_body_free(&b);
}
END_TEST

/* Vertices - edges + faces = 2, also where faces have many corners. */
static carom_vec3 on_z(float z) { return (carom_vec3){0, 0, z}; }

/* Segments along one line, turned so that rounding makes them all but parallel: any direction across parts
 * them by nothing. */
START_TEST(knows_segments_in_one_line) {
  static oracle_body a, b;
  static oracle_scene s;
  carom_pose pose = {.rotation = {0.166922629f, 0.935617685f, -0.281898886f, 0.131489158f}};
  ck_assert(oracle_body_make(&a, carom_shape_capsule(on_z(-0.5f), on_z(0.5f), 0.5f)));
  ck_assert(oracle_body_make(&b, carom_shape_capsule(on_z(-0.625f), on_z(0.625f), 0.5f)));
  oracle_scene_make(&s, &a, &pose, &b, &pose);
  oracle_truth t = oracle_find(&s);
  ck_assert(t.sure);
  ck_assert_double_eq_tol(t.separation, -1, 1e-15);
}
END_TEST

START_TEST(solids_are_closed) {
  static hard_maker *const makers[] = {make_round_hull, make_lattice_hull, make_flat_hull, make_long_hull,
                                       make_prism,      make_offset_hull,  make_cube_hull, make_large_hull};
  static hard_body b;
  for (uint64_t seed = 0; seed < 100; seed++) {
    uint64_t random = seed;
    makers[seed % 8](&b, &random, 1);
    const oracle_solid *s = &b.seen.solid;
    ck_assert_msg(s->vertex_count - s->edge_count + s->normal_count == 2, "%s, case %u: %d, %d, %d", b.name,
                  (unsigned)seed, s->vertex_count, s->edge_count, s->normal_count);
    hard_body_free(&b);
  }
}
END_TEST

/* Boxes of which all is known. */
START_TEST(knows_boxes) {
  static oracle_body a, b;
  static oracle_scene s;
  carom_pose here = {.rotation = {0, 0, 0, 1}}, there = here;
  ck_assert(oracle_body_make(&a, carom_shape_box(1, 2, 3)));
  ck_assert(oracle_body_make(&b, carom_shape_box(1, 1, 1)));
  const struct {
    carom_pos at;
    double separation;
  } cases[] = {{{0, 0, 0}, -2},       {{1.5, 0, 0}, -0.5}, {{2, 0, 0}, 0}, {{2, 3, 4}, 0},
               {{5, 0, 0}, 3},        {{5, 7, 0}, 5},      {{3, 5, 6}, 3}, {{1e9, 0, 0}, 1e9 - 2},
               {{0, 2.75, 1}, -0.25}, {{2, 3, 4.5}, 0.5}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    there.position = cases[i].at;
    oracle_scene_make(&s, &a, &here, &b, &there);
    oracle_truth t = oracle_find(&s);
    ck_assert_double_eq_tol(t.separation, cases[i].separation, 1e-15 * s.size);
    ck_assert_double_eq_tol(oracle_gap(&s, t.normal), t.separation, 1e-15 * s.size);
  }
}
END_TEST

/* The search over all directions needs no vertices, but must agree where there are some. */
START_TEST(directions_agree_with_features) {
  static hard_case c;
  for (uint64_t seed = 0; seed < 2 * CASES; seed++) {
    const hard_family *family = &hard_families[seed % HARD_FAMILIES];
    case_start(&c, family, pairs[_i].make_a, pairs[_i].make_b, seed);
    oracle_truth t = oracle_find_curved(&c.scene);
    ck_assert_msg(t.sure, "%s, case %u: no proof", family->name, (unsigned)seed);
    double slack = 1e-14 * c.scene.size;
    ck_assert_msg(t.core <= c.truth.core + slack && t.core + t.doubt >= c.truth.core - slack,
                  "%s, case %u: %.17g .. %.17g, but %.17g", family->name, (unsigned)seed, t.core,
                  t.core + t.doubt, c.truth.core);
    case_free(&c);
  }
}
END_TEST

/* Cylinders and cones of which all is known. */
START_TEST(knows_cylinders_and_cones) {
  static oracle_body bodies[4];
  static oracle_scene s;
  const carom_pose here = {.rotation = {0, 0, 0, 1}};
  ck_assert(oracle_body_make(&bodies[0], carom_shape_cylinder(2, 1)));
  ck_assert(oracle_body_make(&bodies[1], carom_shape_cone(2, 1)));
  ck_assert(oracle_body_make(&bodies[2], carom_shape_sphere(0.5f)));
  ck_assert(oracle_body_make(&bodies[3], carom_shape_box(1, 2, 1)));
  const carom_quat none = {0, 0, 0, 1}, over = {1, 0, 0, 0}, lying = {0, 0, 0.5f, 0.5f};
  const struct {
    int a, b;
    carom_pos at;
    carom_quat turn;
    double separation;
  } cases[] = {
      {0, 0, {0, 0, 0}, none, -2},  {0, 0, {3, 0, 4}, none, 3},         {0, 0, {0, 4.5, 0}, none, 0.5},
      {0, 0, {3, 8, 4}, none, 5},   {0, 0, {0, 0, 1.75}, lying, -0.25}, {0, 1, {0, -3.75, 0}, none, -0.25},
      {1, 1, {0, 4, 0}, over, 0},   {1, 1, {0, 5, 0}, over, 1},         {1, 1, {0, -3, 0}, over, -1},
      {1, 2, {0, 3, 0}, none, 0.5}, {1, 2, {0, 2, 0}, none, -0.5},      {1, 2, {0, -2, 0}, none, -0.5},
      {0, 3, {4, 0, 5}, none, 4},   {0, 3, {1.875, 0, 0}, none, -0.125}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    carom_pose there = {cases[i].at, cases[i].turn};
    oracle_scene_make(&s, &bodies[cases[i].a], &here, &bodies[cases[i].b], &there);
    oracle_truth t = oracle_find(&s);
    double most = t.separation + t.doubt, slack = 1e-14 * s.size;
    ck_assert_msg(t.sure && t.separation <= cases[i].separation + slack &&
                      most >= cases[i].separation - slack,
                  "case %u: %.9g .. %.9g", (unsigned)i, t.separation, most);
  }
}
END_TEST

/* How far points are outside of a cone. */
START_TEST(knows_points_beside_a_cone) {
  static oracle_body cone;
  static oracle_placed placed;
  const rmat3 axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const struct {
    carom__dvec3 point;
    double outside;
  } cases[] = {{{0, 0, 0}, 0},   {{0, 3, 0}, 1},   {{3, 2, 0}, 12 / sqrt(17)}, {{0, -3, 0}, 1},
               {{-4, -6, 0}, 5}, {{0, 0, 0.5}, 0}, {{0, 0, 0.25}, 0},          {{0, 0, 3}, 10 / sqrt(17)}};
  ck_assert(oracle_body_make(&cone, carom_shape_cone(2, 1)));
  oracle_place(&placed, &cone.solid, &axes, rvec(0, 0, 0));
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    ck_assert_double_eq_tol(oracle_outside(&placed, cases[i].point, 10), cases[i].outside, 1e-14);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("oracle");
  TCase *tcase = tcase_create("oracle");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, depths_are_the_least_of_all, 0, PAIRS);
  tcase_add_loop_test(tcase, knows_simple_solids, 0, sizeof known / sizeof known[0]);
  tcase_add_test(tcase, knows_segments_in_one_line);
  tcase_add_test(tcase, solids_are_closed);
  tcase_add_test(tcase, knows_boxes);
  tcase_add_loop_test(tcase, directions_agree_with_features, 0, PAIRS);
  tcase_add_test(tcase, knows_cylinders_and_cones);
  tcase_add_test(tcase, knows_points_beside_a_cone);
  suite_add_tcase(suite, tcase);
  return suite;
}

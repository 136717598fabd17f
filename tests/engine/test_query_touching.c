/* test_query_touching.c: whether overlap queries find what only touches. */
#include "placed.h"

/* A row of unit squares or cubes along each diagonal way, a quarter apart, so that all sums are exact. */
enum { STEPS = 9, BODIES = STEPS * STEPS };

typedef struct grid {
  bool planar;
  carom_pos origin;
  carom_world *world;
  carom_body bodies[BODIES];
  carom_pos centers[BODIES]; /* from the origin */
} grid;

static carom_pos place(const grid *g, double x, double y) {
  return (carom_pos){g->origin.x + x, g->origin.y + y, g->origin.z};
}

static void make_grid(grid *g, bool planar, double far) {
  carom_world_def def = {.planar = planar};
  *g = (grid){.planar = planar, .origin = {far, -far, planar ? 0 : far}};
  ck_assert_int_eq(carom_world_create(&def, &g->world), CAROM_OK);
  for (int i = 0; i < BODIES; i++) {
    g->centers[i] = (carom_pos){0.25 * (i % STEPS), 0.25 * (i / STEPS), 0};
    carom_body_def body = {.pose.position = place(g, g->centers[i].x, g->centers[i].y)};
    g->bodies[i] = carom_body_create(g->world, &body);
    support_collider(g->world, g->bodies[i],
                     planar ? carom_shape_rectangle(0.5f, 0.5f) : carom_shape_box(0.5f, 0.5f, 0.5f));
  }
}

/* How a square of this half extent at x, y lies: 1 apart, 0 touching, -1 overlapping. */
static int sign_of(carom_pos center, double x, double y, double half) {
  double gap = fmax(fabs(center.x - x), fabs(center.y - y)) - 0.5 - half;
  return (gap > 0) - (gap < 0);
}

static size_t wrong_answers(const grid *g, double x, double y, double half, carom_touching touching,
                            const carom_found *found, size_t count) {
  size_t wrong = 0, expected = 0;
  for (size_t i = 0; i < BODIES; i++) {
    int sign = sign_of(g->centers[i], x, y, half);
    bool is_found = false;
    for (size_t k = 0; k < count; k++) is_found |= found[k].body.bits == g->bodies[i].bits;
    bool expect = touching == CAROM_TOUCHING_OVERLAPS ? sign <= 0 : sign < 0;
    expected += expect;
    wrong += is_found != expect;
  }
  return wrong + (count != expected);
}

static size_t ask_region(const grid *g, double x, double y, double half, carom_touching touching) {
  carom_query_filter filter = {.touching = touching};
  carom_region region = {place(g, x - half, y - half), place(g, x + half, y + half)};
  carom_found found[BODIES];
  size_t count;
  region.min.z -= g->planar ? 0 : 0.25, region.max.z += g->planar ? 0 : 0.25;
  ck_assert_int_eq(carom_world_overlap_region(g->world, &region, &filter, found, BODIES, &count), CAROM_OK);
  return wrong_answers(g, x, y, half, touching, found, count);
}

static size_t ask_shape(const grid *g, double x, double y, double half, carom_touching touching) {
  carom_query_filter filter = {.touching = touching};
  float h = (float)half;
  carom_shape shape = g->planar ? carom_shape_rectangle(h, h) : carom_shape_box(h, h, 0.25f);
  carom_pose pose = {.position = place(g, x, y)};
  carom_found found[BODIES];
  size_t count;
  ck_assert_int_eq(carom_world_overlap_shape(g->world, &shape, &pose, &filter, found, BODIES, &count),
                   CAROM_OK);
  return wrong_answers(g, x, y, half, touching, found, count);
}

static size_t ask_point(const grid *g, double x, double y, carom_touching touching) {
  carom_query_filter filter = {.touching = touching};
  carom_pos point = place(g, x, y);
  carom_found found[BODIES];
  size_t count;
  ck_assert_int_eq(carom_world_overlap_point(g->world, &point, &filter, found, BODIES, &count), CAROM_OK);
  return wrong_answers(g, x, y, 0, touching, found, count);
}

static size_t ask_planes(const grid *g, double x, double y, double half, carom_touching touching) {
  carom_query_filter filter = {.touching = touching};
  carom_pose pose = {.position = place(g, x, y)};
  float h = (float)half;
  const carom_plane sides[6] = {{{1, 0, 0}, h},  {{-1, 0, 0}, h},    {{0, 1, 0}, h},
                                {{0, -1, 0}, h}, {{0, 0, 1}, 0.25f}, {{0, 0, -1}, 0.25f}};
  carom_found found[BODIES];
  size_t count;
  ck_assert_int_eq(carom_world_overlap_planes(g->world, sides, 6, &pose, &filter, found, BODIES, &count),
                   CAROM_OK);
  return wrong_answers(g, x, y, half, touching, found, count);
}

/* In the plane and in space, near and far. */
START_TEST(what_touches_is_found_as_asked) {
  grid g;
  size_t wrong = 0;
  make_grid(&g, _i & 1, _i & 2 ? 1e6 : 0);
  for (int n = 0; n < 2 * BODIES; n++) {
    carom_touching touching = n & 1 ? CAROM_TOUCHING_IS_APART : CAROM_TOUCHING_OVERLAPS;
    double x = g.centers[n / 2].x, y = g.centers[n / 2].y, half = 0.25 * (1 + n % 5);
    wrong += ask_region(&g, x, y, half, touching) + ask_shape(&g, x, y, half, touching);
    wrong += ask_point(&g, x, y, touching);
    if (!g.planar) wrong += ask_planes(&g, x, y, half, touching);
  }
  ck_assert_uint_eq(wrong, 0);
  carom_world_destroy(g.world);
}
END_TEST

/* --- Any shapes --- */

static carom_shape random_shape(uint64_t *random, bool planar, const carom_hull *hull) {
  float a = test_uniform(random, 0.2f, 1), b = test_uniform(random, 0.2f, 1);
  switch (planar ? test_below(random, 3) : 3) {
  case 0:
    return carom_shape_disc(a);
  case 1:
    return carom_shape_stadium((carom_vec2){-a, 0}, (carom_vec2){a, b}, 0.3f * b);
  case 2:
    return carom_shape_rectangle(a, b);
  default:
    return support_any_shape(random, hull);
  }
}

static carom_pose random_pose(uint64_t *random, bool planar, float spread) {
  float x = test_uniform(random, -spread, spread), y = test_uniform(random, -spread, spread);
  if (planar) return carom_pose_planar((double)x, (double)y, (double)test_uniform(random, -4, 4));
  return (carom_pose){{(double)x, (double)y, (double)test_uniform(random, -spread, spread)},
                      test_quat(random)};
}

/* The signed distance says what is to be found, but where rounding may decide. */
static const char *found_fault(const placed *asked, const carom_found *found, size_t count, const placed *p) {
  carom_distance_result apart;
  bool is_found = false;
  for (size_t i = 0; i < count; i++) is_found |= found[i].collider.bits == p->collider.bits;
  if (carom_signed_distance(&p->shape, &p->pose, &asked->shape, &asked->pose, &apart)) return "refused";
  if (is_found && apart.distance >= 0) return "found what does not overlap";
  return !is_found && apart.distance < -2e-5f ? "missed what overlaps" : NULL;
}

START_TEST(what_overlaps_is_found_alone) {
  enum { MANY = 40 };
  uint64_t random = (uint64_t)_i;
  bool planar = _i & 1;
  carom_hull *hull = support_hull(NULL, random, 0.8f);
  carom_world_def def = {.planar = planar};
  carom_world *world;
  placed list[MANY], asked = {.sensor = false};
  const char *fault = NULL;
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  for (int i = 0; i < MANY; i++) {
    carom_body_def body = {.pose = random_pose(&random, planar, 3)};
    list[i] = placed_of(
        world, support_collider(world, carom_body_create(world, &body), random_shape(&random, planar, hull)));
  }
  for (int n = test_scaled(200); n > 0 && !fault; n--) {
    carom_query_filter filter = {.touching = CAROM_TOUCHING_IS_APART};
    carom_found found[MANY];
    size_t count;
    asked.shape = random_shape(&random, planar, hull), asked.pose = random_pose(&random, planar, 3);
    ck_assert_int_eq(
        carom_world_overlap_shape(world, &asked.shape, &asked.pose, &filter, found, MANY, &count), CAROM_OK);
    for (int i = 0; i < MANY && !fault; i++) fault = found_fault(&asked, found, count, &list[i]);
  }
  ck_assert_msg(!fault, "%s", fault);
  carom_world_destroy(world);
  carom_hull_release(hull);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query touching");
  TCase *tests = tcase_create("touching");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, what_touches_is_found_as_asked, 0, 4);
  tcase_add_loop_test(tests, what_overlaps_is_found_alone, 0, 6);
  suite_add_tcase(suite, tests);
  return suite;
}

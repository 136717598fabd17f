/* test_mover_planes.c: the nearest way along planes, by what makes it the nearest: from there no allowed way
 * leads towards the wish (the variational inequality of projections onto convex sets); and the lists of what
 * is near and of what was met, when they are full. */
#include "move.h"
#include "support.h"

enum { PLANES = 6, SAMPLES = 50 };

/* By how much bounds may be missed, as a slide lets them, and what that is worth. */
#define SLACK 0x1p-14
#define WORTH 2e-3

static carom__dvec3 random_vector(uint64_t *random) { return dvec3_widen(test_vec3(random, -2, 2)); }

/* Any direction, one of the axes, or nearly the one before or its opposite. */
static carom__dvec3 random_normal(uint64_t *random, carom__dvec3 before) {
  const double noise[] = {0, 1e-7};
  carom__dvec3 n = random_vector(random), axes[] = {dvec3(1, 0, 0), dvec3(0, 1, 0), dvec3(0, 0, 1)};
  uint32_t way = test_below(random, 6);
  if (way == 0) n = axes[test_below(random, 3)];
  if (way == 1) n = dvec3_mad(before, n, noise[test_below(random, 2)]);
  if (way == 2) n = dvec3_mad(dvec3_scale(before, -1), n, noise[test_below(random, 2)]);
  return dvec3_scale(n, 1 / dvec3_length(n));
}

/* Bounds that allow the way to a point. */
static void make_bounds(carom__bounds *b, uint64_t *random, carom__dvec3 allowed) {
  const carom__dvec3 up = {0, 1, 0};
  carom__dvec3 normal = up;
  *b = (carom__bounds){.slack = SLACK};
  if (test_below(random, 2)) b->easy = up;
  for (b->count = 0; b->count < 1 + test_below(random, PLANES); b->count++) {
    normal = random_normal(random, normal);
    double room = test_below(random, 2) ? 0 : (double)test_uniform(random, 0, 1);
    b->items[b->count] = (carom__bound){normal, dvec3_dot(normal, allowed) - room};
  }
}

static bool allows(const carom__bounds *b, carom__dvec3 way, double slack) {
  for (size_t i = 0; i < b->count; i++)
    if (dvec3_dot(b->items[i].normal, way) < b->items[i].offset - slack) return false;
  return true;
}

/* How far a way leads from `from` towards the wish, where changes along the easy direction count little. */
static double gain(const carom__bounds *b, carom__dvec3 wish, carom__dvec3 from, carom__dvec3 to) {
  carom__dvec3 pull = dvec3_sub(wish, from), way = dvec3_sub(to, from);
  double easy = dvec3_dot(pull, b->easy) * dvec3_dot(way, b->easy);
  return dvec3_dot(pull, way) - easy * (1 - 0x1p-12);
}

static bool is_nearest(const carom__bounds *b, uint64_t *random, carom__dvec3 wish, carom__dvec3 way,
                       carom__dvec3 allowed) {
  if (!allows(b, way, SLACK + 1e-8) || gain(b, wish, way, allowed) > WORTH) return false;
  for (int i = 0; i < SAMPLES; i++) {
    carom__dvec3 other = dvec3_add(allowed, random_vector(random));
    if (allows(b, other, 0) && gain(b, wish, way, other) > WORTH) return false;
  }
  return true;
}

START_TEST(the_way_is_the_nearest) {
  size_t faults = 0;
  uint64_t random = 5;
  for (int i = 0; i < test_scaled(100000); i++) {
    carom__bounds b;
    carom__dvec3 origin = {0, 0, 0}, allowed = test_below(&random, 2) ? origin : random_vector(&random);
    carom__dvec3 wish = random_vector(&random), way;
    make_bounds(&b, &random, allowed);
    faults += !carom__bounds_nearest(&b, wish, &way) || !is_nearest(&b, &random, wish, way, allowed);
  }
  ck_assert_uint_eq(faults, 0);
}
END_TEST

START_TEST(bounds_may_allow_nothing) {
  carom__bounds b = {.slack = SLACK};
  carom__dvec3 way;
  bounds_add(&b, (carom_vec3){1, 0, 0}, 1);
  ck_assert(carom__bounds_nearest(&b, dvec3(0, 0, 0), &way) && way.x == 1);
  bounds_add(&b, (carom_vec3){-1, 0, 0}, 1);
  ck_assert(!carom__bounds_nearest(&b, dvec3(0, 0, 0), &way));
}
END_TEST

/* Balls in a row, in a mixed order. */
START_TEST(full_lists_keep_the_nearest_and_the_latest) {
  enum { BALLS = CAROM__MOVER_TOUCHES + 5 };
  carom_world *world = support_world();
  carom_mover_result result = {.plane_count = 0};
  carom__move m = {.world = world, .result = &result, .shape = carom_shape_sphere(1)};
  carom__mover_touches near;
  uint32_t order[BALLS];
  for (uint32_t i = 0; i < BALLS; i++) {
    order[7 * i % BALLS] = i;
    support_ball(world, CAROM_STATIC, 2.5 + 0.1 * (7 * i % BALLS));
  }
  carom__move_look(&m, 9, &near);
  ck_assert_uint_eq(near.count, CAROM__MOVER_TOUCHES);
  for (uint32_t i = 0; i < CAROM__MOVER_TOUCHES; i++) ck_assert_uint_eq(near.items[i].collider, order[i]);
  for (int i = 0; i < CAROM__MOVER_TOUCHES; i++) carom__move_note(&m, &near.items[i]);
  near.items[3].normal.y = 7;
  carom__move_note(&m, &near.items[3]);
  ck_assert(result.plane_count == CAROM_MOVER_PLANES && result.planes[3].normal.y == 7);
  for (uint32_t i = 0; i < CAROM_MOVER_PLANES; i++) {
    uint32_t told = i + 1 < CAROM_MOVER_PLANES ? i : CAROM__MOVER_TOUCHES - 1;
    ck_assert_uint_eq((uint32_t)result.planes[i].collider.bits, near.items[told].collider);
  }
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mover_planes");
  TCase *tests = tcase_create("planes");
  tcase_set_timeout(tests, 120);
  tcase_add_test(tests, the_way_is_the_nearest);
  tcase_add_test(tests, bounds_may_allow_nothing);
  tcase_add_test(tests, full_lists_keep_the_nearest_and_the_latest);
  suite_add_tcase(suite, tests);
  return suite;
}

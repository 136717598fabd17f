/* test_orient.c: the side of a line against integers, for coordinates of one size and of many. */
#include "orient.h"

#include "testing.h"

__extension__ typedef __int128 wide;

typedef struct whole {
  int64_t x, y;
} whole;

static int expected(whole a, whole b, whole c) {
  wide det = (wide)(a.x - c.x) * (b.y - c.y) - (wide)(a.y - c.y) * (b.x - c.x);
  return (det > 0) - (det < 0);
}

/* A number of 24 bits at most, times 2^shift. */
static int64_t some(uint64_t *random, uint32_t bits, uint32_t shift) {
  int64_t value = test_below(random, (uint32_t)1 << bits);
  return (test_below(random, 2) ? value : -value) * ((int64_t)1 << shift);
}

static whole some_point(uint64_t *random, uint32_t bits, uint32_t most_shift) {
  int64_t x = some(random, bits, test_below(random, most_shift + 1));
  return (whole){x, some(random, bits, test_below(random, most_shift + 1))};
}

static carom_vec2 point(whole p, float unit) { return (carom_vec2){(float)p.x * unit, (float)p.y * unit}; }

static int wrong(whole a, whole b, whole c, float unit) {
  int turn = expected(a, b, c);
  carom_vec2 p = point(a, unit), q = point(b, unit), r = point(c, unit);
  return (carom__orient(p, q, r) != turn) + (carom__orient(q, r, p) != turn) +
         (carom__orient(q, p, r) != -turn);
}

START_TEST(turns_are_exact) {
  static const uint32_t sizes[][2] = {{2, 0}, {24, 0}, {24, 26}, {3, 40}};
  static const float units[] = {1, 0x1p-100f, 0x1p60f};
  uint64_t random = (uint64_t)_i + 1;
  int faults = 0;
  for (int round = 0; round < test_scaled(300000); round++) {
    const uint32_t *size = sizes[round % 4];
    whole a = some_point(&random, size[0], size[1]), b = some_point(&random, size[0], size[1]);
    faults += wrong(a, b, some_point(&random, size[0], size[1]), units[round % 3]);
  }
  ck_assert_int_eq(faults, 0);
}
END_TEST

/* The third point is on the line or one unit in the last place beside it. */
START_TEST(nearly_on_a_line) {
  uint64_t random = 99;
  int faults = 0;
  for (int round = 0; round < test_scaled(300000); round++) {
    whole a = some_point(&random, 20, 0), step = some_point(&random, 20, 0);
    whole b = {a.x + step.x, a.y + step.y}, c = {a.x + 2 * step.x, a.y + 2 * step.y};
    c.x += (int)test_below(&random, 3) - 1;
    faults += wrong(a, b, c, 1);
  }
  ck_assert_int_eq(faults, 0);
}
END_TEST

/* Sides of the same, of nearly the same and of any direction. */
START_TEST(turns_of_sides_are_exact) {
  uint64_t random = 98;
  int faults = 0;
  for (int round = 0; round < test_scaled(300000); round++) {
    whole a = some_point(&random, 20, 0), b = some_point(&random, 20, 20), step = some_point(&random, 20, 0);
    whole to_a = {a.x + step.x, a.y + step.y}, to_b = {b.x + 2 * step.x, b.y + 2 * step.y};
    to_b.y += (int)test_below(&random, 3) - 1;
    if (round % 3 == 0) to_b = some_point(&random, 24, 20);
    carom__way along_a = {point(a, 1), point(to_a, 1)}, along_b = {point(b, 1), point(to_b, 1)};
    whole end = {to_b.x - b.x, to_b.y - b.y}; /* unless floats are too short for it */
    if ((int64_t)along_b.to.x != to_b.x || (int64_t)along_b.to.y != to_b.y) continue;
    int turn = expected((whole){0, 0}, step, end);
    faults += (carom__turn(along_a, along_b) != turn) + (carom__turn(along_b, along_a) != -turn);
  }
  ck_assert_int_eq(faults, 0);
}
END_TEST

/* Along all but one diagonal, by ways of 60 bits: doubles keep fewer of them, and turns lie in the others. */
START_TEST(turns_of_long_ways_are_exact) {
  uint64_t random = 97;
  int faults = 0;
  for (int round = 0; round < test_scaled(100000); round++) {
    whole to = {some(&random, 20, 40), 0}, a = {some(&random, 23, 0), 0};
    to.y = to.x;
    a.y = a.x + some(&random, 1 + test_below(&random, 20), 0);
    int64_t more = some(&random, 1 + test_below(&random, 20), 0);
    whole b = {a.x + more, a.y + more};
    carom__way along_a = {point(a, 1), point(to, 1)}, along_b = {point(b, 1), point(to, 1)};
    faults += carom__turn(along_a, along_b) != expected(a, b, to);
    faults += wrong(a, b, to, 1);
  }
  ck_assert_int_eq(faults, 0);
}
END_TEST

START_TEST(orders_of_points) {
  carom_vec2 a = {0, 0}, b = {0, 1}, c = {0, 2}, d = {1, -5};
  ck_assert(vec2_is_before(a, b) && vec2_is_before(c, d) && !vec2_is_before(a, a));
  ck_assert(vec2_is_between(a, b, c) && vec2_is_between(c, b, a));
  ck_assert(!vec2_is_between(a, a, c) && !vec2_is_between(b, a, c));
  ck_assert(vec2_is_same(a, (carom_vec2){-0.0f, 0}));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("orient");
  TCase *tests = tcase_create("orient");
  tcase_set_timeout(tests, 120);
  tcase_add_test(tests, turns_are_exact);
  tcase_add_test(tests, nearly_on_a_line);
  tcase_add_test(tests, turns_of_sides_are_exact);
  tcase_add_test(tests, turns_of_long_ways_are_exact);
  tcase_add_test(tests, orders_of_points);
  suite_add_tcase(suite, tests);
  return suite;
}

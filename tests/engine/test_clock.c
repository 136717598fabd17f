/* test_clock.c: the times of the passes of a step, by a clock that the test turns itself. */
#include "support.h"

typedef struct dial {
  uint64_t now;
  int readings;
} dial;

/* Each look takes one unit. */
static uint64_t read_dial(void *user) {
  dial *d = user;
  d->readings++;
  return ++d->now;
}

/* A handler and a filter that take their time. */
static void dawdle(void *user, carom_world *world, const carom_event *event) {
  uint64_t times[CAROM_PASS_COUNT];
  if (event->kind != CAROM_EVENT_BEGIN) return; /* the END of the world comes outside of a step */
  ((dial *)user)->now += 1000;
  ck_assert_int_eq(carom_world_get_pass_times(world, times), CAROM_OK);
  ck_assert_uint_eq(times[CAROM_PASS_DISPATCH], 0);
  ck_assert_uint_eq(times[CAROM_PASS_MOTION], 1);
  ck_assert_int_eq(carom_world_set_clock(world, NULL, NULL), CAROM_BUSY);
}

static bool ponder(void *user, const carom_world *world, const carom_contact_side *a,
                   const carom_contact_side *b) {
  (void)world, (void)a, (void)b;
  ((dial *)user)->now += 50;
  return true;
}

/* Two balls that touch, of which one moves. */
static carom_world *two_balls(void) {
  carom_world *world = support_world();
  carom_collider_def def = {.shape = carom_shape_sphere(1)};
  for (int i = 0; i < 2; i++)
    carom_collider_create(world, support_body(world, CAROM_KINEMATIC, (double)i, 0, 0), &def);
  return world;
}

START_TEST(each_pass_has_its_time) {
  dial d = {100, 0};
  uint64_t times[CAROM_PASS_COUNT];
  carom_world *world = two_balls();
  carom_handler_def handler = {.callback = dawdle, .user = &d};
  carom_handler_add(world, &handler);
  carom_world_set_filter(world, ponder, &d);
  ck_assert_int_eq(carom_world_set_clock(world, read_dial, &d), CAROM_OK);
  support_step(world);
  ck_assert_int_eq(d.readings, CAROM_PASS_COUNT + 1);
  ck_assert_int_eq(carom_world_get_pass_times(world, times), CAROM_OK);
  for (int i = 0; i < CAROM_PASS_COUNT; i++)
    ck_assert_uint_eq(times[i], i == CAROM_PASS_DISPATCH ? 1001 : i == CAROM_PASS_CULL ? 51 : 1);
  carom_world_destroy(world);
}
END_TEST

/* The hash of a world, and whether its clone has a clock, do not depend on it. */
START_TEST(results_do_not_know_the_clock) {
  dial d = {0, 0};
  carom_world *world = two_balls(), *other = two_balls(), *clone;
  carom_world_set_clock(world, read_dial, &d);
  for (int i = 0; i < 5; i++) support_step(world), support_step(other);
  ck_assert_uint_eq(carom_world_hash(world), carom_world_hash(other));
  ck_assert_int_eq(carom_world_clone(world, NULL, NULL, 0, &clone), CAROM_OK);
  d.readings = 0;
  support_step(clone);
  ck_assert_int_eq(d.readings, 0);
  carom_world_destroy(clone);
  carom_world_destroy(other);
  carom_world_destroy(world);
}
END_TEST

START_TEST(no_clock_no_times) {
  dial d = {0, 0};
  uint64_t times[CAROM_PASS_COUNT] = {7};
  carom_world *world = two_balls();
  support_step(world);
  ck_assert_int_eq(carom_world_get_pass_times(world, times), CAROM_OK);
  ck_assert_uint_eq(times[0], 0);
  carom_world_set_clock(world, read_dial, &d);
  support_step(world);
  carom_world_set_clock(world, NULL, NULL);
  ck_assert_int_eq(carom_world_get_pass_times(world, times), CAROM_OK);
  for (int i = 0; i < CAROM_PASS_COUNT; i++) ck_assert_uint_eq(times[i], 0);
  ck_assert_int_eq(carom_world_step(world, -1), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_world_get_pass_times(world, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_get_pass_times(NULL, times), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_set_clock(NULL, read_dial, &d), CAROM_NULL_ARGUMENT);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("clock");
  TCase *tests = tcase_create("clock");
  tcase_add_test(tests, each_pass_has_its_time);
  tcase_add_test(tests, results_do_not_know_the_clock);
  tcase_add_test(tests, no_clock_no_times);
  suite_add_tcase(suite, tests);
  return suite;
}

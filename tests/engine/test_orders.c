/* test_orders.c: which of two colliders is side a, where the game says so. */
#include "crowd.h"

enum { STEPS = 16, SEEDS = 100 };

/* Destroys what is to be destroyed, and makes what is gone once more, in an order of each world. */
static void renew(crowd_view *views, size_t count, uint64_t random) {
  crowd *c = views->crowd;
  const uint32_t n = test_below(&random, CROWD_THINGS);
  if (c->things[n].there) {
    for (size_t i = 0; i < count; i++) carom_body_destroy(views[i].world, views[i].bodies[n]);
    c->things[n].there = false;
    return;
  }
  c->random = random;
  crowd_make_thing(c, n);
  for (size_t i = 0; i < count; i++) crowd_create(&views[i], n);
}

static void play(uint64_t seed) {
  crowd c;
  crowd_begin(&c, seed);
  crowd_view views[3] = {crowd_open(&c, 0), crowd_open(&c, seed + 1), crowd_open(&c, 3 * seed + 2)};
  uint64_t random = seed;
  for (int step = 0; step < STEPS; step++) {
    for (uint32_t calls = test_below(&random, 4); calls > 0; calls--) {
      const uint64_t call = test_random(&random);
      for (int i = 0; i < 3; i++) crowd_call(&views[i], call, false);
    }
    if (step % 3 == 1) renew(views, 3, test_random(&random));
    for (int i = 0; i < 3; i++) ck_assert_int_eq(carom_world_step(views[i].world, 0x1p-5f), CAROM_OK);
    for (int i = 1; i < 3; i++) crowd_must_agree(&views[0], &views[i]);
    const uint64_t salt = test_random(&random);
    for (int i = 0; i < 3; i++) crowd_give_values(&views[i], salt);
  }
  for (int i = 0; i < 3; i++) crowd_close(&views[i]);
  crowd_end(&c);
}

START_TEST(worlds_agree_whatever_was_created_first) {
  for (int seed = 0; seed < test_scaled(SEEDS); seed++) play((uint64_t)seed);
}
END_TEST

/* A plate flies against two walls at once. */
static uint64_t stopped_by(bool upper_first, uint64_t upper_order) {
  carom_world *world = support_world();
  for (int i = 0; i < 2; i++) {
    const bool upper = (i == 0) == upper_first;
    const carom_body wall = support_body(world, CAROM_STATIC, 5, upper ? 1 : -1, 0);
    const carom_collider_def def = {.shape = carom_shape_box(0.5f, 0.25f, 1),
                                    .order = upper ? upper_order : 10,
                                    .user = upper ? &world : NULL};
    carom_collider_create(world, wall, &def);
  }
  const carom_body_def moving = {.linear_velocity = {100, 0, 0}};
  const carom_body plate = carom_body_create(world, &moving);
  const carom_collider_def def = {.shape = carom_shape_box(0.1f, 2, 1), .order = 7};
  carom_collider_create(world, plate, &def);
  carom_body_set_swept(world, plate, true);
  carom_body_set_stopping(world, plate, true);
  ck_assert_int_eq(carom_world_step(world, 0.1f), CAROM_OK);
  size_t count;
  const carom_swept_hit *hits = carom_world_get_swept_hits(world, &count);
  uint64_t order = 0;
  for (size_t i = 0; i < count; i++)
    if (hits[i].stopped_a || hits[i].stopped_b) {
      const bool is_a = hits[i].body_a.bits == plate.bits;
      ck_assert_int_eq(is_a ? hits[i].stopped_a : hits[i].stopped_b, true);
      ck_assert_uint_eq(order, 0);
      carom_collider_get_order(world, is_a ? hits[i].collider_b : hits[i].collider_a, &order);
    }
  ck_assert_int_eq(carom_world_destroy(world), CAROM_OK);
  return order;
}

START_TEST(the_first_of_two_hits_follows_from_orders) {
  for (int first = 0; first < 2; first++) {
    ck_assert_uint_eq(stopped_by(first, 3), 3);
    ck_assert_uint_eq(stopped_by(first, 30), 10);
  }
}
END_TEST

static void must_be_sides(const carom_world *world, carom_collider a, carom_collider b) {
  carom_contact contact;
  for (int turned = 0; turned < 2; turned++) {
    ck_assert_int_eq(carom_contact_between(world, turned ? b : a, turned ? a : b, &contact), CAROM_OK);
    ck_assert_uint_eq(contact.a.collider.bits, a.bits);
    ck_assert_uint_eq(contact.b.collider.bits, b.bits);
  }
}

/* Without an order a collider comes before those that have one. */
START_TEST(equal_orders_leave_it_to_the_index) {
  static const uint64_t orders[5][2] = {{0, 0}, {5, 5}, {0, 5}, {5, 6}, {6, 5}};
  for (int i = 0; i < 5; i++) {
    carom_world *world = support_world();
    carom_collider made[2];
    for (int k = 0; k < 2; k++) {
      const carom_collider_def def = {.shape = carom_shape_sphere(1), .order = orders[i][k]};
      made[k] = carom_collider_create(world, support_body(world, CAROM_KINEMATIC, 0.5 * k, 0, 0), &def);
      uint64_t order = 99;
      ck_assert_int_eq(carom_collider_get_order(world, made[k], &order), CAROM_OK);
      ck_assert_uint_eq(order, orders[i][k]);
    }
    support_step(world);
    must_be_sides(world, made[i == 4], made[i != 4]);
    ck_assert_int_eq(carom_world_destroy(world), CAROM_OK);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("orders");
  TCase *tc = tcase_create("orders");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, equal_orders_leave_it_to_the_index);
  tcase_add_test(tc, the_first_of_two_hits_follows_from_orders);
  tcase_add_test(tc, worlds_agree_whatever_was_created_first);
  suite_add_tcase(suite, tc);
  return suite;
}

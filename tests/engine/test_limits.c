/* test_limits.c: the figures of docs/limits.md that no other test holds: what bodies, contacts and saves
 * take. */
#include "carom/snapshot.h"
#include "support.h"

enum { SIDE = 16, BODIES = SIDE * SIDE * SIDE };

/* A lattice of boxes of side 1 that move all together at so many sides a second, after some steps. */
static carom_world *lattice(carom_body_kind kind, double gap, float speed) {
  carom_world *world = support_world();
  for (int i = 0; i < BODIES; i++) {
    carom_body_def def = {.kind = kind};
    def.pose.position = (carom_pos){i % SIDE * gap, i / SIDE % SIDE * gap, i / (SIDE * SIDE) * gap};
    if (kind == CAROM_KINEMATIC) def.linear_velocity.x = speed;
    support_collider(world, carom_body_create(world, &def), carom_shape_box(0.5f, 0.5f, 0.5f));
  }
  for (int i = 0; i < 8; i++) support_step(world);
  return world;
}

static carom_counts counts_of(const carom_world *world) {
  carom_counts counts;
  ck_assert_int_eq(carom_world_get_counts(world, &counts), CAROM_OK);
  return counts;
}

static size_t save_size(const carom_world *world) {
  size_t size = 0;
  ck_assert_int_eq(carom_world_save(world, NULL, NULL, 0, &size), CAROM_TOO_SMALL);
  return size;
}

START_TEST(an_empty_world_is_small) {
  carom_world *world = support_world();
  ck_assert_uint_le(counts_of(world).memory, 22000);
  carom_world_destroy(world);
}
END_TEST

START_TEST(bodies_take_what_the_page_says) {
  carom_world *still = lattice(CAROM_STATIC, 3, 0), *moving = lattice(CAROM_KINEMATIC, 3, 30);
  carom_world *creeping = lattice(CAROM_KINEMATIC, 3, 0.1f);
  ck_assert_uint_le(counts_of(still).memory, BODIES * 450);
  ck_assert_uint_le(counts_of(moving).memory, BODIES * 400);
  ck_assert_uint_le(counts_of(creeping).memory, BODIES * (400 + 100));
  ck_assert_uint_le(save_size(moving), BODIES * 200);
  carom_world_destroy(still);
  carom_world_destroy(moving);
  carom_world_destroy(creeping);
}
END_TEST

/* Beyond what the bodies take. */
START_TEST(contacts_take_what_the_page_says) {
  carom_world *world = lattice(CAROM_KINEMATIC, 0.99, 30), *apart = lattice(CAROM_KINEMATIC, 3, 30);
  const carom_counts counts = counts_of(world);
  ck_assert_uint_gt(counts.contacts, 4 * BODIES);
  ck_assert_uint_le(counts.memory - counts_of(apart).memory, counts.contacts * 700);
  ck_assert_uint_le(save_size(world) - save_size(apart), counts.contacts * 250);
  carom_world_destroy(world);
  carom_world_destroy(apart);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("limits");
  TCase *tests = tcase_create("limits");
  tcase_add_test(tests, an_empty_world_is_small);
  tcase_add_test(tests, bodies_take_what_the_page_says);
  tcase_add_test(tests, contacts_take_what_the_page_says);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_forged_rollback.c: rollback snapshots that the world did not write: those of another that was at its
 * address, and forged ones with a good checksum. */
#include "program.h"
#include "rollback_layout.h"
#include "shelf.h"

static program_bytes snapshot_of(const carom_world *world) {
  program_bytes bytes = {NULL, 0};
  ck_assert_int_eq(carom_world_rollback_save(world, NULL, 0, &bytes.size), CAROM_TOO_SMALL);
  bytes.data = malloc(bytes.size);
  ck_assert_int_eq(carom_world_rollback_save(world, bytes.data, bytes.size, &bytes.size), CAROM_OK);
  return bytes;
}

static carom_status restore(carom_world *world, program_bytes snapshot) {
  return carom_world_rollback_restore(world, snapshot.data, snapshot.size);
}

/* --- Worlds that were at the same address --- */

/* What two worlds differ in. */
typedef struct start {
  carom_shape shape;
  double x;
  void *user, *collider_user;
  uint64_t category;
  carom_body_kind kind;
  int before, steps; /* steps before there is something, and then */
  bool planar;
} start;

static carom_world *begin(test_shelf *shelf, const start *s) {
  carom_world_def def = {.allocator = {test_shelf_alloc, shelf}, .planar = s->planar};
  carom_world *world;
  shelf->used = 0;
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  carom_world_rollback_keep(world, 1000);
  for (int i = 0; i < s->before; i++) support_step(world);
  if (!s->planar) {
    carom_body_def body = {.kind = s->kind, .user = s->user, .pose.position.x = s->x};
    carom_collider_def collider = {
        .shape = s->shape, .user = s->collider_user, .filter.category = s->category};
    ck_assert(carom_collider_create(world, carom_body_create(world, &body), &collider).bits);
  }
  for (int i = 0; i < s->steps; i++) support_step(world);
  return world;
}

/* Is the snapshot of one refused by the other, with nothing changed? */
static bool is_refused(const start *one, const start *other) {
  static test_shelf shelf;
  carom_world *first = begin(&shelf, one);
  program_bytes snapshot = snapshot_of(first);
  carom_world_destroy(first);
  carom_world *second = begin(&shelf, other);
  ck_assert_ptr_eq(first, second);
  program_bytes before = program_save(second);
  bool refused = restore(second, snapshot) != CAROM_OK;
  program_bytes after = program_save(second);
  if (refused) ck_assert(before.size == after.size && memcmp(before.data, after.data, after.size) == 0);
  free(snapshot.data);
  free(before.data);
  free(after.data);
  carom_world_destroy(second);
  return refused;
}

START_TEST(a_world_takes_none_of_one_that_was_at_its_place) {
  int here, there;
  carom_hull *hulls[2] = {support_hull(NULL, 1, 1), support_hull(NULL, 2, 1)};
  const start plain = {
      .shape = carom_shape_sphere(1), .kind = CAROM_KINEMATIC, .user = &here, .before = 1, .steps = 1};
  start others[11];
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) others[i] = plain;
  others[0].shape = carom_shape_box(1, 1, 1);
  others[1].shape = carom_shape_sphere(2);
  others[2].x = 1;
  others[3].user = &there;
  others[4].collider_user = &there;
  others[5].category = 2;
  others[6].kind = CAROM_STATIC;
  others[7].shape = carom_shape_hull(hulls[0]);
  others[8].planar = true;
  others[9].steps = 0;
  others[10].before = 0, others[10].steps = 2;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    ck_assert_msg(is_refused(&plain, &others[i]), "%zu", i);
  start hull = others[7];
  hull.shape = carom_shape_hull(hulls[1]);
  ck_assert(is_refused(&others[7], &hull));
  ck_assert(!is_refused(&plain, &plain)); /* it cannot tell, and need not */
  carom_hull_release(hulls[0]);
  carom_hull_release(hulls[1]);
}
END_TEST

START_TEST(a_world_without_anything_takes_none_of_one_that_had_much) {
  static test_shelf shelf;
  const start nothing = {.planar = true};
  carom_world *first = begin(&shelf, &nothing);
  program_bytes empty = snapshot_of(first);
  for (int i = 0; i < 3000; i++) ck_assert(carom_body_create(first, NULL).bits);
  ck_assert_int_eq(restore(first, empty), CAROM_OK);
  support_step(first);
  program_bytes snapshot = snapshot_of(first);
  ck_assert_uint_eq(snapshot.size, empty.size);
  ck_assert_int_eq(restore(begin(&shelf, &nothing), snapshot), CAROM_BAD_SNAPSHOT);
  free(empty.data);
  free(snapshot.data);
}
END_TEST

/* Though both have the same history. */
START_TEST(a_world_takes_none_of_its_twin) {
  carom_world *world = support_world(), *twin = support_world();
  support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(twin, CAROM_KINEMATIC, 0);
  program_bytes snapshot = snapshot_of(world);
  ck_assert_int_eq(restore(twin, snapshot), CAROM_BAD_SNAPSHOT);
  ck_assert_int_eq(restore(world, snapshot), CAROM_OK);
  free(snapshot.data);
  carom_world_destroy(world);
  carom_world_destroy(twin);
}
END_TEST

START_TEST(a_forward_rewind_is_taken) {
  carom_world *world = support_world();
  support_ball(world, CAROM_KINEMATIC, 0);
  program_bytes early = snapshot_of(world);
  for (int i = 0; i < 3; i++) support_step(world);
  program_bytes late = snapshot_of(world);
  ck_assert_int_eq(restore(world, early), CAROM_OK);
  ck_assert_int_eq(restore(world, late), CAROM_OK);
  free(early.data);
  free(late.data);
  carom_world_destroy(world);
}
END_TEST

/* --- Forged ones --- */

START_TEST(colliders_of_one_body_have_no_contact) {
  carom_world *world = support_world();
  carom_body body = support_ball(world, CAROM_KINEMATIC, 0);
  support_collider(world, body, carom_shape_sphere(1));
  support_ball(world, CAROM_KINEMATIC, 1);
  support_step(world);
  program_bytes snapshot = snapshot_of(world);
  save_layout l = rollback_layout_of(world, snapshot.data, snapshot.size);
  ck_assert_uint_eq(save_word(&l, save_find(&l, "key", 0)->at, 8), carom__pair_key(0, 2));
  save_put(snapshot.data + save_find(&l, "key", 0)->at, 8, carom__pair_key(0, 1), true);
  rollback_sign(snapshot.data, snapshot.size);
  ck_assert_int_eq(restore(world, snapshot), CAROM_BAD_SNAPSHOT);
  free(l.fields);
  free(snapshot.data);
  carom_world_destroy(world);
}
END_TEST

/* The counts of a world in which two balls touch that are within their margin; each alone is possible of some
 * other. */
static bool takes_counts(float margin, size_t at, uint64_t count) {
  carom_world_def def = {.margin = margin};
  carom_world *world = NULL;
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_KINEMATIC, 1);
  for (int i = 0; i < 2; i++) support_step(world);
  program_bytes snapshot = snapshot_of(world);
  save_put(snapshot.data + offsetof(carom__rollback, counts) + at, 8, count, true);
  rollback_sign(snapshot.data, snapshot.size);
  bool taken = restore(world, snapshot) == CAROM_OK;
  free(snapshot.data);
  carom_world_destroy(world);
  return taken;
}

START_TEST(what_was_not_told_is_in_no_contact) {
  traps_off();
  ck_assert(takes_counts(1, offsetof(carom_counts, begins), 1));
  ck_assert(!takes_counts(1, offsetof(carom_counts, begins), 0));
  ck_assert(!takes_counts(1, offsetof(carom_counts, ends), 1));
  ck_assert(takes_counts(1, offsetof(carom_counts, nears), 1));
  ck_assert(!takes_counts(1, offsetof(carom_counts, nears), 0));
  ck_assert(!takes_counts(1, offsetof(carom_counts, fars), 1));
  ck_assert(!takes_counts(1, offsetof(carom_counts, contacts), 2));
  ck_assert(!takes_counts(0, offsetof(carom_counts, nears), 1));
}
END_TEST

/* A world that took a snapshot is whole: it saves, the save is loaded, it steps, and it goes back. */
static void check_whole(carom_world *world) {
  carom_world *loaded = NULL;
  program_bytes saved = program_save(world);
  ck_assert_int_eq(carom_world_load(NULL, &program_users, saved.data, saved.size, &loaded), CAROM_OK);
  ck_assert(program_same(world, loaded));
  carom_world_destroy(loaded);
  free(saved.data);
}

/* The world as it is must be that of its save, unless the snapshot was taken. */
static bool take_forged(program *p, program_bytes forged, program_bytes good) {
  program_bytes before = program_save(p->world);
  carom_status status = restore(p->world, forged);
  if (status) {
    program_bytes after = program_save(p->world);
    ck_assert(status == CAROM_BAD_SNAPSHOT || status == CAROM_OLD_SNAPSHOT);
    ck_assert(before.size == after.size && memcmp(before.data, after.data, after.size) == 0);
    free(after.data);
  } else {
    check_whole(p->world);
    support_step(p->world);
    ck_assert_int_eq(restore(p->world, good), CAROM_OK);
  }
  free(before.data);
  return !status;
}

START_TEST(forged_snapshots_are_refused_or_whole) {
  traps_off();
  int taken = 0, rounds = test_scaled(3000);
  uint64_t random = 5;
  for (uint64_t seed = 0; seed < 8; seed++) {
    program p;
    program_start(&p, seed, NULL);
    carom_world_rollback_keep(p.world, 100);
    for (int i = 0; i < 6; i++) program_step(&p);
    program_calls(&p);
    program_bytes good = snapshot_of(p.world), forged = {malloc(good.size), good.size};
    save_layout l = rollback_layout_of(p.world, good.data, good.size);
    ck_assert(save_layout_is_whole(&l));
    for (int i = 0; i < (int)seed; i++) program_step(&p);
    for (int round = 0; round < rounds; round++) {
      memcpy(forged.data, good.data, good.size);
      for (uint32_t i = 1 + test_below(&random, 2); i > 0; i--)
        save_change(&l, forged.data, test_random(&random));
      rollback_sign(forged.data, forged.size);
      taken += take_forged(&p, forged, good);
      if (round % 50 == 0) program_step(&p);
    }
    free(l.fields);
    free(good.data);
    free(forged.data);
    program_end(&p);
  }
  ck_assert_int_gt(taken, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("forged_rollback");
  TCase *tests = tcase_create("forged_rollback");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, a_world_takes_none_of_one_that_was_at_its_place);
  tcase_add_test(tests, a_world_without_anything_takes_none_of_one_that_had_much);
  tcase_add_test(tests, a_world_takes_none_of_its_twin);
  tcase_add_test(tests, a_forward_rewind_is_taken);
  tcase_add_test(tests, colliders_of_one_body_have_no_contact);
  tcase_add_test(tests, what_was_not_told_is_in_no_contact);
  tcase_add_test(tests, forged_snapshots_are_refused_or_whole);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_rollback.c: what is rewound goes on as it did the first time. */
#include "program.h"
#include "test_memory.h"

enum { STEPS = 40, BACK = 10 };

/* What was, step by step. */
typedef struct moment {
  program state;
  program_bytes saved; /* of the whole */
  program_bytes snapshot;
  uint64_t told; /* all that can be asked of the world as a whole */
} moment;

static program_bytes snapshot_of(const carom_world *world) {
  program_bytes bytes = {NULL, 0};
  ck_assert_int_eq(carom_world_rollback_save(world, NULL, 0, &bytes.size), CAROM_TOO_SMALL);
  bytes.data = malloc(bytes.size);
  ck_assert_int_eq(carom_world_rollback_save(world, bytes.data, bytes.size, &bytes.size), CAROM_OK);
  return bytes;
}

/* The counts, those of each body, and what each collider is asked for. */
static uint64_t all_told(const program *p) {
  uint64_t hash = 0;
  carom_counts counts;
  carom_world_get_counts(p->world, &counts);
  fields_mix_counts(&hash, &counts);
  for (int i = 0; i < PROGRAM_BODIES; i++) {
    carom_contact_counts of_body = {0};
    carom_body_get_counts(p->world, p->bodies[i], &of_body);
    _Static_assert(sizeof of_body == 3 * 4, "the counts of a body have another field");
    FIELDS_MIX(&hash, of_body);
  }
  return hash;
}

static moment remember(const program *p) {
  return (moment){*p, program_save(p->world), snapshot_of(p->world), all_told(p)};
}

static void forget(moment *m) {
  free(m->saved.data);
  free(m->snapshot.data);
}

static void check_as_it_was(const program *p, const moment *m) {
  program_bytes now = program_save(p->world);
  ck_assert_uint_eq(p->told, m->state.told);
  ck_assert_uint_eq(all_told(p), m->told);
  ck_assert_uint_eq(now.size, m->saved.size);
  ck_assert(memcmp(now.data, m->saved.data, now.size) == 0);
  free(now.data);
}

/* Back to a moment, and on again through those that followed, whose snapshots are of a lost future now. */
static void replay(program *p, moment *moments, int from, int to) {
  const moment *m = &moments[from];
  ck_assert_int_eq(carom_world_rollback_restore(p->world, m->snapshot.data, m->snapshot.size), CAROM_OK);
  *p = m->state;
  check_as_it_was(p, m);
  for (int i = from; i < to; i++) {
    if (i % 2) program_calls(p);
    program_step(p);
    if (i % 3 == 0) program_calls(p);
    check_as_it_was(p, &moments[i + 1]);
    free(moments[i + 1].snapshot.data);
    moments[i + 1].snapshot = snapshot_of(p->world);
  }
}

static void run_program(uint64_t seed, const carom_world_def *def, bool asks) {
  program p;
  moment moments[STEPS + 1];
  program_start(&p, seed, def);
  if (asks) program_ask(&p);
  ck_assert_int_eq(carom_world_rollback_keep(p.world, BACK), CAROM_OK);
  moments[0] = remember(&p);
  for (int i = 0; i < STEPS; i++) {
    if (i % 2) program_calls(&p);
    program_step(&p);
    if (i % 3 == 0) program_calls(&p);
    moments[i + 1] = remember(&p);
    uint64_t choice = seed * 1000 + (uint64_t)i;
    int back = 1 + (int)test_below(&choice, BACK);
    if (test_below(&choice, 3) == 0 && back <= i + 1) replay(&p, moments, i + 1 - back, i + 1);
  }
  for (int i = 0; i <= STEPS; i++) forget(&moments[i]);
  program_end(&p);
}

START_TEST(what_is_rewound_goes_on_as_the_first_time) {
  for (int seed = 0; seed < test_scaled(200); seed++) run_program((uint64_t)seed, NULL, false);
}
END_TEST

START_TEST(threads_change_nothing) {
  carom_pool *pool;
  ck_assert_int_eq(carom_pool_create(NULL, 4, &pool), CAROM_OK);
  carom_world_def def = {.tasks = carom_pool_get_tasks(pool)};
  for (int seed = 0; seed < test_scaled(30); seed++) run_program((uint64_t)seed, &def, seed % 2);
  carom_pool_destroy(pool);
}
END_TEST

START_TEST(who_is_asked_is_asked_the_same_again) {
  for (int seed = 0; seed < test_scaled(50); seed++) run_program((uint64_t)seed, NULL, true);
}
END_TEST

static carom_status restore(carom_world *world, program_bytes snapshot) {
  return carom_world_rollback_restore(world, snapshot.data, snapshot.size);
}

START_TEST(what_came_between_is_gone) {
  carom_world *world = support_world();
  carom_body first = support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_STATIC, 1);
  carom_world_rollback_keep(world, 8);
  support_log log;
  support_listen(world, &log);
  support_step(world);
  program_bytes snapshot = snapshot_of(world);
  carom_body second = support_ball(world, CAROM_KINEMATIC, 0.5);
  carom_body_destroy(world, first);
  support_step(world);
  log.count = 0;
  ck_assert_int_eq(restore(world, snapshot), CAROM_OK);
  ck_assert_uint_eq(log.count, 0);
  ck_assert(carom_body_is_valid(world, first) && !carom_body_is_valid(world, second));
  ck_assert_uint_eq(support_ball(world, CAROM_KINEMATIC, 0.5).bits, second.bits);
  support_step_fresh(world, &log);
  ck_assert(support_saw(&log, 2, CAROM_EVENT_STAY, CAROM_END_NONE));
  free(snapshot.data);
  carom_world_destroy(world);
}
END_TEST

START_TEST(a_contact_that_is_no_more_ends_again) {
  carom_world *world = support_world();
  carom_body ball = support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_KINEMATIC, 1);
  support_log log;
  support_listen(world, &log);
  support_step(world);
  program_bytes snapshot = snapshot_of(world);
  for (int i = 0; i < 3; i++) {
    support_move(world, ball, -10);
    support_step_fresh(world, &log);
    ck_assert_uint_eq(log.count, 1);
    ck_assert(support_saw(&log, 0, CAROM_EVENT_END, CAROM_END_MOVED));
    ck_assert_int_eq(restore(world, snapshot), CAROM_OK);
  }
  free(snapshot.data);
  carom_world_destroy(world);
}
END_TEST

/* R8. The one collider of the body has been destroyed, so that it is not told of the body's pointer any more.
 */
START_TEST(an_end_tells_the_user_pointer_again) {
  int before, after;
  carom_world *world = support_world();
  carom_body ball = support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_KINEMATIC, 1);
  carom_world_rollback_keep(world, 8);
  carom_body_set_user(world, ball, &before);
  support_step(world);
  carom_collider_destroy(world, support_collider_of(world, ball));
  carom_body_set_user(world, ball, &after);
  program_bytes snapshot = snapshot_of(world);
  for (int i = 0; i < 3; i++) {
    size_t count;
    support_step(world);
    const carom_event *events = carom_world_get_events(world, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(events[0].cause, CAROM_END_DESTROYED);
    ck_assert_ptr_eq(events[0].contact->a.body_user, &before);
    ck_assert_int_eq(restore(world, snapshot), CAROM_OK);
  }
  free(snapshot.data);
  carom_world_destroy(world);
}
END_TEST

START_TEST(old_snapshots_and_lost_futures_are_refused) {
  carom_world *world = support_world();
  carom_world_rollback_keep(world, 2);
  support_ball(world, CAROM_KINEMATIC, 0);
  program_bytes early = snapshot_of(world);
  support_ball(world, CAROM_KINEMATIC, 5);
  program_bytes later = snapshot_of(world);
  ck_assert_int_eq(restore(world, early), CAROM_OK);
  support_ball(world, CAROM_KINEMATIC, 6);
  ck_assert_int_eq(restore(world, later), CAROM_OLD_SNAPSHOT);
  for (int i = 0; i < 2; i++) support_step(world);
  ck_assert_int_eq(restore(world, early), CAROM_OK);
  support_ball(world, CAROM_KINEMATIC, 6);
  for (int i = 0; i < 3; i++) support_step(world);
  ck_assert_int_eq(restore(world, early), CAROM_OLD_SNAPSHOT);
  free(early.data);
  free(later.data);
  carom_world_destroy(world);
}
END_TEST

START_TEST(without_changes_nothing_need_be_kept) {
  carom_world *world = support_world();
  carom_body ball = support_ball(world, CAROM_KINEMATIC, 0);
  program_bytes snapshot = snapshot_of(world);
  uint64_t hash = carom_world_hash(world);
  for (int i = 0; i < 100; i++) {
    support_move(world, ball, i);
    support_step(world);
  }
  ck_assert_int_eq(restore(world, snapshot), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(world), hash);
  support_ball(world, CAROM_KINEMATIC, 0);
  ck_assert_int_eq(restore(world, snapshot), CAROM_OLD_SNAPSHOT);
  free(snapshot.data);
  carom_world_destroy(world);
}
END_TEST

START_TEST(damaged_snapshots_are_refused) {
  program p;
  program_start(&p, 7, NULL);
  for (int i = 0; i < 5; i++) program_step(&p);
  program_bytes snapshot = snapshot_of(p.world);
  uint64_t hash = carom_world_hash(p.world);
  for (size_t i = 0; i < snapshot.size; i++) {
    snapshot.data[i] ^= (unsigned char)(1u << i % 8);
    ck_assert_int_eq(restore(p.world, snapshot), CAROM_BAD_SNAPSHOT);
    snapshot.data[i] ^= (unsigned char)(1u << i % 8);
    ck_assert_int_eq(carom_world_rollback_restore(p.world, snapshot.data, i), CAROM_BAD_SNAPSHOT);
  }
  carom_world *other = support_world();
  ck_assert_int_eq(restore(other, snapshot), CAROM_BAD_SNAPSHOT);
  carom_world_destroy(other);
  ck_assert_uint_eq(carom_world_hash(p.world), hash);
  ck_assert_int_eq(restore(p.world, snapshot), CAROM_OK);
  free(snapshot.data);
  program_end(&p);
}
END_TEST

START_TEST(nothing_is_allocated_and_nothing_leaks) {
  test_memory memory = {0};
  carom_world_def def = {.allocator = test_memory_allocator(&memory)};
  program p;
  program_start(&p, 11, &def);
  carom_world_rollback_keep(p.world, 5);
  for (int i = 0; i < 5; i++) program_step(&p);
  program_bytes snapshot = snapshot_of(p.world);
  for (int i = 0; i < 5; i++) program_step(&p);
  test_memory_fail_all(&memory);
  program_bytes twice = snapshot_of(p.world);
  ck_assert_int_eq(restore(p.world, snapshot), CAROM_OK);
  for (int i = 0; i < 3; i++) program_call(&p);
  test_memory_fail_at(&memory, 0);
  free(snapshot.data);
  free(twice.data);
  program_end(&p);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

/* Puts some balls together or apart, so that some steps find many contacts, and some find few that rest. */
static void shuffle(carom_world *world, const carom_body *balls, size_t count, uint64_t *random) {
  double apart = test_below(random, 2) ? 0.1 : 10;
  uint32_t moved = test_below(random, 2) ? (uint32_t)count : 2;
  for (uint32_t i = 0; i < moved; i++) {
    carom_pose pose = {.position = {apart * i, 0, 0}};
    ck_assert_int_eq(carom_body_set_pose(world, balls[i], &pose), CAROM_OK);
  }
}

START_TEST(a_rewind_needs_no_memory) {
  enum { BALLS = 40, TAKEN = 8 };
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(100); seed++) {
    test_memory memory = {0};
    carom_world_def def = {.allocator = test_memory_allocator(&memory)};
    carom_world *world;
    carom_body balls[BALLS];
    program_bytes snapshots[TAKEN];
    uint64_t random = seed, hashes[TAKEN];
    ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
    for (int i = 0; i < BALLS; i++) balls[i] = support_ball(world, CAROM_KINEMATIC, 10 * i);
    for (int i = 0; i < TAKEN; i++) {
      shuffle(world, balls, BALLS, &random);
      support_step(world);
      snapshots[i] = snapshot_of(world);
      hashes[i] = carom_world_hash(world);
    }
    test_memory_fail_all(&memory);
    for (int i = TAKEN; i-- > 0; free(snapshots[i].data)) {
      ck_assert_int_eq(restore(world, snapshots[i]), CAROM_OK);
      ck_assert_uint_eq(carom_world_hash(world), hashes[i]);
    }
    carom_world_destroy(world);
    ck_assert(test_memory_is_clean(&memory));
  }
}
END_TEST

/* The promise of the header, on a pile of boxes: what a body and what a pair take. */
START_TEST(snapshots_are_small) {
  carom_world *world = support_world();
  for (int i = 0; i < 100; i++) {
    carom_body body = support_body(world, CAROM_KINEMATIC, i, 0, 0);
    support_collider(world, body, carom_shape_box(0.6f, 0.5f, 0.5f));
  }
  size_t empty, full, touching;
  carom_world *none = support_world();
  carom_world_rollback_save(none, NULL, 0, &empty);
  carom_world_rollback_save(world, NULL, 0, &full);
  ck_assert_uint_le(full - empty, 100 * 96);
  support_step(world);
  carom_world_rollback_save(world, NULL, 0, &touching);
  ck_assert_uint_eq(support_contact_count(world), 99);
  ck_assert_uint_le(touching - full, 99 * 160);
  carom_world_destroy(none);
  carom_world_destroy(world);
}
END_TEST

START_TEST(arguments_are_checked) {
  carom_world *world = support_world();
  size_t size;
  ck_assert_int_eq(carom_world_rollback_keep(NULL, 1), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_rollback_save(NULL, NULL, 0, &size), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_rollback_save(world, NULL, 0, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_rollback_save(world, NULL, 9, &size), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_rollback_restore(NULL, &size, sizeof size), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_rollback_restore(world, NULL, 0), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_rollback_restore(world, &size, 0), CAROM_BAD_SNAPSHOT);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("rollback");
  TCase *tests = tcase_create("rollback");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, what_is_rewound_goes_on_as_the_first_time);
  tcase_add_test(tests, threads_change_nothing);
  tcase_add_test(tests, who_is_asked_is_asked_the_same_again);
  tcase_add_test(tests, what_came_between_is_gone);
  tcase_add_test(tests, a_contact_that_is_no_more_ends_again);
  tcase_add_test(tests, an_end_tells_the_user_pointer_again);
  tcase_add_test(tests, old_snapshots_and_lost_futures_are_refused);
  tcase_add_test(tests, without_changes_nothing_need_be_kept);
  tcase_add_test(tests, damaged_snapshots_are_refused);
  tcase_add_test(tests, nothing_is_allocated_and_nothing_leaks);
  tcase_add_test(tests, a_rewind_needs_no_memory);
  tcase_add_test(tests, snapshots_are_small);
  tcase_add_test(tests, arguments_are_checked);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_record.c: recordings: what is replayed is what was done, what differs is found, and no bytes do harm.
 */
#include "history.h"
#include "tape.h"
#include "test_memory.h"

/* --- Programs that use everything --- */

static bool pair_rule(const carom_contact_side *a, const carom_contact_side *b, uint64_t salt) {
  uint64_t x = (a->collider.bits * 31 + b->collider.bits + salt) * 0x9E3779B97F4A7C15u;
  return (x >> 32) % 6 > 0;
}

static bool filter(void *user, const carom_world *world, const carom_contact_side *a,
                   const carom_contact_side *b) {
  (void)user, (void)world;
  return pair_rule(a, b, 1);
}

static bool keep(void *user, const carom_world *world, const carom_event *event) {
  (void)user, (void)world;
  return pair_rule(&event->contact->a, &event->contact->b, 2);
}

typedef struct game {
  program p;
  carom_handler keeper;
  program_bytes past; /* a rollback snapshot */
} game;

static void toggle_keeper(game *g) {
  carom_handler_def def = {.keep = keep, .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY};
  if (carom_handler_remove(g->p.world, g->keeper)) g->keeper = carom_handler_add(g->p.world, &def);
}

static void set_poses(program *p) {
  carom_body bodies[4];
  float positions[12];
  size_t count = 0;
  for (int i = 0; i < PROGRAM_BODIES && count < 4; i++)
    if (carom_body_is_valid(p->world, p->bodies[i])) bodies[count++] = p->bodies[i];
  for (int i = 0; i < 12; i++) positions[i] = p->planar && i % 3 == 2 ? 0 : test_uniform(&p->random, -3, 3);
  carom_pose_array poses = {.scalar = CAROM_FLOAT, .positions = positions};
  ck_assert_int_eq(carom_body_set_poses(p->world, bodies, count, &poses), CAROM_OK);
}

static void set_velocities(program *p) {
  carom_body bodies[4];
  carom_vec3 linear[4], angular[4];
  size_t count = 0;
  carom_body_kind kind = CAROM_STATIC;
  for (int i = 0; i < PROGRAM_BODIES && count < 4; i++)
    if (carom_body_is_valid(p->world, p->bodies[i]) && !carom_body_get_kind(p->world, p->bodies[i], &kind) &&
        kind == CAROM_KINEMATIC)
      bodies[count++] = p->bodies[i];
  for (int i = 0; i < 4; i++) linear[i] = program_vec3(p, 5), angular[i] = program_spin(p, 3);
  carom_velocity_array velocities = {.scalar = CAROM_FLOAT, .linear = linear, .angular = angular};
  if (test_below(&p->random, 2)) velocities.linear = NULL;
  ck_assert_int_eq(carom_body_set_velocities(p->world, bodies, count, &velocities), CAROM_OK);
}

static void set_targets(program *p) {
  carom_body bodies[4];
  carom_pos positions[4];
  size_t count = 0;
  carom_body_kind kind = CAROM_STATIC;
  for (int i = PROGRAM_BODIES; i-- > 0 && count < 4;)
    if (carom_body_is_valid(p->world, p->bodies[i]) && !carom_body_get_kind(p->world, p->bodies[i], &kind) &&
        kind == CAROM_KINEMATIC)
      bodies[count++] = p->bodies[i];
  for (int i = 0; i < 4; i++) positions[i] = program_pose(p).position;
  carom_pose_array targets = {.scalar = CAROM_DOUBLE, .positions = positions};
  ck_assert_int_eq(carom_body_set_targets(p->world, bodies, count, &targets, SUPPORT_DT), CAROM_OK);
}

static void forget(game *g) {
  free(g->past.data);
  g->past.data = NULL;
}

static void remember(game *g) {
  forget(g);
  carom_world_rollback_save(g->p.world, NULL, 0, &g->past.size);
  g->past.data = malloc(g->past.size);
  carom_world_rollback_save(g->p.world, g->past.data, g->past.size, &g->past.size);
}

/* What the random calls of a program leave out. A world is not rewound past a change of what it asks. */
static void rare_calls(game *g) {
  program *p = &g->p;
  switch (test_below(&p->random, 24)) {
  case 0:
    toggle_keeper(g);
    forget(g);
    break;
  case 1:
    carom_world_set_filter(p->world, test_below(&p->random, 2) ? filter : NULL, NULL);
    forget(g);
    break;
  case 2:
    set_poses(p);
    set_velocities(p);
    set_targets(p);
    break;
  case 3:
    carom_body_touch(p->world, p->bodies[test_below(&p->random, PROGRAM_BODIES)]);
    break;
  case 4:
    remember(g);
    break;
  case 5:
    if (g->past.data) carom_world_rollback_restore(p->world, g->past.data, g->past.size);
    break;
  case 6:
  case 7:
    carom_body_set_swept(p->world, p->bodies[test_below(&p->random, PROGRAM_BODIES)],
                         test_below(&p->random, 4));
    carom_body_set_stopping(p->world, p->bodies[test_below(&p->random, PROGRAM_BODIES)],
                            test_below(&p->random, 2));
    break;
  case 8:
    if (test_below(&p->random, 4) == 0) carom_world_clear(p->world);
    break;
  default:
    break;
  }
}

static void game_start(game *g, uint64_t seed, const carom_world_def *def) {
  *g = (game){0};
  program_start(&g->p, seed, def);
  carom_world_rollback_keep(g->p.world, 8);
}

static void game_steps(game *g, int steps) {
  for (int i = 0; i < steps; i++) {
    rare_calls(g);
    program_step(&g->p);
  }
}

static void game_end(game *g) {
  program_end(&g->p);
  forget(g);
}

/* A recording of some steps of a game, and of calls after them. */
static tape record(game *g, uint64_t seed, int before, int steps) {
  tape t = {0};
  game_start(g, seed, NULL);
  game_steps(g, before);
  ck_assert_int_eq(carom_world_record_start(g->p.world, &program_users, tape_write, &t), CAROM_OK);
  game_steps(g, steps);
  program_calls(&g->p);
  ck_assert_int_eq(carom_world_record_stop(g->p.world), CAROM_OK);
  return t;
}

/* --- Replaying --- */

/* Saves may differ: a hull of the world that was saved at the start and of a later call is two in a replay.
 */
static bool is_same(const carom_world *a, const carom_world *b) {
  carom_counts of_a, of_b;
  size_t m = 0, n = 0;
  carom_world_get_counts(a, &of_a);
  carom_world_get_counts(b, &of_b);
  const carom_contact *x = carom_world_get_contacts(a, &m), *y = carom_world_get_contacts(b, &n);
  for (size_t i = 0; i < m && i < n; i++)
    if (x[i].value != y[i].value || x[i].a.body_user != y[i].a.body_user ||
        x[i].b.collider_user != y[i].b.collider_user)
      return false;
  return carom_world_hash(a) == carom_world_hash(b) && m == n && of_a.stays == of_b.stays &&
         of_a.dropped == of_b.dropped && of_a.collider_pairs == of_b.collider_pairs;
}

/* Replays a recording of 30 steps or more, to which the world came. */
static void check_replays(const tape *t, const carom_world *world, int seed) {
  carom_replay *replay;
  carom_replay_outcome outcome = CAROM_REPLAY_SAME;
  carom_world_def def = {.broadphase = seed % 2 ? CAROM_BROADPHASE_BRUTE : CAROM_BROADPHASE_SWEEP};
  ck_assert_int_eq(carom_replay_open(&def, &program_users, t->bytes, t->size, &replay), CAROM_OK);
  while (outcome == CAROM_REPLAY_SAME) ck_assert_int_eq(carom_replay_step(replay, &outcome), CAROM_OK);
  ck_assert_msg(outcome == CAROM_REPLAY_OVER, "seed %d differs after %d steps", seed,
                (int)carom_replay_get_steps(replay));
  ck_assert_uint_ge(carom_replay_get_steps(replay), 30);
  ck_assert(is_same(world, carom_replay_get_world(replay)));
  carom_replay_close(replay);
}

START_TEST(a_replay_ends_in_the_world_that_was_recorded) {
  for (int seed = 0; seed < test_scaled(300); seed++) {
    game g;
    tape t = record(&g, (uint64_t)seed, seed % 7, 30);
    check_replays(&t, g.p.world, seed);
    game_end(&g);
    tape_free(&t);
  }
}
END_TEST

/* Who is asked before the first step of a loaded world was there before; who comes later is new. */
static void reload(game *g) {
  carom_world_def def = {.filter = filter};
  carom_world *loaded;
  ck_assert_int_eq(carom_world_clone(g->p.world, &def, NULL, 0, &loaded), CAROM_OK);
  carom__world_free(g->p.world);
  forget(g);
  g->p.world = loaded;
  program_listen(&g->p);
  toggle_keeper(g);
}

START_TEST(a_world_that_was_loaded_is_recorded_like_others) {
  for (int seed = 0; seed < test_scaled(100); seed++) {
    game g;
    tape t = {0};
    game_start(&g, (uint64_t)seed, NULL);
    game_steps(&g, 5);
    reload(&g);
    ck_assert_int_eq(carom_world_record_start(g.p.world, &program_users, tape_write, &t), CAROM_OK);
    toggle_keeper(&g);
    game_steps(&g, 30);
    ck_assert_int_eq(carom_world_record_stop(g.p.world), CAROM_OK);
    check_replays(&t, g.p.world, seed);
    game_end(&g);
    tape_free(&t);
  }
}
END_TEST

START_TEST(a_recording_changes_nothing) {
  for (int seed = 0; seed < test_scaled(100); seed++) {
    game recorded, other;
    tape t = record(&recorded, (uint64_t)seed, 3, 20);
    game_start(&other, (uint64_t)seed, NULL);
    game_steps(&other, 23);
    program_calls(&other.p);
    ck_assert_uint_eq(other.p.told, recorded.p.told);
    ck_assert(program_same(other.p.world, recorded.p.world));
    game_end(&other);
    game_end(&recorded);
    tape_free(&t);
  }
}
END_TEST

/* --- What differs --- */

/* A ball that is put somewhere before each of ten steps: at 100.5 before the first, at 101.5 ... */
static tape record_ball(void) {
  tape t = {0};
  carom_world *world = support_world();
  carom_body ball = support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_STATIC, 104);
  ck_assert_int_eq(carom_world_record_start(world, NULL, tape_write, &t), CAROM_OK);
  for (int i = 0; i < 10; i++) {
    support_move(world, ball, 100.5 + i);
    support_step(world);
  }
  carom_world_destroy(world);
  return t;
}

static void check_differs(const tape *t, uint64_t steps) {
  carom_replay_outcome outcome;
  uint64_t same;
  ck_assert_int_eq(tape_replay(NULL, t->bytes, t->size, &outcome, &same), CAROM_OK);
  ck_assert_int_eq(outcome, CAROM_REPLAY_DIFFERS);
  ck_assert_uint_eq(same, steps);
}

START_TEST(a_call_that_was_altered_is_found) {
  for (int step = 0; step < 10; step++) {
    tape t = record_ball();
    double x = 100.5 + step;
    uint64_t bits;
    size_t at = 0;
    memcpy(&bits, &x, sizeof bits);
    while (tape_word(t.bytes + at) != bits) at++;
    t.bytes[at + 3] ^= 1;
    tape_forge(t.bytes, t.size);
    check_differs(&t, (uint64_t)step);
    tape_free(&t);
  }
}
END_TEST

/* The hashes of world and events are the last that is in a step's section. */
START_TEST(a_hash_that_was_altered_is_found) {
  for (int i = 0; i < 20; i++) {
    tape t = record_ball();
    size_t at = CAROM__RECORD_HEADER, end;
    for (int section = 0; section <= 2 + i / 2 * 2; section++, at = end)
      end = tape_section_end(t.bytes, t.size, at);
    t.bytes[at - (i % 2 ? 1 : 9)] ^= 16;
    tape_forge(t.bytes, t.size);
    check_differs(&t, (uint64_t)i / 2);
    tape_free(&t);
  }
}
END_TEST

/* --- Bytes that are not what was written --- */

START_TEST(every_byte_counts) {
  carom_replay_outcome outcome;
  uint64_t steps;
  tape t = record_ball();
  for (size_t i = 0; i < t.size; i++) {
    t.bytes[i] ^= (unsigned char)(1u << i % 8);
    ck_assert_int_eq(tape_replay(NULL, t.bytes, t.size, &outcome, &steps), CAROM_BAD_SNAPSHOT);
    t.bytes[i] ^= (unsigned char)(1u << i % 8);
  }
  tape_free(&t);
}
END_TEST

/* What breaks off is good as far as it is whole. */
START_TEST(every_part_is_safe) {
  carom_replay_outcome outcome;
  uint64_t steps;
  tape t = record_ball();
  size_t first = tape_section_end(t.bytes, t.size, CAROM__RECORD_HEADER), last = first;
  for (size_t size = 0; size <= t.size; size++) {
    unsigned char *part = malloc(size + 1);
    memcpy(part, t.bytes, size);
    bool whole = size >= first && tape_section_end(t.bytes, size, last) == size;
    if (whole) last = size;
    carom_status status = tape_replay(NULL, part, size, &outcome, &steps);
    ck_assert_int_eq(status, whole || size == first ? CAROM_OK : CAROM_BAD_SNAPSHOT);
    ck_assert(status || outcome == CAROM_REPLAY_OVER);
    free(part);
  }
  ck_assert_uint_eq(steps, 10);
  tape_free(&t);
}
END_TEST

START_TEST(forged_recordings_do_no_harm) {
  uint64_t random = 7, steps;
  int outcomes[CAROM_REPLAY_OVER + 2] = {0};
  carom_replay_outcome outcome;
  for (int seed = 0; seed < 5; seed++) {
    game g;
    tape t = record(&g, (uint64_t)seed, 2, 6);
    size_t first = tape_section_end(t.bytes, t.size, CAROM__RECORD_HEADER);
    unsigned char *forged = malloc(t.size);
    for (int round = 0; round < test_scaled(2000); round++) {
      memcpy(forged, t.bytes, t.size);
      size_t at = first + test_below(&random, (uint32_t)(t.size - first - 4));
      uint32_t value = test_below(&random, 3) ? test_below(&random, 64) : (uint32_t)test_random(&random);
      memcpy(forged + at, &value, 1 + test_below(&random, 4));
      tape_forge(forged, t.size);
      carom_status status = tape_replay(NULL, forged, t.size, &outcome, &steps);
      ck_assert(status == CAROM_OK || status == CAROM_BAD_SNAPSHOT);
      outcomes[status ? CAROM_REPLAY_OVER + 1 : outcome]++;
    }
    free(forged);
    game_end(&g);
    tape_free(&t);
  }
  ck_assert_int_gt(outcomes[CAROM_REPLAY_DIFFERS], 0);
  ck_assert_int_gt(outcomes[CAROM_REPLAY_OVER], 0);
  ck_assert_int_gt(outcomes[CAROM_REPLAY_OVER + 1], 0);
}
END_TEST

/* --- Recordings that fail --- */

/* A game whose recording fails somewhere goes on as one that is not recorded, and what was written is good.
 */
static void check_failed(game *g, const tape *t, carom_status want, const game *undisturbed) {
  carom_replay_outcome outcome;
  uint64_t steps;
  ck_assert_int_eq(carom_world_get_record_status(g->p.world), want);
  ck_assert_int_eq(carom_world_record_stop(g->p.world), want);
  ck_assert_uint_eq(g->p.told, undisturbed->p.told);
  ck_assert_uint_eq(carom_world_hash(g->p.world), carom_world_hash(undisturbed->p.world));
  ck_assert_int_eq(tape_replay(NULL, t->bytes, t->size, &outcome, &steps), CAROM_OK);
  ck_assert_int_eq(outcome, CAROM_REPLAY_OVER);
}

START_TEST(a_write_that_fails_ends_the_recording_alone) {
  game undisturbed;
  game_start(&undisturbed, 5, NULL);
  game_steps(&undisturbed, 8);
  for (size_t k = 1; k < 20; k++) {
    game g;
    tape t = {.fail_at = k};
    game_start(&g, 5, NULL);
    carom_status status = carom_world_record_start(g.p.world, &program_users, tape_write, &t);
    ck_assert_int_eq(status, k < 3 ? CAROM_NOT_WRITTEN : CAROM_OK);
    game_steps(&g, 8);
    if (!status) check_failed(&g, &t, t.writes >= k ? CAROM_NOT_WRITTEN : CAROM_OK, &undisturbed);
    game_end(&g);
    tape_free(&t);
  }
  game_end(&undisturbed);
}
END_TEST

/* Not when there was no memory to keep what came since. */
static bool may_be_rewound(carom_status status) { return status == CAROM_OK || status == CAROM_OLD_SNAPSHOT; }

/* Calls alone, none of which fails but for the recording: it has its memory from the world's allocator. Half
 * way the world is rewound, so that it is written once more. */
static void steady_calls(carom_world *world, carom_body ball, const carom_shape *hull) {
  unsigned char past[512];
  size_t size;
  ck_assert_int_eq(carom_world_rollback_save(world, past, sizeof past, &size), CAROM_OK);
  for (int i = 0; i < 30; i++) {
    support_move(world, ball, i % 3);
    if (i == 15) ck_assert(may_be_rewound(carom_world_rollback_restore(world, past, size)));
    carom_collider_set_shape(world, support_collider_of(world, ball), hull);
    for (int j = 0; j < 200; j++) carom_body_touch(world, ball);
  }
}

/* What was written before memory ran out is whole. */
static void check_steps(const tape *t, uint64_t want) {
  carom_replay_outcome outcome;
  uint64_t steps;
  ck_assert_int_eq(tape_replay(NULL, t->bytes, t->size, &outcome, &steps), CAROM_OK);
  ck_assert_int_eq(outcome, CAROM_REPLAY_OVER);
  ck_assert_uint_eq(steps, want);
}

START_TEST(recording_survives_every_failed_allocation) {
  carom_hull *hulls[2] = {support_hull(NULL, 3, 1), support_hull(NULL, 4, 1)};
  const carom_shape shape = carom_shape_hull(hulls[0]);
  test_memory memory = {0};
  size_t refused = 0;
  for (size_t k = 1, asked = k; k <= asked; k++) {
    carom_world_def def = {.allocator = test_memory_allocator(&memory)};
    carom_world *world;
    tape t = {0};
    ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
    carom_body ball = support_ball(world, CAROM_KINEMATIC, 0);
    support_collider(world, ball, carom_shape_hull(hulls[1]));
    carom_world_rollback_keep(world, 1);
    asked = memory.requests;
    test_memory_fail_at(&memory, k);
    carom_status status = carom_world_record_start(world, NULL, tape_write, &t);
    bool started = status == CAROM_OK;
    steady_calls(world, ball, &shape);
    if (!status) status = carom_world_record_stop(world);
    test_memory_fail_at(&memory, 0);
    asked = memory.requests - asked + 1;
    refused += status == CAROM_OUT_OF_MEMORY;
    ck_assert(status == CAROM_OK || status == CAROM_OUT_OF_MEMORY);
    if (started) check_steps(&t, 0);
    support_step(world);
    carom_world_destroy(world);
    ck_assert(test_memory_is_clean(&memory));
    tape_free(&t);
  }
  ck_assert_uint_gt(refused, 5);
  for (int i = 0; i < 2; i++) carom_hull_release(hulls[i]);
}
END_TEST

/* The new one cannot begin: its first write or its second fails, or memory is out. */
START_TEST(a_recording_goes_on_when_another_one_is_refused) {
  for (int way = 0; way < 3; way++) {
    test_memory memory = {0};
    carom_world_def def = {.allocator = test_memory_allocator(&memory)};
    carom_world *world;
    tape t = {0}, other = {.fail_at = (size_t)way};
    ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
    carom_body ball = support_ball(world, CAROM_KINEMATIC, 0);
    ck_assert_int_eq(carom_world_record_start(world, NULL, tape_write, &t), CAROM_OK);
    support_step(world);
    support_move(world, ball, 1);
    if (way == 0) test_memory_fail_all(&memory);
    carom_status status = carom_world_record_start(world, NULL, tape_write, &other);
    test_memory_fail_at(&memory, 0);
    ck_assert_int_eq(status, way ? CAROM_NOT_WRITTEN : CAROM_OUT_OF_MEMORY);
    ck_assert_int_eq(carom_world_get_record_status(world), CAROM_OK);
    support_step(world);
    ck_assert_int_eq(carom_world_record_stop(world), CAROM_OK);
    check_steps(&t, 2);
    carom_world_destroy(world);
    ck_assert(test_memory_is_clean(&memory));
    tape_free(&t);
    tape_free(&other);
  }
}
END_TEST

/* What the old one had not written yet comes before the new one begins. */
START_TEST(another_recording_takes_the_place_of_one) {
  carom_world *world = support_world();
  carom_body ball = support_ball(world, CAROM_KINEMATIC, 0);
  tape t[2] = {{0}};
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(carom_world_record_start(world, NULL, tape_write, &t[i]), CAROM_OK);
    support_step(world);
    support_move(world, ball, 1 + i);
  }
  ck_assert_int_eq(carom_world_record_stop(world), CAROM_OK);
  for (int i = 0; i < 2; i++) {
    check_steps(&t[i], 1);
    ck_assert_uint_eq(t[i].writes, 4); /* the head, the world, the step, and the call after it */
    tape_free(&t[i]);
  }
  carom_world_destroy(world);
}
END_TEST

START_TEST(a_recorder_is_counted_as_memory_of_the_world) {
  test_memory memory = {0};
  carom_world_def def = {.allocator = test_memory_allocator(&memory)};
  carom_hull *hull = support_hull(NULL, 3, 1);
  carom_counts before, counts;
  carom_world *world;
  tape t = {0};
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  support_collider(world, support_ball(world, CAROM_KINEMATIC, 0), carom_shape_hull(hull));
  carom_world_get_counts(world, &before);
  ck_assert_int_eq(carom_world_record_start(world, NULL, tape_write, &t), CAROM_OK);
  support_collider(world, support_ball(world, CAROM_KINEMATIC, 0), carom_shape_hull(hull));
  carom_world_get_counts(world, &counts);
  ck_assert_uint_eq(counts.memory, memory.live_bytes);
  ck_assert_uint_gt(counts.memory, before.memory + t.size / 2);
  ck_assert_int_eq(carom_world_record_stop(world), CAROM_OK);
  carom_world_get_counts(world, &counts);
  ck_assert_uint_eq(counts.memory, memory.live_bytes);
  carom_world_destroy(world);
  carom_hull_release(hull);
  tape_free(&t);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

START_TEST(replaying_survives_every_failed_allocation) {
  game g;
  tape t = record(&g, 11, 2, 4);
  test_memory memory = {0};
  carom_world_def def = {.allocator = test_memory_allocator(&memory)};
  size_t refused = 0;
  for (size_t k = 1, asked = k; k <= asked; k++) {
    carom_replay_outcome outcome;
    uint64_t steps;
    asked = memory.requests;
    test_memory_fail_at(&memory, k);
    carom_status status = tape_replay(&def, t.bytes, t.size, &outcome, &steps);
    test_memory_fail_at(&memory, 0);
    asked = memory.requests - asked + 1;
    refused += status == CAROM_OUT_OF_MEMORY;
    ck_assert(status == CAROM_OUT_OF_MEMORY || (status == CAROM_OK && outcome == CAROM_REPLAY_OVER));
    ck_assert(test_memory_is_clean(&memory));
  }
  ck_assert_uint_gt(refused, 50);
  game_end(&g);
  tape_free(&t);
}
END_TEST

/* --- Marks --- */

enum { MARKED_STEPS = 30, MARKS = 11 };

typedef struct marked {
  tape t;
  carom_replay *replay;
  carom_replay_mark *marks[MARKS];           /* at every third step, from the beginning on */
  uint64_t hashes[MARKED_STEPS + 16];        /* of the world after so many steps */
  uint64_t events[MARKED_STEPS + 16], steps; /* of the step before, and how many there are */
} marked;

static void mark_steps(marked *m, const carom_world_def *def, uint64_t seed) {
  game g;
  carom_replay_outcome outcome = CAROM_REPLAY_SAME;
  *m = (marked){.t = record(&g, seed, (int)(seed % 7), MARKED_STEPS)};
  game_end(&g);
  ck_assert_int_eq(carom_replay_open(def, &program_users, m->t.bytes, m->t.size, &m->replay), CAROM_OK);
  for (; outcome == CAROM_REPLAY_SAME; m->steps = carom_replay_get_steps(m->replay)) {
    const carom_world *world = carom_replay_get_world(m->replay);
    m->hashes[m->steps] = carom_world_hash(world), m->events[m->steps] = carom__events_hash(world);
    if (m->steps % 3 == 0 && m->steps / 3 < MARKS)
      ck_assert_int_eq(carom_replay_mark_create(m->replay, &m->marks[m->steps / 3]), CAROM_OK);
    ck_assert_int_eq(carom_replay_step(m->replay, &outcome), CAROM_OK);
  }
  ck_assert(outcome == CAROM_REPLAY_OVER && m->steps >= MARKED_STEPS && m->steps < MARKED_STEPS + 16);
}

static void end_marked(marked *m) {
  carom_replay_close(m->replay);
  for (int i = 0; i < MARKS; i++) carom_replay_mark_destroy(m->marks[i]);
  tape_free(&m->t);
}

/* From a mark on, some steps come out as they did. */
static void check_from(marked *m, uint32_t mark, uint32_t steps) {
  ck_assert_int_eq(carom_replay_go(m->replay, m->marks[mark]), CAROM_OK);
  ck_assert_uint_eq(carom_replay_get_steps(m->replay), 3 * mark);
  ck_assert_uint_eq(carom_replay_mark_get_steps(m->marks[mark]), 3 * mark);
  for (uint64_t i = 3 * mark; i < 3 * mark + steps && i < m->steps; i++) {
    carom_replay_outcome outcome;
    ck_assert_uint_eq(carom_world_hash(carom_replay_get_world(m->replay)), m->hashes[i]);
    ck_assert_int_eq(carom_replay_step(m->replay, &outcome), CAROM_OK);
    ck_assert_msg(outcome == CAROM_REPLAY_SAME, "step %d after mark %u differs", (int)i, mark);
    ck_assert_uint_eq(carom__events_hash(carom_replay_get_world(m->replay)), m->events[i + 1]);
  }
}

START_TEST(marks_lead_to_the_same_steps) {
  for (int seed = 0; seed < test_scaled(100); seed++) {
    marked m;
    uint64_t random = (uint64_t)seed;
    mark_steps(&m, NULL, (uint64_t)seed);
    for (int i = 0; i < 12; i++) check_from(&m, test_below(&random, MARKS), 1 + test_below(&random, 9));
    check_from(&m, 0, MARKED_STEPS + 16);
    end_marked(&m);
  }
}
END_TEST

/* A call that is refused changes nothing, and all memory comes back. */
START_TEST(marks_survive_every_failed_allocation) {
  test_memory memory = {0};
  carom_world_def def = {.allocator = test_memory_allocator(&memory)};
  marked m;
  size_t refused = 0;
  mark_steps(&m, &def, 11);
  ck_assert_int_eq(carom_replay_go(m.replay, m.marks[4]), CAROM_OK);
  for (size_t k = 1, asked = k; k <= asked; k++) {
    carom_replay_mark *mark = NULL;
    carom_replay_outcome outcome;
    asked = memory.requests;
    test_memory_fail_at(&memory, k);
    carom_status status = carom_replay_go(m.replay, m.marks[2]);
    if (!status) status = carom_replay_mark_create(m.replay, &mark);
    test_memory_fail_at(&memory, 0);
    asked = memory.requests - asked + 1;
    refused += status == CAROM_OUT_OF_MEMORY;
    ck_assert((status == CAROM_OK) == (mark != NULL) && (!status || status == CAROM_OUT_OF_MEMORY));
    carom_replay_mark_destroy(mark);
    uint64_t at = carom_replay_get_steps(m.replay);
    ck_assert(at == 12 || at == 6);
    ck_assert_int_eq(carom_replay_step(m.replay, &outcome), CAROM_OK);
    ck_assert(outcome == CAROM_REPLAY_SAME);
    ck_assert_int_eq(carom_replay_go(m.replay, m.marks[4]), CAROM_OK);
  }
  ck_assert_uint_gt(refused, 20);
  end_marked(&m);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

/* A replay that has ended goes back, and ends at the same step again. */
START_TEST(marks_lead_back_from_an_end) {
  marked m;
  mark_steps(&m, NULL, 5);
  carom_replay_outcome outcome = CAROM_REPLAY_SAME;
  size_t end = m.t.size - 1;
  m.t.bytes[end] ^= 1; /* the last section is damaged */
  carom_status status = CAROM_OK;
  for (int i = 0; i < 2; i++) {
    carom_replay_mark *mark = NULL;
    ck_assert_int_eq(carom_replay_go(m.replay, m.marks[1]), CAROM_OK);
    for (outcome = CAROM_REPLAY_SAME, status = CAROM_OK; !status && outcome == CAROM_REPLAY_SAME;)
      status = carom_replay_step(m.replay, &outcome);
    ck_assert_int_eq(status, CAROM_BAD_SNAPSHOT);
    ck_assert_int_eq(carom_replay_mark_create(m.replay, &mark), CAROM_BAD_SNAPSHOT);
    ck_assert(!mark && carom_replay_get_steps(m.replay) >= MARKED_STEPS - 1);
  }
  end_marked(&m);
}
END_TEST

START_TEST(marks_of_others_are_refused) {
  marked m, other;
  carom_replay_mark *mark = NULL;
  mark_steps(&m, NULL, 1);
  mark_steps(&other, NULL, 1);
  ck_assert_int_eq(carom_replay_go(m.replay, other.marks[0]), CAROM_BAD_SNAPSHOT);
  ck_assert_int_eq(carom_replay_go(NULL, m.marks[0]), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_replay_go(m.replay, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_replay_mark_create(NULL, &mark), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_replay_mark_create(m.replay, NULL), CAROM_NULL_ARGUMENT);
  ck_assert(carom_replay_mark_get_steps(NULL) == 0 && carom_replay_mark_get_size(NULL) == 0);
  ck_assert_uint_gt(carom_replay_mark_get_size(m.marks[0]), 1000);
  carom_replay_mark_destroy(NULL);
  end_marked(&m);
  end_marked(&other);
}
END_TEST

/* --- Rules --- */

static void call_inside(void *user, carom_world *world, const carom_event *event) {
  tape *t = user;
  (void)event;
  ck_assert_int_eq(carom_world_record_start(world, NULL, tape_write, t), CAROM_BUSY);
  ck_assert_int_eq(carom_world_record_stop(world), CAROM_BUSY);
  t->fail_at = 1;
}

START_TEST(arguments_are_checked) {
  tape t = {0};
  carom_world *world = support_world();
  carom_handler_def def = {.callback = call_inside, .user = &t};
  support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_KINEMATIC, 1);
  carom_handler handler = carom_handler_add(world, &def);
  support_step(world);
  ck_assert_uint_eq(t.fail_at, 1);
  carom_handler_remove(world, handler);
  ck_assert_int_eq(carom_world_record_start(NULL, NULL, tape_write, &t), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_record_start(world, NULL, NULL, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_record_stop(NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_record_stop(world), CAROM_OK);
  ck_assert_int_eq(carom_world_get_record_status(NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_get_record_status(world), CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

START_TEST(arguments_of_replays_are_checked) {
  carom_replay *replay = NULL;
  carom_replay_outcome outcome;
  unsigned char bytes[16] = {0};
  ck_assert_int_eq(carom_replay_open(NULL, NULL, NULL, 0, &replay), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_replay_open(NULL, NULL, bytes, 0, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_replay_open(NULL, NULL, bytes, 16, &replay), CAROM_BAD_SNAPSHOT);
  ck_assert_ptr_null(replay);
  ck_assert_int_eq(carom_replay_step(NULL, &outcome), CAROM_NULL_ARGUMENT);
  ck_assert_uint_eq(carom_replay_get_steps(NULL), 0);
  ck_assert_ptr_null(carom_replay_get_world(NULL));
  carom_replay_close(NULL);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("record");
  TCase *tests = tcase_create("record");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, a_replay_ends_in_the_world_that_was_recorded);
  tcase_add_test(tests, a_world_that_was_loaded_is_recorded_like_others);
  tcase_add_test(tests, a_recording_changes_nothing);
  tcase_add_test(tests, a_call_that_was_altered_is_found);
  tcase_add_test(tests, a_hash_that_was_altered_is_found);
  tcase_add_test(tests, every_byte_counts);
  tcase_add_test(tests, every_part_is_safe);
  tcase_add_test(tests, forged_recordings_do_no_harm);
  tcase_add_test(tests, a_write_that_fails_ends_the_recording_alone);
  tcase_add_test(tests, recording_survives_every_failed_allocation);
  tcase_add_test(tests, a_recording_goes_on_when_another_one_is_refused);
  tcase_add_test(tests, another_recording_takes_the_place_of_one);
  tcase_add_test(tests, a_recorder_is_counted_as_memory_of_the_world);
  tcase_add_test(tests, replaying_survives_every_failed_allocation);
  tcase_add_test(tests, marks_lead_to_the_same_steps);
  tcase_add_test(tests, marks_survive_every_failed_allocation);
  tcase_add_test(tests, marks_lead_back_from_an_end);
  tcase_add_test(tests, marks_of_others_are_refused);
  tcase_add_test(tests, arguments_are_checked);
  tcase_add_test(tests, arguments_of_replays_are_checked);
  suite_add_tcase(suite, tests);
  return suite;
}

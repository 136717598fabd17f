/* test_event_counts.c: what bodies count of their events, with so many events that several threads count them
 * before the handlers run. On any number of threads a handler is told what has been told, and what it
 * destroys, asks or takes back changes nothing of that. */
#include "support.h"
#include "test_memory.h"

enum { WORLDS = 5, BODIES = 1200, STEPS = 6, LATE = 3 };

/* When a handler asks what bodies have counted, which events there are handlers for, and whether there are
 * margins. */
enum { ASKS_NEVER, ASKS_LATE, ASKS_ALWAYS, ASKS };
enum { HEARS_BOTH, HEARS_ENDS, HEARS_NOTHING, HEARS };
enum { CASES = ASKS * HEARS * 2 };

/* What the handler of a world was told. */
typedef struct told {
  carom_contact_counts of[BODIES]; /* by index */
  uint64_t hash;                   /* of all it was told, and of all answers */
  size_t events, asked, wrong;
} told;

typedef struct counting {
  int asks, hears;
  int step;
  uint64_t random;
  carom_pool *pools[WORLDS];
  carom_world *worlds[WORLDS];
  carom_body bodies[BODIES];
  told told[WORLDS];
  carom_contact_counts polled[BODIES]; /* from the events of the first world */
} counting;

static counting all;

static void mix(uint64_t *hash, uint64_t value) { *hash = (*hash ^ value) * 0x9E3779B97F4A7C15u; }

static void count(carom_contact_counts *counts, carom_event_kind kind) {
  counts->begins += kind == CAROM_EVENT_BEGIN;
  counts->ends += kind == CAROM_EVENT_END;
}

static uint32_t index_of(carom_body body) { return (uint32_t)body.bits; }

static void ask(const carom_world *world, carom_body body, told *t) {
  carom_contact_counts counts = {0, 0, 0};
  const carom_contact_counts *known = &t->of[index_of(body)];
  const carom_status status = carom_body_get_counts(world, body, &counts);
  mix(&t->hash, (uint64_t)status);
  mix(&t->hash, (uint64_t)counts.begins << 32 | counts.ends);
  t->wrong += counts.contacts != counts.begins - counts.ends;
  if (!status && all.hears == HEARS_BOTH)
    t->wrong += counts.begins != known->begins || counts.ends != known->ends;
  t->asked++;
}

static void tell(void *user, carom_world *world, const carom_event *event) {
  told *t = user;
  const carom_body a = event->contact->a.body, b = event->contact->b.body;
  carom_counts counts;
  t->events++;
  mix(&t->hash, (uint64_t)event->kind << 8 | (uint64_t)event->cause);
  mix(&t->hash, a.bits ^ b.bits << 20);
  carom_world_get_counts(world, &counts);
  mix(&t->hash, counts.begins ^ counts.ends << 20 ^ counts.nears << 40);
  count(&t->of[index_of(a)], event->kind);
  count(&t->of[index_of(b)], event->kind);
  if (all.asks == ASKS_ALWAYS || (all.asks == ASKS_LATE && all.step >= LATE && t->events % 8 == 5)) {
    const size_t others = t->asked == 0 ? BODIES : 1; /* the first time the answers are worth a look */
    ask(world, a, t);
    ask(world, b, t);
    for (size_t k = 0; k < others; k++) ask(world, all.bodies[(t->events + k) % BODIES], t);
  }
  if (all.step % 2 == 1 && t->events % 101 == 0) carom_body_destroy(world, b);
}

static void add_handler(int i) {
  const uint32_t events[HEARS] = {CAROM_EVENT_BEGIN | CAROM_EVENT_END, CAROM_EVENT_END, 0};
  carom_handler_def def = {.callback = tell, .user = &all.told[i], .events = events[all.hears]};
  if (events[all.hears]) ck_assert_uint_ne(carom_handler_add(all.worlds[i], &def).bits, 0);
}

static carom_pose any_pose(void) {
  carom_vec3 at = test_vec3(&all.random, -7, 7);
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, test_quat(&all.random)};
}

static void create(int kind) {
  static const uint32_t threads[WORLDS] = {1, 2, 3, 4, 7};
  all = (counting){.asks = kind % ASKS, .hears = kind / ASKS % HEARS, .random = (uint64_t)kind + 1};
  for (int i = 0; i < WORLDS; i++) {
    ck_assert_int_eq(carom_pool_create(NULL, threads[i], &all.pools[i]), CAROM_OK);
    carom_world_def def = {.tasks = carom_pool_get_tasks(all.pools[i]),
                           .margin = kind / ASKS / HEARS ? 0.2f : 0};
    ck_assert_int_eq(carom_world_create(&def, &all.worlds[i]), CAROM_OK);
    ck_assert_int_eq(carom_world_rollback_keep(all.worlds[i], 4), CAROM_OK);
    add_handler(i);
  }
  for (int k = 0; k < BODIES; k++) {
    const carom_body_def def = {.kind = k % 6 ? CAROM_KINEMATIC : CAROM_STATIC, .pose = any_pose()};
    for (int i = 0; i < WORLDS; i++) {
      all.bodies[k] = carom_body_create(all.worlds[i], &def);
      support_collider(all.worlds[i], all.bodies[k], carom_shape_box(0.6f, 0.5f, 0.4f));
    }
  }
}

/* The ENDs of a destroyed world need no threads. */
static void destroy(void) {
  for (int i = 0; i < WORLDS; i++) {
    carom_pool_destroy(all.pools[i]);
    carom_world_destroy(all.worlds[i]);
  }
}

/* Some static bodies stay; once most do, and bodies of low indices are static or rest. */
static bool moves(int k) {
  if (all.step == STEPS - 1) return k % 6 ? k >= BODIES / 3 : k < BODIES / 6;
  return k % 6 || k % 5 == 0;
}

static void move(void) {
  for (int k = 0; k < BODIES; k++) {
    const carom_pose pose = any_pose();
    for (int i = 0; i < WORLDS && moves(k); i++)
      if (carom_body_is_valid(all.worlds[i], all.bodies[k]))
        ck_assert_int_eq(carom_body_set_pose(all.worlds[i], all.bodies[k], &pose), CAROM_OK);
  }
}

/* Steps, takes that back and steps again. */
static void step_twice(int i) {
  static unsigned char bytes[1 << 20];
  static told before;
  size_t size;
  before = all.told[i];
  ck_assert_int_eq(carom_world_rollback_save(all.worlds[i], bytes, sizeof bytes, &size), CAROM_OK);
  support_step(all.worlds[i]);
  const uint64_t heard = all.told[i].hash, state = carom_world_hash(all.worlds[i]);
  ck_assert_int_eq(carom_world_rollback_restore(all.worlds[i], bytes, size), CAROM_OK);
  all.told[i] = before;
  support_step(all.worlds[i]);
  ck_assert(all.told[i].hash == heard && carom_world_hash(all.worlds[i]) == state);
}

static void poll(void) {
  size_t events;
  const carom_event *event = carom_world_get_events(all.worlds[0], &events);
  for (; events > 0; events--, event++) {
    count(&all.polled[index_of(event->contact->a.body)], event->kind);
    count(&all.polled[index_of(event->contact->b.body)], event->kind);
  }
}

static size_t count_wrong(int i) {
  size_t wrong = all.told[i].wrong;
  for (int k = 0; k < BODIES; k++) {
    carom_contact_counts own;
    if (carom_body_get_counts(all.worlds[i], all.bodies[k], &own)) continue;
    const carom_contact_counts *known = &all.polled[index_of(all.bodies[k])];
    wrong += own.begins != known->begins || own.ends != known->ends;
  }
  return wrong;
}

static void check_worlds(void) {
  carom_counts counts[2];
  carom_world_get_counts(all.worlds[0], &counts[0]);
  for (int i = 0; i < WORLDS; i++) {
    carom_world_get_counts(all.worlds[i], &counts[1]);
    counts[1].memory = counts[0].memory;
    ck_assert_mem_eq(&counts[0], &counts[1], sizeof counts[0]);
    ck_assert_uint_eq(count_wrong(i), 0);
    ck_assert(all.told[0].hash == all.told[i].hash && all.told[0].asked == all.told[i].asked);
    ck_assert_uint_eq(carom_world_hash(all.worlds[0]), carom_world_hash(all.worlds[i]));
  }
}

/* R19, R21. */
START_TEST(handlers_are_told_what_was_told) {
  create(_i);
  for (all.step = 0; all.step < STEPS; all.step++) {
    move();
    for (int i = 0; i < WORLDS; i++) all.step == LATE ? step_twice(i) : support_step(all.worlds[i]);
    poll();
    check_worlds();
  }
  ck_assert(all.hears == HEARS_NOTHING || all.told[0].events > 3000);
  ck_assert(all.asks == ASKS_NEVER || all.hears == HEARS_NOTHING || all.told[0].asked > BODIES);
  destroy();
}
END_TEST

/* --- Handlers that come and go meanwhile --- */

typedef struct leaving {
  carom_handler self;
  size_t calls;
} leaving;

static void leave(void *user, carom_world *world, const carom_event *event) {
  leaving *l = user;
  (void)event;
  if (++l->calls == 7) ck_assert_int_eq(carom_handler_remove(world, l->self), CAROM_OK);
}

/* Events that nobody hears any more are counted and kept like the others. */
START_TEST(handlers_may_leave_in_the_middle) {
  leaving leavings[WORLDS] = {{{0}, 0}};
  create(HEARS_NOTHING * ASKS);
  for (int i = 0; i < WORLDS; i++) {
    const carom_handler_def def = {
        .callback = leave, .user = &leavings[i], .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY};
    leavings[i].self = carom_handler_add(all.worlds[i], &def);
  }
  for (all.step = 0; all.step < 3; all.step++) {
    move();
    for (int i = 0; i < WORLDS; i++) support_step(all.worlds[i]);
    poll();
    check_worlds();
  }
  for (int i = 0; i < WORLDS; i++) ck_assert_uint_eq(leavings[i].calls, 7);
  destroy();
}
END_TEST

/* --- Refused memory --- */

static void place(carom_world *world, const carom_body *bodies, uint64_t random) {
  for (int k = 0; k < BODIES; k++) {
    carom_vec3 at = test_vec3(&random, -7, 7);
    const carom_pose pose = {{(double)at.x, (double)at.y, (double)at.z}, test_quat(&random)};
    ck_assert_int_eq(carom_body_set_pose(world, bodies[k], &pose), CAROM_OK);
  }
}

/* Whatever request of a step is refused, a world of boxes on threads is as it was, and then as one that was
 * never refused anything. */
START_TEST(refused_steps_leave_no_trace) {
  static carom_body bodies[BODIES];
  test_memory memory = {0};
  carom_world *worlds[2];
  carom_pool *pool;
  ck_assert_int_eq(carom_pool_create(NULL, 3, &pool), CAROM_OK);
  const carom_world_def defs[2] = {
      {.allocator = {0}}, {.allocator = test_memory_allocator(&memory), .tasks = carom_pool_get_tasks(pool)}};
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(carom_world_create(&defs[i], &worlds[i]), CAROM_OK);
    for (int k = 0; k < BODIES; k++) {
      bodies[k] = support_body(worlds[i], CAROM_KINEMATIC, k, 0, 0);
      support_collider(worlds[i], bodies[k], carom_shape_box(0.6f, 0.5f, 0.4f));
    }
  }
  size_t refused = 0;
  for (uint64_t step = 1; step < 4; step++) {
    for (int i = 0; i < 2; i++) place(worlds[i], bodies, step);
    const uint64_t before = carom_world_hash(worlds[1]);
    carom_status status = CAROM_OUT_OF_MEMORY;
    for (size_t k = 1; status; k++) {
      test_memory_fail_at(&memory, k);
      status = carom_world_step(worlds[1], SUPPORT_DT);
      test_memory_fail_at(&memory, 0);
      if (!status) break;
      ck_assert_int_eq(status, CAROM_OUT_OF_MEMORY);
      ck_assert_uint_eq(carom_world_hash(worlds[1]), before);
      refused++;
    }
    support_step(worlds[0]);
    ck_assert_uint_eq(carom_world_hash(worlds[0]), carom_world_hash(worlds[1]));
  }
  ck_assert_uint_gt(refused, 4);
  for (int i = 0; i < 2; i++) carom_world_destroy(worlds[i]);
  carom_pool_destroy(pool);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("event counts");
  TCase *tests = tcase_create("events that bodies count on several threads");
  tcase_set_timeout(tests, 600);
  tcase_add_loop_test(tests, handlers_are_told_what_was_told, 0, CASES);
  tcase_add_test(tests, handlers_may_leave_in_the_middle);
  tcase_add_test(tests, refused_steps_leave_no_trace);
  suite_add_tcase(suite, tests);
  return suite;
}

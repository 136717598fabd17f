/* test_event_rules.c: what docs/events.md says of all contacts, whatever makes and ends them, and of when and
 * where handlers run. The rules have their numbers from there. */
#include "carom/snapshot.h"
#include "support.h"

/* --- Everything that makes two colliders meet, and parts them --- */

typedef struct {
  carom_world *world;
  carom_body a, b;
  carom_collider ca, cb;
  carom_handler keeper;
  support_log log;
} pair;

static void place(pair *p, bool together) { support_move(p->world, p->b, together ? 1.5 : 90); }

static void place_in_bulk(pair *p, bool together) {
  const float positions[2][3] = {{0, 0, 0}, {together ? 1.5f : 90, 0, 0}};
  const carom_body bodies[2] = {p->a, p->b};
  const carom_pose_array poses = {.positions = positions};
  ck_assert_int_eq(carom_body_set_poses(p->world, bodies, 2, &poses), CAROM_OK);
}

/* For one step: 90 units. */
static void push(pair *p, bool together) {
  const carom_vec3 velocity = {(together ? 90 : -90) / SUPPORT_DT, 0, 0};
  ck_assert_int_eq(carom_body_set_velocity(p->world, p->a, velocity, (carom_vec3){0, 0, 0}), CAROM_OK);
}

static void reshape(pair *p, bool together) {
  const carom_shape shape = carom_shape_sphere(together ? 1 : 0.1f);
  ck_assert_int_eq(carom_collider_set_shape(p->world, p->cb, &shape), CAROM_OK);
}

static void shift(pair *p, bool together) {
  const carom_local_pose pose = {.position = {0, together ? 0 : 50, 0}};
  ck_assert_int_eq(carom_collider_set_local_pose(p->world, p->ca, &pose), CAROM_OK);
}

static void enable(pair *p, bool together) {
  ck_assert_int_eq(carom_body_set_enabled(p->world, p->b, together), CAROM_OK);
}

static void filter(pair *p, bool together) {
  const carom_filter admits = {.mask = together ? 0 : CAROM_MASK_NONE};
  ck_assert_int_eq(carom_collider_set_filter(p->world, p->ca, admits), CAROM_OK);
}

static bool deny(void *user, const carom_world *world, const carom_contact_side *a,
                 const carom_contact_side *b) {
  (void)user, (void)world, (void)a, (void)b;
  return false;
}

static void ask(pair *p, bool together) {
  ck_assert_int_eq(carom_world_set_filter(p->world, together ? NULL : deny, NULL), CAROM_OK);
}

static void see(pair *p, bool together) {
  carom_collider_set_sensor(p->world, p->ca, true);
  carom_collider_set_sensor(p->world, p->cb, true);
  ck_assert_int_eq(carom_collider_set_sees_sensors(p->world, p->cb, together), CAROM_OK);
}

static bool drop(void *user, const carom_world *world, const carom_event *event) {
  (void)user, (void)world, (void)event;
  return false;
}

static void keep(pair *p, bool together) {
  const carom_handler_def def = {.keep = drop, .events = CAROM_EVENT_BEGIN | CAROM_EVENT_STAY};
  if (together)
    ck_assert_int_eq(carom_handler_remove(p->world, p->keeper), CAROM_OK);
  else
    p->keeper = carom_handler_add(p->world, &def);
}

static void make_collider(pair *p, bool together) {
  if (together)
    p->cb = support_collider(p->world, p->b, carom_shape_sphere(1));
  else
    ck_assert_int_eq(carom_collider_destroy(p->world, p->cb), CAROM_OK);
}

static void make_body(pair *p, bool together) {
  if (together)
    p->a = support_ball(p->world, CAROM_KINEMATIC, 0);
  else
    ck_assert_int_eq(carom_body_destroy(p->world, p->a), CAROM_OK);
}

static const struct {
  void (*set)(pair *p, bool together);
  carom_end_cause cause;
} ways[] = {
    {place, CAROM_END_MOVED},
    {place_in_bulk, CAROM_END_MOVED},
    {push, CAROM_END_SEPARATED},
    {reshape, CAROM_END_RESHAPED},
    {shift, CAROM_END_RESHAPED},
    {enable, CAROM_END_DISABLED},
    {filter, CAROM_END_FILTERED},
    {ask, CAROM_END_FILTERED},
    {see, CAROM_END_FILTERED},
    {keep, CAROM_END_DROPPED},
    {make_collider, CAROM_END_DESTROYED},
    {make_body, CAROM_END_DESTROYED},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* Sets the pair and steps: exactly this event comes, or none. Then nothing but STAYs, while it rests. */
static void expect(pair *p, int way, bool together, uint32_t kind, carom_end_cause cause) {
  const carom_vec3 none = {0, 0, 0};
  ways[way].set(p, together);
  support_step_fresh(p->world, &p->log);
  ck_assert_uint_eq(p->log.count, kind != 0);
  if (kind) ck_assert(support_saw(&p->log, 0, (carom_event_kind)kind, cause));
  if (carom_body_is_valid(p->world, p->a)) carom_body_set_velocity(p->world, p->a, none, none);
  for (int i = 0; i < 3; i++) {
    support_step_fresh(p->world, &p->log);
    ck_assert_uint_eq(p->log.count, together);
    ck_assert(!together || support_saw(&p->log, 0, CAROM_EVENT_STAY, CAROM_END_NONE));
  }
}

/* R1, R2 and R3: BEGIN in the first step that finds the two together, STAY in each, one END with its cause,
 * whatever the way and whatever the kind of the other body. */
START_TEST(every_way_begins_stays_and_ends) {
  const int way = _i / 2;
  pair p = {.world = support_world()};
  p.a = support_ball(p.world, CAROM_KINEMATIC, 0);
  p.b = support_ball(p.world, _i % 2 ? CAROM_STATIC : CAROM_KINEMATIC, 1.5);
  p.ca = support_collider_of(p.world, p.a);
  p.cb = support_collider_of(p.world, p.b);
  support_listen(p.world, &p.log);
  expect(&p, way, false, 0, CAROM_END_NONE);
  for (int i = 0; i < 3; i++) {
    expect(&p, way, true, CAROM_EVENT_BEGIN, CAROM_END_NONE);
    expect(&p, way, false, CAROM_EVENT_END, ways[way].cause);
  }
  expect(&p, way, true, CAROM_EVENT_BEGIN, CAROM_END_NONE);
  p.log.count = 0;
  carom_world_destroy(p.world);
  ck_assert(p.log.count == 1 && support_saw(&p.log, 0, CAROM_EVENT_END, CAROM_END_CLEARED));
}
END_TEST

/* --- Where and when handlers run --- */

static _Thread_local int home; /* 1 on the thread that steps */

/* Everything is done when the first event comes: the last body has moved, all contacts are there. */
typedef struct {
  size_t told, contacts;
  carom_body last;
} watch;

static void look(void *user, carom_world *world, const carom_event *event) {
  watch *w = user;
  carom_pose pose;
  ck_assert_int_eq(home, 1);
  ck_assert(event->kind == CAROM_EVENT_BEGIN && support_contact_count(world) == w->contacts);
  ck_assert(carom_body_get_pose(world, w->last, &pose) == CAROM_OK && pose.position.x == 0x1p-6);
  w->told++;
}

/* R9. */
START_TEST(handlers_run_after_all_passes_on_the_thread_that_steps) {
  enum { BALLS = 500 };
  carom_pool *pool;
  carom_world *world;
  watch w = {.contacts = BALLS};
  home = 1;
  ck_assert_int_eq(carom_pool_create(NULL, 4, &pool), CAROM_OK);
  const carom_world_def def = {.tasks = carom_pool_get_tasks(pool)};
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  for (int i = 0; i < BALLS; i++) {
    carom_body_def ball = {.pose.position = {0, 0, 5 * i}, .linear_velocity = {1, 0, 0}};
    support_collider(world, support_body(world, CAROM_STATIC, 1, 0, 5 * i), carom_shape_sphere(1));
    w.last = carom_body_create(world, &ball);
    support_collider(world, w.last, carom_shape_sphere(1));
  }
  carom_handler_add(world, &(carom_handler_def){.callback = look, .user = &w, .events = CAROM_EVENT_BEGIN});
  support_step(world);
  ck_assert_uint_eq(w.told, BALLS);
  carom_world_destroy(world);
  carom_pool_destroy(pool);
}
END_TEST

/* R12: all that is refused inside. */
static void try_what_is_refused(void *user, carom_world *world, const carom_event *event) {
  unsigned char bytes[64];
  size_t size, *told = user;
  carom_world *copy;
  (void)event;
  const carom_status statuses[] = {carom_world_step(world, 0),
                                   carom_world_clear(world),
                                   carom_world_destroy(world),
                                   carom_world_save(world, NULL, bytes, sizeof bytes, &size),
                                   carom_world_clone(world, NULL, NULL, 0, &copy),
                                   carom_world_rollback_save(world, bytes, sizeof bytes, &size),
                                   carom_world_rollback_restore(world, bytes, sizeof bytes),
                                   carom_world_rollback_keep(world, 3)};
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) ck_assert_int_eq(statuses[i], CAROM_BUSY);
  ++*told;
}

START_TEST(steps_and_snapshots_are_refused_inside) {
  carom_world *world = support_world();
  size_t told = 0;
  support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_KINEMATIC, 1);
  carom_handler_add(world, &(carom_handler_def){.callback = try_what_is_refused, .user = &told});
  support_step(world);
  ck_assert_int_eq(carom_world_clear(world), CAROM_OK);
  ck_assert_uint_eq(told, 2);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("event rules");
  TCase *tests = tcase_create("rules");
  tcase_add_loop_test(tests, every_way_begins_stays_and_ends, 0, 2 * WAYS);
  tcase_add_test(tests, handlers_run_after_all_passes_on_the_thread_that_steps);
  tcase_add_test(tests, steps_and_snapshots_are_refused_inside);
  suite_add_tcase(suite, tests);
  return suite;
}

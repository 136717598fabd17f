/* test_cluster_handlers.c: what handlers change on many ranks is what they change in one world. */
#include "carom_cluster/checkpoint.h"
#include "carom_cluster/handler.h"
#include "carom_cluster/query.h"
#include "twins.h"

#include <math.h>
#include <string.h>

/* --- Random changes --- */

enum { SET_POSE, SET_VELOCITY, SET_ENABLED, SET_SWEPT, SET_FILTER, SET_SHAPE, DESTROY, NOTHING = 12 };

/* What a handler does in an event, which follows from the event and the step. */
typedef struct change {
  uint32_t what;
  uint64_t id;
  carom_pose pose;
  carom_vec3 linear, angular;
  bool on;
  carom_filter filter;
  carom_shape shape;
} change;

static uint32_t step_now;

static change change_of(const twins *g, uint64_t a, uint64_t b, uint32_t group, uint32_t turn) {
  const uint64_t sides = a * 0x9E3779B97F4A7C15u ^ b << 20;
  twins random = {.planar = g->planar, .random = sides ^ group << 12 ^ turn << 8 ^ step_now};
  test_random(&random.random);
  change k = {.what = test_below(&random.random, NOTHING + 1)};
  k.id = (test_below(&random.random, 2) ? a : b) >> 16;
  k.pose = twins_pose(&random, test_below(&random.random, 4) ? 1 : 7);
  k.linear = twins_vec3(&random, 4);
  k.on = test_below(&random.random, 4) > 0;
  k.filter = (carom_filter){.category = 1, .mask = test_below(&random.random, 3) ? 0 : 2};
  k.shape = g->planar ? carom_shape_disc(0.5f) : carom_shape_sphere(0.5f);
  return k;
}

static carom_cluster_status do_to_cluster(carom_cluster *c, const change *k) {
  switch (k->what) {
  case SET_POSE:
    return carom_cluster_body_set_pose(c, k->id, &k->pose);
  case SET_VELOCITY:
    return carom_cluster_body_set_velocity(c, k->id, k->linear, k->angular);
  case SET_ENABLED:
    return carom_cluster_body_set_enabled(c, k->id, k->on);
  case SET_SWEPT:
    return carom_cluster_body_set_swept(c, k->id, k->on);
  case SET_FILTER:
    return carom_cluster_collider_set_filter(c, k->id, 0, k->filter);
  case SET_SHAPE:
    return carom_cluster_collider_set_shape(c, k->id, 0, &k->shape);
  default:
    return carom_cluster_body_destroy(c, k->id);
  }
}

static carom_status do_to_world(twins *g, const change *k) {
  const carom_body body = g->bodies[k->id];
  const carom_pose rounded = carom_cluster_round_pose(g->def.round, &k->pose);
  switch (k->what) {
  case SET_POSE:
    return carom_body_set_pose(g->world, body, &rounded);
  case SET_VELOCITY:
    return carom_body_set_velocity(g->world, body, k->linear, k->angular);
  case SET_ENABLED:
    return carom_body_set_enabled(g->world, body, k->on);
  case SET_SWEPT:
    return carom_body_set_swept(g->world, body, k->on);
  case SET_FILTER:
    return carom_collider_set_filter(g->world, twins_collider(g, k->id), k->filter);
  case SET_SHAPE:
    return carom_collider_set_shape(g->world, twins_collider(g, k->id), &k->shape);
  default:
    g->dying[k->id] = true;
    return CAROM_OK;
  }
}

enum { TURNS = 2 };

/* Bodies that the game has destroyed have their ENDs in this step. */
static void change_once(const twins *g, carom_cluster *c, const carom_cluster_event *e, uint32_t turn) {
  static const uint32_t groups[] = {
      [CAROM_EVENT_FAR] = 1, [CAROM_EVENT_NEAR] = 2, [CAROM_EVENT_BEGIN] = 3, [CAROM_EVENT_STAY] = 4};
  const uint32_t group = e->kind == CAROM_EVENT_END ? 0 : groups[e->kind];
  const change k = change_of(g, carom_cluster_order(e->a, e->number_a),
                             carom_cluster_order(e->b, e->number_b), group, turn);
  const carom_pose wrong = {{(double)NAN, 0, 0}, {0, 0, 0, 1}};
  ck_assert_int_ne(carom_cluster_body_set_pose(c, k.id, &wrong), CAROM_CLUSTER_OK);
  if (k.what > DESTROY) return;
  const carom_cluster_status status = do_to_cluster(c, &k);
  if (!g->there[k.id])
    ck_assert_int_eq(status, CAROM_CLUSTER_ELSEWHERE);
  else if (k.id <= TWINS_STATICS)
    ck_assert_int_eq(status, CAROM_CLUSTER_BUSY);
  else
    ck_assert(status == CAROM_CLUSTER_OK ||
              status == CAROM_CLUSTER_ELSEWHERE); /* a handler has destroyed it */
}

static void change_cluster(void *user, carom_cluster *c, const carom_cluster_event *e) {
  for (uint32_t turn = 0; turn < TURNS; turn++) change_once(user, c, e, turn);
}

/* Has one of these ranks told it? */
static bool was_heard(const twins *g, uint32_t ranks, const twins_told *t) {
  for (uint32_t r = 0; r < g->ranks; r++) {
    size_t count;
    const carom_cluster_event *e = carom_cluster_get_events(g->parts[r], &count);
    for (size_t i = 0; ranks >> r & 1 && i < count; i++)
      if (carom_cluster_order(e[i].a, e[i].number_a) == t->a &&
          carom_cluster_order(e[i].b, e[i].number_b) == t->b)
        return true;
  }
  return false;
}

/* The one world has no handlers: its order of events follows the places of its colliders. */
static size_t change_world(twins *g, uint32_t ranks) {
  size_t count, changes = 0;
  const twins_told *told = twins_wanted(g, &count);
  for (size_t i = 0; i < TURNS * count; i++) {
    const twins_told *t = &told[i / TURNS];
    const change k = change_of(g, t->a, t->b, t->group, i % TURNS);
    if (k.what > DESTROY || !g->there[k.id] || k.id <= TWINS_STATICS || g->dying[k.id]) continue;
    if (!was_heard(g, ranks, t)) continue;
    ck_assert_int_eq(do_to_world(g, &k), CAROM_OK);
    changes++;
  }
  for (uint64_t id = 1; id <= g->ids; id++)
    if (g->dying[id]) ck_assert_int_eq(carom_body_destroy(g->world, g->bodies[id]), CAROM_OK);
  return changes;
}

/* Bodies are where they are in the one world, on the ranks that own them. */
static void compare_bodies(const twins *g) {
  for (uint64_t id = TWINS_STATICS + 1; id <= g->ids; id++) {
    carom_pose want, have;
    if (!g->there[id] || g->dying[id]) continue;
    ck_assert_int_eq(carom_body_get_pose(g->world, g->bodies[id], &want), CAROM_OK);
    for (uint32_t r = 0; r < g->ranks; r++) {
      if (!carom_cluster_owns(g->parts[r], id)) continue;
      carom_body_get_pose(carom_cluster_get_world(g->parts[r]), carom_cluster_get_body(g->parts[r], id),
                          &have);
      if (memcmp(&want, &have, sizeof want))
        ck_abort_msg("seed %d step %u: body %u on rank %u is elsewhere", g->seed, step_now, (unsigned)id, r);
    }
  }
}

/* With handlers on these ranks, a bit each. */
static size_t play(twins *g, int steps, uint32_t ranks) {
  size_t changes = 0;
  const carom_cluster_handler_def def = {.callback = change_cluster, .user = g, .events = 31};
  for (uint32_t r = 0; r < g->ranks; r++)
    if (ranks >> r & 1)
      ck_assert_int_eq(carom_cluster_handler_add(g->parts[r], &def, NULL), CAROM_CLUSTER_OK);
  for (step_now = 0; step_now < (uint32_t)steps; step_now++) {
    if (step_now) twins_call(g);
    twins_step(g);
    twins_compare(g, (int)step_now);
    changes += change_world(g, ranks);
    compare_bodies(g);
  }
  twins_end(g);
  return changes;
}

START_TEST(handlers_change_what_they_change_in_one_world) {
  for (int seed = 0; seed < test_scaled(TWINS_SEEDS) + 4; seed++) {
    twins g;
    twins_begin(&g, seed);
    ck_assert_uint_gt(play(&g, TWINS_STEPS, UINT32_MAX), 100);
  }
}
END_TEST

START_TEST(handlers_may_be_on_some_ranks_alone) {
  size_t changes = 0;
  for (int seed = 0; seed < test_scaled(TWINS_SEEDS) + 4; seed++) {
    twins g;
    twins_begin(&g, seed);
    changes += play(&g, TWINS_STEPS, seed % 2 ? 1 : 0xAA);
  }
  ck_assert_uint_gt(changes, 100);
}
END_TEST

/* In a wide plane large bodies belong to ranks that are no neighbours. */
START_TEST(handlers_change_what_is_far_away) {
  for (int i = 0; i < test_scaled(20) + 2; i++) {
    twins g;
    twins_begin_crowd(&g, 3 * i + 2, 600);
    ck_assert_uint_gt(play(&g, TWINS_STEPS / 2, UINT32_MAX), 100);
  }
}
END_TEST

/* --- Who hears what --- */

enum { HEARD_MOST = 64 };

typedef struct heard {
  size_t count;
  uint32_t kinds[HEARD_MOST];
} heard;

static void listen(void *user, carom_cluster *c, const carom_cluster_event *e) {
  heard *h = user;
  (void)c;
  ck_assert_uint_lt(h->count, HEARD_MOST);
  h->kinds[h->count++] = e->kind;
}

/* A cluster of one rank: two balls that meet, of categories 1 and 2, and pass. */
static carom_cluster *meet_alone(void) {
  const carom_cluster_def def = {.transport = {.count = 1}, .space = {{-9, -9, -9}, {9, 9, 9}}, .reach = 2};
  carom_cluster *c;
  ck_assert_int_eq(carom_cluster_create(&def, &c), CAROM_CLUSTER_OK);
  for (uint64_t id = 1; id <= 2; id++) {
    carom_body_def body = {.kind = CAROM_KINEMATIC, .pose.position.x = id == 1 ? -1.25 : 0};
    carom_collider_def ball = {.shape = carom_shape_sphere(0.5f), .filter.category = id};
    if (id == 1) body.linear_velocity.x = 1;
    ck_assert_int_eq(carom_cluster_body_create(c, id, &body, &ball, 1), CAROM_CLUSTER_OK);
  }
  return c;
}

static size_t hear_passing(uint32_t events, uint64_t category_a, uint64_t category_b, bool removed) {
  carom_cluster *c = meet_alone();
  heard h = {.count = 0};
  const carom_cluster_handler_def def = {listen, &h, events, category_a, category_b};
  uint32_t first, second;
  ck_assert_int_eq(carom_cluster_handler_add(c, &def, &first), CAROM_CLUSTER_OK);
  ck_assert_int_eq(carom_cluster_handler_add(c, &def, &second), CAROM_CLUSTER_OK);
  ck_assert_uint_ne(first, second);
  if (removed) ck_assert_int_eq(carom_cluster_handler_remove(c, first), CAROM_CLUSTER_OK);
  if (removed) ck_assert_int_eq(carom_cluster_handler_remove(c, first), CAROM_CLUSTER_REFUSED);
  for (int i = 0; i < 6; i++) ck_assert_int_eq(carom_cluster_step(c, 0.5f), CAROM_CLUSTER_OK);
  carom_cluster_destroy(c);
  return h.count;
}

/* A BEGIN, three STAYs and an END. */
START_TEST(handlers_hear_what_they_ask_for) {
  ck_assert_uint_eq(hear_passing(0, 0, 0, false), 4);
  ck_assert_uint_eq(hear_passing(0, 0, 0, true), 2);
  ck_assert_uint_eq(hear_passing(CAROM_EVENT_BEGIN, 0, 0, true), 1);
  ck_assert_uint_eq(hear_passing(CAROM_EVENT_BEGIN | CAROM_EVENT_STAY | CAROM_EVENT_END, 0, 0, true), 5);
  ck_assert_uint_eq(hear_passing(CAROM_EVENT_NEAR | CAROM_EVENT_FAR, 0, 0, true), 0);
  ck_assert_uint_eq(hear_passing(0, 1, 2, true), 2);
  ck_assert_uint_eq(hear_passing(0, 2, 1, true), 2);
  ck_assert_uint_eq(hear_passing(0, 2, 0, true), 2);
  ck_assert_uint_eq(hear_passing(0, 1, 1, true), 0);
  ck_assert_uint_eq(hear_passing(0, 4, 0, true), 0);
}
END_TEST

START_TEST(wrong_handlers_are_refused) {
  carom_cluster *c = meet_alone();
  carom_cluster_handler_def def = {.callback = NULL};
  ck_assert_int_eq(carom_cluster_handler_add(c, NULL, NULL), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_handler_add(c, &def, NULL), CAROM_CLUSTER_REFUSED);
  def = (carom_cluster_handler_def){.callback = listen, .events = 32};
  ck_assert_int_eq(carom_cluster_handler_add(c, &def, NULL), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_handler_remove(c, 0), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_handler_remove(c, 1), CAROM_CLUSTER_REFUSED);
  carom_cluster_destroy(c);
}
END_TEST

/* --- What a handler may not do --- */

static void misbehave(void *user, carom_cluster *c, const carom_cluster_event *e) {
  int *calls = user;
  const carom_cluster_handler_def def = {.callback = listen};
  const carom_pose wrong = {{(double)NAN, 0, 0}, {0, 0, 0, 1}};
  const carom_body_def body = {.kind = CAROM_STATIC};
  const carom_shape shape = {.kind = 9999};
  carom_cluster_answers answers;
  carom_cluster_store store = carom_cluster_folder("nowhere");
  ck_assert_int_eq(carom_cluster_step(c, 0), CAROM_CLUSTER_BUSY);
  ck_assert_int_eq(carom_cluster_balance(c, 1), CAROM_CLUSTER_BUSY);
  ck_assert_int_eq(carom_cluster_ask(c, NULL, 0, &answers), CAROM_CLUSTER_BUSY);
  ck_assert_int_eq(carom_cluster_checkpoint(c, &store, "none"), CAROM_CLUSTER_BUSY);
  ck_assert_int_eq(carom_cluster_handler_add(c, &def, NULL), CAROM_CLUSTER_BUSY);
  ck_assert_int_eq(carom_cluster_handler_remove(c, 1), CAROM_CLUSTER_BUSY);
  ck_assert_int_eq(carom_cluster_body_create(c, 7, &body, NULL, 0), CAROM_CLUSTER_BUSY);
  carom_cluster_destroy(c);
  ck_assert_int_eq(carom_cluster_body_set_pose(c, e->a, &wrong), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_body_set_pose(c, e->a, NULL), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_body_set_pose(c, 99, &wrong), CAROM_CLUSTER_ELSEWHERE);
  ck_assert_int_eq(carom_cluster_collider_set_shape(c, e->a, 0, &shape), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_collider_set_filter(c, e->a, 1, (carom_filter){0}), CAROM_CLUSTER_REFUSED);
  ck_assert_int_eq(carom_cluster_collider_set_filter(c, e->a, 1u << 16, (carom_filter){0}),
                   CAROM_CLUSTER_REFUSED);
  ++*calls;
}

/* Nothing of it changes anything: the balls pass as they would have. */
START_TEST(what_handlers_may_not_do_is_refused) {
  carom_cluster *c = meet_alone();
  int calls = 0;
  const carom_cluster_handler_def def = {.callback = misbehave, .user = &calls, .events = 31};
  ck_assert_int_eq(carom_cluster_handler_add(c, &def, NULL), CAROM_CLUSTER_OK);
  for (int i = 0; i < 6; i++) ck_assert_int_eq(carom_cluster_step(c, 0.5f), CAROM_CLUSTER_OK);
  ck_assert_int_eq(calls, 5);
  carom_cluster_destroy(c);
}
END_TEST

/* A handler may create a moving body, and what it has destroyed is there until the next step. */
static void multiply(void *user, carom_cluster *c, const carom_cluster_event *e) {
  (void)user;
  const carom_body_def body = {.kind = CAROM_KINEMATIC};
  const carom_collider_def ball = {.shape = carom_shape_sphere(0.5f)};
  ck_assert_int_eq(carom_cluster_body_create(c, 10 + e->a, &body, &ball, 1), CAROM_CLUSTER_OK);
  ck_assert_int_eq(carom_cluster_body_destroy(c, e->a), CAROM_CLUSTER_OK);
  ck_assert_int_eq(carom_cluster_body_destroy(c, e->a), CAROM_CLUSTER_ELSEWHERE);
}

START_TEST(handlers_create_and_destroy) {
  carom_cluster *c = meet_alone();
  size_t count;
  const carom_cluster_handler_def def = {.callback = multiply, .events = CAROM_EVENT_BEGIN};
  uint32_t handler;
  ck_assert_int_eq(carom_cluster_handler_add(c, &def, &handler), CAROM_CLUSTER_OK);
  ck_assert_int_eq(carom_cluster_step(c, 0.5f), CAROM_CLUSTER_OK);
  ck_assert_uint_ne(carom_cluster_get_body(c, 11).bits, 0);
  ck_assert_int_eq(carom_cluster_handler_remove(c, handler), CAROM_CLUSTER_OK);
  ck_assert_int_eq(carom_cluster_step(c, 0.5f), CAROM_CLUSTER_OK);
  const carom_cluster_event *e = carom_cluster_get_events(c, &count);
  ck_assert_uint_eq(count, 2);
  ck_assert_int_eq(e[0].cause, CAROM_END_DESTROYED);
  ck_assert_uint_eq(e[1].b, 11);
  carom_cluster_destroy(c);
}
END_TEST

/* --- Damage --- */

static void add_changing_handlers(twins *g) {
  const carom_cluster_handler_def def = {.callback = change_cluster, .user = g, .events = 31};
  step_now++;
  for (uint32_t r = 0; r < g->ranks; r++) carom_cluster_handler_add(g->parts[r], &def, NULL);
}

START_TEST(damaged_calls_are_survived) {
  twins_play_damaged(test_scaled(400) + 80, add_changing_handlers, twins_step_one);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cluster_handlers");
  TCase *tc = tcase_create("cluster_handlers");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, handlers_change_what_they_change_in_one_world);
  tcase_add_test(tc, handlers_may_be_on_some_ranks_alone);
  tcase_add_test(tc, handlers_change_what_is_far_away);
  tcase_add_test(tc, handlers_hear_what_they_ask_for);
  tcase_add_test(tc, wrong_handlers_are_refused);
  tcase_add_test(tc, what_handlers_may_not_do_is_refused);
  tcase_add_test(tc, handlers_create_and_destroy);
  tcase_add_test(tc, damaged_calls_are_survived);
  suite_add_tcase(suite, tc);
  return suite;
}

/* test_handlers.c: what handlers may do while they are told, and who is told what in which order. */
#include "support.h"

/* A handler that acts once, at the n-th event it is told. */
typedef struct actor actor;
struct actor {
  void (*act)(actor *self, carom_world *world, const carom_event *event);
  size_t at, told;
  carom_body body;
  carom_handler handler;
  support_log *log;
  carom_status status[3];
};

static void act_once(void *user, carom_world *world, const carom_event *event) {
  actor *self = user;
  if (self->told++ == self->at) self->act(self, world, event);
}

static carom_handler add_actor(carom_world *world, actor *self, uint32_t events) {
  carom_handler_def def = {.callback = act_once, .user = self, .events = events};
  self->handler = carom_handler_add(world, &def);
  return self->handler;
}

/* `count` static balls in a row, and a long box over all of them, created first. */
static carom_body box_over_balls(carom_world *world, int count) {
  carom_body box = support_body(world, CAROM_KINEMATIC, 0, 0, 0);
  support_collider(world, box, carom_shape_box(100, 1, 1));
  for (int i = 0; i < count; i++) support_ball(world, CAROM_STATIC, 3 * i);
  return box;
}

static void destroy_body(actor *self, carom_world *world, const carom_event *event) {
  (void)event;
  self->status[0] = carom_body_destroy(world, self->body);
}

/* R13. Two BEGINs are delivered, the second to all handlers; the other three never, and the two get their
 * ENDs. */
START_TEST(destroying_the_own_body) {
  carom_world *world = support_world();
  support_log before, after;
  actor killer = {.act = destroy_body, .at = 1};
  killer.body = box_over_balls(world, 5);
  support_listen(world, &before);
  add_actor(world, &killer, 0);
  support_listen(world, &after);
  support_step(world);
  for (int i = 0; i < 2; i++) {
    const support_log *log = i ? &after : &before;
    ck_assert_uint_eq(log->count, 4);
    ck_assert(support_saw(log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
    ck_assert(support_saw(log, 1, CAROM_EVENT_BEGIN, CAROM_END_NONE));
    ck_assert(support_saw(log, 2, CAROM_EVENT_END, CAROM_END_DESTROYED));
    ck_assert(support_saw(log, 3, CAROM_EVENT_END, CAROM_END_DESTROYED));
    ck_assert_uint_eq(log->entries[1].contact.b.collider.bits, log->entries[3].contact.b.collider.bits);
  }
  ck_assert(killer.status[0] == CAROM_OK && killer.told == 4);
  size_t count;
  carom_world_get_events(world, &count);
  ck_assert_uint_eq(count, 4);
  before.count = 0;
  support_step(world);
  ck_assert(before.count == 0 && support_contact_count(world) == 0);
  carom_world_destroy(world);
}
END_TEST

/* Destroyed in a STAY: those that were told and those that were not all END, in this dispatch. */
START_TEST(destroying_in_a_stay) {
  carom_world *world = support_world();
  support_log log;
  actor killer = {.act = destroy_body, .at = 2};
  killer.body = box_over_balls(world, 5);
  support_step(world);
  support_listen(world, &log);
  add_actor(world, &killer, CAROM_EVENT_STAY);
  support_step(world);
  ck_assert_uint_eq(log.count, 3 + 5);
  for (size_t i = 0; i < 8; i++)
    ck_assert(support_saw(&log, i, i < 3 ? CAROM_EVENT_STAY : CAROM_EVENT_END,
                          i < 3 ? CAROM_END_NONE : CAROM_END_DESTROYED));
  carom_world_destroy(world);
}
END_TEST

/* An END that is already due keeps its cause, and does not come twice. */
START_TEST(destroying_what_ends_anyway) {
  carom_world *world = support_world();
  support_log log;
  actor killer = {.act = destroy_body, .at = 0};
  killer.body = box_over_balls(world, 3);
  support_step(world);
  support_listen(world, &log);
  add_actor(world, &killer, CAROM_EVENT_END);
  carom_pose away = {.position = {0, 50, 0}};
  carom_body_set_pose(world, killer.body, &away);
  support_step(world);
  ck_assert_uint_eq(log.count, 3);
  for (size_t i = 0; i < 3; i++) ck_assert(support_saw(&log, i, CAROM_EVENT_END, CAROM_END_MOVED));
  carom_world_destroy(world);
}
END_TEST

/* The most events that a step can have: an END of every old contact, a BEGIN and an END of every new one. */
START_TEST(everything_ends_begins_and_ends) {
  enum { COUNT = 64 };
  carom_world *world = support_world();
  carom_counts counts;
  actor killer = {.act = destroy_body, .at = 2 * COUNT - 1};
  carom_pose far = {.position = {0, 500, 0}};
  killer.body = support_body(world, CAROM_KINEMATIC, 0, 0, 0);
  support_collider(world, killer.body, carom_shape_box(1000, 1, 1));
  for (int i = 0; i < 2 * COUNT; i++)
    support_collider(world, support_body(world, CAROM_STATIC, i % COUNT, i < COUNT ? 0 : 500, 0),
                     carom_shape_sphere(0.5f));
  support_step(world);
  add_actor(world, &killer, 0);
  carom_body_set_pose(world, killer.body, &far);
  support_step(world);
  carom_world_get_counts(world, &counts);
  ck_assert(killer.told == 3 * COUNT && counts.begins == 2 * COUNT && counts.ends == 2 * COUNT);
  carom_world_destroy(world);
}
END_TEST

/* A body that nobody has heard of yet is destroyed: nobody hears of it. */
START_TEST(destroying_what_is_not_announced) {
  carom_world *world = support_world();
  support_log log;
  actor killer = {.act = destroy_body, .at = 0};
  box_over_balls(world, 2);
  killer.body = support_ball(world, CAROM_STATIC, 50);
  support_listen(world, &log);
  add_actor(world, &killer, 0);
  support_step(world);
  ck_assert_uint_eq(log.count, 2);
  ck_assert(log.entries[0].kind == CAROM_EVENT_BEGIN && log.entries[1].kind == CAROM_EVENT_BEGIN);
  support_step_fresh(world, &log);
  ck_assert(log.count == 2 && support_saw(&log, 0, CAROM_EVENT_STAY, CAROM_END_NONE));
  carom_world_destroy(world);
}
END_TEST

/* Each END destroys the next ball: a chain of dispatches within one. */
static void destroy_other(void *user, carom_world *world, const carom_event *event) {
  carom_body *balls = user;
  if (event->cause != CAROM_END_DESTROYED) return;
  for (int i = 0; i < 5; i++)
    if (event->contact->b.body.bits == balls[i].bits) carom_body_destroy(world, balls[i + 1]);
}

START_TEST(destroying_in_ends_of_the_destroyed) {
  carom_world *world = support_world();
  support_log log;
  carom_body balls[6];
  actor killer = {.act = destroy_body, .at = 0};
  carom_handler_def chain = {.callback = destroy_other, .user = balls};
  box_over_balls(world, 0);
  for (int i = 0; i < 6; i++) balls[i] = support_ball(world, CAROM_STATIC, 3 * i);
  support_step(world);
  killer.body = balls[0];
  support_listen(world, &log);
  add_actor(world, &killer, CAROM_EVENT_STAY);
  carom_handler_add(world, &chain);
  support_step(world);
  ck_assert_uint_eq(log.count, 6 + 6);
  for (size_t i = 0; i < 6; i++) {
    ck_assert(support_saw(&log, 6 + i, CAROM_EVENT_END, CAROM_END_DESTROYED));
    ck_assert_uint_eq(log.entries[6 + i].contact.b.body.bits, balls[i].bits);
  }
  carom_world_destroy(world);
}
END_TEST

static void change_everything(actor *self, carom_world *world, const carom_event *event) {
  for (int i = 0; i < 200; i++) {
    carom_body body = support_ball(world, CAROM_KINEMATIC, 1000 + 0.5 * i);
    ck_assert_uint_ne(body.bits, 0);
    if (i % 2) carom_body_destroy(world, body);
  }
  carom_pose pose = {.position = {0, 500, 0}};
  carom_body_set_pose(world, event->contact->a.body, &pose);
  for (int i = 0; i < 50; i++) support_listen(world, self->log);
  self->told = 1;
}

/* R14. A handler that lets every array of the world grow while it is told. */
START_TEST(creating_and_moving_inside) {
  carom_world *world = support_world();
  support_log first, many;
  actor busy = {.act = change_everything, .log = &many};
  box_over_balls(world, 3);
  support_listen(world, &first);
  add_actor(world, &busy, CAROM_EVENT_BEGIN);
  support_step(world);
  ck_assert_uint_eq(first.count, 3);
  ck_assert_uint_eq(many.count, 50 * 2);
  many.count = 0;
  support_step_fresh(world, &first);
  carom_counts counts;
  for (size_t i = 0; i < 3; i++) ck_assert(support_saw(&first, i, CAROM_EVENT_END, CAROM_END_MOVED));
  carom_world_get_counts(world, &counts);
  ck_assert(counts.ends == 3 && counts.begins == 3 + 99 + 98);
  carom_world_destroy(world);
}
END_TEST

static void step_inside(actor *self, carom_world *world, const carom_event *event) {
  (void)event;
  self->status[0] = carom_world_step(world, 1);
  self->status[1] = carom_world_clear(world);
  self->status[2] = carom_world_destroy(world);
}

START_TEST(stepping_inside_is_refused) {
  carom_world *world = support_world();
  actor busy = {.act = step_inside};
  box_over_balls(world, 1);
  add_actor(world, &busy, 0);
  support_step(world);
  for (int i = 0; i < 3; i++) ck_assert_int_eq(busy.status[i], CAROM_BUSY);
  ck_assert_int_eq(carom_world_get_last_status(world), CAROM_BUSY);
  busy = (actor){.act = step_inside};
  ck_assert_int_eq(carom_world_clear(world), CAROM_OK);
  for (int i = 0; i < 3; i++) ck_assert_int_eq(busy.status[i], CAROM_BUSY);
  support_step(world);
  carom_world_destroy(world);
}
END_TEST

static void remove_handler(actor *self, carom_world *world, const carom_event *event) {
  (void)event;
  self->status[0] = carom_handler_remove(world, self->handler);
}

START_TEST(removing_handlers_inside) {
  carom_world *world = support_world();
  support_log log;
  actor self_remover = {.act = remove_handler, .at = 1}, remover = {.act = remove_handler, .at = 2};
  box_over_balls(world, 5);
  add_actor(world, &self_remover, 0);
  add_actor(world, &remover, 0);
  remover.handler = support_listen(world, &log);
  support_step(world);
  ck_assert(self_remover.told == 2 && self_remover.status[0] == CAROM_OK);
  ck_assert(remover.told == 5 && log.count == 2);
  ck_assert_int_eq(carom_handler_remove(world, self_remover.handler), CAROM_STALE_ID);
  carom_world_destroy(world);
  ck_assert(self_remover.told == 2 && remover.told == 10);
}
END_TEST

static void add_listener(actor *self, carom_world *world, const carom_event *event) {
  (void)event;
  support_listen(world, self->log);
}

START_TEST(handlers_added_inside_hear_the_next_event) {
  carom_world *world = support_world();
  support_log log;
  actor adder = {.act = add_listener, .at = 1, .log = &log};
  box_over_balls(world, 5);
  add_actor(world, &adder, 0);
  support_step(world);
  ck_assert_uint_eq(log.count, 3);
  carom_world_destroy(world);
}
END_TEST

static void create_ball(actor *self, carom_world *world, const carom_event *event) {
  (void)event;
  self->body = support_ball(world, CAROM_KINEMATIC, 7);
}

START_TEST(what_is_created_in_a_clear_stays) {
  carom_world *world = support_world();
  actor maker = {.act = create_ball};
  carom_counts counts;
  box_over_balls(world, 2);
  support_step(world);
  add_actor(world, &maker, CAROM_EVENT_END);
  ck_assert_int_eq(carom_world_clear(world), CAROM_OK);
  ck_assert(carom_body_is_valid(world, maker.body));
  carom_world_get_counts(world, &counts);
  ck_assert(counts.kinematic_bodies == 1 && counts.static_bodies == 0 && counts.colliders == 1);
  support_ball(world, CAROM_STATIC, 7);
  support_step(world);
  ck_assert_uint_eq(support_contact_count(world), 1);
  carom_world_destroy(world);
}
END_TEST

/* R15. Which sides and events a handler hears of. */
START_TEST(kinds_and_categories_are_chosen) {
  carom_world *world = support_world();
  support_log begins, pairs, turned, any_b, none;
  carom_handler_def def = {.callback = support_record};
  carom_collider_def bullet = {.shape = carom_shape_sphere(1), .filter.category = 2};
  carom_collider_def wall = {.shape = carom_shape_sphere(1), .filter.category = 4};
  begins.count = pairs.count = turned.count = any_b.count = none.count = 0;
  def.user = &begins, def.events = CAROM_EVENT_BEGIN, carom_handler_add(world, &def);
  def.user = &pairs, def.events = 0, def.category_a = 2, def.category_b = 4, carom_handler_add(world, &def);
  def.user = &turned, def.category_a = 4, def.category_b = 2 | 8, carom_handler_add(world, &def);
  def.user = &any_b, def.category_a = 4, def.category_b = 0, carom_handler_add(world, &def);
  def.user = &none, def.category_a = 2, def.category_b = 2, carom_handler_add(world, &def);
  carom_body a = support_body(world, CAROM_KINEMATIC, 0, 0, 0),
             b = support_body(world, CAROM_KINEMATIC, 1, 0, 0);
  carom_collider_create(world, a, &bullet);
  carom_collider_create(world, b, &wall);
  carom_body_set_velocity(world, a, (carom_vec3){5, 0, 0}, (carom_vec3){0, 0, 0});
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  carom_body_destroy(world, a);
  support_step(world);
  ck_assert(begins.count == 1 && pairs.count == 2 && turned.count == 2 && any_b.count == 2 &&
            none.count == 0);
  const carom_contact *straight = &pairs.entries[0].contact, *back = &turned.entries[0].contact;
  ck_assert(straight->a.category == 2 && straight->manifold.normal.x == 1 && straight->a.body.bits == a.bits);
  ck_assert(back->a.category == 4 && back->manifold.normal.x == -1 && back->b.body.bits == a.bits);
  ck_assert(straight->approach_speed == 5 && back->approach_speed == 5);
  ck_assert(any_b.entries[1].contact.a.category == 4);
  ck_assert(support_saw(&turned, 1, CAROM_EVENT_END, CAROM_END_DESTROYED));
  carom_world_destroy(world);
}
END_TEST

/* For each event all handlers in the order of adding, also after one between has gone. */
static void note_order(void *user, carom_world *world, const carom_event *event) {
  (void)event;
  char *order = carom_world_get_user(world);
  size_t length = strlen(order);
  order[length] = *(const char *)user;
}

/* R11. */
START_TEST(handlers_hear_in_order_of_adding) {
  char order[32] = "", names[] = "abcd";
  carom_world_def def = {.user = order};
  carom_world *world;
  carom_handler handlers[4];
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  box_over_balls(world, 2);
  for (int i = 0; i < 4; i++) {
    carom_handler_def handler = {.callback = note_order, .user = &names[i]};
    handlers[i] = carom_handler_add(world, &handler);
  }
  carom_handler_remove(world, handlers[1]);
  carom_handler_def again = {.callback = note_order, .user = &names[1]};
  carom_handler_add(world, &again);
  support_step(world);
  ck_assert_str_eq(order, "acdbacdb");
  memset(order, 0, sizeof order);
  carom_world_destroy(world);
  ck_assert_str_eq(order, "acdbacdb");
}
END_TEST

static void look_at_lists(actor *self, carom_world *world, const carom_event *event) {
  size_t events = 7, contacts;
  (void)event;
  self->status[0] = carom_world_get_events(world, &events) || events ? CAROM_BUSY : CAROM_OK;
  carom_world_get_contacts(world, &contacts);
  self->status[1] = contacts == 2 ? CAROM_OK : CAROM_BUSY;
}

START_TEST(lists_inside_a_handler) {
  carom_world *world = support_world();
  actor reader = {.act = look_at_lists, .at = 1, .status = {CAROM_LIMIT, CAROM_LIMIT}};
  box_over_balls(world, 2);
  add_actor(world, &reader, 0);
  support_step(world);
  ck_assert(reader.status[0] == CAROM_OK && reader.status[1] == CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

/* Two balls approach at 4 units a second: only those who ask for no more are told, and only of the BEGIN. */
START_TEST(impacts_are_hits_fast_enough) {
  carom_world *world = support_world();
  support_log logs[3];
  const float impacts[3] = {3.5f, 4, 4.5f};
  carom_body a = support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_STATIC, 1.5);
  for (int i = 0; i < 3; i++) {
    logs[i].count = 0;
    carom_handler_add(
        world, &(carom_handler_def){.callback = support_record, .user = &logs[i], .impact = impacts[i]});
  }
  carom_body_set_velocity(world, a, (carom_vec3){4, 0, 0}, (carom_vec3){0, 0, 0});
  for (int i = 0; i < 3; i++) ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  carom_body_destroy(world, a);
  support_step(world);
  ck_assert(logs[0].count == 1 && logs[1].count == 1 && logs[2].count == 0);
  ck_assert(logs[0].entries[0].contact.approach_speed == 4);
  carom_world_destroy(world);
}
END_TEST

START_TEST(handlers_are_valid_until_removed) {
  carom_world *world = support_world();
  support_log log;
  carom_handler handler = support_listen(world, &log);
  ck_assert(carom_handler_is_valid(world, handler) && !carom_handler_is_valid(NULL, handler));
  ck_assert(!carom_handler_is_valid(world, (carom_handler){0}));
  carom_handler_remove(world, handler);
  ck_assert(!carom_handler_is_valid(world, handler));
  carom_world_destroy(world);
}
END_TEST

/* Who is told, in which order: the numbers of the handlers. */
static uint32_t heard[200], heard_count;

static void hear(void *user, carom_world *world, const carom_event *event) {
  (void)world, (void)event;
  heard[heard_count++] = *(const uint32_t *)user;
}

/* What was removed leaves holes, which go when they are many: the order of the others stays. */
START_TEST(handlers_come_and_go_in_order) {
  enum { MOST = 200 };
  carom_world *world = support_world();
  static uint32_t numbers[3000];
  carom_handler handlers[MOST];
  uint32_t listed[MOST], count = 0;
  uint64_t random = 7;
  support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_STATIC, 1);
  for (uint32_t i = 0; i < 3000; i++) {
    uint32_t at = count ? test_below(&random, count) : 0;
    numbers[i] = i;
    if (count < MOST && test_below(&random, 3000) > i / 2 + 700) {
      handlers[count] = carom_handler_add(
          world, &(carom_handler_def){.callback = hear, .user = &numbers[i], .events = CAROM_EVENT_STAY});
      listed[count++] = i;
    } else if (count) {
      ck_assert_int_eq(carom_handler_remove(world, handlers[at]), CAROM_OK);
      ck_assert_int_eq(carom_handler_remove(world, handlers[at]), CAROM_STALE_ID);
      for (count--; at < count; at++) handlers[at] = handlers[at + 1], listed[at] = listed[at + 1];
    }
    if (i % 10) continue;
    heard_count = 0;
    ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
    if (i == 0) continue;
    ck_assert_uint_eq(heard_count, count);
    ck_assert(memcmp(heard, listed, count * sizeof *heard) == 0);
  }
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("handlers");
  TCase *inside = tcase_create("inside"), *told = tcase_create("told");
  tcase_add_test(inside, destroying_the_own_body);
  tcase_add_test(inside, destroying_in_a_stay);
  tcase_add_test(inside, destroying_what_ends_anyway);
  tcase_add_test(inside, everything_ends_begins_and_ends);
  tcase_add_test(inside, destroying_what_is_not_announced);
  tcase_add_test(inside, destroying_in_ends_of_the_destroyed);
  tcase_add_test(inside, creating_and_moving_inside);
  tcase_add_test(inside, stepping_inside_is_refused);
  tcase_add_test(inside, removing_handlers_inside);
  tcase_add_test(inside, handlers_added_inside_hear_the_next_event);
  tcase_add_test(inside, what_is_created_in_a_clear_stays);
  tcase_add_test(inside, lists_inside_a_handler);
  tcase_add_test(told, kinds_and_categories_are_chosen);
  tcase_add_test(told, handlers_hear_in_order_of_adding);
  tcase_add_test(told, impacts_are_hits_fast_enough);
  tcase_add_test(told, handlers_are_valid_until_removed);
  tcase_add_test(told, handlers_come_and_go_in_order);
  suite_add_tcase(suite, inside);
  suite_add_tcase(suite, told);
  return suite;
}

/* test_islands.c: groups of bodies that touch against a slow twin, what connects them and what does not, and
 * which bodies are stirred. */
#include "program.h"
#include "state.h"
#include "test_memory.h"

typedef struct seen {
  carom_islands *set;
  const carom_island *list;
  const carom_body *stirred;
  size_t count, stirred_count;
} seen;

static seen look_with(carom_islands *set, const carom_world *world, const carom_island_def *def) {
  seen s = {.set = set};
  ck_assert_int_eq(carom_islands_find(set, world, def), CAROM_OK);
  s.list = carom_islands_get(set, &s.count);
  s.stirred = carom_islands_get_stirred(set, &s.stirred_count);
  return s;
}

/* A world with its set. */
typedef struct stage {
  carom_world *world;
  carom_islands *set;
} stage;

static stage stage_make(void) {
  stage t = {.world = support_world()};
  ck_assert_int_eq(carom_islands_create(NULL, &t.set), CAROM_OK);
  return t;
}

static void stage_free(stage *t) {
  carom_world_destroy(t->world);
  carom_islands_destroy(t->set);
}

static seen look(const stage *t) { return look_with(t->set, t->world, NULL); }

static seen step_and_look(const stage *t) {
  support_step(t->world);
  return look(t);
}

static bool holds(const carom_island *island, carom_body a, carom_body b) {
  return island->body_count == 2 && island->bodies[0].bits == a.bits && island->bodies[1].bits == b.bits;
}

static bool is_alone(const carom_island *island, carom_body body) {
  return island->body_count == 1 && island->bodies[0].bits == body.bits;
}

/* --- What connects --- */

/* 0 and 3 touch, 1 and 4 stand on one floor, and 2 is alone; balls touch within 2. */
START_TEST(islands_are_in_order) {
  stage t = stage_make();
  carom_body b[5];
  const double x[5] = {0, 10, 50, 1.5, 14};
  for (int i = 0; i < 5; i++) b[i] = support_ball(t.world, CAROM_KINEMATIC, x[i]);
  support_ball(t.world, CAROM_STATIC, 12);
  seen s = step_and_look(&t);
  ck_assert_uint_eq(s.count, 4);
  ck_assert(holds(&s.list[0], b[0], b[3]) && s.list[0].contact_count == 1);
  ck_assert(is_alone(&s.list[1], b[1]) && s.list[1].contact_count == 1);
  ck_assert(is_alone(&s.list[2], b[2]) && s.list[2].contact_count == 0);
  ck_assert(is_alone(&s.list[3], b[4]) && s.list[3].contact_count == 1);
  const carom_contact *contacts = carom_world_get_contacts(t.world, &s.count);
  ck_assert_ptr_eq(s.list[0].contacts[0], &contacts[0]);
  ck_assert_ptr_eq(s.list[1].contacts[0], &contacts[1]);
  ck_assert_ptr_eq(s.list[3].contacts[0], &contacts[2]);
  stage_free(&t);
}
END_TEST

START_TEST(sensors_connect_nothing) {
  stage t = stage_make();
  carom_body a = support_ball(t.world, CAROM_KINEMATIC, 0), b = support_ball(t.world, CAROM_KINEMATIC, 1.5);
  carom_collider_set_sensor(t.world, support_collider_of(t.world, b), true);
  seen s = step_and_look(&t);
  ck_assert_uint_eq(support_contact_count(t.world), 1);
  ck_assert(s.count == 2 && is_alone(&s.list[0], a) && is_alone(&s.list[1], b));
  ck_assert_uint_eq(s.list[0].contact_count + s.list[1].contact_count, 0);
  stage_free(&t);
}
END_TEST

static bool joins_but_one(void *user, const carom_world *world, carom_body body) {
  ck_assert(carom_body_is_valid(world, body));
  return body.bits != ((const carom_body *)user)->bits;
}

/* A lift between two crates, and a lift on a floor. */
START_TEST(what_the_game_says_connects_nothing) {
  stage t = stage_make();
  carom_body a = support_ball(t.world, CAROM_KINEMATIC, 0),
             lift = support_ball(t.world, CAROM_KINEMATIC, 1.5);
  carom_body b = support_ball(t.world, CAROM_KINEMATIC, 3), floor = support_ball(t.world, CAROM_STATIC, 1.5);
  const carom_island_def def = {.joins = joins_but_one, .user = &lift};
  support_step(t.world);
  ck_assert(carom_body_is_valid(t.world, floor));
  seen s = look_with(t.set, t.world, &def);
  ck_assert(s.count == 2 && is_alone(&s.list[0], a) && is_alone(&s.list[1], b));
  ck_assert(s.list[0].contact_count == 2 && s.list[1].contact_count == 2);
  s = look(&t);
  ck_assert(s.count == 1 && s.list[0].body_count == 3 && s.list[0].contact_count == 5);
  stage_free(&t);
}
END_TEST

START_TEST(links_connect) {
  stage t = stage_make();
  carom_body b[4];
  for (int i = 0; i < 4; i++) b[i] = support_ball(t.world, i == 2 ? CAROM_STATIC : CAROM_KINEMATIC, 10 * i);
  carom_body_link links[] = {{b[3], b[0]}, {b[1], b[2]}, {b[2], b[0]}, {b[1], b[1]}};
  const carom_island_def def = {.links = links, .link_count = 4};
  support_step(t.world);
  seen s = look_with(t.set, t.world, &def);
  ck_assert(s.count == 2 && holds(&s.list[0], b[0], b[3]) && is_alone(&s.list[1], b[1]));
  carom_body_destroy(t.world, b[1]);
  ck_assert_int_eq(carom_islands_find(t.set, t.world, &def), CAROM_STALE_ID);
  ck_assert_ptr_eq(carom_islands_get(t.set, &s.count), s.list);
  ck_assert_uint_eq(s.count, 2);
  stage_free(&t);
}
END_TEST

static void find_inside(void *user, carom_world *world, const carom_event *event) {
  stage *t = user;
  (void)event;
  ck_assert_int_eq(carom_islands_find(t->set, world, NULL), CAROM_BUSY);
}

START_TEST(handlers_find_none) {
  stage t = stage_make();
  const carom_handler_def def = {.callback = find_inside, .user = &t};
  support_ball(t.world, CAROM_KINEMATIC, 0);
  support_ball(t.world, CAROM_KINEMATIC, 1);
  carom_handler_add(t.world, &def);
  seen s = step_and_look(&t);
  ck_assert_uint_eq(s.count, 1);
  ck_assert_int_eq(carom_world_clear(t.world), CAROM_OK);
  s = look(&t);
  ck_assert(!s.list && s.count == 0 && !s.stirred && s.stirred_count == 0);
  stage_free(&t);
}
END_TEST

/* --- What is stirred --- */

/* Two balls that touch on a floor, and rest. */
typedef struct pair {
  stage t;
  carom_body floor, left, right;
} pair;

static pair pair_make(void) {
  pair p = {.t = stage_make()};
  p.floor = support_body(p.t.world, CAROM_STATIC, 0, -1, 0);
  support_collider(p.t.world, p.floor, carom_shape_box(9, 0.5f, 9));
  p.left = support_ball(p.t.world, CAROM_KINEMATIC, 0);
  p.right = support_ball(p.t.world, CAROM_KINEMATIC, 1.5);
  seen s = step_and_look(&p.t);
  ck_assert(s.count == 1 && !s.list[0].rests && s.stirred_count == 0);
  s = step_and_look(&p.t);
  ck_assert(s.count == 1 && s.list[0].rests && s.list[0].contact_count == 3 && s.stirred_count == 0);
  return p;
}

/* Are both stirred, or one, or none? */
static void expect_stirred(const pair *p, const seen *s, bool left, bool right) {
  size_t at = 0;
  ck_assert_uint_eq(s->stirred_count, (size_t)left + right);
  if (left) ck_assert_uint_eq(s->stirred[at++].bits, p->left.bits);
  if (right) ck_assert_uint_eq(s->stirred[at++].bits, p->right.bits);
  for (size_t i = 0; i < s->list[0].body_count && (left || right); i++) ck_assert(!s->list[0].rests);
}

START_TEST(what_comes_and_goes_stirs) {
  pair p = pair_make();
  carom_body ball = support_ball(p.t.world, CAROM_KINEMATIC, -1.5);
  seen s = look(&p.t);
  ck_assert(s.count == 2 && s.list[0].rests && !s.list[1].rests); /* no step has found it yet */
  s = step_and_look(&p.t);
  expect_stirred(&p, &s, true, false);
  ck_assert(s.count == 1 && s.list[0].body_count == 3);
  s = step_and_look(&p.t);
  expect_stirred(&p, &s, false, false);
  ck_assert(s.list[0].rests);
  carom_body_set_pose(p.t.world, ball, &(carom_pose){.position = {-1.25, 0, 0}});
  s = look(&p.t); /* it has moved, and still touches as far as is known */
  expect_stirred(&p, &s, true, false);
  s = step_and_look(&p.t);
  expect_stirred(&p, &s, true, false);
  support_move(p.t.world, ball, -50);
  s = step_and_look(&p.t);
  expect_stirred(&p, &s, true, false);
  ck_assert(s.count == 2 && !s.list[1].rests);
  s = step_and_look(&p.t);
  ck_assert(s.count == 2 && s.list[0].rests && s.list[1].rests && s.stirred_count == 0);
  stage_free(&p.t);
}
END_TEST

/* The floor moves and stays below, is turned off, or goes. */
START_TEST(floors_stir) {
  pair p = pair_make();
  carom_body_set_pose(p.t.world, p.floor, &(carom_pose){.position = {0, -1.125, 0}});
  seen s = step_and_look(&p.t);
  expect_stirred(&p, &s, true, true);
  s = step_and_look(&p.t);
  expect_stirred(&p, &s, false, false);
  if (_i)
    carom_body_set_enabled(p.t.world, p.floor, false);
  else
    carom_body_destroy(p.t.world, p.floor);
  s = look(&p.t);
  ck_assert_uint_eq(s.list[0].contact_count, 1);
  s = step_and_look(&p.t);
  expect_stirred(&p, &s, true, true);
  s = step_and_look(&p.t);
  expect_stirred(&p, &s, false, false);
  stage_free(&p.t);
}
END_TEST

/* A body that the game changes is awake; what touches it is stirred, sensors or none. */
START_TEST(what_the_game_changes_is_not_stirred) {
  pair p = pair_make();
  carom_body_set_velocity(p.t.world, p.left, (carom_vec3){0x1p-9f, 0, 0}, (carom_vec3){0, 0, 0});
  seen s = step_and_look(&p.t);
  expect_stirred(&p, &s, false, true);
  s = step_and_look(&p.t); /* it goes on moving */
  expect_stirred(&p, &s, false, true);
  carom_body_set_velocity(p.t.world, p.right, (carom_vec3){0x1p-9f, 0, 0}, (carom_vec3){0, 0, 0});
  s = look(&p.t);
  expect_stirred(&p, &s, false, false);
  ck_assert(!s.list[0].rests);
  for (int i = 0; i < 2; i++)
    carom_body_set_velocity(p.t.world, i ? p.left : p.right, (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 0});
  s = step_and_look(&p.t);
  ck_assert(!s.list[0].rests && s.stirred_count == 0);
  s = step_and_look(&p.t);
  ck_assert(s.list[0].rests);
  carom_body probe = support_ball(p.t.world, CAROM_KINEMATIC, 0);
  carom_collider_set_sensor(p.t.world, support_collider_of(p.t.world, probe), true);
  s = step_and_look(&p.t);
  ck_assert(s.count == 2 && s.list[0].rests && !s.list[1].rests && s.stirred_count == 0);
  stage_free(&p.t);
}
END_TEST

/* Swept bodies that pass begin and end, and a rewind takes the news with it. */
START_TEST(news_are_of_the_last_step) {
  static unsigned char past[1 << 14];
  pair p = pair_make();
  size_t size;
  carom_world_rollback_keep(p.t.world, 4);
  carom_body bullet = support_ball(p.t.world, CAROM_KINEMATIC, 0);
  carom_body_set_pose(p.t.world, bullet, &(carom_pose){.position = {0, 0, -50}});
  carom_body_set_swept(p.t.world, bullet, true);
  support_step(p.t.world);
  ck_assert_int_eq(carom_world_rollback_save(p.t.world, past, sizeof past, &size), CAROM_OK);
  carom_body_set_velocity(p.t.world, bullet, (carom_vec3){0, 0, 100 / SUPPORT_DT}, (carom_vec3){0, 0, 0});
  seen s = step_and_look(&p.t);
  expect_stirred(&p, &s, true, true);
  ck_assert_uint_eq(s.list[0].body_count, 3);
  s = step_and_look(&p.t);
  expect_stirred(&p, &s, true, true);
  ck_assert_int_eq(carom_world_rollback_restore(p.t.world, past, size), CAROM_OK);
  s = look(&p.t);
  expect_stirred(&p, &s, false, false);
  ck_assert(s.list[0].rests && s.list[1].rests);
  stage_free(&p.t);
}
END_TEST

/* --- The twin --- */

enum { SLOTS = 4096 };

static bool takes_part(const carom_world *world, carom_body body) {
  carom_body_kind kind = CAROM_STATIC;
  bool enabled = false;
  carom_body_get_kind(world, body, &kind);
  carom_body_is_enabled(world, body, &enabled);
  return carom_body_is_valid(world, body) && enabled && kind == CAROM_KINEMATIC;
}

/* Is it one of those that connect or are listed? */
static bool matters(const carom_world *world, const carom_contact *c) {
  carom_contact found;
  bool on_a = false, on_b = false;
  carom_body_is_enabled(world, c->a.body, &on_a);
  carom_body_is_enabled(world, c->b.body, &on_b);
  return !c->sensor && !c->apart && on_a && on_b &&
         carom_contact_between(world, c->a.collider, c->b.collider, &found) == CAROM_OK;
}

static bool changed(const carom_world *world, carom_body body) {
  uint32_t slot = (uint32_t)body.bits;
  return bits_test(&world->bodies.seen, slot) || bits_test(&world->bodies.touched, slot);
}

/* Labels by slot, spread along the contacts until nothing changes, and who is stirred. */
typedef struct island_twin {
  uint32_t labels[SLOTS];
  bool stirred[SLOTS];
} island_twin;

static void twin_spread(island_twin *t, const carom_world *world) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < count; i++) {
      const carom_contact *c = &contacts[i];
      if (!matters(world, c) || !takes_part(world, c->a.body) || !takes_part(world, c->b.body)) continue;
      uint32_t *a = &t->labels[(uint32_t)c->a.body.bits], *b = &t->labels[(uint32_t)c->b.body.bits];
      again = again || *a != *b;
      *a = *b = *a < *b ? *a : *b;
    }
  }
}

static void twin_stir(island_twin *t, const carom_world *world) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++) {
    const carom_contact *c = &contacts[i];
    if (!matters(world, c)) continue;
    t->stirred[(uint32_t)c->a.body.bits] |= changed(world, c->b.body);
    t->stirred[(uint32_t)c->b.body.bits] |= changed(world, c->a.body);
  }
  const carom_event *events = carom_world_get_events(world, &count);
  for (size_t i = 0; i < count; i++) {
    const carom_contact *c = events[i].contact;
    if (!(events[i].kind & (CAROM_EVENT_BEGIN | CAROM_EVENT_END)) || c->sensor) continue;
    if (carom_body_is_valid(world, c->a.body)) t->stirred[(uint32_t)c->a.body.bits] = true;
    if (carom_body_is_valid(world, c->b.body)) t->stirred[(uint32_t)c->b.body.bits] = true;
  }
}

static void twin_look(island_twin *t, const carom_world *world) {
  for (uint32_t slot = 0; slot < SLOTS; slot++) t->labels[slot] = slot, t->stirred[slot] = false;
  twin_spread(t, world);
  twin_stir(t, world);
}

/* --- Against the twin --- */

typedef struct judge {
  program p;
  carom_islands *set;
  island_twin twin;
  size_t wrong, groups, stirred;
} judge;

static void judge_contacts(judge *j, const carom_island *island, uint32_t label, size_t *listed) {
  for (size_t k = 0; k < island->contact_count; k++) {
    const carom_contact *c = island->contacts[k];
    uint32_t a = j->twin.labels[(uint32_t)c->a.body.bits], b = j->twin.labels[(uint32_t)c->b.body.bits];
    j->wrong += k > 0 && island->contacts[k - 1] >= c;
    j->wrong += !matters(j->p.world, c);
    j->wrong += !(takes_part(j->p.world, c->a.body) && a == label) &&
                !(takes_part(j->p.world, c->b.body) && b == label);
  }
  *listed += island->contact_count;
}

/* Bodies ascend, have the label of the first, and the island rests when all of them do. */
static void judge_island(judge *j, const carom_island *island, uint32_t label, size_t *stirred,
                         const seen *s) {
  bool rests = true;
  for (size_t k = 0; k < island->body_count; k++) {
    uint32_t slot = (uint32_t)island->bodies[k].bits;
    bool awake = changed(j->p.world, island->bodies[k]);
    j->wrong += k > 0 && (uint32_t)island->bodies[k - 1].bits >= slot;
    j->wrong += j->twin.labels[slot] != label || !takes_part(j->p.world, island->bodies[k]);
    rests = rests && !awake && !j->twin.stirred[slot];
    for (size_t n = 0; n < s->stirred_count && j->twin.stirred[slot] && !awake; n++)
      *stirred += s->stirred[n].bits == island->bodies[k].bits;
    j->stirred += j->twin.stirred[slot] && !awake;
  }
  j->wrong += rests != island->rests;
  j->groups += island->body_count > 1;
}

static size_t count_that_matter(const carom_world *world) {
  size_t count, found = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++)
    found += matters(world, &contacts[i]) &&
             (takes_part(world, contacts[i].a.body) || takes_part(world, contacts[i].b.body));
  return found;
}

static void judge_all(judge *j) {
  const carom_world *world = j->p.world;
  size_t bodies = 0, contacts = 0, stirred = 0, before = j->stirred, present = 0;
  seen s = look_with(j->set, world, NULL);
  twin_look(&j->twin, world);
  uint32_t last = 0;
  for (size_t i = 0; i < s.count; i++) {
    uint32_t label = (uint32_t)s.list[i].bodies[0].bits;
    j->wrong += i > 0 && label <= last;
    last = label;
    judge_island(j, &s.list[i], label, &stirred, &s);
    judge_contacts(j, &s.list[i], label, &contacts);
    bodies += s.list[i].body_count;
  }
  for (int i = 0; i < PROGRAM_BODIES; i++) present += takes_part(world, j->p.bodies[i]);
  j->wrong += bodies != present || contacts != count_that_matter(world);
  j->wrong += stirred != s.stirred_count || stirred != j->stirred - before;
}

/* All bodies of a program are among those that it keeps. */
static void judge_begin(judge *j, uint64_t seed, const carom_world_def *def) {
  *j = (judge){.wrong = 0};
  program_start(&j->p, seed, def);
  if (seed % 3 == 1) program_ask(&j->p);
  ck_assert_int_eq(carom_islands_create(NULL, &j->set), CAROM_OK);
  carom_world_rollback_keep(j->p.world, 4);
}

static void judge_end(judge *j) {
  ck_assert_uint_eq(j->wrong, 0);
  carom_islands_destroy(j->set);
  program_end(&j->p);
}

START_TEST(programs_agree_with_the_twin) {
  static unsigned char past[1 << 20];
  static judge j;
  static carom_body kept[PROGRAM_BODIES];
  size_t size = 0;
  judge_begin(&j, (uint64_t)_i, NULL);
  judge_all(&j);
  for (int i = 0; i < 40; i++) {
    if (test_below(&j.p.random, 3)) program_calls(&j.p);
    ck_assert_int_eq(carom_world_step(j.p.world, i % 4 ? SUPPORT_DT : 0), CAROM_OK);
    judge_all(&j);
    program_calls(&j.p);
    judge_all(&j);
    if (i % 7 == 3) {
      ck_assert_int_eq(carom_world_rollback_save(j.p.world, past, sizeof past, &size), CAROM_OK);
      memcpy(kept, j.p.bodies, sizeof kept);
    } else if (i % 7 == 5 && !j.p.asks) {
      ck_assert_int_eq(carom_world_rollback_restore(j.p.world, past, size), CAROM_OK);
      memcpy(j.p.bodies, kept, sizeof kept);
    }
    if (i == 30) ck_assert_int_eq(carom_world_clear(j.p.world), CAROM_OK);
    judge_all(&j);
  }
  ck_assert(_i > 0 || j.groups > 2); /* a program may have none, but not each */
  judge_end(&j);
}
END_TEST

/* Most bodies have stopped, and few calls come. */
START_TEST(what_rests_agrees_with_the_twin) {
  static judge j;
  judge_begin(&j, 101 + (uint64_t)_i, NULL);
  for (int i = 0; i < PROGRAM_BODIES; i++)
    carom_body_set_velocity(j.p.world, j.p.bodies[i], (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 0});
  for (int i = 0; i < 180 || (j.stirred == 0 && i < 1000); i++) {
    if (i % 3 == 0) program_call(&j.p);
    ck_assert_int_eq(carom_world_step(j.p.world, SUPPORT_DT), CAROM_OK);
    judge_all(&j);
  }
  ck_assert_uint_gt(j.stirred, 0);
  judge_end(&j);
}
END_TEST

/* --- Memory, and worlds that are alike --- */

START_TEST(every_request_may_fail) {
  test_memory memory = {0};
  const carom_allocator allocator = test_memory_allocator(&memory);
  stage t = stage_make();
  carom_islands *set = NULL;
  size_t count, refused = 0, before;
  for (int i = 0; i < 40; i++) support_ball(t.world, CAROM_KINEMATIC, i % 8 * 1.5 + i);
  test_memory_fail_at(&memory, 1);
  ck_assert_int_eq(carom_islands_create(&allocator, &set), CAROM_OUT_OF_MEMORY);
  ck_assert_ptr_null(set);
  test_memory_fail_at(&memory, 0);
  ck_assert_int_eq(carom_islands_create(&allocator, &set), CAROM_OK);
  support_step(t.world);
  for (size_t k = 1; k < 20; k++) {
    test_memory_fail_at(&memory, k);
    carom_status status = carom_islands_find(set, t.world, NULL);
    test_memory_fail_at(&memory, 0);
    if (!status) break;
    ck_assert_int_eq(status, CAROM_OUT_OF_MEMORY);
    ck_assert_ptr_null(carom_islands_get(set, &count));
    ck_assert_uint_eq(count, 0);
    refused++;
  }
  ck_assert_uint_gt(refused, 2);
  before = memory.requests;
  support_step(t.world);
  ck_assert_int_eq(carom_islands_find(set, t.world, NULL), CAROM_OK);
  ck_assert_uint_eq(memory.requests, before);
  carom_islands_destroy(set);
  ck_assert(test_memory_is_clean(&memory));
  stage_free(&t);
}
END_TEST

/* A hash of all that a set tells. */
static uint64_t hash_of(carom_islands *set, const carom_world *world) {
  seen s = look_with(set, world, NULL);
  uint64_t hash = s.count;
  for (size_t i = 0; i < s.count; i++) {
    const carom_island *island = &s.list[i];
    fields_mix(&hash, island->bodies, island->body_count * sizeof *island->bodies);
    for (size_t k = 0; k < island->contact_count; k++) {
      fields_mix(&hash, &island->contacts[k]->a.collider, sizeof(carom_collider));
      fields_mix(&hash, &island->contacts[k]->b.collider, sizeof(carom_collider));
    }
    hash += island->rests;
  }
  for (size_t i = 0; i < s.stirred_count; i++) fields_mix(&hash, &s.stirred[i], sizeof s.stirred[i]);
  return hash;
}

/* On four threads with brute force, and after a save: the same islands. */
START_TEST(worlds_that_are_alike_have_the_same) {
  carom_pool *pool;
  program one, four;
  carom_islands *set;
  carom_world *clones[2];
  ck_assert_int_eq(carom_pool_create(NULL, 4, &pool), CAROM_OK);
  ck_assert_int_eq(carom_islands_create(NULL, &set), CAROM_OK);
  program_start(&one, (uint64_t)_i, NULL);
  program_start(
      &four, (uint64_t)_i,
      &(carom_world_def){.tasks = carom_pool_get_tasks(pool), .broadphase = CAROM_BROADPHASE_BRUTE});
  for (int i = 0; i < 20; i++) {
    program_step(&one);
    program_step(&four);
    ck_assert_uint_eq(hash_of(set, one.world), hash_of(set, four.world));
  }
  program_bytes save = program_save(one.world);
  carom_world *loaded;
  ck_assert_int_eq(carom_world_load(NULL, &program_users, save.data, save.size, &loaded), CAROM_OK);
  free(save.data);
  carom_world_destroy(one.world);
  one.world = loaded;
  for (int i = 0; i < 2; i++)
    ck_assert_int_eq(carom_world_clone(i ? four.world : loaded, NULL, NULL, 0, &clones[i]), CAROM_OK);
  for (int i = 0; i < 2; i++) support_step(clones[i]);
  ck_assert_uint_eq(hash_of(set, clones[0]), hash_of(set, clones[1]));
  for (int i = 0; i < 2; i++) carom_world_destroy(clones[i]);
  carom_islands_destroy(set);
  program_end(&one);
  program_end(&four);
  carom_pool_destroy(pool);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("islands");
  TCase *tests = tcase_create("islands");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, islands_are_in_order);
  tcase_add_test(tests, sensors_connect_nothing);
  tcase_add_test(tests, what_the_game_says_connects_nothing);
  tcase_add_test(tests, links_connect);
  tcase_add_test(tests, handlers_find_none);
  tcase_add_test(tests, what_comes_and_goes_stirs);
  tcase_add_loop_test(tests, floors_stir, 0, 2);
  tcase_add_test(tests, what_the_game_changes_is_not_stirred);
  tcase_add_test(tests, news_are_of_the_last_step);
  tcase_add_loop_test(tests, programs_agree_with_the_twin, 0, 20);
  tcase_add_loop_test(tests, what_rests_agrees_with_the_twin, 0, 10);
  tcase_add_test(tests, every_request_may_fail);
  tcase_add_loop_test(tests, worlds_that_are_alike_have_the_same, 0, 10);
  suite_add_tcase(suite, tests);
  return suite;
}

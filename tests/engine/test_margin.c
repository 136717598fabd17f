/* test_margin.c: contacts within a margin: against the stateless answers of all pairs, and when they come and
 * go. Programs of calls with margins are played by the tests of the event model, of rewinds and of saves. */
#include "asset_set.h"
#include "event_fields.h"
#include "support.h"

enum { THINGS = 40, STEPS = 12, MANY = 12 };

/* --- Against all pairs --- */

typedef struct thing {
  carom_body body;
  carom_collider collider;
  carom_shape shape;
  carom_pose pose; /* as it was given: rotations are made unit once */
  float margin;
} thing;

typedef struct crowd {
  carom_world *world;
  uint64_t random;
  asset_set assets;
  carom_hull *hull;
  bool planar;
  float margin;
  thing things[THINGS + MANY];
  size_t count, apart, touching, more;
} crowd;

static carom_shape any_shape(crowd *c) {
  if (test_below(&c->random, 8) == 0)
    return c->planar ? assets_shape(&c->assets, true, test_below(&c->random, ASSET_SHAPES))
                     : support_asset_shape(&c->random, &c->assets);
  if (!c->planar) return support_random_shape(&c->random, c->hull);
  float size = 0.2f + test_uniform(&c->random, 0, 0.5f);
  return test_below(&c->random, 2) ? carom_shape_rectangle(size, 0.3f) : carom_shape_disc(size);
}

static carom_pose any_pose(crowd *c) {
  double x = (double)test_uniform(&c->random, -6, 6), y = (double)test_uniform(&c->random, -6, 6);
  if (c->planar) return carom_pose_planar(x, y, (double)test_uniform(&c->random, -3, 3));
  carom_pose pose = {.position = {x, y, (double)test_uniform(&c->random, -3, 3)}};
  pose.rotation = test_below(&c->random, 3) ? test_quat(&c->random) : (carom_quat){0, 0, 0, 1};
  return pose;
}

static void add_colliders(crowd *c, carom_pose pose, size_t count) {
  carom_body body = carom_body_create(c->world, &(carom_body_def){.kind = CAROM_KINEMATIC, .pose = pose});
  for (size_t i = 0; i < count; i++) {
    thing *t = &c->things[c->count++];
    *t = (thing){.body = body, .shape = any_shape(c), .pose = pose};
    if (test_below(&c->random, 6) == 0) t->margin = 0.4f;
    carom_collider_def def = {.shape = t->shape, .margin = t->margin};
    if (count > 1) def.pose.position = (carom_vec3){(float)i - 6, test_uniform(&c->random, -1, 1), 0};
    t->pose.position.x += (double)def.pose.position.x;
    t->pose.position.y += (double)def.pose.position.y;
    t->collider = carom_collider_create(c->world, body, &def);
    ck_assert_uint_ne(t->collider.bits, 0);
  }
}

static void start(crowd *c, uint64_t seed) {
  memset(c, 0, sizeof *c);
  c->random = seed;
  c->planar = seed % 3 == 2;
  c->margin = seed % 4 ? 0.15f : 0;
  c->hull = support_hull(NULL, seed, 0.6f);
  ck_assert_int_eq(assets_make(&c->assets), CAROM_OK);
  const carom_world_def def = {.planar = c->planar,
                               .margin = c->margin,
                               .broadphase = seed % 5 ? CAROM_BROADPHASE_SWEEP : CAROM_BROADPHASE_BRUTE};
  ck_assert_int_eq(carom_world_create(&def, &c->world), CAROM_OK);
  while (c->count < THINGS) add_colliders(c, any_pose(c), 1);
  /* a body with a tree, which is not turned */
  add_colliders(c, (carom_pose){.position = {0, 0, 0}}, MANY);
}

static void finish(crowd *c) {
  ck_assert_int_eq(carom_world_destroy(c->world), CAROM_OK);
  assets_release(&c->assets);
  carom_hull_release(c->hull);
}

static void check_pair(crowd *c, const thing *a, const thing *b) {
  carom_manifold touch, within;
  carom_contact got;
  float margin = fmaxf(c->margin, fmaxf(a->margin, b->margin));
  ck_assert_int_eq(carom_collide(&a->shape, &a->pose, &b->shape, &b->pose, &touch), CAROM_OK);
  ck_assert_int_eq(carom_collide_within(&a->shape, &a->pose, &b->shape, &b->pose, margin, &within), CAROM_OK);
  carom_status status = carom_contact_between(c->world, a->collider, b->collider, &got);
  ck_assert_int_eq(status, within.point_count ? CAROM_OK : CAROM_NO_CONTACT);
  if (status) return;
  ck_assert(memcmp(&got.manifold, &within, sizeof within) == 0);
  ck_assert(got.apart == (touch.point_count == 0) && got.nearby == (margin > 0));
  c->apart += got.apart;
  c->touching += !got.apart;
  c->more += !got.apart && within.point_count > touch.point_count;
}

static void check_all(crowd *c) {
  carom_counts counts;
  size_t before = c->touching;
  for (size_t i = 0; i < c->count; i++)
    for (size_t k = i + 1; k < c->count; k++)
      if (c->things[i].body.bits != c->things[k].body.bits) check_pair(c, &c->things[i], &c->things[k]);
  carom_world_get_counts(c->world, &counts);
  ck_assert_uint_eq(counts.contacts, c->touching - before);
  ck_assert_uint_eq(counts.begins - counts.ends, counts.contacts);
}

START_TEST(all_pairs_agree) {
  size_t apart = 0, touching = 0, more = 0;
  for (int seed = 0; seed < test_scaled(40); seed++) {
    crowd c;
    start(&c, (uint64_t)seed);
    for (int i = 0; i < STEPS; i++) {
      ck_assert_int_eq(carom_world_step(c.world, 0.1f), CAROM_OK);
      check_all(&c);
      thing *t = &c.things[test_below(&c.random, THINGS)];
      t->pose = any_pose(&c);
      ck_assert_int_eq(carom_body_set_pose(c.world, t->body, &t->pose), CAROM_OK);
      t = &c.things[test_below(&c.random, (uint32_t)c.count)];
      t->margin = (float)test_below(&c.random, 3) / 4;
      ck_assert_int_eq(carom_collider_set_margin(c.world, t->collider, t->margin), CAROM_OK);
    }
    apart += c.apart, touching += c.touching, more += c.more;
    finish(&c);
  }
  ck_assert(apart > 0 && touching > 0);
  if (test_scaled(40) >= 8) ck_assert_uint_gt(more, 0);
}
END_TEST

/* --- Events --- */

typedef struct tape {
  char text[512];
  carom_body destroyed;
  carom_event_kind at; /* destroys it at this event; 0: never */
} tape;

static void write_down(void *user, carom_world *world, const carom_event *event) {
  tape *t = user;
  strcat(strcat(t->text, carom_event_kind_name(event->kind)), " ");
  if (event->kind == t->at) carom_body_destroy(world, t->destroyed);
}

typedef struct pair {
  carom_world *world;
  carom_body ball, wall;
  carom_collider ball_collider, wall_collider;
  tape tape;
} pair;

static const carom_event_kind every_kind[] = {CAROM_EVENT_BEGIN, CAROM_EVENT_STAY, CAROM_EVENT_END,
                                              CAROM_EVENT_NEAR, CAROM_EVENT_FAR};

/* A ball of radius 1/2 before a wall whose face is at 0. */
static void pair_start(pair *p, float world_margin, float ball_margin) {
  *p = (pair){.tape.at = (carom_event_kind)0};
  uint32_t events = 0;
  for (size_t i = 0; i < sizeof every_kind / sizeof *every_kind; i++) events |= (uint32_t)every_kind[i];
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.margin = world_margin}, &p->world), CAROM_OK);
  const carom_handler_def handler = {.callback = write_down, .user = &p->tape, .events = events};
  carom_handler_add(p->world, &handler);
  p->wall = carom_body_create(p->world, &(carom_body_def){.kind = CAROM_STATIC, .pose.position.x = -1});
  p->ball = carom_body_create(p->world, &(carom_body_def){.pose.position.x = 4});
  p->wall_collider =
      carom_collider_create(p->world, p->wall, &(carom_collider_def){.shape = carom_shape_box(1, 5, 5)});
  p->ball_collider = carom_collider_create(
      p->world, p->ball, &(carom_collider_def){.shape = carom_shape_sphere(0.5f), .margin = ball_margin});
}

/* What is told of a step in which the gap is that. */
static const char *told_at(pair *p, double gap) {
  p->tape.text[0] = 0;
  carom_body_set_pose(p->world, p->ball, &(carom_pose){.position.x = gap + 0.5});
  ck_assert_int_eq(carom_world_step(p->world, 0), CAROM_OK);
  return p->tape.text;
}

static void check_story(float world_margin, float ball_margin) {
  pair p;
  carom_contact c;
  pair_start(&p, world_margin, ball_margin);
  ck_assert_str_eq(told_at(&p, 0.3), "");
  ck_assert_str_eq(told_at(&p, 0.2), "near ");
  ck_assert_int_eq(carom_contact_between(p.world, p.ball_collider, p.wall_collider, &c), CAROM_OK);
  ck_assert(c.apart && c.nearby && fabsf(c.manifold.points[0].separation - 0.2f) < 1e-6f);
  ck_assert_int_eq(carom_contact_set_value(p.world, p.ball_collider, p.wall_collider, 7), CAROM_OK);
  ck_assert_str_eq(told_at(&p, 0.1), "");
  ck_assert_str_eq(told_at(&p, -0.1), "begin ");
  ck_assert_int_eq(carom_contact_between(p.world, p.ball_collider, p.wall_collider, &c), CAROM_OK);
  ck_assert(!c.apart && c.nearby && c.value == 7);
  ck_assert_str_eq(told_at(&p, -0.2), "stay ");
  ck_assert_str_eq(told_at(&p, 0.2), "end ");
  ck_assert_str_eq(told_at(&p, -0.2), "begin ");
  ck_assert_str_eq(told_at(&p, 1), "end far ");
  ck_assert_str_eq(told_at(&p, -0.1), "near begin ");
  carom_body_destroy(p.world, p.ball);
  p.tape.text[0] = 0;
  carom_world_destroy(p.world);
  ck_assert_str_eq(p.tape.text, "end far ");
}

/* R24. */
START_TEST(near_and_far_are_around_begin_and_end) {
  check_story(0.25f, 0);
  check_story(0, 0.25f);
  check_story(0.1f, 0.25f);
}
END_TEST

/* --- Where rounding decides what touches --- */

static carom_shape round_shape(uint64_t *random, bool planar) {
  float r = test_uniform(random, 0.2f, 1);
  if (planar) return test_below(random, 2) ? carom_shape_disc(r) : carom_shape_rectangle(r, 0.5f);
  switch (test_below(random, 3)) {
  case 0:
    return carom_shape_sphere(r);
  case 1:
    return carom_shape_capsule((carom_vec3){-r, 0, 0.1f}, (carom_vec3){r, 0.2f, 0}, 0.3f);
  default:
    return carom_shape_box(r, 0.5f, 0.4f);
  }
}

static size_t count_events(const carom_world *world, carom_event_kind kind) {
  size_t count, of_kind = 0;
  const carom_event *events = carom_world_get_events(world, &count);
  for (size_t i = 0; i < count; i++) of_kind += events[i].kind == kind;
  return of_kind;
}

/* A body comes from beside another one, by less than rounding in each step, until they touch. */
static void creep(uint64_t *random, bool planar) {
  carom_world *world;
  carom_distance_result gap;
  const carom_shape shapes[2] = {round_shape(random, planar), round_shape(random, planar)};
  carom_pose poses[2] = {{.rotation = {0, 0, 0, 1}}, {.rotation = {0, 0, 0, 1}}};
  carom_body bodies[2];
  size_t nears = 0, fars = 0;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = planar, .margin = 0.1f}, &world),
                   CAROM_OK);
  for (int i = 0; i < 2; i++)
    poses[i].rotation =
        planar ? carom_pose_planar(0, 0, (double)test_uniform(random, -3, 3)).rotation : test_quat(random);
  poses[1].position = (carom_pos){(double)test_uniform(random, -1, 1), 3, 0};
  ck_assert_int_eq(carom_distance(&shapes[0], &poses[0], &shapes[1], &poses[1], &gap), CAROM_OK);
  poses[1].position = pos_add(poses[1].position, vec3_scale(gap.normal, 2e-6f - gap.distance));
  for (int i = 0; i < 2; i++) {
    bodies[i] = carom_body_create(world, &(carom_body_def){.kind = CAROM_KINEMATIC, .pose = poses[i]});
    carom_collider_create(world, bodies[i], &(carom_collider_def){.shape = shapes[i]});
  }
  for (int step = 0; step < 100; step++) {
    poses[1].position = pos_add(poses[1].position, vec3_scale(gap.normal, -3e-8f));
    ck_assert_int_eq(carom_body_set_pose(world, bodies[1], &poses[1]), CAROM_OK);
    ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
    nears += count_events(world, CAROM_EVENT_NEAR), fars += count_events(world, CAROM_EVENT_FAR);
  }
  ck_assert_uint_eq(nears, 1);
  ck_assert_uint_eq(fars, 0);
  ck_assert_int_eq(carom_world_destroy(world), CAROM_OK);
}

START_TEST(what_comes_to_touch_stays_near) {
  uint64_t random = 8;
  for (int i = 0; i < 20 + test_scaled(200); i++) creep(&random, i % 2);
}
END_TEST

START_TEST(margins_may_change) {
  pair p;
  float margin = -1;
  pair_start(&p, 0, 0);
  ck_assert_str_eq(told_at(&p, 0.2), "");
  carom_collider_set_margin(p.world, p.wall_collider, 0.25f);
  ck_assert_int_eq(carom_collider_get_margin(p.world, p.wall_collider, &margin), CAROM_OK);
  ck_assert(margin == 0.25f);
  ck_assert_str_eq(told_at(&p, 0.2), "near ");
  carom_collider_set_margin(p.world, p.wall_collider, 0.125f);
  ck_assert_str_eq(told_at(&p, 0.2), "far ");
  ck_assert_str_eq(told_at(&p, -0.2), "near begin ");
  carom_collider_set_margin(p.world, p.wall_collider, 0);
  ck_assert_str_eq(told_at(&p, -0.2), "far stay ");
  carom_collider_set_margin(p.world, p.wall_collider, 1);
  ck_assert_str_eq(told_at(&p, -0.2), "near stay ");
  carom_world_destroy(p.world);
}
END_TEST

static uint64_t value_of(const pair *p) {
  carom_contact c;
  ck_assert_int_eq(carom_contact_between(p->world, p->ball_collider, p->wall_collider, &c), CAROM_OK);
  return c.value;
}

/* A pair that comes to touch, or parts, in the step in which its margin goes or comes. */
START_TEST(values_end_with_margins) {
  pair p;
  pair_start(&p, 0, 0.25f);
  ck_assert_str_eq(told_at(&p, 0.2), "near ");
  carom_contact_set_value(p.world, p.ball_collider, p.wall_collider, 7);
  carom_collider_set_margin(p.world, p.ball_collider, 0);
  ck_assert_str_eq(told_at(&p, -0.2), "far begin ");
  ck_assert_uint_eq(value_of(&p), 0);
  carom_contact_set_value(p.world, p.ball_collider, p.wall_collider, 7);
  ck_assert_str_eq(told_at(&p, -0.1), "stay ");
  ck_assert_uint_eq(value_of(&p), 7);
  carom_collider_set_margin(p.world, p.ball_collider, 0.25f);
  ck_assert_str_eq(told_at(&p, 0.2), "end near ");
  ck_assert_uint_eq(value_of(&p), 0);
  carom_world_destroy(p.world);
}
END_TEST

typedef struct questions {
  int count;
  bool answer;
} questions;

static bool count_question(void *user, const carom_world *world, const carom_contact_side *a,
                           const carom_contact_side *b) {
  questions *q = user;
  (void)world, (void)a, (void)b;
  q->count++;
  return q->answer;
}

/* An END and a FAR of one pair have one cause. */
START_TEST(the_filter_is_asked_once_a_pair) {
  for (int admits = 0; admits < 2; admits++) {
    pair p;
    questions q = {0, true};
    pair_start(&p, 0.25f, 0);
    ck_assert_int_eq(carom_world_set_filter(p.world, count_question, &q), CAROM_OK);
    ck_assert_str_eq(told_at(&p, -0.2), "near begin ");
    ck_assert_int_eq(q.count, 1);
    q = (questions){0, admits};
    ck_assert_str_eq(told_at(&p, 3), "end far ");
    ck_assert_int_eq(q.count, 1);
    size_t count;
    const carom_event *events = carom_world_get_events(p.world, &count);
    for (size_t i = 0; i < 2; i++)
      ck_assert_int_eq(events[i].cause, admits ? CAROM_END_MOVED : CAROM_END_FILTERED);
    ck_assert_uint_eq(count, 2);
    carom_world_destroy(p.world);
  }
}
END_TEST

/* What was told has its end, and what was not told never was. */
START_TEST(handlers_destroy_what_is_near) {
  static const struct {
    carom_event_kind at;
    const char *text;
  } cases[] = {{CAROM_EVENT_NEAR, "near far "}, {CAROM_EVENT_BEGIN, "near begin end far "}};
  for (size_t i = 0; i < 2; i++) {
    pair p;
    carom_counts counts;
    pair_start(&p, 0.25f, 0);
    p.tape.at = cases[i].at;
    p.tape.destroyed = p.ball;
    ck_assert_str_eq(told_at(&p, -0.1), cases[i].text);
    carom_world_get_counts(p.world, &counts);
    ck_assert(counts.begins == counts.ends && counts.contacts == 0 && counts.nears == 1);
    carom_world_destroy(p.world);
  }
}
END_TEST

/* --- Islands, swept bodies, wrong margins --- */

START_TEST(what_is_apart_joins_no_island) {
  pair p;
  carom_islands *islands;
  size_t count;
  pair_start(&p, 0.25f, 0);
  carom_body other = carom_body_create(p.world, &(carom_body_def){.pose.position.x = 5.2});
  carom_collider_create(p.world, other, &(carom_collider_def){.shape = carom_shape_sphere(0.5f)});
  ck_assert_str_eq(told_at(&p, 3.5), "near ");
  ck_assert_int_eq(carom_islands_create(NULL, &islands), CAROM_OK);
  ck_assert_int_eq(carom_islands_find(islands, p.world, NULL), CAROM_OK);
  carom_islands_get(islands, &count);
  ck_assert_uint_eq(count, 2);
  carom_islands_destroy(islands);
  carom_world_destroy(p.world);
}
END_TEST

/* A ball that passes a post is near it afterwards, also when nothing moves any more. */
START_TEST(what_has_passed_may_be_near) {
  pair p;
  carom_contact c;
  pair_start(&p, 0, 2);
  carom_collider_set_shape(p.world, p.wall_collider,
                           &(carom_shape){.kind = CAROM_SPHERE, .geometry.sphere = {0.1f}});
  ck_assert_str_eq(told_at(&p, 3.5), "");
  carom_body_set_swept(p.world, p.ball, true);
  carom_body_set_velocity(p.world, p.ball, (carom_vec3){-6.5f, 0, 0}, (carom_vec3){0, 0, 0});
  p.tape.text[0] = 0;
  ck_assert_int_eq(carom_world_step(p.world, 1), CAROM_OK);
  ck_assert_str_eq(p.tape.text, "near begin ");
  ck_assert_int_eq(carom_contact_between(p.world, p.ball_collider, p.wall_collider, &c), CAROM_OK);
  ck_assert(!c.apart && c.nearby && c.manifold.points[0].feature == CAROM_SWEPT_FEATURE);
  p.tape.text[0] = 0;
  ck_assert_int_eq(carom_world_step(p.world, 0), CAROM_OK);
  ck_assert_str_eq(p.tape.text, "end ");
  ck_assert_int_eq(carom_contact_between(p.world, p.ball_collider, p.wall_collider, &c), CAROM_OK);
  ck_assert(c.apart && fabsf(c.manifold.points[0].separation - 0.9f) < 1e-5f);
  carom_world_destroy(p.world);
}
END_TEST

START_TEST(wrong_margins_are_refused) {
  const float wrongs[] = {-1, NAN, INFINITY, 2 * CAROM_SIZE_MAX};
  for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
    carom_world *world = NULL;
    carom_status want = i == 1 || i == 2 ? CAROM_NOT_FINITE : CAROM_OUT_OF_RANGE;
    ck_assert_int_eq(carom_world_create(&(carom_world_def){.margin = wrongs[i]}, &world), want);
    ck_assert_ptr_null(world);
    ck_assert_int_eq(carom_world_create(NULL, &world), CAROM_OK);
    carom_body body = carom_body_create(world, NULL);
    const carom_collider_def def = {.shape = carom_shape_sphere(1), .margin = wrongs[i]};
    ck_assert_uint_eq(carom_collider_create(world, body, &def).bits, 0);
    ck_assert_int_eq(carom_world_get_last_status(world), want);
    carom_world_destroy(world);
  }
}
END_TEST

/* --- Rewinds, saves, recordings --- */

static uint64_t steps_hash(carom_world *world, int count) {
  uint64_t hash = 0;
  for (int i = 0; i < count; i++) {
    size_t events;
    ck_assert_int_eq(carom_world_step(world, 0.02f), CAROM_OK);
    const carom_event *list = carom_world_get_events(world, &events);
    for (size_t k = 0; k < events; k++) fields_mix_event(&hash, &list[k]);
    hash ^= carom_world_hash(world);
  }
  return hash;
}

static void set_going(crowd *c) {
  for (size_t i = 0; i < THINGS; i++) {
    carom_vec3 v = {test_uniform(&c->random, -2, 2), test_uniform(&c->random, -2, 2), 0};
    carom_body_set_velocity(c->world, c->things[i].body, v, (carom_vec3){0, 0, 1});
  }
}

START_TEST(eight_frames_back_and_on_are_the_same) {
  static unsigned char past[1 << 20];
  for (int seed = 0; seed < test_scaled(20); seed++) {
    crowd c;
    size_t size;
    start(&c, (uint64_t)seed);
    set_going(&c);
    carom_world_rollback_keep(c.world, 8);
    steps_hash(c.world, 5);
    ck_assert_int_eq(carom_world_rollback_save(c.world, past, sizeof past, &size), CAROM_OK);
    carom_collider_set_margin(c.world, c.things[0].collider, 1);
    uint64_t first = steps_hash(c.world, 8);
    ck_assert_int_eq(carom_world_rollback_restore(c.world, past, size), CAROM_OK);
    float margin;
    carom_collider_get_margin(c.world, c.things[0].collider, &margin);
    ck_assert(margin == c.things[0].margin);
    carom_collider_set_margin(c.world, c.things[0].collider, 1);
    ck_assert_uint_eq(steps_hash(c.world, 8), first);
    finish(&c);
  }
}
END_TEST

START_TEST(saves_keep_margins) {
  static unsigned char bytes[1 << 22], again[1 << 22];
  for (int seed = 0; seed < test_scaled(20); seed++) {
    crowd c;
    size_t size, size_again;
    carom_world *loaded;
    start(&c, (uint64_t)seed);
    set_going(&c);
    steps_hash(c.world, 5);
    ck_assert_int_eq(carom_world_save(c.world, NULL, bytes, sizeof bytes, &size), CAROM_OK);
    ck_assert_int_eq(carom_world_load(NULL, NULL, bytes, size, &loaded), CAROM_OK);
    ck_assert_int_eq(carom_world_save(loaded, NULL, again, sizeof again, &size_again), CAROM_OK);
    ck_assert(size == size_again && memcmp(bytes, again, size) == 0);
    ck_assert_uint_eq(steps_hash(loaded, 8), steps_hash(c.world, 8));
    ck_assert_int_eq(carom_world_destroy(loaded), CAROM_OK);
    finish(&c);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("margin");
  TCase *tc = tcase_create("margin");
  tcase_set_timeout(tc, 120);
  tcase_add_test(tc, all_pairs_agree);
  tcase_add_test(tc, near_and_far_are_around_begin_and_end);
  tcase_add_test(tc, what_comes_to_touch_stays_near);
  tcase_add_test(tc, margins_may_change);
  tcase_add_test(tc, values_end_with_margins);
  tcase_add_test(tc, the_filter_is_asked_once_a_pair);
  tcase_add_test(tc, handlers_destroy_what_is_near);
  tcase_add_test(tc, what_is_apart_joins_no_island);
  tcase_add_test(tc, what_has_passed_may_be_near);
  tcase_add_test(tc, wrong_margins_are_refused);
  tcase_add_test(tc, eight_frames_back_and_on_are_the_same);
  tcase_add_test(tc, saves_keep_margins);
  suite_add_tcase(suite, tc);
  return suite;
}

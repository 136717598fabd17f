/* test_refused_steps.c: steps in several parts, of worlds that are large enough for them, while requests for
 * memory are refused at random: a refused step changes nothing, whatever the game does next is right, and
 * what follows is what happens in a twin that is compared with all against all and was never refused
 * anything. Parts themselves ask for nothing. */
#include "support.h"
#include "test_memory.h"

enum { BODIES = 1100, MANY = 12, ACTS = 25, ATTEMPTS = 400 };

/* A scheduler that runs the parts late, on the calling thread, and an allocator that notes when one of them
 * asks for memory. */
typedef struct scheduler {
  test_memory memory;
  carom_task_fn run[64];
  void *contexts[64];
  size_t count, asked;
  bool in_part;
} scheduler;

static void *enqueue(void *user, carom_task_fn run, void *context) {
  scheduler *s = user;
  s->run[s->count] = run;
  s->contexts[s->count] = context;
  return &s->run[s->count++];
}

static void wait_for(void *user, void *task) {
  scheduler *s = user;
  (void)task;
  s->in_part = true;
  while (s->count > 0) {
    s->count--;
    s->run[s->count](s->contexts[s->count]);
  }
  s->in_part = false;
}

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  scheduler *s = user;
  s->asked += s->in_part;
  return test_memory_alloc(&s->memory, block, old_size, new_size);
}

/* The first is compared all against all on the C library's memory; the second may be refused what it asks. */
typedef struct twins {
  uint64_t random;
  scheduler scheduler;
  carom_world *worlds[2];
  carom_hull *hull;
  carom_body bodies[BODIES]; /* the ids are the same in both */
  size_t refused;
} twins;

/* Kills one of a pair now and then, so that slots are released and used again. */
static void destroy_some(void *user, carom_world *world, const carom_event *event) {
  (void)user;
  if ((event->contact->a.collider.bits ^ event->contact->b.collider.bits) % 41 == 0)
    carom_body_destroy(world, event->contact->b.body);
}

static carom_pose any_pose(twins *t) {
  carom_vec3 at = test_vec3(&t->random, -15, 15);
  return (carom_pose){{(double)at.x, (double)at.y, (double)at.z * 0.3}, test_quat(&t->random)};
}

/* Mostly small, some large, and a few slabs through everything. */
static carom_shape any_shape(twins *t) {
  uint32_t what = test_below(&t->random, 100);
  if (what == 0) return carom_shape_box(1e4f, 1e-4f, 1e4f);
  if (what < 5) return carom_shape_sphere(test_uniform(&t->random, 1, 4));
  if (what < 30) return carom_shape_sphere(test_log_uniform(&t->random, 1e-3f, 1));
  return support_any_shape(&t->random, t->hull);
}

static void add_colliders(twins *t, carom_body body, size_t count) {
  carom_collider_def defs[MANY];
  for (size_t i = 0; i < count; i++) {
    defs[i] = (carom_collider_def){.shape = any_shape(t), .sensor = test_below(&t->random, 9) == 0};
    defs[i].filter.group = test_below(&t->random, 9) ? 0 : -1;
    if (count > 1) defs[i].pose.position = test_vec3(&t->random, -1, 1);
  }
  for (int i = 0; i < 2; i++)
    ck_assert_int_eq(carom_collider_create_many(t->worlds[i], body, defs, count, NULL), CAROM_OK);
}

static carom_body create(twins *t) {
  carom_body_def def = {.kind = test_below(&t->random, 4) ? CAROM_KINEMATIC : CAROM_STATIC,
                        .pose = any_pose(t),
                        .disabled = test_below(&t->random, 9) == 0};
  carom_body body[2];
  if (def.kind == CAROM_KINEMATIC) def.linear_velocity = test_vec3(&t->random, -3, 3);
  for (int i = 0; i < 2; i++) body[i] = carom_body_create(t->worlds[i], &def);
  ck_assert(body[0].bits && body[0].bits == body[1].bits);
  const size_t counts[] = {0, 1, 1, 1, 1, 1, 1, 2, 3, MANY};
  add_colliders(t, body[0], counts[test_below(&t->random, 10)]);
  return body[0];
}

static void change(twins *t, carom_body body) {
  carom_pose pose = any_pose(t);
  carom_collider collider = support_collider_of(t->worlds[0], body);
  carom_filter filter = {.group = test_below(&t->random, 2) ? -1 : 0};
  carom_shape shape = any_shape(t);
  bool enabled = test_below(&t->random, 3) > 0;
  uint32_t what = test_below(&t->random, 6);
  for (int i = 0; i < 2; i++) {
    carom_world *world = t->worlds[i];
    if (what == 0) carom_body_destroy(world, body);
    if (what == 1) carom_body_set_pose(world, body, &pose);
    if (what == 2) carom_body_set_enabled(world, body, enabled);
    if (what == 3) carom_collider_set_filter(world, collider, filter);
    if (what == 4) carom_collider_set_shape(world, collider, &shape);
    if (what == 5) carom_collider_destroy(world, collider);
  }
}

static void act(twins *t) {
  carom_body *body = &t->bodies[test_below(&t->random, BODIES)];
  if (!carom_body_is_valid(t->worlds[0], *body))
    *body = create(t);
  else if (test_below(&t->random, 6) == 0)
    add_colliders(t, *body, 1);
  else
    change(t, *body);
}

static void make(twins *t, uint64_t seed) {
  *t = (twins){.random = seed, .hull = support_hull(NULL, seed, 0.6f)};
  carom_world_def defs[2] = {
      {.broadphase = CAROM_BROADPHASE_BRUTE},
      {.allocator = {allocate, &t->scheduler}, .tasks = {&t->scheduler, 4, enqueue, wait_for}}};
  carom_handler_def handler = {.callback = destroy_some};
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(carom_world_create(&defs[i], &t->worlds[i]), CAROM_OK);
    ck_assert_uint_ne(carom_handler_add(t->worlds[i], &handler).bits, 0);
  }
  for (int i = 0; i < BODIES; i++) t->bodies[i] = create(t);
}

static void destroy(twins *t) {
  for (int i = 0; i < 2; i++) carom_world_destroy(t->worlds[i]);
  carom_hull_release(t->hull);
  ck_assert(test_memory_is_clean(&t->scheduler.memory));
}

static bool same_counts(const carom_counts *a, const carom_counts *b) {
  return a->steps == b->steps && a->begins == b->begins && a->stays == b->stays && a->ends == b->ends &&
         a->collider_pairs == b->collider_pairs && a->contacts == b->contacts &&
         a->body_pairs == b->body_pairs && a->colliders == b->colliders;
}

static bool are_alike(const twins *t) {
  carom_counts counts[2];
  for (int i = 0; i < 2; i++) carom_world_get_counts(t->worlds[i], &counts[i]);
  return same_counts(&counts[0], &counts[1]) &&
         carom_world_hash(t->worlds[0]) == carom_world_hash(t->worlds[1]);
}

/* One request, of the first ones, is refused; false when the step was not. */
static bool is_refused(twins *t) {
  test_memory_fail_at(&t->scheduler.memory, 1 + test_below(&t->random, test_below(&t->random, 2) ? 4 : 60));
  carom_status status = carom_world_step(t->worlds[1], 0x1p-5f);
  test_memory_fail_at(&t->scheduler.memory, 0);
  ck_assert(status == CAROM_OK || status == CAROM_OUT_OF_MEMORY);
  return status != CAROM_OK;
}

/* Steps until it is not refused, with changes between; sometimes all is cleared instead. */
static void step(twins *t) {
  int attempts = 0;
  while (attempts++ < ATTEMPTS && is_refused(t)) {
    t->refused++;
    ck_assert(are_alike(t));
    if (test_below(&t->random, 4) == 0) act(t);
    if (test_below(&t->random, 200)) continue;
    for (int i = 0; i < 2; i++) ck_assert_int_eq(carom_world_clear(t->worlds[i]), CAROM_OK);
    for (int i = 0; i < BODIES; i++) t->bodies[i] = create(t);
  }
  ck_assert_int_le(attempts, ATTEMPTS);
  ck_assert_int_eq(carom_world_step(t->worlds[0], 0x1p-5f), CAROM_OK);
}

/* R20. */
START_TEST(refused_steps_change_nothing) {
  static twins t;
  make(&t, (uint64_t)_i + 1);
  for (int i = 0; i < 6 + test_scaled(24); i++) {
    step(&t);
    ck_assert_msg(are_alike(&t), "seed %d step %d", _i, i);
    for (int k = 0; k < ACTS; k++) act(&t);
  }
  ck_assert_uint_eq(t.scheduler.asked, 0);
  ck_assert_uint_gt(t.refused, 0);
  destroy(&t);
}
END_TEST

enum { FLYERS = 40 };

/* A question in the middle of a step, when bodies are on their way. */
static bool look_around(void *user, const carom_world *world, const carom_contact_side *a,
                        const carom_contact_side *b) {
  size_t count;
  (void)user, (void)a, (void)b;
  return carom_world_overlap_point(world, &(carom_pos){0, 0, 0}, NULL, NULL, 0, &count) == CAROM_OK;
}

/* Queries find each body where it is, and only there. */
static void check_found(const carom_world *world, const carom_body *flyers) {
  for (int i = 0; i < FLYERS; i++) {
    carom_pose pose;
    carom_found found[4];
    size_t count = 0;
    bool is_found = false;
    ck_assert_int_eq(carom_body_get_pose(world, flyers[i], &pose), CAROM_OK);
    carom_world_overlap_point(world, &pose.position, NULL, found, 4, &count);
    for (size_t k = 0; k < count && k < 4; k++) is_found |= found[k].body.bits == flyers[i].bits;
    ck_assert(is_found);
  }
}

START_TEST(queries_inside_leave_no_trace) {
  size_t refused = 0;
  for (size_t k = 1, asked = k; k <= asked; k++) {
    test_memory memory = {0};
    carom_world_def def = {.allocator = test_memory_allocator(&memory), .filter = look_around};
    carom_body flyers[FLYERS];
    carom_world *world;
    ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
    for (int i = 0; i < FLYERS; i++) {
      flyers[i] = support_ball(world, CAROM_KINEMATIC, 1.5 * i);
      carom_body_set_velocity(world, flyers[i], (carom_vec3){0, 500, 0}, (carom_vec3){0, 0, 0});
    }
    check_found(world, flyers);
    asked = memory.requests;
    test_memory_fail_at(&memory, k);
    refused += carom_world_step(world, SUPPORT_DT) != CAROM_OK;
    test_memory_fail_at(&memory, 0);
    asked = memory.requests - asked + 1;
    check_found(world, flyers);
    carom_world_destroy(world);
  }
  ck_assert_uint_gt(refused, 10);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("refused steps");
  TCase *tests = tcase_create("memory");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, refused_steps_change_nothing, 0, 4);
  tcase_add_test(tests, queries_inside_leave_no_trace);
  suite_add_tcase(suite, tests);
  return suite;
}

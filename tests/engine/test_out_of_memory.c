/* test_out_of_memory.c: whatever request fails, the call says so, changes nothing and can be repeated;
 * nothing leaks, and a steady step asks for nothing. */
#include <stdio.h>

#include "state.h"
#include "support.h"
#include "test_memory.h"

enum { BALLS = 12, MANY = 30, ROOM = 1 << 17 };

/* A script that is played again and again, each time with another request refused. */
typedef struct {
  test_memory memory;
  carom_pool *pool;
  carom_world *world;
  carom_hull *hull;
  carom_body level, balls[BALLS];
  size_t outside; /* bytes of the hull and the pool */
  uint64_t found; /* a hash of what queries found */
  size_t refused, wrong;
  size_t forgotten; /* rewinds that were not possible any more */
} play;

/* Notes a refused call; tells whether to repeat it. */
static bool failed(play *p, carom_status status) {
  if (status == CAROM_OK) return false;
  p->refused++;
  p->wrong += status != CAROM_OUT_OF_MEMORY;
  test_memory_fail_at(&p->memory, 0);
  return status == CAROM_OUT_OF_MEMORY;
}

/* The same of a call that would have changed the world. */
static bool again(play *p, carom_status status, uint64_t hash_before) {
  if (status == CAROM_OK) return false;
  p->wrong += carom_world_get_last_status(p->world) != status;
  p->wrong += carom_world_hash(p->world) != hash_before;
  return failed(p, status);
}

static carom_status status_of(const play *p, uint64_t id) {
  return id ? CAROM_OK : carom_world_get_last_status(p->world);
}

static carom_body create_body(play *p, const carom_body_def *def) {
  carom_body body;
  uint64_t hash = carom_world_hash(p->world);
  do body = carom_body_create(p->world, def);
  while (again(p, status_of(p, body.bits), hash));
  return body;
}

static void create_colliders(play *p, carom_body body, const carom_collider_def *defs, size_t count) {
  uint64_t hash = carom_world_hash(p->world);
  carom_status status;
  do {
    if (count == 1)
      status = status_of(p, carom_collider_create(p->world, body, defs).bits);
    else
      status = carom_collider_create_many(p->world, body, defs, count, NULL);
  } while (again(p, status, hash));
}

static carom_handler add_handler(play *p, const carom_handler_def *def) {
  carom_handler handler;
  uint64_t hash = carom_world_hash(p->world);
  do handler = carom_handler_add(p->world, def);
  while (again(p, status_of(p, handler.bits), hash));
  return handler;
}

static void step(play *p) {
  uint64_t hash = carom_world_hash(p->world);
  carom_counts before, after;
  carom_status status;
  carom_world_get_counts(p->world, &before);
  do {
    status = carom_world_step(p->world, 0x1p-4f);
    carom_world_get_counts(p->world, &after);
    p->wrong += status != CAROM_OK && (after.steps != before.steps || after.contacts != before.contacts ||
                                       after.clamped != before.clamped || after.begins != before.begins);
  } while (again(p, status, hash));
}

/* The level and the balls
 * ----------------------------------------------------------------------------------- */

static carom_body create_ball(play *p, int i) {
  carom_body_def def = {.pose.position = {(double)i, 0.5, 0},
                        .linear_velocity = {i % 2 ? 4.0f : -4.0f, 0, 0}};
  carom_collider_def collider = {.shape = i % 3 ? carom_shape_sphere(0.7f) : carom_shape_hull(p->hull)};
  carom_body body = create_body(p, &def);
  create_colliders(p, body, &collider, 1);
  return body;
}

/* Replaces a ball in the first dispatches: creation inside a handler fails and is repeated as well, and so is
 * adding a handler, which goes at once. */
static void replace_a_ball(void *user, carom_world *world, const carom_event *event) {
  play *p = user;
  if (event->kind != CAROM_EVENT_END || event->cause == CAROM_END_CLEARED) return;
  carom_handler_remove(world, add_handler(p, &(carom_handler_def){.callback = replace_a_ball, .user = p}));
  carom_body_destroy(world, p->balls[0]);
  p->balls[0] = create_ball(p, 20);
}

static void build(play *p) {
  carom_body_def still = {.kind = CAROM_STATIC, .pose.position = {0, -1, 0}};
  carom_collider_def floor[MANY];
  for (int i = 0; i < MANY; i++)
    floor[i] =
        (carom_collider_def){.shape = carom_shape_box(0.5f, 1, 5), .pose.position = {(float)i - 9, 0, 0}};
  p->level = create_body(p, &still);
  create_colliders(p, p->level, floor, MANY);
  for (int i = 0; i < BALLS; i++) p->balls[i] = create_ball(p, i);
  /* One that each step stops at the edge of the world. */
  carom_body_def runner = {.pose.position = {CAROM_POSITION_MAX, 0, 0}, .linear_velocity = {1, 0, 0}};
  create_body(p, &runner);
}

static void create_world(play *p) {
  const carom_allocator allocator = test_memory_allocator(&p->memory);
  const float cube[] = {1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, -1, -1, 1, -1, -1, -1};
  while (failed(p, carom_hull_from_points(&allocator, cube, 8, 0, &p->hull))) ck_assert_ptr_null(p->hull);
  while (failed(p, carom_pool_create(&allocator, 2, &p->pool))) ck_assert_ptr_null(p->pool);
  p->outside = p->memory.live_bytes;
  carom_world_def def = {.allocator = allocator,
                         .seamless = true,
                         .persistent_manifolds = true,
                         .eight_points = true,
                         .margin = 0.05f,
                         .tasks = carom_pool_get_tasks(p->pool)};
  while (failed(p, carom_world_create(&def, &p->world)))
    p->wrong += p->world != NULL || p->memory.live_bytes != p->outside;
}

static void destroy_world(play *p) {
  p->wrong += carom_world_destroy(p->world) != CAROM_OK;
  carom_pool_destroy(p->pool);
  carom_hull_release(p->hull);
}

/* Queries make trees, and find the same when there is no memory for them. */
static void ask(play *p) {
  carom_shape ball = carom_shape_sphere(3);
  carom_pose pose = {.position = {4, 0, 0}};
  carom_ray ray = {.origin = {-20, 0.5, 0}, .translation = {40, 0, 0}};
  carom_found found[8];
  carom_ray_hit hit;
  size_t count = 0;
  p->wrong += carom_world_overlap_shape(p->world, &ball, &pose, NULL, found, 8, &count) != CAROM_OK;
  p->wrong += carom_world_cast_ray(p->world, &ray, NULL, &hit) != CAROM_OK;
  for (size_t i = 0; i < count && i < 8; i++) p->found = p->found * 31 + found[i].collider.bits;
  p->found = p->found * 31 + hit.collider.bits;
}

static bool admit(void *user, const carom_world *world, const carom_contact_side *a,
                  const carom_contact_side *b) {
  (void)user, (void)world;
  return (a->collider.bits + b->collider.bits) % 7 != 0;
}

/* What is loaded is what was saved. */
static void save_and_load(play *p) {
  static unsigned char bytes[ROOM];
  carom_world_def def = {.allocator = test_memory_allocator(&p->memory)};
  carom_world *loaded = NULL;
  size_t size;
  while (failed(p, carom_world_save(p->world, NULL, bytes, ROOM, &size)))
    ;
  while (failed(p, carom_world_load(&def, NULL, bytes, size, &loaded))) ck_assert_ptr_null(loaded);
  p->wrong += carom_world_hash(loaded) != carom_world_hash(p->world);
  carom_world_destroy(loaded);
}

/* A clone goes on and is rewound, unless what happened meanwhile could not be kept. */
static void clone_and_rewind(play *p) {
  static unsigned char bytes[ROOM];
  carom_world_def def = {.allocator = test_memory_allocator(&p->memory)};
  carom_world *own = p->world, *clone = NULL;
  size_t size;
  while (failed(p, carom_world_clone(own, &def, NULL, 0, &clone))) ck_assert_ptr_null(clone);
  p->world = clone;
  uint64_t hash = carom_world_hash(clone);
  carom_world_rollback_keep(clone, 8);
  p->wrong += carom_world_rollback_save(clone, bytes, ROOM, &size) != CAROM_OK;
  carom_body_destroy(clone, p->balls[1]);
  create_ball(p, 3);
  for (int i = 0; i < 2; i++) step(p);
  carom_status status = carom_world_rollback_restore(clone, bytes, size);
  while (status == CAROM_OUT_OF_MEMORY && failed(p, status))
    status = carom_world_rollback_restore(clone, bytes, size);
  if (status == CAROM_OLD_SNAPSHOT)
    p->forgotten++;
  else
    p->wrong += status != CAROM_OK || carom_world_hash(clone) != hash;
  carom_world_destroy(clone);
  p->world = own;
}

/* Plays all with the k-th request refused (0: none), and all that follow it when `on` is set, until the call
 * that it hits is over. Returns the last hash. */
static uint64_t run(play *p, size_t k, bool on) {
  *p = (play){.hull = NULL};
  test_memory_fail_at(&p->memory, k);
  p->memory.fail_after = on;
  carom_handler_def handler = {.callback = replace_a_ball, .user = p};
  create_world(p);
  build(p);
  add_handler(p, &handler);
  carom_world_rollback_keep(p->world, 2);
  for (int i = 0; i < 12; i++) {
    if (i == 6) carom_world_set_filter(p->world, admit, NULL);
    step(p);
    ask(p);
  }
  save_and_load(p);
  clone_and_rewind(p);
  uint64_t hash = carom_world_hash(p->world) + p->found;
  p->wrong += carom_world_clear(p->world) != CAROM_OK;
  for (int i = 0; i < 3; i++) p->balls[i] = create_ball(p, i);
  step(p);
  hash ^= carom_world_hash(p->world) * 3;
  carom_counts counts;
  carom_world_get_counts(p->world, &counts);
  p->wrong += counts.memory != p->memory.live_bytes - p->outside;
  destroy_world(p);
  return hash;
}

START_TEST(every_request_may_fail) {
  static play p;
  uint64_t undisturbed = run(&p, 0, false);
  ck_assert(p.refused == 0 && p.wrong == 0 && p.forgotten == 0 && test_memory_is_clean(&p.memory));
  size_t requests = p.memory.requests, refused = 0, forgotten = 0;
  ck_assert_uint_gt(requests, 50);
  for (size_t k = 1; k <= requests; k++) {
    uint64_t hash = run(&p, k, _i);
    ck_assert_msg(hash == undisturbed && p.wrong == 0, "request %zu: %zu wrong", k, p.wrong);
    ck_assert_msg(test_memory_is_clean(&p.memory), "request %zu leaks", k);
    refused += p.refused;
    forgotten += p.forgotten;
  }
  printf("of %zu requests each failed%s: %zu calls were refused, %zu rewinds were forgotten\n", requests,
         _i ? " with all that followed" : "", refused, forgotten);
  /* The others do no harm: they are for scratch memory, for trees that queries can do without, and for
   * changes that then cannot be taken back. */
  ck_assert_uint_gt(refused, requests / 2);
}
END_TEST

/* Bodies before the one that is refused: as many as there is room for in one array or the other. */
static const int crowds[] = {0, 8, 64, 512, 1024};

static carom_world *make_crowd(test_memory *memory, int count) {
  carom_world_def def = {.allocator = test_memory_allocator(memory)};
  carom_world *world;
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  for (int i = 0; i < count; i++) support_ball(world, CAROM_KINEMATIC, 1.5 * i);
  if (count > 0) support_step(world);
  carom_world_rollback_keep(world, 8);
  return world;
}

/* Goes on with all that goes over the sets: a step, queries, a rewind, a clone. */
static void go_over_all(carom_world *world) {
  unsigned char *past;
  size_t size, count;
  const carom_pos middle = {0, 0, 0};
  carom_world *clone;
  carom_world_rollback_save(world, NULL, 0, &size);
  past = malloc(size);
  ck_assert_int_eq(carom_world_rollback_save(world, past, size, &size), CAROM_OK);
  support_step(world);
  ck_assert_int_eq(carom_world_overlap_point(world, &middle, NULL, NULL, 0, &count), CAROM_OK);
  ck_assert_int_eq(carom_world_rollback_restore(world, past, size), CAROM_OK);
  support_step(world);
  ck_assert_int_eq(carom_world_clone(world, NULL, NULL, 0, &clone), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(clone), carom_world_hash(world));
  support_step(clone);
  carom_world_destroy(clone);
  free(past);
}

/* The sets of bodies, one bit each, belong together. */
static bool sets_are_alike(const carom_world *world) {
  const carom__bodies *bodies = &world->bodies;
  size_t words = bodies->touched.words.count;
  return bodies->restored.words.count == words && bodies->moving.words.count == words &&
         bodies->awake.words.count == words && world->index->strayed.words.count == words;
}

/* The call is not repeated: what it has reserved already must do no harm. */
START_TEST(a_refused_creation_may_be_the_last) {
  size_t refused = 0;
  for (size_t k = 1, asked = k; k <= asked; k++) {
    test_memory memory = {0};
    carom_world *world = make_crowd(&memory, crowds[_i]);
    uint64_t hash = carom_world_hash(world);
    asked = memory.requests;
    test_memory_fail_at(&memory, k);
    bool created = carom_body_create(world, NULL).bits != 0;
    test_memory_fail_at(&memory, 0);
    asked = memory.requests - asked + 1;
    refused += !created;
    ck_assert(created || carom_world_hash(world) == hash);
    ck_assert(sets_are_alike(world));
    go_over_all(world);
    carom_world_destroy(world);
    ck_assert(test_memory_is_clean(&memory));
  }
  ck_assert_uint_gt(refused, 0);
}
END_TEST

/* A world that can get nothing at all goes on with what it has: reading, moving, destroying and clearing. */
START_TEST(no_memory_stops_no_destruction) {
  static play p;
  p = (play){.hull = NULL};
  create_world(&p);
  build(&p);
  for (int i = 0; i < 5; i++) step(&p);
  test_memory_fail_all(&p.memory);
  for (int i = 1; i < BALLS; i++) ck_assert_int_eq(carom_body_destroy(p.world, p.balls[i]), CAROM_OK);
  carom_pose pose = {.position = {5, 5, 5}};
  ck_assert_int_eq(carom_body_set_pose(p.world, p.balls[0], &pose), CAROM_OK);
  ck_assert_int_eq(carom_world_clear(p.world), CAROM_OK);
  destroy_world(&p);
  ck_assert_uint_eq(p.wrong, 0);
  ck_assert(test_memory_is_clean(&p.memory));
}
END_TEST

/* Where a ball is at a step: it goes to and fro, so that contacts come and go. */
static void swing(play *p, int step_index) {
  for (int i = 0; i < BALLS; i++) {
    carom_pose pose = {.position = {(double)i + ((step_index + i) % 8) * 0.3, 0.5, 0}};
    ck_assert_int_eq(carom_body_set_pose(p->world, p->balls[i], &pose), CAROM_OK);
  }
}

/* A body of many colliders, with a tree, that turns. */
static void create_wheel(play *p) {
  carom_body_def spinning = {.pose.position = {5, 0.5, 0}, .angular_velocity = {0, 3, 0}};
  carom_collider_def spokes[MANY];
  for (int i = 0; i < MANY; i++)
    spokes[i] =
        (carom_collider_def){.shape = carom_shape_sphere(0.3f), .pose.position = {0.2f * (float)i, 0, 0}};
  create_colliders(p, create_body(p, &spinning), spokes, MANY);
}

START_TEST(steady_steps_allocate_nothing) {
  static play p;
  size_t requests = 0;
  carom_counts before, after;
  p = (play){.hull = NULL};
  create_world(&p);
  build(&p);
  create_wheel(&p);
  for (int i = 0; i < 240; i++) {
    swing(&p, i);
    step(&p);
    if (i == 120) requests = p.memory.requests, carom_world_get_counts(p.world, &before);
  }
  carom_world_get_counts(p.world, &after);
  ck_assert_uint_eq(p.memory.requests, requests);
  ck_assert_uint_gt(after.begins, before.begins + 100);
  destroy_world(&p);
  ck_assert(test_memory_is_clean(&p.memory));
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("out of memory");
  TCase *tests = tcase_create("memory");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, every_request_may_fail, 0, 2);
  tcase_add_loop_test(tests, a_refused_creation_may_be_the_last, 0, sizeof crowds / sizeof *crowds);
  tcase_add_test(tests, no_memory_stops_no_destruction);
  tcase_add_test(tests, steady_steps_allocate_nothing);
  suite_add_tcase(suite, tests);
  return suite;
}

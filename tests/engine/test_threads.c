/* test_threads.c: on how many threads a world steps, and in which order a scheduler runs the parts, changes
 * neither an event nor a bit. */
#include "support.h"

enum { WORLDS = 5, BODIES = 3000, LARGE = 40, SPOKES = 16, MANY = 20000 };

/* A scheduler on the calling thread that runs what it is given last in, first out, and only when it must. */
typedef struct pile {
  struct {
    carom_task_fn run;
    void *context;
    bool done;
  } tasks[CAROM_POOL_THREADS_MAX];
  size_t count;
} pile;

static void *pile_enqueue(void *user, carom_task_fn run, void *context) {
  pile *p = user;
  p->tasks[p->count].run = run;
  p->tasks[p->count].context = context;
  p->tasks[p->count].done = false;
  return &p->tasks[p->count++];
}

static void pile_wait(void *user, void *task) {
  pile *p = user;
  (void)task;
  while (p->count > 0) {
    p->count--;
    p->tasks[p->count].run(p->tasks[p->count].context);
  }
}

typedef struct crowd {
  carom_pool *pools[WORLDS];
  pile pile;
  carom_world *worlds[WORLDS];
  carom_body bodies[MANY];
  carom_hull *hull;
} crowd;

/* One, two, four and eight threads, and the pile. */
static carom_tasks tasks_of(crowd *c, int i) {
  const uint32_t threads[WORLDS] = {1, 2, 4, 8};
  if (i == WORLDS - 1) return (carom_tasks){&c->pile, 3, pile_enqueue, pile_wait};
  ck_assert_int_eq(carom_pool_create(NULL, threads[i], &c->pools[i]), CAROM_OK);
  return carom_pool_get_tasks(c->pools[i]);
}

static void add(crowd *c, const carom_body_def *def, const carom_collider_def *colliders, size_t count,
                size_t index) {
  for (int i = 0; i < WORLDS; i++) {
    c->bodies[index] = carom_body_create(c->worlds[i], def);
    ck_assert_int_eq(carom_collider_create_many(c->worlds[i], c->bodies[index], colliders, count, NULL),
                     CAROM_OK);
  }
}

/* Every fifth stands still; some have many colliders, and a tree. */
static void add_random(crowd *c, uint64_t *random, size_t index) {
  carom_collider_def colliders[SPOKES];
  carom_body_def def = {.kind = index % 5 ? CAROM_KINEMATIC : CAROM_STATIC};
  carom_vec3 at = test_vec3(random, -9, 9);
  size_t count = index < LARGE ? SPOKES : 1;
  def.pose = (carom_pose){{(double)at.x, (double)at.y, (double)at.z}, test_quat(random)};
  if (def.kind == CAROM_KINEMATIC) {
    def.linear_velocity = test_vec3(random, -2, 2);
    def.angular_velocity = test_vec3(random, -2, 2);
  }
  for (size_t i = 0; i < count; i++) {
    colliders[i] = (carom_collider_def){.shape = index % 8 == 1 ? support_any_shape(random, c->hull)
                                                                : support_random_shape(random, c->hull)};
    if (count > 1) colliders[i].pose.position = test_vec3(random, -2, 2);
  }
  add(c, &def, colliders, count, index);
}

static void create_worlds(crowd *c) {
  c->hull = support_hull(NULL, 5, 0.6f);
  for (int i = 0; i < WORLDS; i++) {
    carom_world_def def = {.seamless = true,
                           .persistent_manifolds = true,
                           .eight_points = true,
                           .margin = 0.02f,
                           .tasks = tasks_of(c, i)};
    ck_assert_int_eq(carom_world_create(&def, &c->worlds[i]), CAROM_OK);
  }
}

static void create(crowd *c) {
  uint64_t random = 11;
  create_worlds(c);
  for (size_t i = 0; i < BODIES; i++) add_random(c, &random, i);
}

static void destroy(crowd *c) {
  for (int i = 0; i < WORLDS; i++) {
    carom_world_destroy(c->worlds[i]);
    carom_pool_destroy(c->pools[i]);
  }
  carom_hull_release(c->hull);
}

static bool same_events(const carom_world *a, const carom_world *b) {
  size_t count_a, count_b;
  const carom_event *events_a = carom_world_get_events(a, &count_a),
                    *events_b = carom_world_get_events(b, &count_b);
  if (count_a != count_b) return false;
  for (size_t i = 0; i < count_a; i++) {
    const carom_event *x = &events_a[i], *y = &events_b[i];
    if (x->kind != y->kind || x->cause != y->cause) return false;
    if (x->contact->a.collider.bits != y->contact->a.collider.bits) return false;
    if (x->contact->b.collider.bits != y->contact->b.collider.bits) return false;
    if (x->contact->approach_speed != y->contact->approach_speed) return false;
    if (memcmp(&x->contact->manifold.normal, &y->contact->manifold.normal, sizeof(carom_vec3))) return false;
  }
  return true;
}

static bool same_hits(const carom_world *a, const carom_world *b) {
  size_t count_a, count_b;
  const carom_swept_hit *hits_a = carom_world_get_swept_hits(a, &count_a);
  const carom_swept_hit *hits_b = carom_world_get_swept_hits(b, &count_b);
  if (count_a != count_b) return false;
  for (size_t i = 0; i < count_a; i++) {
    const carom_swept_hit *x = &hits_a[i], *y = &hits_b[i];
    if (x->collider_a.bits != y->collider_a.bits || x->collider_b.bits != y->collider_b.bits) return false;
    if (x->fraction != y->fraction || x->stopped_a != y->stopped_a || x->stopped_b != y->stopped_b)
      return false;
  }
  return true;
}

/* Some are put elsewhere and one is destroyed, so that contacts end for more than one cause. */
static void disturb(crowd *c, uint64_t *random, size_t step) {
  for (int k = 0; k < 20; k++) {
    carom_body body = c->bodies[1 + test_below(random, BODIES - 1)];
    carom_vec3 at = test_vec3(random, -9, 9);
    carom_pose pose = {{(double)at.x, (double)at.y, (double)at.z}, test_quat(random)};
    for (int i = 0; i < WORLDS; i++) carom_body_set_pose(c->worlds[i], body, &pose);
  }
  for (int i = 0; i < WORLDS; i++) carom_body_destroy(c->worlds[i], c->bodies[step * 7]);
}

static void step_all(crowd *c) {
  for (int i = 0; i < WORLDS; i++) support_step(c->worlds[i]);
  for (int i = 1; i < WORLDS; i++) {
    ck_assert(same_events(c->worlds[0], c->worlds[i]) && same_hits(c->worlds[0], c->worlds[i]));
    ck_assert_uint_eq(carom_world_hash(c->worlds[0]), carom_world_hash(c->worlds[i]));
  }
}

/* Some are so fast that they are swept, and half of these stop. */
static void make_swept(crowd *c, uint64_t *random) {
  for (size_t index = 2; index < BODIES; index += 15) {
    carom_vec3 fast = test_vec3(random, -100, 100), turn = test_vec3(random, -50, 50);
    for (int i = 0; i < WORLDS; i++) {
      ck_assert_int_eq(carom_body_set_swept(c->worlds[i], c->bodies[index], true), CAROM_OK);
      carom_body_set_stopping(c->worlds[i], c->bodies[index], index % 2);
      carom_body_set_velocity(c->worlds[i], c->bodies[index], fast, turn);
    }
  }
}

/* R21. */
START_TEST(threads_change_nothing) {
  static crowd c;
  uint64_t random = 3;
  carom_counts counts;
  create(&c);
  make_swept(&c, &random);
  for (size_t step = 0; step < (size_t)test_scaled(20); step++) {
    disturb(&c, &random, step);
    step_all(&c);
  }
  carom_world_get_counts(c.worlds[0], &counts);
  ck_assert_uint_gt(counts.contacts, 1000);
  destroy(&c);
}
END_TEST

/* --- So many that the lightest work is split, too --- */

static carom_pos random_place(uint64_t *random) {
  carom_vec3 at = test_vec3(random, -17, 17);
  return (carom_pos){(double)at.x, (double)at.y, (double)at.z};
}

static void create_many(crowd *c, uint64_t *random) {
  const carom_collider_def ball = {.shape = carom_shape_sphere(0.5f)};
  create_worlds(c);
  for (size_t i = 0; i < MANY; i++) {
    carom_body_def def = {.kind = i % 5 ? CAROM_KINEMATIC : CAROM_STATIC};
    def.pose.position = random_place(random);
    add(c, &def, &ball, 1, i);
  }
}

/* Entries in no order, and some bodies in several of them. */
static void place_many(const crowd *c, uint64_t *random, size_t count, bool statics) {
  static carom_pos places[MANY];
  static carom_body bodies[MANY];
  const carom_pose_array array = {.scalar = CAROM_DOUBLE, .positions = places};
  for (size_t i = 0; i < count; i++) {
    uint32_t body = test_below(random, MANY / 5) * 5;
    bodies[i] = c->bodies[statics ? body : body + 1 + test_below(random, 4)];
    places[i] = random_place(random);
  }
  for (int i = 0; i < WORLDS; i++)
    ck_assert_int_eq(carom_body_set_poses(c->worlds[i], bodies, count, &array), CAROM_OK);
  places[count / 2].x = (double)NAN;
  bodies[count - 1] = (carom_body){0};
  for (int i = 0; i < WORLDS; i++)
    ck_assert_int_eq(carom_body_set_poses(c->worlds[i], bodies, count, &array), CAROM_NOT_FINITE);
}

/* The same with velocities of bodies that are not static. */
static void drive_many(const crowd *c, uint64_t *random, size_t count) {
  static carom_vec3 velocities[MANY];
  static carom_body bodies[MANY];
  const carom_velocity_array array = {.scalar = CAROM_FLOAT, .linear = velocities};
  for (size_t i = 0; i < count; i++) {
    bodies[i] = c->bodies[test_below(random, MANY / 5) * 5 + 1 + test_below(random, 4)];
    velocities[i] = test_vec3(random, -1, 1);
  }
  for (int i = 0; i < WORLDS; i++)
    ck_assert_int_eq(carom_body_set_velocities(c->worlds[i], bodies, count, &array), CAROM_OK);
  static carom_pos targets[MANY];
  const carom_pose_array aims = {.scalar = CAROM_DOUBLE, .positions = targets};
  for (size_t i = 0; i < count / 2; i++) targets[i] = random_place(random);
  for (int i = 0; i < WORLDS; i++)
    ck_assert_int_eq(carom_body_set_targets(c->worlds[i], bodies, count / 2, &aims, 1), CAROM_OK);
}

/* Now nearly all moves, now nearly all rests. */
START_TEST(many_change_nothing) {
  static crowd c;
  uint64_t random = 5;
  carom_counts counts;
  create_many(&c, &random);
  for (int step = 0; step < 1 + test_scaled(6); step++) {
    step_all(&c);
    drive_many(&c, &random, step % 3 == 1 ? MANY : 100);
    place_many(&c, &random, step % 3 == 0 ? MANY : 100, step % 4 == 3);
  }
  carom_world_get_counts(c.worlds[0], &counts);
  ck_assert_uint_gt(counts.contacts, 16000);
  destroy(&c);
}
END_TEST

/* The filter may keep anything of the game's: it is asked by the thread that steps, once a pair and in order.
 */
typedef struct asked {
  uint64_t last;
  size_t count, wrong;
} asked;

static bool filter(void *user, const carom_world *world, const carom_contact_side *a,
                   const carom_contact_side *b) {
  asked *seen = user;
  uint64_t key = a->collider.bits << 32 | (uint32_t)b->collider.bits;
  (void)world;
  seen->wrong += seen->count > 0 && key <= seen->last;
  seen->last = key;
  seen->count++;
  return true;
}

START_TEST(the_filter_is_asked_in_order) {
  static crowd c;
  create(&c);
  for (int i = 0; i < WORLDS; i++) {
    asked seen = {0, 0, 0};
    carom_counts counts;
    carom_world_set_filter(c.worlds[i], filter, &seen);
    support_step(c.worlds[i]);
    carom_world_get_counts(c.worlds[i], &counts);
    carom_world_set_filter(c.worlds[i], NULL, NULL);
    ck_assert_uint_eq(seen.count, counts.collider_pairs);
    ck_assert_uint_eq(seen.wrong, 0);
  }
  destroy(&c);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("threads");
  TCase *tests = tcase_create("a step on several threads");
  tcase_set_timeout(tests, 600);
  tcase_add_test(tests, threads_change_nothing);
  tcase_add_test(tests, many_change_nothing);
  tcase_add_test(tests, the_filter_is_asked_in_order);
  suite_add_tcase(suite, tests);
  return suite;
}

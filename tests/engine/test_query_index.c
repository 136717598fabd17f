/* test_query_index.c: what queries find through the trees over all bodies against what they find body by
 * body, to the last bit, whatever happened to the world before; batches against single calls; many threads at
 * once. */
#include "carom/snapshot.h"
#include "state.h"
#include "support.h"
#include "test_memory.h"

enum { BODIES_MAX = 400, HITS_MAX = 1000, RAYS = 150 };

typedef struct scene {
  uint64_t random;
  float room;
  test_memory memory;
  carom_world *world;
  carom_hull *hull;
  carom_body bodies[BODIES_MAX];
  size_t count;
} scene;

/* Half units, so that things meet exactly. */
static carom_pos some_place(scene *s) {
  carom_vec3 v = test_vec3(&s->random, -s->room, s->room);
  if (test_below(&s->random, 2)) v = vec3(roundf(v.x * 2) / 2, roundf(v.y * 2) / 2, roundf(v.z * 2) / 2);
  return (carom_pos){(double)v.x, (double)v.y, (double)v.z};
}

static carom_pose some_pose(scene *s) {
  carom_pose pose = {.position = some_place(s), .rotation = {0, 0, 0, 1}};
  if (test_below(&s->random, 2)) pose.rotation = test_quat(&s->random);
  return pose;
}

/* One in 50 is as large as the room. */
static carom_shape some_shape(scene *s) {
  float size = test_below(&s->random, 50) ? 0.5f : s->room / 2;
  if (test_below(&s->random, 2)) return carom_shape_box(size, size, test_uniform(&s->random, 0.01f, size));
  return test_below(&s->random, 2) ? carom_shape_sphere(size) : support_any_shape(&s->random, s->hull);
}

static void add_body(scene *s) {
  if (s->count == BODIES_MAX) return;
  carom_body_def def = {.kind = test_below(&s->random, 2) ? CAROM_STATIC : CAROM_KINEMATIC,
                        .pose = some_pose(s)};
  carom_body body = s->bodies[s->count++] = carom_body_create(s->world, &def);
  uint32_t colliders = test_below(&s->random, 20) ? 1 : test_below(&s->random, 12);
  for (uint32_t i = 0; i < colliders; i++) {
    carom_collider_def collider = {.shape = some_shape(s)};
    if (colliders > 1) collider.pose.position = test_vec3(&s->random, -2, 2);
    carom_collider_create(s->world, body, &collider);
  }
  if (def.kind == CAROM_KINEMATIC && test_below(&s->random, 2))
    carom_body_set_velocity(s->world, body, test_vec3(&s->random, -9, 9), test_vec3(&s->random, -1, 1));
}

static void make_scene(scene *s, int seed) {
  *s = (scene){.random = (uint64_t)seed};
  s->room = test_log_uniform(&s->random, 3, 300);
  carom_world_def def = {.allocator = test_memory_allocator(&s->memory)};
  ck_assert_int_eq(carom_world_create(&def, &s->world), CAROM_OK);
  s->hull = support_hull(NULL, s->random, 0.5f);
  for (uint32_t n = test_below(&s->random, BODIES_MAX / 2); s->count < n;) add_body(s);
}

static void free_scene(scene *s) {
  carom_world_destroy(s->world);
  carom_hull_release(s->hull);
  ck_assert(test_memory_is_clean(&s->memory));
}

static void change_one(scene *s) {
  if (s->count == 0) return;
  size_t i = test_below(&s->random, (uint32_t)s->count);
  carom_pose pose = some_pose(s);
  carom_collider collider = support_collider_of(s->world, s->bodies[i]);
  carom_shape shape = some_shape(s);
  switch (test_below(&s->random, 6)) {
  case 0:
    carom_body_destroy(s->world, s->bodies[i]);
    s->bodies[i] = s->bodies[--s->count];
    break;
  case 1:
    carom_body_set_enabled(s->world, s->bodies[i], test_below(&s->random, 2));
    break;
  case 2:
    if (collider.bits) carom_collider_set_shape(s->world, collider, &shape);
    break;
  case 3:
    if (collider.bits) carom_collider_destroy(s->world, collider);
    break;
  default:
    carom_body_set_pose(s->world, s->bodies[i], &pose);
  }
}

/* --- The questions --- */

/* All that is found, in order. */
typedef struct answers {
  carom_ray_hit first, hits[HITS_MAX];
  carom_found found[3][HITS_MAX];
  size_t hit_count, found_counts[3];
  bool any;
} answers;

typedef struct question {
  carom_ray ray;
  carom_shape shape;
  carom_pose pose;
  carom_region region;
} question;

static question some_question(scene *s) {
  carom_pos from = some_place(s), to = some_place(s), a = some_place(s);
  question q = {.ray = {from, pos_sub(to, from)}, .shape = some_shape(s), .pose = some_pose(s)};
  if (test_below(&s->random, 3) == 0) q.ray.translation.x = q.ray.translation.y = 0;
  if (test_below(&s->random, 10) == 0) q.ray.translation = vec3(0, 0, 0);
  q.region = (carom_region){a, {a.x + 1, a.y + 2, a.z + (double)s->room / 4}};
  return q;
}

static void answer(const carom_world *world, const question *q, answers *out) {
  memset(out, 0, sizeof *out);
  carom_world_cast_ray(world, &q->ray, NULL, &out->first);
  carom_world_cast_ray_any(world, &q->ray, NULL, &out->any);
  carom_world_cast_ray_all(world, &q->ray, NULL, out->hits, HITS_MAX, &out->hit_count);
  carom_world_overlap_shape(world, &q->shape, &q->pose, NULL, out->found[0], HITS_MAX, &out->found_counts[0]);
  carom_world_overlap_point(world, &q->pose.position, NULL, out->found[1], HITS_MAX, &out->found_counts[1]);
  carom_world_overlap_region(world, &q->region, NULL, out->found[2], HITS_MAX, &out->found_counts[2]);
}

static bool same_hit(const carom_ray_hit *a, const carom_ray_hit *b) {
  return a->body.bits == b->body.bits && a->collider.bits == b->collider.bits && a->child == b->child &&
         a->inside == b->inside && a->fraction == b->fraction &&
         memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 &&
         memcmp(&a->point, &b->point, sizeof a->point) == 0;
}

static bool same_answers(const answers *a, const answers *b) {
  bool same = same_hit(&a->first, &b->first) && a->any == b->any && a->hit_count == b->hit_count;
  for (size_t i = 0; i < a->hit_count && same; i++) same = same_hit(&a->hits[i], &b->hits[i]);
  for (int k = 0; k < 3; k++) {
    same = same && a->found_counts[k] == b->found_counts[k];
    for (size_t i = 0; same && i < a->found_counts[k]; i++)
      same = a->found[k][i].collider.bits == b->found[k][i].collider.bits &&
             a->found[k][i].body.bits == b->found[k][i].body.bits;
  }
  return same;
}

/* As if another thread were at the trees all the time. */
static void answer_without_trees(const carom_world *world, const question *q, answers *out) {
  uint32_t state = carom__atomic_acquire(&world->index->state);
  carom__atomic_release(&world->index->state, CAROM__INDEX_OPENING);
  answer(world, q, out);
  carom__atomic_release(&world->index->state, state);
}

static size_t ask(scene *s, int questions) {
  static answers with, without;
  size_t found = 0;
  for (int i = 0; i < questions; i++) {
    question q = some_question(s);
    answer(s->world, &q, &with);
    answer_without_trees(s->world, &q, &without);
    ck_assert(same_answers(&with, &without));
    found += with.hit_count + with.found_counts[0] + with.found_counts[1] + with.found_counts[2];
  }
  return found;
}

/* --- Worlds --- */

START_TEST(trees_follow_all_changes) {
  scene s;
  size_t found = 0;
  make_scene(&s, _i);
  for (int round = 0; round < 4 + test_scaled(36); round++) {
    found += ask(&s, 10);
    for (uint32_t n = test_below(&s.random, 20); n > 0; n--) change_one(&s);
    for (uint32_t n = test_below(&s.random, 8); n > 0; n--) add_body(&s);
    if (test_below(&s.random, 3)) found += ask(&s, 5);
    if (test_below(&s.random, 3)) carom_world_step(s.world, test_below(&s.random, 4) ? 1 / 60.0f : 1);
    if (test_below(&s.random, 40) == 0) s.count = carom_world_clear(s.world) ? s.count : 0;
  }
  ck_assert(found > 0 || s.room > 20);
  free_scene(&s);
}
END_TEST

START_TEST(trees_follow_what_is_taken_back) {
  static unsigned char saved[1 << 20];
  scene s;
  size_t size;
  make_scene(&s, _i);
  for (int i = 0; i < 30; i++) add_body(&s);
  carom_world_rollback_keep(s.world, 10);
  for (int round = 0; round < 10; round++) {
    scene before = s;
    carom_world_step(s.world, 1 / 60.0f);
    ck_assert_int_eq(carom_world_rollback_save(s.world, saved, sizeof saved, &size), CAROM_OK);
    for (int i = 0; i < 5; i++) change_one(&s), add_body(&s);
    ask(&s, 5);
    carom_world_step(s.world, 1 / 60.0f);
    ask(&s, 5);
    ck_assert_int_eq(carom_world_rollback_restore(s.world, saved, size), CAROM_OK);
    s.count = before.count;
    memcpy(s.bodies, before.bodies, sizeof s.bodies);
    ask(&s, 5);
  }
  free_scene(&s);
}
END_TEST

/* What a step has moved and a refused one moved back. */
START_TEST(trees_follow_refused_steps) {
  scene s;
  make_scene(&s, _i);
  for (int i = 0; i < 60; i++) add_body(&s);
  carom_world_step(s.world, 1 / 60.0f);
  for (size_t k = 1; k < 20; k++) {
    ask(&s, 3);
    test_memory_fail_at(&s.memory, 1 + k % 3);
    carom_world_step(s.world, 1);
    test_memory_fail_at(&s.memory, 0);
    ask(&s, 3);
  }
  free_scene(&s);
}
END_TEST

START_TEST(queries_need_no_memory) {
  scene s;
  make_scene(&s, _i);
  for (int round = 0; round < 20; round++) {
    static answers with, without;
    question q = some_question(&s);
    for (int i = 0; i < 5; i++) add_body(&s);
    test_memory_fail_at(&s.memory, 1 + test_below(&s.random, 8));
    if (test_below(&s.random, 2)) test_memory_fail_all(&s.memory);
    answer(s.world, &q, &without);
    test_memory_fail_at(&s.memory, 0);
    answer(s.world, &q, &with);
    ck_assert(same_answers(&with, &without));
    if (round % 5 == 0) carom_world_step(s.world, 1 / 60.0f);
  }
  free_scene(&s);
}
END_TEST

/* --- Batches --- */

static void make_rays(scene *s, carom_ray *rays) {
  for (size_t i = 0; i < RAYS; i++) rays[i] = some_question(s).ray;
}

static bool every_third(void *user, const carom_world *world, carom_body body, carom_collider collider) {
  (void)user, (void)world, (void)body;
  return collider.bits % 3 != 0;
}

START_TEST(batches_are_single_calls) {
  scene s;
  carom_pool *pool;
  make_scene(&s, _i);
  ck_assert_int_eq(carom_pool_create(NULL, 3, &pool), CAROM_OK);
  carom_tasks tasks = carom_pool_get_tasks(pool);
  for (int round = 0; round < 10; round++) {
    static carom_ray rays[RAYS * 4];
    static carom_ray_hit hits[RAYS * 4 + 1], alone;
    carom_query_filter filter = {.accept = test_below(&s.random, 2) ? every_third : NULL};
    size_t count = round % 4 ? test_below(&s.random, 4) * RAYS + test_below(&s.random, RAYS) : 1;
    for (size_t i = 0; i < 4; i++) make_rays(&s, rays + i * RAYS);
    memset(hits, 7, sizeof hits);
    if (round % 3 == 0) carom__atomic_release(&s.world->index->state, CAROM__INDEX_OPENING);
    ck_assert_int_eq(carom_world_cast_rays(s.world, rays, count, &filter, round % 2 ? &tasks : NULL, hits),
                     CAROM_OK);
    carom__atomic_release(&s.world->index->state, CAROM__INDEX_STRAYED);
    for (size_t i = 0; i < count; i++) {
      carom_world_cast_ray(s.world, &rays[i], &filter, &alone);
      ck_assert(same_hit(&hits[i], &alone));
    }
    ck_assert(hits[count].child == 0x07070707);
    for (int i = 0; i < 10; i++) change_one(&s), add_body(&s);
  }
  carom_pool_destroy(pool);
  free_scene(&s);
}
END_TEST

START_TEST(a_bad_ray_refuses_the_batch) {
  carom_world *world = support_world();
  carom_ray rays[3] = {{{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {NAN, 0, 0}}, {{1e10, 0, 0}, {0, 0, 0}}};
  carom_ray_hit hits[3];
  memset(hits, 7, sizeof hits);
  ck_assert_int_eq(carom_world_cast_rays(world, rays, 3, NULL, NULL, hits), CAROM_NOT_FINITE);
  ck_assert_uint_eq(hits[0].child, 0x07070707);
  ck_assert_int_eq(carom_world_cast_rays(world, rays + 2, 1, NULL, NULL, hits), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_world_cast_rays(NULL, rays, 1, NULL, NULL, hits), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_cast_rays(world, NULL, 1, NULL, NULL, hits), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_cast_rays(world, rays, 1, NULL, NULL, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_cast_rays(world, NULL, 0, NULL, NULL, NULL), CAROM_OK);
  ck_assert_int_eq(carom_world_cast_rays(world, rays, 1, NULL, NULL, hits), CAROM_OK);
  ck_assert_uint_eq(hits[0].body.bits, 0);
  carom_world_destroy(world);
}
END_TEST

/* --- Threads --- */

enum { ASKERS = 6 };

typedef struct asker {
  const scene *scene;
  const question *questions;
  answers *right;
  size_t count, wrong;
} asker;

static void ask_for_all(void *context) {
  asker *a = context;
  answers *own = malloc(sizeof *own);
  for (size_t i = 0; i < a->count; i++) {
    answer(a->scene->world, &a->questions[i], own);
    a->wrong += !same_answers(own, &a->right[i]);
  }
  free(own);
}

/* All of them find the trees stale, while another world steps. */
START_TEST(many_threads_may_ask_at_once) {
  enum { QUESTIONS = 12 };
  static question questions[QUESTIONS];
  static answers right[QUESTIONS];
  scene s, other;
  carom_pool *pool;
  make_scene(&s, _i);
  make_scene(&other, _i + 1);
  ck_assert_int_eq(carom_pool_create(NULL, ASKERS, &pool), CAROM_OK);
  carom_tasks tasks = carom_pool_get_tasks(pool);
  for (int round = 0; round < test_scaled(10); round++) {
    asker askers[ASKERS];
    void *jobs[ASKERS];
    for (int i = 0; i < 10; i++) change_one(&s), add_body(&s), change_one(&other), add_body(&other);
    for (int i = 0; i < QUESTIONS; i++) {
      questions[i] = some_question(&s);
      answer_without_trees(s.world, &questions[i], &right[i]);
    }
    for (int i = 0; i < ASKERS; i++) {
      askers[i] = (asker){&s, questions, right, QUESTIONS, 0};
      jobs[i] = tasks.enqueue(tasks.user, ask_for_all, &askers[i]);
    }
    carom_world_step(other.world, 1 / 60.0f);
    for (int i = 0; i < ASKERS; i++)
      if (jobs[i]) tasks.wait(tasks.user, jobs[i]);
    for (int i = 0; i < ASKERS; i++) ck_assert_uint_eq(askers[i].wrong, 0);
    carom_world_step(s.world, 1 / 60.0f);
  }
  carom_pool_destroy(pool);
  free_scene(&s);
  free_scene(&other);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query index");
  TCase *tests = tcase_create("index");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, trees_follow_all_changes, 0, 16);
  tcase_add_loop_test(tests, trees_follow_what_is_taken_back, 0, 8);
  tcase_add_loop_test(tests, trees_follow_refused_steps, 0, 4);
  tcase_add_loop_test(tests, queries_need_no_memory, 0, 8);
  tcase_add_loop_test(tests, batches_are_single_calls, 0, 8);
  tcase_add_test(tests, a_bad_ray_refuses_the_batch);
  tcase_add_loop_test(tests, many_threads_may_ask_at_once, 0, 4);
  suite_add_tcase(suite, tests);
  return suite;
}

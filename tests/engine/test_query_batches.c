/* test_query_batches.c: many questions at once are as many single calls, bit for bit, on one thread and on
 * several. Of rays test_query_index.c says the same. */
#include "carom/query_cast.h"
#include "carom/query_near.h"
#include "query_scene.h"

enum { MANY = 700 };

static carom_moving_shape some_moving(query_scene *s) {
  float u = (float)s->unit;
  return (carom_moving_shape){scene_shape(s), scene_pose(s), test_vec3(&s->random, -8 * u, 8 * u)};
}

static bool same_hit(const carom_shape_hit *a, const carom_shape_hit *b) {
  return a->body.bits == b->body.bits && a->collider.bits == b->collider.bits && a->child == b->child &&
         a->inside == b->inside && a->fraction == b->fraction && a->distance == b->distance &&
         !memcmp(&a->normal, &b->normal, sizeof a->normal) && !memcmp(&a->point, &b->point, sizeof a->point);
}

static bool same_near(const carom_near *a, const carom_near *b) {
  return a->body.bits == b->body.bits && a->collider.bits == b->collider.bits && a->child == b->child &&
         a->inside == b->inside && a->distance == b->distance &&
         !memcmp(&a->normal, &b->normal, sizeof a->normal) && !memcmp(&a->point, &b->point, sizeof a->point);
}

/* The scene's predicate counts, which several threads may not do at once. */
static carom_query_filter some_filter(query_scene *s, const carom_tasks *tasks, size_t *told_wrong) {
  carom_query_filter filter = scene_filter(s, told_wrong);
  if (tasks) filter.accept = NULL;
  return filter;
}

static size_t wrong_casts(query_scene *s, size_t count, const carom_tasks *tasks) {
  static carom_moving_shape moving[MANY];
  static carom_shape_hit hits[MANY + 1], alone;
  size_t told_wrong = 0, wrong = 0;
  carom_query_filter filter = some_filter(s, tasks, &told_wrong);
  for (size_t i = 0; i < count; i++) moving[i] = some_moving(s);
  memset(hits, 7, sizeof hits);
  wrong += carom_world_cast_shapes(s->world, moving, count, &filter, tasks, hits) != CAROM_OK;
  wrong += hits[count].child != 0x07070707;
  for (size_t i = 0; i < count; i++) {
    carom_world_cast_shape(s->world, &moving[i], &filter, &alone);
    wrong += !same_hit(&hits[i], &alone);
  }
  return wrong;
}

static size_t wrong_nearest(query_scene *s, size_t count, const carom_tasks *tasks) {
  static carom_pos points[MANY];
  static carom_near nearest[MANY + 1], alone;
  size_t told_wrong = 0, wrong = 0;
  float radius = test_below(&s->random, 2) ? FLT_MAX : 2 * (float)s->unit;
  carom_query_filter filter = some_filter(s, tasks, &told_wrong);
  for (size_t i = 0; i < count; i++) points[i] = scene_place(s);
  memset(nearest, 7, sizeof nearest);
  wrong += carom_world_closest_many(s->world, points, count, radius, &filter, tasks, nearest) != CAROM_OK;
  wrong += nearest[count].child != 0x07070707;
  for (size_t i = 0; i < count; i++) {
    carom_world_closest(s->world, &points[i], radius, &filter, &alone);
    wrong += !same_near(&nearest[i], &alone);
  }
  return wrong;
}

START_TEST(batches_are_single_calls) {
  static query_scene s;
  carom_pool *pool;
  scene_make(&s, (uint64_t)_i, true, 1, (carom_pos){0, 0, 0});
  ck_assert_int_eq(carom_pool_create(NULL, 3, &pool), CAROM_OK);
  carom_tasks tasks = carom_pool_tasks(pool);
  for (int round = 0; round < test_scaled(8); round++) {
    const carom_tasks *lent = round % 2 ? &tasks : NULL;
    size_t count = test_below(&s.random, MANY + 1);
    ck_assert_uint_eq(wrong_casts(&s, count, lent), 0);
    scene_stir(&s);
    ck_assert_uint_eq(wrong_nearest(&s, count, lent), 0);
    if (round % 3 == 0) support_step(s.world);
  }
  carom_pool_destroy(pool);
  scene_free(&s);
}
END_TEST

/* Also when it is not in the first part. */
START_TEST(the_first_bad_question_is_told_of) {
  static carom_moving_shape moving[MANY];
  static carom_shape_hit hits[MANY];
  static carom_near nearest[MANY];
  static carom_pos points[MANY];
  carom_world *world = support_world();
  carom_pool *pool;
  ck_assert_int_eq(carom_pool_create(NULL, 3, &pool), CAROM_OK);
  carom_tasks tasks = carom_pool_tasks(pool);
  for (int i = 0; i < MANY; i++) moving[i] = (carom_moving_shape){.shape = carom_shape_sphere(1)};
  moving[MANY - 2].shape.as.sphere.radius = -1;
  moving[MANY - 1].translation.x = NAN;
  points[MANY - 1].x = (double)NAN;
  points[MANY - 2].y = 1e10;
  for (int i = 0; i < 2; i++) {
    const carom_tasks *lent = i ? &tasks : NULL;
    ck_assert_int_eq(carom_world_cast_shapes(world, moving, MANY, NULL, lent, hits), CAROM_BAD_SIZE);
    ck_assert_int_eq(carom_world_closest_many(world, points, MANY, 1, NULL, lent, nearest),
                     CAROM_OUT_OF_RANGE);
    ck_assert_int_eq(carom_world_cast_shapes(world, NULL, 0, NULL, lent, NULL), CAROM_OK);
    ck_assert_int_eq(carom_world_closest_many(world, NULL, 0, 1, NULL, lent, NULL), CAROM_OK);
  }
  carom_pool_destroy(pool);
  carom_world_destroy(world);
}
END_TEST

START_TEST(planar_worlds_refuse_rays_that_leave_the_plane) {
  carom_world *world;
  carom_ray_hit hit;
  const carom_ray ray = {{0, 0, 0}, {1, 0, 1}};
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = true}, &world), CAROM_OK);
  ck_assert_int_eq(carom_world_cast_rays(world, &ray, 1, NULL, NULL, &hit), CAROM_NOT_PLANAR);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query batches");
  TCase *tests = tcase_create("batches");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, batches_are_single_calls, 1, 4);
  tcase_add_test(tests, the_first_bad_question_is_told_of);
  tcase_add_test(tests, planar_worlds_refuse_rays_that_leave_the_plane);
  suite_add_tcase(suite, tests);
  return suite;
}

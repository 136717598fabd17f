/* test_query_batches.c: many questions at once are as many single calls, bit for bit, on one thread and on
 * several. Of rays test_query_index.c says the same. */
#include "carom/query_cast.h"
#include "carom/query_near.h"
#include "query_scene.h"

enum { MANY = 700, ROOM = MANY * 64 };

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

static size_t wrong_sights(query_scene *s, size_t count, const carom_tasks *tasks) {
  static carom_ray rays[MANY];
  static bool any[MANY + 1];
  size_t told_wrong = 0, wrong = 0;
  carom_query_filter filter = some_filter(s, tasks, &told_wrong);
  for (size_t i = 0; i < count; i++) rays[i].origin = some_moving(s).pose.position;
  for (size_t i = 0; i < count; i++) rays[i].translation = some_moving(s).translation;
  any[count] = true;
  wrong += carom_world_cast_rays_any(s->world, rays, count, &filter, tasks, any) != CAROM_OK;
  wrong += !any[count];
  for (size_t i = 0; i < count; i++) {
    bool alone = false;
    carom_world_cast_ray_any(s->world, &rays[i], &filter, &alone);
    wrong += any[i] != alone;
  }
  return wrong;
}

/* --- Overlaps: as shapes or as regions --- */

typedef struct overlap_batch {
  query_scene *scene;
  carom_query_filter filter;
  const carom_tasks *tasks;
  bool by_region;
  carom_posed_shape shapes[MANY];
  carom_region regions[MANY];
  carom_found out[ROOM];
  size_t count, offsets[MANY + 1];
} overlap_batch;

static void make_overlaps(overlap_batch *b, query_scene *s, size_t count) {
  double u = s->unit;
  b->scene = s;
  b->count = count;
  for (size_t i = 0; i < count; i++) {
    carom_pos low = scene_place(s);
    b->shapes[i] = (carom_posed_shape){scene_shape(s), scene_pose(s)};
    b->regions[i] = (carom_region){low, {low.x + u, low.y + 2 * u * (double)(i % 2), low.z + u / 2}};
  }
}

static carom_status find_all(overlap_batch *b, size_t capacity) {
  carom_found *out = capacity ? b->out : NULL;
  const carom_world *world = b->scene->world;
  memset(b->out, 7, sizeof b->out);
  if (b->by_region)
    return carom_world_overlap_regions(world, b->regions, b->count, &b->filter, b->tasks, out, capacity,
                                       b->offsets);
  return carom_world_overlap_shapes(world, b->shapes, b->count, &b->filter, b->tasks, out, capacity,
                                    b->offsets);
}

static size_t find_one(overlap_batch *b, size_t i, carom_found *out) {
  const carom_posed_shape *at = &b->shapes[i];
  size_t count = 0;
  if (b->by_region)
    carom_world_overlap_region(b->scene->world, &b->regions[i], &b->filter, out, SCENE_COLLIDERS, &count);
  else
    carom_world_overlap_shape(b->scene->world, &at->shape, &at->pose, &b->filter, out, SCENE_COLLIDERS,
                              &count);
  return count;
}

static bool is_untouched(const carom_found *found) { return found->child == 0x07070707; }

/* When answers are there, they are those of single calls, in the same order. */
static size_t wrong_answers(overlap_batch *b, bool there) {
  static carom_found alone[SCENE_COLLIDERS];
  size_t wrong = b->offsets[0] != 0;
  for (size_t i = 0; i < b->count; i++) {
    size_t at = b->offsets[i], count = find_one(b, i, alone);
    wrong += b->offsets[i + 1] - at != count;
    for (size_t k = 0; there && k < count; k++)
      wrong += b->out[at + k].body.bits != alone[k].body.bits ||
               b->out[at + k].collider.bits != alone[k].collider.bits ||
               b->out[at + k].child != alone[k].child;
  }
  return wrong;
}

/* Counted only, with too little room, with just enough, and with plenty. */
static size_t wrong_overlaps(query_scene *s, size_t count, const carom_tasks *tasks) {
  static overlap_batch b;
  size_t told_wrong = 0, wrong = 0;
  b.filter = some_filter(s, tasks, &told_wrong);
  b.filter.touching = test_below(&s->random, 2) ? CAROM_TOUCHING_IS_APART : CAROM_TOUCHING_OVERLAPS;
  b.tasks = tasks;
  b.by_region = test_below(&s->random, 2);
  make_overlaps(&b, s, count);
  wrong += find_all(&b, 0) != CAROM_OK;
  wrong += wrong_answers(&b, false);
  size_t all = b.offsets[count], less = all ? test_below(&s->random, (uint32_t)all) : 0;
  wrong += find_all(&b, less) != (less ? CAROM_TOO_SMALL : CAROM_OK) || b.offsets[count] != all;
  wrong += !is_untouched(&b.out[less]);
  wrong += find_all(&b, all) != CAROM_OK || !is_untouched(&b.out[all]);
  wrong += wrong_answers(&b, all > 0);
  wrong += find_all(&b, ROOM - 1) != CAROM_OK || !is_untouched(&b.out[ROOM - 1]);
  return wrong + wrong_answers(&b, true);
}

START_TEST(batches_are_single_calls) {
  static query_scene s;
  carom_pool *pool;
  scene_make(&s, (uint64_t)_i, true, 1, (carom_pos){0, 0, 0});
  ck_assert_int_eq(carom_pool_create(NULL, 3, &pool), CAROM_OK);
  carom_tasks tasks = carom_pool_get_tasks(pool);
  for (int round = 0; round < test_scaled(8); round++) {
    const carom_tasks *lent = round % 2 ? &tasks : NULL;
    size_t count = test_below(&s.random, MANY + 1);
    ck_assert_uint_eq(wrong_casts(&s, count, lent), 0);
    scene_stir(&s);
    ck_assert_uint_eq(wrong_nearest(&s, count, lent), 0);
    ck_assert_uint_eq(wrong_sights(&s, count, lent), 0);
    ck_assert_uint_eq(wrong_overlaps(&s, count, lent), 0);
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
  carom_tasks tasks = carom_pool_get_tasks(pool);
  for (int i = 0; i < MANY; i++) moving[i] = (carom_moving_shape){.shape = carom_shape_sphere(1)};
  moving[MANY - 2].shape.geometry.sphere.radius = -1;
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

START_TEST(the_first_bad_overlap_is_told_of) {
  static carom_posed_shape shapes[MANY];
  static carom_region regions[MANY];
  static size_t offsets[MANY + 1];
  carom_world *world = support_world();
  carom_pool *pool;
  ck_assert_int_eq(carom_pool_create(NULL, 3, &pool), CAROM_OK);
  carom_tasks tasks = carom_pool_get_tasks(pool);
  for (int i = 0; i < MANY; i++) shapes[i].shape = carom_shape_sphere(1);
  shapes[MANY - 2].shape.geometry.sphere.radius = -1;
  shapes[MANY - 1].pose.position.x = (double)NAN;
  regions[MANY - 2].min.x = 1;
  regions[MANY - 1].min.x = (double)NAN;
  for (int i = 0; i < 2; i++) {
    const carom_tasks *lent = i ? &tasks : NULL;
    ck_assert_int_eq(carom_world_overlap_shapes(world, shapes, MANY, NULL, lent, NULL, 0, offsets),
                     CAROM_BAD_SIZE);
    ck_assert_int_eq(carom_world_overlap_regions(world, regions, MANY, NULL, lent, NULL, 0, offsets),
                     CAROM_OUT_OF_RANGE);
    offsets[0] = 7;
    ck_assert_int_eq(carom_world_overlap_shapes(world, NULL, 0, NULL, lent, NULL, 0, offsets), CAROM_OK);
    ck_assert_uint_eq(offsets[0], 0);
  }
  carom_found found;
  ck_assert_int_eq(carom_world_overlap_regions(world, regions, 1, NULL, NULL, NULL, 1, offsets),
                   CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_world_overlap_regions(world, NULL, 1, NULL, NULL, &found, 1, offsets),
                   CAROM_NULL_ARGUMENT);
  carom_pool_destroy(pool);
  carom_world_destroy(world);
}
END_TEST

START_TEST(planar_worlds_refuse_rays_that_leave_the_plane) {
  carom_world *world;
  carom_ray_hit hit;
  bool any;
  const carom_ray ray = {{0, 0, 0}, {1, 0, 1}};
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = true}, &world), CAROM_OK);
  ck_assert_int_eq(carom_world_cast_rays(world, &ray, 1, NULL, NULL, &hit), CAROM_NOT_PLANAR);
  ck_assert_int_eq(carom_world_cast_rays_any(world, &ray, 1, NULL, NULL, &any), CAROM_NOT_PLANAR);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query batches");
  TCase *tests = tcase_create("batches");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, batches_are_single_calls, 1, 4);
  tcase_add_test(tests, the_first_bad_question_is_told_of);
  tcase_add_test(tests, the_first_bad_overlap_is_told_of);
  tcase_add_test(tests, planar_worlds_refuse_rays_that_leave_the_plane);
  suite_add_tcase(suite, tests);
  return suite;
}

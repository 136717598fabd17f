/* test_arguments_casts.c: every wrong argument of query_cast.h and query_near.h. */
#include "refusal.h"

static float never_shown(void *user, const carom_world *world, const carom_shape_hit *hit) {
  (void)user, (void)world, (void)hit;
  ck_abort_msg("a refused query has shown a hit");
}

static float never_shown_ray(void *user, const carom_world *world, const carom_ray_hit *hit) {
  (void)user, (void)world, (void)hit;
  ck_abort_msg("a refused query has shown a hit");
}

/* Where queries write, filled with the mark. */
typedef struct {
  carom_shape_hit hit;
  carom_near near;
  carom_body_distance apart;
  carom_found found;
  size_t count;
  bool any;
} outs;

static void refuse_cast(scene *s, const carom_moving_shape *moving, carom_status want, outs *o) {
  unread(s, carom_world_cast_shape(s->world, moving, NULL, &o->hit), want, "cast_shape");
  unread(s, carom_world_cast_shape_any(s->world, moving, NULL, &o->any), want, "cast_shape_any");
  unread(s, carom_world_cast_shape_all(s->world, moving, NULL, &o->hit, 1, &o->count), want,
         "cast_shape_all");
  unread(s, carom_world_cast_shape_each(s->world, moving, NULL, never_shown, NULL), want, "cast_shape_each");
}

START_TEST(casts_are_refused) {
  scene s;
  outs o, marked;
  bad_shape shapes[32];
  size_t shape_count = list_bad_shapes(shapes);
  scene_make(&s);
  memset(&o, MARK, sizeof o);
  marked = o;
  for (size_t i = 0; i < shape_count; i++)
    refuse_cast(&s, &(carom_moving_shape){.shape = shapes[i].shape}, shapes[i].want, &o);
  for (int i = 0; i < BAD_POSES; i++)
    refuse_cast(&s, &(carom_moving_shape){carom_shape_sphere(1), bad_poses[i].pose, {1, 0, 0}},
                bad_poses[i].want, &o);
  carom_moving_shape ball = {.shape = carom_shape_sphere(1), .translation = {0, NAN, 0}};
  refuse_cast(&s, &ball, CAROM_NOT_FINITE, &o);
  ball.translation.y = 3e9f;
  refuse_cast(&s, &ball, CAROM_OUT_OF_RANGE, &o);
  const carom_ray ray = {{2e9, 0, 0}, {1, 0, 0}};
  unread(&s, carom_world_cast_ray_each(s.world, &ray, NULL, never_shown_ray, NULL), CAROM_OUT_OF_RANGE,
         "cast_ray_each");
  ck_assert_int_eq(memcmp(&o, &marked, sizeof o), 0);
  carom_world_destroy(s.world);
}
END_TEST

static void refuse_near(scene *s, const carom_pos *point, float radius, carom_status want, outs *o) {
  unread(s, carom_world_closest(s->world, point, radius, NULL, &o->near), want, "closest");
  unread(s, carom_world_nearest_bodies(s->world, point, radius, NULL, &o->near, 1, &o->count), want,
         "nearest_bodies");
}

START_TEST(near_queries_are_refused) {
  scene s;
  outs o, marked;
  scene_make(&s);
  memset(&o, MARK, sizeof o);
  marked = o;
  const carom_pos point = {0, 0, 0}, far = {2e9, 0, 0}, odd = {0, (double)NAN, 0};
  refuse_near(&s, &far, 1, CAROM_OUT_OF_RANGE, &o);
  refuse_near(&s, &odd, 1, CAROM_NOT_FINITE, &o);
  refuse_near(&s, &point, -1, CAROM_OUT_OF_RANGE, &o);
  refuse_near(&s, &point, NAN, CAROM_NOT_FINITE, &o);
  refuse_near(&s, &point, INFINITY, CAROM_NOT_FINITE, &o);
  const carom_body none = {0};
  unread(&s, carom_world_body_distance(s.world, s.dead_body, s.body, NULL, &o.apart), CAROM_STALE_ID,
         "body_distance");
  unread(&s, carom_world_body_distance(s.world, s.body, none, NULL, &o.apart), CAROM_STALE_ID,
         "body_distance");
  const carom_plane open[4] = {{{1, 0, 0}, 1}, {{-1, 0, 0}, 1}, {{0, 1, 0}, 1}, {{0, -1, 0}, 1}};
  const carom_pose pose = {.position = {0, 0, 0}};
  unread(&s, carom_world_overlap_planes(s.world, open, 4, &pose, NULL, &o.found, 1, &o.count),
         CAROM_UNBOUNDED, "overlap_planes");
  unread(&s, carom_world_overlap_planes(s.world, open, 3, &pose, NULL, &o.found, 1, &o.count),
         CAROM_TOO_FEW_POINTS, "overlap_planes");
  ck_assert_int_eq(memcmp(&o, &marked, sizeof o), 0);
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(queries_without_pointers_are_refused) {
  scene s;
  outs o;
  scene_make(&s);
  const carom_moving_shape ball = {.shape = carom_shape_sphere(1)};
  const carom_ray ray = {{0, 0, 0}, {1, 0, 0}};
  const carom_pos point = {0, 0, 0};
  const carom_plane sides[6] = {{{1, 0, 0}, 1},  {{-1, 0, 0}, 1}, {{0, 1, 0}, 1},
                                {{0, -1, 0}, 1}, {{0, 0, 1}, 1},  {{0, 0, -1}, 1}};
  const carom_pose pose = {.position = {0, 0, 0}};
  const carom_status want = CAROM_NULL_ARGUMENT;
  worldless(carom_world_cast_shape(NULL, &ball, NULL, &o.hit), "cast_shape");
  worldless(carom_world_cast_shape_any(NULL, &ball, NULL, &o.any), "cast_shape_any");
  worldless(carom_world_cast_shape_all(NULL, &ball, NULL, &o.hit, 1, &o.count), "cast_shape_all");
  worldless(carom_world_cast_shape_each(NULL, &ball, NULL, never_shown, NULL), "cast_shape_each");
  worldless(carom_world_cast_ray_each(NULL, &ray, NULL, never_shown_ray, NULL), "cast_ray_each");
  worldless(carom_world_closest(NULL, &point, 1, NULL, &o.near), "closest");
  worldless(carom_world_nearest_bodies(NULL, &point, 1, NULL, &o.near, 1, &o.count), "nearest_bodies");
  worldless(carom_world_body_distance(NULL, s.body, s.still, NULL, &o.apart), "body_distance");
  worldless(carom_world_overlap_planes(NULL, sides, 6, &pose, NULL, &o.found, 1, &o.count), "planes");
  refuse_cast(&s, NULL, want, &o);
  unread(&s, carom_world_cast_shape(s.world, &ball, NULL, NULL), want, "cast_shape");
  unread(&s, carom_world_cast_shape_any(s.world, &ball, NULL, NULL), want, "cast_shape_any");
  unread(&s, carom_world_cast_shape_all(s.world, &ball, NULL, NULL, 1, &o.count), want, "cast_shape_all");
  unread(&s, carom_world_cast_shape_all(s.world, &ball, NULL, &o.hit, 1, NULL), want, "cast_shape_all");
  unread(&s, carom_world_cast_shape_each(s.world, &ball, NULL, NULL, NULL), want, "cast_shape_each");
  unread(&s, carom_world_cast_ray_each(s.world, NULL, NULL, never_shown_ray, NULL), want, "cast_ray_each");
  unread(&s, carom_world_cast_ray_each(s.world, &ray, NULL, NULL, NULL), want, "cast_ray_each");
  refuse_near(&s, NULL, 1, want, &o);
  unread(&s, carom_world_closest(s.world, &point, 1, NULL, NULL), want, "closest");
  unread(&s, carom_world_nearest_bodies(s.world, &point, 1, NULL, NULL, 1, &o.count), want, "nearest_bodies");
  unread(&s, carom_world_nearest_bodies(s.world, &point, 1, NULL, &o.near, 1, NULL), want, "nearest_bodies");
  unread(&s, carom_world_body_distance(s.world, s.body, s.still, NULL, NULL), want, "body_distance");
  unread(&s, carom_world_overlap_planes(s.world, NULL, 6, &pose, NULL, &o.found, 1, &o.count), want,
         "planes");
  unread(&s, carom_world_overlap_planes(s.world, sides, 6, NULL, NULL, &o.found, 1, &o.count), want,
         "planes");
  unread(&s, carom_world_overlap_planes(s.world, sides, 6, &pose, NULL, NULL, 1, &o.count), want, "planes");
  unread(&s, carom_world_overlap_planes(s.world, sides, 6, &pose, NULL, &o.found, 1, NULL), want, "planes");
  carom_world_destroy(s.world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("arguments of casts and nearness");
  TCase *tests = tcase_create("refused");
  tcase_add_test(tests, casts_are_refused);
  tcase_add_test(tests, near_queries_are_refused);
  tcase_add_test(tests, queries_without_pointers_are_refused);
  suite_add_tcase(suite, tests);
  return suite;
}

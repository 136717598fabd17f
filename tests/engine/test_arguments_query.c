/* test_arguments_query.c: every wrong argument of the queries. */
#include "refusal.h"

START_TEST(rays_are_refused) {
  scene s;
  scene_make(&s);
  const struct {
    carom_ray ray;
    carom_status want;
  } rays[] = {{{{(double)NAN, 0, 0}, {1, 0, 0}}, CAROM_NOT_FINITE},
              {{{0, 0, 0}, {1, NAN, 0}}, CAROM_NOT_FINITE},
              {{{0, 0, 0}, {INFINITY, 0, 0}}, CAROM_NOT_FINITE},
              {{{2e9, 0, 0}, {1, 0, 0}}, CAROM_OUT_OF_RANGE},
              {{{0, 0, 0}, {0, 0, 3e9f}}, CAROM_OUT_OF_RANGE}};
  carom_ray_hit hit;
  size_t count;
  bool any;
  memset(&hit, MARK, sizeof hit), memset(&count, MARK, sizeof count);
  memset(&any, MARK, sizeof any);
  for (int i = 0; i < 5; i++) {
    const carom_ray *ray = &rays[i].ray;
    unread(&s, carom_world_cast_ray(s.world, ray, NULL, &hit), rays[i].want, "cast_ray");
    unread(&s, carom_world_cast_ray_any(s.world, ray, NULL, &any), rays[i].want, "cast_ray_any");
    unread(&s, carom_world_cast_ray_all(s.world, ray, NULL, &hit, 1, &count), rays[i].want, "cast_ray_all");
  }
  untouched(&hit, sizeof hit), untouched(&count, sizeof count), untouched(&any, sizeof any);
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(overlaps_are_refused) {
  scene s;
  scene_make(&s);
  carom_found found[2];
  size_t count;
  memset(found, MARK, sizeof found), memset(&count, MARK, sizeof count);
  const carom_shape ball = carom_shape_sphere(1);
  for (int i = 0; i < BAD_POSES; i++)
    unread(&s, carom_world_overlap_shape(s.world, &ball, &bad_poses[i].pose, NULL, found, 2, &count),
           bad_poses[i].want, "overlap_shape");
  bad_shape shapes[32];
  size_t shape_count = list_bad_shapes(shapes);
  const carom_pose pose = {.position = {0, 0, 0}};
  for (size_t i = 0; i < shape_count; i++)
    unread(&s, carom_world_overlap_shape(s.world, &shapes[i].shape, &pose, NULL, found, 2, &count),
           shapes[i].want, "overlap_shape");
  for (int i = 0; i < 7; i++)
    if (i < 3 || i > 4)
      unread(&s, carom_world_overlap_point(s.world, &bad_poses[i].pose.position, NULL, found, 2, &count),
             bad_poses[i].want, "overlap_point");
  const carom_region turned = {{0, 1, 0}, {0, 0.5, 0}}, wide = {{-2e6, 0, 0}, {2e6, 1, 1}};
  const carom_region far = {{0, 0, 0}, {0, 0, 2e9}}, odd = {{0, 0, 0}, {0, (double)NAN, 0}};
  unread(&s, carom_world_overlap_region(s.world, &turned, NULL, found, 2, &count), CAROM_OUT_OF_RANGE,
         "region");
  unread(&s, carom_world_overlap_region(s.world, &wide, NULL, found, 2, &count), CAROM_OUT_OF_RANGE,
         "region");
  unread(&s, carom_world_overlap_region(s.world, &far, NULL, found, 2, &count), CAROM_OUT_OF_RANGE, "region");
  unread(&s, carom_world_overlap_region(s.world, &odd, NULL, found, 2, &count), CAROM_NOT_FINITE, "region");
  untouched(found, sizeof found), untouched(&count, sizeof count);
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(queries_without_pointers_are_refused) {
  scene s;
  scene_make(&s);
  const carom_status want = CAROM_NULL_ARGUMENT;
  const carom_ray ray = {{0, 0, 0}, {1, 0, 0}};
  const carom_shape ball = carom_shape_sphere(1);
  const carom_pose pose = {.position = {0, 0, 0}};
  const carom_region region = {{0, 0, 0}, {1, 1, 1}};
  carom_ray_hit hit;
  carom_found found;
  size_t count;
  bool any;
  worldless(carom_world_cast_ray(NULL, &ray, NULL, &hit), "cast_ray");
  worldless(carom_world_cast_ray_any(NULL, &ray, NULL, &any), "cast_ray_any");
  worldless(carom_world_cast_ray_all(NULL, &ray, NULL, &hit, 1, &count), "cast_ray_all");
  worldless(carom_world_overlap_shape(NULL, &ball, &pose, NULL, &found, 1, &count), "overlap_shape");
  worldless(carom_world_overlap_point(NULL, &pose.position, NULL, &found, 1, &count), "overlap_point");
  worldless(carom_world_overlap_region(NULL, &region, NULL, &found, 1, &count), "overlap_region");
  unread(&s, carom_world_cast_ray(s.world, NULL, NULL, &hit), want, "cast_ray");
  unread(&s, carom_world_cast_ray(s.world, &ray, NULL, NULL), want, "cast_ray");
  unread(&s, carom_world_cast_ray_any(s.world, NULL, NULL, &any), want, "cast_ray_any");
  unread(&s, carom_world_cast_ray_any(s.world, &ray, NULL, NULL), want, "cast_ray_any");
  unread(&s, carom_world_cast_ray_all(s.world, &ray, NULL, NULL, 1, &count), want, "cast_ray_all");
  unread(&s, carom_world_cast_ray_all(s.world, &ray, NULL, &hit, 1, NULL), want, "cast_ray_all");
  unread(&s, carom_world_overlap_shape(s.world, NULL, &pose, NULL, &found, 1, &count), want, "overlap_shape");
  unread(&s, carom_world_overlap_shape(s.world, &ball, NULL, NULL, &found, 1, &count), want, "overlap_shape");
  unread(&s, carom_world_overlap_shape(s.world, &ball, &pose, NULL, NULL, 1, &count), want, "overlap_shape");
  unread(&s, carom_world_overlap_shape(s.world, &ball, &pose, NULL, &found, 1, NULL), want, "overlap_shape");
  unread(&s, carom_world_overlap_point(s.world, NULL, NULL, &found, 1, &count), want, "overlap_point");
  unread(&s, carom_world_overlap_region(s.world, NULL, NULL, &found, 1, &count), want, "overlap_region");
  carom_world_destroy(s.world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("arguments of queries");
  TCase *tests = tcase_create("refused");
  tcase_add_test(tests, rays_are_refused);
  tcase_add_test(tests, overlaps_are_refused);
  tcase_add_test(tests, queries_without_pointers_are_refused);
  suite_add_tcase(suite, tests);
  return suite;
}

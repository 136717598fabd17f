/* test_hull_face.c: the face that faces a direction most, against a plain scan. */
#include "bodies.h"
#include "hull.h"

static uint32_t scan(const carom_hull *hull, carom_vec3 direction) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < hull->face_count; i++)
    if (vec3_dot(hull->planes[i].normal, direction) > vec3_dot(hull->planes[best].normal, direction))
      best = i;
  return best;
}

static carom_hull *round_hull(uint64_t *random, int count) {
  static carom_vec3 points[4096];
  carom_hull *hull;
  for (int i = 0; i < count; i++) points[i] = vec3_normalize_or(test_vec3(random, -1, 1), vec3(1, 0, 0));
  ck_assert(carom_hull_from_points(NULL, &points->x, (size_t)count, 0, &hull) == CAROM_OK);
  return hull;
}

/* All numbers of faces modulo four, and more of them than fit in one chunk. */
START_TEST(agrees_with_a_scan) {
  static const int counts[] = {4, 5, 6, 7, 8, 9, 20, 60, 66, 67, 150, 700, 4000};
  uint64_t random = (uint64_t)_i;
  carom_hull *hull = round_hull(&random, counts[_i]);
  for (int i = 0; i < 500; i++) {
    carom_vec3 direction = test_vec3(&random, -1, 1);
    if (i % 4 == 0) direction = hull->planes[test_below(&random, hull->face_count)].normal;
    if (i % 16 == 1) direction = vec3(0, 0, 0);
    ck_assert_uint_eq(carom__hull_face(hull, direction), scan(hull, direction));
  }
  carom_hull_release(hull);
}
END_TEST

START_TEST(takes_the_lowest_of_equals) {
  static body cube;
  carom_vec3 points[8];
  for (int i = 0; i < 8; i++) points[i] = vec3(i & 1 ? 1.f : -1.f, i & 2 ? 1.f : -1.f, i & 4 ? 1.f : -1.f);
  ck_assert(body_hull(&cube, points, 8));
  for (int x = -1; x <= 1; x++)
    for (int y = -1; y <= 1; y++)
      for (int z = -1; z <= 1; z++) {
        carom_vec3 direction = vec3((float)x, (float)y, (float)z);
        ck_assert_uint_eq(carom__hull_face(cube.hull, direction), scan(cube.hull, direction));
      }
  body_free(&cube);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("hull_face");
  TCase *tcase = tcase_create("hull_face");
  tcase_add_loop_test(tcase, agrees_with_a_scan, 0, 13);
  tcase_add_test(tcase, takes_the_lowest_of_equals);
  suite_add_tcase(suite, tcase);
  return suite;
}

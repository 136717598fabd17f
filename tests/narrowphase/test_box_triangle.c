/* test_box_triangle.c: what of a box is over a triangle, against the clipping of its faces one by one. */
#include "box_triangle.h"
#include "clip_polygon.h"
#include "testing.h"

static carom__box_triangle make_triangle(uint64_t *random, carom_vec3 half) {
  carom__box_triangle it = {.half = half};
  float size = test_log_uniform(random, 0.1f, 10);
  carom_vec3 middle = vec3_mul(it.half, test_vec3(random, -1, 1));
  for (int k = 0; k < 3; k++) it.corners[k] = vec3_mad(middle, test_vec3(random, -1, 1), size);
  if (test_below(random, 4) == 0) /* along two axes of the box */
    for (int k = 0; k < 3; k++) it.corners[k].y = middle.y;
  carom_vec3 e = vec3_sub(it.corners[1], it.corners[0]), f = vec3_sub(it.corners[2], it.corners[0]);
  it.front = vec3_normalize_or(vec3_cross(e, f), vec3(0, 1, 0));
  if (vec3_dot(it.front, it.corners[0]) > 0) it.front = vec3_neg(it.front);
  return it;
}

static carom__box_triangle make_case(uint64_t *random) {
  return make_triangle(random, test_vec3(random, 0.1f, 1));
}

/* The corners of what the prism leaves of a face, below the plane. */
static void clip_face(const carom__box_triangle *it, int k, carom__box_points *out) {
  clip_polygon rooms[2];
  clip_plane prism[3];
  int u = (k + 1) % 3, v = (k + 2) % 3;
  rooms[0].count = 0;
  for (uint32_t i = 0; i < 4; i++) {
    carom_vec3 corner;
    vec3_set(&corner, k, vec3_get(it->front, k) < 0 ? vec3_get(it->half, k) : -vec3_get(it->half, k));
    vec3_set(&corner, u, i == 1 || i == 2 ? vec3_get(it->half, u) : -vec3_get(it->half, u));
    vec3_set(&corner, v, i >= 2 ? vec3_get(it->half, v) : -vec3_get(it->half, v));
    clip_polygon_add(&rooms[0], corner, i);
  }
  carom__triangle_prism(it->corners, it->front, prism);
  const clip_polygon *left = carom__clip_polygon_cut(rooms, prism, 3);
  for (uint32_t i = 0; i < left->count; i++) {
    float height = vec3_dot(it->front, vec3_sub(left->corners[i], it->corners[0]));
    if (height <= 0) box_points_add(out, vec3_mad(left->corners[i], it->front, -0.5f * height), height, i);
  }
}

static float least_of(const carom__box_points *points) {
  float least = 0;
  for (uint32_t i = 0; i < points->count; i++) least = lesser_float(least, points->points[i].separation);
  return least;
}

static void clip_faces(const carom__box_triangle *it, carom__box_points *out) {
  carom_vec3 cosines = vec3_abs(it->front), reach = vec3_mul(cosines, it->half);
  int most = vec3_largest_axis(cosines);
  float deepest = -vec3_dot(it->front, it->corners[0]) - (reach.x + reach.y + reach.z);
  out->count = 0;
  clip_face(it, most, out);
  if (out->count > 0 && least_of(out) <= deepest * (1 - 0x1p-16f)) return;
  for (int i = 1; i < 3; i++)
    if (vec3_get(cosines, (most + i) % 3) > 0x1p-10f) clip_face(it, (most + i) % 3, out);
}

/* How many points of one list are not in the other. */
static int count_missing(const carom__box_points *points, const carom__box_points *among) {
  int missing = 0;
  for (uint32_t i = 0; i < points->count; i++) {
    bool found = false;
    for (uint32_t k = 0; k < among->count && !found; k++)
      found = vec3_norm1(vec3_sub(points->points[i].position, among->points[k].position)) < 1e-3f;
    missing += !found;
  }
  return missing;
}

/* Of one box; count: the number of them that are not the first again. */
static void make_cases(uint64_t *random, int count, carom__box_triangle its[8]) {
  its[0] = make_case(random);
  for (int i = 1; i < 8; i++) its[i] = i < count ? make_triangle(random, its[0].half) : its[0];
}

START_TEST(points_are_the_corners_of_the_clipped_faces) {
  uint64_t random = (uint64_t)_i + 3;
  int missing = 0, found = 0;
  for (int n = 0; n < test_scaled(5000); n++) {
    carom__box_triangle its[8];
    carom__box_points points[8], clipped;
    int count = 1 + n % 8;
    make_cases(&random, count, its);
    carom__box_over_triangles(its, points);
    for (int i = 0; i < 8; i++) {
      clip_faces(&its[i], &clipped);
      missing += count_missing(&points[i], &clipped) + count_missing(&clipped, &points[i]);
      found += (int)points[i].count;
      ck_assert_mem_eq(&points[i].normal, &its[i].front, sizeof its[i].front);
      ck_assert(fabsf(least_of(&points[i]) - least_of(&clipped)) < 1e-3f);
    }
  }
  ck_assert_int_gt(found, test_scaled(5000) / 2);
  ck_assert_int_le(missing, 2 + found / 2000); /* at borders rounding decides */
}
END_TEST

/* The same features have the same names however the box lies, and no two points have one. */
START_TEST(names_are_those_of_features) {
  uint64_t random = (uint64_t)_i + 50;
  for (int n = 0; n < test_scaled(2000); n++) {
    carom__box_triangle it = make_case(&random), its[8];
    for (int i = 0; i < 8; i++) its[i] = it;
    for (int k = 0; k < 3; k++) its[7].corners[k] = vec3_mad(it.corners[k], it.front, 1e-4f);
    carom__box_points all[8];
    carom__box_over_triangles(its, all);
    const carom__box_points points = all[0], again = all[7];
    for (uint32_t i = 0; i < points.count; i++) {
      for (uint32_t k = 0; k < i; k++) ck_assert_uint_ne(points.points[i].feature, points.points[k].feature);
      for (uint32_t k = 0; k < again.count; k++)
        if (points.points[i].feature == again.points[k].feature)
          ck_assert(vec3_norm1(vec3_sub(points.points[i].position, again.points[k].position)) < 0.1f);
    }
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("box_triangle");
  TCase *tests = tcase_create("box and triangle");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, points_are_the_corners_of_the_clipped_faces, 0, 4);
  tcase_add_loop_test(tests, names_are_those_of_features, 0, 4);
  suite_add_tcase(suite, tests);
  return suite;
}

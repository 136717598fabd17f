/* test_hull_cap.c: hulls with a cap on their vertices: what they are made of, and what they leave out, by the
 * distance of every point from every face. */
#include "any_core.h"
#include "hull_check.h"
#include "hull_clouds.h"
#include "test_memory.h"

enum { POINTS = 300, CORNERS = POINTS };

typedef struct capped {
  carom_hull *hull;
  float left_out;
} capped;

static carom_status build(const carom_vec3 *points, size_t count, uint32_t most, capped *out) {
  *out = (capped){NULL, -1};
  return carom_hull_from_points_capped(NULL, &points->x, count, 0, most, &out->left_out, &out->hull);
}

static exact_vec exact_of(carom_vec3 p) {
  return exact((long double)p.x, (long double)p.y, (long double)p.z);
}

static exact_vec unit_of(carom_vec3 n) {
  exact_vec v = exact_of(n);
  return exact_mad(exact(0, 0, 0), v, 1 / exact_length(v));
}

/* 0 inside. */
static long double distance_of(const carom_hull_view *hull, carom_vec3 point) {
  exact_vec p = exact_of(point), corners[CORNERS];
  long double nearest = HUGE_VALL;
  bool outside = false;
  for (uint32_t f = 0; f < hull->face_count; f++) {
    uint32_t first = hull->face_starts[f], count = hull->face_starts[f + 1] - first;
    ck_assert_uint_le(count, CORNERS);
    for (uint32_t i = 0; i < count; i++) corners[i] = exact_of(hull->vertices[hull->loops[first + i]]);
    exact_vec normal = unit_of(hull->planes[f].normal);
    outside |= exact_dot(normal, exact_sub(p, corners[0])) > 0;
    nearest = fminl(nearest, exact_polygon_distance(corners, count, normal, p));
  }
  return outside ? nearest : 0;
}

static bool is_one_of(carom_vec3 p, const carom_vec3 *points, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (memcmp(&p, &points[i], sizeof p) == 0) return true;
  return false;
}

static const char *capped_fault(const capped *c, uint32_t most, const carom_vec3 *points, size_t count) {
  carom_hull_view view;
  if (carom_hull_describe(c->hull, &view)) return "no view";
  if (view.vertex_count > most) return "too many vertices";
  const char *fault = hull_fault(c->hull);
  if (fault) return fault;
  for (uint32_t i = 0; i < view.vertex_count; i++)
    if (!is_one_of(view.vertices[i], points, count)) return "a vertex that is no point";
  long double farthest = 0, size = (long double)hull_size(c->hull);
  for (size_t i = 0; i < count; i++) farthest = fmaxl(farthest, distance_of(&view, points[i]));
  return fabsl(farthest - (long double)c->left_out) <= 1e-5L * size ? NULL : "what is left out";
}

/* Each cap by itself, and a greater one leaves out no more. */
START_TEST(caps_leave_out_what_they_say) {
  static carom_vec3 points[POINTS];
  static const uint32_t caps[] = {4, 5, 6, 8, 12, 20, 40, CAROM_HULL_VERTICES_MAX};
  const char *fault = NULL;
  int built = 0;
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled_from(2, 34) && !fault; seed++) {
    uint64_t state = seed;
    float before = HUGE_VALF;
    cloud_fill((cloud_kind)_i, &state, points, POINTS, 1);
    for (size_t k = 0; k < sizeof caps / sizeof *caps && !fault; k++) {
      capped c;
      carom_status status = build(points, POINTS, caps[k], &c);
      if (status) {
        fault = status == CAROM_FLAT && !c.hull && c.left_out == -1 ? NULL : "status";
        continue;
      }
      built++;
      fault = c.left_out > before ? "more left out" : capped_fault(&c, caps[k], points, POINTS);
      before = c.left_out;
      if (caps[k] >= POINTS && before != 0) fault = "something left out";
      carom_hull_release(c.hull);
    }
  }
  ck_assert_msg(!fault, "cloud %d: %s", _i, fault);
  ck_assert_int_gt(built, 8);
}
END_TEST

/* The eight corners, however many points are on the faces; and four of them. */
START_TEST(a_cube_needs_eight) {
  carom_vec3 points[125];
  for (int i = 0; i < 125; i++) points[i] = vec3((float)(i % 5), (float)(i / 5 % 5), (float)(i / 25));
  capped c;
  ck_assert(build(points, 125, 8, &c) == CAROM_OK);
  ck_assert(c.left_out == 0 && c.hull->vertex_count == 8);
  carom_hull_release(c.hull);
  ck_assert(build(points, 125, 7, &c) == CAROM_OK);
  ck_assert(c.left_out > 1);
  carom_hull_release(c.hull);
  ck_assert(carom_hull_from_points_capped(NULL, &points->x, 125, 0, 4, NULL, &c.hull) == CAROM_OK);
  ck_assert_uint_eq(c.hull->vertex_count, 4);
  carom_hull_release(c.hull);
}
END_TEST

START_TEST(refused_memory_changes_nothing) {
  static carom_vec3 points[POINTS];
  uint64_t state = 3;
  cloud_fill(CLOUD_SPHERE, &state, points, POINTS, 1);
  bool reached = true;
  for (size_t k = 1; k < 1000 && reached; k++) {
    test_memory memory = {.fail_at = k};
    carom_allocator allocator = test_memory_allocator(&memory);
    carom_hull *hull = NULL;
    float left_out = -1;
    carom_status status =
        carom_hull_from_points_capped(&allocator, &points->x, POINTS, 0, 30, &left_out, &hull);
    reached = memory.requests >= k;
    ck_assert(status == CAROM_OK ? left_out > 0 : status == CAROM_OUT_OF_MEMORY && !hull && left_out == -1);
    carom_hull_release(hull);
    ck_assert(test_memory_is_clean(&memory));
  }
  ck_assert(!reached);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("hull_cap");
  TCase *tests = tcase_create("hull_cap");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, caps_leave_out_what_they_say, 0, CLOUD_KINDS);
  tcase_add_test(tests, a_cube_needs_eight);
  tcase_add_test(tests, refused_memory_changes_nothing);
  suite_add_tcase(suite, tests);
  return suite;
}

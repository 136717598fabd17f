/* test_polygon.c: convex polygons of points: what is built, what is refused, and polygons as bytes. */
#include "carom/polygon.h"

#include <string.h>

#include "shape_class.h"
#include "flats.h"

enum { POINTS = 500 };

/* --- Clouds --- */

enum { DISC, RING, GRID, LINED, DOUBLED, FLATTENED, CLOUDS };

static carom_vec2 cloud_point(uint64_t *random, int cloud, size_t i) {
  float x = test_uniform(random, -1, 1), y = test_uniform(random, -1, 1);
  carom_vec2 around = carom_direction((double)test_below(random, 40) * 0.15707963267948966);
  switch (cloud) {
  case RING:
    return (carom_vec2){around.x, 0.7f * around.y};
  case GRID:
    return (carom_vec2){(float)test_below(random, 5), (float)test_below(random, 4)};
  case LINED: /* a turned square, with points on its sides as far as rounding lets them be */
    return i % 2 ? (carom_vec2){0.1f + 0.3f * x, 0.7f - 0.9f * x}
                 : (carom_vec2){-0.2f + 0.3f * y, -0.7f - 0.9f * y};
  case DOUBLED: /* pairs of points that are all but one */
    around = carom_direction((double)(i / 2 % 9));
    return (carom_vec2){around.x + 1e-8f * x, around.y + 1e-7f * y};
  case FLATTENED:
    return (carom_vec2){x, 1e-5f * y};
  default:
    return (carom_vec2){x * x * x, y};
  }
}

typedef struct cloud {
  carom_vec2 points[POINTS];
  size_t count;
  carom_polygon_view view;
  double size;
} cloud;

static void make_cloud(uint64_t *random, int kind, cloud *out) {
  float scale = test_log_uniform(random, 1e-3f, 1e4f), x = scale * test_uniform(random, -3, 3);
  out->count = 3 + test_below(random, POINTS - 3);
  for (size_t i = 0; i < out->count; i++) {
    carom_vec2 p = cloud_point(random, kind, i);
    out->points[i] = (carom_vec2){scale * p.x + x, scale * p.y - x};
  }
}

static double cross_at(carom_vec2 a, carom_vec2 b, carom_vec2 p) {
  double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
  return x * ((double)p.y - (double)a.y) - y * ((double)p.x - (double)a.x);
}

static carom_vec2 next_of(const carom_polygon_view *v, uint32_t i) {
  return v->vertices[(i + 1) % v->vertex_count];
}

static double length_of(const carom_polygon_view *v, uint32_t i) {
  carom_vec2 a = v->vertices[i], b = next_of(v, i);
  return hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
}

static bool is_vertex_of(const cloud *c, carom_vec2 v) {
  for (size_t i = 0; i < c->count; i++)
    if (memcmp(&c->points[i], &v, sizeof v) == 0) return true;
  return false;
}

static const char *points_fault(const cloud *c) {
  const carom_polygon_view *v = &c->view;
  for (uint32_t i = 0; i < v->vertex_count; i++) {
    for (size_t k = 0; k < c->count; k++)
      if (cross_at(v->vertices[i], next_of(v, i), c->points[k]) / length_of(v, i) < -2e-6 * c->size)
        return "a point outside";
    if (!is_vertex_of(c, v->vertices[i])) return "a vertex that is no point";
    if (!(cross_at(v->vertices[i], next_of(v, i), next_of(v, i + 1)) > 0)) return "not convex";
    if (!(length_of(v, i) > 0.9e-6 * c->size)) return "a short edge";
    carom_vec2 a = v->vertices[i], b = next_of(v, i), n = v->normals[i];
    double along = (double)n.x * ((double)b.x - (double)a.x) + (double)n.y * ((double)b.y - (double)a.y);
    if (fabs(along) > 1e-7 * length_of(v, i) || fabs(hypot((double)n.x, (double)n.y) - 1) > 1e-7)
      return "a normal";
    if ((double)n.x * ((double)b.y - (double)a.y) - (double)n.y * ((double)b.x - (double)a.x) < 0)
      return "an inward normal";
  }
  return NULL;
}

/* By the shoelace formula, in long double. */
static const char *measures_fault(const cloud *c) {
  const carom_polygon_view *v = &c->view;
  long double area = 0, x = 0, y = 0;
  for (uint32_t i = 0; i < v->vertex_count; i++) {
    carom_vec2 a = v->vertices[i], b = next_of(v, i);
    long double part = (long double)a.x * (long double)b.y - (long double)a.y * (long double)b.x;
    area += part / 2;
    x += part * ((long double)a.x + (long double)b.x) / 6;
    y += part * ((long double)a.y + (long double)b.y) / 6;
    if (a.x < v->bounds.min.x || a.x > v->bounds.max.x || a.y < v->bounds.min.y || a.y > v->bounds.max.y)
      return "bounds";
  }
  long double size = (long double)c->size, loose = 1e-6L * size * size;
  if (fabsl((long double)v->area - area) > loose) return "area";
  if (fabsl((long double)v->centroid.x * area - x) > 10 * loose * size) return "centroid";
  return fabsl((long double)v->centroid.y * area - y) > 10 * loose * size ? "centroid" : NULL;
}

/* What is written and read again is the same, to the last bit. */
static const char *bytes_fault(const carom_polygon *polygon) {
  unsigned char first[1024], second[1024];
  carom__archive out = {.out = first, .size = sizeof first};
  carom__asset_write(&out, (const carom__asset *)polygon);
  carom__archive in = {.in = first, .size = out.at};
  carom__asset *copy = carom__asset_read(&in, NULL);
  if (!copy || in.at != out.at) return "not read";
  carom__archive again = {.out = second, .size = sizeof second};
  carom__asset_write(&again, copy);
  carom_polygon_view a, b;
  carom_polygon_describe(polygon, &a);
  carom_polygon_describe((const carom_polygon *)copy, &b);
  bool same = again.at == out.at && memcmp(first, second, out.at) == 0 &&
              memcmp(a.normals, b.normals, a.vertex_count * sizeof *a.normals) == 0 && a.area == b.area;
  carom__asset_release(copy);
  return same ? NULL : "read otherwise";
}

static double size_of(const carom_polygon_view *v) {
  return fmax((double)v->bounds.max.x - (double)v->bounds.min.x,
              (double)v->bounds.max.y - (double)v->bounds.min.y);
}

static const char *cloud_fault(uint64_t *random, int kind) {
  cloud c;
  carom_polygon *polygon = NULL;
  make_cloud(random, kind, &c);
  carom_status status = carom_polygon_from_points(NULL, &c.points[0].x, c.count, 0, &polygon);
  if (status == CAROM_FLAT) return kind == FLATTENED || c.count < 40 ? NULL : "flat";
  if (status) return "refused";
  carom_polygon_describe(polygon, &c.view);
  c.size = size_of(&c.view);
  const char *fault = points_fault(&c);
  if (!fault) fault = measures_fault(&c);
  if (!fault) fault = bytes_fault(polygon);
  carom_polygon_release(polygon);
  return fault;
}

START_TEST(polygons_hold_their_points) {
  const char *fault = NULL;
  uint64_t random = (uint64_t)_i;
  for (int n = test_scaled(300); n > 0 && !fault; n--) fault = cloud_fault(&random, _i);
  ck_assert_msg(!fault, "cloud %d: %s", _i, fault);
}
END_TEST

/* --- Known ones --- */

static carom_status build(const carom_vec2 *points, size_t count) {
  carom_polygon *polygon = NULL;
  carom_status status = carom_polygon_from_points(NULL, &points[0].x, count, 0, &polygon);
  ck_assert((polygon != NULL) == (status == CAROM_OK));
  carom_polygon_release(polygon);
  return status;
}

START_TEST(square_is_described) {
  const float points[] = {1, 1, 9, -1, -1, 9, 1, -1, 9, -1, 1, 9, 0, 1, 9, 0, 0, 9};
  carom_polygon *polygon = NULL;
  carom_polygon_view view;
  ck_assert_int_eq(carom_polygon_from_points(NULL, points, 6, 3 * sizeof(float), &polygon), CAROM_OK);
  ck_assert_int_eq(carom_polygon_describe(polygon, &view), CAROM_OK);
  ck_assert(view.vertex_count == 4 && view.area == 4 && view.centroid.x == 0 && view.centroid.y == 0);
  ck_assert(view.bounds.min.x == -1 && view.bounds.max.y == 1 && view.bounds.max.z == 0);
  ck_assert_ptr_eq(carom_polygon_retain(polygon), polygon);
  carom_polygon_release(polygon);
  carom_polygon_release(polygon);
  ck_assert_ptr_null(carom_polygon_retain(NULL));
  carom_polygon_release(NULL);
}
END_TEST

START_TEST(most_vertices_and_one_more) {
  carom_vec2 points[CAROM_POLYGON_VERTICES_MAX + 1];
  for (size_t most = CAROM_POLYGON_VERTICES_MAX; most <= CAROM_POLYGON_VERTICES_MAX + 1; most++) {
    for (size_t i = 0; i < most; i++) points[i] = carom_direction_degrees(360.0 * (double)i / (double)most);
    ck_assert_int_eq(build(points, most), most > CAROM_POLYGON_VERTICES_MAX ? CAROM_LIMIT : CAROM_OK);
  }
}
END_TEST

/* The sides' points are vertices for a while, those that rounding puts beyond their side. */
START_TEST(points_on_sides_do_not_count) {
  enum { MOST = CAROM_POLYGON_VERTICES_MAX, BETWEEN = 3 };
  uint64_t random = 1;
  for (int n = test_scaled(300); n > 0; n--) {
    size_t sides = n % 2 ? MOST : 40 + test_below(&random, MOST - 40), count = 0;
    carom_vec2 points[MOST * (BETWEEN + 1)];
    double turn = (double)test_uniform(&random, 0, 360);
    float x = test_uniform(&random, 0.5f, 2);
    for (size_t i = 0; i < sides; i++) {
      carom_vec2 from = carom_direction_degrees(turn + 360 * (double)i / (double)sides);
      carom_vec2 to = carom_direction_degrees(turn + 360 * (double)(i + 1) / (double)sides);
      for (int k = 0; k <= BETWEEN; k++) {
        float t = (float)k / (BETWEEN + 1);
        points[count++] = (carom_vec2){x * (from.x + t * (to.x - from.x)), from.y + t * (to.y - from.y)};
      }
    }
    ck_assert_int_eq(build(points, count), CAROM_OK);
  }
}
END_TEST

START_TEST(bad_points_are_refused) {
  const carom_vec2 line[] = {{0, 0}, {1, 1}, {2, 2}, {3, 3.000001f}}, one[] = {{1, 1}, {1, 1}, {1, 1}};
  const carom_vec2 nan[] = {{0, 0}, {1, NAN}, {0, 1}}, far[] = {{0, 0}, {1, 2e6f}, {0, 1}};
  const carom_vec2 small[] = {{0, 0}, {1e-6f, 0}, {0, 1e-6f}}, wide[] = {{-9e5f, 0}, {9e5f, 0}, {0, 1}};
  carom_polygon *polygon = NULL;
  ck_assert_int_eq(build(line, 4), CAROM_FLAT);
  ck_assert_int_eq(build(line, 2), CAROM_TOO_FEW_POINTS);
  ck_assert_int_eq(build(one, 3), CAROM_FLAT);
  ck_assert_int_eq(build(small, 3), CAROM_BAD_SIZE);
  ck_assert_int_eq(build(wide, 3), CAROM_BAD_SIZE);
  ck_assert_int_eq(build(nan, 3), CAROM_NOT_FINITE);
  ck_assert_int_eq(build(far, 3), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_polygon_from_points(NULL, NULL, 3, 0, &polygon), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_polygon_from_points(NULL, &line[0].x, 3, 7, &polygon), CAROM_OUT_OF_RANGE);
}
END_TEST

/* --- Bytes that no build would give --- */

static carom_status read_points(const carom_vec2 *points, uint32_t count, uint32_t kind) {
  unsigned char bytes[1024];
  carom__archive out = {.out = bytes, .size = sizeof bytes};
  carom__archive_u32(&out, &kind);
  carom__archive_u32(&out, &count);
  for (uint32_t i = 0; i < (count > 5 ? 3 : count); i++) {
    carom_vec2 p = points[i];
    carom__archive_f32(&out, &p.x);
    carom__archive_f32(&out, &p.y);
  }
  carom__archive in = {.in = bytes, .size = out.at};
  carom__asset *asset = carom__asset_read(&in, NULL);
  if (asset) carom__asset_release(asset);
  return in.status;
}

START_TEST(bad_bytes_are_refused) {
  const carom_vec2 square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                   dented[] = {{0, 0}, {2, 0}, {1, 0.5f}, {1, 2}};
  carom_vec2 star[5], turned[] = {{0, 0}, {0, 1}, {1, 1}}, tiny[] = {{0, 0}, {1e-7f, 0}, {0, 1e-7f}};
  for (int i = 0; i < 5; i++) star[i] = carom_direction_degrees(144.0 * i);
  ck_assert_int_eq(read_points(square, 4, CAROM_POLYGON), CAROM_OK);
  ck_assert_int_eq(read_points(square, 3, CAROM_POLYGON), CAROM_OK);
  ck_assert_int_eq(read_points(square, 2, CAROM_POLYGON), CAROM_BAD_SNAPSHOT);
  ck_assert_int_eq(read_points(square, 65, CAROM_POLYGON), CAROM_BAD_SNAPSHOT);
  ck_assert_int_eq(read_points(square, 4, CAROM_RECTANGLE), CAROM_BAD_SNAPSHOT);
  ck_assert_int_eq(read_points(square, 4, 99), CAROM_BAD_SNAPSHOT);
  ck_assert_int_eq(read_points(dented, 4, CAROM_POLYGON), CAROM_BAD_SNAPSHOT);
  ck_assert_int_eq(read_points(star, 5, CAROM_POLYGON), CAROM_BAD_SNAPSHOT);
  ck_assert_int_eq(read_points(turned, 3, CAROM_POLYGON), CAROM_BAD_SNAPSHOT);
  ck_assert_int_eq(read_points(tiny, 3, CAROM_POLYGON), CAROM_BAD_SNAPSHOT);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("polygon");
  TCase *tests = tcase_create("polygon");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, polygons_hold_their_points, 0, CLOUDS);
  tcase_add_test(tests, square_is_described);
  tcase_add_test(tests, most_vertices_and_one_more);
  tcase_add_test(tests, points_on_sides_do_not_count);
  tcase_add_test(tests, bad_points_are_refused);
  tcase_add_test(tests, bad_bytes_are_refused);
  suite_add_tcase(suite, tests);
  return suite;
}

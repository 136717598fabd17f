/* test_collide_polygons.c: polygons with an edge in each lane against the walk around the Minkowski
 * difference. */
#include "collide_flats.h"

#include "flat_class.h"
#include "manifold.h"
#include "pair_class.h"
#include "planar_pair.h"
#include "testing.h"

#include "carom/planar.h"

enum { SPREAD, QUARTERS, NEARLY_PARALLEL, THIN, UNEVEN, COINCIDENT, SHALLOW, FAMILIES };

typedef struct scene {
  carom_polygon *polygons[2]; /* NULL of a rectangle */
  carom_shape shapes[2];
  carom_frame frames[2];
} scene;

static carom_frame frame_at(double x, double y, carom_vec2 axis) {
  return (carom_frame){{x, y, 0}, {{axis.x, axis.y, 0}, {-axis.y, axis.x, 0}, {0, 0, 1}}};
}

/* On an ellipse, or corners of a grid. */
static carom_polygon *random_polygon(uint64_t *random, int family, float size) {
  carom_vec2 points[9];
  size_t count = 3 + test_below(random, 6);
  float flat = family == THIN ? test_log_uniform(random, 1e-4f, 1) : test_uniform(random, 0.3f, 1);
  for (size_t i = 0; i < count; i++) {
    double sector = (double)i + (double)test_uniform(random, 0, 0.7f);
    carom_vec2 d = carom_direction_degrees(360 * sector / (double)count);
    points[i] = (carom_vec2){size * d.x, size * flat * d.y};
    if (family == QUARTERS) points[i] = (carom_vec2){rintf(4 * d.x) / 4, rintf(4 * d.y) / 4};
  }
  carom_polygon *polygon;
  ck_assert_int_eq(carom_polygon_from_points(NULL, &points[0].x, count, 0, &polygon), CAROM_OK);
  return polygon;
}

static void make_shape(uint64_t *random, int family, float size, int i, scene *s) {
  float radius = test_below(random, 3) ? 0 : size * test_log_uniform(random, 1e-3f, 0.5f);
  s->polygons[i] = NULL;
  if (test_below(random, 3) == 0) {
    float half = family == QUARTERS ? 0.5f : size * test_log_uniform(random, 0.1f, 1);
    s->shapes[i] = carom_shape_rounded_rectangle(size, half, radius);
    return;
  }
  s->polygons[i] = random_polygon(random, family, size);
  s->shapes[i] = carom_shape_rounded_polygon(s->polygons[i], radius);
}

/* Moves B until it overlaps by some roundings. */
static void make_shallow(uint64_t *random, scene *s) {
  carom_distance_result apart;
  carom__site a = {&s->shapes[0], &s->frames[0]}, b = {&s->shapes[1], &s->frames[1]};
  carom__measure_planar_sites(a, b, true, &apart);
  double depth = (double)test_log_uniform(random, 1e-7f, 1e-4f);
  if (test_below(random, 4) == 0) depth = -depth;
  double way = -(double)apart.distance - depth;
  s->frames[1].origin.x += way * (double)apart.normal.x;
  s->frames[1].origin.y += way * (double)apart.normal.y;
}

static void make_scene(uint64_t *random, int family, scene *s) {
  float ratio = family == UNEVEN ? test_log_uniform(random, 1e-3f, 1e3f) : 1, reach = 1.5f * fmaxf(1, ratio);
  make_shape(random, family, 1, 0, s);
  make_shape(random, family, ratio, 1, s);
  double turn = (double)test_uniform(random, 0, 360), other = (double)test_uniform(random, 0, 360);
  double x = (double)test_uniform(random, -reach, reach), y = (double)test_uniform(random, -reach, reach);
  if (family == QUARTERS) {
    turn = 90.0 * test_below(random, 4), other = 90.0 * test_below(random, 4);
    x = 0.25 * test_below(random, 9) - 1, y = 0.25 * test_below(random, 9) - 1;
  }
  if (family == NEARLY_PARALLEL) other = turn + (double)test_log_uniform(random, 1e-7f, 1);
  if (family == COINCIDENT) x = y = 0;
  double away = test_below(random, 2) ? 1e5 : 0;
  s->frames[0] = frame_at(away, away, carom_direction_degrees(turn));
  s->frames[1] = frame_at(away + x, away + y, carom_direction_degrees(other));
  if (family == SHALLOW) make_shallow(random, s);
}

static void free_scene(scene *s) {
  for (int i = 0; i < 2; i++) carom_polygon_release(s->polygons[i]);
}

/* The lanes that every machine has find the same. */
static bool is_portable(carom__site a, carom__site b, bool found, const carom_manifold *manifold) {
  carom__polygon_task task = {.frames = {a.frame, b.frame}};
  carom_manifold portable;
  for (int i = 0; i < 2; i++) {
    carom__flat flat;
    carom__flat_of((i ? b : a).shape, &flat);
    task.outlines[i].vertices = flat.count, task.outlines[i].rows = flat.rows;
    task.outlines[i].half = flat.half;
    task.radii[i] = flat.radius, task.reaches[i] = flat.reach;
  }
  bool also = carom__plane_kernels_portable.polygons(&task, &portable);
  return also == found && (!found || !memcmp(&portable, manifold, sizeof portable));
}

/* Whether they are found, and the same to the last bit. */
static const char *fault_of(const scene *s, int *found) {
  carom__site a = {&s->shapes[0], &s->frames[0]}, b = {&s->shapes[1], &s->frames[1]};
  carom__relative b_in_a = frame_relative(a.frame, b.frame);
  carom__manifold local;
  carom_manifold got, want;
  memset(&got, 1, sizeof got);
  const carom__pair_class *class = pair_class_of(a.shape, b.shape);
  if (!s->polygons[0] && !s->polygons[1]) return NULL;
  bool is_found = class->collide_sites(a, b, &got);
  if (!is_portable(a, b, is_found, &got)) return "not portable";
  if (!is_found) return NULL;
  carom__collide_planar(a.shape, b.shape, &b_in_a, &local);
  carom__manifold_to_world(&local, a.frame, &want);
  ++*found;
  return memcmp(&got, &want, sizeof got) ? "not the same" : NULL;
}

START_TEST(polygons_are_flats) {
  uint64_t random = 7 + (uint64_t)_i;
  int count = test_scaled(40000), n = 0, found = 0;
  const char *fault = NULL;
  for (; n < count && !fault; n++) {
    scene s;
    make_scene(&random, _i, &s);
    fault = fault_of(&s, &found);
    free_scene(&s);
  }
  ck_assert_msg(!fault, "family %d, scene %d: %s", _i, n - 1, fault);
  ck_assert_int_gt(found, count * (_i == SPREAD ? 80 : 20) / 100);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("collide_polygons");
  TCase *tests = tcase_create("polygons");
  tcase_add_loop_test(tests, polygons_are_flats, 0, FAMILIES);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_hull_planes.c: hulls of half spaces: brushes of levels, with all that editors leave in them. */
#include "carom/hull.h"

#include <float.h>
#include <stdio.h>

#include "hull_check.h"
#include "test_memory.h"

enum { MOST_PLANES = 128 };

static const carom_plane unit_cube[6] = {{{1, 0, 0}, 1},  {{-1, 0, 0}, 1}, {{0, 1, 0}, 1},
                                         {{0, -1, 0}, 1}, {{0, 0, 1}, 1},  {{0, 0, -1}, 1}};

typedef struct brush {
  carom_plane planes[MOST_PLANES];
  size_t count;
  carom_vec3 center;
  float size;
} brush;

static carom_status status_of(const carom_plane *planes, size_t count) {
  carom_hull *hull = NULL;
  carom_status status = carom_hull_from_planes(NULL, planes, count, &hull);
  if ((status == CAROM_OK) != (hull != NULL)) return CAROM_STATUS_COUNT;
  carom_hull_release(hull);
  return status;
}

static void add_plane(brush *b, carom_vec3 normal, double distance) {
  double offset = hull_dot(normal, b->center) + distance * sqrt(hull_dot(normal, normal));
  b->planes[b->count++] = (carom_plane){normal, (float)offset};
}

/* A direction off at random, along a bevel, or next to that of a plane that is there. */
static carom_vec3 brush_direction(uint64_t *state, const brush *b) {
  carom_vec3 d = test_vec3(state, -1, 1);
  switch (test_below(state, 3)) {
  case 0:
    return vec3_normalize_or(d, vec3(1, 0, 0));
  case 1:
    d = vec3(rintf(d.x), rintf(d.y), rintf(d.z));
    return vec3_length(d) > 0 ? d : vec3(1, -1, 0);
  default:
    d = vec3_mad(b->planes[test_below(state, (uint32_t)b->count)].normal, d,
                 test_log_uniform(state, 1e-8f, 1e-2f));
    return vec3_scale(d, test_uniform(state, 0.5f, 2));
  }
}

/* Adds a plane that cuts, one that is redundant, or one that is there already. */
static void add_any_plane(uint64_t *state, brush *b) {
  carom_plane old = b->planes[test_below(state, (uint32_t)b->count)];
  switch (test_below(state, 4)) {
  case 0:
    b->planes[b->count++] = old;
    return;
  case 1:
    old.offset += b->size * test_log_uniform(state, 1e-7f, 1);
    b->planes[b->count++] = old;
    return;
  default:
    add_plane(b, brush_direction(state, b), (double)(b->size * test_uniform(state, 0.5f, 1.3f)));
  }
}

/* A brush around its center: sizes from 1/8 to 8192, positions in thousands, half of them on whole
 * numbers. */
static brush brush_random(uint64_t *state) {
  brush b = {.size = test_log_uniform(state, 0.125f, 8192)};
  if (test_below(state, 2)) b.center = test_vec3(state, -4096, 4096);
  bool whole = test_below(state, 2);
  if (whole) {
    b.center = vec3(rintf(b.center.x), rintf(b.center.y), rintf(b.center.z));
    b.size = ceilf(b.size);
  }
  for (int side = 0; side < 6; side++) {
    float half = test_uniform(state, 0.3f, 1) * b.size;
    add_plane(&b, unit_cube[side].normal, (double)(whole ? ceilf(half) : half));
  }
  uint32_t more = test_below(state, test_below(state, 8) ? 12 : 94);
  for (uint32_t i = 0; i < more; i++) add_any_plane(state, &b);
  return b;
}

static double plane_height(const carom_plane *plane, carom_vec3 point) {
  double length = sqrt(hull_dot(plane->normal, plane->normal));
  return (hull_dot(plane->normal, point) - (double)plane->offset) / length;
}

/* No vertex is beyond a given plane, and each face is parallel to one that its vertices are on. */
static const char *brush_fault(const carom_hull *hull, const brush *b, int *strange_faces) {
  double near = 2 * HULL_TOLERANCE * hull_size(hull) + 4 * hull_rounding(hull);
  for (size_t i = 0; i < b->count; i++)
    for (uint32_t v = 0; v < hull->vertex_count; v++)
      if (plane_height(&b->planes[i], hull->vertices[v]) > near) return "a vertex is beyond a given plane";
  for (uint32_t f = 0; f < hull->face_count; f++) {
    bool known = false;
    for (size_t i = 0; i < b->count && !known; i++) {
      carom_vec3 n = b->planes[i].normal;
      known = hull_dot(n, hull->planes[f].normal) > (1 - 1e-6) * sqrt(hull_dot(n, n)) &&
              fabs(plane_height(&b->planes[i], hull->vertices[hull->loops[hull->face_starts[f]]])) <= near;
    }
    *strange_faces += !known;
  }
  return NULL;
}

START_TEST(random_brushes_are_closed) {
  int faults = 0, strange_faces = 0;
  for (uint64_t seed = 0; seed < 10000; seed++) {
    uint64_t state = seed;
    brush b = brush_random(&state);
    carom_hull *hull = NULL;
    carom_status status = carom_hull_from_planes(NULL, b.planes, b.count, &hull);
    const char *fault = status ? carom_status_name(status) : hull_fault(hull);
    if (!fault) fault = brush_fault(hull, &b, &strange_faces);
    if (fault && faults++ < 5) printf("brush %u: %s\n", (unsigned)seed, fault);
    carom_hull_release(hull);
  }
  ck_assert_int_eq(faults, 0);
  ck_assert_int_le(strange_faces, 20); /* slivers between planes that are parallel but for the tolerance */
}
END_TEST

/* The planes in another order, and shrunk or grown normals, give the same solid. */
START_TEST(order_and_length_do_not_matter) {
  int wrong = 0;
  for (uint64_t seed = 0; seed < 1000; seed++) {
    uint64_t state = seed;
    brush b = brush_random(&state), c = b;
    for (size_t i = 0; i < b.count; i++) {
      float scale = ldexpf(1, (int)test_below(&state, 20) - 10);
      c.planes[b.count - 1 - i] =
          (carom_plane){vec3_scale(b.planes[i].normal, scale), b.planes[i].offset * scale};
    }
    carom_hull *one = NULL, *two = NULL;
    carom_hull_from_planes(NULL, b.planes, b.count, &one);
    carom_hull_from_planes(NULL, c.planes, c.count, &two);
    double size = hull_size(one), near = 4 * HULL_TOLERANCE * size + 4 * hull_rounding(one);
    wrong += fabs((double)one->volume - (double)two->volume) > 6 * size * size * near;
    carom_hull_release(one);
    carom_hull_release(two);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Editors leave planes that are there already: each one again, its normal shrunk or grown. */
START_TEST(planes_that_come_again_take_nothing) {
  int wrong = 0;
  for (uint64_t seed = 0; seed < 2000; seed++) {
    uint64_t state = seed;
    brush once = {.size = 1, .center = test_vec3(&state, -8, 8)}, more;
    for (int side = 0; side < 6; side++) add_plane(&once, unit_cube[side].normal, 2);
    for (int i = 0; i < 30; i++) add_plane(&once, test_vec3(&state, -1, 1), 1);
    more = once;
    for (size_t i = 0; i < 2 * once.count; i++) {
      const carom_plane old = once.planes[i % once.count];
      float scale = ldexpf(1, (int)test_below(&state, 20) - 10);
      more.planes[more.count++] = (carom_plane){vec3_scale(old.normal, scale), old.offset * scale};
    }
    carom_hull *one = NULL, *two = NULL;
    carom_hull_from_planes(NULL, once.planes, once.count, &one);
    carom_hull_from_planes(NULL, more.planes, more.count, &two);
    wrong += fabs((double)one->volume - (double)two->volume) > 1e-5;
    carom_hull_release(one);
    carom_hull_release(two);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

/* The distance from a vertex of one hull to the nearest one of the other, at most. */
static double farthest_vertex(const carom_hull *from, const carom_hull *to) {
  double worst = 0;
  for (uint32_t i = 0; i < from->vertex_count; i++) {
    double nearest = HUGE_VAL;
    for (uint32_t k = 0; k < to->vertex_count; k++)
      nearest = fmin(nearest, (double)vec3_length(vec3_sub(from->vertices[i], to->vertices[k])));
    worst = fmax(worst, nearest);
  }
  return worst;
}

/* Tells whether a hull rebuilt from its own planes is the same. Where more than three planes meet, their
 * rounding may leave two vertices in the place of one. */
static bool rebuilds(const carom_hull *hull) {
  carom_hull *again = NULL;
  if (carom_hull_from_planes(NULL, hull->planes, hull->face_count, &again)) return false;
  double size = hull_size(hull), volume = fabs((double)hull->volume - (double)again->volume);
  bool same =
      !hull_fault(again) && again->face_count >= hull->face_count && volume < 2e-6 * size * size * size;
  same = same && fmax(farthest_vertex(hull, again), farthest_vertex(again, hull)) < 1e-3 * size;
  carom_hull_release(again);
  return same;
}

START_TEST(planes_of_a_hull_rebuild_it) {
  int wrong = 0;
  for (uint64_t seed = 0; seed < 1000; seed++) {
    uint64_t state = seed;
    carom_vec3 points[40];
    float scale = test_log_uniform(&state, 1e-3f, 1e4f);
    uint32_t count = 5 + test_below(&state, 36);
    for (uint32_t i = 0; i < count; i++) points[i] = test_vec3(&state, -scale, scale);
    carom_hull *hull = NULL;
    if (carom_hull_from_points(NULL, &points[0].x, count, 0, &hull) || !rebuilds(hull)) {
      printf("cloud %u\n", (unsigned)seed);
      wrong++;
    }
    carom_hull_release(hull);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

START_TEST(cube_is_exact) {
  carom_hull *hull = NULL;
  ck_assert_int_eq(carom_hull_from_planes(NULL, unit_cube, 6, &hull), CAROM_OK);
  ck_assert_uint_eq(hull->vertex_count, 8);
  ck_assert_uint_eq(hull->face_count, 6);
  ck_assert(hull->volume == 8);
  for (uint32_t i = 0; i < 8; i++) {
    carom_vec3 v = vec3_abs(hull->vertices[i]);
    ck_assert(v.x == 1 && v.y == 1 && v.z == 1);
  }
  ck_assert_ptr_null(hull_fault(hull));
  carom_hull_release(hull);
}
END_TEST

START_TEST(many_planes_around_a_ball) {
  static carom_plane planes[1500];
  uint64_t state = 3;
  for (int i = 0; i < 1500; i++) {
    carom_vec3 n = vec3_normalize_or(test_vec3(&state, -1, 1), vec3(1, 0, 0));
    planes[i] = (carom_plane){n, 10};
  }
  carom_hull *hull = NULL;
  ck_assert_int_eq(carom_hull_from_planes(NULL, planes, 1500, &hull), CAROM_OK);
  ck_assert_uint_gt(hull->face_count, 1450);
  ck_assert_ptr_null(hull_fault(hull));
  ck_assert(fabsf(hull->volume / 4188.79f - 1) < 0.01f);
  carom_hull_release(hull);
}
END_TEST

/* Every subset of a cube's sides but the whole is open. */
START_TEST(missing_sides_are_unbounded) {
  int wrong = 0;
  for (unsigned subset = 0; subset < 63; subset++) {
    carom_plane planes[8];
    size_t count = 0;
    for (unsigned side = 0; side < 6; side++)
      if (subset >> side & 1) planes[count++] = unit_cube[side];
    planes[count] = planes[count + 1] = planes[0];
    wrong +=
        count > 0 && status_of(planes, count + 2) != (count < 2 ? CAROM_TOO_FEW_POINTS : CAROM_UNBOUNDED);
  }
  ck_assert_int_eq(wrong, 0);
  carom_plane wedge[4] = {{{0, 0, -1}, 0}, {{0, 1, 0}, 1}, {{0, -1, 0}, 1}, {{1e-9f, 0, 1}, 1}};
  ck_assert_int_eq(status_of(wedge, 4), CAROM_UNBOUNDED);
  carom_plane large[6];
  for (int i = 0; i < 6; i++) large[i] = (carom_plane){unit_cube[i].normal, 6e5f};
  ck_assert_int_eq(status_of(large, 6), CAROM_UNBOUNDED);
}
END_TEST

/* A cube one of whose sides is moved to `offset` from the opposite one. */
static carom_status squeezed_cube(float gap) {
  carom_plane planes[6];
  memcpy(planes, unit_cube, sizeof planes);
  planes[0].offset = gap - planes[1].offset;
  return status_of(planes, 6);
}

START_TEST(bad_planes_have_their_status) {
  carom_hull *hull = NULL;
  ck_assert_int_eq(carom_hull_from_planes(NULL, NULL, 6, &hull), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_hull_from_planes(NULL, unit_cube, 6, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(status_of(unit_cube, 3), CAROM_TOO_FEW_POINTS);
  ck_assert_int_eq(squeezed_cube(-0.5f), CAROM_EMPTY);
  ck_assert_int_eq(squeezed_cube(-1e-3f), CAROM_EMPTY);
  ck_assert_int_eq(squeezed_cube(1e-6f), CAROM_FLAT);
  ck_assert_int_eq(squeezed_cube(0), CAROM_FLAT);
  ck_assert_int_eq(squeezed_cube(1e-4f), CAROM_OK);
  carom_plane planes[6];
  const float bad[] = {NAN, INFINITY, -INFINITY};
  for (int k = 0; k < 3; k++) {
    memcpy(planes, unit_cube, sizeof planes);
    planes[3].normal.z = bad[k];
    ck_assert_int_eq(status_of(planes, 6), CAROM_NOT_FINITE);
    planes[3] = (carom_plane){{0, 1, 0}, bad[k]};
    ck_assert_int_eq(status_of(planes, 6), CAROM_NOT_FINITE);
  }
  planes[3] = (carom_plane){{0, 0, 0}, 1};
  ck_assert_int_eq(status_of(planes, 6), CAROM_NOT_UNIT);
  for (int i = 0; i < 6; i++) planes[i] = (carom_plane){unit_cube[i].normal, 1e-6f};
  ck_assert_int_eq(status_of(planes, 6), CAROM_BAD_SIZE);
  for (int i = 0; i < 6; i++) planes[i] = (carom_plane){unit_cube[i].normal, 1e-5f};
  ck_assert_int_eq(status_of(planes, 6), CAROM_OK);
  for (int i = 0; i < 6; i++) planes[i] = (carom_plane){vec3_scale(unit_cube[i].normal, 1e-30f), 2e-30f};
  ck_assert_int_eq(status_of(planes, 6), CAROM_OK);
  for (int i = 0; i < 6; i++)
    planes[i] = (carom_plane){unit_cube[i].normal, i == 0 ? 2e6f : i == 1 ? -1.9e6f : 1e3f};
  ck_assert_int_eq(status_of(planes, 6), CAROM_OUT_OF_RANGE);
  for (int i = 0; i < 6; i++) planes[i] = (carom_plane){unit_cube[i].normal, FLT_MAX};
  ck_assert_int_eq(status_of(planes, 6), CAROM_UNBOUNDED);
}
END_TEST

/* Planes at random close a solid, or do not; nothing hangs, and what is built is sound. */
START_TEST(any_planes_get_an_answer) {
  int faults = 0, built = 0;
  for (uint64_t seed = 0; seed < 5000; seed++) {
    uint64_t state = seed;
    carom_plane planes[24];
    size_t count = 4 + test_below(&state, 21);
    float scale = test_log_uniform(&state, 1e-6f, 1e7f);
    for (size_t i = 0; i < count; i++)
      planes[i] = (carom_plane){test_vec3(&state, -1, 1), test_uniform(&state, -0.1f, 1) * scale};
    carom_hull *hull = NULL;
    carom_status status = carom_hull_from_planes(NULL, planes, count, &hull);
    built += status == CAROM_OK;
    const char *fault = status == CAROM_OK ? hull_fault(hull) : NULL;
    if (status == CAROM_NOT_CONVERGED || status == CAROM_OUT_OF_MEMORY) fault = carom_status_name(status);
    if (fault && faults++ < 5) printf("planes %u: %s\n", (unsigned)seed, fault);
    carom_hull_release(hull);
  }
  ck_assert_int_eq(faults, 0);
  ck_assert_int_gt(built, 500);
}
END_TEST

START_TEST(refused_memory_changes_nothing) {
  uint64_t state = 17;
  brush b = brush_random(&state);
  int wrong = 0;
  size_t k = 1;
  for (bool reached = true; reached && k < 1000; k++) {
    test_memory memory = {.fail_at = k, .fail_after = true};
    carom_allocator allocator = test_memory_allocator(&memory);
    carom_hull *hull = NULL;
    carom_status status = carom_hull_from_planes(&allocator, b.planes, b.count, &hull);
    reached = memory.requests >= k;
    wrong += status != (reached ? CAROM_OUT_OF_MEMORY : CAROM_OK) || (hull != NULL) == reached;
    carom_hull_release(hull);
    wrong += !test_memory_is_clean(&memory);
  }
  ck_assert_int_eq(wrong, 0);
  ck_assert_uint_gt(k, 10);
  ck_assert_uint_lt(k, 1000);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("hull_planes");
  TCase *cases = tcase_create("planes");
  tcase_set_timeout(cases, 120);
  tcase_add_test(cases, cube_is_exact);
  tcase_add_test(cases, random_brushes_are_closed);
  tcase_add_test(cases, order_and_length_do_not_matter);
  tcase_add_test(cases, planes_that_come_again_take_nothing);
  tcase_add_test(cases, planes_of_a_hull_rebuild_it);
  tcase_add_test(cases, many_planes_around_a_ball);
  tcase_add_test(cases, missing_sides_are_unbounded);
  tcase_add_test(cases, bad_planes_have_their_status);
  tcase_add_test(cases, any_planes_get_an_answer);
  tcase_add_test(cases, refused_memory_changes_nothing);
  suite_add_tcase(suite, cases);
  return suite;
}

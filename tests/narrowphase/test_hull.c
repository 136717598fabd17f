/* test_hull.c: hulls of points, against their invariants and against qhull. */
#include "carom/hull.h"

#include <float.h>
#include <libqhull_r/geom_r.h>
#include <libqhull_r/libqhull_r.h>
#include <pthread.h>
#include <stdio.h>

#include "hull_check.h"
#include "hull_clouds.h"
#include "test_memory.h"

enum { MOST_POINTS = 20000 };
static carom_vec3 cloud[MOST_POINTS];

static carom_hull *build(const carom_vec3 *points, size_t count) {
  carom_hull *hull = NULL;
  carom_status status = carom_hull_from_points(NULL, &points[0].x, count, 0, &hull);
  ck_assert_msg(status == CAROM_OK, "%s", carom_status_name(status));
  return hull;
}

static carom_status status_of(const carom_vec3 *points, size_t count) {
  carom_hull *hull = NULL;
  carom_status status = carom_hull_from_points(NULL, &points[0].x, count, 0, &hull);
  if ((status == CAROM_OK) != (hull != NULL)) return CAROM_STATUS_COUNT;
  carom_hull_release(hull);
  return status;
}

START_TEST(cube_is_described) {
  for (int i = 0; i < 8; i++) cloud[i] = vec3(i & 1 ? 3.f : 1.f, i & 2 ? 1.f : -1.f, i & 4 ? 5.f : 1.f);
  carom_hull *hull = build(cloud, 8);
  carom_hull_view view;
  ck_assert_int_eq(carom_hull_describe(hull, &view), CAROM_OK);
  ck_assert_uint_eq(view.vertex_count, 8);
  ck_assert_uint_eq(view.face_count, 6);
  ck_assert_uint_eq(view.edge_count, 12);
  ck_assert(view.volume == 16);
  ck_assert(vec3_length(vec3_sub(view.centroid, vec3(2, 0, 3))) < 1e-6f);
  ck_assert(view.bounds.min.x == 1 && view.bounds.max.z == 5);
  ck_assert_int_eq(memcmp(view.vertices, cloud, 8 * sizeof *cloud), 0);
  for (uint32_t f = 0; f < 6; f++) ck_assert_uint_eq(view.face_starts[f + 1] - view.face_starts[f], 4);
  ck_assert_ptr_null(hull_fault(hull));
  ck_assert_int_eq(carom_hull_describe(NULL, &view), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_hull_describe(hull, NULL), CAROM_NULL_ARGUMENT);
  carom_hull_release(hull);
}
END_TEST

START_TEST(stride_skips_what_is_between) {
  static float mixed[64 * 5];
  uint64_t state = 1;
  for (int i = 0; i < 64; i++) {
    cloud[i] = test_vec3(&state, -1, 1);
    memcpy(mixed + 5 * i, &cloud[i], sizeof cloud[i]);
    mixed[5 * i + 3] = NAN;
  }
  carom_hull *packed = build(cloud, 64), *strewn = NULL;
  ck_assert_int_eq(carom_hull_from_points(NULL, mixed, 64, 5 * sizeof(float), &strewn), CAROM_OK);
  ck_assert_uint_eq(strewn->vertex_count, packed->vertex_count);
  ck_assert_int_eq(memcmp(strewn->vertices, packed->vertices, packed->vertex_count * sizeof *cloud), 0);
  carom_hull_release(strewn);
  strewn = NULL;
  ck_assert_int_eq(carom_hull_from_points(NULL, mixed, 64, 8, &strewn), CAROM_OUT_OF_RANGE);
  ck_assert_ptr_null(strewn);
  carom_hull_release(packed);
}
END_TEST

START_TEST(bad_input_has_its_status) {
  carom_hull *hull = NULL;
  float zero[3] = {0, 0, 0};
  ck_assert_int_eq(carom_hull_from_points(NULL, NULL, 8, 0, &hull), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_hull_from_points(NULL, zero, 1, 0, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_hull_from_points(NULL, zero, 1, 0, &hull), CAROM_TOO_FEW_POINTS);
  uint64_t state = 2;
  for (int i = 0; i < 100; i++) cloud[i] = test_vec3(&state, -1, 1);
  ck_assert_int_eq(status_of(cloud, 3), CAROM_TOO_FEW_POINTS);
  const float wrong[] = {NAN, INFINITY, -INFINITY};
  for (int k = 0; k < 3; k++) {
    cloud[99].y = wrong[k];
    ck_assert_int_eq(status_of(cloud, 100), CAROM_NOT_FINITE);
  }
  cloud[99].y = FLT_MAX;
  ck_assert_int_eq(status_of(cloud, 100), CAROM_BAD_SIZE);
  cloud[99].y = 0;
  for (int i = 0; i < 100; i++) cloud[i] = vec3_scale(cloud[i], 4e-6f);
  ck_assert_int_eq(status_of(cloud, 100), CAROM_BAD_SIZE);
  for (int i = 0; i < 100; i++) cloud[i] = vec3_add(vec3_scale(cloud[i], 1e5f), vec3(1.1e6f, 0, 0));
  ck_assert_int_eq(status_of(cloud, 100), CAROM_OUT_OF_RANGE);
}
END_TEST

/* A cloud squeezed to a plane, a line or a point, turned so that rounding lifts its points off. */
static carom_status status_when_squeezed(uint64_t *state, carom_vec3 squeeze) {
  carom_mat3 turn = quat_to_mat3(test_quat(state));
  for (int i = 0; i < 300; i++) cloud[i] = mat3_mul_vec3(&turn, vec3_mul(test_vec3(state, -1, 1), squeeze));
  return status_of(cloud, 300);
}

START_TEST(no_volume_is_flat) {
  int wrong = 0;
  for (uint64_t seed = 0; seed < 300; seed++) {
    uint64_t state = seed;
    wrong += status_when_squeezed(&state, vec3(1, 1, 0)) != CAROM_FLAT;
    wrong += status_when_squeezed(&state, vec3(1, 1, 1e-6f)) != CAROM_FLAT;
    wrong += status_when_squeezed(&state, vec3(1, 1e-6f, 1e-6f)) != CAROM_FLAT;
    wrong += status_when_squeezed(&state, vec3(1, 0, 0)) != CAROM_FLAT;
    wrong += status_when_squeezed(&state, vec3(0, 0, 0)) != CAROM_FLAT;
    wrong += status_when_squeezed(&state, vec3(1, 1, 1e-5f)) != CAROM_OK;
    wrong += status_when_squeezed(&state, vec3(1, 1e-5f, 1e-5f)) != CAROM_OK;
  }
  ck_assert_int_eq(wrong, 0);
  for (int i = 0; i < 300; i++) cloud[i] = vec3(7, -3, 1e5f);
  ck_assert_int_eq(status_of(cloud, 300), CAROM_FLAT);
}
END_TEST

START_TEST(too_many_vertices_are_refused) {
  uint64_t state = 4;
  cloud_fill(CLOUD_SPHERE, &state, cloud, MOST_POINTS, 1);
  ck_assert_int_eq(status_of(cloud, MOST_POINTS), CAROM_LIMIT);
  carom_hull *hull = build(cloud, 16000);
  ck_assert_uint_gt(hull->vertex_count, 15900);
  ck_assert_ptr_null(hull_fault_with_points(hull, cloud, 16000));
  carom_hull_release(hull);
}
END_TEST

START_TEST(prisms_have_their_faces) {
  const uint32_t sides[] = {3, 4, 5, 6, 8, 12, 17, 64, 100, 500};
  int wrong = 0;
  for (size_t k = 0; k < sizeof sides / sizeof *sides; k++)
    for (uint64_t seed = 0; seed < 10; seed++) {
      uint64_t state = seed;
      carom_mat3 turn = seed ? quat_to_mat3(test_quat(&state)) : mat3_identity();
      for (uint32_t i = 0; i < 2 * sides[k]; i++)
        cloud[i] = mat3_mul_vec3(&turn, cloud_on_circle(i / 2, sides[k], i & 1 ? 1.0f : -1.0f));
      carom_hull *hull = build(cloud, 2 * sides[k]);
      wrong += hull->vertex_count != 2 * sides[k] || hull->face_count != sides[k] + 2;
      wrong += hull_fault_with_points(hull, cloud, 2 * sides[k]) != NULL;
      carom_hull_release(hull);
    }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

START_TEST(coplanar_points_make_one_face) {
  int wrong = 0;
  for (uint64_t seed = 0; seed < 60; seed++) {
    uint64_t state = seed;
    carom_mat3 turn = seed % 2 ? quat_to_mat3(test_quat(&state)) : mat3_identity();
    float scale = test_log_uniform(&state, 2e-5f, 2e5f), noise = test_log_uniform(&state, 1e-9f, 1e-6f);
    for (int i = 0; i < 3000; i++) {
      carom_vec3 p =
          i < 8 ? vec3(i & 1 ? 1.f : -1.f, i & 2 ? 1.f : -1.f, i & 4 ? 1.f : -1.f) : cloud_on_cube(&state);
      p = vec3_mad(p, test_vec3(&state, -1, 1), noise);
      cloud[i] = vec3_scale(mat3_mul_vec3(&turn, p), scale);
    }
    carom_hull *hull = build(cloud, 3000);
    wrong += hull->vertex_count != 8 || hull->face_count != 6;
    wrong += hull_fault_with_points(hull, cloud, 3000) != NULL;
    carom_hull_release(hull);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

/* One cloud of the fuzz: what is wrong with its hull, or NULL. Its status may be a refusal only where the
 * cloud is too small or too thin. */
static const char *fuzz_one(cloud_kind kind, uint64_t seed) {
  uint64_t state = seed * CLOUD_KINDS + kind;
  uint32_t count = seed % 20 == 19 ? 2000 : 4 + test_below(&state, 200);
  const float scales[] = {1, 2e-5f, 1.5e5f, 100};
  float scale = scales[seed % 4];
  cloud_fill(kind, &state, cloud, count, scale);
  if (seed % 8 == 3) /* far off; the largest coordinate allowed is 1e6 */
    for (uint32_t i = 0; i < count; i++) cloud[i] = vec3_add(cloud[i], vec3_scale(vec3(50, -20, 7), scale));
  carom_hull *hull = NULL;
  carom_status status = carom_hull_from_points(NULL, &cloud[0].x, count, 0, &hull);
  if (status == CAROM_FLAT || status == CAROM_BAD_SIZE) return count > 40 && scale > 1 ? "refused" : NULL;
  if (status) return carom_status_name(status);
  const char *fault = hull_fault_with_points(hull, cloud, count);
  carom_hull_release(hull);
  return fault;
}

START_TEST(invariants_hold_for_nasty_clouds) {
  int faults = 0;
  for (uint64_t seed = 0; seed < 50 + (uint64_t)test_scaled(200); seed++) {
    const char *fault = fuzz_one((cloud_kind)_i, seed);
    if (fault && faults++ < 5) printf("cloud %d, seed %u: %s\n", _i, (unsigned)seed, fault);
  }
  ck_assert_int_eq(faults, 0);
}
END_TEST

/* The same hull by qhull: its volume, its planes and its vertices. */
typedef struct reference {
  double volume, area;
  size_t planes, vertices;
  double (*plane)[4]; /* normal and offset: dot(normal, p) + offset <= 0 */
  carom_vec3 *vertex;
} reference;

static void reference_read(qhT *qh, const carom_vec3 *points, reference *out) {
  facetT *facet;
  vertexT *vertex;
  qh_getarea(qh, qh->facet_list);
  *out = (reference){.volume = qh->totvol, .area = qh->totarea};
  out->plane = malloc((size_t)qh->num_facets * sizeof *out->plane);
  out->vertex = malloc((size_t)qh->num_vertices * sizeof *out->vertex);
  FORALLfacets {
    double *plane = out->plane[out->planes++];
    memcpy(plane, facet->normal, 3 * sizeof *plane);
    plane[3] = facet->offset;
  }
  FORALLvertices { out->vertex[out->vertices++] = points[qh_pointid(qh, vertex->point)]; }
  qsort(out->vertex, out->vertices, sizeof *out->vertex, hull_compare_points);
}

static bool reference_build(const carom_vec3 *points, uint32_t count, FILE *errors, reference *out) {
  static double coordinates[3 * MOST_POINTS];
  char options[] = "qhull Pp";
  qhT qh;
  int long_blocks, memory;
  for (uint32_t i = 0; i < 3 * count; i++) coordinates[i] = (double)vec3_get(points[i / 3], (int)(i % 3));
  qh_zero(&qh, errors);
  bool ok = qh_new_qhull(&qh, 3, (int)count, coordinates, False, options, NULL, errors) == 0;
  if (ok) reference_read(&qh, points, out);
  qh_freeqhull(&qh, !qh_ALL);
  qh_memfreeshort(&qh, &long_blocks, &memory);
  return ok;
}

/* How far the hull's own support falls short of qhull's planes, relative to the size. Its vertices are points
 * of the cloud, so it cannot lie beyond. */
static double worst_shortfall(const carom_hull *hull, const reference *ref) {
  double worst = 0;
  for (size_t i = 0; i < ref->planes; i++) {
    double most = -HUGE_VAL;
    for (uint32_t k = 0; k < hull->vertex_count; k++) {
      const carom_vec3 v = hull->vertices[k];
      most = fmax(most, ref->plane[i][0] * (double)v.x + ref->plane[i][1] * (double)v.y +
                            ref->plane[i][2] * (double)v.z + ref->plane[i][3]);
    }
    worst = fmax(worst, -most);
  }
  return worst / hull_size(hull);
}

static bool same_vertices(const carom_hull *hull, const reference *ref) {
  if (hull->vertex_count != ref->vertices) return false;
  for (uint32_t i = 0; i < hull->vertex_count; i++)
    if (!bsearch(&hull->vertices[i], ref->vertex, ref->vertices, sizeof *ref->vertex, hull_compare_points))
      return false;
  return true;
}

/* Volume within 1e-5, or for what is thin within the tolerance times the surface. */
static bool same_volume(const carom_hull *hull, const reference *ref) {
  double off = fabs((double)hull->volume - ref->volume);
  return off <= 1e-5 * ref->volume || off <= HULL_TOLERANCE * hull_size(hull) * ref->area;
}

typedef struct comparison {
  int compared, refused, wrong_volume, wrong_planes, other_vertices;
} comparison;

static void compare_one(cloud_kind kind, uint64_t seed, FILE *errors, comparison *sum) {
  uint64_t state = seed * 977 + kind;
  uint32_t count = seed % 25 == 24 ? 1500 : 5 + test_below(&state, 150);
  cloud_fill(kind, &state, cloud, count, seed % 2 ? 1.0f : 300.0f);
  carom_hull *hull = NULL;
  reference ref;
  carom_status status = carom_hull_from_points(NULL, &cloud[0].x, count, 0, &hull);
  if (status || !reference_build(cloud, count, errors, &ref)) {
    sum->refused++;
    carom_hull_release(hull);
    return;
  }
  sum->compared++;
  sum->wrong_volume += !same_volume(hull, &ref);
  sum->wrong_planes += worst_shortfall(hull, &ref) > 2 * HULL_TOLERANCE;
  sum->other_vertices += !same_vertices(hull, &ref);
  free(ref.plane);
  free(ref.vertex);
  carom_hull_release(hull);
}

START_TEST(agrees_with_qhull) {
  FILE *errors = fopen("/dev/null", "w");
  comparison sum = {0};
  int seeds = 50 + test_scaled(100);
  for (uint64_t seed = 0; seed < (uint64_t)seeds; seed++) compare_one((cloud_kind)_i, seed, errors, &sum);
  fclose(errors);
  ck_assert_msg(sum.wrong_volume == 0 && sum.wrong_planes == 0, "cloud %d: volume %d, planes %d of %d", _i,
                sum.wrong_volume, sum.wrong_planes, sum.compared);
  ck_assert_int_gt(sum.compared, seeds * 4 / 5);
  /* Where no two points are near each other and none nearly in a face, the vertices are the very same. */
  if (_i == CLOUD_CUBE || _i == CLOUD_BALL || _i == CLOUD_LATTICE) ck_assert_int_le(sum.other_vertices, 1);
}
END_TEST

/* Builds with the k-th request refused, or with all from there on; tells whether there were as many. */
static bool build_with_refusal(size_t k, bool all, int *wrong) {
  test_memory memory = {.fail_at = k, .fail_after = all};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_hull *hull = NULL;
  carom_status status = carom_hull_from_points(&allocator, &cloud[0].x, 3000, 0, &hull);
  bool reached = memory.requests >= k;
  if (status == CAROM_OK)
    *wrong += hull_fault(hull) != NULL || (reached && all);
  else
    *wrong += status != CAROM_OUT_OF_MEMORY || hull != NULL || !reached;
  carom_hull_release(hull);
  *wrong += !test_memory_is_clean(&memory);
  return reached;
}

START_TEST(refused_memory_changes_nothing) {
  uint64_t state = 8;
  cloud_fill(_i ? CLOUD_BLADE : CLOUD_SCAN, &state, cloud, 3000, 1);
  for (int all = 0; all < 2; all++) {
    size_t k = 1;
    int wrong = 0;
    while (k < 1000 && build_with_refusal(k, all, &wrong)) k++;
    ck_assert_int_eq(wrong, 0);
    ck_assert_uint_gt(k, 10);
    ck_assert_uint_lt(k, 1000);
  }
}
END_TEST

START_TEST(support_is_farthest_and_lowest) {
  int wrong = 0;
  for (uint64_t seed = 0; seed < 200; seed++) {
    uint64_t state = seed;
    cloud_fill(seed % 2 ? CLOUD_LATTICE : CLOUD_BALL, &state, cloud, 100, 1);
    carom_hull *hull = build(cloud, 100);
    for (int k = 0; k < 50; k++) {
      carom_vec3 d = test_vec3(&state, -2, 2);
      if (k % 2) d = vec3(rintf(d.x), rintf(d.y), rintf(d.z));
      uint32_t best = carom__hull_support_find(&hull->support, d);
      for (uint32_t i = 0; i < hull->vertex_count; i++) {
        float here = vec3_dot(hull->vertices[i], d), most = vec3_dot(hull->vertices[best], d);
        wrong += here > most || (here == most && i < best);
      }
    }
    carom_hull_release(hull);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

static void *count_up_and_down(void *hull) {
  for (int i = 0; i < 20000; i++) carom_hull_release(carom_hull_retain(hull));
  return NULL;
}

START_TEST(counts_are_atomic) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  uint64_t state = 11;
  cloud_fill(CLOUD_CUBE, &state, cloud, 50, 1);
  carom_hull *hull = NULL;
  ck_assert_int_eq(carom_hull_from_points(&allocator, &cloud[0].x, 50, 0, &hull), CAROM_OK);
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, count_up_and_down, hull);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  ck_assert_uint_eq(carom__atomic_read(&hull->asset.count), 1);
  ck_assert_ptr_eq(carom_hull_retain(hull), hull);
  carom_hull_release(hull);
  ck_assert_uint_eq(memory.live_blocks, 1);
  carom_hull_release(hull);
  ck_assert(test_memory_is_clean(&memory));
  ck_assert_ptr_null(carom_hull_retain(NULL));
  carom_hull_release(NULL);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("hull");
  TCase *cases = tcase_create("points");
  tcase_set_timeout(cases, 120);
  tcase_add_test(cases, cube_is_described);
  tcase_add_test(cases, stride_skips_what_is_between);
  tcase_add_test(cases, bad_input_has_its_status);
  tcase_add_test(cases, no_volume_is_flat);
  tcase_add_test(cases, too_many_vertices_are_refused);
  tcase_add_test(cases, prisms_have_their_faces);
  tcase_add_test(cases, coplanar_points_make_one_face);
  tcase_add_loop_test(cases, invariants_hold_for_nasty_clouds, 0, CLOUD_KINDS);
  tcase_add_loop_test(cases, agrees_with_qhull, 0, CLOUD_KINDS);
  tcase_add_loop_test(cases, refused_memory_changes_nothing, 0, 2);
  tcase_add_test(cases, support_is_farthest_and_lowest);
  tcase_add_test(cases, counts_are_atomic);
  suite_add_tcase(suite, cases);
  return suite;
}

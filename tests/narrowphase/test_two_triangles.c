/* test_two_triangles.c: the closed form of two triangles against the general way of all convex shapes. */
#include "manifold.h"
#include "pose.h"
#include "testing.h"
#include "triangle_nearest.h"
#include "two_triangles.h"
#include "vec.h"

typedef struct couple {
  carom__triangle triangles[2];
  carom_shape shapes[2];
  carom__relative b_in_a;
  float size;
} couple;

static carom_vec3 normal_of(const carom_vec3 c[3]) {
  return vec3_normalize_or(vec3_cross(vec3_sub(c[1], c[0]), vec3_sub(c[2], c[0])), vec3(0, 0, 1));
}

static carom_vec3 corner_in_b(const couple *c, int k) {
  return mat3_tmul_vec3(&c->b_in_a.axes, vec3_sub(c->triangles[0].corners[k], c->b_in_a.origin));
}

/* Where an edge of A goes on beyond its end. */
static carom_vec3 beyond_in_b(uint64_t *random, const couple *c, float t) {
  carom_vec3 jitter = vec3_scale(test_vec3(random, -1, 1), test_log_uniform(random, 1e-6f, 1e-3f));
  return vec3_add(vec3_lerp(corner_in_b(c, 0), corner_in_b(c, 1), t), jitter);
}

/* Of all sizes, some with a common corner or edge, in one plane, with parallel edges, slivers and flat, or
 * with an edge that all but goes on where one of the other ends. */
static void make_couple(uint64_t *random, int kind, couple *out) {
  carom_vec3 *a = out->triangles[0].corners, *b = out->triangles[1].corners;
  out->size = test_log_uniform(random, 0.1f, 10);
  out->b_in_a = (carom__relative){test_vec3(random, -0.5f, 0.5f), quat_to_mat3(test_quat(random))};
  for (int k = 0; k < 3; k++) a[k] = test_vec3(random, -1, 1);
  for (int k = 0; k < 3; k++) b[k] = vec3_scale(test_vec3(random, -1, 1), out->size);
  if (kind == 1) b[0] = corner_in_b(out, 1);
  if (kind == 2) b[0] = corner_in_b(out, 1), b[2] = corner_in_b(out, 0);
  if (kind == 3) b[1] = vec3_add(b[0], vec3_sub(corner_in_b(out, 1), corner_in_b(out, 0)));
  if (kind == 4) a[2] = vec3_mad(vec3_lerp(a[0], a[1], 0.3f), test_vec3(random, -1, 1), 1e-3f);
  if (kind == 5) a[2] = vec3_lerp(a[0], a[1], test_uniform(random, -1, 2));
  if (kind == 6)
    for (int k = 0; k < 3; k++) {
      carom_vec3 along = vec3_lerp(corner_in_b(out, 0), corner_in_b(out, 1), test_uniform(random, -1, 2));
      b[k] = vec3_lerp(along, corner_in_b(out, 2), test_uniform(random, -1, 2));
    }
  if (kind == 7) b[0] = beyond_in_b(random, out, 1), b[1] = beyond_in_b(random, out, 1 + out->size);
  for (int i = 0; i < 2; i++) {
    out->triangles[i].normal = normal_of(out->triangles[i].corners);
    out->triangles[i].radius = 0;
    out->triangles[i].one_sided = false;
    out->shapes[i] = triangle_shape(&out->triangles[i]);
  }
}

static float deepest_of(const carom__manifold *m) {
  float least = 0;
  for (uint32_t i = 0; i < m->count; i++) least = fminf(least, m->points[i].separation);
  return -least;
}

static float extent_of(const carom__triangle *t, carom_vec3 along, float *high) {
  float low = HUGE_VALF;
  *high = -HUGE_VALF;
  for (int k = 0; k < 3; k++) {
    float at = vec3_dot(along, t->corners[k]);
    low = fminf(low, at), *high = fmaxf(*high, at);
  }
  return low;
}

/* How far B must move along the normal to leave A. */
static float depth_along(const couple *c, carom_vec3 normal) {
  float high_a, high_b, low_b;
  extent_of(&c->triangles[0], normal, &high_a);
  low_b = extent_of(&c->triangles[1], mat3_tmul_vec3(&c->b_in_a.axes, normal), &high_b);
  return high_a - low_b - vec3_dot(normal, c->b_in_a.origin);
}

static double distance_to(const carom__triangle *t, carom_vec3 p) {
  return dvec3_length(dvec3_sub(carom__triangle_nearest(t, dvec3_widen(p)), dvec3_widen(p)));
}

/* Points are midway between one of each triangle, which overlap there. */
static void check_points(const couple *c, const carom__manifold *m, float near) {
  for (uint32_t i = 0; i < m->count; i++) {
    const carom__point *p = &m->points[i];
    carom_vec3 on_a = vec3_mad(p->position, m->normal, -0.5f * p->separation);
    carom_vec3 on_b = vec3_mad(p->position, m->normal, 0.5f * p->separation);
    on_b = mat3_tmul_vec3(&c->b_in_a.axes, vec3_sub(on_b, c->b_in_a.origin));
    ck_assert(p->separation <= 0);
    ck_assert_double_le(distance_to(&c->triangles[0], on_a), (double)near);
    ck_assert_double_le(distance_to(&c->triangles[1], on_b), (double)near);
  }
}

static void check_collide(const couple *c, int *told) {
  carom__manifold closed = {.count = 0}, general;
  carom__triangles_answer answer =
      carom__two_triangles_collide(&c->triangles[0], &c->triangles[1], &c->b_in_a, &closed);
  carom_status status = carom__collide_cores(&c->shapes[0], &c->shapes[1], &c->b_in_a, &general);
  if (answer == CAROM__TRIANGLES_UNSURE || status) return;
  (*told)++;
  ck_assert_int_eq(answer == CAROM__TRIANGLES_TOUCH, general.count > 0);
  if (answer == CAROM__TRIANGLES_APART) return;
  float near = 1e-5f * (1 + c->size);
  ck_assert_uint_gt(closed.count, 0);
  ck_assert(fabsf(vec3_length(closed.normal) - 1) < 1e-5f);
  ck_assert(fabsf(closed.least - general.least) <= near);
  ck_assert(fabsf(depth_along(c, closed.normal) + closed.least) <= near);
  ck_assert(deepest_of(&closed) <= -closed.least + near);
  ck_assert(closed.count > 1 || fabsf(deepest_of(&closed) + closed.least) <= near);
  check_points(c, &closed, 2e-4f * (1 + c->size));
}

/* Where corners are on the border of what is over a triangle, rounding decides on which side they are. */
static void check_along(const couple *c, float tolerance, int *found) {
  carom__manifold closed, general;
  for (int side = 0; side < 2; side++) {
    carom_vec3 normal = c->triangles[0].normal;
    if (side) normal = vec3_neg(normal);
    bool is = carom__two_triangles_along(&c->triangles[0], &c->triangles[1], &c->b_in_a, normal, &closed);
    bool was = carom__collide_cores_along(&c->shapes[0], &c->shapes[1], &c->b_in_a, normal, CAROM__ALONG_ANY,
                                          &general);
    float near = tolerance * (1 + c->size);
    if (is != was) { /* one has found what hardly touches */
      ck_assert(deepest_of(is ? &closed : &general) <= near);
      continue;
    }
    if (!is) continue;
    (*found)++;
    check_points(c, &closed, near);
    ck_assert_mem_eq(&closed.normal, &normal, sizeof normal);
    ck_assert(fabsf(deepest_of(&closed) - deepest_of(&general)) <= near);
  }
}

START_TEST(triangles_touch_as_by_the_general_way) {
  uint64_t random = (uint64_t)_i + 11;
  int told = 0, count = test_scaled(3000);
  for (int n = 0; n < count; n++) {
    couple c;
    make_couple(&random, _i, &c);
    check_collide(&c, &told);
  }
  if (_i == 0 || _i == 3) ck_assert_int_ge(told, count * 9 / 10);
  if (_i == 6) ck_assert_int_ge(told, count / 10); /* apart in one plane */
}
END_TEST

START_TEST(what_is_over_a_triangle_is_as_deep_as_by_the_general_way) {
  uint64_t random = (uint64_t)_i + 71;
  int found = 0, count = test_scaled(3000);
  for (int n = 0; n < count; n++) {
    couple c;
    make_couple(&random, _i, &c);
    if (_i != 5) check_along(&c, _i == 1 || _i == 2 || _i == 4 ? 2e-3f : 2e-4f, &found);
  }
  if (_i == 0) ck_assert_int_ge(found, count / 10);
}
END_TEST

/* Far from the corners, as in a large mesh, what is near is left to the general way. */
START_TEST(what_hardly_touches_is_left_to_others) {
  carom__triangle a = {.corners = {{1000, 0, 0}, {1001, 0, 0}, {1000, 1, 0}}, .normal = {0, 0, 1}}, b = a;
  carom__relative place = {{0, 0, 0}, mat3_identity()};
  carom__manifold found;
  b.corners[0] = vec3(1000.25f, 0.25f, -1e-3f);
  b.corners[1] = vec3(1000.5f, 0.25f, 1);
  b.corners[2] = vec3(1000.25f, 0.5f, 1);
  ck_assert_int_eq(carom__two_triangles_collide(&a, &b, &place, &found), CAROM__TRIANGLES_UNSURE);
  b.corners[0].z = -0.1f;
  ck_assert_int_eq(carom__two_triangles_collide(&a, &b, &place, &found), CAROM__TRIANGLES_TOUCH);
  b.corners[0].z = 0.1f;
  ck_assert_int_eq(carom__two_triangles_collide(&a, &b, &place, &found), CAROM__TRIANGLES_APART);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("two_triangles");
  TCase *tests = tcase_create("two triangles");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, triangles_touch_as_by_the_general_way, 0, 8);
  tcase_add_loop_test(tests, what_is_over_a_triangle_is_as_deep_as_by_the_general_way, 0, 8);
  tcase_add_test(tests, what_hardly_touches_is_left_to_others);
  suite_add_tcase(suite, tests);
  return suite;
}

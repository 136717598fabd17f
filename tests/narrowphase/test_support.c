/* test_support.c: support functions against long double, and GJK on support functions of the test's own. */
#include "carom/support.h"

#include "flats.h"
#include "kinds.h"

#define UNIT 0x1p-24L

static carom_pose random_pose(uint64_t *random, bool planar, float spread) {
  carom_vec3 p = test_vec3(random, -spread, spread);
  if (planar) return carom_pose_planar((double)p.x, (double)p.y, (double)p.z * 4);
  return (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, test_quat(random)};
}

/* --- Shapes --- */

/* v as the shape's frame has it. */
static exact_vec turn_back(const carom_pose *pose, exact_vec v) {
  exact_pose turned = exact_pose_of((carom_vec3){0, 0, 0}, pose->rotation);
  return exact_unplace(&turned, v);
}

static exact_vec seen_from(const carom_pose *pose, carom_pos p) {
  return turn_back(pose, exact((long double)p.x - (long double)pose->position.x,
                               (long double)p.y - (long double)pose->position.y,
                               (long double)p.z - (long double)pose->position.z));
}

static const char *support_fault(const carom_shape *shape, uint64_t *random) {
  carom_pose pose = random_pose(random, false, test_below(random, 2) ? 1 : 1e6f);
  carom_vec3 direction = test_vec3(random, -1, 1);
  float scale = test_log_uniform(random, 1e-30f, 1e30f);
  carom_pos found;
  if (test_below(random, 4) == 0) direction = vec3(0, 1, 0), pose.rotation = quat_identity();
  if (carom_support(shape, &pose, vec3_scale(direction, scale), &found)) return "refused";
  exact_vec p = seen_from(&pose, found), d = turn_back(&pose, exact_from(direction));
  long double slack = 4 * UNIT * kind_reach(shape) + 1e-15L * (long double)fabs(pose.position.x);
  if (!(kind_distance(shape, p) <= slack)) return "outside";
  return exact_dot(p, d) / exact_length(d) >= kind_extent(shape, d) - slack ? NULL : "not the farthest";
}

START_TEST(shapes_are_supported) {
  uint64_t random = (uint64_t)_i;
  const char *fault = NULL;
  for (int n = test_scaled(2000); n > 0 && !fault; n--) {
    carom_shape shape = kind_random(&random, spatial_kind(_i - 1), test_log_uniform(&random, 1e-2f, 1e2f));
    fault = support_fault(&shape, &random);
    kind_release(&shape);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* How far one of three planar kinds reaches. */
static long double planar_extent(const carom_shape *shape, exact_vec d) {
  const carom_stadium *s = &shape->geometry.stadium;
  const carom_rectangle *r = &shape->geometry.rectangle;
  long double length = exact_length(d);
  if (shape->kind == CAROM_DISC) return (long double)shape->geometry.disc.radius;
  if (shape->kind == CAROM_RECTANGLE)
    return (fabsl(d.c[0]) * (long double)r->half.x + fabsl(d.c[1]) * (long double)r->half.y) / length +
           (long double)r->radius;
  long double a = d.c[0] * (long double)s->a.x + d.c[1] * (long double)s->a.y;
  long double b = d.c[0] * (long double)s->b.x + d.c[1] * (long double)s->b.y;
  return fmaxl(a, b) / length + (long double)s->radius;
}

START_TEST(planar_shapes_are_supported) {
  const carom_shape shapes[] = {carom_shape_disc(2), carom_shape_rounded_rectangle(3, 1, 0.25f),
                                carom_shape_stadium((carom_vec2){-1, 0.5f}, (carom_vec2){2, 1}, 0.5f)};
  uint64_t random = 11;
  int faults = 0;
  for (int n = test_scaled(3000); n > 0; n--) {
    const carom_shape *shape = &shapes[n % 3];
    carom_pose pose = random_pose(&random, true, 1);
    carom_vec3 direction = {test_uniform(&random, -1, 1), test_uniform(&random, -1, 1), 0};
    carom_pos found;
    faults += carom_support(shape, &pose, direction, &found) != CAROM_OK || found.z != 0;
    exact_vec d = turn_back(&pose, exact_from(direction)), p = seen_from(&pose, found);
    faults += !(fabsl(exact_dot(p, d) / exact_length(d) - planar_extent(shape, d)) <= 20 * UNIT);
  }
  ck_assert_int_eq(faults, 0);
}
END_TEST

START_TEST(differences_are_of_both) {
  carom_shape a = carom_shape_box(1, 2, 3), b = carom_shape_sphere(0.5f), disc = carom_shape_disc(1);
  carom_pose pose_a = {.position = {1e6, 0, 0}}, pose_b = {.position = {1e6 + 4, 0, 0}};
  carom_minkowski_point p;
  carom_vec3 up_right = {3, 4, 0};
  carom_pos out;
  ck_assert(carom_minkowski_support(&a, &pose_a, &b, &pose_b, up_right, &p) == CAROM_OK);
  ck_assert(p.point_a.x == 1e6 + 1 && p.point_a.y == 2 && fabs(p.point_a.z) == 3);
  ck_assert(fabs(p.point_b.x - (1e6 + 3.7)) < 1e-6 && fabs(p.point_b.y + 0.4) < 1e-6);
  ck_assert(fabsf(p.difference.x + 2.7f) < 1e-6f && fabsf(p.difference.y - 2.4f) < 1e-6f);
  ck_assert(carom_minkowski_support(&a, &pose_a, &disc, &pose_b, up_right, &p) == CAROM_WRONG_FAMILY);
  ck_assert(carom_support(&disc, &pose_a, (carom_vec3){1, 0, 1e-9f}, &out) == CAROM_NOT_PLANAR);
  ck_assert(carom_support(&a, &pose_a, (carom_vec3){0, -0.0f, 0}, &out) == CAROM_NOT_UNIT);
}
END_TEST

/* --- GJK --- */

typedef struct placed_shape {
  carom_shape shape;
  carom_pose pose;
} placed_shape;

static carom_vec3 support_of_shape(void *user, carom_vec3 direction) {
  const placed_shape *p = user;
  carom_pos found = {0, 0, 0};
  if (shape_is_planar(&p->shape)) direction.z = 0;
  carom_support(&p->shape, &p->pose, direction, &found);
  return vec3((float)found.x, (float)found.y, (float)found.z);
}

/* A sharp box with its radius told, else the shape with its surface. */
static carom_convex convex_of(placed_shape *p) {
  carom_convex set = {support_of_shape, p, 0};
  if (p->shape.kind == CAROM_BOX) set.radius = p->shape.geometry.box.radius, p->shape.geometry.box.radius = 0;
  return set;
}

/* The distance is that of the shapes. */
static const char *shapes_fault(placed_shape *a, placed_shape *b) {
  carom_distance_result known, found;
  if (carom_distance(&a->shape, &a->pose, &b->shape, &b->pose, &known)) return "refused";
  long double size = kind_reach(&a->shape) + kind_reach(&b->shape) + 3 * 3;
  carom_convex of_a = convex_of(a), of_b = convex_of(b);
  if (carom_gjk(&of_a, &of_b, &found)) return "not converged";
  long double slack = 16 * UNIT * size;
  if (!(fabsl((long double)(found.distance - known.distance)) <= slack)) return "distance";
  if (found.distance == 0) return vec3_norm1(found.normal) == 0 ? NULL : "a normal where they touch";
  carom_vec3 way = pos_sub(found.point_b, found.point_a);
  carom_vec3 off = vec3_mad(way, found.normal, -found.distance);
  return (long double)vec3_length(off) <= slack ? NULL : "points";
}

START_TEST(distances_are_those_of_shapes) {
  uint64_t random = (uint64_t)_i;
  const char *fault = NULL;
  for (int n = test_scaled(1000); n > 0 && !fault; n--) {
    carom_shape_kind other = spatial_kind(test_below(&random, SPATIAL_KINDS));
    placed_shape a = {kind_random(&random, spatial_kind(_i - 1), 1), random_pose(&random, false, 1.5f)};
    placed_shape b = {kind_random(&random, other, 1), random_pose(&random, false, 1.5f)};
    fault = shapes_fault(&a, &b);
    kind_release(&a.shape), kind_release(&b.shape);
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* A set that no shape is, turned only to be flat along any axis. */
typedef struct ellipsoid {
  carom_vec3 center, half;
} ellipsoid;

static exact_vec ellipsoid_farthest(const ellipsoid *e, exact_vec d) {
  exact_vec half = exact_from(e->half), p = exact_from(e->center);
  long double length = 0;
  for (int i = 0; i < 3; i++) length = hypotl(length, half.c[i] * d.c[i]);
  for (int i = 0; i < 3 && length > 0; i++) p.c[i] += half.c[i] * half.c[i] * d.c[i] / length;
  return p;
}

static carom_vec3 support_of_ellipsoid(void *user, carom_vec3 direction) {
  exact_vec p = ellipsoid_farthest(user, exact_from(direction));
  return vec3((float)p.c[0], (float)p.c[1], (float)p.c[2]);
}

static ellipsoid random_ellipsoid(uint64_t *random) {
  ellipsoid e = {test_vec3(random, -2, 2), test_vec3(random, 0.2f, 1)};
  if (test_below(random, 4) == 0) vec3_set(&e.half, (int)test_below(random, 3), 0);
  if (test_below(random, 4) == 0) vec3_set(&e.half, (int)test_below(random, 3), 0);
  return e;
}

/* Along the normal the sets are as far apart as their points are, so that no two points are nearer. */
static const char *ellipsoids_fault(ellipsoid *a, ellipsoid *b, float radius) {
  carom_convex of_a = {support_of_ellipsoid, a, radius}, of_b = {support_of_ellipsoid, b, 0};
  carom_distance_result found;
  if (carom_gjk(&of_a, &of_b, &found)) return "not converged";
  if (found.distance == 0) return NULL;
  exact_vec n = exact_from(found.normal), back = exact(-n.c[0], -n.c[1], -n.c[2]);
  exact_vec way = exact_sub(ellipsoid_farthest(b, back), ellipsoid_farthest(a, n));
  long double apart = exact_dot(way, n) / exact_length(n) - (long double)radius, slack = 8 * UNIT * 12;
  if (!(fabsl((long double)found.distance - apart) <= slack)) return "distance";
  exact_vec points = exact((long double)(found.point_b.x - found.point_a.x),
                           (long double)(found.point_b.y - found.point_a.y),
                           (long double)(found.point_b.z - found.point_a.z));
  return fabsl(exact_length(points) - (long double)found.distance) <= slack ? NULL : "points";
}

START_TEST(distances_are_proved) {
  uint64_t random = 21;
  const char *fault = NULL;
  for (int n = test_scaled(5000); n > 0 && !fault; n--) {
    ellipsoid a = random_ellipsoid(&random), b = random_ellipsoid(&random);
    fault = ellipsoids_fault(&a, &b, test_below(&random, 2) ? 0 : test_uniform(&random, 0, 0.5f));
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* Of one form they overlap when the balls that they are stretched from do. */
START_TEST(overlaps_are_found) {
  uint64_t random = 22;
  int wrong = 0;
  for (int n = test_scaled(5000); n > 0; n--) {
    ellipsoid a = {test_vec3(&random, -1, 1), test_vec3(&random, 0.2f, 1)}, b = a;
    b.center = test_vec3(&random, -1, 1);
    carom_convex of_a = {support_of_ellipsoid, &a, 0}, of_b = {support_of_ellipsoid, &b, 0};
    carom_distance_result found;
    carom_vec3 way = vec3_sub(b.center, a.center);
    float gap = vec3_length(vec3(way.x / a.half.x, way.y / a.half.y, way.z / a.half.z)) - 2;
    wrong += carom_gjk(&of_a, &of_b, &found) != CAROM_OK;
    wrong += fabsf(gap) > 1e-5f && (found.distance > 0) != (gap > 0);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

static carom_vec3 support_of_flat(void *user, carom_vec3 direction) {
  const random_flat *f = user;
  uint32_t best = 0;
  for (uint32_t i = 1; i < f->flat.count; i++)
    if (direction.x * (f->points[i].x - f->points[best].x) +
            direction.y * (f->points[i].y - f->points[best].y) >
        0)
      best = i;
  return vec3(f->points[best].x, f->points[best].y, 0);
}

START_TEST(flat_sets_stay_flat) {
  uint64_t random = 23;
  const char *fault = NULL;
  for (int n = test_scaled(5000); n > 0 && !fault; n--) {
    random_flat a, b;
    carom_distance_result found;
    float x = test_uniform(&random, -2, 2), y = test_uniform(&random, -2, 2);
    make_random_flat(&random, 1 + test_below(&random, 12), 1, test_uniform(&random, 1e-4f, 1), &a);
    make_random_flat(&random, 1 + test_below(&random, 12), 1, test_uniform(&random, 1e-4f, 1), &b);
    for (uint32_t i = 0; i < b.flat.count; i++) b.points[i].x += x, b.points[i].y += y;
    carom_convex of_a = {support_of_flat, &a, 0}, of_b = {support_of_flat, &b, 0};
    exact_flat flat_a = exact_flat_of(&a.flat, NULL), flat_b = exact_flat_of(&b.flat, NULL);
    long double truth = fmaxl(exact_separation(&flat_a, &flat_b), 0);
    if (carom_gjk(&of_a, &of_b, &found))
      fault = "not converged";
    else if (!(fabsl((long double)found.distance - truth) <= 8 * UNIT * 8))
      fault = "distance";
    else if (found.normal.z != 0 || found.point_a.z != 0 || found.point_b.z != 0)
      fault = "out of the plane";
  }
  ck_assert_msg(!fault, "%s", fault);
}
END_TEST

/* --- What is wrong of a function --- */

static carom_vec3 support_of_nothing(void *user, carom_vec3 direction) {
  (void)direction;
  return *(const carom_vec3 *)user;
}

/* Anywhere in a cube, and elsewhere each time. */
static carom_vec3 support_of_anything(void *user, carom_vec3 direction) {
  (void)direction;
  return test_vec3(user, -1, 1);
}

START_TEST(wrong_sets_are_refused) {
  carom_vec3 point = {0, 0, 0}, wrong = {0, NAN, 0}, far = {0, 0, 1.1e6f};
  carom_convex set = {support_of_nothing, &point, 1}, other = set;
  carom_distance_result out = {.distance = 77};
  other.user = &wrong;
  ck_assert(carom_gjk(&set, &other, &out) == CAROM_NOT_FINITE);
  ck_assert(carom_gjk(&other, &set, &out) == CAROM_NOT_FINITE);
  other.user = &far;
  ck_assert(carom_gjk(&set, &other, &out) == CAROM_OUT_OF_RANGE);
  other = set, other.radius = -1;
  ck_assert(carom_gjk(&set, &other, &out) == CAROM_BAD_SIZE);
  other.radius = INFINITY;
  ck_assert(carom_gjk(&other, &set, &out) == CAROM_NOT_FINITE);
  ck_assert(carom_gjk(&set, NULL, &out) == CAROM_NULL_ARGUMENT && out.distance == 77);
  ck_assert(carom_gjk(&set, &set, &out) == CAROM_OK && out.distance == 0);
}
END_TEST

START_TEST(functions_that_lie_come_to_an_end) {
  uint64_t random = 31, lies = 32;
  int ends = 0;
  for (int n = 0; n < 2000; n++) {
    ellipsoid e = random_ellipsoid(&random);
    carom_convex a = {support_of_ellipsoid, &e, 0}, b = {support_of_anything, &lies, 0};
    carom_distance_result out;
    carom_status status = carom_gjk(&a, &b, &out);
    ends += status == CAROM_OK || status == CAROM_NOT_CONVERGED;
  }
  ck_assert_int_eq(ends, 2000);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("support");
  TCase *tests = tcase_create("support");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, shapes_are_supported, 1, SPATIAL_KINDS + 1);
  tcase_add_test(tests, planar_shapes_are_supported);
  tcase_add_test(tests, differences_are_of_both);
  tcase_add_loop_test(tests, distances_are_those_of_shapes, 1, SPATIAL_KINDS + 1);
  tcase_add_test(tests, distances_are_proved);
  tcase_add_test(tests, overlaps_are_found);
  tcase_add_test(tests, flat_sets_stay_flat);
  tcase_add_test(tests, wrong_sets_are_refused);
  tcase_add_test(tests, functions_that_lie_come_to_an_end);
  suite_add_tcase(suite, tests);
  return suite;
}

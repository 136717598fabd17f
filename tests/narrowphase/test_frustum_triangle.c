/* test_frustum_triangle.c: the depth of frustums and triangles in closed form, against the overlap along many
 * directions, against a search, and against what is over many points of the triangle. */
#include "frustum_triangle.h"

#include "carom/collide.h"
#include "epa.h"
#include "frustum_pairs.h"
#include "triangle_nearest.h"

typedef struct check {
  frustum_pair pair;
  bool frustum_first;
  carom__relative place; /* of the second in the first */
  uint32_t known, searched, deep, deep_known, beyond, crossed;
} check;

static carom__cores cores_of(const check *c, const carom_shape *triangle) {
  const carom_shape *a = c->frustum_first ? &c->pair.shape : triangle,
                    *b = c->frustum_first ? triangle : &c->pair.shape;
  return carom__cores_make(a, b, &c->place);
}

static void order(uint64_t *random, check *c) {
  c->frustum_first = test_below(random, 2);
  c->place = c->frustum_first ? relative_inverse(&c->pair.place) : c->pair.place;
}

/* In the frame of the triangle, from there to the frustum. */
static carom__dvec3 seen_by_triangle(const check *c, carom__dvec3 n) {
  return c->frustum_first ? dvec3_neg(dvec3_rotate(&c->pair.place.axes, n)) : n;
}
static carom__dvec3 point_by_triangle(const check *c, carom__dvec3 p) {
  const carom__relative *place = &c->pair.place;
  return c->frustum_first ? dvec3_add(dvec3_rotate(&place->axes, p), dvec3_widen(place->origin)) : p;
}

static void check_directions(uint64_t *random, const check *c, carom__dvec3 normal, double least) {
  for (int i = 0; i < 200; i++) {
    carom__dvec3 n = dvec3_widen(test_vec3(random, -1, 1));
    double lean = (double)test_log_uniform(random, 1e-5f, 1);
    if (i % 2) n = dvec3_mad(normal, n, lean);
    n = dvec3_normalize_or(n, normal);
    ck_assert_double_ge(frustum_overlap_along(&c->pair, n), least);
  }
}

static void check_points(const check *c, const carom__epa_result *found, double rounding) {
  carom__dvec3 way = dvec3_sub(found->point_a, found->point_b), sum = dvec3(0, 0, 0);
  for (int i = 0; i < found->simplex.count; i++)
    sum = dvec3_mad(sum, found->simplex.vertices[i].w, found->simplex.weights[i]);
  ck_assert(dvec3_length(dvec3_sub(sum, way)) <= rounding);
  ck_assert(dvec3_length(dvec3_mad(way, found->normal, -found->depth)) <= rounding);
  carom__dvec3 a = point_by_triangle(c, found->point_a), b = point_by_triangle(c, found->point_b);
  carom__dvec3 on_frustum = c->frustum_first ? a : b, on_triangle = c->frustum_first ? b : a;
  ck_assert(frustum_outside(&c->pair, on_frustum) <= rounding);
  ck_assert(dvec3_length(dvec3_sub(on_triangle, carom__triangle_nearest(&c->pair.triangle, on_triangle))) <=
            rounding);
}

/* By GJK and EPA. */
static bool search(const carom__cores *cores, carom__epa_result *out) {
  carom__gjk_result gjk;
  carom_status status = carom__gjk(cores, &gjk);
  return !carom__core_axis(cores, status, &gjk, out);
}

/* What a search finds is no deeper, and not much less. */
static void check_search(check *c, const carom__cores *cores, bool known, const carom__epa_result *found) {
  carom__epa_result other;
  if (!search(cores, &other)) return;
  bool deep = other.depth > 8 * cores->touch;
  c->deep += deep, c->deep_known += deep && known, c->searched += known;
  if (!known) return;
  ck_assert_double_ge(other.depth, found->depth - 2 * cores->touch);
  ck_assert_double_le(other.depth, found->depth + fmax(2 * cores->touch, 0x1p-8 * cores->least_half));
}

/* Where nobody asks how far they are, a direction along which they are farther apart is enough. */
static void check_beyond(check *c, carom__cores *cores, double distance) {
  carom__epa_result found;
  cores->reach = 0.5 * distance;
  bool known = carom__frustum_triangle_depth(cores, &found);
  c->beyond += known;
  if (!known) return;
  ck_assert_double_gt(-found.depth, cores->reach);
  ck_assert_double_le(-found.depth, distance + cores->touch);
  carom__dvec3 normal = seen_by_triangle(c, found.normal);
  ck_assert_double_eq_tol(frustum_overlap_along(&c->pair, normal), found.depth, cores->touch);
}

static void check_least(uint64_t *random, check *c) {
  const carom_shape triangle = triangle_shape(&c->pair.triangle);
  carom__cores cores = cores_of(c, &triangle);
  carom__epa_result found;
  bool known = carom__frustum_triangle_depth(&cores, &found);
  if (known && found.depth < -8 * cores.touch) check_beyond(c, &cores, -found.depth);
  cores.reach = HUGE_VAL;
  check_search(c, &cores, known, &found);
  c->known += known;
  if (!known) return;
  ck_assert(fabs(dvec3_length(found.normal) - 1) < 1e-9);
  carom__dvec3 normal = seen_by_triangle(c, found.normal);
  ck_assert_double_eq_tol(frustum_overlap_along(&c->pair, normal), found.depth, cores.touch);
  check_directions(random, c, normal, found.depth - cores.touch);
  check_points(c, &found, 4 * cores.touch);
}

/* How far the frustum reaches along a direction from a point, or less than anything: by halving. */
static double reach_from(const check *c, carom__dvec3 p, carom__dvec3 way, double far) {
  double low = -far, high = far;
  for (int i = 0; i < 200; i++) { /* to where it is least outside */
    double first = low + (high - low) / 3, last = high - (high - low) / 3;
    if (frustum_outside(&c->pair, dvec3_mad(p, way, first)) <
        frustum_outside(&c->pair, dvec3_mad(p, way, last)))
      high = last;
    else
      low = first;
  }
  if (frustum_outside(&c->pair, dvec3_mad(p, way, low)) > 0) return -HUGE_VAL;
  for (high = far; high - low > 1e-12 * far;) {
    double middle = 0.5 * (low + high);
    *(frustum_outside(&c->pair, dvec3_mad(p, way, middle)) > 0 ? &high : &low) = middle;
  }
  return low;
}

static carom__dvec3 random_point(uint64_t *random, const carom__triangle *t) {
  double u = (double)test_uniform(random, 0, 1), v = (double)test_uniform(random, 0, 1);
  if (u + v > 1) u = 1 - u, v = 1 - v;
  uint32_t onto = test_below(random, 4);
  if (onto == 0) v = 0;
  if (onto == 1) u = 0;
  carom__dvec3 p = dvec3_widen(t->corners[0]);
  return dvec3_add(p, dvec3_add(dvec3_scale(dvec3_sub(dvec3_widen(t->corners[1]), p), u),
                                dvec3_scale(dvec3_sub(dvec3_widen(t->corners[2]), p), v)));
}

/* Along a direction the frustum reaches no farther from any point of the triangle, and so far from one. */
static void check_along(uint64_t *random, check *c) {
  const carom_shape triangle = triangle_shape(&c->pair.triangle);
  carom__cores cores = cores_of(c, &triangle);
  carom__dvec3 n = frustum_pair_normal(&c->pair);
  double lean = test_below(random, 2) ? 0 : (double)test_log_uniform(random, 1e-4f, 1);
  n = dvec3_mad(n, dvec3_widen(test_vec3(random, -1, 1)), lean);
  n = dvec3_scale(n, (test_below(random, 4) ? -1 : 1) / dvec3_length(n)); /* from the frustum out, mostly */
  carom__dvec3 own = c->frustum_first ? dvec3_unrotate(&c->pair.place.axes, n) : dvec3_neg(n);
  carom__depth_along found;
  if (!carom__frustum_triangle_along(&cores, own, &found)) return;
  double far = 4 * cores.size, slack = 4 * cores.touch;
  c->crossed += found.depth > 0;
  if (found.depth > -HUGE_VAL) {
    carom__dvec3 a = point_by_triangle(c, found.point_a),
                 b = point_by_triangle(c, dvec3_mad(found.point_a, own, -found.depth));
    carom__dvec3 on_frustum = c->frustum_first ? a : b, on_triangle = c->frustum_first ? b : a;
    double steep = fabs(dvec3_dot(n, frustum_pair_normal(&c->pair)));
    ck_assert(frustum_outside(&c->pair, on_frustum) <= slack);
    ck_assert(dvec3_length(dvec3_sub(on_triangle, carom__triangle_nearest(&c->pair.triangle, on_triangle))) <=
              slack / steep);
  }
  for (int i = 0; i < 40; i++) {
    carom__dvec3 p = random_point(random, &c->pair.triangle);
    ck_assert_double_le(reach_from(c, p, n, far), found.depth + slack);
  }
}

/* Returns how many pairs are checked. */
static uint32_t check_pairs(int seed, int most, void (*check_pair)(uint64_t *random, check *c), check *c) {
  uint64_t random = (uint64_t)seed + 1;
  const uint32_t count = 400 + (uint32_t)test_scaled(most);
  *c = (check){.known = 0};
  for (uint32_t i = 0; i < count; i++) {
    frustum_pair_random(&random, &c->pair);
    order(&random, c);
    check_pair(&random, c);
  }
  return count;
}

START_TEST(no_direction_is_less_deep) {
  check c;
  const uint32_t count = check_pairs(_i, 20000, check_least, &c);
  ck_assert_uint_gt(100 * c.searched, 99 * c.known);
  ck_assert_uint_gt(5 * c.deep, count);
  ck_assert_uint_gt(20 * c.deep_known, 19 * c.deep);
  ck_assert_uint_gt(20 * c.beyond, count);
}
END_TEST

START_TEST(nothing_reaches_farther) {
  check c;
  const uint32_t count = check_pairs(_i, 10000, check_along, &c);
  ck_assert_uint_gt(3 * c.crossed, count);
}
END_TEST

/* An upright edge, within reach of the wider rim of an upright frustum. */
static void stand_at_an_edge(uint64_t *random, frustum_pair *c) {
  static const carom_quat turns[] = {{0, 0, 0, 1}, {1, 0, 0, 0}, {0, 0.6f, 0, 0.8f}};
  carom__core core;
  c->size = 1;
  c->shape = frustum_pair_shape(random, c->size);
  carom__core_set(&c->shape, &core);
  c->frustum = core.frustum;
  float reach = fmaxf(c->frustum.bottom, c->frustum.top), up = test_uniform(random, 0.2f, 2);
  carom_vec3 at = vec3(reach * test_uniform(random, -1, 1), 0, reach * test_uniform(random, -1, 1));
  c->triangle = (carom__triangle){.radius = 0};
  c->triangle.corners[0] = vec3_sub(at, vec3(0, test_uniform(random, 0, 2), 0));
  c->triangle.corners[1] = vec3_add(at, vec3(0, up, 0));
  c->triangle.corners[2] = vec3_scale(test_vec3(random, -1, 1), 3);
  c->triangle.normal = carom__mesh_normal_of(c->triangle.corners);
  c->place = (carom__relative){vec3(0, 0, 0), quat_to_mat3(turns[test_below(random, 3)])};
}

START_TEST(upright_edges_beside_the_axis) {
  uint64_t random = (uint64_t)_i + 1;
  check c = {.known = 0};
  for (int n = 0; n < test_scaled(20000); n++) {
    stand_at_an_edge(&random, &c.pair);
    order(&random, &c);
    check_least(&random, &c);
  }
  ck_assert_uint_gt(c.deep_known, 0);
}
END_TEST

/* The line of a side that hardly leans passes near to what is far beyond the rim. */
START_TEST(corners_beyond_the_rim_of_a_flat_cone) {
  uint64_t random = 3;
  for (int n = 0; n < test_scaled(2000); n++) {
    float radius = test_log_uniform(&random, 1e2f, 1e4f), beyond = test_uniform(&random, 0.1f, 1);
    float below = test_uniform(&random, 0.1f, 1), far = test_uniform(&random, 1, 10);
    carom_shape cone = carom_shape_cone(1, radius), triangle;
    triangle = carom_shape_triangle(vec3(radius + beyond, -1 - below, 0), vec3(radius + 2 * far, -9, far),
                                    vec3(radius + 2 * far, -9, -far));
    const carom_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
    carom_distance_result d;
    ck_assert_int_eq(carom_distance(&cone, &here, &triangle, &here, &d), CAROM_OK);
    double x = (double)(radius + beyond) - (double)radius, y = (double)below;
    ck_assert(fabs((double)d.distance - sqrt(x * x + y * y)) <= 0x1p-20 * (double)radius);
  }
}
END_TEST

START_TEST(other_cores_are_left) {
  const carom_shape shapes[] = {carom_shape_box(1, 1, 1),
                                carom_shape_capsule(vec3(0, 0, 0), vec3(0, 1, 0), 1),
                                carom_shape_cylinder(1, 1)};
  const carom_shape triangle = carom_shape_triangle(vec3(-1, 0, -1), vec3(1, 0, -1), vec3(0, 0, 1));
  const carom__relative place = {vec3(0, 0.5f, 0), mat3_identity()};
  for (int i = 0; i < 2; i++) {
    const carom__cores first = carom__cores_make(&shapes[i], &triangle, &place),
                       second = carom__cores_make(&shapes[i], &shapes[2], &place);
    carom__epa_result found;
    carom__depth_along along;
    ck_assert(!carom__frustum_triangle_depth(&first, &found));
    ck_assert(!carom__frustum_triangle_depth(&second, &found));
    ck_assert(!carom__frustum_triangle_along(&first, dvec3(0, 1, 0), &along));
    ck_assert(!carom__frustum_triangle_along(&second, dvec3(0, 1, 0), &along));
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("frustum_triangle");
  TCase *tests = tcase_create("depths");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, no_direction_is_less_deep, 0, 4);
  tcase_add_loop_test(tests, nothing_reaches_farther, 0, 4);
  tcase_add_loop_test(tests, upright_edges_beside_the_axis, 0, 2);
  tcase_add_test(tests, corners_beyond_the_rim_of_a_flat_cone);
  tcase_add_test(tests, other_cores_are_left);
  suite_add_tcase(suite, tests);
  return suite;
}

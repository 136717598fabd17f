/* test_ellipsoid.c: ellipsoids next to spheres; closest points next to halving in long double, also where the
 * closest point jumps; second derivatives next to differences; and how they lie on a floor. */
#include "alike.h"
#include "ellipsoid.h"

START_TEST(even_radii_are_a_sphere) {
  uint64_t random = 1;
  for (int n = 0; n < test_scaled(4000); n++) {
    float size = test_log_uniform(&random, 1e-2f, 1e3f);
    carom_shape shape = carom_shape_ellipsoid(size, size, size), same = carom_shape_sphere(size);
    check_alike(&shape, &same, &random, size);
  }
}
END_TEST

static carom_shape random_ellipsoid(uint64_t *random) {
  float scale = test_log_uniform(random, 1e-3f, 1e4f), a = scale * test_log_uniform(random, 1e-2f, 1);
  float b = test_below(random, 3) ? scale * test_log_uniform(random, 1e-2f, 1) : a;
  if (test_below(random, 8) == 0) b = 1e6f;
  return test_below(random, 2) ? carom_shape_ellipsoid(scale, a, b) : carom_shape_ellipsoid(b, scale, a);
}

/* Inside and outside, on planes and axes of the frame, at the centre, near the surface and far away. */
static carom_vec3 random_point(uint64_t *random, const carom_shape *shape) {
  carom_vec3 radii = shape->geometry.ellipsoid.radii, p = vec3_mul(test_vec3(random, -1, 1), radii);
  float part = test_below(random, 3) ? test_log_uniform(random, 1e-3f, 1e3f) : 1;
  for (int i = 0; i < 3; i++)
    if (test_below(random, 4) == 0) vec3_set(&p, i, 0);
  return vec3_scale(p, part);
}

START_TEST(closest_points_are_the_closest) {
  uint64_t random = 2;
  for (int n = 0; n < test_scaled(20000); n++) {
    carom_shape shape = random_ellipsoid(&random);
    carom_vec3 p = random_point(&random, &shape);
    carom__solid_nearest found;
    carom__ellipsoid_nearest(&shape, dvec3_widen(p), &found);
    long double truth = kind_distance(&shape, exact_from(p)),
                size = kind_reach(&shape) + exact_length(exact_from(p));
    ck_assert_msg(fabsl((long double)found.distance - truth) <= 1e-12L * size, "case %d: %g, %Lg", n,
                  found.distance, truth);
    ck_assert(fabs(dvec3_length(found.outward) - 1) < 1e-12);
    /* The way back leads to the surface. */
    carom__dvec3 at = dvec3_mad(dvec3_widen(p), found.outward, -found.distance);
    long double off = kind_distance(&shape, exact((long double)at.x, (long double)at.y, (long double)at.z));
    ck_assert_msg(fabsl(off) <= 1e-7L * size, "case %d: %Lg off", n, off);
  }
}
END_TEST

START_TEST(distances_from_points_are_right) {
  uint64_t random = 3;
  for (int n = 0; n < test_scaled(4000); n++) {
    carom_shape shape = random_ellipsoid(&random);
    carom_vec3 p = random_point(&random, &shape);
    carom_pose still = {{0, 0, 0}, {0, 0, 0, 1}};
    carom_pos at = {(double)p.x, (double)p.y, (double)p.z};
    carom_point_distance d;
    ck_assert(carom_distance_to_point(&shape, &still, &at, &d) == CAROM_OK);
    long double truth = kind_distance(&shape, exact_from(p));
    long double slack = 1e-6L * (kind_reach(&shape) + exact_length(exact_from(p)));
    ck_assert(fabsl(truth) <= slack || d.inside == (truth < 0));
    ck_assert(d.inside || fabsl((long double)d.distance - truth) <= slack);
  }
}
END_TEST

/* The reach along a direction has its farthest point for a gradient, whose change is the bend. */
START_TEST(bends_are_derivatives) {
  const carom__shape_class *class = carom__shape_class_of(CAROM_ELLIPSOID);
  uint64_t random = 4;
  for (int n = 0; n < test_scaled(4000); n++) {
    carom_shape shape =
        carom_shape_ellipsoid(test_uniform(&random, 0.2f, 1), test_uniform(&random, 0.2f, 1), 1);
    carom__dvec3 d = dvec3_widen(vec3_normalize_or(test_vec3(&random, -1, 1), vec3(1, 0, 0)));
    carom__dvec3 by = dvec3_scale(dvec3_widen(test_vec3(&random, -1, 1)), 1e-5);
    carom__smooth_point at, low, high;
    class->smooth(&shape, d, &at);
    class->smooth(&shape, dvec3_sub(d, by), &low), class->smooth(&shape, dvec3_add(d, by), &high);
    carom__dvec3 change = dvec3_scale(dvec3_sub(high.point, low.point), 0.5);
    carom__dvec3 told =
        dvec3(dvec3_dot(at.bend[0], by), dvec3_dot(at.bend[1], by), dvec3_dot(at.bend[2], by));
    ck_assert(dvec3_length(dvec3_sub(change, told)) < 1e-4 * 1e-5);
    exact_vec farthest = kind_farthest(&shape, exact((long double)d.x, (long double)d.y, (long double)d.z));
    exact_vec off =
        exact_sub(farthest, exact((long double)at.point.x, (long double)at.point.y, (long double)at.point.z));
    ck_assert(exact_length(off) < 1e-14L);
  }
}
END_TEST

/* One point, as deep as the lowest one is, however it is turned. */
START_TEST(it_lies_on_one_point) {
  uint64_t random = 5;
  carom_shape floor = carom_shape_box(10, 1, 10), shape = carom_shape_ellipsoid(0.5f, 1, 0.25f);
  for (int n = 0; n < test_scaled(2000); n++) {
    carom_pose below = {{0, -1, 0}, {0, 0, 0, 1}}, pose = {{0.25, 0, -0.5}, test_quat(&random)};
    carom_aabb box;
    carom_manifold m;
    ck_assert(carom_shape_bounds(&shape, &pose, &box) == CAROM_OK);
    pose.position.y = -(double)box.min.y - 0.01;
    ck_assert(carom_collide(&floor, &below, &shape, &pose, &m) == CAROM_OK);
    ck_assert_msg(m.point_count == 1 && m.normal.y > 0.99999f &&
                      fabsf(m.points[0].separation + 0.01f) < 8e-6f,
                  "case %d: %u points, normal %g, %.9g deep", n, m.point_count, (double)m.normal.y,
                  (double)m.points[0].separation);
  }
}
END_TEST

/* What is nearly a ball is as deep as a ball is, although it is so in nearly all directions alike. */
START_TEST(near_balls_are_as_deep_as_balls) {
  uint64_t random = 6;
  for (int n = 0; n < test_scaled(400); n++) {
    float less = test_log_uniform(&random, 1e-7f, 1e-2f), x = test_uniform(&random, 0.5f, 2);
    carom_shape shape = n % 2 ? carom_shape_ellipsoid(x, x * (1 - less), x)
                              : carom_shape_ellipsoid(x, x * (1 - less), x * (1 - 0.5f * less));
    carom_shape ball = carom_shape_sphere(x);
    scene s = {.b = random_shape(&random, spatial_kind(test_below(&random, SPATIAL_KINDS)), 1)};
    s.pose_a.rotation = test_quat(&random), s.pose_b.rotation = test_quat(&random);
    if (n % 3 == 0) s.b = shape;
    carom_distance_result d, e;
    ck_assert(carom_signed_distance(&shape, &s.pose_a, &s.b, &s.pose_b, &d) == CAROM_OK);
    ck_assert(carom_signed_distance(&ball, &s.pose_a, n % 3 == 0 ? &ball : &s.b, &s.pose_b, &e) == CAROM_OK);
    ck_assert_msg(fabsf(d.distance - e.distance) <= 2.1f * less * x + 0x1p-9f * (fabsf(e.distance) + 1),
                  "case %d: %g, %g", n, (double)d.distance, (double)e.distance);
    if (n % 3) release_shape(&s.b);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("ellipsoid");
  TCase *core = tcase_create("ellipsoid");
  tcase_set_timeout(core, 60);
  tcase_add_test(core, even_radii_are_a_sphere);
  tcase_add_test(core, closest_points_are_the_closest);
  tcase_add_test(core, distances_from_points_are_right);
  tcase_add_test(core, bends_are_derivatives);
  tcase_add_test(core, it_lies_on_one_point);
  tcase_add_test(core, near_balls_are_as_deep_as_balls);
  suite_add_tcase(suite, core);
  return suite;
}

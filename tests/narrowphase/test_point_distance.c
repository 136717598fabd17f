/* test_point_distance.c: how far shapes are from points, against long double; see kinds.h. */
#include "kinds.h"

/* A point within some sizes of the shape, or on the line through its origin that a vertex of a box lies on.
 */
static carom_vec3 random_point(uint64_t *random, float reach) {
  carom_vec3 p = test_vec3(random, -1, 1);
  if (test_below(random, 4) == 0) p.y = 0;
  if (test_below(random, 4) == 0) p.z = 0;
  return vec3_scale(p, reach * test_log_uniform(random, 0.1f, 30));
}

static void expect_distance(const carom_shape *shape, carom_vec3 p, const carom_point_distance *got) {
  long double size = kind_reach(shape) + (long double)vec3_norm1(p), bound = 8 * 0x1p-24L * size;
  long double want = kind_distance(shape, exact_from(p));
  ck_assert_msg(fabsl((want > 0 ? want : 0) - (long double)got->distance) <= bound,
                "%s: %g instead of %Lg, bound %Lg", carom_shape_kind_name(shape->kind), (double)got->distance,
                want, bound);
  if (got->inside) {
    ck_assert(got->distance == 0 && vec3_norm1(got->normal) == 0 && want <= bound);
    ck_assert(got->point.x == (double)p.x && got->point.y == (double)p.y && got->point.z == (double)p.z);
    return;
  }
  const carom_vec3 nearest = {(float)got->point.x, (float)got->point.y, (float)got->point.z};
  carom_vec3 end = vec3_mad(nearest, got->normal, got->distance);
  ck_assert(got->distance > 0 && fabsl(kind_distance(shape, exact_from(nearest))) <= 2 * bound);
  ck_assert((long double)vec3_norm1(vec3_sub(end, p)) <= 8 * bound);
  ck_assert(want < bound || fabsf(vec3_length(got->normal) - 1) < 1e-6f);
}

START_TEST(distances_hold) {
  uint64_t random = (uint64_t)_i;
  const carom_pose here = {.rotation = {0, 0, 0, 1}};
  for (int i = 0; i < test_scaled(300); i++) {
    carom_shape shape = kind_random(&random, spatial_kind(_i - 1), test_log_uniform(&random, 1e-3f, 1e3f));
    float reach = (float)kind_reach(&shape);
    for (int k = 0; k < 20; k++) {
      carom_vec3 p = random_point(&random, reach);
      const carom_pos point = {(double)p.x, (double)p.y, (double)p.z};
      carom_point_distance got;
      ck_assert_int_eq(carom_distance_to_point(&shape, &here, &point, &got), CAROM_OK);
      expect_distance(&shape, p, &got);
    }
    kind_release(&shape);
  }
}
END_TEST

/* Inside is what a ray of no length says, also at the surface and beside it. */
START_TEST(inside_agrees_with_rays) {
  uint64_t random = (uint64_t)_i;
  for (int i = 0; i < test_scaled(300); i++) {
    carom_shape shape =
        kind_random(&random, any_spatial_kind(_i - 1), test_log_uniform(&random, 1e-3f, 1e3f));
    carom_pose pose = {.position = {1e3, -20, 5}, .rotation = test_quat(&random)};
    carom_vec3 off = random_point(&random, (float)kind_reach(&shape));
    carom_ray ray = {pos_add(pose.position, off), {0, 0, 0}};
    for (int k = 0; k < 4; k++) {
      carom_point_distance got;
      carom_ray_result hit;
      ck_assert_int_eq(carom_distance_to_point(&shape, &pose, &ray.origin, &got), CAROM_OK);
      ck_assert_int_eq(carom_cast_ray(&shape, &pose, &ray, &hit), CAROM_OK);
      ck_assert(got.inside == hit.inside && got.inside == (got.distance == 0));
      if (!got.inside) ray.origin = got.point;
    }
    kind_release(&shape);
  }
}
END_TEST

/* A place on the surface that floats hold exactly: the end of a round shape, a corner, a rim or the apex. */
static carom_vec3 surface_place(uint64_t *random, const carom_shape *shape) {
  exact_vec d = exact(test_below(random, 2) ? 1 : -1, (int)test_below(random, 3) - 1, 0);
  if (shape->kind == CAROM_SPHERE) return vec3((float)d.c[0] * shape->geometry.sphere.radius, 0, 0);
  if (shape->kind == CAROM_ELLIPSOID) return vec3((float)d.c[0] * shape->geometry.ellipsoid.radii.x, 0, 0);
  exact_vec at = kind_farthest(shape, d);
  return vec3((float)at.c[0], (float)at.c[1], (float)at.c[2]);
}

/* What belongs to a shape as a point does as the origin of a ray, whichever way that goes. */
START_TEST(rays_of_any_direction_begin_inside) {
  uint64_t random = (uint64_t)_i;
  const carom_pose here = {.rotation = {0, 0, 0, 1}};
  for (int i = 0; i < test_scaled(2000); i++) {
    carom_shape shape =
        kind_random(&random, any_spatial_kind(_i - 1), test_log_uniform(&random, 1e-3f, 1e3f));
    bool exactly = test_below(&random, 2), convex = _i <= SPATIAL_KINDS;
    carom_vec3 p = convex ? surface_place(&random, &shape) : vec3(0, 0, 0);
    if (!convex) exactly = false;
    if (!exactly) p = random_point(&random, (float)kind_reach(&shape));
    carom_ray ray = {{(double)p.x, (double)p.y, (double)p.z}, {0, 0, 0}};
    for (int k = 0; k < 4; k++) {
      carom_point_distance got;
      carom_ray_result hit;
      ray.translation = test_vec3(&random, -1e3f, 1e3f);
      if (test_below(&random, 4) == 0) ray.translation.x = ray.translation.z = 0;
      ck_assert_int_eq(carom_distance_to_point(&shape, &here, &ray.origin, &got), CAROM_OK);
      ck_assert_int_eq(carom_cast_ray(&shape, &here, &ray, &hit), CAROM_OK);
      ck_assert_msg(got.inside == hit.inside && (got.inside || !exactly), "%s, case %d: point %d, ray %d",
                    carom_shape_kind_name(shape.kind), i, got.inside, hit.inside);
      if (!got.inside && k == 1) ray.origin = got.point;
    }
    kind_release(&shape);
  }
}
END_TEST

/* The least distance of a point from many of an outline. */
static double outline_distance(const carom_shape *shape, carom__dvec3 p, double rx, double ry) {
  double least = HUGE_VAL;
  for (int i = 0; i <= 4000; i++) {
    double turn = (shape->kind == CAROM_ELLIPSE ? 2 : 1) * 3.14159265358979 * i / 4000;
    least = fmin(least, hypot(p.x - rx * cos(turn), p.y - ry * sin(turn)));
    if (shape->kind == CAROM_HALF_DISC) least = fmin(least, hypot(p.x - rx * (i - 2000) / 2000, p.y));
  }
  return least;
}

/* Inside and outside, as a class tells it. */
START_TEST(outlines_are_as_near_as_their_points) {
  uint64_t random = 17;
  for (int i = 0; i < test_scaled(2000); i++) {
    float x = test_log_uniform(&random, 0.1f, 1), y = i % 2 ? x : test_log_uniform(&random, 0.1f, 1);
    carom_shape shape = i % 2 ? carom_shape_half_disc(x) : carom_shape_ellipse(x, y);
    carom__dvec3 p = dvec3((double)test_uniform(&random, -1, 1), (double)test_uniform(&random, -1, 1), 0);
    carom__solid_nearest got;
    carom__shape_class_of(shape.kind)->nearest(&shape, p, &got);
    bool inside = hypot(p.x / (double)x, p.y / (double)y) < 1 && (i % 2 == 0 || p.y > 0);
    carom__dvec3 on = dvec3_mad(p, got.outward, -got.distance);
    ck_assert(inside == (got.distance < 0) && fabs(dvec3_length(got.outward) - 1) < 1e-12);
    ck_assert(fabs(fabs(got.distance) - outline_distance(&shape, p, (double)x, (double)y)) < 1e-3);
    ck_assert(outline_distance(&shape, on, (double)x, (double)y) < 1e-3);
  }
}
END_TEST

/* How far a shape reaches beyond a point. */
static float beyond(const carom_shape *shape, const carom_pose *pose, carom_pos point, carom_vec3 normal) {
  carom_pos farthest;
  ck_assert_int_eq(carom_support(shape, pose, normal, &farthest), CAROM_OK);
  return vec3_dot(pos_sub(farthest, point), normal);
}

/* Also where nothing but rounding is between a point and the surface. */
START_TEST(normals_at_the_surface_lead_out) {
  const carom_shape shapes[] = {
      carom_shape_ellipse(0.5f, 0.25f),   carom_shape_ellipse(0.25f, 0.25f),
      carom_shape_half_disc(0.5f),        carom_shape_disc(0.5f),
      carom_shape_rectangle(0.5f, 0.25f), carom_shape_rounded_rectangle(1, 2, 0.5f)};
  uint64_t random = 3;
  int outside = 0;
  for (int i = 0; i < test_scaled(6000); i++) {
    const carom_shape *shape = &shapes[i % 6];
    double turn = i % 4 ? (double)test_uniform(&random, -3, 3) : 0;
    carom_pose pose = carom_pose_planar((double)test_uniform(&random, -1, 1), 0, turn);
    carom_vec3 way = {(float)test_below(&random, 5) - 2, (float)test_below(&random, 5) - 2, 0};
    carom_point_distance got;
    carom_pos point;
    if (carom_support(shape, &pose, way, &point)) continue; /* no way at all */
    point.x += (double)test_below(&random, 2) * 1e-9 * (double)way.x;
    ck_assert_int_eq(carom_distance_to_point(shape, &pose, &point, &got), CAROM_OK);
    if (got.inside) continue;
    outside++;
    ck_assert(fabsf(vec3_length(got.normal) - 1) < 1e-6f && got.normal.z == 0);
    ck_assert(beyond(shape, &pose, point, got.normal) < 1e-5f);
  }
  ck_assert_int_gt(outside, 0);
}
END_TEST

START_TEST(wrong_arguments_are_refused) {
  const carom_shape ball = carom_shape_sphere(1), none = {.kind = CAROM_NO_SHAPE};
  const carom_pose pose = {.position = {0, 0, 0}}, skew = {.rotation = {1, 1, 0, 0}};
  const carom_pos point = {2, 0, 0}, far = {2e9, 0, 0}, odd = {0, (double)NAN, 0};
  carom_point_distance out = {.distance = 77};
  ck_assert_int_eq(carom_distance_to_point(NULL, &pose, &point, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_distance_to_point(&ball, NULL, &point, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_distance_to_point(&ball, &pose, NULL, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_distance_to_point(&ball, &pose, &point, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_distance_to_point(&none, &pose, &point, &out), CAROM_UNKNOWN_KIND);
  ck_assert_int_eq(carom_distance_to_point(&ball, &skew, &point, &out), CAROM_NOT_UNIT);
  ck_assert_int_eq(carom_distance_to_point(&ball, &pose, &far, &out), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_distance_to_point(&ball, &pose, &odd, &out), CAROM_NOT_FINITE);
  ck_assert(out.distance == 77);
  ck_assert_int_eq(carom_distance_to_point(&ball, &pose, &point, &out), CAROM_OK);
  ck_assert(out.distance == 1 && out.normal.x == 1 && out.point.x == 1 && !out.inside);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("point distance");
  TCase *tests = tcase_create("points");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, distances_hold, 1, SPATIAL_KINDS + 1);
  tcase_add_loop_test(tests, inside_agrees_with_rays, 1, ALL_SPATIAL_KINDS + 1);
  tcase_add_loop_test(tests, rays_of_any_direction_begin_inside, 1, ALL_SPATIAL_KINDS + 1);
  tcase_add_test(tests, outlines_are_as_near_as_their_points);
  tcase_add_test(tests, normals_at_the_surface_lead_out);
  tcase_add_test(tests, wrong_arguments_are_refused);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_tapered.c: tapered capsules next to what they are a case of: capsules where both ends are equal,
 * spheres where one end holds the other; exchanged ends; and how they stand and lie. */
#include "alike.h"
#include "carom/cast.h"

static const carom_quat upright = {0, 0, 0, 1};

START_TEST(even_ends_are_a_capsule) {
  uint64_t random = 1;
  for (int n = 0; n < test_scaled(4000); n++) {
    float size = test_log_uniform(&random, 1e-2f, 1e3f), radius = size * test_uniform(&random, 0.05f, 1);
    carom_vec3 a = test_vec3(&random, -size, size), b = test_vec3(&random, -size, size);
    carom_shape shape = carom_shape_tapered_capsule(a, b, radius, radius);
    carom_shape same = carom_shape_capsule(a, b, radius);
    check_alike(&shape, &same, &random, size);
  }
}
END_TEST

/* Around the origin, because a sphere is. */
START_TEST(an_end_that_holds_the_other_is_a_sphere) {
  uint64_t random = 2;
  for (int n = 0; n < test_scaled(4000); n++) {
    float size = test_log_uniform(&random, 1e-2f, 1e3f), slim = size * test_uniform(&random, 0.05f, 0.9f);
    carom_vec3 way = vec3_normalize_or(test_vec3(&random, -1, 1), vec3(1, 0, 0)), o = {0, 0, 0};
    carom_vec3 in = vec3_scale(way, (size - slim) * (n % 3 ? test_uniform(&random, 0, 1) : 1 - 1e-6f));
    carom_shape shape = n % 2 ? carom_shape_tapered_capsule(o, in, size, slim)
                              : carom_shape_tapered_capsule(in, o, slim, size);
    carom_shape same = carom_shape_sphere(size);
    check_alike(&shape, &same, &random, size);
  }
}
END_TEST

/* Whichever end is named first, the answers are the same to the bit. */
START_TEST(ends_may_be_exchanged) {
  uint64_t random = 3;
  for (int n = 0; n < test_scaled(4000); n++) {
    scene s =
        random_scene(&random, CAROM_TAPERED_CAPSULE, spatial_kind(test_below(&random, SPATIAL_KINDS)), 1e-2f);
    const carom_tapered_capsule *c = &s.a.geometry.tapered_capsule;
    carom_shape other = carom_shape_tapered_capsule(c->b, c->a, c->radius_b, c->radius_a);
    carom_distance_result d, e;
    ck_assert(carom_signed_distance(&s.a, &s.pose_a, &s.b, &s.pose_b, &d) == CAROM_OK);
    ck_assert(carom_signed_distance(&other, &s.pose_a, &s.b, &s.pose_b, &e) == CAROM_OK);
    ck_assert(d.distance == e.distance && vec3_norm1(vec3_sub(d.normal, e.normal)) == 0);
    release_scene(&s);
  }
}
END_TEST

/* On one axis they are as deep in endlessly many directions: two of a kind in one place, and others. */
START_TEST(on_one_axis_they_have_a_depth) {
  uint64_t random = 4;
  for (int n = 0; n < test_scaled(2000); n++) {
    float size = test_log_uniform(&random, 1e-2f, 1e4f), r = size * test_uniform(&random, 0.05f, 1);
    carom_vec3 a = {0, -size, 0}, b = {0, size, 0};
    carom_shape shape = carom_shape_tapered_capsule(a, b, r, size * test_uniform(&random, 0.05f, 1));
    carom_shape others[3] = {shape, carom_shape_cylinder(0.5f * size, 0.7f * size),
                             carom_shape_tapered_capsule(a, b, 0.3f * size, 0.6f * size)};
    carom_pose pose = {{3, -2, 1}, test_quat(&random)}, same = pose;
    if (n % 2) same.position.x += 1e-4 * (double)size;
    carom_distance_result d, e;
    ck_assert(carom_signed_distance(&shape, &pose, &others[n % 3], &same, &d) == CAROM_OK);
    ck_assert(carom_signed_distance(&others[n % 3], &same, &shape, &pose, &e) == CAROM_OK);
    ck_assert(d.distance < 0 && fabsf(d.distance - e.distance) <= 0x1p-5f * size);
    carom_pos by = {(double)(-d.distance * d.normal.x), (double)(-d.distance * d.normal.y),
                    (double)(-d.distance * d.normal.z)};
    same.position = (carom_pos){same.position.x + by.x, same.position.y + by.y, same.position.z + by.z};
    ck_assert(carom_signed_distance(&shape, &pose, &others[n % 3], &same, &e) == CAROM_OK);
    ck_assert_msg(e.distance >= -1e-5f * size, "case %d: %g left of %g", n, (double)e.distance,
                  (double)d.distance);
  }
}
END_TEST

static carom_manifold on_floor(carom_shape shape, carom_quat rotation, double height) {
  carom_shape floor = carom_shape_box(10, 1, 10);
  carom_pose below = {{0, -1, 0}, upright}, pose = {{0.25, height, -0.5}, rotation};
  carom_manifold m;
  ck_assert(carom_collide(&floor, &below, &shape, &pose, &m) == CAROM_OK);
  return m;
}

static void check_up(const carom_manifold *m, uint32_t count, float least_depth) {
  float deepest = 0;
  for (uint32_t i = 0; i < m->point_count; i++) deepest = fmaxf(deepest, -m->points[i].separation);
  ck_assert_uint_eq(m->point_count, count);
  ck_assert(m->normal.y > 0.9999f && fabsf(deepest - least_depth) < 2e-6f);
}

START_TEST(standing_and_lying) {
  carom_shape shape = carom_shape_tapered_capsule(vec3(0, -1, 0), vec3(0, 1, 0), 0.5f, 0.25f);
  carom_manifold wide = on_floor(shape, upright, 1.49),
                 slim = on_floor(shape, (carom_quat){1, 0, 0, 0}, 1.24);
  check_up(&wide, 1, 0.01f), check_up(&slim, 1, 0.01f);
  ck_assert_uint_ne(wide.points[0].feature, slim.points[0].feature);
  /* The side leans to the axis by an eighth, and then lies on the floor, below the middle by their mean. */
  float lean = asinf(0.125f), half = 0.25f * (float)acos(-1) + 0.5f * lean;
  carom_manifold side = on_floor(shape, (carom_quat){sinf(half), 0, 0, cosf(half)}, 0.375 - 0.01);
  check_up(&side, 2, 0.01f);
  double apart = fabs(side.points[0].position.z - side.points[1].position.z);
  ck_assert_msg(alike_near(apart, 2 * sqrt(1 - 1.0 / 64), 1e-3), "%g", apart);
}
END_TEST

/* A drop whose tip turns by a thousandth of a radian on either side keeps its two points. */
START_TEST(points_stay_under_jitter) {
  carom_shape shape = carom_shape_tapered_capsule(vec3(0, -1, 0), vec3(0, 1, 0), 0.5f, 0.25f);
  float half = 0.25f * (float)acos(-1) + 0.5f * asinf(0.125f);
  for (int i = -20; i <= 20; i++) {
    float turn = half + 2e-4f * (float)i / 20;
    carom_manifold m = on_floor(shape, (carom_quat){sinf(turn), 0, 0, cosf(turn)}, 0.375 - 0.01);
    ck_assert_uint_eq(m.point_count, 2);
    ck_assert_uint_ne(m.points[0].feature, m.points[1].feature);
  }
}
END_TEST

START_TEST(a_cast_stops_at_the_side) {
  carom_shape shape = carom_shape_tapered_capsule(vec3(0, -1, 0), vec3(0, 1, 0), 0.5f, 0.25f);
  carom_shape ball = carom_shape_sphere(0.125f);
  carom_pose still = {{0, 0, 0}, upright}, from = {{5, 0, 0}, upright};
  carom_impact hit;
  ck_assert(carom_cast_shape(&shape, &still, &ball, &from, (carom_vec3){-5, 0, 0}, &hit) == CAROM_OK);
  /* Beside the origin the side is 0.375 away, along its normal. */
  double reach = (0.375 + 0.125) / sqrt(1 - 1.0 / 64);
  ck_assert_msg(hit.hit && alike_near(hit.fraction, 1 - reach / 5, 1e-5), "%g", hit.fraction);
}
END_TEST

/* Inside, on the axis or nearly, the side is nearest all around: any normal across it will do. */
START_TEST(a_ball_on_the_axis) {
  uint64_t random = 9;
  for (int n = 0; n < 200 + test_scaled(4000); n++) {
    float wide = test_uniform(&random, 0.5f, 1), slim = test_uniform(&random, 0.1f, 0.5f), ball = 0.25f;
    const carom_shape shape = carom_shape_tapered_capsule(vec3(0, -1, 0), vec3(0, 1, 0), wide, slim),
                      sphere = carom_shape_sphere(ball);
    double sine = ((double)wide - (double)slim) / 2, up = (double)test_uniform(&random, 0.4f, 1.6f);
    double off = n % 2 ? (double)test_log_uniform(&random, 1e-30f, 1e-3f) : 0;
    const carom_pose turned = {{0, 0, 0}, test_quat(&random)};
    const carom_mat3 axes = quat_to_mat3(turned.rotation);
    carom_vec3 at = mat3_mul_vec3(&axes, vec3((float)off, (float)(up - 1), 0));
    const carom_pose there = {{(double)at.x, (double)at.y, (double)at.z}, {0, 0, 0, 1}};
    carom_distance_result d;
    carom_manifold m;
    ck_assert_int_eq(carom_signed_distance(&sphere, &there, &shape, &turned, &d), CAROM_OK);
    ck_assert_int_eq(carom_collide(&sphere, &there, &shape, &turned, &m), CAROM_OK);
    ck_assert(fabs((double)d.distance + (double)wide - sine * up + (double)ball) <= off + 1e-6);
    ck_assert(fabsf(vec3_length(d.normal) - 1) < 1e-6f && fabsf(vec3_length(m.normal) - 1) < 1e-6f);
    ck_assert(fabs((double)vec3_dot(d.normal, mat3_mul_vec3(&axes, vec3(0, -1, 0))) - sine) < 1e-6);
    ck_assert(m.point_count == 1 && m.points[0].separation == d.distance);
  }
}
END_TEST

/* There the way across the axis is nothing but rounding, and its direction may be along the axis. */
START_TEST(a_ball_in_the_middle) {
  uint64_t random = 10;
  const carom_pose here = {{0, 0, 0}, upright};
  for (int n = 0; n < 200 + test_scaled(4000); n++) {
    carom_vec3 way = test_vec3(&random, -1, 1);
    double length = (double)vec3_length(way);
    float wide = test_uniform(&random, 0.5f, 1),
          slim = wide - 0.9f * test_uniform(&random, 0, 1) * (float)length;
    if (!(slim > 0.01f) || length < 0.1) continue;
    const carom_shape shape = carom_shape_tapered_capsule(way, vec3_neg(way), wide, slim),
                      sphere = carom_shape_sphere(0.25f);
    carom_distance_result d;
    ck_assert_int_eq(carom_signed_distance(&sphere, &here, &shape, &here, &d), CAROM_OK);
    ck_assert(fabs((double)d.distance + 0.5 * ((double)wide + (double)slim) + 0.25) < 1e-6);
    ck_assert(fabsf(vec3_length(d.normal) - 1) < 1e-6f);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("tapered");
  TCase *core = tcase_create("tapered");
  tcase_set_timeout(core, 60);
  tcase_add_test(core, even_ends_are_a_capsule);
  tcase_add_test(core, an_end_that_holds_the_other_is_a_sphere);
  tcase_add_test(core, ends_may_be_exchanged);
  tcase_add_test(core, on_one_axis_they_have_a_depth);
  tcase_add_test(core, standing_and_lying);
  tcase_add_test(core, points_stay_under_jitter);
  tcase_add_test(core, a_cast_stops_at_the_side);
  tcase_add_test(core, a_ball_on_the_axis);
  tcase_add_test(core, a_ball_in_the_middle);
  suite_add_tcase(suite, core);
  return suite;
}

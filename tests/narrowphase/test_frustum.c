/* test_frustum.c: how frustums, cylinders and cones stand, lie and lean on a box and on each other: how many
 * points, where, how deep, and that they stay where they are. */
#include "carom/collide.h"
#include "testing.h"

static carom_manifold on_floor(carom_shape shape, carom_quat rotation, double height) {
  carom_shape floor = carom_shape_box(10, 1, 10);
  carom_pose below = {{0, -1, 0}, {0, 0, 0, 1}}, pose = {{0.25, height, -0.5}, rotation};
  carom_manifold m;
  ck_assert(carom_collide(&floor, &below, &shape, &pose, &m) == CAROM_OK);
  return m;
}

/* A turn by an angle whose half has this tangent, about x. */
static carom_quat about_x(float half_tangent) {
  float w = 1 / sqrtf(1 + half_tangent * half_tangent);
  return (carom_quat){half_tangent * w, 0, 0, w};
}

/* Upside down: half a turn about x. */
static const carom_quat upright = {0, 0, 0, 1}, over = {1, 0, 0, 0};

static float depth(const carom_manifold *m, uint32_t i) { return -m->points[i].separation; }

static float deepest(const carom_manifold *m) {
  float most = 0;
  for (uint32_t i = 0; i < m->point_count; i++) most = fmaxf(most, depth(m, i));
  return most;
}

static void check_up(const carom_manifold *m, uint32_t count, float least_depth) {
  ck_assert_uint_eq(m->point_count, count);
  ck_assert(m->normal.y > 0.9999f && fabsf(deepest(m) - least_depth) < 2e-6f);
}

/* All points on the circle, and wide apart: the middle is held. */
static void check_ring(const carom_manifold *m, double radius) {
  double sum_x = 0, sum_z = 0;
  for (uint32_t i = 0; i < m->point_count; i++) {
    double x = m->points[i].position.x - 0.25, z = m->points[i].position.z + 0.5;
    ck_assert(fabs(sqrt(x * x + z * z) - radius) < 1e-5 * radius);
    sum_x += x, sum_z += z;
  }
  ck_assert(fabs(sum_x) < 0.6 * radius && fabs(sum_z) < 0.6 * radius);
}

START_TEST(standing) {
  carom_manifold cylinder = on_floor(carom_shape_cylinder(1, 0.5f), upright, 0.99);
  carom_manifold turned = on_floor(carom_shape_cylinder(1, 0.5f), over, 0.99);
  carom_manifold cone = on_floor(carom_shape_cone(1, 0.5f), upright, 0.99);
  check_up(&cylinder, 4, 0.01f), check_up(&turned, 4, 0.01f), check_up(&cone, 4, 0.01f);
  check_ring(&cylinder, 0.5), check_ring(&turned, 0.5), check_ring(&cone, 0.5);
  carom_manifold wide = on_floor(carom_shape_frustum(1, 0.5f, 0.25f), upright, 0.99);
  carom_manifold slim = on_floor(carom_shape_frustum(1, 0.5f, 0.25f), over, 0.99);
  check_up(&wide, 4, 0.01f), check_up(&slim, 4, 0.01f);
  check_ring(&wide, 0.5), check_ring(&slim, 0.25);
}
END_TEST

static bool has_feature(const carom_manifold *m, uint32_t feature) {
  for (uint32_t i = 0; i < m->point_count; i++)
    if (m->points[i].feature == feature) return true;
  return false;
}

/* Under jitter the points are the same four corners, with the same names. */
START_TEST(points_do_not_turn_under_jitter) {
  carom_shape shapes[2] = {carom_shape_cylinder(1, 0.5f), carom_shape_cone(1, 0.5f)};
  uint64_t random = 1;
  carom_manifold still = on_floor(shapes[0], upright, 0.99);
  for (int n = 0; n < 400; n++) {
    carom_vec3 v = test_vec3(&random, -1, 1);
    float size = test_log_uniform(&random, 1e-8f, 1e-3f);
    carom_quat q = {size * v.x, size * v.y, size * v.z, 1};
    carom_manifold m = on_floor(shapes[n % 2], q, 0.99);
    ck_assert_uint_eq(m.point_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
      ck_assert(has_feature(&still, m.points[i].feature));
      double x = (m.points[i].position.x - 0.25) / 0.5, z = (m.points[i].position.z + 0.5) / 0.5;
      ck_assert(fabs(fabs(x) + fabs(z) - 1) < 0.01);
    }
  }
}
END_TEST

START_TEST(lying) {
  carom_quat side = about_x(1); /* the axis along z */
  carom_manifold cylinder = on_floor(carom_shape_cylinder(1, 0.5f), side, 0.49);
  check_up(&cylinder, 2, 0.01f);
  ck_assert(fabs(fabs(cylinder.points[0].position.z - cylinder.points[1].position.z) - 2) < 1e-5);
  ck_assert(fabs(cylinder.points[0].position.x - 0.25) < 1e-4 &&
            fabs(cylinder.points[1].position.x - 0.25) < 1e-4);
  carom_shape cone = carom_shape_cone(1, 1.5f);
  for (float t = 0.2f; t < 2.5f; t += 0.05f) { /* on its side, too, at about 0.5 */
    carom_manifold m = on_floor(cone, about_x(t), 0.5);
    ck_assert(m.point_count >= 1 && m.point_count <= 4 && m.normal.y > 0.99f);
  }
}
END_TEST

/* A frustum lies on a line of its side, whose ends are points of its rims. */
START_TEST(lying_on_the_side) {
  carom_shape frustum = carom_shape_frustum(1, 0.75f, 0.25f);
  float half_tangent = 1.2807764f; /* the side, which leans by an atan of 1 in 4, comes to lie on the floor */
  carom_manifold m = on_floor(frustum, about_x(half_tangent), 0.47507125);
  check_up(&m, 2, 0.01f);
  double apart = fabs(m.points[0].position.z - m.points[1].position.z);
  ck_assert_msg(fabs(apart - sqrt(4.25)) < 1e-3, "%g", apart);
}
END_TEST

/* The axis turned by 45 degrees: the lowest point of the rim alone. */
START_TEST(leaning_on_an_edge) {
  carom_quat half_way = about_x(0.41421356f);
  float reach = 0.70710678f * (1 + 0.5f);
  carom_manifold cylinder = on_floor(carom_shape_cylinder(1, 0.5f), half_way, (double)reach - 0.01);
  check_up(&cylinder, 1, 0.01f);
  ck_assert(fabs(cylinder.points[0].position.x - 0.25) < 1e-4);
  ck_assert(fabs(fabs(cylinder.points[0].position.z + 0.5) - 0.70710678 * 0.5) < 1e-2);
  /* As deep as can be told, in one step from leaning to standing. */
  for (float t = 1e-3f; t < 0.41f; t *= 1.2f) {
    float c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
    carom_manifold m = on_floor(carom_shape_cylinder(1, 0.5f), about_x(t), (double)(c + 0.5f * s) - 0.005);
    ck_assert(m.point_count >= 1 && m.normal.y > 0.9999f);
    ck_assert_msg(fabsf(deepest(&m) - 0.005f) < 5e-6f, "%g at %g", (double)deepest(&m), (double)t);
  }
}
END_TEST

START_TEST(on_the_tip) {
  carom_manifold m = on_floor(carom_shape_cone(1, 0.5f), over, 0.99);
  check_up(&m, 1, 0.01f);
  ck_assert(fabs(m.points[0].position.x - 0.25) < 1e-5 && fabs(m.points[0].position.z + 0.5) < 1e-5);
  m = on_floor(carom_shape_cone(1, 0.5f), (carom_quat){1, 0, 0, 0.1f * 0.001f}, 0.99);
  check_up(&m, 1, 0.01f);
}
END_TEST

START_TEST(stacked) {
  carom_shape wide = carom_shape_cylinder(1, 2), slim = carom_shape_cylinder(1, 0.5f);
  carom_pose below = {{0, 0, 0}, {0, 0, 0, 1}}, above = {{0.25, 1.99, -0.5}, {0, 0.3f, 0, 0.9539392f}};
  carom_manifold m;
  ck_assert(carom_collide(&wide, &below, &slim, &above, &m) == CAROM_OK);
  check_up(&m, 4, 0.01f), check_ring(&m, 0.5);
  ck_assert(carom_collide(&slim, &below, &slim, &(carom_pose){{0, 1.99, 0}, {0, 0, 0, 1}}, &m) == CAROM_OK);
  check_up(&m, 4, 0.01f);
}
END_TEST

/* Thin discs, needles, the smallest and the largest: the depth of standing is exact in proportion. */
/* From all around, through the very tip: the normal never looks along the ray. */
START_TEST(rays_at_the_tip) {
  const carom_pose still = {.rotation = {0, 0, 0, 1}};
  size_t hits = 0;
  for (int i = 0; i < 5 * 9 * 9; i++) {
    const carom_shape cone = carom_shape_cone(1, 0.25f * (float)(1 + i % 5));
    const carom_vec3 way = {(float)(i / 5 % 9 - 4), 0.5f * (float)(i / 45 - 4), 0.5f};
    const carom_ray ray = {{-(double)way.x, 1 - (double)way.y, -(double)way.z},
                           {2 * way.x, 2 * way.y, 2 * way.z}};
    carom_ray_result hit;
    ck_assert(carom_cast_ray(&cone, &still, &ray, &hit) == CAROM_OK);
    if (!hit.hit || hit.inside) continue;
    const carom_vec3 n = hit.normal;
    ck_assert(fabsf(n.x * n.x + n.y * n.y + n.z * n.z - 1) < 1e-6f);
    ck_assert(n.x * way.x + n.y * way.y + n.z * way.z <= 1e-6f);
    hits++;
  }
  ck_assert_uint_gt(hits, 300);
}
END_TEST

START_TEST(of_all_proportions) {
  const float sizes[4] = {1e-5f, 1e-2f, 1, 1e5f};
  for (int i = 0; i < 16; i++) {
    float h = sizes[i / 4], r = sizes[i % 4], sum = h + r;
    const carom_shape shapes[4] = {carom_shape_cylinder(h, r), carom_shape_cone(h, r),
                                   carom_shape_frustum(h, 0.5f * r + 0.5e-5f, r),
                                   carom_shape_frustum(h, r, 1e-5f)};
    carom_shape floor = carom_shape_box(2 * r, sum, 2 * r);
    for (int k = 0; k < 4; k++) {
      carom_pose below = {{0, -(double)sum, 0}, {0, 0, 0, 1}}, pose = {{0, 0.9 * (double)h, 0}, {0, 0, 0, 1}};
      carom_manifold m;
      ck_assert(carom_collide(&floor, &below, &shapes[k], &pose, &m) == CAROM_OK);
      ck_assert_msg(m.point_count >= 1 && fabsf(deepest(&m)) <= 0.1001f * h + 16 * 0x1p-24f * (sum + r),
                    "%g by %g: %u points, %g deep", (double)h, (double)r, m.point_count, (double)deepest(&m));
      pose.position.y = 2.5 * (double)sum;
      ck_assert(carom_collide(&floor, &below, &shapes[k], &pose, &m) == CAROM_OK && m.point_count == 0);
    }
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("frustum");
  TCase *core = tcase_create("frustum");
  tcase_add_test(core, standing);
  tcase_add_test(core, points_do_not_turn_under_jitter);
  tcase_add_test(core, lying);
  tcase_add_test(core, lying_on_the_side);
  tcase_add_test(core, leaning_on_an_edge);
  tcase_add_test(core, on_the_tip);
  tcase_add_test(core, stacked);
  tcase_add_test(core, rays_at_the_tip);
  tcase_add_test(core, of_all_proportions);
  suite_add_tcase(suite, core);
  return suite;
}

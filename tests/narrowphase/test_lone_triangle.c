/* test_lone_triangle.c: a triangle by itself next to the mesh of one triangle that it is, and next to thin
 * prisms; its mass; and how it lies. */
#include "alike.h"
#include "carom/cast.h"

static const carom_pose home = {{0, 0, 0}, {0, 0, 0, 1}};

/* --- Next to a mesh --- */

static carom_mesh *mesh_of(const carom_vec3 corners[3]) {
  const uint32_t indices[3] = {0, 1, 2};
  carom_mesh *mesh = NULL;
  const carom_mesh_def def = {.vertices = &corners->x,
                              .vertex_count = 3,
                              .triangles = indices,
                              .sides = CAROM_MESH_TWO_SIDED,
                              .triangle_count = 1};
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return mesh;
}

static carom_shape shape_at(uint64_t *random, float size, carom_mesh **mesh, carom_shape *same) {
  float radius = random_rounding(random, size);
  carom_shape shape = random_triangle(random, size, radius);
  *mesh = mesh_of(shape.geometry.triangle.corners);
  *same = carom_shape_scaled_mesh(*mesh, vec3(1, 1, 1), radius);
  return shape;
}

START_TEST(rays_meet_what_they_meet_of_a_mesh) {
  uint64_t random = 1;
  int hits = 0, sides = 0;
  for (int n = 0; n < 200 + test_scaled(3000); n++) {
    carom_mesh *mesh;
    carom_shape same, shape = shape_at(&random, test_log_uniform(&random, 1e-2f, 1e2f), &mesh, &same);
    const carom_vec3 *c = shape.geometry.triangle.corners;
    float size = vec3_norm1(c[0]) + vec3_norm1(c[1]);
    for (int k = 0; k < 8; k++) {
      carom_vec3 from = test_vec3(&random, -2 * size, 2 * size),
                 middle = vec3_scale(vec3_add(vec3_add(c[0], c[1]), c[2]), 1.0f / 3);
      carom_vec3 to = vec3_add(middle, test_vec3(&random, -0.3f * size, 0.3f * size));
      carom_ray ray = {{(double)from.x, (double)from.y, (double)from.z}, vec3_scale(vec3_sub(to, from), 2)};
      carom_ray_result hit, other;
      ck_assert(carom_cast_ray(&shape, &home, &ray, &hit) == CAROM_OK);
      ck_assert(carom_cast_ray(&same, &home, &ray, &other) == CAROM_OK);
      sides += hit.hit != other.hit;
      if (!hit.hit || !other.hit) continue;
      hits++;
      ck_assert(hit.inside == other.inside && fabsf(hit.fraction - other.fraction) <= 1e-5f);
      ck_assert(hit.inside || vec3_length(vec3_sub(hit.normal, other.normal)) < 1e-2f);
    }
    carom_mesh_release(mesh);
  }
  ck_assert_int_gt(hits, 100);
  ck_assert_int_le(sides, 1); /* at an edge rounding decides */
}
END_TEST

START_TEST(distances_are_those_of_a_mesh) {
  uint64_t random = 2;
  int apart = 0;
  for (int n = 0; n < 200 + test_scaled(3000); n++) {
    float size = test_log_uniform(&random, 1e-2f, 1e2f), slack = 1e-5f * size;
    carom_mesh *mesh;
    carom_shape same, shape = shape_at(&random, size, &mesh, &same);
    carom_shape other = random_shape(&random, spatial_kind(test_below(&random, SPATIAL_KINDS)), size);
    carom_pose pose = {{random_offset(&random, size), random_offset(&random, size), 0}, test_quat(&random)};
    carom_distance_result d, e;
    ck_assert(carom_distance(&shape, &home, &other, &pose, &d) == CAROM_OK);
    ck_assert(carom_distance(&same, &home, &other, &pose, &e) == CAROM_OK);
    ck_assert_msg(fabsf(d.distance - e.distance) <= slack, "%d: %g %g", n, (double)d.distance,
                  (double)e.distance);
    apart += d.distance > 0;
    release_shape(&other);
    carom_mesh_release(mesh);
  }
  ck_assert_int_gt(apart, 20);
}
END_TEST

/* --- Either order of the corners --- */

START_TEST(its_sides_are_alike) {
  uint64_t random = 3;
  for (int n = 0; n < 100 + test_scaled(2000); n++) {
    float size = test_log_uniform(&random, 1e-2f, 1e2f), radius = 0.2f * size;
    carom_shape shape = random_triangle(&random, size, radius), same = shape;
    same.geometry.triangle.corners[0] = shape.geometry.triangle.corners[1];
    same.geometry.triangle.corners[1] = shape.geometry.triangle.corners[0];
    check_alike(&shape, &same, &random, size);
  }
}
END_TEST

/* --- Mass --- */

static float length_between(carom_vec3 a, carom_vec3 b) { return vec3_length(vec3_sub(a, b)); }

/* Steiner's formula. */
START_TEST(its_volume_is_exact) {
  uint64_t random = 4;
  const float pi = 3.14159265f;
  for (int n = 0; n < 100 + test_scaled(2000); n++) {
    float size = test_log_uniform(&random, 1e-2f, 1e2f), r = size * test_log_uniform(&random, 1e-3f, 1);
    carom_shape shape = random_triangle(&random, size, r);
    const carom_vec3 *c = shape.geometry.triangle.corners;
    float area = 0.5f * vec3_length(vec3_cross(vec3_sub(c[1], c[0]), vec3_sub(c[2], c[0])));
    float around = length_between(c[0], c[1]) + length_between(c[1], c[2]) + length_between(c[2], c[0]);
    float volume = 2 * area * r + 0.5f * pi * r * r * around + 4 * pi / 3 * r * r * r;
    carom_mass mass;
    ck_assert_int_eq(carom_shape_get_mass(&shape, 1, &mass), CAROM_OK);
    ck_assert_msg(fabsf(mass.mass - volume) <= 1e-5f * volume, "%g %g", (double)mass.mass, (double)volume);
    shape.geometry.triangle.radius = 0;
    ck_assert_int_eq(carom_shape_get_mass(&shape, 1, &mass), CAROM_FLAT);
  }
}
END_TEST

/* The prism adds its thickness to the sides alone. */
START_TEST(its_mass_is_that_of_a_thin_prism) {
  uint64_t random = 5;
  for (int n = 0; n < 50 + test_scaled(500); n++) {
    carom_shape shape = random_triangle(&random, 1, test_uniform(&random, 0.2f, 1)), prism;
    const carom_triangle *t = &shape.geometry.triangle;
    carom_vec3 across =
        vec3_cross(vec3_sub(t->corners[1], t->corners[0]), vec3_sub(t->corners[2], t->corners[0]));
    carom_vec3 up = vec3_scale(across, 2e-4f / vec3_length(across)), points[6];
    for (int i = 0; i < 6; i++)
      points[i] = i < 3 ? vec3_add(t->corners[i], up) : vec3_sub(t->corners[i - 3], up);
    carom_hull *hull;
    carom_mass m, p;
    ck_assert_int_eq(carom_hull_from_points(NULL, &points->x, 6, 0, &hull), CAROM_OK);
    prism = carom_shape_rounded_hull(hull, t->radius);
    ck_assert_int_eq(carom_shape_get_mass(&shape, 1, &m), CAROM_OK);
    ck_assert_int_eq(carom_shape_get_mass(&prism, 1, &p), CAROM_OK);
    float inertia = p.inertia.x.x + p.inertia.y.y + p.inertia.z.z;
    carom_vec3 rows[3] = {vec3_sub(m.inertia.x, p.inertia.x), vec3_sub(m.inertia.y, p.inertia.y),
                          vec3_sub(m.inertia.z, p.inertia.z)};
    ck_assert(length_between(m.center, p.center) <= 1e-3f);
    for (int i = 0; i < 3; i++) ck_assert(vec3_norm1(rows[i]) <= 5e-3f * inertia);
    carom_hull_release(hull);
  }
}
END_TEST

/* --- How it lies --- */

static const carom_vec3 flat_corners[3] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}};

static carom_shape flat_triangle(float radius) {
  return carom_shape_rounded_triangle(flat_corners[0], flat_corners[1], flat_corners[2], radius);
}

START_TEST(it_lies_on_its_corners) {
  carom_shape floor = carom_shape_box(10, 1, 10);
  for (int n = 0; n < 8; n++) {
    float radius = n & 1 ? 0.25f : 0, sink = n & 2 ? 0.01f : 0;
    carom_shape shape = flat_triangle(radius);
    carom_quat turned = {1, 0, 0, 0}, upright = {0, 0, 0, 1};
    carom_pose below = {{0, -1, 0}, upright},
               pose = {{0.5, (double)(radius - sink), 0}, n & 4 ? turned : upright};
    carom_manifold m;
    ck_assert_int_eq(carom_collide(&shape, &pose, &floor, &below, &m), CAROM_OK);
    ck_assert_uint_eq(m.point_count, 3);
    ck_assert(m.normal.y < -0.9999f);
    for (uint32_t i = 0; i < 3; i++) ck_assert(fabsf(m.points[i].separation + sink) < 1e-5f);
  }
}
END_TEST

/* In one plane, side by side, across each other, and one on the other. */
START_TEST(flat_ones_touch_in_one_plane) {
  carom_shape a = flat_triangle(0), b = flat_triangle(0);
  const struct {
    double x, y;
    float distance;
  } places[] = {{0, 0, 0}, {0.5, 0, 0}, {2, 0, 0}, {2.5, 0, 0.5f}, {0, 0.5, 0.5f}, {0.25, -2, 2}};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    carom_pose pose = {{places[i].x, places[i].y, 0}, {0, 0, 0, 1}};
    carom_distance_result d;
    bool touch;
    ck_assert_int_eq(carom_signed_distance(&a, &home, &b, &pose, &d), CAROM_OK);
    ck_assert_int_eq(carom_overlap(&a, &home, &b, &pose, &touch), CAROM_OK);
    ck_assert_msg(fabsf(d.distance - places[i].distance) < 1e-6f, "%zu: %g", i, (double)d.distance);
    ck_assert(touch == (places[i].distance == 0));
  }
}
END_TEST

START_TEST(a_cast_stops_at_either_side) {
  carom_shape sheet = flat_triangle(0), ball = carom_shape_sphere(0.25f);
  for (int side = -1; side <= 1; side += 2) {
    carom_pose from = {{0, 5.0 * side, 0}, {0, 0, 0, 1}};
    carom_impact hit;
    ck_assert_int_eq(carom_cast_shape(&sheet, &home, &ball, &from, vec3(0, -10.0f * (float)side, 0), &hit),
                     CAROM_OK);
    ck_assert(hit.hit && alike_near(hit.fraction, 0.475, 1e-5));
    ck_assert((float)side * hit.normal.y > 0.9999f);
  }
}
END_TEST

/* Points lie within half of their depth of both. */
static void check_on_both(const carom_shape *a, const carom_pose *at_a, const carom_shape *b,
                          const carom_pose *at_b, float most) {
  carom_manifold m;
  ck_assert_int_eq(carom_collide(a, at_a, b, at_b, &m), CAROM_OK);
  ck_assert_uint_gt(m.point_count, 0);
  for (uint32_t i = 0; i < m.point_count; i++) {
    carom_point_distance to_a, to_b;
    float near = 1e-4f - 0.5f * m.points[i].separation;
    ck_assert_int_eq(carom_distance_to_point(a, at_a, &m.points[i].position, &to_a), CAROM_OK);
    ck_assert_int_eq(carom_distance_to_point(b, at_b, &m.points[i].position, &to_b), CAROM_OK);
    ck_assert(to_a.distance < near && to_b.distance < near && m.points[i].separation > -most - 1e-4f);
  }
}

/* A mesh that a triangle all but touches with its plane, from the side of its border: seen along the normal
 * of the mesh it is a line, and no point is deeper than it is there. */
START_TEST(points_at_a_border_are_on_both) {
  static const float vertices[] = {-1, 0, -0.5f, -1, 0, -0.375f, -0.75f, 0, -0.5f};
  static const uint32_t indices[] = {0, 1, 2};
  const carom_mesh_def def = {.vertices = vertices,
                              .vertex_count = 3,
                              .triangles = indices,
                              .triangle_count = 1,
                              .sides = CAROM_MESH_TWO_SIDED};
  const carom_shape a =
      carom_shape_triangle(vec3(-0.5f, -0.5f, -0.25f), vec3(-0.5f, 0.25f, 0.5f), vec3(-0.5f, 0, 0.5f));
  const carom_pose at_a = {.rotation = {0.500000358f, -0.49999994f, 0.499999404f, 0.500000298f}};
  const carom_pose at_b = {{-2.0234394299892957e-06, 0.25000179163322439, 0.50000062583211369},
                           {0.499994725f, 0.50000447f, 0.499997646f, -0.500003219f}};
  carom_mesh *mesh;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  const carom_shape b = carom_shape_mesh(mesh);
  check_on_both(&a, &at_a, &b, &at_b, 0);
  carom_mesh_release(mesh);
}
END_TEST

/* A triangle that stands upright on the tip of a rounded one. */
START_TEST(points_at_a_tip_are_on_both) {
  const float radius = 0.095553726f;
  const carom_shape a =
      carom_shape_triangle(vec3(0.5f, 0, -0.25f), vec3(0.5f, -0.25f, -0.25f), vec3(-0.25f, -0.25f, 0.25f));
  const carom_shape b = carom_shape_rounded_triangle(vec3(0, 0, 0), vec3(0, 0, 1), vec3(0.25f, 0, 0), radius);
  const carom_pose at_a = {{-0.25000065565081186, 1.2500004172321546, 0.24999904632619163},
                           {0.499999166f, -0.500000834f, 0.5f, 0.5f}};
  const carom_pose at_b = {.rotation = {0.500000358f, 0.499999911f, 0.499999315f, -0.500000417f}};
  check_on_both(&a, &at_a, &b, &at_b, radius);
  check_on_both(&b, &at_b, &a, &at_a, radius);
}
END_TEST

/* An edge that passes a sharp corner within rounding has one point there, or two of other names. */
START_TEST(points_at_a_corner_have_names) {
  const carom_shape a = carom_shape_rounded_triangle(vec3(0.25f, -0.5f, -0.5f), vec3(0.5f, -0.25f, 0.25f),
                                                     vec3(-0.25f, -0.25f, 0.25f), 0.0625f);
  const carom_shape b =
      carom_shape_triangle(vec3(0.25f, -0.5f, 0.5f), vec3(0, -0.5f, 0.25f), vec3(-0.5f, -0.5f, 0));
  const carom_pose at_a = {{100000, -50000, 25000}, {0.5f, -0.5f, 0.5f, 0.5f}};
  const carom_pose at_b = {{100000, -49999.75, 24999.75}, {0, 0, 0, 1}};
  carom_manifold m;
  ck_assert_int_eq(carom_collide(&a, &at_a, &b, &at_b, &m), CAROM_OK);
  ck_assert_uint_gt(m.point_count, 0);
  for (uint32_t i = 0; i < m.point_count; i++)
    for (uint32_t k = 0; k < i; k++) ck_assert_uint_ne(m.points[i].feature, m.points[k].feature);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("lone_triangle");
  TCase *core = tcase_create("lone_triangle");
  tcase_set_timeout(core, 60);
  tcase_add_test(core, rays_meet_what_they_meet_of_a_mesh);
  tcase_add_test(core, distances_are_those_of_a_mesh);
  tcase_add_test(core, its_sides_are_alike);
  tcase_add_test(core, its_volume_is_exact);
  tcase_add_test(core, its_mass_is_that_of_a_thin_prism);
  tcase_add_test(core, it_lies_on_its_corners);
  tcase_add_test(core, flat_ones_touch_in_one_plane);
  tcase_add_test(core, a_cast_stops_at_either_side);
  tcase_add_test(core, points_at_a_border_are_on_both);
  tcase_add_test(core, points_at_a_tip_are_on_both);
  tcase_add_test(core, points_at_a_corner_have_names);
  suite_add_tcase(suite, core);
  return suite;
}

/* test_mass.c: mass properties of shapes next to integrals over directions, in which rays say how far a shape
 * reaches from its middle, and next to sums over parts. */
#include "carom/mass.h"

#include <string.h>

#include "carom/collide.h"
#include "carom/compound.h"
#include "kinds.h"
#include "meshes.h"

static const carom_pose HOME = {.rotation = {0, 0, 0, 1}};

/* The volume, and the integrals of the position and of its products, as rows. */
typedef struct integrals {
  double volume, first[3], second[3][3];
} integrals;

static void add(integrals *sum, double volume, double first, double second, const double at[3]) {
  sum->volume += volume;
  for (int i = 0; i < 3; i++) {
    sum->first[i] += first * at[i];
    for (int k = 0; k < 3; k++) sum->second[i][k] += second * at[i] * at[k];
  }
}

/* --- Integrals over directions --- */

/* Directions are stretched as the box around the shape is, so that thin shapes are not seen from their sides
 * alone. */
typedef struct middle_view {
  const carom_shape *shape;
  carom_vec3 center, half;
} middle_view;

static middle_view view_of(const carom_shape *shape) {
  carom_aabb box;
  ck_assert_int_eq(carom_shape_bounds(shape, &HOME, &box), CAROM_OK);
  middle_view v = {shape, vec3_scale(vec3_add(box.min, box.max), 0.5f),
                   vec3_scale(vec3_sub(box.max, box.min), 0.5f)};
  return v;
}

/* How far the shape reaches from its middle, in parts of a stretched direction. */
static double reach(const middle_view *v, const double direction[3], double at[3]) {
  const double far = 4, half[3] = {(double)v->half.x, (double)v->half.y, (double)v->half.z};
  carom_ray_result hit;
  for (int i = 0; i < 3; i++) at[i] = half[i] * direction[i];
  carom_ray ray = {{(double)v->center.x + far * at[0], (double)v->center.y + far * at[1],
                    (double)v->center.z + far * at[2]},
                   {(float)(-far * at[0]), (float)(-far * at[1]), (float)(-far * at[2])}};
  ck_assert_int_eq(carom_cast_ray(v->shape, &HOME, &ray, &hit), CAROM_OK);
  ck_assert(hit.hit);
  return far * (1 - (double)hit.fraction);
}

static void move(integrals *sum, carom_vec3 way) {
  const double w[3] = {(double)way.x, (double)way.y, (double)way.z};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      sum->second[i][k] += sum->first[i] * w[k] + w[i] * sum->first[k] + sum->volume * w[i] * w[k];
  for (int i = 0; i < 3; i++) sum->first[i] += sum->volume * w[i];
}

static integrals integrate_solid(const carom_shape *shape, int steps) {
  middle_view v = view_of(shape);
  integrals sum = {0};
  double pi = acos(-1), whole = (double)(v.half.x * v.half.y * v.half.z) * 4 * pi / (2 * steps * steps);
  for (int i = 0; i < steps; i++)
    for (int k = 0; k < 2 * steps; k++) {
      double z = (2 * i + 1.0) / steps - 1, across = sqrt(1 - z * z), turn = pi * (k + 0.5) / steps, at[3];
      const double direction[3] = {across * cos(turn), across * sin(turn), z};
      double r = reach(&v, direction, at), cube = r * r * r;
      add(&sum, whole * cube / 3, whole * cube * r / 4, whole * cube * r * r / 5, at);
    }
  move(&sum, v.center);
  return sum;
}

static integrals integrate_plane(const carom_shape *shape, int steps) {
  middle_view v = view_of(shape);
  integrals sum = {0};
  double pi = acos(-1), whole = (double)(v.half.x * v.half.y) * 2 * pi / steps;
  v.half.z = 0;
  for (int i = 0; i < steps; i++) {
    double at[3];
    const double direction[3] = {cos(2 * pi * (i + 0.5) / steps), sin(2 * pi * (i + 0.5) / steps), 0};
    double r = reach(&v, direction, at);
    add(&sum, whole * r * r / 2, whole * r * r * r / 3, whole * r * r * r * r / 4, at);
  }
  move(&sum, v.center);
  return sum;
}

/* --- Comparing --- */

static double inertia_of(const integrals *s, int i, int k) {
  double trace = s->second[0][0] + s->second[1][1] + s->second[2][2];
  return (i == k ? trace : 0) - s->second[i][k];
}

static double at3(carom_vec3 v, int i) { return (double)(i == 0 ? v.x : i == 1 ? v.y : v.z); }

/* The rows of an inertia. */
static double entry(const carom_mass *m, int i, int k) {
  return at3(i == 0 ? m->inertia.x : i == 1 ? m->inertia.y : m->inertia.z, k);
}

static void check_mass(const carom_mass *m, const integrals *of, double density, double tolerance,
                       carom_vec3 half) {
  integrals centered = *of;
  carom_vec3 to = vec3((float)(-of->first[0] / of->volume), (float)(-of->first[1] / of->volume),
                       (float)(-of->first[2] / of->volume));
  move(&centered, to);
  double mass = density * of->volume;
  ck_assert_msg(fabs((double)m->mass - mass) <= tolerance * mass, "%g %g", (double)m->mass, mass);
  for (int i = 0; i < 3; i++)
    ck_assert(fabs(at3(m->center, i) + at3(to, i)) <= tolerance * (at3(half, i) + 1e-6 * fabs(at3(to, i))));
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      double size = i == k ? (double)vec3_dot(half, half) : at3(half, i) * at3(half, k);
      double expected = density * inertia_of(&centered, i, k);
      ck_assert(entry(m, i, k) == entry(m, k, i));
      ck_assert_msg(fabs(entry(m, i, k) - expected) <= 2 * tolerance * mass * size, "%d %d: %g %g", i, k,
                    entry(m, i, k), expected);
    }
}

static void check_convex(const carom_shape *shape, bool planar, double tolerance) {
  carom_mass m;
  integrals of = planar ? integrate_plane(shape, 4000) : integrate_solid(shape, 96);
  ck_assert_int_eq(carom_shape_get_mass(shape, 2.5f, &m), CAROM_OK);
  check_mass(&m, &of, 2.5, tolerance, view_of(shape).half);
}

/* A thin one has its middle beside what the directions begin in; test_lone_triangle.c asks for its mass. */
static bool has_middle(carom_shape_kind kind) { return kind != CAROM_TRIANGLE; }

START_TEST(solids_have_what_directions_tell) {
  uint64_t random = (uint64_t)_i + 7;
  if (!has_middle(spatial_kind((uint32_t)_i))) return;
  for (int n = 0; n < test_scaled(40); n++) {
    carom_shape shape = kind_random(&random, spatial_kind((uint32_t)_i), test_log_uniform(&random, 0.1f, 10));
    check_convex(&shape, false, 3e-3);
    kind_release(&shape);
  }
}
END_TEST

START_TEST(planar_shapes_have_what_directions_tell) {
  uint64_t random = (uint64_t)_i + 7;
  for (int n = 0; n < test_scaled(40); n++) {
    carom_vec2 points[7];
    float size = test_log_uniform(&random, 0.1f, 10), radius = random_rounding(&random, size);
    carom_polygon *asset = NULL;
    for (int i = 0; i < 7; i++)
      points[i] = (carom_vec2){test_uniform(&random, -size, size), test_uniform(&random, -size, size)};
    if (carom_polygon_from_points(NULL, &points->x, 7, 0, &asset)) continue;
    const carom_shape shapes[] = {
        carom_shape_disc(size), carom_shape_stadium(points[0], points[1], test_uniform(&random, 0.1f, size)),
        carom_shape_rounded_rectangle(size, 0.3f * size, radius), carom_shape_rounded_polygon(asset, radius)};
    check_convex(&shapes[n % 4], true, 2e-3);
    carom_polygon_release(asset);
  }
}
END_TEST

/* --- Exact relations --- */

static carom_mass mass_of(const carom_shape *shape) {
  carom_mass m;
  ck_assert_int_eq(carom_shape_get_mass(shape, 1, &m), CAROM_OK);
  return m;
}

static void check_same(const carom_mass *a, const carom_mass *b, double tolerance) {
  double size = sqrt(entry(a, 0, 0) + entry(a, 1, 1) + entry(a, 2, 2));
  ck_assert(fabs((double)a->mass - (double)b->mass) <= tolerance * (double)a->mass);
  size /= sqrt((double)a->mass);
  ck_assert((double)vec3_length(vec3_sub(a->center, b->center)) <= tolerance * size);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      ck_assert(fabs(entry(a, i, k) - entry(b, i, k)) <= tolerance * (double)a->mass * size * size);
}

static carom_hull *hull_of_box(carom_vec3 half) {
  carom_vec3 points[8];
  carom_hull *hull = NULL;
  for (int i = 0; i < 8; i++)
    points[i] = vec3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
  ck_assert_int_eq(carom_hull_from_points(NULL, &points->x, 8, 0, &hull), CAROM_OK);
  return hull;
}

START_TEST(boxes_are_hulls_of_their_corners) {
  uint64_t random = 3;
  for (int n = 0; n < test_scaled(300); n++) {
    carom_vec3 half = {test_log_uniform(&random, 0.01f, 1), test_log_uniform(&random, 0.01f, 1),
                       test_log_uniform(&random, 0.01f, 1)};
    float radius = random_rounding(&random, 1);
    carom_hull *hull = hull_of_box(half);
    carom_shape box = carom_shape_rounded_box(half.x, half.y, half.z, radius);
    carom_shape same = carom_shape_rounded_hull(hull, radius);
    carom_mass of_box = mass_of(&box), of_hull = mass_of(&same);
    check_same(&of_box, &of_hull, 1e-5);
    carom_hull_release(hull);
  }
}
END_TEST

/* The volume of a rounded hull is a polynomial in the radius, whose last term is a ball's. */
START_TEST(hulls_grow_as_steiner_says) {
  uint64_t random = 5;
  double ball = 4 * acos(-1) / 3;
  for (int n = 0; n < test_scaled(100); n++) {
    carom_hull *hull = random_asset(&random, 1);
    double v[5];
    for (int i = 0; i < 5; i++) {
      carom_shape shape = carom_shape_rounded_hull(hull, 0.5f * (float)i);
      v[i] = (double)mass_of(&shape).mass;
    }
    double third = (v[4] - 3 * v[3] + 3 * v[2] - v[1]) / 6, other = (v[3] - 3 * v[2] + 3 * v[1] - v[0]) / 6;
    ck_assert(fabs(third - ball / 8) < 1e-4 && fabs(other - ball / 8) < 1e-4);
    carom_hull_release(hull);
  }
}
END_TEST

START_TEST(meshes_have_what_they_enclose) {
  soup s = soup_ball(40, 60, 1);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  carom_hull *hull = NULL;
  carom_vec3 scale = {0.5f, 2, -3};
  ck_assert_int_eq(carom_hull_from_points(NULL, &s.vertices->x, s.vertex_count, 0, &hull), CAROM_OK);
  carom_shape of_hull = carom_shape_hull(hull), of_mesh = carom_shape_mesh(mesh);
  carom_mass a = mass_of(&of_hull), b = mass_of(&of_mesh);
  check_same(&a, &b, 1e-4);
  carom_shape scaled = carom_shape_scaled_mesh(mesh, scale, 0.1f);
  carom_mass c = mass_of(&scaled);
  ck_assert(fabsf(c.mass - 3 * b.mass) < 1e-4f * c.mass);
  double x = 0.5 * (entry(&b, 1, 1) + entry(&b, 2, 2) - entry(&b, 0, 0));
  double z = 0.5 * (entry(&b, 0, 0) + entry(&b, 1, 1) - entry(&b, 2, 2));
  ck_assert(fabs(entry(&c, 1, 1) - 3 * (0.25 * x + 9 * z)) < 1e-4 * entry(&c, 1, 1));
  carom_mesh_release(mesh), carom_hull_release(hull), soup_free(&s);
}
END_TEST

/* In one order of the corners or in the other. */
START_TEST(tetrahedra_are_hulls_of_their_corners) {
  uint64_t random = 9;
  static const uint32_t faces[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
  for (int n = 0; n < 100; n++) {
    carom_vec3 v[4];
    carom_mesh *mesh = NULL;
    carom_hull *hull = NULL;
    for (int i = 0; i < 4; i++) v[i] = test_vec3(&random, -1, 1);
    carom_mesh_def def = {.vertices = &v->x, .vertex_count = 4, .triangles = faces, .triangle_count = 4};
    ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
    ck_assert_int_eq(carom_hull_from_points(NULL, &v->x, 4, 0, &hull), CAROM_OK);
    carom_shape of_hull = carom_shape_hull(hull), of_mesh = carom_shape_mesh(mesh);
    carom_mass a = mass_of(&of_hull), b = mass_of(&of_mesh);
    check_same(&a, &b, 1e-4);
    carom_mesh_release(mesh), carom_hull_release(hull);
  }
}
END_TEST

/* Two squares on each other, cut along different diagonals. */
static const uint32_t folded_square[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};

START_TEST(a_closed_mesh_that_encloses_nothing_is_flat) {
  uint64_t random = 4;
  for (int n = 0; n < 100; n++) {
    carom_vec3 at = test_vec3(&random, -9, 9), x = test_vec3(&random, -1, 1), y = test_vec3(&random, -1, 1);
    const carom_vec3 v[4] = {at, vec3_add(at, x), vec3_add(vec3_add(at, x), y), vec3_add(at, y)};
    carom_mesh_def def = {
        .vertices = &v->x, .vertex_count = 4, .triangles = folded_square, .triangle_count = 4};
    carom_mesh *mesh = NULL;
    carom_mass out = {.mass = 7};
    ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
    carom_shape shape = carom_shape_mesh(mesh);
    carom_status status = carom_shape_get_mass(&shape, 1, &out);
    /* rounded corners may enclose a little */
    ck_assert(status == CAROM_FLAT ? out.mass == 7 : status == CAROM_OK && out.mass < 1e-4f);
    ck_assert(status == CAROM_FLAT || vec3_length(vec3_sub(out.center, at)) < 3);
    carom_mesh_release(mesh);
  }
}
END_TEST

/* In steps of a power of two, so that sums are not rounded. */
static carom_vec3 stepped_vec3(uint64_t *random) {
  float c[3];
  for (int i = 0; i < 3; i++) c[i] = 0x1p-16f * (float)test_below(random, 1u << 19);
  return vec3(c[0], c[1], c[2]);
}

/* The corners are in one plane, but volumes of three of them have more bits than a double. */
START_TEST(rounding_is_no_volume) {
  uint64_t random = 5;
  for (int n = 0; n < 100; n++) {
    carom_vec3 at = stepped_vec3(&random), x = stepped_vec3(&random), y = stepped_vec3(&random);
    const carom_vec3 v[4] = {at, vec3_add(at, x), vec3_add(vec3_add(at, x), y), vec3_add(at, y)};
    carom_mesh_def def = {
        .vertices = &v->x, .vertex_count = 4, .triangles = folded_square, .triangle_count = 4};
    carom_mesh *mesh = NULL;
    carom_mass out = {.mass = 7};
    ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
    carom_shape shape = carom_shape_mesh(mesh);
    ck_assert_int_eq(carom_shape_get_mass(&shape, 1, &out), CAROM_FLAT);
    ck_assert(out.mass == 7);
    carom_mesh_release(mesh);
  }
}
END_TEST

START_TEST(what_is_open_or_flat_is_refused) {
  uint64_t random = 1;
  soup s = soup_field(&random, 5, 0.3f);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  carom_mass out, before;
  memset(&out, 7, sizeof out);
  before = out;
  carom_shape open = carom_shape_mesh(mesh);
  ck_assert_int_eq(carom_shape_get_mass(&open, 1, &out), CAROM_NOT_CLOSED);
  carom_shape field = kind_random(&random, CAROM_FIELD, 1);
  ck_assert_int_eq(carom_shape_get_mass(&field, 1, &out), CAROM_NOT_CLOSED);
  carom_shape segment = carom_shape_segment((carom_vec2){0, 0}, (carom_vec2){1, 0});
  ck_assert_int_eq(carom_shape_get_mass(&segment, 1, &out), CAROM_FLAT);
  carom_shape ball = carom_shape_sphere(1), none = {.kind = CAROM_NO_SHAPE};
  ck_assert_int_eq(carom_shape_get_mass(&none, 1, &out), CAROM_UNKNOWN_KIND);
  ck_assert_int_eq(carom_shape_get_mass(&ball, 0, &out), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_shape_get_mass(&ball, -1, &out), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_shape_get_mass(&ball, NAN, &out), CAROM_NOT_FINITE);
  ck_assert_int_eq(carom_shape_get_mass(NULL, 1, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_shape_get_mass(&ball, 1, NULL), CAROM_NULL_ARGUMENT);
  carom_shape large = carom_shape_sphere(CAROM_SIZE_MAX);
  ck_assert_int_eq(carom_shape_get_mass(&large, 1e30f, &out), CAROM_OUT_OF_RANGE);
  carom_shape tiny = carom_shape_sphere(CAROM_SIZE_MIN);
  ck_assert_int_eq(carom_shape_get_mass(&tiny, 1e-30f, &out), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_shape_get_mass(&tiny, 1e-22f, &out), CAROM_OUT_OF_RANGE); /* the inertia */
  ck_assert(memcmp(&out, &before, sizeof out) == 0);
  ck_assert_int_eq(carom_shape_get_mass(&large, 1, &out), CAROM_OK);
  carom_shape small = carom_shape_box(CAROM_SIZE_MIN, CAROM_SIZE_MIN, CAROM_SIZE_MIN);
  ck_assert_int_eq(carom_shape_get_mass(&small, 1, &out), CAROM_OK);
  ck_assert(out.inertia.x.x > 0);
  carom_mesh_release(mesh), kind_release(&field), soup_free(&s);
}
END_TEST

/* --- Sums --- */

static carom_local_pose random_place(uint64_t *random) {
  return (carom_local_pose){test_vec3(random, -2, 2), test_quat(random)};
}

START_TEST(compounds_are_sums_of_their_children) {
  uint64_t random = 11;
  for (int n = 0; n < test_scaled(100); n++) {
    carom_compound_child children[5];
    carom_mass sum = {.mass = 0};
    carom_compound *inner = NULL, *outer = NULL;
    for (int i = 0; i < 5; i++) {
      carom_shape_kind kind = spatial_kind(test_below(&random, SPATIAL_KINDS));
      if (!has_middle(kind)) kind = CAROM_BOX;
      children[i] =
          (carom_compound_child){.shape = kind_random(&random, kind, 1), .pose = random_place(&random)};
      carom_mass part = mass_of(&children[i].shape);
      ck_assert_int_eq(carom_mass_add(&sum, &part, &children[i].pose), CAROM_OK);
    }
    carom_compound_def def = {.children = children, .child_count = 5};
    ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &inner), CAROM_OK);
    carom_compound_child child = {.shape = carom_shape_compound(inner), .pose = random_place(&random)};
    ck_assert_int_eq(carom_compound_create(NULL, &(carom_compound_def){.children = &child, .child_count = 1},
                                           NULL, &outer),
                     CAROM_OK);
    carom_shape of_inner = carom_shape_compound(inner), of_outer = carom_shape_compound(outer);
    carom_mass a = mass_of(&of_inner), b = mass_of(&of_outer), placed = {.mass = 0};
    check_same(&a, &sum, 2e-5);
    ck_assert_int_eq(carom_mass_add(&placed, &a, &child.pose), CAROM_OK);
    check_same(&b, &placed, 2e-5);
    carom_compound_release(inner), carom_compound_release(outer);
    for (int i = 0; i < 5; i++) kind_release(&children[i].shape);
  }
}
END_TEST

START_TEST(sums_refuse_what_is_no_mass) {
  carom_shape ball = carom_shape_sphere(1);
  carom_mass part = mass_of(&ball), sum = part, bad = part;
  carom_local_pose home = {.rotation = {0, 0, 0, 1}}, turned = {.rotation = {0, 0, 0, 2}};
  ck_assert_int_eq(carom_mass_add(NULL, &part, &home), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_mass_add(&sum, NULL, &home), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_mass_add(&sum, &part, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_mass_add(&sum, &part, &turned), CAROM_NOT_UNIT);
  bad.mass = -1;
  ck_assert_int_eq(carom_mass_add(&sum, &bad, &home), CAROM_OUT_OF_RANGE);
  bad = part, bad.inertia.y.z = INFINITY;
  ck_assert_int_eq(carom_mass_add(&sum, &bad, &home), CAROM_NOT_FINITE);
  bad = part, bad.mass = 3e38f;
  ck_assert_int_eq(carom_mass_add(&bad, &bad, &home), CAROM_OUT_OF_RANGE);
  ck_assert(memcmp(&sum, &part, sizeof sum) == 0);
  ck_assert_int_eq(carom_mass_add(&sum, &(carom_mass){.mass = 0}, &home), CAROM_OK);
  ck_assert(memcmp(&sum, &part, sizeof sum) == 0);
  carom_mass none = {.mass = 0};
  ck_assert_int_eq(carom_mass_add(&none, &none, &home), CAROM_OK);
  ck_assert(none.mass == 0);
}
END_TEST

/* --- Far from the origin of the frame --- */

enum { CORNERS = 9, SOLIDS = 8 };

static carom_compound *compound_of(const carom_shape shapes[2]) {
  carom_compound_child children[2] = {{.shape = shapes[0]}, {.shape = shapes[1]}};
  carom_compound *compound = NULL;
  carom_compound_def def = {.children = children, .child_count = 2};
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  return compound;
}

static carom_hull *hull_of(const carom_vec3 *corners) {
  carom_hull *hull = NULL;
  ck_assert_int_eq(carom_hull_from_points(NULL, &corners->x, CORNERS, 0, &hull), CAROM_OK);
  return hull;
}

static carom_polygon *polygon_of(const carom_vec3 *corners) {
  carom_polygon *polygon = NULL;
  ck_assert_int_eq(carom_polygon_from_points(NULL, &corners->x, CORNERS, sizeof *corners, &polygon),
                   CAROM_OK);
  return polygon;
}

static carom_mesh *tetrahedron_of(const carom_vec3 *corners) {
  static const uint32_t triangles[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
  carom_mesh_def def = {
      .vertices = &corners->x, .vertex_count = 4, .triangles = triangles, .triangle_count = 4};
  carom_mesh *mesh = NULL;
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &mesh), CAROM_OK);
  return mesh;
}

/* Each sort of solid that can lie far from the origin of its frame; its asset is the caller's. */
static carom_shape solid_of(int sort, const carom_vec3 *c, float radius) {
  const carom_vec2 a = {c[0].x, c[0].y}, b = {c[1].x, c[1].y};
  const carom_shape capsule = carom_shape_capsule(c[0], c[1], radius);
  const carom_shape both[2] = {capsule, carom_shape_tapered_capsule(c[2], c[3], radius, 2 * radius)};
  if (sort == 0) return capsule;
  if (sort == 1) return both[1];
  if (sort == 2) return carom_shape_rounded_triangle(c[0], c[1], c[2], radius);
  if (sort == 3) return carom_shape_stadium(a, b, radius);
  if (sort == 4) return carom_shape_rounded_polygon(polygon_of(c), radius);
  if (sort == 5) return carom_shape_rounded_hull(hull_of(c), radius);
  if (sort == 6) return carom_shape_mesh(tetrahedron_of(c));
  return carom_shape_compound(compound_of(both));
}

/* The corners are on a grid that floats still have in the distance, so the solid there is the same. */
START_TEST(distant_solids_have_the_inertia_of_near_ones) {
  uint64_t random = 17;
  for (int n = 0; n < test_scaled(40); n++) {
    const carom_vec3 way = vec3(8192, -8192, _i == 3 || _i == 4 ? 0.0f : 8192.0f);
    carom_vec3 near[CORNERS], far[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
      const carom_vec3 on_grid = {(float)test_below(&random, 19), (float)test_below(&random, 19),
                                  (float)test_below(&random, 19)};
      near[i] = vec3_scale(on_grid, 0x1p-10f), far[i] = vec3_add(near[i], way);
    }
    carom_shape shape = solid_of(_i, near, 0x1p-9f), distant = solid_of(_i, far, 0x1p-9f);
    carom_mass a = mass_of(&shape), b = mass_of(&distant), sum = {.mass = 0};
    carom_local_pose place = {.position = way, .rotation = {0, 0, 0, 1}};
    for (int i = 0; i < 3; i++)
      ck_assert(fabs(at3(b.center, i) - at3(way, i) - at3(a.center, i)) <= 0x1.01p-11);
    ck_assert_int_eq(carom_mass_add(&sum, &a, &place), CAROM_OK);
    b.center = sum.center = a.center;
    check_same(&a, &b, 1e-6);
    check_same(&a, &sum, 1e-6);
    kind_release(&shape), kind_release(&distant);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mass");
  TCase *tests = tcase_create("shapes");
  tcase_add_loop_test(tests, solids_have_what_directions_tell, 0, SPATIAL_KINDS);
  tcase_add_loop_test(tests, planar_shapes_have_what_directions_tell, 0, 4);
  tcase_add_test(tests, boxes_are_hulls_of_their_corners);
  tcase_add_test(tests, hulls_grow_as_steiner_says);
  tcase_add_test(tests, meshes_have_what_they_enclose);
  tcase_add_test(tests, tetrahedra_are_hulls_of_their_corners);
  tcase_add_test(tests, a_closed_mesh_that_encloses_nothing_is_flat);
  tcase_add_test(tests, rounding_is_no_volume);
  tcase_add_test(tests, what_is_open_or_flat_is_refused);
  tcase_add_test(tests, compounds_are_sums_of_their_children);
  tcase_add_test(tests, sums_refuse_what_is_no_mass);
  tcase_add_loop_test(tests, distant_solids_have_the_inertia_of_near_ones, 0, SOLIDS);
  suite_add_tcase(suite, tests);
  return suite;
}

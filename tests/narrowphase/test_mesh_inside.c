/* test_mesh_inside.c: what is inside a scan and a part of a machine, against winding numbers in double. */
#include <stdio.h>

#include "any_kind.h"
#include "meshes.h"
#include "pose.h"
#include "testing.h"

enum { PLACES = 100000 };

/* --- Meshes --- */

static FILE *open_data(const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", CAROM_SAMPLE_DATA, name);
  FILE *file = fopen(path, "r");
  ck_assert_msg(file, "%s", path);
  return file;
}

/* The scan that comes with the samples, a line a point and a line a triangle. */
static soup read_bunny(void) {
  soup s = soup_make(2000, 4000);
  char line[128];
  FILE *file = open_data("bunny.txt");
  while (fgets(line, sizeof line, file)) {
    float x, y, z;
    if (s.vertex_count < 2000 && sscanf(line, "%f %f %f", &x, &y, &z) == 3) soup_vertex(&s, x, y, z);
  }
  fclose(file);
  file = open_data("bunny_triangles.txt");
  while (fgets(line, sizeof line, file)) {
    unsigned a, b, c;
    if (s.triangle_count < 4000 && sscanf(line, "%u %u %u", &a, &b, &c) == 3) soup_triangle(&s, a, b, c);
  }
  fclose(file);
  ck_assert_uint_eq(s.triangle_count, 3674);
  return s;
}

/* A wheel of blades, thin and twisted, around an axis: one tube whose radius goes in and out. */
static soup make_turbine(void) {
  enum { AROUND = 240, RINGS = 12 };
  soup s = soup_ball(RINGS, AROUND, 1);
  for (uint32_t i = 2; i < s.vertex_count; i++) {
    const double turn = 2 * acos(-1) * ((i - 2) % AROUND) / AROUND, ring = (double)((i - 2) / AROUND) / RINGS;
    const double blade = (i - 2) % AROUND % 12 < 4 ? 4 : 1, angle = turn + 0.4 * ring;
    s.vertices[i].x = (float)(blade * cos(angle));
    s.vertices[i].y = (float)(blade * sin(angle));
    s.vertices[i].z = (float)(0.5 * ring);
  }
  s.vertices[0].z = -0.1f;
  s.vertices[1].z = 0.6f;
  return s;
}

/* --- The winding number --- */

static double turn(carom__dvec3 a, carom__dvec3 b, carom__dvec3 p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* Adds what is straight above a place; false when an edge is. */
static bool cross_above(const carom__dvec3 *c, carom__dvec3 p, int *winding) {
  double u = turn(c[1], c[2], p), v = turn(c[2], c[0], p), w = turn(c[0], c[1], p);
  bool up = u >= 0 && v >= 0 && w >= 0, down = u <= 0 && v <= 0 && w <= 0;
  if (!up && !down) return true;
  if (u == 0 || v == 0 || w == 0) return false;
  if ((u * c[0].z + v * c[1].z + w * c[2].z) / (u + v + w) > p.z) *winding += up ? 1 : -1;
  return true;
}

/* Van Oosterom and Strackee, 1983. */
static double solid_angle(const carom__dvec3 corners[3], carom__dvec3 p) {
  carom__dvec3 c[3];
  double l[3];
  for (int k = 0; k < 3; k++) c[k] = dvec3_sub(corners[k], p), l[k] = dvec3_length(c[k]);
  double over = dvec3_dot(c[0], dvec3_cross(c[1], c[2]));
  double under = l[0] * l[1] * l[2] + dvec3_dot(c[0], c[1]) * l[2] + dvec3_dot(c[1], c[2]) * l[0] +
                 dvec3_dot(c[2], c[0]) * l[1];
  return 2 * atan2(over, under);
}

static int winding_by_angles(const soup *s, carom__dvec3 p) {
  double sum = 0;
  for (uint32_t i = 0; i < s->triangle_count; i++) {
    carom__dvec3 c[3];
    for (int k = 0; k < 3; k++) c[k] = dvec3_widen(soup_corner(s, i, k));
    sum += solid_angle(c, p);
  }
  double winding = sum / (4 * acos(-1));
  ck_assert(fabs(winding - floor(winding + 0.5)) < 1e-6);
  return (int)floor(winding + 0.5);
}

/* A triangle, and the bounds of its x and y. */
typedef struct shadow {
  carom__dvec3 corners[3], low, high;
} shadow;

static shadow *make_shadows(const soup *s) {
  shadow *shadows = calloc(s->triangle_count, sizeof *shadows);
  for (uint32_t i = 0; i < s->triangle_count; i++) {
    shadow *t = &shadows[i];
    for (int k = 0; k < 3; k++) t->corners[k] = dvec3_widen(soup_corner(s, i, k));
    t->low = t->high = t->corners[0];
    for (int k = 1; k < 3; k++) {
      const carom__dvec3 c = t->corners[k];
      t->low = (carom__dvec3){fmin(t->low.x, c.x), fmin(t->low.y, c.y), 0};
      t->high = (carom__dvec3){fmax(t->high.x, c.x), fmax(t->high.y, c.y), 0};
    }
  }
  return shadows;
}

/* Counted along a ray, and by angles where that meets an edge. */
static int winding_of(const soup *s, const shadow *shadows, carom__dvec3 p) {
  int winding = 0;
  for (uint32_t i = 0; i < s->triangle_count; i++) {
    const shadow *t = &shadows[i];
    if (p.x < t->low.x || p.x > t->high.x || p.y < t->low.y || p.y > t->high.y) continue;
    if (!cross_above(t->corners, p, &winding)) return winding_by_angles(s, p);
  }
  return winding;
}

/* --- Tests --- */

static bool begins_inside(const carom_mesh *mesh, carom_vec3 p) {
  const carom_shape shape = carom_shape_mesh(mesh);
  const carom_pose at = {{0, 0, 0}, {0, 0, 0, 1}};
  const carom_ray ray = {{(double)p.x, (double)p.y, (double)p.z}, {0.1f, 0.2f, 0.3f}};
  carom_ray_result hit;
  ck_assert_int_eq(carom_cast_ray(&shape, &at, &ray, &hit), CAROM_OK);
  return hit.inside;
}

static carom_vec3 place_in(const carom_mesh *mesh, uint64_t *random) {
  const carom_aabb *b = &mesh->bounds;
  float x = test_uniform(random, b->min.x, b->max.x), y = test_uniform(random, b->min.y, b->max.y);
  return (carom_vec3){x, y, test_uniform(random, b->min.z, b->max.z)};
}

/* One place in ten has a coordinate of a vertex, and one in a hundred is straight above or below one. */
START_TEST(no_place_is_taken_for_another) {
  uint64_t random = 31;
  soup s = _i ? make_turbine() : read_bunny();
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_SOLID, NULL);
  shadow *shadows = make_shadows(&s);
  int count = test_scaled(PLACES), inside = 0, wrong = 0;
  for (int i = 0; i < count; i++) {
    carom_vec3 p = place_in(mesh, &random), v = s.vertices[test_below(&random, s.vertex_count)];
    if (i % 10 == 0) p.x = v.x;
    if (i % 100 == 0) p.y = v.y;
    int winding = winding_of(&s, shadows, dvec3_widen(p));
    if (i % 100 == 1) ck_assert_int_eq(winding_by_angles(&s, dvec3_widen(p)), winding);
    wrong += carom__mesh_winding(mesh, p) != winding || begins_inside(mesh, p) != (winding > 0);
    inside += winding > 0;
  }
  ck_assert_int_eq(wrong, 0);
  ck_assert_int_gt(inside, count / 20);
  carom_mesh_release(mesh);
  soup_free(&s);
  free(shadows);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_inside");
  TCase *tcase = tcase_create("mesh_inside");
  tcase_add_loop_test(tcase, no_place_is_taken_for_another, 0, 2);
  tcase_set_timeout(tcase, 60);
  suite_add_tcase(suite, tcase);
  return suite;
}

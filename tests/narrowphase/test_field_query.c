/* test_field_query.c: what is asked of a field: the same answers as of a mesh of the same triangles, which
 * has tests of its own, and as of brute force. */
#include "field.h"

#include "field_kernels.h"
#include "fields.h"
#include "mesh_ray.h"

/* The numbers of triangles that a walk visits, of either asset. */
typedef struct visited {
  uint32_t *numbers, count;
  const uint32_t *of_mesh; /* NULL: of a field */
  const terrain *terrain;
  uint32_t most;
} visited;

static void check_lane(const visited *v, const carom__triangle_batch *batch, int lane, uint32_t number) {
  carom_vec3 corners[3];
  uint8_t material = batch->materials ? batch->materials[lane] : 0;
  ck_assert(terrain_triangle(v->terrain, number, corners));
  ck_assert_uint_eq(material, v->terrain->materials[number / 2]);
  for (int k = 0; k < 3; k++) {
    carom_vec3 c = triangle_batch_corner(batch, lane, k);
    ck_assert(memcmp(&c, &corners[k], sizeof c) == 0);
  }
}

static bool visit(void *context, const carom__triangle_batch *batch) {
  visited *v = context;
  for (int lane = 0; lane < 8; lane++) {
    if (!(batch->lanes >> lane & 1)) continue;
    uint32_t number = v->of_mesh ? v->of_mesh[batch->numbers[lane]] : batch->numbers[lane];
    check_lane(v, batch, lane, number);
    v->numbers[v->count++] = number;
  }
  return v->count < v->most;
}

static visited visited_make(const field_twins *t, bool of_mesh) {
  return (visited){.numbers = calloc(2 * (size_t)terrain_triangles(&t->terrain), sizeof(uint32_t)),
                   .of_mesh = of_mesh ? t->numbers : NULL,
                   .terrain = &t->terrain,
                   .most = UINT32_MAX};
}

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void check_same(visited *a, visited *b) {
  qsort(a->numbers, a->count, sizeof *a->numbers, ascending);
  qsort(b->numbers, b->count, sizeof *b->numbers, ascending);
  ck_assert_uint_eq(a->count, b->count);
  ck_assert(memcmp(a->numbers, b->numbers, a->count * sizeof *a->numbers) == 0);
  free(a->numbers), free(b->numbers);
}

static carom_vec3 within(uint64_t *random, const carom_aabb *box, float more) {
  carom_vec3 size = vec3_add(vec3_sub(box->max, box->min), vec3(more, more, more));
  carom_vec3 at = test_vec3(random, -0.1f, 1.1f);
  carom_vec3 p = vec3_add(box->min, vec3_mul(at, size));
  /* often on lines of the grid */
  if (test_below(random, 4) == 0) p.x = floorf(p.x);
  if (test_below(random, 4) == 0) p.z = floorf(p.z);
  if (test_below(random, 8) == 0) p.y = box->max.y;
  return p;
}

/* The heights between two places that the game knows, so that a point may be exactly on the surface. */
static carom_vec3 somewhere(uint64_t *random, const field_twins *t) {
  carom_vec3 corners[3];
  uint32_t all = terrain_triangles(&t->terrain);
  terrain_triangle(&t->terrain, test_below(random, all), corners);
  if (test_below(random, 3) == 0) return corners[test_below(random, 3)];
  if (test_below(random, 3) == 0) return vec3_scale(vec3_add(corners[0], corners[1]), 0.5f);
  return within(random, &t->field->bounds, test_below(random, 2) ? 3 : 0);
}

/* --- Boxes --- */

START_TEST(boxes_find_what_they_touch) {
  uint64_t random = (uint64_t)_i * 31 + 7;
  field_twins t = field_twins_of(terrain_of(_i, &random));
  for (int i = 0; i < test_scaled(400); i++) {
    carom_vec3 a = somewhere(&random, &t), b = vec3_add(a, test_vec3(&random, -4, 4));
    if (test_below(&random, 3) == 0) b = somewhere(&random, &t);
    carom_aabb box = {vec3_min(a, b), vec3_max(a, b)};
    visited of_field = visited_make(&t, false), of_mesh = visited_make(&t, true);
    carom__field_walk(t.field, &box, (carom__mesh_visitor){visit, &of_field});
    carom__mesh_walk(t.mesh, &box, (carom__mesh_visitor){visit, &of_mesh});
    check_same(&of_field, &of_mesh);
    carom_obb turned = {a, quat_to_mat3(test_quat(&random)), vec3_abs(test_vec3(&random, 0, 3))};
    of_field = visited_make(&t, false), of_mesh = visited_make(&t, true);
    carom__field_walk_obb(t.field, &turned, (carom__mesh_visitor){visit, &of_field});
    carom__mesh_walk_obb(t.mesh, &turned, (carom__mesh_visitor){visit, &of_mesh});
    check_same(&of_field, &of_mesh);
  }
  field_twins_free(&t);
}
END_TEST

START_TEST(a_walk_ends_where_the_visitor_wants) {
  uint64_t random = (uint64_t)_i;
  field_twins t = field_twins_of(terrain_of(_i, &random));
  visited all = visited_make(&t, false), few = visited_make(&t, false);
  carom__field_walk(t.field, &t.field->bounds, (carom__mesh_visitor){visit, &all});
  few.most = 1;
  carom__field_walk(t.field, &t.field->bounds, (carom__mesh_visitor){visit, &few});
  ck_assert_uint_ge(few.count, 1);
  ck_assert_uint_le(few.count, 8);
  ck_assert_uint_eq(all.count, t.mesh->kept_count);
  ck_assert(memcmp(all.numbers, few.numbers, few.count * sizeof *few.numbers) == 0);
  free(all.numbers), free(few.numbers);
  field_twins_free(&t);
}
END_TEST

/* --- Rays --- */

static carom__ray random_ray(uint64_t *random, const field_twins *t) {
  carom__ray ray = {somewhere(random, t), {0, 0, 0}};
  carom_vec3 to = somewhere(random, t);
  ray.translation = vec3_sub(to, ray.origin);
  if (test_below(random, 2)) ray.translation = vec3_scale(ray.translation, test_uniform(random, 0.5f, 30));
  if (test_below(random, 6) == 0) ray.translation.x = 0;
  if (test_below(random, 6) == 0) ray.translation.z = 0;
  if (test_below(random, 6) == 0) ray.translation.y = 0;
  if (test_below(random, 20) == 0) ray.origin = vec3_mad(ray.origin, ray.translation, -1000);
  if (test_below(random, 20) == 0) ray.translation = vec3_scale(ray.translation, 1e4f);
  return ray;
}

/* Asks each triangle. */
static bool brute_ray(const field_twins *t, const carom__ray *ray, bool front_only, carom__mesh_hit *best) {
  carom__mesh_line line = carom__mesh_line_of(&t->field->bounds, ray, front_only);
  *best = (carom__mesh_hit){.fraction = 2, .triangle = UINT32_MAX};
  for (uint32_t i = 0; i < terrain_triangles(&t->terrain); i++) {
    carom_vec3 corners[3];
    carom__mesh_hit hit;
    if (!terrain_triangle(&t->terrain, i, corners)) continue;
    if (!carom__mesh_ray_meets(&line, corners, false, &hit) || hit.fraction >= best->fraction) continue;
    *best = hit;
    best->triangle = i;
  }
  return best->triangle != UINT32_MAX;
}

START_TEST(rays_meet_what_they_meet_of_a_mesh) {
  uint64_t random = (uint64_t)_i * 17 + 1;
  field_twins t = field_twins_of(terrain_of(_i, &random));
  int hits = 0, count = test_scaled_from(300, 3000);
  for (int i = 0; i < count; i++) {
    carom__ray ray = random_ray(&random, &t);
    if (vec3_is_within(ray.translation, 1e-20f)) continue;
    carom__mesh_hit of_field, of_mesh;
    bool front_only = test_below(&random, 2);
    bool field_is_hit = carom__field_cast_ray(t.field, &ray, front_only, &of_field);
    bool mesh_is_hit = i % 8 ? carom__mesh_cast_ray(t.mesh, &ray, front_only, &of_mesh)
                             : brute_ray(&t, &ray, front_only, &of_mesh);
    ck_assert_int_eq(field_is_hit, mesh_is_hit);
    if (!field_is_hit) continue;
    hits++;
    ck_assert(of_field.fraction == of_mesh.fraction);
    ck_assert_uint_eq(of_field.triangle, i % 8 ? t.numbers[of_mesh.triangle] : of_mesh.triangle);
    ck_assert_int_eq(of_field.front, of_mesh.front);
  }
  ck_assert_int_gt(20 * hits, count);
  field_twins_free(&t);
}
END_TEST

/* Down from far above, at any place, at lines of the grid, and at corners; and aslant, steeper than the
 * ground. */
START_TEST(no_ray_falls_through_the_ground) {
  uint64_t random = (uint64_t)_i + 99;
  terrain ground = terrain_make(70, 66, CAROM_FIELD_FLOAT);
  ground.def.spacing_x = 0.1f, ground.def.spacing_z = 0.3f;
  for (size_t i = 0; i < terrain_corners(&ground); i++)
    terrain_set(&ground, i, test_uniform(&random, -0.05f, 0.05f));
  carom_field *field = terrain_field(&ground);
  for (int i = 0; i < test_scaled(20000); i++) {
    uint32_t column = test_below(&random, 71), row = test_below(&random, 67);
    carom_vec3 at = terrain_corner(&ground, column, row);
    if (i % 3) at.x = test_uniform(&random, 0, field->bounds.max.x);
    if (i % 4 == 0) at.z = test_uniform(&random, 0, field->bounds.max.z);
    if (i % 2) at.y = 2 * at.y + 7;
    carom__ray down = {at, {0, -30, 0}};
    carom__mesh_hit hit;
    if (i % 2) ck_assert(carom__field_cast_ray(field, &down, true, &hit));
    /* towards a point of the surface, and a little farther */
    carom_field_ground place;
    ck_assert_int_eq(carom_field_get_ground(field, at.x, at.z, &place), CAROM_OK);
    carom_vec3 from = vec3(test_uniform(&random, -3, 10), 40, test_uniform(&random, -3, 25));
    carom_vec3 way = vec3_sub(vec3(at.x, place.height, at.z), from);
    carom__ray aslant = {from, vec3_scale(way, 1.001f)};
    bool inside = at.x > 0.01f && at.z > 0.01f && at.x < field->bounds.max.x - 0.01f &&
                  at.z < field->bounds.max.z - 0.01f;
    if (inside) ck_assert(carom__field_cast_ray(field, &aslant, false, &hit));
  }
  carom_field_release(field);
  terrain_free(&ground);
}
END_TEST

/* In long double, by the plane and the sides. */
static bool slow_meets(const carom_vec3 p[3], const carom__ray *ray, long double *fraction) {
  long double e[2][3], o[3],
      d[3] = {(long double)ray->translation.x, (long double)ray->translation.y,
              (long double)ray->translation.z};
  for (int k = 0; k < 3; k++) {
    e[0][k] = (long double)vec3_get(p[1], k) - (long double)vec3_get(p[0], k);
    e[1][k] = (long double)vec3_get(p[2], k) - (long double)vec3_get(p[0], k);
    o[k] = (long double)vec3_get(ray->origin, k) - (long double)vec3_get(p[0], k);
  }
  long double h[3], q[3];
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    h[k] = d[i] * e[1][j] - d[j] * e[1][i];
    q[k] = o[i] * e[0][j] - o[j] * e[0][i];
  }
  long double det = e[0][0] * h[0] + e[0][1] * h[1] + e[0][2] * h[2];
  if (fabsl(det) < 1e-12L) return false;
  long double u = (o[0] * h[0] + o[1] * h[1] + o[2] * h[2]) / det;
  long double v = (d[0] * q[0] + d[1] * q[1] + d[2] * q[2]) / det;
  *fraction = (e[1][0] * q[0] + e[1][1] * q[1] + e[1][2] * q[2]) / det;
  return u > 1e-9L && v > 1e-9L && u + v < 1 - 1e-9L && *fraction > 1e-9L && *fraction < 1 - 1e-9L;
}

START_TEST(rays_meet_no_later_than_brute_force_says) {
  uint64_t random = (uint64_t)_i * 3 + 5;
  field_twins t = field_twins_of(terrain_of(_i, &random));
  for (int i = 0; i < test_scaled(300); i++) {
    carom__ray ray = random_ray(&random, &t);
    long double first = 2, fraction = 0;
    for (uint32_t n = 0; n < terrain_triangles(&t.terrain); n++) {
      carom_vec3 corners[3];
      if (!terrain_triangle(&t.terrain, n, corners)) continue;
      if (slow_meets(corners, &ray, &fraction) && fraction < first) first = fraction;
    }
    carom__mesh_hit hit = {.fraction = 2};
    bool met = carom__field_cast_ray(t.field, &ray, false, &hit);
    if (first < 2) ck_assert(met && (long double)hit.fraction < first + 1e-9L);
  }
  field_twins_free(&t);
}
END_TEST

/* --- Points --- */

START_TEST(the_nearest_point_is_that_of_a_mesh) {
  uint64_t random = (uint64_t)_i * 7 + 3;
  field_twins t = field_twins_of(terrain_of(_i, &random));
  for (int i = 0; i < test_scaled(1500); i++) {
    carom_vec3 p = somewhere(&random, &t);
    carom__mesh_near of_field, of_mesh;
    if (test_below(&random, 5) == 0) p = vec3_add(p, test_vec3(&random, -40, 40));
    if (test_below(&random, 50) == 0) p = vec3_scale(p, 1e5f);
    float limit = test_below(&random, 4) ? 1e18f : test_uniform(&random, 0, 3);
    bool found = carom__field_nearest(t.field, p, limit, &of_field);
    ck_assert_int_eq(found, carom__mesh_nearest(t.mesh, p, limit, &of_mesh));
    if (!found) continue;
    ck_assert(of_field.distance == of_mesh.distance);
    ck_assert_uint_eq(of_field.triangle, t.numbers[of_mesh.triangle]);
    ck_assert(memcmp(&of_field.point, &of_mesh.point, sizeof of_field.point) == 0);
  }
  field_twins_free(&t);
}
END_TEST

START_TEST(the_inside_is_below_the_ground) {
  uint64_t random = (uint64_t)_i * 5 + 2;
  terrain ground = terrain_of(_i, &random);
  ground.def.sides = CAROM_MESH_SOLID;
  ground.def.depth = 2.5f;
  field_twins t = {.terrain = ground, .field = terrain_field(&ground)};
  for (int i = 0; i < test_scaled(3000); i++) {
    carom_vec3 p = somewhere(&random, &t);
    carom_field_ground place;
    carom_status status = carom_field_get_ground(t.field, p.x, p.z, &place);
    bool inside = carom__field_contains(t.field, p);
    if (status == CAROM_OUT_OF_RANGE || place.hole) {
      ck_assert(!inside);
      continue;
    }
    float below = place.height - p.y;
    if (fabsf(below) < 1e-4f || fabsf(below - 2.5f) < 1e-4f) continue;
    ck_assert_int_eq(inside, below > 0 && below < 2.5f);
  }
  carom_field_release(t.field);
  terrain_free(&ground);
}
END_TEST

/* The ground at a place is on the triangle that it names. */
START_TEST(the_ground_is_on_its_triangle) {
  uint64_t random = (uint64_t)_i * 5 + 1;
  terrain t = terrain_of(_i, &random);
  carom_field *field = terrain_field(&t);
  for (int i = 0; i < test_scaled(3000); i++) {
    float x = test_uniform(&random, 0, field->bounds.max.x),
          z = test_uniform(&random, 0, field->bounds.max.z);
    carom_field_ground place;
    carom_vec3 corners[3];
    ck_assert_int_eq(carom_field_get_ground(field, x, z, &place), CAROM_OK);
    ck_assert_int_eq(place.hole, !terrain_triangle(&t, place.triangle, corners));
    ck_assert_uint_eq(place.material, t.materials[place.triangle / 2]);
    ck_assert(place.normal.y > 0);
    carom_vec3 off = vec3_sub(vec3(x, place.height, z), corners[0]);
    ck_assert(fabsf(vec3_dot(off, place.normal)) <= 1e-4f * (1 + vec3_length(off)));
    float wide = 0;
    for (int k = 0; k < 3; k++) { /* within the triangle, as seen from above */
      carom_vec3 e = vec3_sub(corners[(k + 1) % 3], corners[k]), p = vec3_sub(vec3(x, 0, z), corners[k]);
      wide = fmaxf(wide, e.x * p.z - e.z * p.x);
    }
    ck_assert(wide <= 1e-4f);
  }
  carom_field_release(field);
  terrain_free(&t);
}
END_TEST

/* --- Lanes --- */

START_TEST(both_forms_agree) {
  uint64_t random = (uint64_t)_i + 50;
  const carom__field_kernels *forms[2] = {&carom__field_kernels_portable, carom__field_kernels_avx2()};
  if (!forms[1]) return;
  field_twins t = field_twins_of(terrain_of(_i, &random));
  for (int i = 0; i < test_scaled(300); i++) {
    carom_obb box = {somewhere(&random, &t), quat_to_mat3(test_quat(&random)), {0, 0, 0}};
    box.half = vec3_abs(test_vec3(&random, 0, 5));
    carom_aabb bounds = carom__mesh_box_bounds(&box);
    visited v[2] = {visited_make(&t, false), visited_make(&t, false)};
    for (int k = 0; k < 2; k++) {
      forms[k]->walk(t.field, &bounds, NULL, (carom__mesh_visitor){visit, &v[k]});
      forms[k]->walk(t.field, &bounds, &box, (carom__mesh_visitor){visit, &v[k]});
    }
    check_same(&v[0], &v[1]);
    carom__field_search s[2];
    for (int k = 0; k < 2; k++) {
      s[k] = (carom__field_search){.field = t.field, .point = box.center, .square = 1e18};
      s[k].triangle = UINT32_MAX;
      s[k].columns = carom__field_between(t.field, 0, -1e5f, 1e5f);
      s[k].rows = carom__field_between(t.field, 1, -1e5f, 1e5f);
      forms[k]->nearest(&s[k]);
    }
    ck_assert(s[0].square == s[1].square && s[0].triangle == s[1].triangle);
  }
  field_twins_free(&t);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("field_query");
  TCase *tests = tcase_create("a field and a mesh");
  tcase_set_timeout(tests, 600);
  tcase_add_loop_test(tests, boxes_find_what_they_touch, 0, 33);
  tcase_add_loop_test(tests, a_walk_ends_where_the_visitor_wants, 0, 11);
  tcase_add_loop_test(tests, rays_meet_what_they_meet_of_a_mesh, 0, 33);
  tcase_add_loop_test(tests, no_ray_falls_through_the_ground, 0, 4);
  tcase_add_loop_test(tests, rays_meet_no_later_than_brute_force_says, 0, 11);
  tcase_add_loop_test(tests, the_nearest_point_is_that_of_a_mesh, 0, 33);
  tcase_add_loop_test(tests, the_inside_is_below_the_ground, 0, 11);
  tcase_add_loop_test(tests, the_ground_is_on_its_triangle, 0, 11);
  tcase_add_loop_test(tests, both_forms_agree, 0, 22);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_mesh_hits.c: where on a mesh rays, points and shapes meet it, against each triangle alone. */
#include "carom/cast.h"
#include "carom/patch.h"

#include "any_kind.h"
#include "kinds.h"
#include "meshes.h"
#include "pose.h"

enum { TRIANGLES = 60, MOST = 256 };

/* A mesh of triangles anywhere, at a pose, scaled and mirrored. */
typedef struct stage {
  uint64_t random;
  carom_mesh *mesh;
  carom_shape shape;
  carom_pose pose;
  carom_vec3 scale;
  carom_frame frame;
} stage;

static stage make_stage(int seed, float radius) {
  stage t = {.random = (uint64_t)seed * 31 + 5};
  soup s = seed % 3 == 2 ? soup_degenerate(&t.random, TRIANGLES, 4) : soup_random(&t.random, TRIANGLES, 2);
  t.mesh = soup_mesh(&s, seed % 2 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED, NULL);
  soup_free(&s);
  t.scale = seed % 4 < 2 ? vec3(1, 1, 1) : vec3(0.7f, seed % 4 == 2 ? -1.3f : 1.1f, 0.9f);
  t.shape = carom_shape_scaled_mesh(t.mesh, t.scale, radius);
  carom_vec3 p = test_vec3(&t.random, -5, 5);
  t.pose = (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, test_quat(&t.random)};
  t.frame = pose_to_frame(&t.pose);
  return t;
}

/* A triangle of the stage in the world; false for one that takes part in nothing. */
static bool triangle_at(const stage *t, uint32_t number, carom__dvec3 out[3], carom__dvec3 *front) {
  carom_mesh_triangle triangle;
  if (carom_mesh_get_triangle(t->mesh, number, &triangle)) return false;
  for (int i = 0; i < 3; i++) {
    carom_pos p = frame_apply(&t->frame, vec3_mul(triangle.corners[i], t->scale));
    out[i] = dvec3(p.x, p.y, p.z);
  }
  *front = dvec3_cross(dvec3_sub(out[1], out[0]), dvec3_sub(out[2], out[0]));
  if (t->scale.x * t->scale.y * t->scale.z < 0) *front = dvec3_scale(*front, -1);
  return true;
}

static void check_point(const stage *t, const carom_mesh_point *mesh, carom__dvec3 at) {
  carom__dvec3 c[3], front;
  carom_mesh_triangle triangle;
  ck_assert(triangle_at(t, mesh->triangle, c, &front));
  ck_assert_int_eq(carom_mesh_get_triangle(t->mesh, mesh->triangle, &triangle), CAROM_OK);
  ck_assert_int_eq(mesh->material, triangle.material);
  double u = (double)mesh->u, v = (double)mesh->v;
  ck_assert(u >= 0 && v >= 0 && u + v <= 1 + 1e-6);
  carom__dvec3 p = dvec3_scale(c[0], 1 - u - v);
  p = dvec3_mad(dvec3_mad(p, c[1], u), c[2], v);
  ck_assert_double_lt(dvec3_length(dvec3_sub(p, at)), 1e-4);
}

/* --- Rays --- */

/* Does a ray meet a triangle clearly (1), clearly not (0), or near an edge (-1)? */
static int meets(const stage *t, uint32_t number, const carom_ray *ray, double *fraction, bool *back) {
  carom__dvec3 c[3], front, o = dvec3(ray->origin.x, ray->origin.y, ray->origin.z);
  carom__dvec3 way = dvec3_widen(ray->translation);
  if (!triangle_at(t, number, c, &front)) return 0;
  double speed = dvec3_dot(front, way), most = 1, least = 1;
  if (fabs(speed) < 1e-4 * dvec3_length(front) * dvec3_length(way)) return -1;
  *back = speed > 0;
  if (*back && t->mesh->sides != CAROM_MESH_TWO_SIDED) return 0;
  *fraction = dvec3_dot(front, dvec3_sub(c[0], o)) / speed;
  carom__dvec3 at = dvec3_mad(o, way, *fraction);
  double area = dvec3_dot(front, front), sign = t->scale.x * t->scale.y * t->scale.z < 0 ? -1 : 1;
  for (int i = 0; i < 3; i++) {
    carom__dvec3 a = dvec3_sub(c[(i + 1) % 3], c[i]), b = dvec3_sub(at, c[i]);
    double weight = sign * dvec3_dot(front, dvec3_cross(a, b)) / area;
    least = fmin(least, weight);
  }
  most = fmin(least, fmin(*fraction, 1 - *fraction));
  return most > 1e-3 ? 1 : most < -1e-3 ? 0 : -1;
}

static const carom_ray_result *find(const carom_ray_result *hits, size_t count, uint32_t triangle) {
  for (size_t i = 0; i < count; i++)
    if (hits[i].mesh.triangle == triangle) return &hits[i];
  return NULL;
}

static carom_ray random_ray(stage *t) {
  carom_vec3 from = test_vec3(&t->random, -3, 3), way = test_vec3(&t->random, -8, 8);
  return (carom_ray){pos_add(t->pose.position, from), way};
}

static void check_hits(const stage *t, const carom_ray *ray, const carom_ray_result *hits, size_t count) {
  for (uint32_t i = 0; i < TRIANGLES; i++) {
    double fraction = 0;
    bool back = false;
    int expected = meets(t, i, ray, &fraction, &back);
    const carom_ray_result *hit = find(hits, count, i);
    if (expected >= 0) ck_assert_int_eq(expected, hit != NULL);
    if (expected <= 0) continue;
    ck_assert_double_eq_tol((double)hit->fraction, fraction, 1e-5);
    ck_assert_int_eq(hit->mesh.back, back);
    ck_assert(vec3_dot(hit->normal, ray->translation) < 0);
  }
}

START_TEST(rays_meet_each_triangle) {
  stage t = make_stage(_i, 0);
  for (int i = 0; i < test_scaled(1000); i++) {
    carom_ray ray = random_ray(&t);
    carom_ray_result hits[MOST], first, few[3];
    size_t count, again;
    ck_assert_int_eq(carom_cast_ray_all(&t.shape, &t.pose, &ray, hits, MOST, &count), CAROM_OK);
    ck_assert_int_eq(carom_cast_ray_all(&t.shape, &t.pose, &ray, few, 3, &again), CAROM_OK);
    ck_assert_int_eq(carom_cast_ray(&t.shape, &t.pose, &ray, &first), CAROM_OK);
    ck_assert(first.hit == (count > 0) && count == again && count < MOST);
    if (count > 0) ck_assert_mem_eq(&first, &hits[0], sizeof first);
    for (size_t k = 0; k < count && k < 3; k++) ck_assert_mem_eq(&few[k], &hits[k], sizeof few[k]);
    for (size_t k = 0; k < count; k++) {
      check_point(&t, &hits[k].mesh, dvec3(hits[k].point.x, hits[k].point.y, hits[k].point.z));
      if (k == 0) continue;
      bool later = hits[k].fraction > hits[k - 1].fraction;
      ck_assert(later || hits[k].mesh.triangle > hits[k - 1].mesh.triangle);
    }
    check_hits(&t, &ray, hits, count);
  }
  carom_mesh_release(t.mesh);
}
END_TEST

/* Both triangles of an edge are met at one fraction, and a search may come to either of them first. */
START_TEST(the_first_hit_at_an_edge_is_that_of_all) {
  uint64_t random = (uint64_t)_i + 1;
  soup s = soup_field(&random, 8, 0);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_TWO_SIDED, NULL);
  const carom_shape flat = carom_shape_mesh(mesh);
  const carom_pose still = {.rotation = {0, 0, 0, 1}};
  for (int i = 0; i < 200 + test_scaled(1000); i++) {
    carom_mesh_triangle triangle;
    ck_assert_int_eq(carom_mesh_get_triangle(mesh, test_below(&random, 128), &triangle), CAROM_OK);
    const carom_vec3 *corners = triangle.corners;
    carom_vec3 at = vec3_scale(vec3_add(corners[0], corners[1 + i % 2]), 0.5f);
    at.z = test_uniform(&random, 0.1f, 3);
    const carom_ray ray = {pos_add(still.position, at), {0, 0, -3.1f}};
    carom_ray_result all[8], first, one;
    size_t count, again;
    ck_assert_int_eq(carom_cast_ray_all(&flat, &still, &ray, all, 8, &count), CAROM_OK);
    ck_assert_int_eq(carom_cast_ray_all(&flat, &still, &ray, &one, 1, &again), CAROM_OK);
    ck_assert_int_eq(carom_cast_ray(&flat, &still, &ray, &first), CAROM_OK);
    ck_assert(count > 0 && count == again);
    ck_assert_mem_eq(&first, &all[0], sizeof first);
    ck_assert_mem_eq(&one, &all[0], sizeof one);
  }
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* A hit on what is round lies a radius from the point of the triangle that is told. */
START_TEST(rays_meet_rounded_triangles) {
  const float radius = 0.05f;
  stage t = make_stage(_i, radius);
  for (int i = 0; i < test_scaled(1000); i++) {
    carom_ray ray = random_ray(&t);
    carom_ray_result hit;
    ck_assert_int_eq(carom_cast_ray(&t.shape, &t.pose, &ray, &hit), CAROM_OK);
    if (!hit.hit || hit.inside) continue;
    carom__dvec3 at = dvec3(hit.point.x, hit.point.y, hit.point.z);
    check_point(&t, &hit.mesh, dvec3_mad(at, dvec3_widen(hit.normal), -(double)radius));
  }
  carom_mesh_release(t.mesh);
}
END_TEST

/* A ray begins inside once, however many round triangles it begins in, and enters none of these. */
START_TEST(rays_begin_inside_once) {
  stage t = make_stage(_i, 0.4f);
  int inside = 0;
  for (int i = 0; i < 200 + test_scaled(800); i++) {
    carom_ray ray = random_ray(&t);
    carom_ray_result hits[MOST];
    carom_point_distance found;
    size_t count;
    ck_assert_int_eq(carom_cast_ray_all(&t.shape, &t.pose, &ray, hits, MOST, &count), CAROM_OK);
    ck_assert_int_eq(carom_distance_to_point(&t.shape, &t.pose, &ray.origin, &found), CAROM_OK);
    ck_assert_int_eq(count > 0 && hits[0].inside, found.inside);
    for (size_t k = 1; k < count; k++) ck_assert(!hits[k].inside && hits[k].fraction > 0);
    inside += found.inside;
  }
  ck_assert_int_gt(inside, 0);
  carom_mesh_release(t.mesh);
}
END_TEST

/* What rounding says of a point of the surface is the same for rays of any length. */
START_TEST(rays_from_the_surface_begin_where_points_are) {
  stage t = make_stage(_i, 0.4f);
  for (int i = 0; i < test_scaled(1000); i++) {
    carom_ray ray = random_ray(&t);
    carom_ray_result hit;
    carom_point_distance found;
    ck_assert_int_eq(carom_distance_to_point(&t.shape, &t.pose, &ray.origin, &found), CAROM_OK);
    ray.origin = found.point;
    ck_assert_int_eq(carom_distance_to_point(&t.shape, &t.pose, &ray.origin, &found), CAROM_OK);
    ck_assert_int_eq(carom_cast_ray(&t.shape, &t.pose, &ray, &hit), CAROM_OK);
    ck_assert_int_eq(hit.hit && hit.inside, found.inside);
    if (hit.hit && !hit.inside) ck_assert(vec3_dot(hit.normal, ray.translation) < 0);
  }
  carom_mesh_release(t.mesh);
}
END_TEST

START_TEST(a_solid_is_met_from_inside_and_outside) {
  uint64_t random = (uint64_t)_i;
  soup s = soup_ball(8, 12, 1);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_SOLID, NULL);
  carom_shape solid = carom_shape_mesh(mesh);
  carom_pose origin = {.rotation = {0, 0, 0, 1}};
  for (int i = 0; i < test_scaled(1000); i++) {
    carom_vec3 from = test_vec3(&random, -0.5f, 0.5f), to = test_vec3(&random, -2, 2);
    carom_ray ray = {{(double)from.x, (double)from.y, (double)from.z}, to};
    carom_ray_result hits[4];
    size_t count;
    ck_assert_int_eq(carom_cast_ray_all(&solid, &origin, &ray, hits, 4, &count), CAROM_OK);
    ck_assert(count == 1 && hits[0].inside && hits[0].fraction == 0 && hits[0].mesh.triangle == 0);
  }
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* --- Points --- */

START_TEST(the_nearest_point_tells_its_triangle) {
  stage t = make_stage(_i, _i % 5 == 4 ? 0.1f : 0);
  for (int i = 0; i < test_scaled(1000); i++) {
    carom_pos p = random_ray(&t).origin;
    carom_point_distance near;
    double radius = (double)t.shape.geometry.mesh.radius;
    ck_assert_int_eq(carom_distance_to_point(&t.shape, &t.pose, &p, &near), CAROM_OK);
    if (near.inside) continue;
    carom__dvec3 at = dvec3(near.point.x, near.point.y, near.point.z), c[3], front;
    at = dvec3_mad(at, dvec3_widen(near.normal), -radius);
    check_point(&t, &near.mesh, at);
    ck_assert(triangle_at(&t, near.mesh.triangle, c, &front));
    double height = dvec3_dot(front, dvec3_sub(dvec3(p.x, p.y, p.z), c[0]));
    if (fabs(height) > 1e-3 * dvec3_length(front)) ck_assert_int_eq(near.mesh.back, height < 0);
  }
  carom_mesh_release(t.mesh);
}
END_TEST

/* --- Shapes --- */

/* One triangle of a mesh as a mesh of its own. */
static carom_mesh *alone(const carom_mesh *mesh, uint32_t number) {
  const uint32_t indices[3] = {0, 1, 2};
  carom_mesh_triangle triangle;
  carom_mesh *out = NULL;
  if (carom_mesh_get_triangle(mesh, number, &triangle)) return NULL;
  carom_mesh_def def = {.vertices = &triangle.corners[0].x,
                        .vertex_count = 3,
                        .triangles = indices,
                        .triangle_count = 1,
                        .sides = mesh->sides};
  ck_assert_int_eq(carom_mesh_create(NULL, &def, NULL, &out), CAROM_OK);
  return out;
}

static carom_pose random_pose(stage *t) { return (carom_pose){random_ray(t).origin, test_quat(&t->random)}; }

START_TEST(parts_that_touch_are_those_that_touch_alone) {
  stage t = make_stage(_i, 0);
  for (int i = 0; i < test_scaled(60); i++) {
    carom_shape other = kind_random(&t.random, spatial_kind((uint32_t)i % SPATIAL_KINDS), 1);
    carom_pose at = random_pose(&t);
    carom_shape_part parts[MOST];
    size_t count = 0, found = 0;
    ck_assert_int_eq(carom_overlap_parts(&t.shape, &t.pose, &other, &at, parts, MOST, &count), CAROM_OK);
    for (uint32_t k = 0; k < TRIANGLES; k++) {
      carom_mesh *one = alone(t.mesh, k);
      if (!one) continue;
      carom_shape single = carom_shape_scaled_mesh(one, t.scale, 0);
      bool touches = false, listed = false;
      ck_assert_int_eq(carom_overlap(&single, &t.pose, &other, &at, &touches), CAROM_OK);
      for (size_t j = 0; j < count; j++) listed = listed || parts[j].triangle == k;
      ck_assert_int_eq(touches, listed);
      found += listed;
      carom_mesh_release(one);
    }
    ck_assert_int_eq(found, count);
    ck_assert_int_eq(carom_overlap_parts(&other, &at, &t.shape, &t.pose, parts, 1, &found), CAROM_OK);
    ck_assert(found == (count > 0) && (!found || parts[0].triangle == 0));
    kind_release(&other);
  }
  carom_mesh_release(t.mesh);
}
END_TEST

START_TEST(casts_tell_the_triangle_that_they_meet) {
  stage t = make_stage(_i, 0);
  for (int i = 0; i < test_scaled(200); i++) {
    carom_shape other = kind_random(&t.random, spatial_kind((uint32_t)i % SPATIAL_KINDS), 0.5f);
    carom_pose at = random_pose(&t);
    carom_vec3 way = test_vec3(&t.random, -5, 5);
    carom_impact hit, back, single;
    ck_assert_int_eq(carom_cast_shape(&t.shape, &t.pose, &other, &at, way, &hit), CAROM_OK);
    ck_assert_int_eq(carom_cast_shape(&other, &at, &t.shape, &t.pose, vec3_neg(way), &back), CAROM_OK);
    if (hit.hit && back.hit && !hit.inside) {
      carom_mesh *one = alone(t.mesh, hit.triangle_a);
      ck_assert_ptr_nonnull(one);
      carom_shape shape = carom_shape_scaled_mesh(one, t.scale, 0);
      ck_assert_int_eq(carom_cast_shape(&shape, &t.pose, &other, &at, way, &single), CAROM_OK);
      ck_assert(single.hit && single.fraction == hit.fraction && hit.triangle_b == 0);
      carom_mesh_release(one);
      ck_assert(back.triangle_a == 0);
    }
    kind_release(&other);
  }
  carom_mesh_release(t.mesh);
}
END_TEST

/* Many triangles, of two sides, may be within the margin at the start. */
START_TEST(a_motion_that_begins_within_the_margin_meets_the_nearest) {
  stage t = make_stage(2 * _i, 0);
  int met = 0;
  for (int i = 0; i < test_scaled(200); i++) {
    carom_shape other = kind_random(&t.random, spatial_kind((uint32_t)i % SPATIAL_KINDS), 0.3f);
    carom_pose at = random_pose(&t);
    carom_distance_result near;
    carom_impact hit;
    carom_motion mesh_moves = {t.pose, t.pose}, moves = {at, at};
    float margin = test_uniform(&t.random, 0.5f, 3);
    ck_assert_int_eq(carom_distance(&t.shape, &t.pose, &other, &at, &near), CAROM_OK);
    ck_assert_int_eq(carom_time_of_impact(&t.shape, &mesh_moves, &other, &moves, margin, &hit), CAROM_OK);
    if (near.distance > 0 && near.distance < margin) {
      ck_assert(hit.hit && hit.fraction == 0);
      ck_assert(fabsf(hit.distance - near.distance) < 1e-4f);
      met++;
    }
    kind_release(&other);
  }
  ck_assert_int_gt(met, 0);
  carom_mesh_release(t.mesh);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_hits");
  TCase *tests = tcase_create("triangles");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, rays_meet_each_triangle, 0, 12);
  tcase_add_loop_test(tests, the_first_hit_at_an_edge_is_that_of_all, 0, 4);
  tcase_add_loop_test(tests, rays_meet_rounded_triangles, 0, 6);
  tcase_add_loop_test(tests, rays_begin_inside_once, 0, 6);
  tcase_add_loop_test(tests, rays_from_the_surface_begin_where_points_are, 0, 6);
  tcase_add_loop_test(tests, a_solid_is_met_from_inside_and_outside, 0, 2);
  tcase_add_loop_test(tests, the_nearest_point_tells_its_triangle, 0, 10);
  tcase_add_loop_test(tests, parts_that_touch_are_those_that_touch_alone, 0, 6);
  tcase_add_loop_test(tests, casts_tell_the_triangle_that_they_meet, 0, 6);
  tcase_add_loop_test(tests, a_motion_that_begins_within_the_margin_meets_the_nearest, 0, 3);
  suite_add_tcase(suite, tests);
  return suite;
}

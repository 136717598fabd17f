/* test_swept_mesh.c: fast bodies and meshes: what they meet on their way, against looking very often, and
 * that nothing which stops gets through. */
#include "../narrowphase/meshes.h"
#include "carom/cast.h"
#include "swept_scene.h"
#include "vec.h"

enum { SAMPLES = 400 };

/* Ground around the origin, 8 by 8 units, whose fronts are up along z. */
static carom_mesh *make_ground(uint64_t *random, uint32_t cells, float height, carom_mesh_sides sides) {
  soup s = soup_field(random, cells, 0.5f);
  float scale = 8.0f / (float)cells;
  for (uint32_t i = 0; i < s.vertex_count; i++) {
    carom_vec3 *v = &s.vertices[i];
    *v = vec3(scale * v->x - 4, scale * v->y - 4, height * 2 * v->z);
  }
  carom_mesh *mesh = soup_mesh(&s, sides, NULL);
  soup_free(&s);
  return mesh;
}

/* A closed lump. */
static carom_mesh *make_lump(uint64_t *random, carom_mesh_sides sides) {
  soup s = soup_ball(4, 7, 0.4f);
  for (uint32_t i = 0; i < s.vertex_count; i++)
    s.vertices[i] = vec3_scale(s.vertices[i], test_uniform(random, 0.3f, 1));
  carom_mesh *mesh = soup_mesh(&s, sides, NULL);
  soup_free(&s);
  return mesh;
}

static carom_shape convex_shape(uint64_t *random) {
  float size = test_uniform(random, 0.05f, 0.4f);
  const carom_shape shapes[] = {carom_shape_sphere(size), carom_shape_box(size, 0.5f * size, 0.2f * size),
                                carom_shape_capsule(vec3(0, -size, 0), vec3(0, size, 0), 0.2f * size),
                                carom_shape_cylinder(size, 0.5f * size), carom_shape_cone(size, size)};
  return shapes[test_below(random, 5)];
}

static carom_body add(carom_world *world, carom_body_def def, carom_shape shape) {
  carom_body body = carom_body_create(world, &def);
  ck_assert_uint_ne(support_collider(world, body, shape).bits, 0);
  return body;
}

static bool overlap(const carom_shape *a, carom_pose at_a, const carom_shape *b, carom_pose at_b) {
  bool yes = false;
  ck_assert_int_eq(carom_overlap(a, &at_a, b, &at_b, &yes), CAROM_OK);
  return yes;
}

/* --- What is met --- */

/* A body that flies at another, as a stage and as a motion. */
typedef struct flight {
  carom_shape shapes[2];
  carom_body_def defs[2];
  bool swept[2];
} flight;

static carom_pose pose_after(const carom_body_def *def, float t) {
  carom_vec3 w = def->angular_velocity;
  float angle = vec3_length(w) * t, s = sinf(angle / 2);
  carom_vec3 axis = vec3_scale(vec3_normalize_or(w, vec3(1, 0, 0)), s);
  carom_quat turn = {axis.x, axis.y, axis.z, cosf(angle / 2)}, q = def->pose.rotation, r;
  r.x = turn.w * q.x + turn.x * q.w + turn.y * q.z - turn.z * q.y;
  r.y = turn.w * q.y - turn.x * q.z + turn.y * q.w + turn.z * q.x;
  r.z = turn.w * q.z + turn.x * q.y - turn.y * q.x + turn.z * q.w;
  r.w = turn.w * q.w - turn.x * q.x - turn.y * q.y - turn.z * q.z;
  return (carom_pose){pos_add(def->pose.position, vec3_scale(def->linear_velocity, t)), r};
}

/* The first sample at which they overlap; SAMPLES + 1 for none. */
static int first_sample(const flight *f) {
  int i = 0;
  while (i <= SAMPLES) {
    float t = SUPPORT_DT * (float)i / SAMPLES;
    if (overlap(&f->shapes[0], pose_after(&f->defs[0], t), &f->shapes[1], pose_after(&f->defs[1], t))) break;
    i++;
  }
  return i;
}

static float gap_at(const flight *f, const carom_swept_hit *hit) {
  carom_distance_result apart;
  carom_status status = carom_distance(&f->shapes[0], &hit->pose_a, &f->shapes[1], &hit->pose_b, &apart);
  ck_assert_int_eq(status, CAROM_OK);
  return apart.distance;
}

/* Two-sided meshes, so that all that overlaps is met. */
static bool check_flight(const flight *f) {
  carom_world *world = support_world();
  size_t count = 0;
  int first = first_sample(f);
  for (int i = 0; i < 2; i++) {
    carom_body body = add(world, f->defs[i], f->shapes[i]);
    if (f->swept[i]) ck_assert_int_eq(carom_body_set_swept(world, body, true), CAROM_OK);
  }
  support_step(world);
  const carom_swept_hit *hits = carom_world_get_swept_hits(world, &count);
  ck_assert_uint_le(count, 1);
  if (first <= SAMPLES) ck_assert_int_eq(count, 1);
  if (count == 1) {
    ck_assert_int_le((int)(hits[0].fraction * SAMPLES), first);
    ck_assert(gap_at(f, &hits[0]) < 1e-3f);
  }
  carom_world_destroy(world);
  return count == 1;
}

static carom_vec3 any_velocity(uint64_t *random, float fast) {
  return vec3_scale(test_vec3(random, -1, 1), test_log_uniform(random, fast / 30, fast));
}

static void check_flights(int seed, bool of_mesh, bool both_move) {
  uint64_t random = (uint64_t)seed + 100;
  carom_mesh *ground = make_ground(&random, 12, 0.4f, CAROM_MESH_TWO_SIDED);
  carom_mesh *lump = make_lump(&random, CAROM_MESH_TWO_SIDED);
  int met = 0, count = test_scaled(60);
  for (int i = 0; i < count; i++) {
    carom_vec3 at = test_vec3(&random, -3, 3);
    flight f = {
        .shapes = {carom_shape_mesh(ground), of_mesh ? carom_shape_mesh(lump) : convex_shape(&random)}};
    f.defs[0] =
        (carom_body_def){.kind = both_move ? CAROM_KINEMATIC : CAROM_STATIC, .pose.rotation = {0, 0, 0, 1}};
    f.defs[1].pose = (carom_pose){{(double)at.x, (double)at.y, (double)test_uniform(&random, 0.6f, 2)},
                                  test_quat(&random)};
    f.defs[1].linear_velocity = any_velocity(&random, 300);
    f.defs[1].angular_velocity = any_velocity(&random, 50);
    f.defs[1].linear_velocity.z -= 100;
    if (both_move) f.defs[0].angular_velocity = any_velocity(&random, 20);
    if (both_move) f.defs[0].linear_velocity = any_velocity(&random, 50);
    f.swept[1] = true;
    met += check_flight(&f);
  }
  ck_assert_int_gt(4 * met + 8, count);
  carom_mesh_release(ground);
  carom_mesh_release(lump);
}

START_TEST(bullets_meet_ground) { check_flights(_i, false, false); }
END_TEST
START_TEST(bullets_meet_ground_that_moves) { check_flights(_i, false, true); }
END_TEST
START_TEST(meshes_that_fly_meet_ground) { check_flights(_i, true, false); }
END_TEST
START_TEST(meshes_that_fly_meet_ground_that_moves) { check_flights(_i, true, true); }
END_TEST

/* --- What stops --- */

enum { BODIES = 12, STEPS = 60 };

/* Is a point above the ground? */
static bool is_above(const carom_shape *ground, carom_pos point) {
  const carom_pose origin = {.rotation = {0, 0, 0, 1}};
  carom_ray up = {point, {0, 0, 20}}, down = {point, {0, 0, -20}};
  carom_ray_result hit;
  ck_assert_int_eq(carom_cast_ray(ground, &origin, &up, &hit), CAROM_OK);
  if (hit.hit) return false;
  ck_assert_int_eq(carom_cast_ray(ground, &origin, &down, &hit), CAROM_OK);
  return hit.hit;
}

/* Thrown at the ground in ever new directions, stopping bodies stay above it, also where its ridges are so
 * sharp that the normals of two triangles differ by more than a right angle. */
START_TEST(nothing_that_stops_gets_through_ground) {
  uint64_t random = (uint64_t)_i + 9;
  bool fine = _i % 2;
  float height = (fine ? 0.05f : 0.25f) * (_i < 4 ? 1 : 6);
  carom_mesh *mesh = make_ground(&random, fine ? 30 : 6, height, (carom_mesh_sides)(_i / 2 % 2));
  carom_world *world = support_world();
  carom_shape ground = carom_shape_mesh(mesh);
  carom_body bodies[BODIES];
  add(world, (carom_body_def){.kind = CAROM_STATIC}, ground);
  for (int i = 0; i < BODIES; i++) {
    carom_vec3 at = test_vec3(&random, -1.5f, 1.5f);
    carom_body_def def = {.pose = {{(double)at.x, (double)at.y, 2}, test_quat(&random)}};
    bodies[i] = add(world, def, convex_shape(&random));
    ck_assert_int_eq(carom_body_set_swept(world, bodies[i], true), CAROM_OK);
    ck_assert_int_eq(carom_body_set_stopping(world, bodies[i], true), CAROM_OK);
  }
  for (int step = 0; step < STEPS; step++) {
    for (int i = 0; i < BODIES; i++) {
      carom_pose pose;
      ck_assert_int_eq(carom_body_get_pose(world, bodies[i], &pose), CAROM_OK);
      ck_assert_msg(is_above(&ground, pose.position), "body %d at step %d", i, step);
      carom_vec3 out = vec3((float)pose.position.x, (float)pose.position.y, (float)pose.position.z);
      carom_vec3 way = vec3_mad(any_velocity(&random, 60), out, -20);
      if (step % 2) way.z = -test_log_uniform(&random, 1, 300);
      carom_body_set_velocity(world, bodies[i], way, any_velocity(&random, 30));
    }
    support_step(world);
  }
  ck_assert_int_eq(carom_world_destroy(world), CAROM_OK);
  carom_mesh_release(mesh);
}
END_TEST

/* What lies on flat ground of many triangles and T-junctions slides over it as over one face. */
START_TEST(seams_within_a_mesh_stop_nothing) {
  uint64_t random = (uint64_t)_i;
  soup s = soup_strips(20, 20);
  carom_mesh *mesh = soup_mesh(&s, (carom_mesh_sides)(_i % 2), NULL);
  carom_world *world = support_world();
  add(world, (carom_body_def){.kind = CAROM_STATIC}, carom_shape_mesh(mesh));
  carom_body box = add(world, (carom_body_def){.pose = {{3, 3, 0.3}, {0, 0, 0, 1}}},
                       _i % 3 ? carom_shape_box(0.2f, 0.3f, 0.2f) : carom_shape_sphere(0.2f));
  carom_body_set_swept(world, box, true);
  carom_body_set_stopping(world, box, true);
  carom_body_set_velocity(world, box, vec3(0, 0, -20), vec3(0, 0, 0));
  support_step(world);
  carom_vec3 way = vec3(test_uniform(&random, 2, 6), test_uniform(&random, 2, 6), 0);
  carom_body_set_velocity(world, box, way, vec3(0, 0, 0));
  for (int i = 0; i < 100; i++) support_step(world);
  carom_pose pose;
  carom_body_get_pose(world, box, &pose);
  ck_assert_double_eq_tol(pose.position.z, 0.2, 1e-4);
  ck_assert_double_eq_tol(pose.position.x, 3 + 100 * (double)(SUPPORT_DT * way.x), 1e-3);
  ck_assert_double_eq_tol(pose.position.y, 3 + 100 * (double)(SUPPORT_DT * way.y), 1e-3);
  carom_world_destroy(world);
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

/* A box flies along the plane of a sheet of one side, or through it from behind, however the world is turned.
 * Returns where a step leaves it, in the frame of the sheet. */
static carom_vec3 fly_at_sheet(uint64_t *random, const carom_mesh *mesh, carom_vec3 from, carom_vec3 way) {
  carom_world *world = support_world();
  carom_body_def def = {.kind = CAROM_STATIC, .pose.rotation = test_quat(random)};
  carom_frame frame = pose_to_frame(&def.pose);
  carom_pose end;
  add(world, def, carom_shape_mesh(mesh));
  def.kind = CAROM_KINEMATIC;
  def.pose.position = frame_apply(&frame, from);
  def.linear_velocity = mat3_mul_vec3(&frame.axes, vec3_scale(way, 1 / SUPPORT_DT));
  carom_body body = add(world, def, carom_shape_box(0.25f, 0.25f, 0.5f));
  ck_assert_int_eq(carom_body_set_swept(world, body, true), CAROM_OK);
  ck_assert_int_eq(carom_body_set_stopping(world, body, true), CAROM_OK);
  support_step(world);
  ck_assert_int_eq(carom_body_get_pose(world, body, &end), CAROM_OK);
  carom_world_destroy(world);
  return frame_unapply(&frame, end.position);
}

START_TEST(a_sheet_stops_at_its_border_only) {
  uint64_t random = (uint64_t)_i + 70;
  soup s = soup_field(&random, 4, 0);
  carom_mesh *mesh = soup_mesh(&s, CAROM_MESH_ONE_SIDED, NULL);
  for (int i = 0; i < 20; i++) {
    float height = test_uniform(&random, -0.4f, 0.4f), y = test_uniform(&random, 0.5f, 3.5f);
    carom_vec3 at = fly_at_sheet(&random, mesh, vec3(-2, y, height), vec3(3, 0, 0));
    ck_assert_double_eq_tol((double)at.x, -0.25, 1e-4);
    at = fly_at_sheet(&random, mesh, vec3(0.5f, y, -1), vec3(2, 0, 1 + height));
    ck_assert_double_eq_tol((double)at.x, 2.5, 1e-4);
  }
  carom_mesh_release(mesh);
  soup_free(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("swept_mesh");
  TCase *tests = tcase_create("meshes");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, bullets_meet_ground, 0, 4);
  tcase_add_loop_test(tests, bullets_meet_ground_that_moves, 0, 4);
  tcase_add_loop_test(tests, meshes_that_fly_meet_ground, 0, 2);
  tcase_add_loop_test(tests, meshes_that_fly_meet_ground_that_moves, 0, 2);
  suite_add_tcase(suite, tests);
  TCase *stops = tcase_create("stops");
  tcase_set_timeout(stops, 120);
  tcase_add_loop_test(stops, nothing_that_stops_gets_through_ground, 0, 24);
  tcase_add_loop_test(stops, seams_within_a_mesh_stop_nothing, 0, 6);
  tcase_add_loop_test(stops, a_sheet_stops_at_its_border_only, 0, 3);
  suite_add_tcase(suite, stops);
  return suite;
}

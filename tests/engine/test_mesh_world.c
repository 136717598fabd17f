/* test_mesh_world.c: meshes as colliders: contacts, queries, saves and rewinds of a world that has them. */
#include "carom/carom.h"

#include "../narrowphase/grounds.h"
#include "testing.h"
#include "vec.h"

enum { MOVERS = 24, STEPS = 60 };

typedef struct mesh_world {
  carom_world *world;
  carom_mesh *mesh;
  carom_collider floor, movers[MOVERS];
  carom_body bodies[MOVERS];
} mesh_world;

static float hills(float x, float z) { return 0.2f * x * x - 0.3f * z * z + 0.1f * x * z; }

static carom_shape shape_of(uint64_t *random, int i) {
  float size = test_uniform(random, 0.05f, 0.2f);
  if (i % 4 == 0) return carom_shape_sphere(size);
  if (i % 4 == 1) return carom_shape_box(size, 0.5f * size, 0.7f * size);
  if (i % 4 == 2) return carom_shape_capsule(vec3(0, -size, 0), vec3(0, size, 0), 0.5f * size);
  return carom_shape_cylinder(size, 0.5f * size);
}

static mesh_world make_world(int seed) {
  mesh_world w;
  ground g;
  uint64_t random = (uint64_t)seed + 3;
  ground_grid(&random, hills, &g);
  w.mesh = ground_mesh(&g, seed % 2 ? CAROM_MESH_ONE_SIDED : CAROM_MESH_TWO_SIDED);
  ck_assert_int_eq(carom_world_create(NULL, &w.world), CAROM_OK);
  carom_body floor = carom_body_create(w.world, &(carom_body_def){.kind = CAROM_STATIC});
  w.floor = carom_collider_create(w.world, floor, &(carom_collider_def){.shape = carom_shape_mesh(w.mesh)});
  ck_assert(carom_collider_is_valid(w.world, w.floor));
  for (int i = 0; i < MOVERS; i++) {
    carom_vec3 at = test_vec3(&random, -0.7f, 0.7f);
    carom_body_def def = {
        .pose = {{(double)at.x, 0.4 * (double)at.y + 0.3, (double)at.z}, test_quat(&random)},
        .linear_velocity = test_vec3(&random, -0.5f, 0.5f)};
    w.bodies[i] = carom_body_create(w.world, &def);
    w.movers[i] =
        carom_collider_create(w.world, w.bodies[i], &(carom_collider_def){.shape = shape_of(&random, i)});
  }
  return w;
}

static void end_world(mesh_world *w) {
  ck_assert_int_eq(carom_world_destroy(w->world), CAROM_OK);
  carom_mesh_release(w->mesh);
}

static bool overlap(const mesh_world *w, carom_collider a, carom_collider b) {
  carom_shape shape_a, shape_b;
  carom_pose pose_a, pose_b;
  bool yes = false;
  ck_assert_int_eq(carom_collider_get_shape(w->world, a, &shape_a), CAROM_OK);
  ck_assert_int_eq(carom_collider_get_shape(w->world, b, &shape_b), CAROM_OK);
  ck_assert_int_eq(carom_collider_get_pose(w->world, a, &pose_a), CAROM_OK);
  ck_assert_int_eq(carom_collider_get_pose(w->world, b, &pose_b), CAROM_OK);
  ck_assert_int_eq(carom_overlap(&shape_a, &pose_a, &shape_b, &pose_b, &yes), CAROM_OK);
  return yes;
}

/* One contact for what touches the mesh, and none for what does not. */
static int check_contacts(const mesh_world *w) {
  int touching = 0;
  for (int i = 0; i < MOVERS; i++) {
    carom_contact contact;
    carom_status status = carom_contact_between(w->world, w->floor, w->movers[i], &contact);
    bool yes = overlap(w, w->floor, w->movers[i]);
    ck_assert_int_eq(status, yes ? CAROM_OK : CAROM_NO_CONTACT);
    touching += yes;
  }
  return touching;
}

START_TEST(contacts_are_those_of_brute_force) {
  mesh_world w = make_world(_i);
  int touching = 0;
  for (int step = 0; step < STEPS; step++) {
    ck_assert_int_eq(carom_world_step(w.world, 1 / 60.0f), CAROM_OK);
    touching += check_contacts(&w);
  }
  ck_assert_int_gt(touching, STEPS);
  end_world(&w);
}
END_TEST

/* A save has the mesh in it, and what goes on from it is the same to the bit. */
START_TEST(a_loaded_world_goes_on_alike) {
  mesh_world w = make_world(_i);
  size_t size = 0, written = 0;
  carom_world *loaded = NULL;
  for (int step = 0; step < 10; step++) carom_world_step(w.world, 1 / 60.0f);
  carom_world_save(w.world, NULL, NULL, 0, &size);
  void *bytes = malloc(size);
  ck_assert_int_eq(carom_world_save(w.world, NULL, bytes, size, &written), CAROM_OK);
  ck_assert_int_eq(carom_world_load(NULL, NULL, bytes, written, &loaded), CAROM_OK);
  for (int step = 0; step < 10; step++) {
    ck_assert(carom_world_hash(loaded) == carom_world_hash(w.world));
    ck_assert_int_eq(carom_world_step(w.world, 1 / 60.0f), CAROM_OK);
    ck_assert_int_eq(carom_world_step(loaded, 1 / 60.0f), CAROM_OK);
  }
  ck_assert_int_eq(carom_world_destroy(loaded), CAROM_OK);
  free(bytes);
  end_world(&w);
}
END_TEST

START_TEST(rays_meet_the_mesh) {
  mesh_world w = make_world(_i);
  uint64_t random = (uint64_t)_i;
  carom_shape mesh = carom_shape_mesh(w.mesh);
  carom_pose origin = {.rotation = {0, 0, 0, 1}};
  for (int i = 0; i < MOVERS; i++) carom_body_destroy(w.world, w.bodies[i]);
  for (int i = 0; i < 200; i++) {
    carom_vec3 from = test_vec3(&random, -1.2f, 1.2f);
    carom_ray ray = {{(double)from.x, (double)from.y, (double)from.z}, test_vec3(&random, -3, 3)};
    carom_ray_hit hit;
    carom_ray_result alone;
    ck_assert_int_eq(carom_world_cast_ray(w.world, &ray, NULL, &hit), CAROM_OK);
    ck_assert_int_eq(carom_cast_ray(&mesh, &origin, &ray, &alone), CAROM_OK);
    ck_assert_int_eq(alone.hit, hit.collider.bits != 0);
    ck_assert(!alone.hit || hit.fraction == alone.fraction);
  }
  end_world(&w);
}
END_TEST

/* The casts of a world are those of one shape at another. */
START_TEST(moving_shapes_meet_the_mesh) {
  mesh_world w = make_world(_i);
  uint64_t random = (uint64_t)_i;
  carom_shape mesh = carom_shape_mesh(w.mesh);
  carom_pose origin = {.rotation = {0, 0, 0, 1}};
  int hits = 0;
  for (int i = 0; i < MOVERS; i++) carom_body_destroy(w.world, w.bodies[i]);
  for (int i = 0; i < 200; i++) {
    carom_vec3 from = test_vec3(&random, -1.2f, 1.2f);
    carom_moving_shape moving = {shape_of(&random, i),
                                 {{(double)from.x, (double)from.y, (double)from.z}, test_quat(&random)},
                                 test_vec3(&random, -3, 3)};
    carom_shape_hit hit;
    carom_impact alone;
    ck_assert_int_eq(carom_world_cast_shape(w.world, &moving, NULL, &hit), CAROM_OK);
    carom_status status =
        carom_cast_shape(&mesh, &origin, &moving.shape, &moving.pose, moving.translation, &alone);
    ck_assert_int_eq(status, CAROM_OK);
    ck_assert_int_eq(alone.hit, hit.collider.bits != 0);
    ck_assert(!alone.hit || (hit.fraction == alone.fraction && hit.inside == alone.inside));
    ck_assert(hit.triangle == alone.triangle_a && hit.material == alone.material_a);
    hits += alone.hit;
  }
  ck_assert_int_gt(hits, 20);
  end_world(&w);
}
END_TEST

typedef struct shown {
  const carom_ray_hit *expected;
  size_t count;
} shown;

static float show(void *user, const carom_world *world, const carom_ray_hit *hit) {
  shown *s = user;
  (void)world;
  ck_assert_mem_eq(hit, &s->expected[s->count], sizeof *hit);
  s->count++;
  return 2;
}

/* Rays along ground with folds meet it many times: all of it is told in order, and in each way alike. */
START_TEST(all_hits_of_a_mesh_are_told) {
  enum { RAYS = 100, MOST = 100 };
  mesh_world w = make_world(_i);
  uint64_t random = (uint64_t)_i;
  carom_shape mesh = carom_shape_mesh(w.mesh);
  carom_pose origin = {.rotation = {0, 0, 0, 1}};
  carom_ray rays[RAYS];
  carom_ray_hit firsts[RAYS];
  size_t all = 0;
  for (int i = 0; i < MOVERS; i++) carom_body_destroy(w.world, w.bodies[i]);
  for (int i = 0; i < RAYS; i++) {
    carom_vec3 from = test_vec3(&random, -0.1f, 0.1f), way = test_vec3(&random, -3, 3);
    rays[i] = (carom_ray){{(double)from.x - 1.2, (double)from.y, (double)from.z}, vec3(3, way.y / 30, way.z)};
  }
  ck_assert_int_eq(carom_world_cast_rays(w.world, rays, RAYS, NULL, NULL, firsts), CAROM_OK);
  for (int i = 0; i < RAYS; i++) {
    carom_ray_hit hits[MOST], few[2];
    carom_ray_result alone[MOST];
    size_t count = 0, count_alone = 0;
    ck_assert_int_eq(carom_world_cast_ray_all(w.world, &rays[i], NULL, hits, MOST, &count), CAROM_OK);
    ck_assert_int_eq(carom_cast_ray_all(&mesh, &origin, &rays[i], alone, MOST, &count_alone), CAROM_OK);
    ck_assert(count == count_alone && count < MOST);
    for (size_t k = 0; k < count; k++) {
      ck_assert(hits[k].fraction == alone[k].fraction && hits[k].collider.bits == w.floor.bits);
      ck_assert_mem_eq(&hits[k].mesh, &alone[k].mesh, sizeof alone[k].mesh);
    }
    if (count > 0) ck_assert_mem_eq(&hits[0], &firsts[i], sizeof hits[0]);
    ck_assert_int_eq(count > 0, firsts[i].body.bits != 0);
    ck_assert_int_eq(carom_world_cast_ray_all(w.world, &rays[i], NULL, few, 2, &count_alone), CAROM_OK);
    ck_assert_int_eq(count, count_alone);
    if (count > 1) ck_assert_mem_eq(hits, few, sizeof few);
    shown s = {hits, 0};
    ck_assert_int_eq(carom_world_cast_ray_each(w.world, &rays[i], NULL, show, &s), CAROM_OK);
    ck_assert_int_eq(s.count, count);
    all += count;
  }
  ck_assert_int_gt(all, RAYS / 20);
  end_world(&w);
}
END_TEST

START_TEST(the_closest_point_tells_its_triangle) {
  mesh_world w = make_world(_i);
  uint64_t random = (uint64_t)_i;
  carom_shape mesh = carom_shape_mesh(w.mesh);
  carom_pose origin = {.rotation = {0, 0, 0, 1}};
  for (int i = 0; i < MOVERS; i++) carom_body_destroy(w.world, w.bodies[i]);
  for (int i = 0; i < 200; i++) {
    carom_vec3 at = test_vec3(&random, -1.2f, 1.2f);
    carom_pos point = {(double)at.x, (double)at.y, (double)at.z};
    carom_near near;
    carom_point_distance alone;
    ck_assert_int_eq(carom_world_closest(w.world, &point, 10, NULL, &near), CAROM_OK);
    ck_assert_int_eq(carom_distance_to_point(&mesh, &origin, &point, &alone), CAROM_OK);
    ck_assert(near.distance == alone.distance && near.mesh.triangle == alone.mesh.triangle);
    ck_assert(near.mesh.u == alone.mesh.u && near.mesh.v == alone.mesh.v &&
              near.mesh.back == alone.mesh.back);
  }
  end_world(&w);
}
END_TEST

START_TEST(a_mesh_is_no_mover) {
  mesh_world w = make_world(0);
  carom_mover mover = {.shape = carom_shape_mesh(w.mesh)};
  carom_mover_result result;
  ck_assert_int_eq(carom_mover_move(w.world, &mover, vec3(1, 0, 0), &result), CAROM_UNKNOWN_KIND);
  end_world(&w);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mesh_world");
  TCase *tests = tcase_create("a mesh and movers");
  tcase_add_loop_test(tests, contacts_are_those_of_brute_force, 0, 6);
  tcase_add_loop_test(tests, a_loaded_world_goes_on_alike, 0, 6);
  tcase_add_loop_test(tests, rays_meet_the_mesh, 0, 4);
  tcase_add_loop_test(tests, moving_shapes_meet_the_mesh, 0, 4);
  tcase_add_loop_test(tests, all_hits_of_a_mesh_are_told, 0, 4);
  tcase_add_loop_test(tests, the_closest_point_tells_its_triangle, 0, 4);
  tcase_add_test(tests, a_mesh_is_no_mover);
  suite_add_tcase(suite, tests);
  return suite;
}

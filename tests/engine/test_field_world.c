/* test_field_world.c: fields as colliders: contacts, queries, saves and edits in a world that has them. */
#include "carom/carom.h"

#include "testing.h"
#include "vec.h"

enum { MOVERS = 16, STEPS = 30, SIDE = 70 };

typedef struct field_world {
  carom_world *world;
  carom_field *field;
  carom_collider floor, movers[MOVERS];
  carom_body bodies[MOVERS];
} field_world;

static carom_field *hills(uint64_t *random, carom_mesh_sides sides) {
  static float heights[SIDE + 1][SIDE + 1];
  static uint8_t flags[SIDE][SIDE], materials[SIDE][SIDE];
  carom_field *field = NULL;
  for (int j = 0; j <= SIDE; j++)
    for (int i = 0; i <= SIDE; i++) {
      float x = (float)i / SIDE - 0.5f, z = (float)j / SIDE - 0.5f;
      heights[j][i] = 0.8f * x * x - 1.2f * z * z + test_uniform(random, 0, 0.02f);
    }
  for (int j = 0; j < SIDE; j++)
    for (int i = 0; i < SIDE; i++) {
      flags[j][i] = (uint8_t)(test_below(random, 8) == 0 ? CAROM_FIELD_HOLE : test_below(random, 2) * 2);
      materials[j][i] = (uint8_t)test_below(random, 9);
    }
  carom_field_def def = {.cells = {.columns = SIDE,
                                   .rows = SIDE,
                                   .heights = heights,
                                   .flags = &flags[0][0],
                                   .materials = &materials[0][0]},
                         .format = CAROM_FIELD_FLOAT_IN_16,
                         .spacing_x = 2.0f / SIDE,
                         .spacing_z = 2.0f / SIDE,
                         .sides = sides,
                         .depth = 1};
  ck_assert_int_eq(carom_field_create(NULL, &def, &field), CAROM_OK);
  return field;
}

static carom_shape shape_of(uint64_t *random, int i) {
  float size = test_uniform(random, 0.03f, 0.09f);
  if (i % 4 == 0) return carom_shape_sphere(size);
  if (i % 4 == 1) return carom_shape_box(size, 0.5f * size, 0.7f * size);
  if (i % 4 == 2) return carom_shape_capsule(vec3(0, -size, 0), vec3(0, size, 0), 0.5f * size);
  return carom_shape_cylinder(size, 0.5f * size);
}

static field_world make_world(int seed) {
  field_world w;
  uint64_t random = (uint64_t)seed + 3;
  w.field = hills(&random, (carom_mesh_sides)(seed % CAROM_MESH_SIDES_COUNT));
  ck_assert_int_eq(carom_world_create(NULL, &w.world), CAROM_OK);
  carom_body_def floor_def = {.kind = CAROM_STATIC, .pose = {{-1, 0, -1}, {0, 0, 0, 1}}};
  carom_body floor = carom_body_create(w.world, &floor_def);
  w.floor = carom_collider_create(w.world, floor, &(carom_collider_def){.shape = carom_shape_field(w.field)});
  ck_assert(carom_collider_is_valid(w.world, w.floor));
  for (int i = 0; i < MOVERS; i++) {
    carom_vec3 at = test_vec3(&random, -0.7f, 0.7f);
    carom_body_def def = {
        .pose = {{(double)at.x, 0.4 * (double)at.y + 0.2, (double)at.z}, test_quat(&random)},
        .linear_velocity = test_vec3(&random, -0.5f, 0.5f)};
    w.bodies[i] = carom_body_create(w.world, &def);
    w.movers[i] =
        carom_collider_create(w.world, w.bodies[i], &(carom_collider_def){.shape = shape_of(&random, i)});
  }
  return w;
}

static void end_world(field_world *w) {
  ck_assert_int_eq(carom_world_destroy(w->world), CAROM_OK);
  carom_field_release(w->field);
}

static bool overlap(const field_world *w, carom_collider a, carom_collider b) {
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

/* One contact for what touches the field, and none for what does not. */
static int check_contacts(const field_world *w) {
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
  field_world w = make_world(_i);
  int touching = 0, steps = test_scaled(STEPS);
  for (int step = 0; step < steps; step++) {
    ck_assert_int_eq(carom_world_step(w.world, 1 / 60.0f), CAROM_OK);
    touching += check_contacts(&w);
  }
  ck_assert_int_gt(touching, 0);
  end_world(&w);
}
END_TEST

/* A save has the field in it, and what goes on from it is the same to the bit. */
START_TEST(a_loaded_world_goes_on_alike) {
  field_world w = make_world(_i);
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

START_TEST(queries_meet_the_field) {
  field_world w = make_world(_i);
  uint64_t random = (uint64_t)_i;
  carom_shape field = carom_shape_field(w.field), ball = carom_shape_sphere(0.1f);
  carom_pose place = {{-1, 0, -1}, {0, 0, 0, 1}};
  for (int i = 0; i < MOVERS; i++) carom_body_destroy(w.world, w.bodies[i]);
  for (int i = 0; i < test_scaled(300); i++) {
    carom_vec3 from = test_vec3(&random, -1.2f, 1.2f), way = test_vec3(&random, -3, 3);
    carom_ray ray = {{(double)from.x, (double)from.y, (double)from.z}, way};
    carom_pose at = {ray.origin, {0, 0, 0, 1}};
    carom_ray_hit hit;
    carom_ray_result alone;
    carom_impact impact;
    carom_shape_hit met;
    ck_assert_int_eq(carom_world_cast_ray(w.world, &ray, NULL, &hit), CAROM_OK);
    ck_assert_int_eq(carom_cast_ray(&field, &place, &ray, &alone), CAROM_OK);
    ck_assert_int_eq(alone.hit, hit.collider.bits != 0);
    ck_assert(!alone.hit || hit.fraction == alone.fraction);
    carom_moving_shape moving = {ball, at, way};
    ck_assert_int_eq(carom_world_cast_shape(w.world, &moving, NULL, &met), CAROM_OK);
    ck_assert_int_eq(carom_cast_shape(&field, &place, &ball, &at, way, &impact), CAROM_OK);
    ck_assert_int_eq(met.collider.bits != 0, impact.hit);
  }
  end_world(&w);
}
END_TEST

/* The game digs: the collider gets the edited field, and a ray through the new hole meets nothing. */
START_TEST(an_edited_field_takes_the_place_of_the_old) {
  const uint8_t hole[4] = {1, 1, 1, 1};
  field_world w = make_world(_i);
  carom_field *dug = NULL;
  carom_field_cells cells = {.columns = 2, .rows = 2, .flags = hole};
  carom_field_view view;
  carom_ray_hit hit;
  for (int i = 0; i < MOVERS; i++) carom_body_destroy(w.world, w.bodies[i]);
  ck_assert_int_eq(carom_field_describe(w.field, &view), CAROM_OK);
  const carom_ray down = {{-1 + 31.5 * (double)view.spacing_x, 3, -1 + 31.5 * (double)view.spacing_z},
                          {0, -9, 0}};
  ck_assert_int_eq(carom_field_edit(NULL, w.field, 31, 31, &cells, &dug), CAROM_OK);
  carom_shape shape = carom_shape_field(dug);
  uint64_t before = carom_world_hash(w.world);
  ck_assert_int_eq(carom_collider_set_shape(w.world, w.floor, &shape), CAROM_OK);
  carom_field_release(dug);
  ck_assert(carom_world_hash(w.world) != before);
  ck_assert_int_eq(carom_world_cast_ray(w.world, &down, NULL, &hit), CAROM_OK);
  ck_assert_uint_eq(hit.collider.bits, 0);
  end_world(&w);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("field_world");
  TCase *tests = tcase_create("a field and movers");
  tcase_set_timeout(tests, 300);
  tcase_add_loop_test(tests, contacts_are_those_of_brute_force, 0, 6);
  tcase_add_loop_test(tests, a_loaded_world_goes_on_alike, 0, 6);
  tcase_add_loop_test(tests, queries_meet_the_field, 0, 6);
  tcase_add_loop_test(tests, an_edited_field_takes_the_place_of_the_old, 0, 3);
  suite_add_tcase(suite, tests);
  return suite;
}

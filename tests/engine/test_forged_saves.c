/* test_forged_saves.c: saves that were changed by someone who knows what each byte means and the checksum. */
#include "../narrowphase/grounds.h"
#include "idpool.h"
#include "live.h"
#include "program.h"
#include "save_layout.h"

/* Sets the n-th field of a name, signs, and tells whether the save is loaded. */
static carom_status load_with(program_bytes saved, const char *name, size_t n, uint64_t value) {
  carom_world *loaded = NULL;
  save_layout l = save_layout_of(saved.data, saved.size);
  ck_assert(save_layout_is_whole(&l));
  save_find(&l, name, n)->word = value;
  const size_t room = saved.size + 16;
  unsigned char *forged = malloc(room);
  const size_t size = save_write(&l, forged, room);
  ck_assert_uint_le(size, room);
  carom_status status = carom_world_load(NULL, &program_users, forged, size, &loaded);
  carom_world_destroy(loaded);
  free(forged);
  free(l.fields);
  return status;
}

static uint64_t value_of(program_bytes saved, const char *name, size_t n) {
  save_layout l = save_layout_of(saved.data, saved.size);
  uint64_t value = save_find(&l, name, n)->word;
  free(l.fields);
  return value;
}

static void expect_refused(program_bytes saved, const char *name, size_t n, uint64_t value) {
  ck_assert_msg(load_with(saved, name, n, value) == CAROM_BAD_SNAPSHOT, "%s %zu: %llx", name, n,
                (unsigned long long)value);
}

static void expect_taken(program_bytes saved, const char *name, size_t n, uint64_t value) {
  ck_assert_msg(load_with(saved, name, n, value) == CAROM_OK, "%s %zu: %llx", name, n,
                (unsigned long long)value);
}

/* What was read by meaning and is written again is the save: each value has the form that it must have. */
START_TEST(fields_give_the_save_again) {
  for (uint64_t seed = 0; seed < 20; seed++) {
    program p;
    program_start(&p, seed, NULL);
    for (int i = 0; i < 5; i++) program_step(&p);
    program_calls(&p);
    program_bytes saved = program_save(p.world);
    save_layout l = save_layout_of(saved.data, saved.size);
    unsigned char *again = malloc(saved.size);
    ck_assert(save_layout_is_whole(&l));
    ck_assert_uint_eq(save_write(&l, again, saved.size), saved.size);
    ck_assert(memcmp(again, saved.data, saved.size) == 0);
    free(again);
    free(l.fields);
    free(saved.data);
    program_end(&p);
  }
}
END_TEST

/* Those of a save that ends early can be written, too: no group of them lacks a part. */
START_TEST(groups_are_whole_wherever_a_save_ends) {
  program p;
  program_start(&p, 1, NULL);
  for (int i = 0; i < 5; i++) program_step(&p);
  program_bytes saved = program_save(p.world);
  unsigned char *again = malloc(saved.size);
  for (size_t size = SAVE_HEADER; size < saved.size; size += 1 + size % 5) {
    save_layout l = save_layout_of(saved.data, size);
    ck_assert(!save_layout_is_whole(&l));
    for (size_t i = 0; i < l.count; i++) ck_assert_uint_le(i + l.fields[i].group, l.count);
    save_write(&l, again, saved.size);
    free(l.fields);
  }
  free(again);
  free(saved.data);
  program_end(&p);
}
END_TEST

/* --- Ids --- */

/* Slots 0 and 1 are free, 2 is not. */
START_TEST(no_slot_is_free_that_was_never_used) {
  carom_world *world = support_world();
  carom_body bodies[3];
  for (int i = 0; i < 3; i++) bodies[i] = support_ball(world, CAROM_KINEMATIC, 10.0 * i);
  for (int i = 0; i < 2; i++) carom_body_destroy(world, bodies[i]);
  support_step(world);
  program_bytes saved = program_save(world);
  for (size_t slot = 0; slot < 2; slot++) {
    const char *const pools[2][2] = {{"body generation", "vacant body"},
                                     {"collider generation", "vacant collider"}};
    for (int i = 0; i < 2; i++) {
      const char *generation = pools[i][0], *vacant = pools[i][1];
      expect_taken(saved, generation, slot, 4);
      expect_refused(saved, generation, slot, 0);
      expect_refused(saved, generation, slot, CAROM__GENERATIONS);
      expect_refused(saved, generation, slot, CAROM__GENERATIONS + 2);
      expect_refused(saved, vacant, slot, 2);
      expect_refused(saved, vacant, slot, 3);
      expect_refused(saved, vacant, slot, value_of(saved, vacant, 1 - slot));
    }
  }
  free(saved.data);
  carom_world_destroy(world);
}
END_TEST

/* --- What was touched --- */

/* One body was put elsewhere, one has a collider that was reshaped, one of another was destroyed, the last
 * was destroyed: all four must be touched. */
START_TEST(what_was_changed_is_touched) {
  carom_world *world = support_world();
  carom_body bodies[5];
  for (int i = 0; i < 4; i++) bodies[i] = support_ball(world, CAROM_KINEMATIC, 10.0 * i);
  bodies[4] = support_body(world, CAROM_KINEMATIC, 40, 0, 0); /* no collider tells that it is dying */
  support_step(world);
  const carom_shape shape = carom_shape_sphere(2);
  support_move(world, bodies[1], 15);
  carom_collider_set_shape(world, support_collider_of(world, bodies[2]), &shape);
  carom_collider_destroy(world, support_collider_of(world, bodies[3]));
  carom_body_destroy(world, bodies[4]);
  program_bytes saved = program_save(world);
  ck_assert_uint_eq(value_of(saved, "touched", 0), 30);
  for (uint64_t touched = 0; touched < 64; touched++) {
    if ((touched & 30) == 30 && touched < 32)
      expect_taken(saved, "touched", 0, touched);
    else
      expect_refused(saved, "touched", 0, touched);
  }
  free(saved.data);
  carom_world_destroy(world);
}
END_TEST

/* --- Contacts --- */

/* Three balls in a row; all rest but, maybe, the first. */
static program_bytes row_of_balls(bool touched) {
  carom_world *world = support_world();
  for (int i = 0; i < 3; i++) support_ball(world, CAROM_KINEMATIC, i);
  for (int i = 0; i < 2; i++) support_step(world);
  const carom_contact *contacts;
  size_t count;
  contacts = carom_world_get_contacts(world, &count);
  ck_assert_uint_eq(count, 3);
  if (touched) carom_body_touch(world, contacts[0].a.body);
  program_bytes saved = program_save(world);
  carom_world_destroy(world);
  return saved;
}

static uint64_t bits_of(float value) { return save_float_bits(SAVE_F32, (double)value); }
static uint64_t wide_bits_of(double value) { return save_float_bits(SAVE_F64, value); }

START_TEST(contacts_are_ascending) {
  program_bytes saved = row_of_balls(true);
  expect_refused(saved, "contact b", 1, value_of(saved, "contact b", 0));
  expect_refused(saved, "contact b", 0, value_of(saved, "contact b", 1));
  expect_refused(saved, "contact a", 0, 1);
  expect_refused(saved, "contact a", 2, 2);
  expect_refused(saved, "contact b", 2, 3);
  free(saved.data);
}
END_TEST

/* What no step finds, of what rests or not. */
START_TEST(contacts_are_such_as_steps_find) {
  for (int touched = 0; touched < 2; touched++) {
    program_bytes saved = row_of_balls(touched);
    const double normals[] = {1.02, 0.98, 0, -1.02, 1 + 1e-5, 1e30};
    for (size_t i = 0; i < sizeof normals / sizeof *normals; i++)
      expect_refused(saved, "normal", 0, bits_of((float)normals[i]));
    const double places[] = {1e300, -1e300, 5e9, 4.1e9};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
      expect_refused(saved, "point", i % 3, wide_bits_of(places[i]));
    const float depths[] = {1e30f, -1e30f, 1, 1e-30f, -4.1e9f};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
      expect_refused(saved, "separation", 0, bits_of(depths[i]));
    expect_refused(saved, "approach", 0, bits_of(3e38f));
    expect_refused(saved, "approach", 0, bits_of(-1e20f));
    expect_refused(saved, "side child", 0, 4000000000);
    expect_refused(saved, "side child", 1, 1);
    expect_refused(saved, "points", 0, 0);
    expect_refused(saved, "points", 2, 5);
    expect_refused(saved, "sensor", 0, 2);
    expect_refused(saved, "side category", 0, 0);
    expect_refused(saved, "side category", 0, CAROM_MASK_NONE);
    expect_taken(saved, "value", 0, 7);
    expect_taken(saved, "feature", 0, 7);
    expect_taken(saved, "separation", 0, bits_of(-0.5f));
    expect_taken(saved, "separation", 0, bits_of(-3.9e9f)); /* as in a half-space */
    free(saved.data);
  }
}
END_TEST

/* The first ball was touched, so that two of its sides and its contacts may be what they were; the others
 * rest. */
START_TEST(what_rests_is_as_it_was_seen) {
  program_bytes saved = row_of_balls(true);
  expect_taken(saved, "side category", 0, 4);
  expect_taken(saved, "sensor", 0, 1);
  expect_refused(saved, "side category", 5, 4);
  expect_refused(saved, "sensor", 2, 1);
  expect_taken(saved, "side body user", 0, 4);
  expect_taken(saved, "side collider user", 0, 4);
  expect_refused(saved, "side body user", 5, 4);
  expect_refused(saved, "side collider user", 5, 4);
  free(saved.data);
}
END_TEST

START_TEST(contacts_have_begun) {
  program_bytes saved = row_of_balls(false);
  expect_refused(saved, "begins", 0, 2);
  expect_refused(saved, "ends", 0, 1);
  expect_refused(saved, "ends", 0, 4);
  expect_taken(saved, "steps", 0, 0); /* they may have been adopted */
  expect_refused(saved, "steps", 0, UINT64_MAX);
  expect_refused(saved, "begins", 0, UINT64_MAX);
  expect_refused(saved, "stays", 0, UINT64_MAX);
  expect_refused(saved, "dropped", 0, 4);
  expect_refused(saved, "unsolved", 0, 4);
  expect_refused(saved, "clamped", 0, 4);
  expect_taken(saved, "dropped", 0, 3);
  expect_taken(saved, "unsolved", 0, 3);
  expect_taken(saved, "clamped", 0, 3);
  free(saved.data);
}
END_TEST

/* --- Bodies, colliders, assets --- */

START_TEST(rotations_are_units) {
  program_bytes saved = row_of_balls(false);
  const float lengths[] = {0, 0.9995f, 1.0005f, 1 + 1e-5f, 2};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    expect_refused(saved, "body rotation", 3, bits_of(lengths[i]));
    expect_refused(saved, "collider rotation", 3, bits_of(lengths[i]));
  }
  expect_refused(saved, "body velocity", 0, bits_of(-0.0f));
  expect_refused(saved, "body velocity", 5, bits_of(1.1e6f));
  expect_refused(saved, "collider position", 2, bits_of(-0.0f));
  expect_refused(saved, "collider position", 2, bits_of(1.1e6f));
  free(saved.data);
}
END_TEST

/* Two hulls, the first is used again: each comes when it is first used, and is used. */
START_TEST(assets_come_as_they_are_used) {
  carom_world *world = support_world();
  carom_hull *hulls[2] = {support_hull(NULL, 1, 1), support_hull(NULL, 2, 1)};
  for (int i = 0; i < 3; i++)
    support_collider(world, support_body(world, CAROM_KINEMATIC, 9.0 * i, 0, 0),
                     carom_shape_hull(hulls[i % 2]));
  program_bytes saved = program_save(world);
  const uint64_t numbers[3] = {0, 1, 0};
  for (size_t i = 0; i < 3; i++)
    for (uint64_t number = 0; number < 3; number++) {
      bool fits = number == numbers[i] || (i == 2 && number < 2);
      if (fits)
        expect_taken(saved, "shape asset", i, number);
      else
        expect_refused(saved, "shape asset", i, number);
    }
  free(saved.data);
  carom_world_destroy(world);
  for (int i = 0; i < 2; i++) carom_hull_release(hulls[i]);
}
END_TEST

/* --- Margins --- */

/* A save has margins when the world, a collider or a NEAR of the past needs them. */
START_TEST(margins_are_saved_where_there_are_any) {
  carom_world *world = support_world();
  carom_body ball = support_ball(world, CAROM_KINEMATIC, 0);
  support_collider(world, ball, carom_shape_sphere(1));
  carom_collider colliders[2];
  size_t count;
  carom_body_get_colliders(world, ball, colliders, 2, &count);
  carom_collider_set_margin(world, colliders[1], 0.5f);
  program_bytes saved = program_save(world);
  expect_taken(saved, "collider margin", 1, bits_of(2));
  expect_refused(saved, "collider margin", 1, bits_of(0));
  expect_refused(saved, "collider margin", 1, bits_of(-0.0f));
  expect_refused(saved, "collider margin", 1, bits_of(-1));
  expect_taken(saved, "collider margin", 0, bits_of(2));
  expect_taken(saved, "margin", 0, bits_of(2));
  expect_refused(saved, "margin", 0, bits_of(-1));
  free(saved.data);
  carom_world_destroy(world);
}
END_TEST

/* --- Anything --- */

/* Whoever forges a save by its meaning may get a world, but one with which all can be done. */
static int forge_often(const carom_world *world, uint64_t *random, int rounds) {
  program_bytes saved = program_save(world);
  const size_t room = saved.size + 32;
  unsigned char *forged = malloc(room);
  int taken = 0;
  for (int round = 0; round < rounds; round++) {
    carom_world *loaded = NULL;
    size_t size = saved.size;
    memcpy(forged, saved.data, size);
    for (uint32_t i = 1 + test_below(random, 2); i > 0; i--)
      size = save_forge(forged, size, room, test_random(random));
    carom_status status = carom_world_load(NULL, &live_users, forged, size, &loaded);
    ck_assert(status == CAROM_BAD_SNAPSHOT || status == CAROM_OK);
    if (status) continue;
    const char *wrong = live_all(loaded, forged, size);
    ck_assert_msg(!wrong, "%s", wrong);
    taken++;
  }
  free(forged);
  free(saved.data);
  return taken;
}

START_TEST(forged_worlds_are_refused_or_whole) {
  uint64_t random = 9;
  int taken = 0;
  for (uint64_t seed = 0; seed < 8; seed++) {
    program p;
    program_start(&p, seed, NULL);
    for (int i = 0; i < 5; i++) program_step(&p);
    program_calls(&p);
    taken += forge_often(p.world, &random, test_scaled(1500));
    program_end(&p);
  }
  ck_assert_int_gt(taken, 0);
}
END_TEST

/* Chains, polygons, and what they touch. */
static carom_world *planar_scene(void) {
  const float points[10] = {-4, 0, -2, 0.5f, 0, 0, 2, -0.5f, 4, 0},
              corners[8] = {-1, -1, 1, -1, 1.5f, 1, -1, 1};
  const carom_chain_def chain_def = {.points = points, .count = 5};
  carom_world *world;
  carom_chain *chain;
  carom_polygon *polygon;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = true}, &world), CAROM_OK);
  ck_assert_int_eq(carom_chain_create(NULL, &chain_def, &chain), CAROM_OK);
  ck_assert_int_eq(carom_polygon_from_points(NULL, corners, 4, 0, &polygon), CAROM_OK);
  const carom_shape shapes[4] = {carom_shape_polygon(polygon), carom_shape_disc(1),
                                 carom_shape_rectangle(1, 0.5f), carom_shape_rounded_polygon(polygon, 0.25f)};
  carom_body still = support_body(world, CAROM_STATIC, 0, 0, 0);
  ck_assert_int_eq(
      carom_collider_create_chain(world, still, &(carom_collider_def){.user = NULL}, chain, 0, NULL),
      CAROM_OK);
  for (int i = 0; i < 8; i++) {
    carom_body body = support_body(world, CAROM_KINEMATIC, i - 4, 0.5, 0);
    support_collider(world, body, shapes[i % 4]);
    if (i % 2) carom_body_set_velocity(world, body, (carom_vec3){1, -1, 0}, (carom_vec3){0, 0, 1});
  }
  carom_polygon_release(polygon);
  carom_chain_release(chain);
  for (int i = 0; i < 3; i++) support_step(world);
  return world;
}

START_TEST(forged_planar_worlds_are_refused_or_whole) {
  uint64_t random = 10;
  carom_world *world = planar_scene();
  ck_assert_int_gt(forge_often(world, &random, test_scaled(4000)), 0);
  carom_world_destroy(world);
}
END_TEST

/* --- Meshes --- */

static float bent(float x, float z) { return 0.3f * x * x - 0.2f * z * z + (x < 0 ? -x : x) * 0.7f; }

/* A valley and balls in it, of which every other one rests; each has patches. */
static carom_world *mesh_scene(void) {
  ground g;
  uint64_t random = 3;
  ground_grid(&random, bent, &g);
  carom_mesh *mesh = ground_mesh(&g, CAROM_MESH_TWO_SIDED);
  carom_world *world = support_world();
  support_collider(world, support_body(world, CAROM_STATIC, 0, 0, 0), carom_shape_mesh(mesh));
  carom_mesh_release(mesh);
  for (int i = 0; i < 6; i++) {
    carom_body body = support_body(world, CAROM_KINEMATIC, 0, 0.15, 0.3 * i - 0.8);
    support_collider(world, body, i % 3 ? carom_shape_sphere(0.2f) : carom_shape_box(0.2f, 0.2f, 0.2f));
    if (i % 2) carom_body_set_velocity(world, body, (carom_vec3){0, 0.01f, 0}, (carom_vec3){0, 0, 0});
  }
  for (int i = 0; i < 3; i++) support_step(world);
  ck_assert_uint_gt(support_contact_count(world), 5);
  return world;
}

START_TEST(forged_worlds_of_meshes_are_refused_or_whole) {
  uint64_t random = 12;
  carom_world *world = mesh_scene();
  ck_assert_int_gt(forge_often(world, &random, test_scaled(2000)), 0);
  carom_world_destroy(world);
}
END_TEST

/* The first contact has patches and rests; a balls' contact has none. */
START_TEST(patches_are_such_as_steps_find) {
  carom_world *world = mesh_scene();
  program_bytes saved = program_save(world);
  uint64_t patches = value_of(saved, "patches", 0), count = value_of(saved, "contact patches", 0);
  ck_assert_uint_gt(count, 1);
  expect_refused(saved, "patches", 0, patches + 1);
  expect_refused(saved, "patches", 0, patches - 1);
  expect_refused(saved, "contact patches", 0, count - 1);
  expect_refused(saved, "contact patches", 0, count + 1);
  expect_refused(saved, "contact patches", 0, 0);
  expect_refused(saved, "contact patches", 0, UINT32_MAX);
  expect_refused(saved, "patch material", 0, 256);
  expect_taken(saved, "patch material", 0, 255);
  expect_taken(saved, "patch triangle", 0, 77);
  expect_refused(saved, "patch triangle", 1, 1); /* of the ball */
  expect_refused(saved, "patch material", 1, 1);
  expect_refused(saved, "normal", 3, bits_of(3));          /* of the second patch */
  expect_refused(saved, "separation", 0, bits_of(-1e-6f)); /* the second is deeper */
  expect_taken(saved, "separation", 0, bits_of(-0.5f));
  free(saved.data);
  carom_world_destroy(world);
}
END_TEST

/* A child is named by the patch or by the side, as one of a chain, and not by both. */
START_TEST(children_are_named_once) {
  const carom_compound_child child = {
      .shape = carom_shape_disc(1), .pose.rotation = {0, 0, 0, 1}, .number = 5};
  const carom_compound_def def = {.children = &child, .child_count = 1};
  carom_compound *compound;
  carom_world *world;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = true}, &world), CAROM_OK);
  ck_assert_int_eq(carom_compound_create(NULL, &def, NULL, &compound), CAROM_OK);
  carom_body body = support_body(world, CAROM_KINEMATIC, 0, 0, 0);
  support_collider(world, body, carom_shape_compound(compound));
  support_collider(world, support_body(world, CAROM_KINEMATIC, 1, 0, 0), carom_shape_disc(0.5f));
  carom_compound_release(compound);
  support_step(world);
  carom_body_set_pose(world, body, &(carom_pose){.position = {0.1, 0, 0}, .rotation = {0, 0, 0, 1}});
  program_bytes saved = program_save(world);
  ck_assert_uint_eq(value_of(saved, "patch child", 0), 5);
  expect_taken(saved, "side child", 0, 0);
  expect_refused(saved, "side child", 0, 1);
  expect_taken(saved, "patch child", 0, 6);
  free(saved.data);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("forged_saves");
  TCase *tests = tcase_create("forged_saves");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, fields_give_the_save_again);
  tcase_add_test(tests, groups_are_whole_wherever_a_save_ends);
  tcase_add_test(tests, no_slot_is_free_that_was_never_used);
  tcase_add_test(tests, what_was_changed_is_touched);
  tcase_add_test(tests, contacts_are_ascending);
  tcase_add_test(tests, contacts_are_such_as_steps_find);
  tcase_add_test(tests, what_rests_is_as_it_was_seen);
  tcase_add_test(tests, contacts_have_begun);
  tcase_add_test(tests, rotations_are_units);
  tcase_add_test(tests, assets_come_as_they_are_used);
  tcase_add_test(tests, margins_are_saved_where_there_are_any);
  tcase_add_test(tests, forged_worlds_are_refused_or_whole);
  tcase_add_test(tests, forged_planar_worlds_are_refused_or_whole);
  tcase_add_test(tests, forged_worlds_of_meshes_are_refused_or_whole);
  tcase_add_test(tests, patches_are_such_as_steps_find);
  tcase_add_test(tests, children_are_named_once);
  suite_add_tcase(suite, tests);
  return suite;
}

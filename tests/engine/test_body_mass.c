/* test_body_mass.c: the mass properties of bodies are those of their colliders as one compound. */
#include "carom/carom.h"

#include "../narrowphase/kinds.h"

enum { PARTS = 4 };

typedef struct body_scene {
  carom_world *world;
  carom_body body;
  carom_compound_child parts[PARTS];
} body_scene;

static void make(body_scene *s, uint64_t *random) {
  ck_assert_int_eq(carom_world_create(NULL, &s->world), CAROM_OK);
  s->body = carom_body_create(s->world, &(carom_body_def){.pose.position = {100, 200, 300}});
  for (int i = 0; i < PARTS; i++) {
    carom_shape_kind kind = spatial_kind(test_below(random, SPATIAL_KINDS));
    carom_local_pose pose = {test_vec3(random, -2, 2), test_quat(random)};
    if (i == 0) pose = (carom_local_pose){.rotation = {0, 0, 0, 1}};
    s->parts[i] = (carom_compound_child){.shape = kind_random(random, kind, 1), .pose = pose};
    carom_collider_def def = {.shape = s->parts[i].shape, .pose = pose};
    ck_assert(carom_collider_create(s->world, s->body, &def).bits);
  }
}

static void drop(body_scene *s) {
  ck_assert_int_eq(carom_world_destroy(s->world), CAROM_OK);
  for (int i = 0; i < PARTS; i++) kind_release(&s->parts[i].shape);
}

static bool is_near(float a, float b, float size) { return fabsf(a - b) <= 1e-5f * size; }

START_TEST(a_body_is_the_sum_of_its_colliders) {
  uint64_t random = (uint64_t)_i + 1;
  body_scene s;
  carom_compound *compound = NULL;
  carom_mass of_body, of_compound;
  make(&s, &random);
  carom_collider_def sensor = {.shape = carom_shape_sphere(5), .sensor = true};
  ck_assert(carom_collider_create(s.world, s.body, &sensor).bits);
  ck_assert_int_eq(carom_compound_create(NULL,
                                         &(carom_compound_def){.children = s.parts, .child_count = PARTS},
                                         NULL, &compound),
                   CAROM_OK);
  carom_shape shape = carom_shape_compound(compound);
  ck_assert_int_eq(carom_body_get_mass(s.world, s.body, 3, &of_body), CAROM_OK);
  ck_assert_int_eq(carom_shape_get_mass(&shape, 3, &of_compound), CAROM_OK);
  ck_assert(is_near(of_body.mass, of_compound.mass, of_body.mass));
  ck_assert(vec3_length(vec3_sub(of_body.center, of_compound.center)) < 1e-5f);
  ck_assert(is_near(of_body.inertia.x.x, of_compound.inertia.x.x, of_body.inertia.x.x));
  ck_assert(is_near(of_body.inertia.y.z, of_compound.inertia.y.z, of_body.inertia.y.y));
  carom_compound_release(compound);
  drop(&s);
}
END_TEST

START_TEST(what_is_no_body_is_refused) {
  uint64_t random = 5;
  body_scene s;
  carom_mass m = {.mass = 7};
  make(&s, &random);
  carom_body empty = carom_body_create(s.world, &(carom_body_def){.kind = CAROM_STATIC});
  ck_assert_int_eq(carom_body_get_mass(NULL, s.body, 1, &m), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_body_get_mass(s.world, s.body, 1, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_body_get_mass(s.world, (carom_body){0}, 1, &m), CAROM_STALE_ID);
  ck_assert_int_eq(carom_body_get_mass(s.world, s.body, 0, &m), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_body_get_mass(s.world, s.body, INFINITY, &m), CAROM_NOT_FINITE);
  ck_assert(m.mass == 7);
  ck_assert_int_eq(carom_body_get_mass(s.world, empty, 1, &m), CAROM_OK);
  ck_assert(m.mass == 0);
  drop(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("body_mass");
  TCase *tests = tcase_create("bodies");
  tcase_add_loop_test(tests, a_body_is_the_sum_of_its_colliders, 0, 20);
  tcase_add_test(tests, what_is_no_body_is_refused);
  suite_add_tcase(suite, tests);
  return suite;
}

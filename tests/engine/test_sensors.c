/* test_sensors.c: whom sensors of all kinds of bodies meet, moving or at rest, and static bodies that are
 * asked to meet each other. */
#include "support.h"

/* What one side of a pair is. */
typedef struct {
  carom_body_kind kind;
  bool sensor, sees_sensors, sees_static;
} role;

enum { ROLES = 16 };

static role role_of(int bits) {
  return (role){bits & 1 ? CAROM_STATIC : CAROM_KINEMATIC, bits & 2, bits & 4, bits & 8};
}

static bool meet(role a, role b) {
  bool both_static = a.kind == CAROM_STATIC && b.kind == CAROM_STATIC;
  if (both_static && !a.sees_static && !b.sees_static) return false;
  return !(a.sensor && b.sensor) || a.sees_sensors || b.sees_sensors;
}

/* A ball in that role; of many colliders, so that there is a tree, when `large`. */
static carom_collider add(carom_world *world, role r, double x, bool large) {
  carom_body body = support_body(world, r.kind, x, 0, 0);
  carom_collider_def def = {.shape = carom_shape_sphere(1),
                            .sensor = r.sensor,
                            .sees_sensors = r.sees_sensors,
                            .sees_static = r.sees_static};
  carom_collider first = carom_collider_create(world, body, &def);
  def.pose.position = (carom_vec3){0, x > 0 ? 900 : -900, 0};
  for (int i = 0; large && i < 20; i++) carom_collider_create(world, body, &def);
  return first;
}

/* Side b comes when a has been there for some steps and rests, then both rest. */
static void try_pair(carom_broadphase_kind broadphase, role a, role b, bool large) {
  carom_world *world;
  support_log log;
  size_t expected = meet(a, b);
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.broadphase = broadphase}, &world), CAROM_OK);
  support_listen(world, &log);
  add(world, a, 0, large);
  for (int i = 0; i < 3; i++) support_step_fresh(world, &log);
  ck_assert_uint_eq(log.count, 0);
  add(world, b, 1.5, large);
  support_step_fresh(world, &log);
  ck_assert_uint_eq(log.count, expected);
  ck_assert(!expected || support_saw(&log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  ck_assert(!expected || log.entries[0].contact.sensor == (a.sensor || b.sensor));
  for (int i = 0; i < 3; i++) {
    support_step_fresh(world, &log);
    ck_assert(log.count == expected && (!expected || support_saw(&log, 0, CAROM_EVENT_STAY, CAROM_END_NONE)));
  }
  log.count = 0;
  carom_world_destroy(world);
  ck_assert_uint_eq(log.count, expected);
}

/* R5. */
START_TEST(all_roles_meet_as_they_ask) {
  for (int a = 0; a < ROLES; a++)
    for (int b = 0; b < ROLES; b++) try_pair((carom_broadphase_kind)(_i % 2), role_of(a), role_of(b), _i / 2);
}
END_TEST

/* Both lie there from before; what they see is all that changes. */
typedef struct {
  carom_world *world;
  carom_collider a, b;
  support_log log;
} scene;

static void make(scene *s, role r) {
  s->world = support_world();
  s->a = add(s->world, r, 0, false);
  s->b = add(s->world, r, 1, false);
  support_listen(s->world, &s->log);
  support_step(s->world);
  ck_assert_uint_eq(s->log.count, 0);
}

static void expect(scene *s, carom_event_kind kind, carom_end_cause cause) {
  support_step_fresh(s->world, &s->log);
  ck_assert(s->log.count == 1 && support_saw(&s->log, 0, kind, cause));
}

START_TEST(seeing_static_can_be_switched) {
  scene s;
  bool sees = true;
  make(&s, (role){.kind = CAROM_STATIC});
  ck_assert_int_eq(carom_collider_sees_static(s.world, s.a, &sees), CAROM_OK);
  ck_assert(!sees);
  for (int i = 0; i < 3; i++) {
    ck_assert_int_eq(carom_collider_set_sees_static(s.world, i % 2 ? s.a : s.b, true), CAROM_OK);
    expect(&s, CAROM_EVENT_BEGIN, CAROM_END_NONE);
    expect(&s, CAROM_EVENT_STAY, CAROM_END_NONE);
    carom_collider_sees_static(s.world, i % 2 ? s.a : s.b, &sees);
    ck_assert(sees);
    carom_collider_set_sees_static(s.world, i % 2 ? s.a : s.b, false);
    expect(&s, CAROM_EVENT_END, CAROM_END_FILTERED);
    support_step_fresh(s.world, &s.log);
    ck_assert_uint_eq(s.log.count, 0);
  }
  carom_world_destroy(s.world);
}
END_TEST

START_TEST(seeing_sensors_can_be_switched) {
  scene s;
  bool sees = true;
  make(&s, (role){.sensor = true});
  ck_assert_int_eq(carom_collider_sees_sensors(s.world, s.a, &sees), CAROM_OK);
  ck_assert(!sees);
  carom_collider_set_sees_sensors(s.world, s.a, true);
  expect(&s, CAROM_EVENT_BEGIN, CAROM_END_NONE);
  carom_collider_sees_sensors(s.world, s.a, &sees);
  ck_assert(sees);
  carom_collider_set_sees_sensors(s.world, s.a, false);
  expect(&s, CAROM_EVENT_END, CAROM_END_FILTERED);
  carom_collider_set_sensor(s.world, s.b, false);
  expect(&s, CAROM_EVENT_BEGIN, CAROM_END_NONE);
  ck_assert(s.log.entries[0].contact.sensor);
  carom_world_destroy(s.world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("sensors");
  TCase *tests = tcase_create("sensors");
  tcase_add_loop_test(tests, all_roles_meet_as_they_ask, 0, 4);
  tcase_add_test(tests, seeing_static_can_be_switched);
  tcase_add_test(tests, seeing_sensors_can_be_switched);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_rows.c: what many worlds have none of takes no memory before the first of it comes, and changes
 * nothing of all others then. This looks inside the world, to see what there is room for. */
#include "objects.h"

#include "carom/target.h"
#include "event_fields.h"
#include "support.h"
#include "test_memory.h"

#include <math.h>

enum { BOXES = 40 };

typedef struct rows {
  test_memory memory;
  carom_world *world;
  carom_body bodies[BOXES];
  carom_collider boxes[BOXES];
} rows;

static carom_shape box(int i) { return carom_shape_box(1, 0.5f + 0.01f * (float)i, 2); }

static void make(rows *r) {
  *r = (rows){.world = NULL};
  const carom_world_def def = {.allocator = test_memory_allocator(&r->memory)};
  ck_assert_int_eq(carom_world_create(&def, &r->world), CAROM_OK);
  for (int i = 0; i < BOXES; i++) {
    r->bodies[i] = support_body(r->world, CAROM_KINEMATIC, 1.5 * i, 0, 0);
    r->boxes[i] = support_collider(r->world, r->bodies[i], box(i));
  }
  support_step(r->world);
}

static void end(rows *r) {
  carom_world_destroy(r->world);
  ck_assert(test_memory_is_clean(&r->memory));
}

/* How many columns have room, a bit each. */
enum { VELOCITIES = 1, SEVERAL = 2, SHAPES = 4, LOCALS = 8, MARGINS = 16, ORDERS = 32 };

static int columns(const rows *r) {
  const carom__bodies *b = &r->world->bodies;
  const carom__colliders *c = &r->world->colliders;
  ck_assert_int_eq(b->several.capacity > 0, c->places.capacity > 0);
  return (b->velocities.capacity ? VELOCITIES : 0) | (b->several.capacity ? SEVERAL : 0) |
         (c->shapes.capacity ? SHAPES : 0) | (c->locals.capacity ? LOCALS : 0) |
         (c->margins.capacity ? MARGINS : 0) | (c->orders.capacity ? ORDERS : 0);
}

/* --- The first of each --- */

static carom_status first_velocity(rows *r, int i) {
  return carom_body_set_velocity(r->world, r->bodies[i], (carom_vec3){1, 0, 0}, (carom_vec3){0, 0, 0});
}
static carom_status first_velocities(rows *r, int i) {
  const carom_vec3 linear = {0, 1, 0};
  const carom_velocity_array in = {CAROM_FLOAT, &linear, 0, NULL, 0};
  return carom_body_set_velocities(r->world, &r->bodies[i], 1, &in);
}
static carom_status first_target(rows *r, int i) {
  return carom_body_set_target(r->world, r->bodies[i], &(carom_pose){.position = {9, 9, 9}}, 1);
}
static carom_status first_targets(rows *r, int i) {
  const carom_pos at = {9, 9, 9};
  const carom_pose_array in = {.scalar = CAROM_DOUBLE, .positions = &at};
  return carom_body_set_targets(r->world, &r->bodies[i], 1, &in, 1);
}
static carom_status first_drift(rows *r, int i) {
  (void)i;
  const carom_body body =
      carom_body_create(r->world, &(carom_body_def){.kind = CAROM_KINEMATIC, .linear_velocity.x = 1});
  return body.bits ? CAROM_OK : carom_world_get_last_status(r->world);
}
static carom_status first_shape(rows *r, int i) {
  const carom_shape shape = carom_shape_sphere(1.5f);
  return carom_collider_set_shape(r->world, r->boxes[i], &shape);
}
static carom_status first_local(rows *r, int i) {
  return carom_collider_set_local_pose(r->world, r->boxes[i], &(carom_local_pose){.position.y = 0.5f});
}
static carom_status first_margin(rows *r, int i) {
  return carom_collider_set_margin(r->world, r->boxes[i], 0.25f);
}
static carom_status create(rows *r, carom_body body, const carom_collider_def *def) {
  return carom_collider_create(r->world, body, def).bits ? CAROM_OK : carom_world_get_last_status(r->world);
}
static carom_status second_collider(rows *r, int i) {
  return create(r, r->bodies[i], &(carom_collider_def){.shape = box(i)});
}
/* On a body without a collider. */
static carom_status created(rows *r, const carom_collider_def *def) {
  const carom_body body = support_body(r->world, CAROM_KINEMATIC, -5, 0, 0);
  return body.bits ? create(r, body, def) : carom_world_get_last_status(r->world);
}
static carom_status created_round(rows *r, int i) {
  (void)i;
  return created(r, &(carom_collider_def){.shape = carom_shape_rounded_box(1, 1, 1, 0.1f)});
}
static carom_status created_aside(rows *r, int i) {
  return created(r, &(carom_collider_def){.shape = box(i), .pose.position.x = 1});
}
static carom_status created_with_margin(rows *r, int i) {
  return created(r, &(carom_collider_def){.shape = box(i), .margin = 0.5f});
}
static carom_status created_with_order(rows *r, int i) {
  return created(r, &(carom_collider_def){.shape = box(i), .order = 7});
}

/* What brings which column; whether it is one call that changes nothing when it is refused. */
static const struct first {
  carom_status (*make)(rows *r, int i);
  int columns;
  bool one_call;
} firsts[] = {{first_velocity, VELOCITIES, true}, {first_velocities, VELOCITIES, true},
              {first_target, VELOCITIES, true},   {first_targets, VELOCITIES, true},
              {first_drift, VELOCITIES, true},    {first_shape, SHAPES, true},
              {first_local, LOCALS, true},        {first_margin, MARGINS, true},
              {second_collider, SEVERAL, true},   {created_round, SHAPES, false},
              {created_aside, LOCALS, false},     {created_with_margin, MARGINS, false},
              {created_with_order, ORDERS, false}};
enum { FIRSTS = sizeof firsts / sizeof *firsts };

/* The boxes but one are as they were made. */
static void check_others(const rows *r, int but) {
  for (int i = 0; i < BOXES; i++) {
    if (i == but) continue;
    carom_shape shape;
    const carom_shape mine = box(i);
    carom_local_pose pose;
    carom_vec3 linear, angular;
    float margin;
    uint64_t order;
    size_t count;
    ck_assert_int_eq(carom_collider_get_shape(r->world, r->boxes[i], &shape), CAROM_OK);
    ck_assert(shape.kind == mine.kind && !memcmp(&shape.geometry.box, &mine.geometry.box, sizeof(carom_box)));
    ck_assert_int_eq(carom_collider_get_local_pose(r->world, r->boxes[i], &pose), CAROM_OK);
    ck_assert(pose.position.x == 0 && pose.position.y == 0 && pose.rotation.w == 1);
    ck_assert_int_eq(carom_collider_get_margin(r->world, r->boxes[i], &margin), CAROM_OK);
    ck_assert_int_eq(carom_collider_get_order(r->world, r->boxes[i], &order), CAROM_OK);
    ck_assert(margin == 0 && order == 0);
    ck_assert_int_eq(carom_body_get_velocity(r->world, r->bodies[i], &linear, &angular), CAROM_OK);
    ck_assert(linear.x == 0 && linear.y == 0 && angular.z == 0);
    ck_assert_int_eq(carom_body_get_colliders(r->world, r->bodies[i], NULL, 0, &count), CAROM_OK);
    ck_assert_uint_eq(count, 1);
  }
}

START_TEST(the_first_brings_room_and_changes_no_other) {
  const struct first *first = &firsts[_i];
  static rows r;
  make(&r);
  ck_assert_int_eq(columns(&r), 0);
  ck_assert_int_eq(first->make(&r, 3), CAROM_OK);
  ck_assert_int_eq(columns(&r), first->columns);
  check_others(&r, 3);
  for (int i = 0; i < 3; i++) support_step(r.world);
  check_others(&r, 3);
  /* more than there was room for */
  for (int i = 0; i < 4 * BOXES; i++)
    support_collider(r.world, support_body(r.world, CAROM_KINEMATIC, 0, 9, 0), box(i));
  support_step(r.world);
  check_others(&r, 3);
  end(&r);
}
END_TEST

/* And works when there is memory again. */
START_TEST(a_refused_first_changes_nothing) {
  const struct first *first = &firsts[_i];
  static rows r;
  make(&r);
  size_t refused = 0;
  for (carom_status status = CAROM_OUT_OF_MEMORY; status; refused++) {
    const uint64_t before = carom_world_hash(r.world);
    test_memory_fail_at(&r.memory, refused + 1);
    status = first->make(&r, 3);
    test_memory_fail_at(&r.memory, 0);
    if (!status) break;
    ck_assert_int_eq(status, CAROM_OUT_OF_MEMORY);
    if (first->one_call) ck_assert_uint_eq(carom_world_hash(r.world), before);
    support_step(r.world);
    check_others(&r, BOXES);
  }
  ck_assert_uint_gt(refused, 0);
  ck_assert_int_eq(columns(&r), first->columns);
  check_others(&r, 3);
  end(&r);
}
END_TEST

/* A world in which all of it came first, and one in which it came last. */
START_TEST(when_it_came_does_not_matter) {
  static rows r[2];
  static const int order[2][4] = {{5, 6, 7, 0}, {0, 7, 6, 5}};
  for (int w = 0; w < 2; w++) {
    make(&r[w]);
    for (int k = 0; k < 4; k++) ck_assert_int_eq(firsts[order[w][k]].make(&r[w], 3 + order[w][k]), CAROM_OK);
    for (int i = 0; i < 5; i++) support_step(r[w].world);
  }
  ck_assert_uint_eq(carom_world_hash(r[0].world), carom_world_hash(r[1].world));
  ck_assert_uint_eq(fields_hash_told(r[0].world), fields_hash_told(r[1].world));
  for (int w = 0; w < 2; w++) end(&r[w]);
}
END_TEST

/* What a rewind takes back. */
START_TEST(a_first_is_taken_back) {
  static unsigned char bytes[1 << 16];
  static rows r;
  size_t size;
  make(&r);
  carom_world_rollback_keep(r.world, 10);
  ck_assert_int_eq(carom_world_rollback_save(r.world, bytes, sizeof bytes, &size), CAROM_OK);
  const uint64_t before = carom_world_hash(r.world);
  ck_assert_int_eq(firsts[_i].make(&r, 3), CAROM_OK);
  support_step(r.world);
  ck_assert_uint_ne(carom_world_hash(r.world), before);
  ck_assert_int_eq(carom_world_rollback_restore(r.world, bytes, size), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(r.world), before);
  check_others(&r, BOXES);
  end(&r);
}
END_TEST

/* A collider that a rewind takes back lets go of its hull, as does one that gets another shape. */
START_TEST(hulls_are_let_go) {
  static unsigned char bytes[1 << 16];
  static const float points[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  static rows r;
  test_memory memory = {0};
  const carom_allocator allocator = test_memory_allocator(&memory);
  carom_hull *hull;
  size_t size;
  const carom_shape plain = box(3);
  make(&r);
  ck_assert_int_eq(carom_hull_from_points(&allocator, points[0], 4, 0, &hull), CAROM_OK);
  const carom_shape shape = carom_shape_hull(hull);
  carom_world_rollback_keep(r.world, 10);
  ck_assert_int_eq(carom_world_rollback_save(r.world, bytes, sizeof bytes, &size), CAROM_OK);
  support_collider(r.world, r.bodies[5], shape);
  ck_assert_int_eq(carom_collider_set_shape(r.world, r.boxes[3], &shape), CAROM_OK);
  carom_hull_release(hull);
  ck_assert(!test_memory_is_clean(&memory));
  ck_assert_int_eq(carom_world_rollback_restore(r.world, bytes, size), CAROM_OK);
  ck_assert_int_eq(carom_collider_set_shape(r.world, r.boxes[3], &plain), CAROM_OK);
  carom_world_rollback_keep(r.world, 0);
  ck_assert(test_memory_is_clean(&memory));
  end(&r);
}
END_TEST

/* A radius of -0 is none, but comes back as it was given, wherever the shape is kept. */
START_TEST(a_radius_keeps_its_sign) {
  static rows r;
  carom_shape shape = box(0), seen;
  shape.geometry.box.radius = -0.0f;
  for (int with_ball = 0; with_ball < 2; with_ball++) {
    make(&r);
    if (with_ball) ck_assert_int_eq(first_shape(&r, 5), CAROM_OK);
    ck_assert_int_eq(carom_collider_set_shape(r.world, r.boxes[3], &shape), CAROM_OK);
    ck_assert_int_eq(carom_collider_get_shape(r.world, r.boxes[3], &seen), CAROM_OK);
    ck_assert(signbit(seen.geometry.box.radius));
    ck_assert_int_eq(carom_collider_get_shape(r.world, r.boxes[4], &seen), CAROM_OK);
    ck_assert(!signbit(seen.geometry.box.radius));
    end(&r);
  }
}
END_TEST

/* So does a margin of -0. */
START_TEST(a_margin_keeps_its_sign) {
  static rows r;
  for (int with_margin = 0; with_margin < 2; with_margin++) {
    make(&r);
    if (with_margin) ck_assert_int_eq(first_margin(&r, 5), CAROM_OK);
    ck_assert_int_eq(carom_collider_set_margin(r.world, r.boxes[3], -0.0f), CAROM_OK);
    float seen;
    ck_assert_int_eq(carom_collider_get_margin(r.world, r.boxes[3], &seen), CAROM_OK);
    ck_assert(signbit(seen));
    ck_assert_int_eq(carom_collider_get_margin(r.world, r.boxes[4], &seen), CAROM_OK);
    ck_assert(seen == 0 && !signbit(seen));
    end(&r);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("rows");
  TCase *tests = tcase_create("rows");
  tcase_add_loop_test(tests, the_first_brings_room_and_changes_no_other, 0, FIRSTS);
  tcase_add_loop_test(tests, a_refused_first_changes_nothing, 0, FIRSTS);
  tcase_add_test(tests, when_it_came_does_not_matter);
  tcase_add_loop_test(tests, a_first_is_taken_back, 0, FIRSTS);
  tcase_add_test(tests, hulls_are_let_go);
  tcase_add_test(tests, a_radius_keeps_its_sign);
  tcase_add_test(tests, a_margin_keeps_its_sign);
  suite_add_tcase(suite, tests);
  return suite;
}

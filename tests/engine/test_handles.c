/* test_handles.c: ids, slots that are used again, and getters that return what was set. */
#include "support.h"
#include "test_memory.h"

static bool same_vec(carom_vec3 a, carom_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
static bool same_pos(carom_pos a, carom_pos b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
static bool same_quat(carom_quat a, carom_quat b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

START_TEST(null_ids_name_nothing) {
  carom_world *world = support_world();
  ck_assert(!carom_body_is_valid(world, (carom_body){0}));
  ck_assert(!carom_collider_is_valid(world, (carom_collider){0}));
  ck_assert_int_eq(carom_body_destroy(world, (carom_body){0}), CAROM_STALE_ID);
  ck_assert_int_eq(carom_collider_destroy(world, (carom_collider){0}), CAROM_STALE_ID);
  ck_assert_int_eq(carom_handler_remove(world, (carom_handler){0}), CAROM_STALE_ID);
  ck_assert(!carom_body_is_valid(world, (carom_body){UINT64_MAX}));
  ck_assert(!carom_collider_is_valid(world, (carom_collider){UINT64_MAX}));
  ck_assert_ptr_null(carom_body_get_user(world, (carom_body){0}));
  ck_assert_ptr_null(carom_collider_get_user(world, (carom_collider){0}));
  carom_world_destroy(world);
}
END_TEST

START_TEST(zero_definitions_mean_as_usual) {
  carom_world *world = support_world();
  carom_body_def zero = {0};
  carom_body bodies[2] = {carom_body_create(world, NULL), carom_body_create(world, &zero)};
  for (int i = 0; i < 2; i++) {
    carom_pose pose;
    carom_vec3 linear, angular;
    carom_body_kind kind;
    bool enabled;
    ck_assert_int_eq(carom_body_get_pose(world, bodies[i], &pose), CAROM_OK);
    ck_assert(same_pos(pose.position, (carom_pos){0, 0, 0}));
    ck_assert(same_quat(pose.rotation, (carom_quat){0, 0, 0, 1}));
    ck_assert_int_eq(carom_body_get_velocity(world, bodies[i], &linear, &angular), CAROM_OK);
    ck_assert(same_vec(linear, (carom_vec3){0, 0, 0}) && same_vec(angular, (carom_vec3){0, 0, 0}));
    ck_assert_int_eq(carom_body_get_kind(world, bodies[i], &kind), CAROM_OK);
    ck_assert_int_eq(kind, CAROM_KINEMATIC);
    ck_assert_int_eq(carom_body_is_enabled(world, bodies[i], &enabled), CAROM_OK);
    ck_assert(enabled);
    ck_assert_ptr_null(carom_body_get_user(world, bodies[i]));
  }
  carom_world_destroy(world);
}
END_TEST

START_TEST(body_getters_return_what_was_set) {
  carom_world *world = support_world();
  int first, second;
  carom_body_def def = {.kind = CAROM_KINEMATIC,
                        .pose = {{1, -2, 3e8}, {0.6f, 0, 0, 0.8f}},
                        .linear_velocity = {1, 2, 3},
                        .angular_velocity = {-4, 5, -6},
                        .disabled = true,
                        .user = &first};
  carom_body body = carom_body_create(world, &def);
  carom_pose pose, moved = {{-7, 8, 9}, {0, 0, 0, -1}};
  carom_vec3 linear, angular;
  bool enabled;
  carom_body_get_pose(world, body, &pose);
  carom_body_get_velocity(world, body, &linear, &angular);
  carom_body_is_enabled(world, body, &enabled);
  ck_assert(same_pos(pose.position, def.pose.position));
  ck_assert(fabsf(pose.rotation.x - 0.6f) < 1e-6f && fabsf(pose.rotation.w - 0.8f) < 1e-6f);
  ck_assert(same_vec(linear, def.linear_velocity) && same_vec(angular, def.angular_velocity) && !enabled);
  ck_assert_ptr_eq(carom_body_get_user(world, body), &first);
  ck_assert_int_eq(carom_body_set_pose(world, body, &moved), CAROM_OK);
  ck_assert_int_eq(carom_body_set_velocity(world, body, (carom_vec3){9, 0, 0}, (carom_vec3){0, 9, 0}),
                   CAROM_OK);
  ck_assert_int_eq(carom_body_set_enabled(world, body, true), CAROM_OK);
  ck_assert_int_eq(carom_body_set_user(world, body, &second), CAROM_OK);
  carom_body_get_pose(world, body, &pose);
  ck_assert_int_eq(carom_body_get_velocity(world, body, &linear, NULL), CAROM_OK);
  ck_assert_int_eq(carom_body_get_velocity(world, body, NULL, &angular), CAROM_OK);
  carom_body_is_enabled(world, body, &enabled);
  ck_assert(same_pos(pose.position, moved.position) && same_quat(pose.rotation, moved.rotation) && enabled);
  ck_assert(same_vec(linear, (carom_vec3){9, 0, 0}) && same_vec(angular, (carom_vec3){0, 9, 0}));
  ck_assert_ptr_eq(carom_body_get_user(world, body), &second);
  carom_world_destroy(world);
}
END_TEST

START_TEST(collider_getters_return_what_was_set) {
  carom_world *world = support_world();
  int first, second;
  carom_body body = carom_body_create(world, NULL), owner;
  carom_collider_def def = {.shape = carom_shape_sphere(2),
                            .pose = {.position = {1, 2, 3}},
                            .filter = {0, CAROM_MASK_NONE, -5},
                            .sensor = true,
                            .user = &first};
  carom_collider collider = carom_collider_create(world, body, &def);
  carom_shape shape, box = carom_shape_box(1, 2, 3);
  carom_local_pose local, turned = {{-1, 0, 0}, {0, 1, 0, 0}};
  carom_filter filter;
  bool sensor;
  ck_assert_int_eq(carom_collider_get_body(world, collider, &owner), CAROM_OK);
  ck_assert_uint_eq(owner.bits, body.bits);
  carom_collider_get_shape(world, collider, &shape);
  carom_collider_get_local_pose(world, collider, &local);
  carom_collider_get_filter(world, collider, &filter);
  carom_collider_is_sensor(world, collider, &sensor);
  ck_assert(shape.kind == CAROM_SPHERE && shape.geometry.sphere.radius == 2 && sensor);
  ck_assert(same_vec(local.position, def.pose.position) &&
            same_quat(local.rotation, (carom_quat){0, 0, 0, 1}));
  ck_assert(filter.category == 0 && filter.mask == CAROM_MASK_NONE && filter.group == -5);
  ck_assert_ptr_eq(carom_collider_get_user(world, collider), &first);
  ck_assert_int_eq(carom_collider_set_shape(world, collider, &box), CAROM_OK);
  ck_assert_int_eq(carom_collider_set_local_pose(world, collider, &turned), CAROM_OK);
  ck_assert_int_eq(carom_collider_set_filter(world, collider, (carom_filter){6, 7, 8}), CAROM_OK);
  ck_assert_int_eq(carom_collider_set_user(world, collider, &second), CAROM_OK);
  carom_collider_get_shape(world, collider, &shape);
  carom_collider_get_local_pose(world, collider, &local);
  carom_collider_get_filter(world, collider, &filter);
  ck_assert(shape.kind == CAROM_BOX && same_vec(shape.geometry.box.half, (carom_vec3){1, 2, 3}));
  ck_assert(same_vec(local.position, turned.position) && same_quat(local.rotation, turned.rotation));
  ck_assert(filter.category == 6 && filter.mask == 7 && filter.group == 8);
  ck_assert_ptr_eq(carom_collider_get_user(world, collider), &second);
  carom_world_destroy(world);
}
END_TEST

/* The bounds follow the body at once, also before any step. */
START_TEST(bounds_are_those_of_now) {
  carom_world *world = support_world();
  carom_body body = support_ball(world, CAROM_KINEMATIC, 10);
  carom_collider collider = support_collider_of(world, body);
  carom_aabb box;
  for (int i = 0; i < 2; i++) {
    float x = i ? -1000 : 10;
    ck_assert_int_eq(carom_collider_get_bounds(world, collider, &box), CAROM_OK);
    ck_assert(box.min.x <= x - 1 && box.min.x > x - 1.001f && box.max.x >= x + 1 && box.max.x < x + 1.001f);
    ck_assert(box.min.y <= -1 && box.min.y > -1.001f && box.max.z >= 1 && box.max.z < 1.001f);
    support_move(world, body, -1000);
  }
  carom_world_destroy(world);
}
END_TEST

/* A shape at a collider's pose is where the collider is: its bounds are the same, but for what the world adds
 * for what may count as touching. */
START_TEST(poses_of_colliders_are_those_of_now) {
  carom_world *world = support_world();
  uint64_t random = 5;
  for (int i = 0; i < 1000; i++) {
    carom_body_def body = {.pose = {{(double)test_uniform(&random, -1e6f, 1e6f), 3, -2}, test_quat(&random)}};
    carom_collider_def def = {.shape = carom_shape_box(1, 2, 3),
                              .pose = {test_vec3(&random, -5, 5), test_quat(&random)}};
    carom_collider collider = carom_collider_create(world, carom_body_create(world, &body), &def);
    carom_pose pose;
    carom_aabb at_pose, own;
    ck_assert_int_eq(carom_collider_get_pose(world, collider, &pose), CAROM_OK);
    ck_assert_int_eq(carom_shape_bounds(&def.shape, &pose, &at_pose), CAROM_OK);
    ck_assert_int_eq(carom_collider_get_bounds(world, collider, &own), CAROM_OK);
    ck_assert(fabsf(at_pose.min.x - own.min.x) <= 0.0625f);
    ck_assert(fabsf(at_pose.max.y - own.max.y) <= 1e-4f);
    ck_assert(fabsf(at_pose.min.z - own.min.z) <= 1e-4f);
  }
  carom_world_destroy(world);
}
END_TEST

/* Where it is not turned on its body, it has the body's rotation to the last bit, so that what is asked of
 * its shape there has the bits of what a world finds. */
START_TEST(poses_of_colliders_at_the_origin_are_those_of_bodies) {
  carom_world *world = support_world();
  uint64_t random = 5;
  for (int i = 0; i < 3000; i++) {
    const carom_body_def def = {.pose = {{1e6, 3, -2}, test_quat(&random)}};
    carom_body body = carom_body_create(world, &def);
    carom_collider collider = support_collider(world, body, carom_shape_box(1, 2, 3));
    carom_pose of_body, of_collider;
    ck_assert_int_eq(carom_body_get_pose(world, body, &of_body), CAROM_OK);
    ck_assert_int_eq(carom_collider_get_pose(world, collider, &of_collider), CAROM_OK);
    ck_assert(memcmp(&of_body.position, &of_collider.position, sizeof of_body.position) == 0);
    ck_assert(memcmp(&of_body.rotation, &of_collider.rotation, sizeof of_body.rotation) == 0);
  }
  carom_world_destroy(world);
}
END_TEST

/* Thousands of turns over few slots: an old id never comes back to life. */
START_TEST(old_ids_stay_stale) {
  enum { TURNS = 3000, KEPT = 64 };
  uint64_t random = 1;
  carom_world *world = support_world();
  carom_body live[8] = {{0}}, old[KEPT] = {{0}};
  carom_collider live_collider[8] = {{0}}, old_collider[KEPT] = {{0}};
  int wrong = 0;
  for (int turn = 0; turn < TURNS; turn++) {
    uint32_t i = test_below(&random, 8);
    if (live[i].bits) {
      wrong += carom_body_destroy(world, live[i]) != CAROM_OK;
      old[turn % KEPT] = live[i];
      old_collider[turn % KEPT] = live_collider[i];
    }
    if (test_below(&random, 4) == 0) support_step(world);
    live[i] = support_ball(world, CAROM_KINEMATIC, 10 * (double)i);
    live_collider[i] = support_collider_of(world, live[i]);
    for (int k = 0; k < KEPT; k++)
      wrong += carom_body_is_valid(world, old[k]) || carom_collider_is_valid(world, old_collider[k]);
    for (int k = 0; k < 8; k++)
      wrong += live[k].bits &&
               !(carom_body_is_valid(world, live[k]) && carom_collider_is_valid(world, live_collider[k]));
  }
  ck_assert_int_eq(wrong, 0);
  carom_world_destroy(world);
}
END_TEST

START_TEST(slots_are_used_again) {
  carom_world *world = support_world();
  carom_body first = support_ball(world, CAROM_KINEMATIC, 0);
  carom_counts counts;
  carom_body_destroy(world, first);
  support_step(world);
  carom_body second = support_ball(world, CAROM_KINEMATIC, 0);
  ck_assert_uint_eq((uint32_t)second.bits, (uint32_t)first.bits);
  ck_assert_uint_ne(second.bits, first.bits);
  carom_world_get_counts(world, &counts);
  ck_assert(counts.kinematic_bodies == 1 && counts.static_bodies == 0 && counts.colliders == 1);
  ck_assert_int_eq(carom_body_destroy(world, first), CAROM_STALE_ID);
  ck_assert(carom_body_is_valid(world, second));
  carom_world_destroy(world);
}
END_TEST

START_TEST(body_lists_its_colliders_in_order) {
  carom_world *world = support_world();
  carom_body body = carom_body_create(world, NULL);
  carom_collider made[12], listed[12];
  size_t count;
  ck_assert_int_eq(carom_body_get_colliders(world, body, NULL, 0, &count), CAROM_OK);
  ck_assert_uint_eq(count, 0);
  carom_collider_def defs[12];
  for (int i = 0; i < 12; i++) defs[i] = (carom_collider_def){.shape = carom_shape_sphere(1)};
  ck_assert_int_eq(carom_collider_create_many(world, body, defs, 12, made), CAROM_OK);
  ck_assert_int_eq(carom_collider_destroy(world, made[5]), CAROM_OK);
  ck_assert_int_eq(carom_collider_destroy(world, made[5]), CAROM_STALE_ID);
  ck_assert_int_eq(carom_body_get_colliders(world, body, listed, 12, &count), CAROM_OK);
  ck_assert_uint_eq(count, 11);
  for (size_t i = 0; i < 11; i++) ck_assert_uint_eq(listed[i].bits, made[i < 5 ? i : i + 1].bits);
  listed[3].bits = 77;
  ck_assert_int_eq(carom_body_get_colliders(world, body, listed, 3, &count), CAROM_OK);
  ck_assert(count == 11 && listed[3].bits == 77);
  ck_assert_int_eq(carom_collider_create_many(world, body, NULL, 0, NULL), CAROM_OK);
  ck_assert_int_eq(carom_collider_create_many(world, body, defs, 2, NULL), CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

/* In order of their indices, of which a new body has the last; a small array has the first ones. */
START_TEST(world_lists_its_bodies_and_colliders) {
  carom_world *world = support_world();
  carom_body bodies[5], listed[5];
  carom_collider colliders[5], found[5];
  size_t count = 7;
  for (int i = 0; i < 5; i++) {
    bodies[i] = support_ball(world, i % 2 ? CAROM_STATIC : CAROM_KINEMATIC, 10 * i);
    colliders[i] = support_collider_of(world, bodies[i]);
  }
  carom_body_destroy(world, bodies[1]);
  carom_body_destroy(world, bodies[3]);
  carom_body_set_enabled(world, bodies[4], false);
  bodies[3] = support_ball(world, CAROM_STATIC, 100);
  colliders[3] = support_collider_of(world, bodies[3]);
  const int alive[] = {0, 2, 4, 3};
  ck_assert_int_eq(carom_world_get_bodies(world, NULL, 0, &count), CAROM_OK);
  ck_assert_uint_eq(count, 4);
  ck_assert_int_eq(carom_world_get_bodies(world, listed, 5, &count), CAROM_OK);
  for (int i = 0; i < 4; i++) ck_assert_uint_eq(listed[i].bits, bodies[alive[i]].bits);
  ck_assert_int_eq(carom_world_get_colliders(world, found, 5, &count), CAROM_OK);
  ck_assert_uint_eq(count, 4);
  for (int i = 0; i < 4; i++) ck_assert_uint_eq(found[i].bits, colliders[alive[i]].bits);
  listed[2].bits = 77;
  ck_assert_int_eq(carom_world_get_bodies(world, listed, 2, &count), CAROM_OK);
  ck_assert(count == 4 && listed[2].bits == 77 && listed[1].bits == bodies[2].bits);
  ck_assert_int_eq(carom_world_get_bodies(world, NULL, 1, &count), CAROM_NULL_ARGUMENT);
  carom_world_destroy(world);
}
END_TEST

/* What a handler destroys is left out at once, and so are its colliders. */
static void list_the_rest(void *user, carom_world *world, const carom_event *event) {
  size_t *counts = user;
  if (event->kind != CAROM_EVENT_BEGIN || counts[0]) return;
  carom_body_destroy(world, event->contact->a.body);
  carom_world_get_bodies(world, NULL, 0, &counts[0]);
  carom_world_get_colliders(world, NULL, 0, &counts[1]);
}

START_TEST(lists_leave_out_what_a_handler_destroyed) {
  carom_world *world = support_world();
  size_t counts[2] = {0, 0};
  carom_handler_def handler = {.callback = list_the_rest, .user = counts};
  for (int i = 0; i < 3; i++) support_ball(world, CAROM_KINEMATIC, i);
  carom_handler_add(world, &handler);
  support_step(world);
  ck_assert(counts[0] == 2 && counts[1] == 2);
  carom_world_destroy(world);
}
END_TEST

static void read_the_dead(void *user, carom_world *world, const carom_event *event) {
  int *seen = user;
  const carom_contact_side *side = &event->contact->a;
  carom_pose pose;
  carom_body body;
  carom_shape shape;
  bool enabled;
  if (event->cause != CAROM_END_DESTROYED) return;
  *seen += !carom_body_is_valid(world, side->body) && !carom_collider_is_valid(world, side->collider) &&
           carom_body_get_pose(world, side->body, &pose) == CAROM_OK && pose.position.x == 0 &&
           carom_body_is_enabled(world, side->body, &enabled) == CAROM_OK && enabled &&
           carom_collider_get_body(world, side->collider, &body) == CAROM_OK &&
           body.bits == side->body.bits &&
           carom_collider_get_shape(world, side->collider, &shape) == CAROM_OK &&
           shape.kind == CAROM_SPHERE && carom_body_get_user(world, side->body) == user &&
           side->body_user == user && carom_body_set_user(world, side->body, NULL) == CAROM_STALE_ID;
}

/* R8. */
START_TEST(the_dead_can_be_read_in_their_end) {
  carom_world *world = support_world();
  int seen = 0;
  carom_body a = support_ball(world, CAROM_KINEMATIC, 0);
  carom_handler_def handler = {.callback = read_the_dead, .user = &seen};
  carom_pose pose;
  support_ball(world, CAROM_STATIC, 1);
  carom_body_set_user(world, a, &seen);
  carom_handler_add(world, &handler);
  support_step(world);
  carom_body_destroy(world, a);
  ck_assert_int_eq(carom_body_get_pose(world, a, &pose), CAROM_OK);
  support_step(world);
  ck_assert_int_eq(seen, 1);
  ck_assert_int_eq(carom_body_get_pose(world, a, &pose), CAROM_STALE_ID);
  carom_world_destroy(world);
}
END_TEST

/* The hull's own memory tells when its last count is gone. */
START_TEST(world_keeps_the_hulls_it_uses) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  carom_world *world = support_world();
  carom_hull *first = support_hull(&allocator, 1, 1), *second = support_hull(&allocator, 2, 1);
  carom_shape shape_of_first = carom_shape_hull(first), shape_of_second = carom_shape_hull(second);
  carom_body body = carom_body_create(world, NULL);
  carom_collider a = support_collider(world, body, shape_of_first);
  carom_collider b = support_collider(world, body, shape_of_second);
  size_t both = memory.live_blocks;
  carom_hull_release(first);
  carom_hull_release(second);
  ck_assert_uint_eq(memory.live_blocks, both);
  ck_assert_int_eq(carom_collider_set_shape(world, a, &shape_of_first), CAROM_OK);
  ck_assert_uint_eq(memory.live_blocks, both);
  ck_assert_int_eq(carom_collider_set_shape(world, a, &shape_of_second), CAROM_OK);
  ck_assert_uint_lt(memory.live_blocks, both);
  ck_assert_int_eq(carom_collider_destroy(world, a), CAROM_OK);
  support_step(world);
  ck_assert_uint_gt(memory.live_blocks, 0);
  ck_assert_int_eq(carom_collider_destroy(world, b), CAROM_OK);
  support_step(world);
  ck_assert(test_memory_is_clean(&memory));
  carom_world_destroy(world);
}
END_TEST

START_TEST(world_gives_its_hulls_back_at_the_end) {
  test_memory memory = {0};
  carom_allocator allocator = test_memory_allocator(&memory);
  for (int way = 0; way < 3; way++) {
    carom_world *world = support_world();
    carom_hull *hull = support_hull(&allocator, 3, 1);
    for (int i = 0; i < 20; i++)
      support_collider(world, support_body(world, CAROM_KINEMATIC, 0, 0, 0), carom_shape_hull(hull));
    carom_hull_release(hull);
    if (way > 0) support_step(world);
    if (way > 1) carom_world_clear(world);
    carom_world_destroy(world);
    ck_assert(test_memory_is_clean(&memory));
  }
}
END_TEST

START_TEST(handler_ids_go_stale) {
  carom_world *world = support_world();
  support_log log, other;
  carom_handler first = support_listen(world, &log);
  ck_assert_int_eq(carom_handler_remove(world, first), CAROM_OK);
  carom_handler second = support_listen(world, &other);
  ck_assert_uint_ne(first.bits, second.bits);
  ck_assert_int_eq(carom_handler_remove(world, first), CAROM_STALE_ID);
  support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_KINEMATIC, 0);
  support_step(world);
  ck_assert(log.count == 0 && other.count == 1);
  ck_assert_int_eq(carom_handler_remove(world, second), CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

/* Two worlds that have seen the same calls; a clone and a load keep the ids, and with them the tag. */
START_TEST(tags_tell_worlds_apart) {
  carom_world *worlds[4];
  carom_body bodies[4];
  carom_handler handlers[2];
  unsigned char bytes[4096];
  size_t size;
  support_log log;
  for (uint8_t i = 0; i < 2; i++) {
    const carom_world_def def = {.tag = i};
    ck_assert_int_eq(carom_world_create(&def, &worlds[i]), CAROM_OK);
    bodies[i] = support_ball(worlds[i], CAROM_KINEMATIC, 0);
    handlers[i] = support_listen(worlds[i], &log);
    ck_assert_uint_eq(bodies[i].bits >> 56, i);
  }
  ck_assert_int_eq(carom_world_clone(worlds[1], NULL, NULL, 0, &worlds[2]), CAROM_OK);
  ck_assert_int_eq(carom_world_save(worlds[1], NULL, bytes, sizeof bytes, &size), CAROM_OK);
  ck_assert_int_eq(carom_world_load(NULL, NULL, bytes, size, &worlds[3]), CAROM_OK);
  for (int i = 2; i < 4; i++) bodies[i] = support_ball(worlds[i], CAROM_KINEMATIC, 0);
  ck_assert(bodies[2].bits == bodies[3].bits && bodies[3].bits >> 56 == 1);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) {
      ck_assert_int_eq(carom_body_is_valid(worlds[i], bodies[k]), (i > 0) == k);
      ck_assert_int_eq(carom_collider_is_valid(worlds[i], support_collider_of(worlds[k], bodies[k])),
                       (i > 0) == k);
      ck_assert_int_eq(carom_handler_is_valid(worlds[i], handlers[k]), i == k);
    }
  for (int i = 0; i < 4; i++) carom_world_destroy(worlds[i]);
}
END_TEST

START_TEST(world_hands_its_user_back) {
  int user;
  carom_world_def def = {.user = &user};
  carom_world *world;
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  ck_assert_ptr_eq(carom_world_get_user(world), &user);
  ck_assert_int_eq(carom_world_get_last_status(world), CAROM_OK);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("handles");
  TCase *tests = tcase_create("ids");
  tcase_add_test(tests, null_ids_name_nothing);
  tcase_add_test(tests, zero_definitions_mean_as_usual);
  tcase_add_test(tests, body_getters_return_what_was_set);
  tcase_add_test(tests, collider_getters_return_what_was_set);
  tcase_add_test(tests, bounds_are_those_of_now);
  tcase_add_test(tests, poses_of_colliders_are_those_of_now);
  tcase_add_test(tests, poses_of_colliders_at_the_origin_are_those_of_bodies);
  tcase_add_test(tests, old_ids_stay_stale);
  tcase_add_test(tests, slots_are_used_again);
  tcase_add_test(tests, body_lists_its_colliders_in_order);
  tcase_add_test(tests, the_dead_can_be_read_in_their_end);
  tcase_add_test(tests, world_keeps_the_hulls_it_uses);
  tcase_add_test(tests, world_gives_its_hulls_back_at_the_end);
  tcase_add_test(tests, world_lists_its_bodies_and_colliders);
  tcase_add_test(tests, lists_leave_out_what_a_handler_destroyed);
  tcase_add_test(tests, handler_ids_go_stale);
  tcase_add_test(tests, tags_tell_worlds_apart);
  tcase_add_test(tests, world_hands_its_user_back);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_swept_stops.c: swept bodies that stop where they hit, against a twin that looks for the first hit of
 * all, stops who is to stop, and looks again. */
#include "swept_scene.h"
#include "test_memory.h"

static carom_body stopper(carom_world *world, double x, float speed) {
  carom_body body = swept_bullet(world, x, speed);
  ck_assert_int_eq(carom_body_set_stopping(world, body, true), CAROM_OK);
  return body;
}

static carom_pose pose_of(const carom_world *world, carom_body body) {
  carom_pose pose;
  ck_assert_int_eq(carom_body_get_pose(world, body, &pose), CAROM_OK);
  return pose;
}

static double place_of(const carom_world *world, carom_body body) { return pose_of(world, body).position.x; }

static const carom_swept_hit *hits_of(const carom_world *world, size_t expected) {
  size_t count;
  const carom_swept_hit *hits = carom_world_get_swept_hits(world, &count);
  ck_assert_uint_eq(count, expected);
  return hits;
}

/* R23. Its contact lasts while it pushes and while it rests, and ends when it turns away. */
START_TEST(a_body_stays_where_it_hits) {
  carom_world *world = support_world();
  support_log log;
  support_listen(world, &log);
  carom_body shot = stopper(world, -10, 1000);
  swept_wall(world, 4, false);
  swept_wall(world, 0.7, false);
  support_step_fresh(world, &log);
  ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  ck_assert(fabsf(log.entries[0].contact.approach_speed - 1000) < 1e-2f);
  const carom_swept_hit *hit = hits_of(world, 1);
  double at = place_of(world, shot);
  ck_assert(hit->stopped_a && !hit->stopped_b && hit->pose_a.position.x == at);
  ck_assert(fabs(at - (0.7 - 5e-4 - 0.01)) < 1e-5);
  for (int i = 0; i < 6; i++) {
    if (i == 3) carom_body_set_velocity(world, shot, (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 0});
    support_step_fresh(world, &log);
    ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_STAY, CAROM_END_NONE));
    ck_assert(place_of(world, shot) == at && swept_count(world) == 0);
  }
  carom_body_set_velocity(world, shot, (carom_vec3){-64, 0, 0}, (carom_vec3){0, 0, 0});
  support_step_fresh(world, &log);
  ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_END, CAROM_END_SEPARATED));
  ck_assert(fabs(place_of(world, shot) - (at - 1)) < 1e-6);
  carom_world_destroy(world);
}
END_TEST

/* It slides along what it touches, but does not go into it. */
START_TEST(what_it_touches_stops_it_when_it_goes_there) {
  carom_world *world = support_world();
  carom_body shot = stopper(world, -10, 1000);
  swept_wall(world, 0, false);
  support_step(world);
  carom_body_set_velocity(world, shot, (carom_vec3){0, 64, 0}, (carom_vec3){0, 0, 0});
  support_step(world);
  ck_assert(pose_of(world, shot).position.y == 1 && support_contact_count(world) == 1);
  carom_body_set_velocity(world, shot, (carom_vec3){0.06f, 32, 0}, (carom_vec3){0, 0, 0});
  support_step(world);
  ck_assert(pose_of(world, shot).position.y == 1 && support_contact_count(world) == 1);
  carom_body_set_velocity(world, shot, (carom_vec3){0.006f, 32, 0}, (carom_vec3){0, 0, 0});
  support_step(world);
  ck_assert(pose_of(world, shot).position.y == 1.5 && support_contact_count(world) == 1);
  carom_world_destroy(world);
}
END_TEST

/* A floor of flush tiles along a slope, which ends at a step: where a body that came down on it and slides
 * along it is in the end, along the slope. */
static float slide_over_tiles(carom_shape shape, float angle, float stride) {
  carom_world *world = support_world();
  const float on_x = cosf(angle), on_y = sinf(angle);
  const carom_quat turn = {0, 0, sinf(angle / 2), cosf(angle / 2)};
  for (int i = 0; i < 12; i++) {
    float along = 2 * (float)i, down = i < 11 ? 1 : 0.999f;
    carom_pose pose = {{(double)(along * on_x + down * on_y), (double)(along * on_y - down * on_x), 0}, turn};
    carom_body tile = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC, .pose = pose});
    support_collider(world, tile, carom_shape_box(1, 1, 5));
  }
  carom_pose above = {{(double)-on_y, (double)on_x, 0}, turn};
  carom_body slider =
      swept_mover(world, above, (carom_vec3){64 * on_y, -64 * on_x, 0}, (carom_vec3){0, 0, 0});
  support_collider(world, slider, shape);
  carom_body_set_swept(world, slider, true);
  carom_body_set_stopping(world, slider, true);
  support_step(world);
  float speed = stride / SUPPORT_DT;
  carom_body_set_velocity(world, slider, (carom_vec3){speed * on_x, speed * on_y, 0}, (carom_vec3){0, 0, 0});
  for (int i = 0; i < (int)(30 / stride); i++) support_step(world);
  carom_pos at = pose_of(world, slider).position;
  carom_world_destroy(world);
  return (float)at.x * on_x + (float)at.y * on_y;
}

START_TEST(seams_do_not_stop_it) {
  const carom_shape shapes[] = {
      carom_shape_box(0.5f, 0.5f, 0.5f), carom_shape_sphere(0.5f),
      carom_shape_capsule((carom_vec3){0, -0.2f, 0}, (carom_vec3){0, 0.2f, 0}, 0.3f)};
  const float angles[] = {0, 0.6f, -1.2f}, strides[] = {0.125f, 0.5f, 1.7f, 29};
  for (int i = 0; i < 36; i++) {
    float at = slide_over_tiles(shapes[i / 12], angles[i / 4 % 3], strides[i % 4]);
    ck_assert_msg(at > (i < 12 ? 20.49f : 20.95f) && at < 21, "case %d: %g", i, (double)at);
  }
}
END_TEST

/* A wall that comes after it faster than it flies does not hold it. */
START_TEST(what_comes_after_it_lets_it_go) {
  carom_world *world = support_world();
  carom_body shot = stopper(world, 1, 64);
  carom_body wall = swept_mover(world, (carom_pose){.position = {0.9895, 0, 0}}, (carom_vec3){128, 0, 0},
                                (carom_vec3){0, 0, 0});
  support_collider(world, wall, carom_shape_box(5e-4f, 2, 2));
  support_step(world);
  const carom_swept_hit *hit = hits_of(world, 1);
  ck_assert(hit->inside && !hit->stopped_a && place_of(world, shot) == 2);
  carom_world_destroy(world);
}
END_TEST

/* Sensors are passed, and are among the hits. */
START_TEST(sensors_stop_nothing) {
  carom_world *world = support_world();
  carom_body shot = stopper(world, -10, 1000);
  swept_wall(world, 4, false);
  swept_wall(world, -3, true);
  swept_wall(world, 2, false);
  support_step(world);
  const carom_swept_hit *hits = hits_of(world, 2);
  ck_assert(!hits[0].stopped_a && hits[1].stopped_a && hits[1].pose_b.position.x == 2);
  ck_assert(fabs(place_of(world, shot) - 1.9895) < 1e-5);
  carom_world_destroy(world);
}
END_TEST

/* Of those that it hits at once the first has stopped it. */
START_TEST(the_first_of_several_stops_it) {
  carom_world *world = support_world();
  stopper(world, -10, 1000);
  carom_body first = swept_wall(world, 0.5, false);
  swept_wall(world, -1, true);
  for (int i = 0; i < 2; i++) swept_wall(world, 0.5, false);
  support_step(world);
  const carom_swept_hit *hits = hits_of(world, 4);
  for (int i = 0; i < 4; i++) ck_assert(hits[i].stopped_a == (hits[i].body_b.bits == first.bits));
  carom_world_destroy(world);
}
END_TEST

/* What stops at the end of the world is not pushed out of it. */
START_TEST(the_world_is_not_left) {
  carom_world *world = support_world();
  carom_body shot = stopper(world, CAROM_POSITION_MAX - 10, 1000);
  carom_body wall = support_body(world, CAROM_STATIC, CAROM_POSITION_MAX, 0, 0);
  carom_collider_def def = {.shape = carom_shape_box(1, 2, 2), .pose.position = {1.01f, 0, 0}};
  carom_collider_create(world, wall, &def);
  support_step(world);
  ck_assert(hits_of(world, 1)->stopped_a && place_of(world, shot) <= CAROM_POSITION_MAX);
  carom_world_destroy(world);
}
END_TEST

static bool admits_even(void *user, const carom_world *world, const carom_contact_side *a,
                        const carom_contact_side *b) {
  (void)user, (void)world;
  return ((uintptr_t)a->body_user | (uintptr_t)b->body_user) % 2 == 0;
}

START_TEST(what_is_filtered_stops_nothing) {
  carom_world *world = support_world();
  carom_world_set_filter(world, admits_even, NULL);
  carom_body shot = stopper(world, -10, 1000);
  for (uintptr_t i = 0; i < 4; i++)
    carom_body_set_user(world, swept_wall(world, (double)i, false), (void *)(3 - i));
  support_step(world);
  const carom_swept_hit *hits = hits_of(world, 1);
  ck_assert(hits[0].stopped_a && hits[0].pose_b.position.x == 1);
  ck_assert(fabs(place_of(world, shot) - 0.9895) < 1e-5);
  carom_world_destroy(world);
}
END_TEST

/* The first stops at the wall, the second at the first, long before it would have met it; the third finds
 * nobody where the first would have been. */
START_TEST(what_has_stopped_is_met_where_it_stands) {
  carom_world *world = support_world();
  carom_body second = stopper(world, -4, 448), first = stopper(world, -2, 320);
  carom_body third = swept_mover(world, (carom_pose){.position = {1, -6, 0}}, (carom_vec3){0, 640, 0},
                                 (carom_vec3){0, 0, 0});
  support_collider(world, third, carom_shape_sphere(0.01f));
  ck_assert_int_eq(carom_body_set_swept(world, third, true), CAROM_OK);
  swept_wall(world, 0.5, false);
  support_step(world);
  const carom_swept_hit *hits = hits_of(world, 2);
  ck_assert(hits[0].body_a.bits == first.bits && hits[0].stopped_a);
  ck_assert(hits[1].body_a.bits == second.bits && hits[1].stopped_a && !hits[1].stopped_b);
  ck_assert(fabs(hits[1].fraction - 4.4695 / 7) < 1e-5);
  ck_assert(fabs(place_of(world, first) - 0.4895) < 1e-5);
  ck_assert(fabs(place_of(world, second) - 0.4695) < 1e-5);
  ck_assert(pose_of(world, third).position.y == 4);
  ck_assert_uint_eq(support_contact_count(world), 2);
  support_step(world);
  ck_assert_uint_eq(support_contact_count(world), 2);
  carom_world_destroy(world);
}
END_TEST

/* One that stops when the step begins had hardly moved: what hits it does so when it would have. */
START_TEST(hits_that_do_not_change_are_told) {
  carom_world *world = support_world();
  carom_body slow = stopper(world, 0.9895, 1e-30f), fast = stopper(world, -4, 640);
  swept_wall(world, 1, false);
  support_step(world);
  const carom_swept_hit *hits = hits_of(world, 2);
  ck_assert(hits[0].inside && hits[0].stopped_a && place_of(world, slow) == 0.9895);
  ck_assert(hits[1].stopped_b && hits[1].pose_b.position.x == place_of(world, fast));
  carom_world_destroy(world);
}
END_TEST

/* Of two that hit each other those stop that are to. */
START_TEST(both_may_stop) {
  for (int one = 0; one < 2; one++) {
    carom_world *world = support_world();
    carom_body a = stopper(world, -4, 640), b = stopper(world, 4, -640);
    carom_body_set_stopping(world, b, !one);
    support_step(world);
    const carom_swept_hit *hit = hits_of(world, 1);
    ck_assert(hit->stopped_a && hit->stopped_b == !one);
    ck_assert(fabs(place_of(world, a) + 0.01) < 1e-6);
    ck_assert(fabs(place_of(world, b) - (one ? -6 : 0.01)) < 1e-6);
    ck_assert_uint_eq(support_contact_count(world), 1);
    carom_world_destroy(world);
  }
}
END_TEST

/* A blade that stops lies against the post, and does not move a bit while it goes on to push. */
START_TEST(blades_stop) {
  carom_world *world = support_world();
  carom_body fan = swept_mover(world, (carom_pose){.position = {0, 0, 0}}, (carom_vec3){0, 0, 0},
                               (carom_vec3){0, 0, 1200});
  carom_collider_def blade = {.shape = carom_shape_box(1, 0.02f, 0.1f), .pose.position = {1.5f, 0, 0}};
  carom_collider_create(world, fan, &blade);
  carom_body_set_swept(world, fan, true);
  carom_body_set_stopping(world, fan, true);
  support_collider(world, support_body(world, CAROM_STATIC, 0, 2, 0), carom_shape_sphere(0.05f));
  carom_pose first = {.position = {0, 0, 0}};
  for (int i = 0; i < 9; i++) {
    support_step(world);
    ck_assert_uint_eq(support_contact_count(world), 1);
    ck_assert_uint_eq(swept_count(world), i == 0);
    carom_pose now = pose_of(world, fan);
    if (i == 0) first = now;
    ck_assert(memcmp(&now, &first, sizeof now) == 0);
    float angle = 2 * atan2f(pose_of(world, fan).rotation.z, pose_of(world, fan).rotation.w);
    ck_assert_msg(fabsf(angle - 1.5708f + 0.035f) < 3e-3f, "angle %g", (double)angle);
  }
  carom_world_destroy(world);
}
END_TEST

/* A box somewhere on a body, so that the body's origin is not in it. */
static carom_collider off_center(carom_world *world, uint64_t *random, carom_body body, bool planar) {
  carom_vec3 half = test_vec3(random, 0.1f, 2), at = test_vec3(random, -3, 3);
  carom_quat turn = test_quat(random);
  carom_shape shape = carom_shape_box(half.x, half.y, half.z);
  if (planar) {
    at.z = 0;
    turn = swept_planar_turn(turn);
    shape = carom_shape_rectangle(half.x, half.y);
  }
  return carom_collider_create(world, body, &(carom_collider_def){.shape = shape, .pose = {at, turn}});
}

static float distance_of(const carom_world *world, carom_body a, carom_body b) {
  carom_body_distance out;
  ck_assert_int_eq(carom_world_body_distance(world, a, b, NULL, &out), CAROM_OK);
  return out.distance;
}

/* Something that turns stops at what stands, wherever both are on their bodies: at a post beside a gate whose
 * hinge is the origin of both. */
START_TEST(gates_stop_at_posts) {
  uint64_t random = (uint64_t)_i;
  size_t stopped = 0, count = (size_t)(100 + test_scaled(4000));
  for (size_t i = 0; i < count; i++) {
    carom_world *world = swept_world(_i == 1);
    carom_body post = support_body(world, CAROM_STATIC, 0, 0, 0);
    carom_vec3 near = test_vec3(&random, -0.2f, 0.2f), spin = test_vec3(&random, -64, 64);
    if (_i == 1) near.z = spin.x = spin.y = 0;
    carom_pose at = {.position = {(double)near.x, (double)near.y, (double)near.z}};
    carom_body gate = swept_mover(world, at, (carom_vec3){near.y, near.x, 0}, spin);
    off_center(world, &random, post, _i == 1);
    off_center(world, &random, gate, _i == 1);
    carom_body_set_swept(world, gate, true);
    carom_body_set_stopping(world, gate, true);
    bool apart = distance_of(world, post, gate) > 0;
    support_step(world);
    size_t hits = swept_count(world);
    stopped += apart && hits == 1;
    if (apart) ck_assert_msg(distance_of(world, post, gate) > -1e-4f, "%zu: %zu hits", i, hits);
    carom_world_destroy(world);
  }
  ck_assert_uint_gt(stopped, count / 50);
}
END_TEST

static carom_shape shape_to_drop(uint64_t *random, bool planar) {
  float x = test_uniform(random, 0.05f, 2), y = test_uniform(random, 0.05f, 2);
  if (planar)
    return test_below(random, 2) ? carom_shape_rectangle(x, y)
                                 : carom_shape_stadium((carom_vec2){-x, 0}, (carom_vec2){x, 0}, y);
  if (test_below(random, 3) == 0) return carom_shape_cylinder(x, y);
  return test_below(random, 2) ? carom_shape_box(x, y, test_uniform(random, 0.05f, 2))
                               : carom_shape_capsule((carom_vec3){-x, 0, 0}, (carom_vec3){x, 0, 0}, y);
}

/* Down, up, or along, nearly so at times; turning or not. */
static void push_about(carom_world *world, uint64_t *random, carom_body body, bool planar) {
  carom_vec3 v = test_vec3(random, -30, 30), spin = test_vec3(random, -40, 40);
  v.y *= test_below(random, 2) ? 1e-4f : 1;
  if (test_below(random, 4) == 0) v = (carom_vec3){0, 0, 0};
  if (test_below(random, 3) == 0) spin = (carom_vec3){0, 0, 0};
  if (planar) v.z = spin.x = spin.y = 0;
  ck_assert_int_eq(carom_body_set_velocity(world, body, v, spin), CAROM_OK);
}

/* What lies on a thin floor, falls on it, slides along it and turns on it any number of times stays above it
 * and gets no deeper into it than it is put when it stops. */
START_TEST(nothing_gets_through_by_waiting) {
  bool planar = _i % 2;
  uint64_t random = (uint64_t)_i;
  size_t touching = 0;
  for (int i = 0, count = 10 + test_scaled(200); i < count; i++) {
    carom_world *world = swept_world(planar);
    carom_body floor = support_body(world, CAROM_STATIC, 0, -0.01, 0);
    support_collider(world, floor,
                     planar ? carom_shape_rectangle(90, 0.01f) : carom_shape_box(90, 0.01f, 90));
    carom_quat turn = test_quat(&random);
    if (planar) turn = swept_planar_turn(turn);
    carom_body body =
        swept_mover(world, (carom_pose){{0, 5, 0}, turn}, (carom_vec3){0, -600, 0}, (carom_vec3){0, 0, 0});
    support_collider(world, body, shape_to_drop(&random, planar));
    carom_body_set_swept(world, body, true);
    carom_body_set_stopping(world, body, true);
    for (int k = 0; k < 40; k++) {
      if (k % 3 == 1) push_about(world, &random, body, planar);
      support_step(world);
      float distance = distance_of(world, floor, body);
      ck_assert_msg(pose_of(world, body).position.y > 0 && distance > -1e-3f, "%d, step %d: depth %g", i, k,
                    (double)-distance);
      touching += distance <= 0;
    }
    carom_world_destroy(world);
  }
  ck_assert_uint_gt(touching, 0);
}
END_TEST

/* A plank that lies flat turns neither way, and is not moved by trying; one that stands on an end falls on
 * the other and stops there. */
START_TEST(planks_turn_onto_the_floor_and_not_through_it) {
  for (int i = 0; i < 4; i++) {
    bool flat = i < 2;
    float tilt = flat ? 0 : 0.1f, spin = i == 0 ? 30 : -30;
    carom_world *world = swept_world(i % 2);
    carom_body floor = support_body(world, CAROM_STATIC, 0, -0.01, 0);
    support_collider(world, floor, i % 2 ? carom_shape_rectangle(50, 0.01f) : carom_shape_box(50, 0.01f, 50));
    carom_pose above = {{0, 0.9 + 2 * (double)sinf(tilt), 0}, {0, 0, sinf(tilt / 2), cosf(tilt / 2)}};
    carom_body plank = swept_mover(world, above, (carom_vec3){0, -60, 0}, (carom_vec3){0, 0, 0});
    support_collider(world, plank, i % 2 ? carom_shape_rectangle(2, 0.1f) : carom_shape_box(2, 0.1f, 1));
    carom_body_set_swept(world, plank, true);
    carom_body_set_stopping(world, plank, true);
    support_step(world);
    carom_pose lying = pose_of(world, plank);
    ck_assert_uint_eq(support_contact_count(world), 1);
    carom_body_set_velocity(world, plank, (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, spin});
    for (int k = 0; k < 9; k++) {
      support_step(world);
      carom_pose now = pose_of(world, plank);
      ck_assert_uint_eq(support_contact_count(world), 1);
      ck_assert_uint_eq(swept_count(world), 0);
      if (flat || k > 0) ck_assert(memcmp(&now, &lying, sizeof now) == 0);
      lying = now;
      ck_assert_msg(fabsf(now.rotation.z + (flat ? 0 : 0.05f)) < 1e-3f, "%d: %g", i, (double)now.rotation.z);
    }
    carom_world_destroy(world);
  }
}
END_TEST

static bool is_found(const carom_world *world, carom_pos at) {
  carom_found found;
  size_t count = 0;
  ck_assert_int_eq(carom_world_overlap_point(world, &at, NULL, &found, 1, &count), CAROM_OK);
  return count > 0;
}

static bool admits_and_looks(void *user, const carom_world *world, const carom_contact_side *a,
                             const carom_contact_side *b) {
  (void)a, (void)b;
  is_found(world, *(const carom_pos *)user);
  return true;
}

/* Also when the filter has asked the world something in the middle of the step. */
START_TEST(queries_find_a_body_where_it_has_stopped) {
  carom_world *world = support_world();
  carom_pos nowhere = {0, 50, 0};
  carom_world_set_filter(world, admits_and_looks, &nowhere);
  carom_body shot = stopper(world, -10, 1000);
  swept_wall(world, 0.7, false);
  for (int i = 0; i < 3; i++) {
    support_step(world);
    ck_assert(is_found(world, pose_of(world, shot).position) && !is_found(world, (carom_pos){5.625, 0, 0}));
  }
  carom_world_destroy(world);
}
END_TEST

/* Nobody has gone anywhere when the step is refused. */
START_TEST(refused_steps_stop_nothing) {
  test_memory memory = {0};
  carom_world *world;
  ck_assert_int_eq(
      carom_world_create(&(carom_world_def){.allocator = test_memory_allocator(&memory)}, &world), CAROM_OK);
  carom_body shot = stopper(world, -10, 1000);
  swept_wall(world, 0.7, false);
  uint64_t before = carom_world_hash(world);
  size_t refused = 0;
  for (;; refused++) {
    test_memory_fail_at(&memory, refused + 1);
    memory.fail_after = true;
    if (!carom_world_step(world, SUPPORT_DT)) break;
    ck_assert(swept_count(world) == 0 && carom_world_hash(world) == before);
  }
  ck_assert_uint_gt(refused, 5);
  ck_assert(hits_of(world, 1)->stopped_a && place_of(world, shot) < 0.7);
  carom_world_destroy(world);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

/* --- The twin --- */

enum { BODIES = 14, WALLS = 4, PAIRS = BODIES * BODIES, PLANAR = 3 };

/* A ball or box that goes straight ahead. */
typedef struct traveller {
  carom_body body;
  carom_shape shape;
  carom_pose from, to; /* to: where it stands, once it has stopped */
  bool stops, stopped, sensor, still;
} traveller;

typedef struct crowd {
  carom_world *world;
  traveller all[BODIES];
  double fractions[BODIES][BODIES]; /* when those that met did; 2: they did not */
} crowd;

static carom_pos along(const traveller *t, double fraction) {
  carom_pos p = t->from.position, q = t->to.position;
  return (carom_pos){p.x + fraction * (q.x - p.x), p.y + fraction * (q.y - p.y),
                     p.z + fraction * (q.z - p.z)};
}

static void add_traveller(crowd *c, uint64_t *random, int i, bool planar) {
  traveller *t = &c->all[i];
  float room = planar ? 16 : 6;
  carom_vec3 p = test_vec3(random, -room, room), to = test_vec3(random, -room / 2, room / 2);
  carom_vec3 half = test_vec3(random, 0.1f, 0.8f), way = {to.x - p.x, to.y - p.y, to.z - p.z};
  *t = (traveller){.still = i < WALLS, .sensor = test_below(random, 6) == 0, .stops = i % 3 != 0};
  if (t->still) way = (carom_vec3){0, 0, 0}, half.x *= 4;
  carom_quat turn = test_quat(random);
  t->shape = test_below(random, 2) ? carom_shape_sphere(half.x) : carom_shape_box(half.x, half.y, half.z);
  if (planar) {
    p.z = way.z = 0;
    turn = swept_planar_turn(turn);
    t->shape = t->shape.kind == CAROM_BOX ? carom_shape_rectangle(half.x, half.y) : carom_shape_disc(half.x);
  }
  t->from = (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, turn};
  carom_vec3 v = {way.x / SUPPORT_DT, way.y / SUPPORT_DT, way.z / SUPPORT_DT};
  t->body = swept_mover(c->world, t->from, v, (carom_vec3){0, 0, 0});
  carom_collider_create(c->world, t->body, &(carom_collider_def){.shape = t->shape, .sensor = t->sensor});
  carom_body_get_pose(c->world, t->body, &t->from);
  t->to = t->from;
  t->to.position = (carom_pos){t->from.position.x + (double)way.x, t->from.position.y + (double)way.y,
                               t->from.position.z + (double)way.z};
  if (t->still) return;
  carom_body_set_swept(c->world, t->body, true);
  carom_body_set_stopping(c->world, t->body, t->stops);
}

/* When two meet from a fraction on, both going on as they do now; 2: never. */
static double meet(const crowd *c, int i, int k, double from) {
  const traveller *a = &c->all[i], *b = &c->all[k];
  if ((a->still || a->stopped) && (b->still || b->stopped)) return 2;
  carom_motion motion_a = {a->to, a->to}, motion_b = {b->to, b->to};
  if (!a->stopped) motion_a.start.position = along(a, from);
  if (!b->stopped) motion_b.start.position = along(b, from);
  carom_impact impact;
  ck_assert_int_eq(carom_time_of_impact(&a->shape, &motion_a, &b->shape, &motion_b, 0, &impact), CAROM_OK);
  return impact.hit ? from + impact.fraction * (1 - from) : 2;
}

static bool may_meet(const crowd *c, int i, int k) { return !(c->all[i].sensor && c->all[k].sensor); }

/* The first that meet after those that have; false: nobody does. */
static bool first_of(const crowd *c, double from, int *first, int *second, double *when) {
  *when = 2;
  for (int i = 0; i < BODIES; i++)
    for (int k = i + 1; k < BODIES; k++) {
      if (c->fractions[i][k] < 2 || !may_meet(c, i, k)) continue;
      double fraction = meet(c, i, k, from);
      if (fraction < *when) *when = fraction, *first = i, *second = k;
    }
  return *when < 2;
}

static void play_twin(crowd *c) {
  double from = 0, when;
  int pair[2];
  for (int i = 0; i < PAIRS; i++) c->fractions[i / BODIES][i % BODIES] = 2;
  while (first_of(c, from, &pair[0], &pair[1], &when)) {
    bool sensor = c->all[pair[0]].sensor || c->all[pair[1]].sensor;
    c->fractions[pair[0]][pair[1]] = from = when;
    for (int i = 0; i < 2; i++) {
      traveller *t = &c->all[pair[i]];
      if (sensor || !t->stops || t->still || t->stopped) continue;
      t->to.position = along(t, when);
      t->stopped = true;
    }
  }
}

/* Where one that stopped is pushed into touch some later meetings come a little earlier or later. */
static size_t count_wrong_hits(const crowd *c) {
  size_t wrong = 0, expected = 0, count;
  const carom_swept_hit *hits = carom_world_get_swept_hits(c->world, &count);
  for (int i = 0; i < PAIRS; i++) expected += c->fractions[i / BODIES][i % BODIES] < 2;
  for (size_t i = 0; i < count; i++) {
    uint32_t a = (uint32_t)hits[i].body_a.bits, b = (uint32_t)hits[i].body_b.bits;
    wrong += fabs(c->fractions[a][b] - hits[i].fraction) > 1e-3;
    wrong += i > 0 && hits[i].fraction < hits[i - 1].fraction;
  }
  return wrong + (expected != count);
}

static size_t count_wrong_places(const crowd *c) {
  size_t wrong = 0;
  for (int i = 0; i < BODIES; i++) {
    carom_pos is = pose_of(c->world, c->all[i].body).position, at = c->all[i].to.position;
    wrong += fabs(is.x - at.x) + fabs(is.y - at.y) + fabs(is.z - at.z) > 1e-3;
  }
  return wrong;
}

/* Contacts are those who touch where they are, and those who were hit on the way. */
static size_t count_wrong_contacts(const crowd *c) {
  size_t wrong = 0;
  for (int i = 0; i < BODIES; i++)
    for (int k = i + 1; k < BODIES; k++) {
      carom_pose a = pose_of(c->world, c->all[i].body), b = pose_of(c->world, c->all[k].body);
      carom_collider colliders[2] = {support_collider_of(c->world, c->all[i].body),
                                     support_collider_of(c->world, c->all[k].body)};
      carom_contact contact;
      carom_swept_hit hit;
      bool touch, met = !carom_contact_get_swept_hit(c->world, colliders[0], colliders[1], &hit);
      bool found = !carom_contact_between(c->world, colliders[0], colliders[1], &contact);
      carom_overlap(&c->all[i].shape, &a, &c->all[k].shape, &b, &touch);
      wrong += found != ((touch && may_meet(c, i, k)) || met);
      wrong += met && hit.stopped_a && hit.stopped_b && !touch;
    }
  return wrong;
}

/* Those who touch when they set out are left to other tests. */
static bool is_apart(const crowd *c) {
  for (int i = 0; i < BODIES; i++)
    for (int k = i + 1; k < BODIES; k++)
      if (meet(c, i, k, 0) < 1e-3) return false;
  return true;
}

START_TEST(chains_of_stops_equal_a_twin) {
  uint64_t random = (uint64_t)_i;
  size_t wrong = 0, stopped = 0;
  for (int i = 0, count = test_scaled(300); i < count; i++) {
    crowd c = {.world = swept_world(_i == PLANAR)};
    for (int k = 0; k < BODIES; k++) add_traveller(&c, &random, k, _i == PLANAR);
    if (is_apart(&c)) {
      play_twin(&c);
      support_step(c.world);
      wrong += count_wrong_hits(&c) + count_wrong_places(&c) + count_wrong_contacts(&c);
      for (int k = 0; k < BODIES; k++) stopped += c.all[k].stopped;
    }
    carom_world_destroy(c.world);
  }
  ck_assert_msg(wrong == 0, "%zu faults", wrong);
  ck_assert_uint_gt(stopped, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("swept_stops");
  TCase *tests = tcase_create("swept_stops");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, a_body_stays_where_it_hits);
  tcase_add_test(tests, what_it_touches_stops_it_when_it_goes_there);
  tcase_add_test(tests, seams_do_not_stop_it);
  tcase_add_test(tests, what_comes_after_it_lets_it_go);
  tcase_add_test(tests, sensors_stop_nothing);
  tcase_add_test(tests, the_first_of_several_stops_it);
  tcase_add_test(tests, the_world_is_not_left);
  tcase_add_test(tests, what_is_filtered_stops_nothing);
  tcase_add_test(tests, what_has_stopped_is_met_where_it_stands);
  tcase_add_test(tests, hits_that_do_not_change_are_told);
  tcase_add_test(tests, both_may_stop);
  tcase_add_test(tests, blades_stop);
  tcase_add_test(tests, queries_find_a_body_where_it_has_stopped);
  tcase_add_loop_test(tests, gates_stop_at_posts, 0, 2);
  tcase_add_loop_test(tests, nothing_gets_through_by_waiting, 0, 4);
  tcase_add_test(tests, planks_turn_onto_the_floor_and_not_through_it);
  tcase_add_test(tests, refused_steps_stop_nothing);
  tcase_add_loop_test(tests, chains_of_stops_equal_a_twin, 0, PLANAR + 1);
  suite_add_tcase(suite, tests);
  return suite;
}

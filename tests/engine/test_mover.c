/* test_mover.c: what a mover does, one thing a test. */
#include "mover_scene.h"

/* A capsule 1.8 high with its feet at y = 0 when its margin is left out. */
static carom_mover person(double x, double y, double z) {
  return (carom_mover){.shape =
                           carom_shape_capsule((carom_vec3){0, -0.6f, 0}, (carom_vec3){0, 0.6f, 0}, 0.3f),
                       .pose.position = {x, y + 0.9, z},
                       .step_height = 0.3f,
                       .snap = 0.35f};
}

static const float margin = 0.3f / 64;

static carom_mover_result send(const carom_world *world, carom_mover *mover, float x, float y, float z) {
  carom_mover_result result;
  ck_assert_int_eq(carom_mover_move(world, mover, (carom_vec3){x, y, z}, &result), CAROM_OK);
  return result;
}

/* Frames of walking with a little gravity. */
static void walk(const carom_world *world, carom_mover *mover, int frames, float x, float z) {
  for (int i = 0; i < frames; i++) send(world, mover, x, -0.003f, z);
}

static carom_body add_box(carom_world *world, carom_vec3 at, carom_vec3 half, carom_quat rotation) {
  carom_pose pose = {{(double)at.x, (double)at.y, (double)at.z}, rotation};
  carom_body body = carom_body_create(world, &(carom_body_def){.kind = CAROM_STATIC, .pose = pose});
  support_collider(world, body, carom_shape_box(half.x, half.y, half.z));
  return body;
}

static const carom_quat upright = {0, 0, 0, 1};

/* A floor whose top is at 0. */
static carom_world *flat_world(void) {
  carom_world *world = support_world();
  add_box(world, (carom_vec3){0, -1, 0}, (carom_vec3){50, 1, 50}, upright);
  return world;
}

/* A slope that rises along x from 0 on, by an angle. */
static carom_world *sloped_world(float angle) {
  carom_world *world = flat_world();
  carom_vec3 down = {sinf(angle), -cosf(angle), 0}, along = {cosf(angle), sinf(angle), 0};
  add_box(world, (carom_vec3){10 * along.x + down.x, 10 * along.y + down.y, 0}, (carom_vec3){10, 1, 10},
          turn_about((carom_vec3){0, 0, 1}, angle));
  return world;
}

#define NEAR(a, b, tolerance) ck_assert_double_eq_tol((double)(a), (double)(b), tolerance)

START_TEST(it_falls_lands_and_stands_still) {
  carom_world *world = flat_world();
  carom_mover mover = person(0, 1, 0);
  send(world, &mover, 0, -0.5f, 0);
  ck_assert_int_eq(mover.footing, CAROM_IN_AIR);
  carom_mover_result result = send(world, &mover, 0, -2, 0);
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  NEAR(mover.pose.position.y, 0.9f + margin, 1e-4);
  ck_assert_uint_eq(result.plane_count, 1);
  ck_assert_uint_eq(result.planes[0].collider.bits, mover.ground.collider.bits);
  NEAR(mover.ground.normal.y, 1, 1e-6);
  walk(world, &mover, 2, 0, 0);
  carom_pos at = mover.pose.position;
  walk(world, &mover, 100, 0, 0);
  ck_assert(memcmp(&at, &mover.pose.position, sizeof at) == 0);
  carom_world_destroy(world);
}
END_TEST

/* Both ends grow by the margin that it keeps. */
START_TEST(it_may_taper) {
  carom_world *world = flat_world();
  add_box(world, (carom_vec3){3, 1, 0}, (carom_vec3){0.5f, 1, 5}, upright);
  carom_mover mover = person(0, 1, 0);
  const carom_vec3 foot = {0, -0.6f, 0}, head = {0, 0.5f, 0};
  mover.shape = carom_shape_tapered_capsule(foot, head, 0.3f, 0.4f);
  carom_mover_result result = send(world, &mover, 0, -3, 0);
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  NEAR(mover.pose.position.y, 0.9f + 0.4f / 64, 1e-4);
  ck_assert_uint_gt(result.plane_count, 0);
  walk(world, &mover, 100, 0.1f, 0);
  NEAR(mover.pose.position.x, 2.5f - 0.4f - 0.4f / 64, 1e-3);
  carom_world_destroy(world);
}
END_TEST

/* Each tile is flush with the next; at any of them a mover could catch on an edge that is inside the floor.
 */
START_TEST(seams_are_not_felt) {
  const carom_shape shapes[] = {person(0, 0, 0).shape, carom_shape_box(0.3f, 0.9f, 0.3f),
                                carom_shape_sphere(0.9f)};
  carom_world *tiles = support_world();
  for (int i = 0; i < 1000; i++)
    add_box(tiles, (carom_vec3){0.1f * (float)i, -0.5f, 0}, (carom_vec3){0.05f, 0.5f, 5}, upright);
  carom_mover mover = person(0, 0.1, 0);
  mover.shape = shapes[_i];
  send(tiles, &mover, 0, -1, 0);
  double y = mover.pose.position.y;
  size_t felt = 0;
  for (int i = 0; i < 1600; i++) {
    send(tiles, &mover, 0.0617f, -0.003f, 0);
    felt += mover.footing != CAROM_ON_GROUND || fabs(mover.pose.position.y - y) > 1e-5;
  }
  ck_assert_uint_eq(felt, 0);
  NEAR(mover.pose.position.x, 1600 * 0.0617, 1e-3);
  carom_world_destroy(tiles);
}
END_TEST

START_TEST(seams_of_walls_and_slopes_are_not_felt) {
  carom_world *wall = flat_world(), *slope = support_world();
  const float angle = 0.6f, up = sinf(angle), on = cosf(angle);
  for (int i = 0; i < 400; i++) {
    float s = 0.1f * (float)i;
    add_box(wall, (carom_vec3){3, 1, s}, (carom_vec3){1, 1, 0.05f}, upright);
    add_box(slope, (carom_vec3){s * on + up, s * up - on, 0}, (carom_vec3){0.05f, 1, 5},
            turn_about((carom_vec3){0, 0, 1}, angle));
  }
  carom_mover slider = person(1, 0, 1), climber = person(1, 1, 0);
  send(slope, &climber, 0, -1, 0);
  walk(wall, &slider, 400, 0.06f, 0.04f);
  walk(slope, &climber, 400, 0.06f, 0);
  NEAR(slider.pose.position.x, 1.7f - margin, 1e-4);
  NEAR(slider.pose.position.z, 17, 1e-3);
  NEAR(climber.pose.position.x, 25, 1e-2);
  carom_world_destroy(wall);
  carom_world_destroy(slope);
}
END_TEST

START_TEST(it_slides_along_a_wall) {
  carom_world *world = flat_world();
  carom_body wall = add_box(world, (carom_vec3){3, 2, 0}, (carom_vec3){1, 2, 50}, upright);
  carom_mover mover = person(0, 0, 0);
  walk(world, &mover, 100, 0.05f, 0.04f);
  NEAR(mover.pose.position.x, 1.7f - margin, 1e-4);
  NEAR(mover.pose.position.z, 4, 1e-3);
  carom_mover_result result = send(world, &mover, 0.05f, -0.003f, 0.04f);
  ck_assert_uint_eq(result.plane_count, 2);
  ck_assert_uint_eq(result.planes[0].body.bits, wall.bits);
  NEAR(result.planes[0].normal.x, -1, 1e-6);
  carom_vec3 clipped;
  ck_assert_int_eq(carom_mover_clip(&result, (carom_vec3){5, -3, 4}, &clipped), CAROM_OK);
  NEAR(clipped.x, 0, 1e-5);
  NEAR(clipped.y, 0, 1e-5);
  NEAR(clipped.z, 4, 1e-5);
  carom_world_destroy(world);
}
END_TEST

/* Two walls that meet at an angle: in the corner it stands still to the last bit. */
START_TEST(it_does_not_tremble_in_corners) {
  const float angles[] = {0.2f, 0.5f, 1, 1.5707963f, 2, 2.8f};
  carom_world *world = flat_world();
  float angle = angles[_i];
  for (int side = -1; side <= 1; side += 2) {
    float s = (float)side, turn = s * angle / 2;
    carom_vec3 at = {s * sinf(turn) - 5 * cosf(turn), 1, s * cosf(turn) + 5 * sinf(turn)};
    add_box(world, at, (carom_vec3){5, 1, 1}, turn_about((carom_vec3){0, 1, 0}, turn));
  }
  carom_mover mover = person(-8, 0, 0);
  walk(world, &mover, 400, 0.05f, 0.003f);
  carom_pos at = mover.pose.position;
  double most = 0;
  for (int i = 0; i < 100; i++) {
    send(world, &mover, 0.05f, -0.003f, 0.003f);
    most = fmax(most, fabs(mover.pose.position.x - at.x) + fabs(mover.pose.position.z - at.z));
  }
  ck_assert_double_lt(most, 1e-6);
  carom_world_destroy(world);
}
END_TEST

START_TEST(it_climbs_steps_up_to_their_height) {
  const struct {
    float height, pace;
    bool climbs;
  } cases[] = {{0.05f, 0.05f, true},  {0.29f, 0.05f, true}, {0.29f, 0.001f, true},
               {0.31f, 0.05f, false}, {0.31f, 0.5f, false}, {0.55f, 0.05f, false},
               {0.58f, 0.01f, false}, {0.9f, 0.05f, false}, {0.29f, 0.3f, true}};
  carom_world *world = flat_world();
  float height = cases[_i].height, pace = cases[_i].pace;
  add_box(world, (carom_vec3){3, height / 2, 0}, (carom_vec3){1, height / 2, 5}, upright);
  for (int shape = 0; shape < 2; shape++) {
    carom_mover mover = person(1.6, 0, 0);
    if (shape) mover.shape = carom_shape_box(0.3f, 0.9f, 0.3f);
    walk(world, &mover, (int)(1.5f / pace), pace, 0);
    if (cases[_i].climbs)
      NEAR(mover.pose.position.y, 0.9f + margin + height, 1e-3);
    else
      NEAR(mover.pose.position.x, 1.7f - margin, 1e-3);
  }
  carom_world_destroy(world);
}
END_TEST

/* Who is slow and leans on a step gets over its edge bit by bit, also when nothing snaps it down. */
START_TEST(edges_of_steps_do_not_hold_it) {
  const carom_shape shapes[] = {
      person(0, 0, 0).shape, carom_shape_rounded_box(0.2f, 0.8f, 0.2f, 0.1f),
      carom_shape_capsule((carom_vec3){0, -0.8f, 0}, (carom_vec3){0, 0.8f, 0}, 0.1f)};
  const float heights[] = {0.14f, 0.17f, 0.29f}, paces[] = {0.11f * margin, 0.329f * margin, 2.533f * margin};
  for (int i = 0; i < 27; i++) {
    carom_world *world = flat_world();
    float height = heights[i / 3 % 3], pace = paces[i % 3];
    add_box(world, (carom_vec3){3, height / 2, 0}, (carom_vec3){1, height / 2, 5}, upright);
    carom_mover mover = person(1.6, 0, 0);
    mover.shape = shapes[i / 9], mover.snap = mover.step_height = 0;
    walk(world, &mover, 40, 0.02f, 0);
    send(world, &mover, -0.01f, -0.003f, 0);
    mover.step_height = 0.3f;
    double x = mover.pose.position.x;
    walk(world, &mover, (int)(0.2f / pace), pace, 0);
    ck_assert_msg(mover.pose.position.x > x + 0.15, "case %d: %g", i, mover.pose.position.x - x);
    carom_world_destroy(world);
  }
}
END_TEST

START_TEST(it_goes_up_and_down_stairs) {
  carom_world *world = flat_world();
  for (int i = 0; i < 8; i++) {
    float half = 4 - 0.4f * (float)i, top = 0.2f * (float)(i + 1);
    add_box(world, (carom_vec3){10, top / 2, 0}, (carom_vec3){half, top / 2, 5}, upright);
  }
  carom_mover mover = person(4, 0, 0);
  send(world, &mover, 0, -0.1f, 0);
  float climbed = 0;
  double top = 0;
  for (int i = 0; i < 300; i++) {
    carom_mover_result result = send(world, &mover, 0.04f, -0.003f, 0);
    ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
    climbed += result.climbed;
    top = fmax(top, mover.pose.position.y);
  }
  NEAR(mover.pose.position.x, 16, 1e-3);
  NEAR(mover.pose.position.y, 0.9f + margin, 1e-4);
  NEAR(top, 0.9f + margin + 1.6f, 1e-3);
  ck_assert(climbed > 0.1f);
  carom_world_destroy(world);
}
END_TEST

START_TEST(it_walks_slopes_that_are_ground) {
  carom_world *world = sloped_world(0.7f);
  carom_mover mover = person(-1, 0, 0);
  walk(world, &mover, 100, 0.05f, 0);
  NEAR(mover.pose.position.x, 4, 2e-3);
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  NEAR(mover.ground.normal.y, cosf(0.7f), 1e-5);
  carom_pos at = mover.pose.position;
  walk(world, &mover, 100, 0, 0);
  NEAR(mover.pose.position.x, at.x, 1e-7);
  NEAR(mover.pose.position.y, at.y, 1e-6);
  for (int i = 0; i < 70; i++) {
    send(world, &mover, -0.05f, -0.003f, 0);
    ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  }
  NEAR(mover.pose.position.x, at.x - 3.5, 1e-3);
  carom_world_destroy(world);
}
END_TEST

START_TEST(it_is_kept_off_slopes_that_are_too_steep) {
  carom_world *world = sloped_world(0.9f);
  carom_mover mover = person(-1, 0, 0);
  double top = 0;
  for (int i = 0; i < 200; i++) {
    send(world, &mover, 0.05f, -0.003f, 0.02f);
    top = fmax(top, mover.pose.position.y);
  }
  NEAR(top, 0.9f + margin, 1e-3);
  NEAR(mover.pose.position.z, 4, 1e-2);
  mover.max_slope = 1;
  walk(world, &mover, 100, 0.05f, 0);
  ck_assert_double_gt(mover.pose.position.y, 2);
  carom_world_destroy(world);
}
END_TEST

START_TEST(it_slides_down_what_is_too_steep) {
  carom_world *world = sloped_world(1.1f);
  carom_mover mover = person(2, 6, 0);
  float fall = 0;
  bool sloped = false;
  for (int i = 0; i < 200 && mover.footing != CAROM_ON_GROUND; i++) {
    fall -= 0.003f;
    send(world, &mover, 0.02f, fall, 0);
    sloped |= mover.footing == CAROM_ON_SLOPE;
  }
  ck_assert(sloped);
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  NEAR(mover.pose.position.y, 0.9f + margin, 1e-3);
  carom_world_destroy(world);
}
END_TEST

/* Between two slopes, neither of which is ground. */
START_TEST(it_stands_where_it_cannot_slide_on) {
  carom_world *world = support_world();
  for (int side = -1; side <= 1; side += 2)
    add_box(world, (carom_vec3){2 * (float)side, 0, 0}, (carom_vec3){5, 1, 5},
            turn_about((carom_vec3){0, 0, 1}, 1.1f * (float)side));
  carom_mover mover = person(0.1, 6, 0);
  for (int i = 0; i < 200; i++) send(world, &mover, 0, -0.1f, 0);
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  carom_pos at = mover.pose.position;
  for (int i = 0; i < 100; i++) send(world, &mover, 0.02f, -0.1f, 0);
  NEAR(mover.pose.position.y, at.y, 1e-4);
  walk(world, &mover, 50, 0, 0.02f);
  NEAR(mover.pose.position.z, at.z + 1, 1e-3);
  carom_world_destroy(world);
}
END_TEST

START_TEST(a_jump_is_not_snapped_back) {
  carom_world *world = flat_world();
  carom_mover mover = person(0, 0, 0);
  walk(world, &mover, 10, 0, 0);
  float rise = 0.0005f;
  for (int i = 0; i < 20; i++) {
    send(world, &mover, 0.05f, rise, 0);
    ck_assert_int_eq(mover.footing, CAROM_IN_AIR);
  }
  NEAR(mover.pose.position.y, 0.9f + margin + 20 * rise, 1e-4);
  carom_world_destroy(world);
}
END_TEST

START_TEST(it_falls_off_ledges_and_not_before) {
  carom_world *world = flat_world();
  add_box(world, (carom_vec3){0, 1, 0}, (carom_vec3){2, 1, 2}, upright);
  carom_mover mover = person(0, 2, 0);
  walk(world, &mover, 41, 0.05f, 0);
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  carom_pos at = mover.pose.position;
  walk(world, &mover, 100, 0, 0);
  NEAR(mover.pose.position.x, at.x, 1e-7);
  walk(world, &mover, 20, 0.05f, 0);
  ck_assert_int_eq(mover.footing, CAROM_IN_AIR);
  carom_world_destroy(world);
}
END_TEST

/* Off the ground in one way, and down by the rest of it. */
START_TEST(it_falls_in_the_move_that_leaves_the_ground) {
  carom_world *world = flat_world();
  add_box(world, (carom_vec3){0, 1, 0}, (carom_vec3){2, 1, 2}, upright);
  carom_mover mover = person(0, 2, 0);
  send(world, &mover, 0, -0.1f, 0);
  carom_mover_result result = send(world, &mover, 3, -0.75f, 0);
  ck_assert_int_eq(mover.footing, CAROM_IN_AIR);
  NEAR(result.moved.x, 3, 1e-6);
  NEAR(result.moved.y, -0.75, 1e-6);
  carom_world_destroy(world);
}
END_TEST

START_TEST(it_rides_lifts) {
  const carom_vec3 ways[] = {{0, 0.03f, 0}, {0, -0.03f, 0}, {0.05f, 0, 0.02f}, {-0.04f, 0.03f, 0}};
  carom_world *world = support_world();
  carom_body lift = support_body(world, CAROM_KINEMATIC, 0, 0, 0);
  support_collider(world, lift, carom_shape_box(2, 0.1f, 2));
  carom_body_set_velocity(
      world, lift, (carom_vec3){ways[_i].x / SUPPORT_DT, ways[_i].y / SUPPORT_DT, ways[_i].z / SUPPORT_DT},
      (carom_vec3){0, 0, 0});
  carom_mover mover = person(0.5, 0.2, 0.5);
  send(world, &mover, 0, -1, 0);
  for (int i = 0; i < 200; i++) {
    support_step(world);
    carom_mover_result result = send(world, &mover, 0, -0.003f, 0);
    NEAR(result.carried.x, ways[_i].x, 1e-5);
    NEAR(result.carried.y, ways[_i].y, 1e-5);
    ck_assert_uint_eq(mover.ground.body.bits, lift.bits);
  }
  NEAR(mover.pose.position.x, 0.5 + 200 * (double)ways[_i].x, 1e-3);
  NEAR(mover.pose.position.y, 0.1f + 0.9f + margin + 200 * ways[_i].y, 1e-3);
  NEAR(mover.pose.position.z, 0.5 + 200 * (double)ways[_i].z, 1e-3);
  carom_world_destroy(world);
}
END_TEST

START_TEST(it_turns_with_what_turns) {
  carom_world *world = support_world();
  carom_body table = support_body(world, CAROM_KINEMATIC, 0, 0, 0);
  support_collider(world, table, carom_shape_cylinder(0.1f, 3));
  carom_body_set_velocity(world, table, (carom_vec3){0, 0, 0}, (carom_vec3){0, 1.5707963f, 0});
  carom_mover mover = person(2, 0.2, 0);
  send(world, &mover, 0, -1, 0);
  for (int i = 0; i < 64; i++) {
    support_step(world);
    send(world, &mover, 0, -0.003f, 0);
  }
  NEAR(mover.pose.position.x, 0, 1e-3);
  NEAR(mover.pose.position.z, -2, 1e-3);
  carom_world_destroy(world);
}
END_TEST

START_TEST(it_is_pushed_out) {
  carom_world *world = flat_world();
  carom_body wall = add_box(world, (carom_vec3){3, 2, 0}, (carom_vec3){1, 2, 50}, upright);
  carom_mover mover = person(1.9, -0.1, 0);
  carom_mover_result result = send(world, &mover, 0, 0, 0);
  ck_assert(!result.stuck);
  NEAR(mover.pose.position.x, 1.7f - margin, 1e-4);
  NEAR(mover.pose.position.y, 0.9f + margin, 1e-4);
  NEAR(result.pushed.x, -0.2f - margin, 1e-4);
  NEAR(result.pushed.y, 0.1f + margin, 1e-4);
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  mover = person(3, 1, 0);
  result = send(world, &mover, 1, 0, 0);
  ck_assert(result.stuck && mover.pose.position.x == 3 && result.moved.x == 0);
  ck_assert_uint_eq(result.planes[0].body.bits, wall.bits);
  mover.push_out = 2;
  result = send(world, &mover, 0, 0, 0);
  ck_assert(!result.stuck);
  carom_world_destroy(world);
}
END_TEST

/* One push gets it out of both. */
START_TEST(all_that_it_overlaps_is_told) {
  carom_world *world = support_world();
  const carom_pos at[] = {{1.05, 0.1, 0}, {1.3, -0.1, 0}};
  carom_body balls[2];
  for (int i = 0; i < 2; i++) {
    balls[i] = support_ball(world, CAROM_STATIC, 0);
    carom_body_set_pose(world, balls[i], &(carom_pose){at[i], upright});
  }
  carom_mover mover = {.shape = carom_shape_sphere(0.5f)};
  carom_mover_result result = send(world, &mover, 0, 0, 0);
  ck_assert(!result.stuck);
  ck_assert_uint_eq(result.plane_count, 2);
  for (size_t i = 0; i < 2; i++) {
    ck_assert_uint_eq(result.planes[i].body.bits, balls[i].bits);
    NEAR(result.planes[i].normal.y / result.planes[i].normal.x, at[i].y / at[i].x, 1e-5);
  }
  carom_world_destroy(world);
}
END_TEST

/* Where neither side leaves half a margin it is not stuck, and goes on. */
START_TEST(it_passes_where_room_is_scarce) {
  carom_world *world = flat_world();
  for (int side = -1; side <= 1; side += 2)
    add_box(world, (carom_vec3){5, 2, (float)side * (1.3f + margin / 4)}, (carom_vec3){5, 2, 1}, upright);
  carom_mover mover = person(1, (double)margin, 0);
  for (int i = 0; i < 100; i++) ck_assert(!send(world, &mover, 0.05f, -0.003f, 0.01f).stuck);
  NEAR(mover.pose.position.x, 6, 1e-2);
  NEAR(mover.pose.position.z, 0, margin / 4);
  carom_world_destroy(world);
}
END_TEST

START_TEST(no_margin_is_too_small) {
  carom_world *world = flat_world();
  carom_mover mover = person(0, 1, 0);
  mover.shape = carom_shape_box(0.3f, 0.9f, 0.3f);
  mover.margin = 1e-30f;
  send(world, &mover, 0, -2, 0);
  NEAR(mover.pose.position.y, 0.9, 1e-4);
  carom_world_destroy(world);
}
END_TEST

/* A press comes down to 1.5 above the floor, and goes up again. */
START_TEST(what_is_crushed_is_stuck_until_it_is_let_go) {
  carom_world *world = flat_world();
  carom_body press = support_body(world, CAROM_KINEMATIC, 0, 3, 0);
  support_collider(world, press, carom_shape_box(1, 0.5f, 1));
  carom_mover mover = person(0, 0, 0);
  int stuck = 0;
  for (int i = 0; i < 100; i++) {
    double height = 2 + 0.03 * fabs(i - 50.0);
    carom_body_set_pose(world, press, &(carom_pose){{0, height, 0}, upright});
    stuck += send(world, &mover, 0, -0.003f, 0).stuck;
  }
  ck_assert_int_gt(stuck, 10);
  ck_assert_int_lt(stuck, 40);
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  NEAR(mover.pose.position.y, 0.9f + margin, 1e-4);
  carom_world_destroy(world);
}
END_TEST

START_TEST(it_stops_under_ceilings) {
  carom_world *world = flat_world();
  add_box(world, (carom_vec3){3, 2.5f, 0}, (carom_vec3){2, 0.5f, 5}, upright);
  add_box(world, (carom_vec3){6, 2.2f, 0}, (carom_vec3){1, 0.5f, 5}, upright);
  carom_mover mover = person(0, 0, 0);
  walk(world, &mover, 300, 0.05f, 0);
  ck_assert_double_gt(mover.pose.position.x, 4);
  ck_assert_double_lt(mover.pose.position.x, 5);
  send(world, &mover, 0, 1, 0);
  NEAR(mover.pose.position.y, 2 - 0.9f - margin, 1e-3);
  carom_world_destroy(world);
}
END_TEST

START_TEST(nothing_is_too_fast) {
  carom_world *world = flat_world();
  add_box(world, (carom_vec3){5, 5, 0}, (carom_vec3){5e-4f, 5, 50}, upright);
  carom_mover mover = person(0, 0, 0);
  send(world, &mover, 1e6f, 0, 0);
  ck_assert_double_lt(mover.pose.position.x, 4.7);
  send(world, &mover, 0, -1e6f, 0);
  ck_assert_double_gt(mover.pose.position.y, 0.9);
  carom_world_destroy(world);
}
END_TEST

static bool refuse_all(void *user, const carom_world *world, carom_body body, carom_collider collider) {
  (void)user, (void)world, (void)body, (void)collider;
  return false;
}

START_TEST(filters_decide_what_is_in_the_way) {
  carom_world *world = flat_world();
  carom_body wall = add_box(world, (carom_vec3){3, 2, 0}, (carom_vec3){1, 2, 50}, upright);
  carom_mover free = person(0, 0.5, 0), mover = free;
  send(world, &mover, 6, 0, 0);
  ck_assert_double_lt(mover.pose.position.x, 1.7);
  mover = free, mover.filter.ignore = wall;
  send(world, &mover, 6, 0, 0);
  ck_assert_double_eq(mover.pose.position.x, 6);
  mover = free, mover.filter.accept = refuse_all;
  send(world, &mover, 6, -6, 0);
  ck_assert_double_eq(mover.pose.position.x, 6);
  carom_collider_set_sensor(world, support_collider_of(world, wall), true);
  mover = free;
  send(world, &mover, 6, 0, 0);
  ck_assert_double_eq(mover.pose.position.x, 6);
  carom_world_destroy(world);
}
END_TEST

/* z is up: what happens is the same, but for rounding. */
START_TEST(up_is_where_the_game_says) {
  carom_world *worlds[2] = {flat_world(), support_world()};
  add_box(worlds[0], (carom_vec3){3, 0.1f, 0}, (carom_vec3){1, 0.1f, 5}, upright);
  add_box(worlds[1], (carom_vec3){0, 0, -1}, (carom_vec3){50, 50, 1}, upright);
  add_box(worlds[1], (carom_vec3){3, 0, 0.1f}, (carom_vec3){1, 5, 0.1f}, upright);
  carom_mover y = person(0, 0, 0), z = y;
  z.shape = carom_shape_capsule((carom_vec3){0, 0, -0.6f}, (carom_vec3){0, 0, 0.6f}, 0.3f);
  z.pose.position = (carom_pos){0, 0, 0.9};
  z.up = (carom_vec3){0, 0, 1};
  for (int i = 0; i < 100; i++) {
    send(worlds[0], &y, 0.03f, -0.003f, 0);
    send(worlds[1], &z, 0.03f, 0, -0.003f);
    NEAR(y.pose.position.x, z.pose.position.x, 1e-4);
    NEAR(y.pose.position.y, z.pose.position.z, 1e-3);
  }
  NEAR(z.pose.position.z, 1.1f + margin, 1e-4);
  carom_world_destroy(worlds[0]), carom_world_destroy(worlds[1]);
}
END_TEST

START_TEST(the_plane_is_walked_alike) {
  carom_world *world;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = true}, &world), CAROM_OK);
  support_collider(world, support_body(world, CAROM_STATIC, 0, -1, 0), carom_shape_rectangle(50, 1));
  for (int i = 0; i < 5; i++)
    support_collider(world, support_body(world, CAROM_STATIC, 5, 0.1 * (i + 1), 0),
                     carom_shape_rectangle(3 - 0.4f * (float)i, 0.1f * (float)(i + 1)));
  carom_body slope = carom_body_create(
      world, &(carom_body_def){.kind = CAROM_STATIC, .pose = carom_pose_planar(14, 0, 0.6)});
  support_collider(world, slope, carom_shape_rectangle(3, 0.5f));
  carom_mover mover = person(0, 0, 0);
  const carom_shape shapes[] = {carom_shape_disc(0.9f), carom_shape_rectangle(0.3f, 0.9f),
                                carom_shape_stadium((carom_vec2){0, -0.6f}, (carom_vec2){0, 0.6f}, 0.3f)};
  mover.shape = shapes[_i];
  double top = 0;
  for (int i = 0; i < 500; i++) {
    send(world, &mover, 0.04f, -0.01f, 0);
    ck_assert(mover.pose.position.z == 0 && mover.ground.normal.z == 0);
    if (mover.pose.position.x < 8) top = fmax(top, mover.pose.position.y);
  }
  ck_assert_double_gt(top, 1.9);
  ck_assert_double_gt(mover.pose.position.x, 16);
  carom_mover tilted = mover, thin = mover;
  tilted.up = (carom_vec3){0, 0, 1};
  thin.shape = carom_shape_segment((carom_vec2){0, -1}, (carom_vec2){0, 1});
  carom_mover_result result;
  ck_assert_int_eq(carom_mover_move(world, &tilted, (carom_vec3){0, 0, 0}, &result), CAROM_NOT_PLANAR);
  ck_assert_int_eq(carom_mover_move(world, &thin, (carom_vec3){0, 0, 0}, &result), CAROM_UNKNOWN_KIND);
  carom_world_destroy(world);
}
END_TEST

/* --- Ground that is lost --- */

static void destroy_body(carom_world *world, carom_body ground, carom_mover *mover) {
  (void)mover;
  carom_body_destroy(world, ground);
}

static void destroy_collider(carom_world *world, carom_body ground, carom_mover *mover) {
  (void)mover;
  carom_collider_destroy(world, support_collider_of(world, ground));
}

static void disable(carom_world *world, carom_body ground, carom_mover *mover) {
  (void)mover;
  carom_body_set_enabled(world, ground, false);
}

static void make_sensor(carom_world *world, carom_body ground, carom_mover *mover) {
  (void)mover;
  carom_collider_set_sensor(world, support_collider_of(world, ground), true);
}

static void mask(carom_world *world, carom_body ground, carom_mover *mover) {
  (void)world, (void)ground;
  mover->filter.mask = 2;
}

static void refuse(carom_world *world, carom_body ground, carom_mover *mover) {
  (void)world, (void)ground;
  mover->filter.accept = refuse_all;
}

static void ignore(carom_world *world, carom_body ground, carom_mover *mover) {
  (void)world;
  mover->filter.ignore = ground;
}

static void (*const losses[])(carom_world *, carom_body, carom_mover *) = {
    destroy_body, destroy_collider, disable, make_sensor, mask, refuse, ignore};

/* It neither walks up the slope that it stood on nor goes with it. */
START_TEST(ground_that_is_lost_does_not_hold_it) {
  const float angle = 0.5f;
  carom_world *world = support_world();
  carom_body slope = add_box(world, (carom_vec3){sinf(angle), -cosf(angle), 0}, (carom_vec3){10, 1, 10},
                             turn_about((carom_vec3){0, 0, 1}, angle));
  carom_mover mover = person(0, 0.5, 0);
  send(world, &mover, 0, -1, 0);
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  losses[_i](world, slope, &mover);
  carom_body_set_pose(world, slope, &(carom_pose){{3, 0, 0}, upright});
  carom_mover_result result = send(world, &mover, 1, -0.003f, 0);
  NEAR(result.moved.x, 1, 1e-6);
  NEAR(result.moved.y, -0.003, 1e-6);
  ck_assert_uint_eq(result.plane_count, 0);
  ck_assert_int_eq(mover.footing, CAROM_IN_AIR);
  carom_world_destroy(world);
}
END_TEST

/* A link that has come up through it does not: it lets the mover pass, and there is no room uphill. */
START_TEST(ground_that_is_crossed_does_not_hold_it) {
  const float points[] = {5, -2, -2, 0.8f, -5, 2};
  const carom_chain_def def = {.points = points, .count = 3, .one_sided = true};
  carom_world *world;
  carom_chain *chain;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = true}, &world), CAROM_OK);
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  carom_body body = support_body(world, CAROM_STATIC, 0, 0, 0);
  carom_collider_create_chain(world, body, &(carom_collider_def){.sensor = false}, chain, 0, NULL);
  carom_chain_release(chain);
  support_collider(world, support_body(world, CAROM_STATIC, 0, 3, 0), carom_shape_rectangle(5, 1));
  carom_mover mover = person(1, 0, 0);
  mover.shape = carom_shape_disc(0.9f);
  send(world, &mover, 0, -1, 0);
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  carom_body_set_pose(world, body, &(carom_pose){{0, 0.7, 0}, upright});
  carom_mover_result result = send(world, &mover, -0.5f, -0.003f, 0);
  NEAR(result.moved.x, -0.5, 1e-3);
  carom_world_destroy(world);
}
END_TEST

/* A hilly line, of segments and of the links of a chain. */
static void add_hills(carom_world *world, bool linked) {
  carom_vec2 points[501];
  carom_body body = support_body(world, CAROM_STATIC, 0, 0, 0);
  for (int i = 0; i < 501; i++) points[i] = (carom_vec2){0.1f * (float)i, sinf(0.1f * (float)i)};
  for (int i = 0; i < 500 && !linked; i++)
    support_collider(world, body, carom_shape_segment(points[i], points[i + 1]));
  if (!linked) return;
  carom_chain *chain;
  ck_assert_int_eq(carom_chain_create(NULL, &(carom_chain_def){.points = &points[0].x, .count = 501}, &chain),
                   CAROM_OK);
  ck_assert_int_eq(
      carom_collider_create_chain(world, body, &(carom_collider_def){.sensor = false}, chain, 0, NULL),
      CAROM_OK);
  carom_chain_release(chain);
}

START_TEST(it_walks_on_lines) {
  carom_world *world;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = true}, &world), CAROM_OK);
  add_hills(world, _i);
  support_step(world);
  carom_mover mover = person(1, 1, 0);
  mover.shape = carom_shape_stadium((carom_vec2){0, -0.6f}, (carom_vec2){0, 0.6f}, 0.3f);
  mover.max_slope = 0.9f;
  send(world, &mover, 0, -1, 0);
  size_t lost = 0;
  for (int i = 0; i < 900; i++) {
    send(world, &mover, 0.05f, -0.003f, 0);
    lost += mover.footing != CAROM_ON_GROUND;
  }
  ck_assert_uint_eq(lost, 0);
  NEAR(mover.pose.position.x, 46, 0.05);
  carom_world_destroy(world);
}
END_TEST

/* From below it passes; from above it lands. */
START_TEST(it_jumps_through_one_sided_chains) {
  const float points[] = {5, 2, 0, 2, -5, 2};
  const carom_chain_def def = {.points = points, .count = 3, .one_sided = true};
  carom_world *world;
  carom_chain *chain;
  ck_assert_int_eq(carom_world_create(&(carom_world_def){.planar = true}, &world), CAROM_OK);
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  carom_body body = support_body(world, CAROM_STATIC, 0, 0, 0);
  carom_collider_create_chain(world, body, &(carom_collider_def){.sensor = false}, chain, 0, NULL);
  carom_chain_release(chain);
  carom_mover mover = person(0.2, 0, 0);
  mover.shape = carom_shape_stadium((carom_vec2){0, -0.6f}, (carom_vec2){0, 0.6f}, 0.3f);
  for (int i = 0; i < 50; i++) ck_assert(!send(world, &mover, 0.01f, 0.05f, 0).stuck);
  NEAR(mover.pose.position.y, 0.9 + 50 * 0.05, 1e-4);
  for (int i = 0; i < 50; i++) send(world, &mover, 0.01f, -0.05f, 0);
  NEAR(mover.pose.position.y, 2.9f + margin, 1e-3);
  ck_assert_int_eq(mover.footing, CAROM_ON_GROUND);
  NEAR(mover.pose.position.x, 1.2, 1e-3);
  carom_world_destroy(world);
}
END_TEST

START_TEST(what_is_refused_changes_nothing) {
  carom_world *world = support_world();
  carom_mover mover = person(CAROM_POSITION_MAX, 0, 0), before = mover;
  carom_mover_result result = {.steps = 7};
  ck_assert_int_eq(carom_mover_move(world, &mover, (carom_vec3){1000, 0, 0}, &result), CAROM_OUT_OF_RANGE);
  ck_assert(memcmp(&before, &mover, sizeof mover) == 0);
  ck_assert_uint_eq(result.steps, 7);
  mover.footing = CAROM_FOOTING_COUNT;
  ck_assert_int_eq(carom_mover_move(world, &mover, (carom_vec3){0, 0, 0}, &result), CAROM_UNKNOWN_KIND);
  mover.footing = CAROM_ON_GROUND, mover.ground_pose.position.x = (double)NAN;
  ck_assert_int_eq(carom_mover_move(world, &mover, (carom_vec3){0, 0, 0}, &result), CAROM_NOT_FINITE);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("mover");
  TCase *tests = tcase_create("mover");
  tcase_add_test(tests, it_falls_lands_and_stands_still);
  tcase_add_test(tests, it_may_taper);
  tcase_add_loop_test(tests, seams_are_not_felt, 0, 3);
  tcase_add_test(tests, seams_of_walls_and_slopes_are_not_felt);
  tcase_add_test(tests, it_slides_along_a_wall);
  tcase_add_loop_test(tests, it_does_not_tremble_in_corners, 0, 6);
  tcase_add_loop_test(tests, it_climbs_steps_up_to_their_height, 0, 9);
  tcase_add_test(tests, edges_of_steps_do_not_hold_it);
  tcase_add_test(tests, it_goes_up_and_down_stairs);
  tcase_add_test(tests, it_walks_slopes_that_are_ground);
  tcase_add_test(tests, it_is_kept_off_slopes_that_are_too_steep);
  tcase_add_test(tests, it_slides_down_what_is_too_steep);
  tcase_add_test(tests, it_stands_where_it_cannot_slide_on);
  tcase_add_test(tests, a_jump_is_not_snapped_back);
  tcase_add_test(tests, it_falls_off_ledges_and_not_before);
  tcase_add_test(tests, it_falls_in_the_move_that_leaves_the_ground);
  tcase_add_loop_test(tests, it_rides_lifts, 0, 4);
  tcase_add_test(tests, it_turns_with_what_turns);
  tcase_add_test(tests, it_is_pushed_out);
  tcase_add_test(tests, it_passes_where_room_is_scarce);
  tcase_add_test(tests, no_margin_is_too_small);
  tcase_add_test(tests, what_is_crushed_is_stuck_until_it_is_let_go);
  tcase_add_test(tests, it_stops_under_ceilings);
  tcase_add_test(tests, nothing_is_too_fast);
  tcase_add_test(tests, filters_decide_what_is_in_the_way);
  tcase_add_loop_test(tests, ground_that_is_lost_does_not_hold_it, 0, 7);
  tcase_add_test(tests, ground_that_is_crossed_does_not_hold_it);
  tcase_add_test(tests, all_that_it_overlaps_is_told);
  tcase_add_test(tests, up_is_where_the_game_says);
  tcase_add_loop_test(tests, the_plane_is_walked_alike, 0, 3);
  tcase_add_loop_test(tests, it_walks_on_lines, 0, 2);
  tcase_add_test(tests, it_jumps_through_one_sided_chains);
  tcase_add_test(tests, what_is_refused_changes_nothing);
  suite_add_tcase(suite, tests);
  return suite;
}

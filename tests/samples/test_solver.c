/* test_solver.c: the solver of the samples: what stands, what falls, what sleeps, and what an impulse does.
 */
#include "scene.h"

#include "testing.h"

static const float FRAME = 1 / 60.0f;

static void begin(scene *from, solver *s, const char *name) {
  scene_make(from, scene_find(name));
  ck_assert_int_eq(solver_create(s, NULL), CAROM_OK);
  ck_assert_int_eq(scene_enter(from, s), CAROM_OK);
}

static void end(scene *from, solver *s) {
  solver_free(s);
  scene_free(from);
}

static void frame(solver *s) {
  ck_assert_int_eq(solver_collide(s), CAROM_OK);
  ck_assert_int_eq(solver_move(s, FRAME), CAROM_OK);
}

/* The greatest way of a body in one more frame. */
static double jitter(solver *s) {
  double most = 0;
  static carom_pos before[1000];
  for (size_t i = 0; i < s->rigid.body_count; i++) before[i] = s->rigid.bodies[i].center;
  frame(s);
  for (size_t i = 0; i < s->rigid.body_count; i++) {
    carom_vec3 way = from_to(before[i], s->rigid.bodies[i].center);
    most = fmax(most, sqrt((double)dot(way, way)));
  }
  return most;
}

static size_t awake(const solver *s) {
  size_t count = 0;
  for (size_t i = 0; i < s->rigid.body_count; i++) count += s->rigid.bodies[i].awake;
  return count;
}

/* Nothing may sleep. After twelve seconds every frame counts. */
START_TEST(a_pyramid_stands) {
  scene from;
  solver s;
  begin(&from, &s, "pyramid");
  s.sleepless = true;
  for (int i = 0; i < 720; i++) frame(&s);
  carom_pos top = s.rigid.bodies[210].center;
  double most = 0;
  for (int i = test_scaled(3000); i > 0; i--) most = fmax(most, jitter(&s));
  ck_assert_msg(most < 1e-5, "jitter %g", most);
  carom_vec3 drift = from_to(top, s.rigid.bodies[210].center);
  ck_assert_msg(dot(drift, drift) < 5e-4f * 5e-4f, "drift %g", (double)sqrtf(dot(drift, drift)));
  ck_assert_uint_eq(awake(&s), 210);
  end(&from, &s);
}
END_TEST

START_TEST(all_dominoes_fall) {
  scene from;
  solver s;
  int fallen = 0;
  begin(&from, &s, "dominoes");
  for (int i = 0; i < 1200; i++) frame(&s);
  for (int i = 1; i <= DOMINOES; i++) fallen += fabsf(axes_of(s.rigid.bodies[i].rotation).y.y) < 0.7f;
  ck_assert_int_eq(fallen, DOMINOES);
  ck_assert_uint_eq(awake(&s), 0);
  end(&from, &s);
}
END_TEST

/* What sleeps has no contacts to solve, no bodies to set, and no pairs in the
 * world. A blow wakes it. */
START_TEST(a_wall_sleeps_and_wakes) {
  scene from;
  solver s;
  carom_counts counts;
  begin(&from, &s, "wall");
  for (int i = 0; i < 600 && (i == 0 || awake(&s)); i++) frame(&s);
  ck_assert_uint_eq(awake(&s), 0);
  frame(&s), frame(&s);
  carom_world_get_counts(s.world, &counts);
  ck_assert_uint_eq(counts.body_pairs, 0);
  ck_assert_uint_eq(s.rigid.contact_count, 0);
  const carom_shape ball = carom_shape_sphere(1);
  ck_assert_int_eq(solver_add_body(&s, &ball, &(carom_pose){.position = {0, 6, 8}}, 1000, 0), CAROM_OK);
  s.rigid.bodies[s.rigid.body_count - 1].velocity = vec(0, 2, -20);
  frame(&s);
  ck_assert_uint_eq(awake(&s), 1);
  for (int i = 0; i < 30; i++) frame(&s);
  ck_assert_uint_eq(awake(&s), 401);
  end(&from, &s);
}
END_TEST

/* A body that vanishes stirs what it touched: the wall wakes, and what stood on
 * it falls. */
START_TEST(what_is_stirred_wakes) {
  scene from;
  solver s;
  begin(&from, &s, "wall");
  for (int i = 0; i < 600 && (i == 0 || awake(&s)); i++) frame(&s);
  frame(&s), frame(&s);
  ck_assert_uint_eq(awake(&s), 0);
  const size_t corner = 20; /* the last of the lowest row */
  double high = s.rigid.bodies[corner + 20].center.y;
  carom_body_set_enabled(s.world, s.bodies[corner], false);
  frame(&s);
  ck_assert_uint_gt(awake(&s), 300);
  for (int i = 0; i < 60; i++) frame(&s);
  ck_assert(s.rigid.bodies[corner + 20].center.y < high - 0.1);
  end(&from, &s);
}
END_TEST

/* A bouncing ball rises as its restitution says, and a block on a slope slides
 * as its friction says. */
START_TEST(a_ball_bounces_and_a_block_slides) {
  solver s;
  const carom_shape ball = carom_shape_sphere(0.5f), floor = carom_shape_box(50, 1, 50),
                    box = carom_shape_box(1, 0.5f, 1);
  const carom_quat tilt = {0, 0, 0.2588190f, 0.9659258f}; /* 30 degrees: its tangent is 0.577 */
  ck_assert_int_eq(solver_create(&s, NULL), CAROM_OK);
  solver_add_body(&s, &floor, &(carom_pose){.position = {0, -1, 0}}, 0, 0);
  solver_add_body(&s, &ball, &(carom_pose){.position = {30, 5.5, 0}}, 1, 0);
  solver_add_body(&s, &floor, &(carom_pose){{-60, 30, 0}, tilt}, 0, 0);
  for (int i = 0; i < 2; i++) /* above the slope by 1.5 */
    solver_add_body(&s, &box, &(carom_pose){{-60.75, 31.299, 4.0 * i}, tilt}, 1, 0);
  s.rigid.bodies[1].restitution = 0.5f;
  s.rigid.bodies[2].friction = 1, s.rigid.bodies[3].friction = 0.8f * 0.8f,
  s.rigid.bodies[4].friction = 0.5f * 0.5f;
  double highest = 0;
  for (int i = 0; i < 150; i++) {
    frame(&s);
    if (i > 70) highest = fmax(highest, s.rigid.bodies[1].center.y);
  }
  ck_assert_msg(fabs(highest - 1.75) < 0.2, "%g", highest); /* a quarter of the height of 5 */
  carom_vec3 stays = s.rigid.bodies[3].velocity, slides = s.rigid.bodies[4].velocity;
  ck_assert_msg(dot(stays, stays) < 1e-4f, "%g", (double)dot(stays, stays));
  /* g (sin 30 - 0.5 cos 30) in 2.5 s */
  ck_assert_msg(fabsf(sqrtf(dot(slides, slides)) - 9.81f * 0.067f * 2.5f) < 0.3f, "%g",
                (double)sqrtf(dot(slides, slides)));
  solver_free(&s);
}
END_TEST

/* What falls onto a floor is met before it touches: it is never in the floor by more than the slop. */
START_TEST(what_falls_does_not_sink) {
  solver s;
  const carom_shape floor = carom_shape_box(50, 1, 50), box = carom_shape_box(0.5f, 0.5f, 0.5f);
  double lowest = 1;
  ck_assert_int_eq(solver_create(&s, NULL), CAROM_OK);
  solver_add_body(&s, &floor, &(carom_pose){.position = {0, -1, 0}}, 0, 0);
  for (int i = 0; i < 10; i++)
    solver_add_body(&s, &box, &(carom_pose){.position = {2.0 * i, 0.6 + 0.03 * i, 0}}, 1, 0);
  for (int i = 0; i < 60; i++) {
    frame(&s);
    for (int k = 1; k <= 10; k++) lowest = fmin(lowest, s.rigid.bodies[k].center.y - 0.5);
  }
  ck_assert_msg(lowest > -0.0055, "%g", lowest);
  solver_free(&s);
}
END_TEST

/* Joints hold: no ball joint opens far, and the wheels stay at their cars, which
 * drive. */
START_TEST(ragdolls_hang_together_and_cars_drive) {
  static const char *const names[] = {"ragdolls", "car"};
  for (int k = 0; k < 2; k++) {
    scene from;
    solver s;
    begin(&from, &s, names[k]);
    for (int i = test_scaled(600); i > 0; i--) {
      frame(&s);
      for (size_t j = 0; j < s.rigid.joint_count; j++) {
        const rigid_joint *joint = &s.rigid.joints[j];
        const joint_row *rows = joint->rows;
        if (rows[0].soft.mass == 0 && rows[0].of.mass == 0) continue;
        float open = fmaxf(fabsf(rows[0].error), fabsf(rows[1].error));
        ck_assert_msg(open < 0.4f, "frame %d, joint %zu: %g", i, j, (double)open);
      }
    }
    if (k == 1 && test_scaled(600) == 600) /* each car has driven for ten seconds */
      for (size_t j = 1; j < s.rigid.body_count; j += 5) ck_assert(s.rigid.bodies[j].center.x > 25);
    end(&from, &s);
  }
}
END_TEST

/* On a field, impulses stay with the names of points: the car at rest begins a
 * step with its weight. */
START_TEST(impulses_stay_on_a_field) {
  scene from;
  solver s;
  begin(&from, &s, "car");
  s.sleepless = true;
  for (size_t i = 0; i < s.rigid.joint_count; i++) s.rigid.joints[i].def.speed = 0;
  for (int i = 0; i < 240; i++) frame(&s);
  ck_assert_int_eq(solver_collide(&s), CAROM_OK);
  size_t warm = 0;
  for (size_t i = 0; i < s.rigid.point_count; i++) warm += s.rigid.points[i].push.impulse > 0;
  ck_assert_msg(s.rigid.point_count >= 20 && 4 * warm >= 3 * s.rigid.point_count, "%zu of %zu", warm,
                s.rigid.point_count);
  end(&from, &s);
}
END_TEST

/* The same bits from a world of any number of threads. */
START_TEST(threads_change_nothing) {
  carom_pool *pool;
  scene from;
  solver alone, many;
  ck_assert_int_eq(carom_pool_create(NULL, 4, &pool), CAROM_OK);
  begin(&from, &alone, "hulls");
  ck_assert_int_eq(solver_create(&many, &(carom_world_def){.tasks = carom_pool_get_tasks(pool)}), CAROM_OK);
  ck_assert_int_eq(scene_enter(&from, &many), CAROM_OK);
  for (int i = test_scaled(200); i > 0; i--) frame(&alone), frame(&many);
  for (size_t i = 0; i < alone.rigid.body_count; i++) {
    carom_pos p = alone.rigid.bodies[i].center, q = many.rigid.bodies[i].center;
    ck_assert(p.x == q.x && p.y == q.y && p.z == q.z);
  }
  solver_free(&many);
  end(&from, &alone);
  carom_pool_destroy(pool);
}
END_TEST

static bool is_near(carom_vec3 a, carom_vec3 b) {
  const carom_vec3 off = sub(a, b);
  return dot(off, off) <= 1e-8f * (1 + dot(a, a));
}

/* The impulses that the rows keep are what changed the bodies, each at the end of its arm; points that are
 * apart push nothing. */
START_TEST(rows_push_as_impulses_do) {
  uint64_t random = 9;
  for (int n = 0; n < 200; n++) {
    rigid_system s = {.substeps = 1};
    const carom_shape box = carom_shape_box(0.5f, 0.2f, 0.3f);
    for (int i = 0; i < 2; i++) {
      const carom_pose pose = {.position = {0, 0.4 * i, 0}, .rotation = test_quat(&random)};
      ck_assert_int_eq(rigid_add_body(&s, &box, &pose, 1), CAROM_OK);
      s.bodies[i].velocity = test_vec3(&random, -1, 1), s.bodies[i].spin = test_vec3(&random, -1, 1);
    }
    s.bodies[1].velocity.y -= 3;
    carom_contact_point points[6];
    for (int i = 0; i < 6; i++)
      points[i] =
          (carom_contact_point){.position = moved((carom_pos){0, 0.2, 0}, test_vec3(&random, -0.2f, 0.2f)),
                                .separation = i < 3 ? 0 : 9};
    const carom_vec3 up = unit(add(vec(0, 1, 0), test_vec3(&random, -0.3f, 0.3f)));
    const rigid_body before[2] = {s.bodies[0], s.bodies[1]};
    ck_assert_int_eq(rigid_add_contact(&s, 0, 1, up, points, 6, NULL), CAROM_OK);
    contacts_prepare(&s);
    contacts_solve(&s, 0.01f, false);
    contacts_solve(&s, 0.01f, false);
    carom_vec3 sum = vec(0, 0, 0), turns[2] = {sum, sum};
    for (int i = 0; i < 6; i++) {
      const rigid_point *p = &s.points[i];
      const rigid_contact *c = &s.contacts[0];
      const carom_vec3 impulse =
          add(scale(c->normal, p->push.impulse),
              add(scale(c->sides[0], p->side[0].impulse), scale(c->sides[1], p->side[1].impulse)));
      ck_assert(i < 3 || dot(impulse, impulse) == 0);
      sum = add(sum, impulse);
      for (int k = 0; k < 2; k++)
        turns[k] = add(turns[k], cross(from_to(before[k].center, points[i].position), impulse));
    }
    ck_assert(dot(sum, up) > 0);
    for (int k = 0; k < 2; k++) {
      const float way = k == 0 ? -1 : 1;
      const carom_vec3 fast = scale(sum, way * before[k].inverse_mass);
      const carom_vec3 spun = scale(transform(&before[k].inverse_inertia, turns[k]), way);
      ck_assert(is_near(s.bodies[k].velocity, add(before[k].velocity, fast)));
      ck_assert(is_near(s.bodies[k].spin, add(before[k].spin, spun)));
    }
    rigid_free(&s);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("solver");
  TCase *tests = tcase_create("solver");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, a_pyramid_stands);
  tcase_add_test(tests, all_dominoes_fall);
  tcase_add_test(tests, a_wall_sleeps_and_wakes);
  tcase_add_test(tests, what_is_stirred_wakes);
  tcase_add_test(tests, impulses_stay_on_a_field);
  tcase_add_test(tests, a_ball_bounces_and_a_block_slides);
  tcase_add_test(tests, what_falls_does_not_sink);
  tcase_add_test(tests, ragdolls_hang_together_and_cars_drive);
  tcase_add_test(tests, threads_change_nothing);
  tcase_add_test(tests, rows_push_as_impulses_do);
  suite_add_tcase(suite, tests);
  return suite;
}

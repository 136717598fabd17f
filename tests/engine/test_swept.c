/* test_swept.c: what swept bodies meet on their way, against dense samples of it. */
#include "carom/swept.h"

#include "pose.h"
#include "swept_scene.h"
#include "test_memory.h"
#include "trig.h"

static carom_swept_hit only_hit(const carom_world *world) {
  size_t count;
  const carom_swept_hit *hits = carom_world_get_swept_hits(world, &count);
  ck_assert_uint_eq(count, 1);
  return hits[0];
}

/* R22. */
START_TEST(bullets_meet_thin_walls) {
  for (int sensor = 0; sensor < 2; sensor++) {
    carom_world *world = support_world();
    support_log log;
    support_listen(world, &log);
    carom_body shot = swept_bullet(world, -10, 1000);
    swept_wall(world, 0.7, sensor);
    support_step_fresh(world, &log);
    ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
    carom_swept_hit hit = only_hit(world), same;
    const carom_contact *contact = &log.entries[0].contact;
    ck_assert_int_eq(carom_contact_get_swept_hit(world, contact->b.collider, contact->a.collider, &same),
                     CAROM_OK);
    ck_assert(hit.body_a.bits == shot.bits && !hit.inside && same.fraction == hit.fraction);
    double at = 0.7 - 5e-4 - 0.01;
    ck_assert(fabs(hit.pose_a.position.x - at) < 1e-5 && hit.pose_b.position.x == 0.7);
    ck_assert(fabs(hit.fraction - (at + 10) / (1000 * (double)SUPPORT_DT)) < 1e-6);
    ck_assert(contact->sensor == (sensor == 1) && contact->manifold.normal.x > 0.999f);
    ck_assert(fabsf(contact->approach_speed - 1000) < 1e-2f && contact->manifold.point_count == 1);
    support_step_fresh(world, &log);
    ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_END, CAROM_END_SEPARATED));
    ck_assert_int_eq(carom_contact_get_swept_hit(world, contact->b.collider, contact->a.collider, &same),
                     CAROM_NO_CONTACT);
    carom_world_destroy(world);
  }
}
END_TEST

/* A step that is refused has met nothing, and does so when it is repeated. */
START_TEST(refused_steps_meet_nothing) {
  test_memory memory = {0};
  carom_world *world;
  ck_assert_int_eq(
      carom_world_create(&(carom_world_def){.allocator = test_memory_allocator(&memory)}, &world), CAROM_OK);
  swept_bullet(world, -10, 1000);
  swept_wall(world, 0.7, false);
  uint64_t before = carom_world_hash(world);
  size_t refused = 0;
  for (;; refused++) {
    test_memory_fail_at(&memory, refused + 1);
    memory.fail_after = true;
    carom_status status = carom_world_step(world, SUPPORT_DT);
    if (!status) break;
    ck_assert_int_eq(status, CAROM_OUT_OF_MEMORY);
    ck_assert(swept_count(world) == 0 && carom_world_hash(world) == before);
  }
  ck_assert_uint_gt(refused, 4);
  ck_assert_uint_eq(swept_count(world), 1);
  carom_world_destroy(world);
  ck_assert(test_memory_is_clean(&memory));
}
END_TEST

static void destroy_other(void *user, carom_world *world, const carom_event *event) {
  const carom_body *shot = user;
  bool first = event->contact->a.body.bits == shot->bits;
  carom_body_destroy(world, first ? event->contact->b.body : event->contact->a.body);
}

/* What is in the slot of something that was hit was not hit. */
START_TEST(hits_are_of_those_who_met) {
  carom_world *world = support_world();
  carom_body shot = swept_bullet(world, -10, 1000);
  carom_handler_def handler = {.callback = destroy_other, .user = &shot, .events = CAROM_EVENT_BEGIN};
  ck_assert(carom_handler_add(world, &handler).bits != 0);
  swept_wall(world, 0.7, false);
  ck_assert_int_eq(carom_world_step(world, SUPPORT_DT), CAROM_OK);
  carom_swept_hit hit = only_hit(world), found;
  ck_assert_int_eq(carom_contact_get_swept_hit(world, hit.collider_a, hit.collider_b, &found),
                   CAROM_STALE_ID);
  carom_body again = support_body(world, CAROM_STATIC, 60, 0, 0);
  carom_collider reused = support_collider(world, again, carom_shape_box(1, 1, 1));
  ck_assert_uint_eq((uint32_t)reused.bits, (uint32_t)hit.collider_b.bits);
  ck_assert_int_eq(carom_contact_get_swept_hit(world, hit.collider_a, reused, &found), CAROM_NO_CONTACT);
  ck_assert_int_eq(carom_world_clear(world), CAROM_OK);
  ck_assert_uint_eq(swept_count(world), 0);
  carom_world_destroy(world);
}
END_TEST

/* Being swept is state: worlds that differ by it differ. */
START_TEST(the_hash_tells_who_is_swept) {
  carom_world *world = support_world();
  carom_body body = swept_bullet(world, -10, 1000);
  uint64_t swept = carom_world_hash(world);
  ck_assert_int_eq(carom_body_set_swept(world, body, false), CAROM_OK);
  ck_assert_uint_ne(carom_world_hash(world), swept);
  carom_world_destroy(world);
}
END_TEST

START_TEST(what_is_not_swept_passes) {
  carom_world *world = support_world();
  carom_body shot = swept_bullet(world, -10, 1000);
  size_t count = 9;
  bool swept = false;
  swept_wall(world, 0.7, false);
  ck_assert_int_eq(carom_body_is_swept(world, shot, &swept), CAROM_OK);
  ck_assert(swept && carom_body_set_swept(world, shot, false) == CAROM_OK);
  support_step(world);
  carom_world_get_swept_hits(world, &count);
  ck_assert(count == 0 && support_contact_count(world) == 0);
  carom_world_destroy(world);
}
END_TEST

/* Several walls in one step are told in the order in which they are met, whatever that of their making. */
START_TEST(hits_come_in_order) {
  carom_world *world = support_world();
  const double places[5] = {3, -2, 4, 0, -7};
  size_t count;
  for (int i = 0; i < 5; i++) swept_wall(world, places[i], false);
  swept_bullet(world, -10, 1000);
  support_step(world);
  const carom_swept_hit *hits = carom_world_get_swept_hits(world, &count);
  ck_assert(count == 5 && support_contact_count(world) == 5);
  for (size_t i = 1; i < count; i++) ck_assert(hits[i - 1].fraction < hits[i].fraction);
  ck_assert(hits[0].pose_a.position.x == -7 && hits[4].pose_a.position.x == 4);
  carom_world_destroy(world);
}
END_TEST

/* Two bullets that pass through each other, and one that an unswept mover crosses on its way. */
START_TEST(moving_things_are_met) {
  carom_world *world = support_world();
  carom_body a = swept_bullet(world, -8, 1000), b = swept_bullet(world, 8, -1000);
  carom_body crossing = swept_mover(world, (carom_pose){.position = {0, 3, 0}}, (carom_vec3){0, -384, 0},
                                    (carom_vec3){0, 0, 0});
  support_collider(world, crossing, carom_shape_sphere(0.3f));
  support_step(world);
  size_t count;
  const carom_swept_hit *hits = carom_world_get_swept_hits(world, &count);
  ck_assert_uint_eq(count, 3);
  ck_assert(fabs(hits[2].fraction - (16 - 0.02) / (2000 * (double)SUPPORT_DT)) < 1e-6);
  ck_assert(hits[2].body_a.bits == a.bits && hits[2].body_b.bits == b.bits);
  carom_world_destroy(world);
}
END_TEST

/* The blade of a fan, on a hub, that turns three times in a step, and a post that it sweeps over. */
/* A body of so many walls that it has a tree comes by, from where none of them is near. */
START_TEST(bodies_of_many_colliders_are_met) {
  carom_world *world = support_world();
  swept_bullet(world, 0, 1);
  carom_body comb = swept_mover(world, (carom_pose){.position = {-60, 0, 0}}, (carom_vec3){3200, 0, 0},
                                (carom_vec3){0, 0, 0});
  for (int i = 0; i < 20; i++) {
    carom_collider_def wall = {.shape = carom_shape_box(5e-4f, 2, 2), .pose.position = {(float)i, 0, 0}};
    carom_collider_create(world, comb, &wall);
  }
  support_step(world);
  ck_assert_uint_eq(swept_count(world), 9);
  carom_world_destroy(world);
}
END_TEST

START_TEST(blades_meet_posts) {
  carom_world *world = support_world();
  float rate = 6 * 3.14159265f / SUPPORT_DT;
  carom_body fan = swept_mover(world, (carom_pose){.position = {0, 0, 0}}, (carom_vec3){0, 0, 0},
                               (carom_vec3){0, 0, rate});
  carom_collider_def blade = {.shape = carom_shape_box(1, 0.02f, 0.1f), .pose.position = {1.5f, 0, 0}};
  carom_collider_create(world, fan, &blade);
  carom_body post = support_body(world, CAROM_STATIC, 0, 2, 0);
  support_collider(world, post, carom_shape_sphere(0.05f));
  support_step(world);
  ck_assert_int_eq((int)support_contact_count(world), 0);
  ck_assert_int_eq(carom_body_set_swept(world, fan, true), CAROM_OK);
  support_step(world);
  carom_swept_hit hit = only_hit(world);
  ck_assert(hit.body_b.bits == post.bits);
  ck_assert_msg(fabs(hit.fraction - (0.25 - 0.0056) / 3) < 3e-4, "fraction %g", hit.fraction);
  for (int i = 0; i < 3; i++) {
    support_step(world);
    ck_assert_uint_eq(support_contact_count(world), 1);
  }
  carom_world_destroy(world);
}
END_TEST

/* What touched before is no hit, and a contact that a body leaves ends at once. */
START_TEST(contacts_that_were_there_are_no_hits) {
  carom_world *world = support_world();
  support_log log;
  support_listen(world, &log);
  carom_body shot = swept_bullet(world, 0.7, 0);
  size_t count;
  swept_wall(world, 0.7, false);
  support_step_fresh(world, &log);
  ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  carom_body_set_velocity(world, shot, (carom_vec3){100, 0, 0}, (carom_vec3){0, 0, 0});
  support_step_fresh(world, &log);
  carom_world_get_swept_hits(world, &count);
  ck_assert(count == 0 && log.count == 1 && support_saw(&log, 0, CAROM_EVENT_END, CAROM_END_SEPARATED));
  carom_world_destroy(world);
}
END_TEST

/* A contact of the way is over when the next step comes, also when that moves nothing. */
START_TEST(hits_end_when_nothing_moves) {
  carom_world *world = support_world();
  support_log log;
  support_listen(world, &log);
  swept_bullet(world, -10, 1000);
  swept_wall(world, 0.7, false);
  support_step_fresh(world, &log);
  log.count = 0;
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_END, CAROM_END_SEPARATED));
  carom_world_destroy(world);
}
END_TEST

/* Pieces of a step turn by a radian at most, and are taken as carom_motion says: never farther from an even
 * turn than the header tells, and hardly less at their worst. */
START_TEST(pieces_turn_nearly_evenly) {
  const carom_motion piece = {{.rotation = {0, 0, 0, 1}}, {.rotation = {0, 0, sinf(0.5f), cosf(0.5f)}}};
  double most = 0;
  for (int i = 0; i <= 1000; i++) {
    carom_pose pose;
    ck_assert_int_eq(carom_motion_pose(&piece, i / 1000.0, &pose), CAROM_OK);
    double angle = 2 * atan2((double)pose.rotation.z, (double)pose.rotation.w);
    most = fmax(most, fabs(angle - i / 1000.0));
  }
  ck_assert_msg(most > 0.004 && most < 0.0041, "%g", most);
}
END_TEST

/* --- Rest --- */

static bool counts_questions(void *user, const carom_world *world, const carom_contact_side *a,
                             const carom_contact_side *b) {
  (void)world, (void)a, (void)b;
  ++*(size_t *)user;
  return true;
}

/* What a step of 0 asks of a world, once something that stands near the end of a way was touched. */
static carom_counts questions_after_touch(carom_world *world, carom_body touched, size_t *asked) {
  carom_counts counts;
  *asked = 0;
  ck_assert_int_eq(carom_body_touch(world, touched), CAROM_OK);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  ck_assert_int_eq(carom_world_get_counts(world, &counts), CAROM_OK);
  return counts;
}

/* The boxes that cover a way are gone with the step: what comes to rest in a step of 0, which makes no boxes,
 * meets what it meets in a clone, which makes them anew. */
START_TEST(boxes_of_a_way_do_not_last) {
  carom_world *world = support_world(), *clone;
  carom_body near = support_body(world, CAROM_STATIC, 2.2, 0, 0);
  carom_body shot = swept_mover(world, (carom_pose){{0, -1, 0}, {0, 0, 0.38268343f, 0.92387953f}},
                                (carom_vec3){0, 64, 0}, (carom_vec3){0, 0, 0});
  carom_body far = swept_mover(world, (carom_pose){.position = {500, 0, 0}}, (carom_vec3){320, 0, 0},
                               (carom_vec3){0, 0, 0});
  const carom_body bodies[3] = {near, shot, far};
  for (int i = 0; i < 3; i++) support_collider(world, bodies[i], carom_shape_sphere(1));
  ck_assert_int_eq(carom_body_set_swept(world, shot, true), CAROM_OK);
  size_t asked, asked_clone;
  carom_world_set_filter(world, counts_questions, &asked);
  support_step(world);
  for (int i = 0; i < 2; i++) ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  ck_assert_int_eq(carom_world_clone(world, NULL, NULL, 0, &clone), CAROM_OK);
  carom_world_set_filter(clone, counts_questions, &asked_clone);
  carom_counts counts = questions_after_touch(world, near, &asked);
  carom_counts others = questions_after_touch(clone, near, &asked_clone);
  ck_assert(asked == asked_clone && counts.body_pairs == 0 && others.body_pairs == 0);
  carom_world_destroy(clone);
  carom_world_destroy(world);
}
END_TEST

/* R6. What is hit goes on resting: nobody is asked about what lies on it far away. */
START_TEST(hits_wake_nothing) {
  carom_world *world = support_world();
  size_t asked = 0, told = 0;
  carom_collider_def crate = {.shape = carom_shape_box(1, 1, 1)};
  carom_collider_def floor = {.shape = carom_shape_box(50, 1, 50)};
  carom_collider_create(world, support_body(world, CAROM_STATIC, 0, 0, 0), &floor);
  carom_collider_create(world, support_body(world, CAROM_KINEMATIC, 20, 1.9, 0), &crate);
  carom_body shot =
      swept_mover(world, (carom_pose){.position = {-10, 5, 0}}, (carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 0});
  support_collider(world, shot, carom_shape_sphere(0.1f));
  ck_assert_int_eq(carom_body_set_swept(world, shot, true), CAROM_OK);
  support_step(world);
  carom_world_set_filter(world, counts_questions, &asked);
  support_step(world);
  carom_body_set_velocity(world, shot, (carom_vec3){0, -640, 0}, (carom_vec3){0, 0, 0});
  for (int i = 0; i < 3; i++) {
    asked = 0;
    ck_assert_int_eq(carom_world_step(world, i < 1 ? SUPPORT_DT : 0), CAROM_OK);
    told += swept_count(world);
    ck_assert_uint_eq(asked, i < 2); /* about the hit, and about why its contact is over */
    ck_assert_uint_eq(support_contact_count(world), i < 1 ? 2 : 1);
  }
  ck_assert_uint_eq(told, 1);
  carom_world_destroy(world);
}
END_TEST

/* --- Questions --- */

enum { ASKED_MOST = 4096 };

/* Whom the filter was asked about in a step; it refuses some, others each time. */
typedef struct questions {
  uint64_t keys[ASKED_MOST];
  size_t count, refused;
  uint64_t random;
} questions;

static bool notes_questions(void *user, const carom_world *world, const carom_contact_side *a,
                            const carom_contact_side *b) {
  questions *q = user;
  (void)world;
  ck_assert_uint_lt(q->count, ASKED_MOST);
  q->keys[q->count++] = (uint64_t)(uint32_t)a->collider.bits << 32 | (uint32_t)b->collider.bits;
  bool admitted = test_below(&q->random, 3) > 0;
  q->refused += !admitted;
  return admitted;
}

static bool no_key_twice(const questions *q) {
  for (size_t i = 0; i < q->count; i++)
    for (size_t k = 0; k < i; k++)
      if (q->keys[i] == q->keys[k]) return false;
  return true;
}

/* One that is swept, one that is and stops, one that is not. */
static carom_body add_box(carom_world *world, uint64_t *random, int i) {
  carom_vec3 p = test_vec3(random, -2, 2);
  float speed = i % 3 > 0 ? 128 : 4;
  carom_body body = swept_mover(world, (carom_pose){.position = {(double)p.x, (double)p.y, (double)p.z}},
                                test_vec3(random, -speed, speed), test_vec3(random, -64, 64));
  support_collider(world, body, i % 3 ? carom_shape_box(0.5f, 0.2f, 0.9f) : carom_shape_sphere(0.7f));
  ck_assert_int_eq(carom_body_set_swept(world, body, i % 3 > 0), CAROM_OK);
  ck_assert_int_eq(carom_body_set_stopping(world, body, i % 3 == 1), CAROM_OK);
  return body;
}

/* The filter is asked once about a pair in a step, wherever the answer is needed, and all of the step goes by
 * that: what was refused has neither a hit nor a contact. */
START_TEST(the_filter_is_asked_once_a_pair) {
  static questions q;
  uint64_t random = (uint64_t)_i;
  q = (questions){.random = (uint64_t)_i + 99};
  carom_world *world = support_world();
  carom_world_set_filter(world, notes_questions, &q);
  carom_body bodies[12];
  for (int i = 0; i < 12; i++) bodies[i] = add_box(world, &random, i);
  for (int i = 0; i < 30; i++) {
    q.count = 0;
    support_step(world);
    ck_assert(no_key_twice(&q));
    carom_body body = bodies[test_below(&random, 4) * 3 + 1 + test_below(&random, 2)];
    carom_body_set_velocity(world, body, test_vec3(&random, -128, 128), test_vec3(&random, -64, 64));
    if (test_below(&random, 2)) continue;
    carom_vec3 p = test_vec3(&random, -3, 3);
    carom_pose pose = {.position = {(double)p.x, (double)p.y, (double)p.z}, .rotation = {0, 0, 0, 1}};
    ck_assert_int_eq(carom_body_set_pose(world, body, &pose), CAROM_OK);
  }
  ck_assert_uint_gt(q.refused, 0);
  carom_world_destroy(world);
}
END_TEST

/* --- Contacts that end and begin in a step --- */

/* A bullet that goes back to where it was shot from, and hits the same wall again in the same step: the game
 * hears of each shot, whether the bullet stops at the wall or flies through it. */
START_TEST(shots_from_a_pool_are_told) {
  carom_world *world = support_world();
  support_log log;
  support_listen(world, &log);
  carom_body shot = swept_bullet(world, -10, 1000);
  carom_body_set_stopping(world, shot, _i);
  swept_wall(world, 0.7, false);
  carom_pose start = {.position = {-10, 0, 0}, .rotation = {0, 0, 0, 1}};
  for (int i = 0; i < 5; i++) {
    ck_assert_int_eq(carom_body_set_pose(world, shot, &start), CAROM_OK);
    support_step_fresh(world, &log);
    ck_assert_uint_eq(swept_count(world), 1);
    ck_assert_uint_eq(log.count, i ? 2 : 1);
    if (i) ck_assert(support_saw(&log, 0, CAROM_EVENT_END, CAROM_END_MOVED));
    ck_assert(support_saw(&log, i > 0, CAROM_EVENT_BEGIN, CAROM_END_NONE));
    const carom_contact *contact = &log.entries[i > 0].contact;
    ck_assert(contact->value == 0);
    carom_contact_set_value(world, contact->a.collider, contact->b.collider, 7);
  }
  support_step_fresh(world, &log);
  ck_assert(log.count == 1 && support_saw(&log, 0, _i ? CAROM_EVENT_STAY : CAROM_EVENT_END,
                                          _i ? CAROM_END_NONE : CAROM_END_SEPARATED));
  carom_world_destroy(world);
}
END_TEST

/* One that is put where it touches goes on touching. */
START_TEST(what_is_put_in_touch_stays) {
  carom_world *world = support_world();
  support_log log;
  support_listen(world, &log);
  carom_body shot = swept_bullet(world, -10, 1000);
  carom_body_set_stopping(world, shot, true);
  swept_wall(world, 0.7, false);
  support_step_fresh(world, &log);
  carom_pose pose = {.position = {0.7 - 5e-4 - 0.0099, 0, 0}, .rotation = {0, 0, 0, 1}};
  ck_assert_int_eq(carom_body_set_pose(world, shot, &pose), CAROM_OK);
  support_step_fresh(world, &log);
  ck_assert(log.count == 1 && support_saw(&log, 0, CAROM_EVENT_STAY, CAROM_END_NONE));
  carom_world_destroy(world);
}
END_TEST

/* A wall that is made wider while the bullet is away was left in between. */
START_TEST(what_was_changed_and_is_met_begins_anew) {
  carom_world *world = support_world();
  support_log log;
  support_listen(world, &log);
  carom_body shot = swept_bullet(world, -10, 1000);
  carom_body wall = swept_wall(world, 0.7, false);
  support_step_fresh(world, &log);
  carom_body_set_velocity(world, shot, (carom_vec3){-1000, 0, 0}, (carom_vec3){0, 0, 0});
  carom_shape wider = carom_shape_box(1e-3f, 3, 3);
  ck_assert_int_eq(carom_collider_set_shape(world, support_collider_of(world, wall), &wider), CAROM_OK);
  support_step_fresh(world, &log);
  ck_assert(log.count == 2 && support_saw(&log, 0, CAROM_EVENT_END, CAROM_END_RESHAPED));
  ck_assert(support_saw(&log, 1, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  carom_body_set_velocity(world, shot, (carom_vec3){1000, 0, 0}, (carom_vec3){0, 0, 0});
  support_step_fresh(world, &log);
  ck_assert(log.count == 2 && support_saw(&log, 0, CAROM_EVENT_END, CAROM_END_SEPARATED));
  ck_assert(support_saw(&log, 1, CAROM_EVENT_BEGIN, CAROM_END_NONE));
  carom_world_destroy(world);
}
END_TEST

/* --- Samples --- */

enum { SAMPLES = 600, PLANAR = 4 };

typedef struct {
  carom_world *world;
  carom_body bodies[2];
  carom_collider colliders[2];
  carom_shape shapes[2];
  carom_local_pose locals[2];
  carom_pose from[2];
  carom_vec3 linear[2], angular[2];
} sweep;

static carom_shape planar_shape(uint64_t *random) {
  float a = test_uniform(random, 0.2f, 1), b = test_uniform(random, 0.2f, 1);
  switch (test_below(random, 3)) {
  case 0:
    return carom_shape_disc(a);
  case 1:
    return carom_shape_stadium((carom_vec2){-a, 0}, (carom_vec2){a, b}, 0.3f * b);
  default:
    return carom_shape_rectangle(a, b);
  }
}

static void flatten(sweep *s, uint64_t *random, int i) {
  s->from[i].position.z = 0;
  s->from[i].rotation = swept_planar_turn(s->from[i].rotation);
  s->linear[i].z = s->angular[i].x = s->angular[i].y = 0;
  s->locals[i].position.z = 0;
  s->locals[i].rotation = swept_planar_turn(s->locals[i].rotation);
  s->shapes[i] = planar_shape(random);
}

/* Nothing passes from behind what is not convex here. */
static carom_shape firm_shape(uint64_t *random, const carom_hull *hull) {
  const uint32_t firm[] = {0, 2, 3, 4, ASSET_MESHES, ASSET_MESHES + ASSET_FIELDS};
  if (test_below(random, 10)) return support_random_shape(random, hull);
  return assets_scaled(support_assets(), firm[test_below(random, 6)], test_vec3(random, 0.5f, 1.5f), 0);
}

static void make_body(sweep *s, uint64_t *random, int i, const carom_hull *hull) {
  carom_vec3 p = test_vec3(random, -6, 6), to = test_vec3(random, -2, 2);
  float spin = test_below(random, 3) ? test_uniform(random, 0, 12) / SUPPORT_DT : 0;
  carom_quat axis = test_quat(random);
  s->from[i] = (carom_pose){{(double)p.x, (double)p.y, (double)p.z}, test_quat(random)};
  s->linear[i] =
      (carom_vec3){(to.x - p.x) / SUPPORT_DT, (to.y - p.y) / SUPPORT_DT, (to.z - p.z) / SUPPORT_DT};
  if (i == 1 && test_below(random, 2)) s->linear[i] = (carom_vec3){0, 0, 0};
  s->angular[i] = (carom_vec3){axis.x * spin, axis.y * spin, axis.z * spin};
  s->shapes[i] = firm_shape(random, hull);
  s->locals[i] = (carom_local_pose){{0, 0, 0}, {0, 0, 0, 1}};
  if (test_below(random, 2)) s->locals[i] = (carom_local_pose){test_vec3(random, -1, 1), test_quat(random)};
  if (!hull) flatten(s, random, i);
  s->bodies[i] = swept_mover(s->world, s->from[i], s->linear[i], s->angular[i]);
  carom_collider_def def = {.shape = s->shapes[i], .pose = s->locals[i]};
  s->colliders[i] = carom_collider_create(s->world, s->bodies[i], &def);
}

/* Where a shape is when its body is at a pose. */
static carom_pose place(const sweep *s, int i, const carom_pose *body) {
  carom_frame frame = pose_to_frame(body);
  return (carom_pose){frame_apply(&frame, s->locals[i].position),
                      quat_normalize(quat_mul(body->rotation, s->locals[i].rotation))};
}

static carom_pose pose_at(const sweep *s, int i, double t) {
  carom_pose p = s->from[i];
  const double dt = (double)SUPPORT_DT * t;
  p.position.x += dt * (double)s->linear[i].x;
  p.position.y += dt * (double)s->linear[i].y;
  p.position.z += dt * (double)s->linear[i].z;
  carom_vec3 turn = vec3_scale(s->angular[i], (float)dt);
  p.rotation = quat_normalize(quat_mul(carom__quat_from_rotation_vector(turn), p.rotation));
  return p;
}

static float gap(const sweep *s, const carom_pose *a, const carom_pose *b) {
  carom_pose at_a = place(s, 0, a), at_b = place(s, 1, b);
  carom_distance_result out;
  ck_assert_int_eq(carom_signed_distance(&s->shapes[0], &at_a, &s->shapes[1], &at_b, &out), CAROM_OK);
  return out.distance;
}

static bool turns(const sweep *s) { return vec3_norm1(s->angular[0]) + vec3_norm1(s->angular[1]) > 0; }

/* Within a piece the turn is not even: a hundredth of a radian or so is what samples of it may be off. */
static size_t wrong_sweep(const sweep *s, bool *was_hit) {
  const float slack = turns(s) ? 0.03f : 1e-4f;
  size_t count;
  const carom_swept_hit *hits = carom_world_get_swept_hits(s->world, &count);
  *was_hit = count > 0;
  if (count > 1) return 1;
  double until = count ? hits[0].fraction : 1;
  if (count && !hits[0].inside && fabsf(gap(s, &hits[0].pose_a, &hits[0].pose_b)) > 1e-4f) return 1;
  for (int i = 0; i <= SAMPLES; i++) {
    double t = (double)i / SAMPLES;
    carom_pose a = pose_at(s, 0, t), b = pose_at(s, 1, t);
    if (t < until && gap(s, &a, &b) < -slack) return 1;
  }
  return 0;
}

/* 1,000 sweeps in space and 500 in the plane; a scale of 100 makes them as many times more. */
START_TEST(samples_find_nothing_that_was_missed) {
  uint64_t random = (uint64_t)_i;
  carom_hull *hull = _i < PLANAR ? support_hull(NULL, random, 0.8f) : NULL;
  size_t hits = 0, wrong = 0;
  int count = 50 + test_scaled(200);
  for (int i = 0; i < count; i++) {
    sweep s = {.world = swept_world(!hull)};
    bool was_hit;
    for (int k = 0; k < 2; k++) make_body(&s, &random, k, hull);
    carom_body_set_swept(s.world, s.bodies[0], true);
    carom_body_set_swept(s.world, s.bodies[1], i % 3 == 0);
    support_step(s.world);
    wrong += wrong_sweep(&s, &was_hit);
    hits += was_hit;
    carom_world_destroy(s.world);
  }
  ck_assert_msg(wrong == 0, "%zu of %d sweeps", wrong, count);
  ck_assert(hits > 0 && hits < (size_t)count);
  carom_hull_release(hull);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("swept");
  TCase *tests = tcase_create("swept");
  tcase_set_timeout(tests, 300);
  tcase_add_test(tests, refused_steps_meet_nothing);
  tcase_add_test(tests, hits_are_of_those_who_met);
  tcase_add_test(tests, the_hash_tells_who_is_swept);
  tcase_add_test(tests, bullets_meet_thin_walls);
  tcase_add_test(tests, what_is_not_swept_passes);
  tcase_add_test(tests, hits_come_in_order);
  tcase_add_test(tests, moving_things_are_met);
  tcase_add_test(tests, bodies_of_many_colliders_are_met);
  tcase_add_test(tests, blades_meet_posts);
  tcase_add_test(tests, contacts_that_were_there_are_no_hits);
  tcase_add_test(tests, hits_end_when_nothing_moves);
  tcase_add_test(tests, pieces_turn_nearly_evenly);
  tcase_add_test(tests, boxes_of_a_way_do_not_last);
  tcase_add_test(tests, hits_wake_nothing);
  tcase_add_loop_test(tests, the_filter_is_asked_once_a_pair, 0, 20);
  tcase_add_loop_test(tests, shots_from_a_pool_are_told, 0, 2);
  tcase_add_test(tests, what_is_put_in_touch_stays);
  tcase_add_test(tests, what_was_changed_and_is_met_begins_anew);
  tcase_add_loop_test(tests, samples_find_nothing_that_was_missed, 0, PLANAR + 2);
  suite_add_tcase(suite, tests);
  return suite;
}

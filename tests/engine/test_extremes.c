/* test_extremes.c: the smallest and the largest of everything that is allowed, together: nothing but finite
 * numbers comes out, nothing hangs, and both broad phases agree. And worlds with nothing in them. */
#include "support.h"

enum { BODIES = 40, HULLS = 4 };

typedef struct {
  uint64_t random;
  carom_world *worlds[2];
  carom_hull *hulls[HULLS];
  carom_body bodies[BODIES];
} extremes;

static float any_size(extremes *e) { return test_log_uniform(&e->random, CAROM_SIZE_MIN, CAROM_SIZE_MAX); }

static carom_shape any_shape(extremes *e) {
  switch (test_below(&e->random, 5)) {
  case 0:
    return carom_shape_sphere(any_size(e));
  case 1:
    return carom_shape_box(any_size(e), any_size(e), any_size(e));
  case 2:
    return carom_shape_box(CAROM_SIZE_MIN, CAROM_SIZE_MAX, test_below(&e->random, 2) ? CAROM_SIZE_MIN : 1);
  case 3:
    return carom_shape_hull(e->hulls[test_below(&e->random, HULLS)]);
  default:
    return carom_shape_capsule(test_vec3(&e->random, -1e6f, 1e6f), test_vec3(&e->random, -1, 1), any_size(e));
  }
}

/* Near the origin, in a corner of the world, or anywhere; many in the very same place. */
static carom_pose any_pose(extremes *e) {
  const double far = CAROM_POSITION_MAX;
  carom_pose pose = {.rotation = test_quat(&e->random)};
  float spread = test_below(&e->random, 3) ? 0 : any_size(e) / 2;
  carom_vec3 off = test_vec3(&e->random, -spread, spread);
  switch (test_below(&e->random, 3)) {
  case 0:
    pose.position = (carom_pos){far - fabs((double)off.x), -far + fabs((double)off.y), far};
    break;
  case 1:
    pose.position = (carom_pos){(double)off.x, (double)off.y, (double)off.z};
    break;
  default:
    pose.position = (carom_pos){1e6 + (double)off.x, 1e6 - (double)off.y, (double)off.z};
  }
  if (test_below(&e->random, 2)) pose.rotation = (carom_quat){0, 0, 0, 1};
  return pose;
}

static carom_body create(extremes *e) {
  carom_body_def def = {.kind = test_below(&e->random, 3) ? CAROM_KINEMATIC : CAROM_STATIC,
                        .pose = any_pose(e)};
  carom_collider_def colliders[12];
  size_t count = test_below(&e->random, 4) ? 1 : 12;
  carom_body body = {0};
  if (def.kind == CAROM_KINEMATIC) {
    def.linear_velocity = test_vec3(&e->random, -CAROM_SPEED_MAX, CAROM_SPEED_MAX);
    def.angular_velocity = test_vec3(&e->random, -CAROM_SPEED_MAX, CAROM_SPEED_MAX);
  }
  for (size_t i = 0; i < count; i++) {
    float size = count > 1 ? any_size(e) : 0;
    colliders[i] =
        (carom_collider_def){.shape = any_shape(e), .pose.position = test_vec3(&e->random, -size, size)};
  }
  for (int i = 0; i < 2; i++) {
    body = carom_body_create(e->worlds[i], &def);
    ck_assert_int_eq(carom_collider_create_many(e->worlds[i], body, colliders, count, NULL), CAROM_OK);
  }
  return body;
}

static bool is_finite(carom_vec3 v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }

static size_t wrong_contacts(const carom_world *world) {
  static const carom_contact_point unused[CAROM_MANIFOLD_POINTS];
  size_t count, wrong = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  for (size_t i = 0; i < count; i++) {
    const carom_manifold *m = &contacts[i].manifold;
    float length = m->normal.x * m->normal.x + m->normal.y * m->normal.y + m->normal.z * m->normal.z;
    wrong += !is_finite(m->normal) || fabsf(length - 1) > 1e-4f || !isfinite(contacts[i].approach_speed);
    wrong += m->point_count < 1 || m->point_count > CAROM_MANIFOLD_POINTS;
    wrong += memcmp(m->points + m->point_count, unused,
                    (CAROM_MANIFOLD_POINTS - m->point_count) * sizeof unused[0]) != 0;
    for (uint32_t k = 0; k < m->point_count; k++) {
      const carom_pos p = m->points[k].position;
      wrong += !(fabs(p.x) < 2e9) || !(fabs(p.y) < 2e9) || !(fabs(p.z) < 2e9);
      wrong += !isfinite(m->points[k].separation) || m->points[k].separation > 8;
    }
  }
  return wrong;
}

static size_t wrong_poses(const extremes *e) {
  size_t wrong = 0;
  for (int i = 0; i < BODIES; i++) {
    carom_pose pose;
    if (carom_body_get_pose(e->worlds[0], e->bodies[i], &pose) != CAROM_OK) continue;
    const carom_quat q = pose.rotation;
    wrong += !(fabs(pose.position.x) <= CAROM_POSITION_MAX) || !(fabs(pose.position.z) <= CAROM_POSITION_MAX);
    wrong += !(fabsf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-5f);
  }
  return wrong;
}

static size_t wrong_rays(extremes *e) {
  size_t wrong = 0;
  for (int i = 0; i < 10; i++) {
    carom_ray ray = {.origin = any_pose(e).position};
    ray.translation = test_vec3(&e->random, -2e9f, 2e9f);
    if (i % 3 == 0) ray.translation = test_vec3(&e->random, -1e-4f, 1e-4f);
    if (i % 3 == 1) ray.translation = (carom_vec3){0, 0, i % 2 ? 2e9f : -2e9f};
    carom_ray_hit hits[2];
    for (int w = 0; w < 2; w++) wrong += carom_world_cast_ray(e->worlds[w], &ray, NULL, &hits[w]) != CAROM_OK;
    wrong += hits[0].collider.bits != hits[1].collider.bits ||
             !(hits[0].fraction >= 0 && hits[0].fraction <= 1) || !is_finite(hits[0].normal) ||
             !isfinite(hits[0].point.x);
  }
  return wrong;
}

static void step(extremes *e, int index) {
  carom_body *body = &e->bodies[test_below(&e->random, BODIES)];
  const float times[] = {0, 1e-30f, 1e-3f, 1, 1e3f};
  float dt = times[test_below(&e->random, 5)];
  if (body->bits)
    for (int i = 0; i < 2; i++) ck_assert_int_eq(carom_body_destroy(e->worlds[i], *body), CAROM_OK);
  *body = create(e);
  for (int i = 0; i < 2; i++) ck_assert_int_eq(carom_world_step(e->worlds[i], dt), CAROM_OK);
  ck_assert_msg(carom_world_hash(e->worlds[0]) == carom_world_hash(e->worlds[1]), "step %d: hash", index);
  size_t wrong[3] = {wrong_contacts(e->worlds[0]), wrong_poses(e), wrong_rays(e)};
  ck_assert_msg(wrong[0] + wrong[1] + wrong[2] == 0, "step %d: %zu contacts, %zu poses, %zu rays wrong",
                index, wrong[0], wrong[1], wrong[2]);
}

START_TEST(extremes_stay_finite) {
  const carom_world_def defs[2] = {{.broadphase = CAROM_BROADPHASE_SWEEP},
                                   {.broadphase = CAROM_BROADPHASE_BRUTE}};
  const float sizes[HULLS] = {1e-4f, 1, 1e3f, 5e5f};
  extremes e = {.random = (uint64_t)_i + 1};
  carom_counts counts;
  for (int i = 0; i < 2; i++) ck_assert_int_eq(carom_world_create(&defs[i], &e.worlds[i]), CAROM_OK);
  for (int i = 0; i < HULLS; i++) e.hulls[i] = support_hull(NULL, (uint64_t)i, sizes[i]);
  for (int i = 0; i < 300; i++) step(&e, i);
  carom_world_get_counts(e.worlds[0], &counts);
  ck_assert_uint_gt(counts.begins, 500);
  for (int i = 0; i < 2; i++) carom_world_destroy(e.worlds[i]);
  for (int i = 0; i < HULLS; i++) carom_hull_release(e.hulls[i]);
}
END_TEST

START_TEST(empty_worlds_step) {
  carom_world *world = support_world();
  carom_counts counts;
  size_t count = 9;
  for (int i = 0; i < 3; i++) support_step(world);
  ck_assert_int_eq(carom_world_clear(world), CAROM_OK);
  carom_body bare = carom_body_create(world, NULL);
  support_step(world);
  support_collider(world, carom_body_create(world, NULL), carom_shape_sphere(1));
  carom_body_set_enabled(world, bare, false);
  for (int i = 0; i < 3; i++) support_step(world);
  ck_assert(!carom_world_get_events(world, &count) && count == 0);
  carom_world_get_counts(world, &counts);
  ck_assert(counts.steps == 7 && counts.contacts == 0 && counts.body_pairs == 0 &&
            counts.collider_pairs == 0);
  carom_world_destroy(world);
}
END_TEST

/* All in one place: every pair touches, at depth, with a normal all the same. */
START_TEST(a_heap_in_one_place) {
  carom_world *world = support_world();
  uint64_t random = 3;
  carom_hull *hull = support_hull(NULL, 5, 0.8f);
  for (int i = 0; i < 60; i++)
    support_collider(world, carom_body_create(world, NULL), support_any_shape(&random, hull));
  for (int i = 0; i < 60; i++)
    support_collider(world, carom_body_create(world, NULL), carom_shape_box(1, 1, 1));
  support_step(world);
  size_t boxes = 60 * 59 / 2;
  ck_assert_uint_gt(support_contact_count(world), boxes);
  ck_assert_uint_eq(wrong_contacts(world), 0);
  carom_world_destroy(world);
  carom_hull_release(hull);
}
END_TEST

/* A half-space that reaches through all of the world, and what lies as deep in it as it can. */
static carom_world *deep_world(bool planar, bool across) {
  const carom_world_def settings = {.planar = planar};
  const double far = CAROM_POSITION_MAX, z = planar ? 0 : -far;
  const float third = (float)sqrt(1.0 / 3), half = (float)sqrt(0.5);
  const carom_vec3 diagonal = {planar ? half : third, planar ? half : third, planar ? 0 : third};
  const carom_vec3 slope = {half, half, 0};
  const carom_quat turn = carom_quat_between((carom_vec3){0, 1, 0}, across ? slope : diagonal);
  const carom_body_def ground = {.kind = CAROM_STATIC, .pose = {{far, far, -z}, turn}};
  const carom_body_def ball = {.pose = {{-far, across ? far : -far, z}, {0, 0, 0, 1}},
                               .angular_velocity = {0, 0, CAROM_SPEED_MAX}};
  carom_world *world;
  ck_assert_int_eq(carom_world_create(&settings, &world), CAROM_OK);
  support_collider(world, carom_body_create(world, &ground),
                   planar ? carom_shape_half_plane(0) : carom_shape_half_space(0));
  support_collider(world, carom_body_create(world, &ball),
                   planar ? carom_shape_disc(1) : carom_shape_sphere(1));
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  return world;
}

/* It is the contact of a save, a rewind and a handover, and has anchors. */
START_TEST(what_is_deep_in_a_half_space_is_kept) {
  const bool planar = _i % 2, across = _i / 2;
  static unsigned char bytes[1 << 14];
  carom_world *world = deep_world(planar, across), *loaded = NULL;
  const uint64_t hash = carom_world_hash(world);
  size_t count, size;
  const carom_contact *contact = carom_world_get_contacts(world, &count);
  ck_assert_uint_eq(count, 1);
  ck_assert(contact->manifold.points[0].separation < -1.4e9f);
  ck_assert(!across || contact->manifold.points[0].position.y > 1.4e9);
  carom_anchors anchors;
  carom_pose a, b;
  carom_body_get_pose(world, contact->a.body, &a);
  carom_body_get_pose(world, contact->b.body, &b);
  ck_assert_int_eq(carom_contact_points_get_anchors(contact->manifold.points, 1, contact->manifold.normal, &a,
                                                    &b, &anchors),
                   CAROM_OK);
  ck_assert_int_eq(carom_world_save(world, NULL, bytes, sizeof bytes, &size), CAROM_OK);
  ck_assert_int_eq(carom_world_load(NULL, NULL, bytes, size, &loaded), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(loaded), hash);
  ck_assert_int_eq(carom_world_rollback_save(world, bytes, sizeof bytes, &size), CAROM_OK);
  ck_assert_int_eq(carom_world_rollback_restore(world, bytes, size), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(world), hash);
  contact = carom_world_get_contacts(world, &count);
  carom_contact_bytes handed = {{contact->a.collider, contact->b.collider}, bytes, 0};
  ck_assert_int_eq(carom_contact_write(world, handed.colliders, NULL, bytes, sizeof bytes, &handed.size),
                   CAROM_OK);
  ck_assert_int_eq(carom_contacts_adopt(loaded, NULL, &handed, 1), CAROM_OK);
  ck_assert_uint_eq(carom_world_hash(loaded), hash);
  carom_world_destroy(loaded);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("extremes");
  TCase *tests = tcase_create("limits");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, extremes_stay_finite, 0, 6);
  tcase_add_test(tests, empty_worlds_step);
  tcase_add_test(tests, a_heap_in_one_place);
  tcase_add_loop_test(tests, what_is_deep_in_a_half_space_is_kept, 0, 4);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_cull.c: no cull parts what the narrow phase joins: every pair of colliders that touches where the step
 * has put them is a contact, and every contact is such a pair, with the same manifold. This looks inside the
 * world, because it asks the narrow phase at the very frames of the step. */
#include "state.h"

#include "boxes.h"
#include "objects.h"
#include "filter.h"
#include "pair_call.h"
#include "support.h"

enum { BODIES = 24, MANY = 14, HULLS = 4 };

typedef struct crowd {
  uint64_t random;
  carom_world *world;
  carom_hull *hulls[HULLS];
  carom_body bodies[BODIES];
  float least, most; /* sizes */
  carom_pos origin;
} crowd;

static float any_size(crowd *c) { return test_log_uniform(&c->random, c->least, c->most); }

static carom_shape any_shape(crowd *c) {
  switch (test_below(&c->random, 5)) {
  case 0:
    return carom_shape_sphere(any_size(c));
  case 1:
    return carom_shape_box(any_size(c), any_size(c), any_size(c));
  case 2:
    return carom_shape_box(c->most, c->least, c->most);
  case 3:
    return carom_shape_hull(c->hulls[test_below(&c->random, HULLS)]);
  default:
    return carom_shape_capsule(test_vec3(&c->random, -c->least, c->least),
                               test_vec3(&c->random, -c->most, c->most), any_size(c));
  }
}

static carom_local_pose any_local(crowd *c) {
  float reach = fminf(any_size(c), 0.5f * CAROM_SIZE_MAX);
  carom_local_pose pose = {.position = test_vec3(&c->random, -reach, reach)};
  if (test_below(&c->random, 3) == 0) pose.position = (carom_vec3){0, 0, 0};
  if (test_below(&c->random, 2)) pose.rotation = test_quat(&c->random);
  return pose;
}

/* Around the same place, as far from it as something of any size is long. */
static carom_pose any_pose(crowd *c) {
  float reach = any_size(c);
  carom_vec3 off = test_vec3(&c->random, -reach, reach);
  carom_pose pose = {
      {c->origin.x - fabs((double)off.x), c->origin.y + (double)off.y, c->origin.z + (double)off.z},
      {0, 0, 0, 1}};
  if (test_below(&c->random, 2)) pose.rotation = test_quat(&c->random);
  return pose;
}

static void add_colliders(crowd *c, carom_body body, size_t count) {
  for (size_t i = 0; i < count; i++) {
    carom_collider_def def = {.shape = any_shape(c), .pose = any_local(c)};
    ck_assert_uint_ne(carom_collider_create(c->world, body, &def).bits, 0);
  }
}

static void create_bodies(crowd *c) {
  for (int i = 0; i < BODIES; i++) {
    carom_body_def def = {.kind = i % 4 ? CAROM_KINEMATIC : CAROM_STATIC, .pose = any_pose(c)};
    c->bodies[i] = carom_body_create(c->world, &def);
    add_colliders(c, c->bodies[i], test_below(&c->random, 3) ? 1 : MANY);
  }
}

static carom_collider any_collider(crowd *c, carom_body body) {
  carom_collider list[3 * MANY] = {{0}};
  size_t count = 0;
  carom_body_get_colliders(c->world, body, list, 3 * MANY, &count);
  return list[count ? test_below(&c->random, (uint32_t)(count < 3 * MANY ? count : 3 * MANY)) : 0];
}

/* Turns colliders that sit at their body's origin into ones that do not and back, boxes into others and back,
 * and bodies of one collider into bodies of none, of two and of many. */
static void disturb(crowd *c) {
  carom_body body = c->bodies[test_below(&c->random, BODIES)];
  carom_collider collider = any_collider(c, body);
  carom_pose pose = any_pose(c);
  carom_shape shape = any_shape(c);
  carom_local_pose local = any_local(c);
  switch (test_below(&c->random, 7)) {
  case 0:
    carom_body_set_pose(c->world, body, &pose);
    break;
  case 1:
    carom_collider_set_shape(c->world, collider, &shape);
    break;
  case 2:
    carom_collider_set_local_pose(c->world, collider, &local);
    break;
  case 3:
    carom_collider_destroy(c->world, collider);
    break;
  case 4:
    carom_body_set_enabled(c->world, body, test_below(&c->random, 2));
    break;
  case 5:
    carom_collider_set_sensor(c->world, collider, test_below(&c->random, 4) == 0);
    break;
  default:
    add_colliders(c, body, test_below(&c->random, 3));
  }
}

static bool takes_part(const carom_world *world, uint32_t slot) {
  const carom__gate *gate = &world->colliders.gates.data[slot];
  return carom__idpool_at(&world->colliders.ids, slot) && !(gate->flags & CAROM__COLLIDER_DYING) &&
         !(world->bodies.flags.data[gate->body] & (CAROM__BODY_DISABLED | CAROM__BODY_DYING));
}

static bool collides(const carom_world *world, uint32_t a, uint32_t b, carom_manifold *out) {
  const carom__colliders *all = &world->colliders;
  if (!takes_part(world, a) || !takes_part(world, b) || !carom__filter_admits(world, a, b)) return false;
  carom_shape rooms[2];
  carom__site site_a = {carom__collider_shape(world, a, &rooms[0]), &all->frames.data[a]};
  carom__site site_b = {carom__collider_shape(world, b, &rooms[1]), &all->frames.data[b]};
  return carom__call_collide(site_a, site_b, NULL, out) != CAROM_OK || out->point_count > 0;
}

/* Walks the contacts, which ascend by their colliders, and all pairs side by side. */
static size_t count_wrong(const carom_world *world) {
  size_t count, at = 0, wrong = 0;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  uint32_t slots = carom__idpool_slots(&world->colliders.ids);
  for (uint32_t a = 0; a < slots; a++)
    for (uint32_t b = a + 1; b < slots; b++) {
      carom_manifold manifold = {.point_count = 0};
      bool is_next = at < count && (uint32_t)contacts[at].a.collider.bits == a &&
                     (uint32_t)contacts[at].b.collider.bits == b;
      wrong += collides(world, a, b, &manifold) != is_next;
      wrong +=
          is_next && memcmp(&manifold.normal, &contacts[at].manifold.normal, sizeof manifold.normal) != 0;
      at += is_next;
    }
  return wrong + count - at;
}

/* The frames and boxes that are kept are those that a collider's pose and shape ask for. */
static size_t count_unfit(const carom_world *world) {
  size_t unfit = 0;
  for (uint32_t slot = 0; slot < carom__idpool_slots(&world->colliders.ids); slot++) {
    if (!takes_part(world, slot)) continue;
    carom_frame body = pose_to_frame(&world->bodies.poses.data[world->colliders.gates.data[slot].body]);
    carom__relative local = local_pose_to_relative(carom__collider_local(world, slot));
    carom_frame frame = frame_compose(&body, &local);
    carom_shape room;
    carom_obb padded = carom__padded_obb(carom__collider_shape(world, slot, &room));
    carom__world_box box = carom__world_box_of(&padded, &frame), kept;
    carom__collider_box(world, slot, &kept);
    carom_pos at = world->colliders.frames.data[slot].origin;
    unfit += at.x != frame.origin.x || at.y != frame.origin.y || at.z != frame.origin.z;
    unfit += kept.center.x != box.center.x || kept.center.y != box.center.y || kept.center.z != box.center.z;
    unfit += kept.box.axes.x.x != box.box.axes.x.x || kept.box.axes.y.z != box.box.axes.y.z;
    unfit += kept.box.half.x != box.box.half.x || kept.box.half.z != box.box.half.z;
  }
  return unfit;
}

static const struct {
  float least, most;
  carom_pos origin;
} scales[] = {{0.1f, 4, {0, 0, 0}},
              {1e-5f, 1e6f, {0, 0, 0}},
              {1e-5f, 1e6f, {CAROM_POSITION_MAX, 1e8, -1e8}},
              {1e-5f, 1e-3f, {1e6, -1e6, 1e6}},
              {1e-5f, 1e-1f, {0, 0, 0}},
              {1e3f, 1e6f, {CAROM_POSITION_MAX, 0, 0}}};
enum { SCALES = sizeof scales / sizeof *scales };

/* As wide as is allowed, or less. */
static carom_hull *any_hull(crowd *c) {
  float size = any_size(c);
  return support_hull(NULL, test_random(&c->random),
                      fminf(fmaxf(size, 4 * CAROM_SIZE_MIN), 0.4f * CAROM_SIZE_MAX));
}

static void make(crowd *c, int scale, uint64_t seed) {
  *c = (crowd){.random = seed,
               .world = support_world(),
               .least = scales[scale].least,
               .most = scales[scale].most,
               .origin = scales[scale].origin};
  for (int i = 0; i < HULLS; i++) c->hulls[i] = any_hull(c);
  create_bodies(c);
}

static void destroy(crowd *c) {
  carom_world_destroy(c->world);
  for (int i = 0; i < HULLS; i++) carom_hull_release(c->hulls[i]);
}

START_TEST(contacts_are_the_pairs_that_touch) {
  size_t contacts = 0;
  for (int seed = 0; seed < test_scaled(6); seed++) {
    crowd c;
    make(&c, _i, (uint64_t)seed * 100 + 1);
    for (int step = 0; step < 12; step++) {
      support_step(c.world);
      contacts += support_contact_count(c.world);
      size_t wrong = count_wrong(c.world), unfit = count_unfit(c.world);
      ck_assert_msg(wrong == 0 && unfit == 0, "scale %d seed %d step %d: %zu pairs wrong, %zu boxes", _i,
                    seed, step, wrong, unfit);
      for (int i = 0; i < 8; i++) disturb(&c);
    }
    destroy(&c);
  }
  ck_assert_uint_gt(contacts, 50);
}
END_TEST

/* A body of small things as far from its origin as may be. */
static carom_body far_flung(crowd *c, size_t count) {
  carom_body_def body_def = {.pose = any_pose(c)};
  carom_body body = carom_body_create(c->world, &body_def);
  for (size_t i = 0; i < count; i++) {
    carom_collider_def def = {.shape = any_shape(c), .pose.rotation = test_quat(&c->random)};
    def.pose.position = test_vec3(&c->random, -0.9f * CAROM_SIZE_MAX, 0.9f * CAROM_SIZE_MAX);
    ck_assert_uint_ne(carom_collider_create(c->world, body, &def).bits, 0);
  }
  return body;
}

/* Moves a body so that one of its colliders is where one of another body is. */
static void bring_together(crowd *c, carom_body body, carom_body other) {
  carom_pose pose, from, to;
  carom_body_get_pose(c->world, body, &pose);
  carom_collider_get_pose(c->world, any_collider(c, body), &from);
  carom_collider_get_pose(c->world, any_collider(c, other), &to);
  pose.position.x += to.position.x - from.position.x;
  pose.position.y += to.position.y - from.position.y;
  pose.position.z += to.position.z - from.position.z;
  ck_assert_int_eq(carom_body_set_pose(c->world, body, &pose), CAROM_OK);
}

/* Out there the rounding of a change of frame is many times the size of things, and a tree is asked in
 * another frame than that in which the narrow phase looks. */
START_TEST(trees_find_small_things_far_out) {
  size_t contacts = 0;
  for (int seed = 0; seed < test_scaled(10); seed++) {
    crowd c;
    make(&c, 3, (uint64_t)seed + 1);
    carom_body level = far_flung(&c, 3 * MANY),
               bodies[2] = {far_flung(&c, _i ? 2 * MANY : 1), far_flung(&c, 2)};
    for (int step = 0; step < 30; step++) {
      for (int i = 0; i < 2; i++) bring_together(&c, bodies[i], level);
      support_step(c.world);
      contacts += support_contact_count(c.world);
      ck_assert_uint_eq(count_wrong(c.world), 0);
    }
    destroy(&c);
  }
  ck_assert_uint_gt(contacts, 50);
}
END_TEST

static void add_box(carom_world *world, carom_body_kind kind, double x) {
  support_collider(world, support_body(world, kind, x, 0, 0), carom_shape_box(0.5f, 0.5f, 0.5f));
}

/* In a seamless world the box of a mover is larger against what is static: that against one before, which
 * moves, must not stand for it. */
START_TEST(a_box_grows_by_whom_it_is_compared_with) {
  const carom_world_def def = {.seamless = true};
  carom_world *world = NULL;
  carom_counts counts;
  ck_assert_int_eq(carom_world_create(&def, &world), CAROM_OK);
  add_box(world, CAROM_KINEMATIC, 0);
  add_box(world, CAROM_KINEMATIC, -0.9);
  add_box(world, CAROM_STATIC, 1.005);
  ck_assert_int_eq(carom_world_step(world, 0), CAROM_OK);
  carom_world_get_counts(world, &counts);
  ck_assert_uint_eq(counts.collider_pairs, 2);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cull");
  TCase *tests = tcase_create("cull");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, contacts_are_the_pairs_that_touch, 0, SCALES);
  tcase_add_loop_test(tests, trees_find_small_things_far_out, 0, 2);
  tcase_add_test(tests, a_box_grows_by_whom_it_is_compared_with);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_world_fuzz.c: two worlds that are given the same calls, thousands of random ones: the brute and the
 * sorted broad phase, and a world far from the origin; and all pairs by the stateless functions against
 * both. */
#include <stdlib.h>

#include "placed.h"

enum { BODIES = 36, COLLIDERS_MAX = 2048, HULLS = 6, MANY = 20 };

/* Two worlds; the second may stand elsewhere. */
typedef struct {
  uint64_t random;
  carom_world *worlds[2];
  carom_pos origins[2];
  carom_body bodies[BODIES]; /* the ids are the same in both */
  carom_hull *hulls[HULLS];
  asset_set assets;
  size_t step;
} twins;

static const carom_hull *any_hull(twins *t) { return t->hulls[test_below(&t->random, HULLS)]; }

static carom_shape random_shape(twins *t) {
  if (test_below(&t->random, 24) == 0) return support_asset_shape(&t->random, &t->assets);
  return support_random_shape(&t->random, any_hull(t));
}

/* Multiples of 2^-10, so that a sum with an origin is exact. */
static double grid(uint64_t *random, float size) {
  return floor((double)test_uniform(random, -size, size) * 1024) / 1024;
}

static carom_vec3 grid_velocity(twins *t, float size) {
  float x = (float)grid(&t->random, size), y = (float)grid(&t->random, size);
  return (carom_vec3){x, y, (float)grid(&t->random, size)};
}

static carom_pose random_pose(twins *t) {
  carom_pose pose = {.rotation = {0, 0, 0, 1}};
  pose.position.x = grid(&t->random, 7);
  pose.position.y = grid(&t->random, 7);
  pose.position.z = grid(&t->random, 2);
  if (test_below(&t->random, 4)) pose.rotation = test_quat(&t->random);
  return pose;
}

static carom_pose in_world(const twins *t, int i, carom_pose pose) {
  const carom_pos *o = &t->origins[i];
  pose.position = (carom_pos){pose.position.x + o->x, pose.position.y + o->y, pose.position.z + o->z};
  return pose;
}

static carom_filter random_filter(twins *t) {
  carom_filter filter = {0};
  if (test_below(&t->random, 3) == 0) filter.category = (uint64_t)1 << test_below(&t->random, 3);
  if (test_below(&t->random, 5) == 0) filter.mask = test_below(&t->random, 8);
  if (test_below(&t->random, 8) == 0) filter.group = (int32_t)test_below(&t->random, 5) - 2;
  return filter;
}

static carom_local_pose random_local(twins *t) {
  carom_local_pose local = {.rotation = {0, 0, 0, 1}};
  local.position = test_vec3(&t->random, -1.5f, 1.5f);
  if (test_below(&t->random, 2)) local.rotation = test_quat(&t->random);
  return local;
}

static void add_colliders(twins *t, carom_body body, size_t count) {
  carom_collider_def defs[MANY];
  carom_collider made[2][MANY];
  for (size_t i = 0; i < count; i++) {
    defs[i] = (carom_collider_def){
        .shape = random_shape(t), .filter = random_filter(t), .sensor = test_below(&t->random, 6) == 0};
    if (count > 1) defs[i].pose = random_local(t);
  }
  for (int i = 0; i < 2; i++)
    ck_assert_int_eq(carom_collider_create_many(t->worlds[i], body, defs, count, made[i]), CAROM_OK);
  ck_assert_int_eq(memcmp(made[0], made[1], count * sizeof made[0][0]), 0);
}

static carom_body create(twins *t) {
  carom_body_def def = {.kind = test_below(&t->random, 3) ? CAROM_KINEMATIC : CAROM_STATIC};
  carom_pose pose = random_pose(t);
  carom_body body[2];
  if (def.kind == CAROM_KINEMATIC && test_below(&t->random, 3)) {
    def.linear_velocity = grid_velocity(t, 4);
    def.angular_velocity = grid_velocity(t, 4);
  }
  for (int i = 0; i < 2; i++) {
    def.pose = in_world(t, i, pose);
    body[i] = carom_body_create(t->worlds[i], &def);
  }
  ck_assert(body[0].bits != 0 && body[0].bits == body[1].bits);
  const size_t counts[] = {1, 1, 1, 1, 2, 5, 12, MANY};
  add_colliders(t, body[0], counts[test_below(&t->random, 8)]);
  return body[0];
}

/* One of the body's colliders; null when it has none. */
static carom_collider pick_collider(twins *t, carom_body body) {
  carom_collider list[64] = {{0}};
  size_t count = 0;
  carom_body_get_colliders(t->worlds[0], body, list, 64, &count);
  return list[count ? test_below(&t->random, (uint32_t)(count < 64 ? count : 64)) : 0];
}

static void change_body(twins *t, carom_body body) {
  carom_pose pose = random_pose(t);
  carom_vec3 linear = grid_velocity(t, 4), angular = grid_velocity(t, 4);
  bool enabled = test_below(&t->random, 3), stand = test_below(&t->random, 2);
  uint32_t what = test_below(&t->random, 3);
  carom_body_kind kind;
  carom_body_get_kind(t->worlds[0], body, &kind);
  if (kind == CAROM_STATIC || stand) linear = angular = (carom_vec3){0, 0, 0};
  for (int i = 0; i < 2; i++) {
    carom_pose here = in_world(t, i, pose);
    carom_status status = what == 0   ? carom_body_set_pose(t->worlds[i], body, &here)
                          : what == 1 ? carom_body_set_velocity(t->worlds[i], body, linear, angular)
                                      : carom_body_set_enabled(t->worlds[i], body, enabled);
    ck_assert_int_eq(status, CAROM_OK);
  }
}

static void change_collider(twins *t, carom_body body) {
  carom_collider collider = pick_collider(t, body);
  carom_shape shape = random_shape(t);
  carom_local_pose local = random_local(t);
  carom_filter filter = random_filter(t);
  uint32_t what = test_below(&t->random, 5);
  if (!collider.bits || what == 0) {
    if (!collider.bits || test_below(&t->random, 2)) add_colliders(t, body, 1);
    return;
  }
  for (int i = 0; i < 2; i++) {
    carom_status status = what == 1   ? carom_collider_set_shape(t->worlds[i], collider, &shape)
                          : what == 2 ? carom_collider_set_local_pose(t->worlds[i], collider, &local)
                          : what == 3 ? carom_collider_set_filter(t->worlds[i], collider, filter)
                                      : carom_collider_destroy(t->worlds[i], collider);
    ck_assert_int_eq(status, CAROM_OK);
  }
}

static void act(twins *t) {
  carom_body *body = &t->bodies[test_below(&t->random, BODIES)];
  uint32_t what = test_below(&t->random, 8);
  if (!body->bits) {
    *body = create(t);
  } else if (what == 0) {
    for (int i = 0; i < 2; i++) ck_assert_int_eq(carom_body_destroy(t->worlds[i], *body), CAROM_OK);
    *body = (carom_body){0};
  } else if (what < 5) {
    change_body(t, *body);
  } else {
    change_collider(t, *body);
  }
}

static void clear(twins *t) {
  for (int i = 0; i < 2; i++) ck_assert_int_eq(carom_world_clear(t->worlds[i]), CAROM_OK);
  memset(t->bodies, 0, sizeof t->bodies);
}

static twins *twins_make(uint64_t seed, carom_broadphase_kind first, carom_broadphase_kind second) {
  twins *t = calloc(1, sizeof *t);
  const carom_world_def defs[2] = {{.broadphase = first}, {.broadphase = second}};
  t->random = seed;
  ck_assert_int_eq(assets_make(&t->assets), CAROM_OK);
  for (int i = 0; i < 2; i++) ck_assert_int_eq(carom_world_create(&defs[i], &t->worlds[i]), CAROM_OK);
  for (int i = 0; i < HULLS; i++) t->hulls[i] = support_hull(NULL, (uint64_t)i, 0.7f);
  return t;
}

static void twins_free(twins *t) {
  for (int i = 0; i < 2; i++) carom_world_destroy(t->worlds[i]);
  for (int i = 0; i < HULLS; i++) carom_hull_release(t->hulls[i]);
  assets_release(&t->assets);
  free(t);
}

/* A few bodies leave the others' reach for good: they are put back. */
static void gather(twins *t) {
  for (int i = 0; i < BODIES; i++) {
    carom_pose pose;
    if (carom_body_get_pose(t->worlds[0], t->bodies[i], &pose) != CAROM_OK) continue;
    double x = pose.position.x - t->origins[0].x, y = pose.position.y - t->origins[0].y;
    if (fabs(x) < 12 && fabs(y) < 12) continue;
    carom_pose back = random_pose(t);
    for (int w = 0; w < 2; w++) {
      carom_pose here = in_world(t, w, back);
      carom_body_set_pose(t->worlds[w], t->bodies[i], &here);
    }
  }
}

static void step(twins *t) {
  for (uint32_t i = test_below(&t->random, 3); i > 0; i--) act(t);
  if (t->step % 64 == 0) gather(t);
  if (t->step++ % 1000 == 999) clear(t);
  for (int i = 0; i < 2; i++) support_step(t->worlds[i]);
}

static size_t different_events(const twins *t) {
  size_t counts[2], different = 0;
  const carom_event *first = carom_world_get_events(t->worlds[0], &counts[0]);
  const carom_event *second = carom_world_get_events(t->worlds[1], &counts[1]);
  if (counts[0] != counts[1]) return 1 + counts[0] + counts[1];
  for (size_t i = 0; i < counts[0]; i++)
    different += first[i].kind != second[i].kind || first[i].cause != second[i].cause ||
                 first[i].contact->a.collider.bits != second[i].contact->a.collider.bits ||
                 first[i].contact->b.collider.bits != second[i].contact->b.collider.bits;
  return different;
}

/* All pairs
 * ----------------------------------------------------------------------------------------------- */

static bool is_contact(const carom_world *world, const placed *a, const placed *b) {
  size_t count;
  const carom_contact *contacts = carom_world_get_contacts(world, &count);
  bool ordered = (uint32_t)a->collider.bits < (uint32_t)b->collider.bits;
  uint64_t first = ordered ? a->collider.bits : b->collider.bits;
  uint64_t second = ordered ? b->collider.bits : a->collider.bits;
  for (size_t i = 0; i < count; i++)
    if (contacts[i].a.collider.bits == first && contacts[i].b.collider.bits == second) return true;
  return false;
}

static bool may_meet(const placed *a, const placed *b) {
  return a->body.bits != b->body.bits && !(a->still && b->still) && !(a->sensor && b->sensor) &&
         support_admits(a->filter, b->filter);
}

typedef struct {
  size_t pairs, contacts, close_calls, wrong;
} tally;

static void compare_all_pairs(const twins *t, tally *sum) {
  placed *list = malloc(COLLIDERS_MAX * sizeof *list);
  size_t count = placed_list(t->worlds[1], t->bodies, BODIES, list, COLLIDERS_MAX), contacts = 0;
  ck_assert_uint_lt(count, COLLIDERS_MAX);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < i; k++) {
      if (!may_meet(&list[i], &list[k])) continue;
      bool touch = placed_overlap(&list[i], &list[k]), contact = is_contact(t->worlds[1], &list[i], &list[k]);
      bool close = touch != contact && placed_is_close_call(&list[i], &list[k]);
      sum->pairs++;
      contacts += contact;
      sum->close_calls += close;
      sum->wrong += touch != contact && !close;
    }
  sum->wrong += contacts != support_contact_count(t->worlds[1]);
  sum->contacts += contacts;
  free(list);
}

START_TEST(broad_phases_agree) {
  int steps = 1000 + test_scaled(1500);
  twins *t = twins_make((uint64_t)_i + 1, CAROM_BROADPHASE_BRUTE, CAROM_BROADPHASE_SWEEP);
  tally sum = {0};
  for (int i = 0; i < steps; i++) {
    step(t);
    ck_assert_msg(carom_world_hash(t->worlds[0]) == carom_world_hash(t->worlds[1]), "seed %d step %d: hash",
                  _i, i);
    ck_assert_msg(different_events(t) == 0, "seed %d step %d: events", _i, i);
    if (i % 50 == 0) compare_all_pairs(t, &sum);
  }
  carom_counts counts;
  carom_world_get_counts(t->worlds[1], &counts);
  ck_assert_msg(sum.wrong == 0, "seed %d: %zu of %zu pairs wrong", _i, sum.wrong, sum.pairs);
  ck_assert_msg(sum.contacts > (size_t)steps / 5 && sum.close_calls * 200 < sum.contacts,
                "%zu contacts, %zu close calls", sum.contacts, sum.close_calls);
  ck_assert(counts.begins > 0.8 * steps && counts.stays > 4.0 * steps);
  twins_free(t);
}
END_TEST

/* What moves by multiples of 2^-10 is told the same a million units away. */
START_TEST(far_from_the_origin_is_as_near) {
  enum { STEPS = 600 };
  twins *t = twins_make((uint64_t)_i + 100, CAROM_BROADPHASE_SWEEP, CAROM_BROADPHASE_SWEEP);
  t->origins[1] = (carom_pos){1e6, -1e6, 5e5};
  size_t events = 0;
  for (int i = 0; i < STEPS; i++) {
    size_t count;
    step(t);
    ck_assert_msg(different_events(t) == 0, "seed %d step %d", _i, i);
    carom_world_get_events(t->worlds[0], &count);
    events += count;
  }
  ck_assert_uint_gt(events, 2000);
  twins_free(t);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("world fuzz");
  TCase *tests = tcase_create("twins");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, broad_phases_agree, 0, 4);
  tcase_add_loop_test(tests, far_from_the_origin_is_as_near, 0, 3);
  suite_add_tcase(suite, tests);
  return suite;
}

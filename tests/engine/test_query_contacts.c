/* test_query_contacts.c: what queries find is what the events of the same poses tell: whom a collider's own
 * shape overlaps, asked where it is after a step, has a contact with it, and nobody else has. */
#include "query_scene.h"

/* Who meets whom in these scenes, whose filters admit all. */
static bool may_meet(const placed *a, const placed *b) {
  return a->body.bits != b->body.bits && !(a->still && b->still) && !(a->sensor && b->sensor);
}

/* Do they touch where they are, as the contacts have it? What was met on the way alone does not. */
static bool touch_by_contacts(const query_scene *s, const placed *a, const placed *b) {
  carom_contact contact;
  carom_swept_hit hit;
  return carom_contact_between(s->world, a->collider, b->collider, &contact) == CAROM_OK &&
         (carom_contact_get_swept_hit(s->world, a->collider, b->collider, &hit) == CAROM_NO_CONTACT ||
          placed_overlap(a, b));
}

static size_t count_wrong(const query_scene *s, const placed *p) {
  carom_found found[SCENE_COLLIDERS];
  bool touches[4 * SCENE_COLLIDERS] = {false};
  carom_query_filter others = {.ignore = p->body};
  size_t count, wrong = 0;
  ck_assert_int_eq(
      carom_world_overlap_shape(s->world, &p->shape, &p->pose, &others, found, SCENE_COLLIDERS, &count),
      CAROM_OK);
  for (size_t i = 0; i < count; i++) touches[(uint32_t)found[i].collider.bits % (4 * SCENE_COLLIDERS)] = true;
  for (size_t i = 0; i < s->count; i++) {
    const placed *q = &s->list[i];
    bool touch = touches[(uint32_t)q->collider.bits % (4 * SCENE_COLLIDERS)];
    if (!may_meet(p, q) || touch == touch_by_contacts(s, p, q)) continue;
    wrong += s->exact || !placed_is_close_call(p, q);
  }
  return wrong;
}

/* Some fly, some of these so fast that they are swept, and some stop where they hit. */
static void send(query_scene *s) {
  for (int i = 0; i < SCENE_BODIES; i++) {
    float unit = (float)s->unit, speed = test_below(&s->random, 3) ? unit : 400 * unit;
    carom_vec3 turn = {0, 0, 0}, way = test_vec3(&s->random, -speed, speed);
    if (!s->unturned && test_below(&s->random, 2)) turn = test_vec3(&s->random, -9, 9);
    if (carom_body_set_velocity(s->world, s->bodies[i], way, turn)) continue;
    carom_body_set_swept(s->world, s->bodies[i], test_below(&s->random, 4) > 0);
    carom_body_set_stopping(s->world, s->bodies[i], test_below(&s->random, 2) > 0);
  }
}

static void compare(query_scene *s) {
  size_t wrong = 0, contacts = 0;
  for (int round = 0, rounds = 4 + test_scaled(16); round < rounds; round++) {
    scene_stir(s);
    send(s);
    support_step(s->world);
    scene_refresh(s);
    contacts += support_contact_count(s->world);
    for (size_t i = 0; i < s->count; i++) wrong += count_wrong(s, &s->list[i]);
  }
  ck_assert_msg(wrong == 0, "%zu wrong", wrong);
  ck_assert_uint_gt(contacts, 0);
  scene_free(s);
}

START_TEST(queries_find_who_has_a_contact) {
  query_scene s;
  scene_make(&s, 100 + (uint64_t)_i, true, _i % 2 ? 1 : 1e-2, (carom_pos){0, 0, 0});
  compare(&s);
}
END_TEST

START_TEST(queries_find_parts_that_have_a_contact) {
  query_scene s;
  if (_i % 2)
    scene_make_unturned(&s, 200 + (uint64_t)_i, 1, (carom_pos){0, 0, 0});
  else
    scene_make(&s, 200 + (uint64_t)_i, false, 1, (carom_pos){1e6, -2e5, 3e4});
  compare(&s);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query contacts");
  TCase *tests = tcase_create("contacts");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, queries_find_who_has_a_contact, 0, 4);
  tcase_add_loop_test(tests, queries_find_parts_that_have_a_contact, 0, 4);
  suite_add_tcase(suite, tests);
  return suite;
}

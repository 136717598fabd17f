/* test_query_overlaps.c: what touches a shape, a point or a region, against every collider by itself. */
#include "query_scene.h"

/* One question, as a shape at a pose, and what was answered. */
typedef struct {
  placed asked; /* without a shape: the point at its pose */
  carom_query_filter filter;
  carom_found found[SCENE_COLLIDERS];
  size_t count;
} question;

static bool truly_touches(const placed *p, const placed *asked) {
  if (asked->shape.kind != CAROM_NO_SHAPE) return placed_overlap(p, asked);
  carom_ray ray = {.origin = asked->pose.position};
  carom_ray_result result;
  ck_assert_int_eq(carom_cast_ray(&p->shape, &p->pose, &ray, &result), CAROM_OK);
  return result.hit;
}

static bool is_close_call(const placed *p, const placed *asked) {
  placed ball = *asked;
  if (asked->shape.kind == CAROM_NO_SHAPE) ball.shape = carom_shape_sphere(CAROM_SIZE_MIN);
  return placed_is_close_call(p, &ball);
}

static bool was_found(const question *q, carom_collider collider) {
  for (size_t i = 0; i < q->count; i++)
    if (q->found[i].collider.bits == collider.bits) return true;
  return false;
}

static size_t wrong_answers(const query_scene *s, const question *q) {
  size_t wrong = 0, known = 0;
  for (size_t i = 1; i < q->count; i++)
    wrong += (uint32_t)q->found[i - 1].collider.bits >= (uint32_t)q->found[i].collider.bits;
  for (size_t i = 0; i < s->count; i++) {
    const placed *p = &s->list[i];
    bool found = was_found(q, p->collider),
         expected = scene_wants(p, &q->filter) && truly_touches(p, &q->asked);
    known += found;
    wrong += found != expected && (s->exact || !scene_wants(p, &q->filter) || !is_close_call(p, &q->asked));
  }
  for (size_t i = 0; i < q->count; i++) {
    carom_body owner;
    carom_collider_get_body(s->world, q->found[i].collider, &owner);
    wrong += owner.bits != q->found[i].body.bits || q->found[i].child != 0;
  }
  return wrong + (known != q->count);
}

static carom_status ask(const query_scene *s, const question *q, carom_found *out, size_t capacity,
                        size_t *count) {
  const placed *asked = &q->asked;
  if (asked->shape.kind == CAROM_NO_SHAPE)
    return carom_world_overlap_point(s->world, &asked->pose.position, &q->filter, out, capacity, count);
  return carom_world_overlap_shape(s->world, &asked->shape, &asked->pose, &q->filter, out, capacity, count);
}

static size_t wrong_with_little_room(const query_scene *s, const question *q) {
  carom_found some[3] = {{{0}, {0}, 0}, {{0}, {0}, 0}, {{0}, {0}, 77}};
  size_t told, wrong = 0;
  wrong += ask(s, q, some, 2, &told) != CAROM_OK || told != q->count || some[2].child != 77;
  for (size_t i = 0; i < 2 && i < q->count; i++) wrong += some[i].collider.bits != q->found[i].collider.bits;
  return wrong + (ask(s, q, NULL, 0, &told) != CAROM_OK || told != q->count);
}

static void ask_many(query_scene *s, int questions, size_t *found) {
  static question q;
  size_t told_wrong = 0;
  for (int i = 0; i < questions; i++) {
    q.asked = (placed){.pose = scene_pose(s)};
    if (test_below(&s->random, 3)) q.asked.shape = scene_shape(s);
    q.filter = scene_filter(s, &told_wrong);
    size_t wrong = ask(s, &q, q.found, SCENE_COLLIDERS, &q.count) != CAROM_OK;
    wrong += wrong_answers(s, &q) + wrong_with_little_room(s, &q);
    ck_assert_msg(wrong == 0 && told_wrong == 0, "question %d, %s at %g %g %g", i,
                  carom_shape_kind_name(q.asked.shape.kind), q.asked.pose.position.x, q.asked.pose.position.y,
                  q.asked.pose.position.z);
    *found += q.count;
  }
}

static void ask_in_all_states(query_scene *s, int questions) {
  size_t found = 0;
  ask_many(s, questions, &found);
  support_step(s->world);
  ask_many(s, questions, &found);
  for (int i = 0; i < 4; i++) {
    scene_stir(s);
    ask_many(s, questions, &found);
    support_step(s->world);
    ask_many(s, questions, &found);
  }
  ck_assert_uint_gt(found, 200);
}

START_TEST(overlaps_are_exact) {
  static query_scene s;
  scene_make(&s, (uint64_t)_i, true, 1, (carom_pos){0, 0, 0});
  ask_in_all_states(&s, 100);
  scene_free(&s);
}
END_TEST

START_TEST(overlaps_with_parts_of_bodies) {
  static query_scene s;
  scene_make(&s, (uint64_t)_i, false, 1, (carom_pos){0, 0, 0});
  ask_in_all_states(&s, 100);
  scene_free(&s);
}
END_TEST

START_TEST(overlaps_are_exact_far_away) {
  static query_scene s;
  scene_make(&s, (uint64_t)_i, true, 0x1p-6, (carom_pos){1e6, -1e6, 5e5});
  ask_in_all_states(&s, 100);
  scene_free(&s);
}
END_TEST

/* A region is a box along the axes. */
START_TEST(regions_are_boxes) {
  static query_scene s;
  static question q;
  size_t found = 0, wrong = 0;
  scene_make(&s, (uint64_t)_i, false, 1, (carom_pos){100, 200, -300});
  for (int i = 0; i < 500; i++) {
    carom_pos center = scene_place(&s);
    double x = scene_grid(&s) + 4, y = scene_grid(&s) + 4, z = scene_grid(&s) + 4;
    carom_region region = {{center.x - x / 2, center.y - y / 2, center.z - z / 2},
                           {center.x + x / 2, center.y + y / 2, center.z + z / 2}};
    const float least = CAROM_SIZE_MIN;
    q.asked = (placed){.pose.position = center,
                       .shape = carom_shape_box(fmaxf((float)x / 2, least), fmaxf((float)y / 2, least),
                                                fmaxf((float)z / 2, least))};
    q.filter = scene_filter(&s, &wrong);
    wrong += carom_world_overlap_region(s.world, &region, &q.filter, q.found, SCENE_COLLIDERS, &q.count) !=
             CAROM_OK;
    wrong += wrong_answers(&s, &q);
    ck_assert_msg(wrong == 0, "region %d at %g %g %g", i, center.x, center.y, center.z);
    found += q.count;
    if (i % 100 == 50) support_step(s.world);
    if (i % 100 == 99) scene_stir(&s);
  }
  ck_assert_uint_gt(found, 200);
  scene_free(&s);
}
END_TEST

typedef struct {
  size_t found, wrong;
} probe;

/* Queries from inside a handler see what the handlers have done. */
static void query_inside(void *user, carom_world *world, const carom_event *event) {
  probe *p = user;
  carom_pos here = {0, 0, 0}, there = {70, 0, 0};
  carom_pose away = {.position = there};
  carom_found found[2];
  size_t count;
  carom_world_overlap_point(world, &here, NULL, found, 2, &count);
  p->found += count;
  carom_body_set_pose(world, event->contact->a.body, &away);
  carom_world_overlap_point(world, &there, NULL, found, 2, &count);
  p->wrong += count != 1 || found[0].body.bits != event->contact->a.body.bits;
  carom_body_destroy(world, event->contact->b.body);
  carom_world_overlap_point(world, &here, NULL, found, 2, &count);
  p->wrong += count != 0;
}

START_TEST(queries_can_ignore_who_asks) {
  carom_world *world = support_world();
  carom_body self = support_ball(world, CAROM_KINEMATIC, 0), other = support_ball(world, CAROM_KINEMATIC, 1);
  carom_query_filter filter = {.ignore = self};
  carom_pos origin = {0, 0, 0};
  carom_ray ray = {{-5, 0, 0}, {10, 0, 0}};
  carom_found found;
  carom_ray_hit hit;
  size_t count;
  ck_assert_int_eq(carom_world_overlap_point(world, &origin, NULL, NULL, 0, &count), CAROM_OK);
  ck_assert_uint_eq(count, 2);
  ck_assert_int_eq(carom_world_overlap_point(world, &origin, &filter, &found, 1, &count), CAROM_OK);
  ck_assert(count == 1 && found.body.bits == other.bits);
  ck_assert_int_eq(carom_world_cast_ray(world, &ray, &filter, &hit), CAROM_OK);
  ck_assert_uint_eq(hit.body.bits, other.bits);
  carom_world_destroy(world);
}
END_TEST

START_TEST(queries_inside_handlers) {
  carom_world *world = support_world();
  probe p = {0, 0};
  carom_handler_def handler = {.callback = query_inside, .user = &p, .events = CAROM_EVENT_BEGIN};
  support_ball(world, CAROM_KINEMATIC, 0);
  support_ball(world, CAROM_KINEMATIC, 0.5);
  carom_handler_add(world, &handler);
  support_step(world);
  ck_assert(p.found == 2 && p.wrong == 0);
  carom_world_destroy(world);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("query overlaps");
  TCase *tests = tcase_create("overlaps");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, overlaps_are_exact, 1, 5);
  tcase_add_loop_test(tests, overlaps_with_parts_of_bodies, 5, 9);
  tcase_add_loop_test(tests, overlaps_are_exact_far_away, 9, 13);
  tcase_add_loop_test(tests, regions_are_boxes, 13, 15);
  tcase_add_test(tests, queries_can_ignore_who_asks);
  tcase_add_test(tests, queries_inside_handlers);
  suite_add_tcase(suite, tests);
  return suite;
}

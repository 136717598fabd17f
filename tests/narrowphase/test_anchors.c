/* test_anchors.c: where contact points lie on the two surfaces. */
#include "kinds.h"
#include "scenes.h"
#include "vec.h"

static carom_pos place_of(const carom_pose *pose, carom_vec3 anchor) {
  carom_frame frame = pose_to_frame(pose);
  return frame_apply(&frame, anchor);
}

/* The way from one anchor to the other is the separation along the normal, and the point is midway. */
static void check_point(const scene *s, const carom_manifold *m, uint32_t i, const carom_anchors *anchors) {
  const carom_contact_point *point = &m->points[i];
  carom_pos a = place_of(&s->pose_a, anchors->a), b = place_of(&s->pose_b, anchors->b);
  carom_vec3 off = vec3_sub(pos_sub(b, a), vec3_scale(m->normal, point->separation));
  carom_vec3 from_middle = vec3_sub(pos_sub(point->position, a), pos_sub(b, point->position));
  ck_assert(vec3_length(off) <= 1e-5f * s->size);
  ck_assert(vec3_length(from_middle) <= 1e-5f * s->size);
}

START_TEST(anchors_are_the_separation_apart) {
  uint64_t random = 3;
  int touching = 0;
  for (int i = 0; i < 1000 + test_scaled(20000); i++) {
    carom_shape_kind a = spatial_kind(test_below(&random, SPATIAL_KINDS));
    carom_shape_kind b = spatial_kind(test_below(&random, SPATIAL_KINDS));
    scene s = random_scene(&random, a, b, 1e-2f);
    carom_manifold m;
    carom_anchors anchors[CAROM_MANIFOLD_POINTS];
    ck_assert_int_eq(carom_collide_within(&s.a, &s.pose_a, &s.b, &s.pose_b, 0.1f * s.size, &m), CAROM_OK);
    ck_assert_int_eq(
        carom_contact_points_get_anchors(m.points, m.point_count, m.normal, &s.pose_a, &s.pose_b, anchors),
        CAROM_OK);
    for (uint32_t k = 0; k < m.point_count; k++) check_point(&s, &m, k, &anchors[k]);
    touching += m.point_count > 0;
    release_scene(&s);
  }
  ck_assert_int_gt(touching, 100);
}
END_TEST

/* Two boxes, one on the other with four points. */
static carom_manifold lie_on_four(const carom_pose *below, const carom_pose *above,
                                  carom_anchors out[CAROM_MANIFOLD_POINTS]) {
  const carom_shape box = carom_shape_box(1, 1, 1);
  carom_manifold m;
  ck_assert_int_eq(carom_collide(&box, below, &box, above, &m), CAROM_OK);
  ck_assert_uint_eq(m.point_count, 4);
  ck_assert_int_eq(carom_contact_points_get_anchors(m.points, 4, m.normal, below, above, out), CAROM_OK);
  return m;
}

/* A box that sinks: the way between its anchors says how deep it is now. */
START_TEST(anchors_follow_their_sides) {
  carom_pose below = {.position = {1e6, 0, 0}, .rotation = {0, 0, 0, 1}}, above = below;
  carom_anchors anchors[CAROM_MANIFOLD_POINTS];
  above.position.y = 1.75;
  const carom_manifold m = lie_on_four(&below, &above, anchors);
  above.position.y = 1.5;
  for (int i = 0; i < 4; i++) {
    ck_assert(anchors[i].a.y == 1 && anchors[i].b.y == -1 && fabsf(anchors[i].a.x) == 1);
    carom_vec3 way = pos_sub(place_of(&above, anchors[i].b), place_of(&below, anchors[i].a));
    ck_assert(vec3_dot(way, m.normal) == -0.5f);
  }
}
END_TEST

/* Shapes reach beyond the world that their origins are in, and their contacts may lie there. */
START_TEST(contacts_beyond_the_world_have_anchors) {
  const carom_pose below = {.position = {CAROM_POSITION_MAX, 0, 0}, .rotation = {0, 0, 0, 1}},
                   above = {.position = {CAROM_POSITION_MAX, 1.75, 0}, .rotation = {0, 0, 0, 1}};
  carom_anchors anchors[CAROM_MANIFOLD_POINTS];
  lie_on_four(&below, &above, anchors);
  for (int i = 0; i < 4; i++) ck_assert(fabsf(anchors[i].a.x) == 1 && anchors[i].a.y == 1);
}
END_TEST

START_TEST(arguments_are_checked) {
  const carom_contact_point good = {.separation = -0.1f};
  const carom_vec3 up = {0, 1, 0};
  const carom_pose at = {.rotation = {0, 0, 0, 1}}, turned = {.rotation = {1, 1, 0, 0}};
  carom_contact_point points[2] = {good, good};
  carom_anchors out[2] = {{{7, 7, 7}, {7, 7, 7}}}, before = out[0];
  points[1].separation = NAN;
  ck_assert_int_eq(carom_contact_points_get_anchors(points, 2, up, &at, &at, out), CAROM_NOT_FINITE);
  ck_assert_int_eq(carom_contact_points_get_anchors(points, 1, up, &at, &turned, out), CAROM_NOT_UNIT);
  ck_assert_int_eq(carom_contact_points_get_anchors(points, 1, up, NULL, &at, out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_contact_points_get_anchors(NULL, 1, up, &at, &at, out), CAROM_NULL_ARGUMENT);
  ck_assert(memcmp(&before, out, sizeof before) == 0);
  ck_assert_int_eq(carom_contact_points_get_anchors(NULL, 0, up, &at, &at, NULL), CAROM_OK);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("anchors");
  TCase *tests = tcase_create("anchors");
  tcase_add_test(tests, anchors_are_the_separation_apart);
  tcase_add_test(tests, anchors_follow_their_sides);
  tcase_add_test(tests, contacts_beyond_the_world_have_anchors);
  tcase_add_test(tests, arguments_are_checked);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_box_hull.c: a box, and the hull of its vertices: the same axis, chosen by the same preference, and the
 * same depth, though one goes by the fifteen axes and the other by GJK and EPA. Of shallow pairs, where edges
 * cross near their ends and a face is preferred. */
#include "bodies.h"

typedef struct twin {
  carom_shape box;
  body hull;
} twin;

static void make_twin(uint64_t *r, twin *out) {
  carom_vec3 h = test_vec3(r, 0.2f, 1), corners[8];
  for (int k = 0; k < 8; k++) corners[k] = vec3(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z);
  out->box = carom_shape_box(h.x, h.y, h.z);
  ck_assert(body_hull(&out->hull, corners, 8));
}

static float least_half(const twin *t) {
  carom_vec3 h = t->box.geometry.box.half;
  return fminf(h.x, fminf(h.y, h.z));
}

/* Moves B along the way to part them, so that they overlap by a part of the least half extent. */
static float bring_near(uint64_t *r, const twin *a, const carom_pose *pose_a, const twin *b,
                        carom_pose *pose_b) {
  carom_distance_result now;
  float half = fminf(least_half(a), least_half(b)), depth = half * test_log_uniform(r, 1e-3f, 1e-1f);
  ck_assert_int_eq(carom_signed_distance(&a->box, pose_a, &b->box, pose_b, &now), CAROM_OK);
  carom_vec3 by = vec3_scale(now.normal, -depth - now.distance);
  pose_b->position = pos_add(pose_b->position, by);
  ck_assert_int_eq(carom_signed_distance(&a->box, pose_a, &b->box, pose_b, &now), CAROM_OK);
  return -now.distance;
}

static float depth_of(const carom_manifold *m) {
  float least = 0;
  for (uint32_t i = 0; i < m->point_count; i++) least = fminf(least, m->points[i].separation);
  return -least;
}

START_TEST(boxes_and_their_hulls_agree) {
  uint64_t r = 15;
  int other_axis = 0, other_depth = 0, beyond = 0, count = test_scaled(20000);
  for (int n = 0; n < count; n++) {
    twin a, b;
    make_twin(&r, &a), make_twin(&r, &b);
    carom_vec3 at = test_vec3(&r, -1, 1);
    carom_pose pose_a = {.rotation = test_quat(&r)};
    carom_pose pose_b = {pos_add((carom_pos){0, 0, 0}, at), test_quat(&r)};
    float least = bring_near(&r, &a, &pose_a, &b, &pose_b), half = fminf(least_half(&a), least_half(&b));
    carom_manifold box, hull;
    ck_assert_int_eq(carom_collide(&a.box, &pose_a, &b.box, &pose_b, &box), CAROM_OK);
    ck_assert_int_eq(carom_collide(&a.hull.shape, &pose_a, &b.hull.shape, &pose_b, &hull), CAROM_OK);
    ck_assert((box.point_count > 0) == (hull.point_count > 0));
    other_axis += vec3_length(vec3_sub(box.normal, hull.normal)) > 1e-3f;
    other_depth += fabsf(depth_of(&box) - depth_of(&hull)) > 1e-5f;
    beyond += depth_of(&hull) > least + half / 64 + 1e-5f;
    body_free(&a.hull), body_free(&b.hull);
  }
  ck_assert_int_eq(beyond, 0);
  /* Two axes may be equally good but for rounding. */
  ck_assert_int_le(other_axis, 1 + count / 20000);
  ck_assert_int_le(other_depth, other_axis);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("box_hull");
  TCase *cases = tcase_create("box_hull");
  tcase_add_test(cases, boxes_and_their_hulls_agree);
  suite_add_tcase(suite, cases);
  return suite;
}

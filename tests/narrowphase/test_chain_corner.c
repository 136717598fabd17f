/* test_chain_corner.c: chains at a corner that sticks out. What lies flush on a link up to the corner and
 * beyond, or stands on it, within rounding of touching, is told no deeper than it is, and where it touches.
 * And a compound of the links of a chain has the contacts that its links have. */
#include "carom/chain.h"
#include "carom/compound.h"
#include "carom/patch.h"

#include "all_kinds.h"
#include "flat_class.h"
#include "parts.h"

static const carom_pose still = {.rotation = {0, 0, 0, 1}};

/* How far from touching, and what is deep. An arc leaves its tangent by NEAR as far aside as BESIDE. */
#define NEAR 2e-6f
#define DEEP 1e-4f
#define BESIDE 2e-3f

/* --- One corner --- */

/* Two links of length 2, of which the second turns to the left: the right sides make a ridge. */
typedef struct ridge {
  carom_vec2 corner;
  float from, turn; /* the angles of the first link, and between both */
  float radius;
  carom_shape links[2], whole;
} ridge;

static carom_vec2 go(carom_vec2 p, double angle, float way) {
  return (carom_vec2){p.x + way * (float)cos(angle), p.y + way * (float)sin(angle)};
}

/* Must be released. */
static ridge make_ridge(uint64_t *random) {
  ridge r = {.corner = {test_uniform(random, -2, 2), test_uniform(random, -2, 2)},
             .from = test_uniform(random, -3.1f, 3.1f),
             .turn = test_uniform(random, 0.05f, 2.8f),
             .radius = test_below(random, 3) ? 0 : 0.0625f};
  const carom_vec2 points[3] = {go(r.corner, (double)r.from, -2), r.corner,
                                go(r.corner, (double)(r.from + r.turn), 2)};
  const carom_chain_def def = {.points = &points[0].x, .count = 3, .one_sided = test_below(random, 2)};
  carom_compound_child children[2];
  const carom_compound_def both = {.children = children, .child_count = 2};
  carom_chain *chain;
  carom_compound *compound;
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  for (uint32_t i = 0; i < 2; i++) {
    r.links[i] = carom_shape_chain_link(chain, i, r.radius);
    children[i] = (carom_compound_child){.shape = r.links[i], .pose = {.rotation = {0, 0, 0, 1}}};
  }
  ck_assert_int_eq(carom_compound_create(NULL, &both, NULL, &compound), CAROM_OK);
  carom_chain_release(chain); /* the compound has it */
  r.whole = carom_shape_compound(compound);
  return r;
}

/* An angle of the corner's normals: of one of the links, or between them. */
static double any_normal(const ridge *r, uint64_t *random) {
  float part = test_below(random, 3) ? (float)test_below(random, 2) : test_uniform(random, 0.02f, 0.98f);
  return (double)(r->from + part * r->turn) - acos(0);
}

static carom_vec3 local_direction(const carom_pose *pose, double angle) {
  const carom_frame frame = pose_to_frame(pose);
  return mat3_tmul_vec3(&frame.axes, vec3((float)cos(angle), (float)sin(angle), 0));
}

/* Turns a shape so that one of its edges faces against a normal; returns a place on it. */
static carom_vec3 lay_flush(const carom_shape *shape, uint64_t *random, double normal, carom_pose *pose) {
  carom__flat flat;
  carom__flat_of(shape, &flat);
  uint32_t i = test_below(random, flat_straight_edges(&flat));
  carom_vec2 a = flat.points[i], b = flat.points[flat_after(i, flat.count)];
  double edge = atan2((double)(b.y - a.y), (double)(b.x - a.x)), turn = normal + 3 * acos(0) - edge;
  float part = test_uniform(random, 0.05f, 0.95f);
  pose->rotation = quat_normalize((carom_quat){0, 0, (float)sin(turn / 2), (float)cos(turn / 2)});
  return vec3(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), 0);
}

/* The place of a shape that is turned anyhow which is farthest against a normal. */
static carom_vec3 stand(const carom_shape *shape, uint64_t *random, double normal, carom_pose *pose) {
  double turn = (double)test_uniform(random, -3, 3);
  uint32_t index;
  pose->rotation = quat_normalize((carom_quat){0, 0, (float)sin(turn / 2), (float)cos(turn / 2)});
  carom_vec3 down = vec3_neg(local_direction(pose, normal));
  return carom__shape_class_of(shape->kind)->support(shape, down, &index);
}

/* Puts a shape on the corner, off by so much. */
static carom_pose put_on(const ridge *r, const carom_shape *shape, uint64_t *random, float off) {
  double normal = any_normal(r, random);
  carom_pose pose = {.rotation = {0, 0, 0, 1}};
  carom__flat flat;
  carom__flat_of(shape, &flat);
  bool flush = test_below(random, 2) && flat_straight_edges(&flat) > 0 && shape->kind != CAROM_SEGMENT;
  carom_vec3 place = (flush ? lay_flush : stand)(shape, random, normal, &pose);
  const carom_frame frame = pose_to_frame(&pose);
  carom_vec3 way = mat3_mul_vec3(&frame.axes, place);
  double out = (double)(off + r->radius + shape_radius(carom__shape_class_of(shape->kind), shape));
  pose.position = (carom_pos){(double)r->corner.x - (double)way.x + out * cos(normal),
                              (double)r->corner.y - (double)way.y + out * sin(normal), 0};
  return pose;
}

/* The points are on both. */
static void check_points(const carom_shape *shape, const carom_pose *pose, const carom_manifold *m) {
  for (uint32_t i = 0; i < m->point_count; i++) {
    carom_point_distance gap;
    ck_assert_int_eq(carom_distance_to_point(shape, pose, &m->points[i].position, &gap), CAROM_OK);
    ck_assert_msg(gap.inside || gap.distance < BESIDE, "%s: a point is %g beside it",
                  carom_shape_kind_name(shape->kind), (double)gap.distance);
  }
}

/* Returns whether it touches. */
static bool is_touched(const carom_shape *ground, const carom_shape *shape, const carom_pose *pose) {
  carom_manifold m;
  carom_distance_result gap;
  ck_assert_int_eq(carom_collide(ground, &still, shape, pose, &m), CAROM_OK);
  ck_assert_int_eq(carom_signed_distance(ground, &still, shape, pose, &gap), CAROM_OK);
  ck_assert_msg(manifold_depth(&m) < DEEP, "%s: %g deep along %g %g", carom_shape_kind_name(shape->kind),
                (double)manifold_depth(&m), (double)m.normal.x, (double)m.normal.y);
  ck_assert_msg(gap.distance > -DEEP, "%s: distance %g", carom_shape_kind_name(shape->kind),
                (double)gap.distance);
  check_points(shape, pose, &m);
  check_points(ground, &still, &m);
  return m.point_count > 0;
}

START_TEST(what_just_touches_a_corner_is_not_deep) {
  carom_shape_kind kind = planar_kind((uint32_t)_i);
  uint64_t random = (uint64_t)_i + 1;
  int touching = 0, count = kind == CAROM_CHAIN_LINK ? 0 : test_scaled(20000);
  for (int i = 0; i < count; i++) {
    ridge r = make_ridge(&random);
    carom_shape shape = random_shape_of(&random, kind, 0.5f);
    carom_pose pose = put_on(&r, &shape, &random, test_uniform(&random, -NEAR, NEAR));
    for (int k = 0; k < 2; k++) touching += is_touched(&r.links[k], &shape, &pose);
    touching += is_touched(&r.whole, &shape, &pose);
    kind_release(&shape), kind_release(&r.whole);
  }
  ck_assert_int_ge(touching, count);
}
END_TEST

/* --- A compound of links --- */

/* In a notch a tip reaches under the second link up to where the third rises, and touches that nowhere. */
START_TEST(links_of_a_compound_are_met_at_their_ends) {
  const carom_vec2 points[4] = {{1.5f, 0.1085f}, {1, -0.0379f}, {0.5f, 0.012f}, {0, 0.072f}},
                   leaf[3] = {{-0.382f, 0.0214f}, {0.2326f, 0.0357f}, {-0.3337f, 0.2572f}};
  const carom_chain_def def = {.points = &points[0].x, .count = 4};
  carom_compound_child children[3];
  const carom_compound_def all = {.children = children, .child_count = 3};
  carom_pose pose = {{0.638, 0.0312, 0}, {0, 0, 0.9667346f, -0.2557812f}};
  carom_chain *chain;
  carom_compound *compound;
  carom_polygon *polygon;
  carom_patch patches[4];
  size_t count;
  ck_assert_int_eq(carom_chain_create(NULL, &def, &chain), CAROM_OK);
  for (uint32_t i = 0; i < 3; i++)
    children[i] = (carom_compound_child){
        .shape = carom_shape_chain_link(chain, i, 0), .pose = {.rotation = {0, 0, 0, 1}}, .number = i + 1};
  ck_assert_int_eq(carom_compound_create(NULL, &all, NULL, &compound), CAROM_OK);
  ck_assert_int_eq(carom_polygon_from_points(NULL, &leaf[0].x, 3, 0, &polygon), CAROM_OK);
  const carom_shape ground = carom_shape_compound(compound), shape = carom_shape_polygon(polygon);
  ck_assert_int_eq(carom_collide_patches(&ground, &still, &shape, &pose, patches, 4, &count), CAROM_OK);
  ck_assert_uint_eq(count, 2);
  ck_assert_uint_eq(patches[0].child_a, 2);
  ck_assert_uint_eq(patches[1].child_a, 1);
  ck_assert_double_eq_tol((double)patches[0].points[0].separation, -0.1224, 1e-3);
  carom_compound_release(compound), carom_chain_release(chain), carom_polygon_release(polygon);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("chain_corner");
  TCase *tests = tcase_create("chain_corner");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, what_just_touches_a_corner_is_not_deep, 0, PLANAR_KINDS);
  tcase_add_test(tests, links_of_a_compound_are_met_at_their_ends);
  suite_add_tcase(suite, tests);
  return suite;
}

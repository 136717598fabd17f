/* test_kinds.c: all pairs of kinds, judged by certificates that need no other algorithm: a distance is right
 * when both nearest points are of their shapes and the gap along the normal is as large; a depth is right
 * when moving by it parts the shapes and no other direction parts them by less. In long double, from the
 * sizes alone (kinds.h), at poses that are plain, aligned, coincident, near touching, far, and of very
 * unequal shapes. */
#include <stdio.h>

#include "pair_class.h"
#include "distance.h"
#include "kinds.h"
#include "manifold.h"

#define UNIT 0x1p-24L

enum { PAIRS = SPATIAL_KINDS * SPATIAL_KINDS, CASES = 60, DIRECTIONS = 60 };
enum { PLAIN, ALIGNED, NEARLY_ALIGNED, COINCIDENT, NEAR_TOUCH, UNEQUAL, FAMILIES };

typedef struct kind_pair {
  carom_shape a, b;
  carom__relative b_in_a;
  exact_pose pose; /* the same as b_in_a */
  long double size;
} kind_pair;

static void finish_pair(kind_pair *c) {
  c->pose = exact_pose_from(&c->b_in_a);
  c->size = kind_reach(&c->a) + kind_reach(&c->b) + (long double)vec3_norm1(c->b_in_a.origin);
}

static void release_pair(const kind_pair *c) {
  kind_release(&c->a);
  kind_release(&c->b);
}

/* How far the shapes are apart along a direction of A's frame; negative: how deep they overlap. */
static long double gap_along(const kind_pair *c, exact_vec n) {
  exact_vec unit = exact_mad(exact(0, 0, 0), n, 1 / exact_length(n));
  exact_vec into_b =
      exact_unplace(&(exact_pose){exact(0, 0, 0), {c->pose.column[0], c->pose.column[1], c->pose.column[2]}},
                    exact_mad(exact(0, 0, 0), unit, -1));
  return exact_dot(unit, c->pose.origin) - kind_extent(&c->a, unit) - kind_extent(&c->b, into_b);
}

static carom_mat3 random_axes(uint64_t *state, int family) {
  static const carom_quat quarter_turns[4] = {{0, 0, 0, 1},
                                              {0.70710678f, 0, 0, 0.70710678f},
                                              {0, 0.70710678f, 0, 0.70710678f},
                                              {0.5f, 0.5f, 0.5f, 0.5f}};
  carom_quat q = quarter_turns[test_below(state, 4)];
  float tilt = test_log_uniform(state, 1e-8f, 1e-2f);
  if (family == NEARLY_ALIGNED) q = quat_normalize(quat_mul(q, (carom_quat){tilt, -tilt, 0.5f * tilt, 1}));
  if (family == PLAIN || family == UNEQUAL || family == NEAR_TOUCH) q = test_quat(state);
  return quat_to_mat3(q);
}

static carom_status measure(carom__distance_fn *distance, const kind_pair *c, carom__separation *out) {
  carom__simplex_cache memory = {.count = 0};
  return distance(&c->a, &c->b, &c->b_in_a, CAROM__TOUCH_UNKNOWN, &memory, out);
}

/* Moves B along the line of the origins until the distance is about nothing. */
static void bring_near(kind_pair *c, uint64_t *state) {
  carom__separation apart = {.distance = 0};
  if (measure(carom__signed_distance_warm, c, &apart)) return; /* which the judge will find, too */
  float gap = test_uniform(state, -8, 8) * (float)(UNIT * c->size) - apart.distance;
  c->b_in_a.origin = vec3_mad(c->b_in_a.origin, apart.normal, gap);
}

static kind_pair random_pair(uint64_t *state, int kinds, int family) {
  kind_pair c;
  float scale = test_log_uniform(state, 1e-3f, 1e3f);
  float ratio = family == UNEQUAL ? test_log_uniform(state, 1e-3f, 1e3f) : test_uniform(state, 0.3f, 3);
  c.a = kind_random(state, spatial_kind(kinds / SPATIAL_KINDS), scale);
  c.b = kind_random(state, spatial_kind(kinds % SPATIAL_KINDS), fmaxf(scale * ratio, 1e-3f));
  float apart = (float)(kind_reach(&c.a) + kind_reach(&c.b)) * test_uniform(state, 0, 0.9f);
  c.b_in_a.origin = vec3_scale(test_vec3(state, -1, 1), family == COINCIDENT ? 0 : apart);
  for (int i = 0; i < 2 && family == ALIGNED; i++) /* beside each other, or one above the other */
    vec3_set(&c.b_in_a.origin, (int)test_below(state, 3), 0);
  c.b_in_a.axes = random_axes(state, family);
  finish_pair(&c);
  if (family == NEAR_TOUCH) bring_near(&c, state);
  finish_pair(&c);
  return c;
}

static exact_vec random_direction(uint64_t *state) {
  exact_vec d = exact_from(test_vec3(state, -1, 1));
  return exact_dot(d, d) > 0 ? d : exact(1, 0, 0);
}

/* What is wrong with a distance, or NULL. */
static const char *judge_distance(const kind_pair *c, const carom__separation *s, long double slack) {
  exact_vec n = exact_from(s->normal), a = exact_from(s->point_a), b = exact_from(s->point_b);
  long double d = (long double)s->distance;
  if (fabsl(exact_length(n) - 1) > 1e-5L) return "a normal that is not a unit";
  if (kind_distance(&c->a, a) > slack || kind_distance(&c->b, exact_unplace(&c->pose, b)) > slack)
    return "a nearest point that is not of its shape";
  if (exact_length(exact_sub(b, a)) > d + 2 * slack) return "nearest points farther apart than the distance";
  if (d <= 2 * slack) return NULL; /* so near that the direction is rounding */
  return gap_along(c, n) < d - slack - 1e-6L * d ? "more than the distance" : NULL;
}

/* The least depth of some directions: random ones, and ones ever nearer to a given one. */
static long double least_depth_around(const kind_pair *c, exact_vec normal, uint64_t *state) {
  long double least = HUGE_VALL;
  for (int i = 0; i < DIRECTIONS; i++) {
    exact_vec d = random_direction(state);
    if (i % 2) d = exact_mad(normal, d, powl(2, -(long double)i / 3));
    least = fminl(least, -gap_along(c, d));
  }
  for (int i = 0; i < 6; i++) { /* across faces */
    exact_vec axis = exact(i == 0, i == 1, i == 2);
    if (i >= 3) axis = c->pose.column[i - 3];
    least = fminl(least, fminl(-gap_along(c, axis), -gap_along(c, exact_mad(exact(0, 0, 0), axis, -1))));
  }
  return least;
}

static float deepest(const carom__manifold *m) {
  float depth = 0;
  for (uint32_t i = 0; i < m->count; i++) depth = fmaxf(depth, -m->points[i].separation);
  return depth;
}

static float least_half(const carom_shape *shape) {
  carom_obb box;
  carom_shape_obb(shape, &box);
  return fminf(box.half.x, fminf(box.half.y, box.half.z));
}

/* Does moving B by so much along the normal part the shapes, though they overlap along it? What lies deepest
 * may lie beside the face that the normal is of. */
static bool are_parted(const kind_pair *c, const carom__manifold *m, long double by) {
  kind_pair moved = *c;
  carom__separation apart;
  moved.b_in_a.origin = vec3_mad(moved.b_in_a.origin, m->normal, (float)by);
  ck_assert(measure(carom__signed_distance_warm, &moved, &apart) == CAROM_OK);
  return (long double)apart.distance >= -8 * UNIT * c->size;
}

/* What is wrong with a manifold, or NULL. */
static const char *judge_manifold(const kind_pair *c, const carom__manifold *m, long double slack,
                                  uint64_t *state) {
  exact_vec n = exact_from(m->normal);
  long double depth = (long double)deepest(m), along = -gap_along(c, n);
  long double spared = (long double)fminf(least_half(&c->a), least_half(&c->b)) / 64;
  if (m->count > CAROM_MANIFOLD_POINTS || fabsl(exact_length(n) - 1) > 1e-5L) return "not a manifold";
  if (along > depth + slack + 1e-6L * depth && !are_parted(c, m, depth + slack))
    return "the depth does not part them";
  if (depth > along + slack + spared) return "deeper than along the normal";
  long double least = least_depth_around(c, n, state);
  if (depth > fmaxl(least, 0) + 2 * slack + spared + depth / 64) return "not the least depth";
  if (-(long double)m->least > fmaxl(least, 0) + 2 * slack + depth / 64) return "least is not the least";
  for (uint32_t i = 0; i < m->count; i++) {
    long double half = fabsl((long double)m->points[i].separation) / 2 + spared + slack;
    exact_vec p = exact_from(m->points[i].position);
    if (kind_distance(&c->a, p) > half || kind_distance(&c->b, exact_unplace(&c->pose, p)) > half)
      return "a point off the shapes";
  }
  return NULL;
}

static const char *judge(const kind_pair *c, uint64_t *state) {
  carom__separation apart;
  carom__manifold m;
  long double slack = 8 * UNIT * c->size;
  if (measure(carom__distance_warm, c, &apart) || carom__collide(&c->a, &c->b, &c->b_in_a, &m))
    return "not converged";
  if ((m.count > 0) != (apart.distance == 0)) return "manifold and distance disagree";
  return m.count > 0 ? judge_manifold(c, &m, slack, state) : judge_distance(c, &apart, slack);
}

START_TEST(answers_are_certain) {
  for (int family = 0; family < FAMILIES; family++) {
    int wrong = 0;
    char first[80] = "";
    for (int n = 0, cases = test_scaled_from(15, CASES); n < cases; n++) {
      uint64_t state = (uint64_t)(_i * 1000000 + family * 1000 + n);
      kind_pair c = random_pair(&state, _i, family);
      const char *fault = judge(&c, &state);
      if (fault && wrong++ == 0) snprintf(first, sizeof first, "case %d: %s", n, fault);
      release_pair(&c);
    }
    ck_assert_msg(wrong == 0, "%s and %s, family %d: %d wrong, first %s",
                  carom_shape_kind_name(spatial_kind(_i / SPATIAL_KINDS)),
                  carom_shape_kind_name(spatial_kind(_i % SPATIAL_KINDS)), family, wrong, first);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("kinds");
  TCase *core = tcase_create("kinds");
  tcase_set_timeout(core, 60);
  tcase_add_loop_test(core, answers_are_certain, 0, PAIRS);
  suite_add_tcase(suite, core);
  return suite;
}

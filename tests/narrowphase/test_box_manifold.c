/* test_box_manifold.c: the manifolds of two boxes against the fifteen axes in long double: random, near
 * touching, aligned, nearly aligned, coincident, thin and of very different sizes; and the named degenerate
 * cases. */
#include "collide_box.h"
#include "reference.h"
#include "testing.h"

#include <stdio.h>

#define UNIT 0x1p-24L

typedef struct box_case {
  carom_shape a, b;
  carom__relative b_in_a;
} box_case;

/* The boxes as the float pose states them. */
typedef struct box_world {
  exact_vec half_a, half_b;
  exact_pose pose;
  long double size;
} box_world;

static box_world make_world(const box_case *c) {
  box_world w = {exact_from(c->a.geometry.box.half), exact_from(c->b.geometry.box.half),
                 exact_pose_from(&c->b_in_a), 0};
  for (int i = 0; i < 3; i++) w.size += fabsl(w.pose.origin.c[i]) + w.half_a.c[i] + w.half_b.c[i];
  return w;
}

static long double overlap_along(const box_world *w, exact_vec n) {
  long double sum = -fabsl(exact_dot(n, w->pose.origin));
  for (int i = 0; i < 3; i++)
    sum += fabsl(n.c[i]) * w->half_a.c[i] + fabsl(exact_dot(n, w->pose.column[i])) * w->half_b.c[i];
  return sum;
}

static exact_vec unit_vector(int i) { return exact(i == 0, i == 1, i == 2); }

/* The least overlap of fifteen axes: the way to part the boxes, or minus a lower bound of their gap. */
static long double least_overlap(const box_world *w) {
  long double least = HUGE_VALL;
  for (int i = 0; i < 3; i++) {
    least = fminl(least, overlap_along(w, unit_vector(i)));
    least = fminl(least, overlap_along(w, w->pose.column[i]));
    for (int j = 0; j < 3; j++) {
      exact_vec n = exact_cross(unit_vector(i), w->pose.column[j]);
      long double length = exact_length(n);
      if (length > 1e-7L) least = fminl(least, overlap_along(w, n) / length);
    }
  }
  return least;
}

static long double gap_along(const box_world *w, exact_vec n) {
  return exact_dot(n, w->pose.origin) - overlap_along(w, n) - fabsl(exact_dot(n, w->pose.origin));
}

/* What a manifold says of boxes that are apart: nothing, or a unit axis and the gap along it. */
static const char *judge_apart(const box_world *w, const carom__manifold *m) {
  if (m->least == 0 && vec3_length(m->normal) == 0) return NULL;
  if (!(m->least > 0) || fabsf(vec3_length(m->normal) - 1) > 1e-5f) return "apart along no axis";
  long double gap = gap_along(w, exact_from(m->normal));
  return fabsl(gap - (long double)m->least) <= 8 * UNIT * w->size ? NULL : "another gap than along the axis";
}

static long double preference(const box_world *w) {
  long double least = HUGE_VALL;
  for (int i = 0; i < 3; i++) least = fminl(least, fminl(w->half_a.c[i], w->half_b.c[i]));
  return least / 64 + 8 * UNIT * w->size;
}

static long double depth_of(const carom__manifold *m) {
  float depth = 0;
  for (uint32_t i = 0; i < m->count; i++) depth = fmaxf(depth, -m->points[i].separation);
  return (long double)depth;
}

static bool is_clean(const carom__manifold *m, long double size) {
  for (uint32_t i = 0; i < m->count; i++) {
    const carom__point *p = &m->points[i];
    if (!(p->separation <= 0) || !isfinite(p->separation) || !vec3_is_finite(p->position)) return false;
    for (uint32_t k = 0; k < i; k++) {
      exact_vec d = exact_sub(exact_from(p->position), exact_from(m->points[k].position));
      if (p->feature == m->points[k].feature || exact_length(d) < 7.9L * UNIT * size) return false;
    }
  }
  return m->count <= 4 && fabsf(vec3_length(m->normal) - 1) < 1e-5f;
}

/* Each point is midway between a point of A's surface and one of B's. */
static bool points_fit(const box_world *w, const carom__manifold *m) {
  long double slack = 16 * UNIT * w->size;
  exact_vec normal = exact_from(m->normal);
  for (uint32_t i = 0; i < m->count; i++) {
    long double half = (long double)m->points[i].separation / 2;
    exact_vec p = exact_from(m->points[i].position);
    if (fabsl(exact_box_distance(w->half_a, exact_mad(p, normal, -half))) > slack) return false;
    exact_vec on_b = exact_unplace(&w->pose, exact_mad(p, normal, half));
    if (fabsl(exact_box_distance(w->half_b, on_b)) > slack) return false;
  }
  return true;
}

static bool parts(const box_world *w, const carom__manifold *m) {
  box_world moved = *w;
  moved.pose.origin = exact_mad(w->pose.origin, exact_from(m->normal), depth_of(m));
  return least_overlap(&moved) <= 16 * UNIT * w->size;
}

/* NULL when the manifold is right, else what is wrong. */
static const char *judge(const box_case *c, const carom__manifold *m) {
  box_world w = make_world(c);
  carom_obb box_a = {.axes = mat3_identity(), .half = c->a.geometry.box.half};
  carom_obb box_b = {c->b_in_a.origin, c->b_in_a.axes, c->b.geometry.box.half};
  long double least = least_overlap(&w), slack = 8 * UNIT * w.size, depth = depth_of(m);
  if ((m->count > 0) != carom__obb_overlap(&box_a, &box_b)) return "disagrees with the OBB test";
  if (least >= 0 && m->count == 0) return "missed";
  if (least < -slack && m->count > 0) return "apart, but found";
  if (m->count == 0) return judge_apart(&w, m);
  if (!(m->least <= 0 && fabsl(fmaxl(least, 0) + (long double)m->least) <= slack))
    return "another least depth";
  if (!is_clean(m, w.size)) return "not finite, not unit, or the same point twice";
  if (depth < least - slack) return "shallower than the least overlap";
  if (depth > fmaxl(least, 0) + preference(&w) + slack) return "deeper than the preference for faces allows";
  if (exact_dot(exact_from(m->normal), w.pose.origin) < -slack) return "the normal points from B to A";
  if (!parts(&w, m)) return "the depth does not part them";
  return points_fit(&w, m) ? NULL : "a point is off the surfaces";
}

static carom__manifold collide(const box_case *c) {
  carom__manifold m;
  ck_assert_int_eq(carom__collide_box_box(&c->a, &c->b, &c->b_in_a, &m), CAROM_OK);
  return m;
}

/* Generators. */
enum { SPREAD, NEAR_TOUCH, ALIGNED, NEARLY_ALIGNED, COINCIDENT, THIN, UNEVEN, FAMILIES };

static carom_shape random_box(uint64_t *state, int family, float scale) {
  float least = family == THIN ? 1e-4f : 0.2f;
  return carom_shape_box(scale * test_log_uniform(state, least, 1), scale * test_log_uniform(state, least, 1),
                         scale * test_log_uniform(state, least, 1));
}

static carom_quat quarter_turn(uint64_t *state) {
  static const carom_quat turns[] = {{0, 0, 0, 1},
                                     {0.70710678f, 0, 0, 0.70710678f},
                                     {0.5f, 0.5f, 0.5f, 0.5f},
                                     {0, 1, 0, 0},
                                     {0, 0, 0.70710678f, 0.70710678f}};
  return turns[test_below(state, 5)];
}

static carom_quat random_turn(uint64_t *state, int family) {
  float tilt = test_log_uniform(state, 1e-8f, 1e-2f);
  carom_quat small = {tilt * test_uniform(state, -1, 1), tilt * test_uniform(state, -1, 1), tilt, 1};
  if (family == ALIGNED) return quat_normalize(quarter_turn(state));
  if (family == NEARLY_ALIGNED || test_below(state, 6) == 0)
    return quat_normalize(quat_mul(quarter_turn(state), small));
  return quat_normalize(test_quat(state));
}

/* Moves B along a direction until the boxes about touch. */
static void bring_near(box_case *c, uint64_t *state) {
  box_world w = make_world(c);
  exact_vec d = exact_from(test_vec3(state, -1, 1));
  long double low = 0, high = 4 * w.size / exact_length(d);
  for (int i = 0; i < 70; i++) {
    long double middle = (low + high) / 2;
    w.pose.origin = exact_mad(exact(0, 0, 0), d, middle);
    if (least_overlap(&w) > 0)
      low = middle;
    else
      high = middle;
  }
  float off = (float)(w.size * UNIT) * test_uniform(state, -10, 10);
  float t = (float)low * (test_below(state, 2) ? 1 : test_uniform(state, 0.9f, 1));
  c->b_in_a.origin = vec3((float)d.c[0] * t + off, (float)d.c[1] * t, (float)d.c[2] * t);
}

static box_case random_case(uint64_t *state, int family) {
  float scale = test_log_uniform(state, 1e-2f, 1e2f), ratio = test_uniform(state, 0.5f, 2);
  if (family == UNEVEN) ratio = test_log_uniform(state, 1e-6f, 1e6f);
  box_case c = {random_box(state, family, scale),
                random_box(state, family, scale * ratio),
                {{0, 0, 0}, mat3_identity()}};
  c.b_in_a.axes = quat_to_mat3(random_turn(state, family));
  carom_vec3 sum = vec3_add(c.a.geometry.box.half, c.b.geometry.box.half);
  if (family != COINCIDENT) c.b_in_a.origin = vec3_mul(test_vec3(state, -1.2f, 1.2f), sum);
  if (family == ALIGNED && test_below(state, 2)) /* faces that meet exactly, or boxes that share a corner */
    for (int i = 0; i < 3; i++)
      if (test_below(state, 2)) vec3_set(&c.b_in_a.origin, i, vec3_get(sum, i));
  if (family == NEAR_TOUCH || (family != COINCIDENT && test_below(state, 3) == 0)) bring_near(&c, state);
  return c;
}

START_TEST(manifolds_are_right) {
  uint64_t state = (uint64_t)(200 + _i);
  int wrong = 0, touching = 0;
  char first[120] = "";
  for (int n = 0; n < test_scaled(25000); n++) {
    box_case c = random_case(&state, _i);
    carom__manifold m = collide(&c);
    const char *fault = judge(&c, &m);
    if (fault && wrong++ == 0) snprintf(first, sizeof first, "case %d: %s", n, fault);
    touching += m.count > 0;
  }
  ck_assert_msg(wrong == 0, "family %d: %d wrong, first %s", _i, wrong, first);
  ck_assert_int_gt(touching, test_scaled(6000) - 1);
}
END_TEST

START_TEST(any_two_boxes_give_finite_numbers) {
  uint64_t state = 300;
  int wrong = 0, touching = 0;
  for (int n = 0; n < test_scaled(1000000); n++) {
    float a[6];
    for (int i = 0; i < 6; i++) a[i] = test_log_uniform(&state, 1e-5f, 1e6f);
    box_case c = {
        carom_shape_box(a[0], a[1], a[2]), carom_shape_box(a[3], a[4], a[5]), {{0, 0, 0}, mat3_identity()}};
    c.b_in_a.axes = quat_to_mat3(random_turn(&state, n % FAMILIES));
    c.b_in_a.origin =
        vec3_mul(test_vec3(&state, -1, 1), vec3_add(c.a.geometry.box.half, c.b.geometry.box.half));
    carom__manifold m = collide(&c);
    box_world w = make_world(&c);
    touching += m.count > 0;
    wrong += m.count > 0 && !is_clean(&m, w.size);
  }
  ck_assert_int_eq(wrong, 0);
  ck_assert_int_gt(touching, test_scaled(100000) - 1);
}
END_TEST

/* Named cases. */
static const float COS45 = 0.70710678f;

static box_case upright(carom_shape a, carom_shape b, carom_vec3 offset) {
  return (box_case){a, b, {offset, mat3_identity()}};
}

static carom__manifold collide_right(const box_case *c, const char *name) {
  carom__manifold m = collide(c);
  const char *fault = judge(c, &m);
  ck_assert_msg(!fault, "%s: %s", name, fault);
  return m;
}

START_TEST(named_cases_have_the_points_they_should) {
  carom_shape cube = carom_shape_box(0.5f, 0.5f, 0.5f), plate = carom_shape_box(5, 5, 1e-5f);
  carom_shape small = carom_shape_box(1e-5f, 1e-5f, 1e-5f), large = carom_shape_box(1e4f, 1e4f, 1e4f);
  carom_mat3 yaw = {{COS45, COS45, 0}, {-COS45, COS45, 0}, {0, 0, 1}};
  carom_mat3 roll = {{1, 0, 0}, {0, COS45, COS45}, {0, -COS45, COS45}};
  carom_mat3 point_down = quat_to_mat3((carom_quat){0.27984814f, 0.36470510f, 0.11591690f, 0.88047624f});
  const struct {
    const char *name;
    box_case c;
    uint32_t low, high;
    float depth, slack;
  } cases[] = {
      {"cubes stacked exactly", upright(cube, cube, vec3(0, 0, 1)), 4, 4, 0, 0},
      {"cubes stacked a little deep", upright(cube, cube, vec3(0.1f, 0.2f, 0.99f)), 4, 4, 0.01f, 1e-6f},
      {"coincident cubes", upright(cube, cube, vec3(0, 0, 0)), 4, 4, 1, 1e-6f},
      {"cubes that share an edge", upright(cube, cube, vec3(1, 0, 1)), 2, 2, 0, 0},
      {"cubes that share a corner", upright(cube, cube, vec3(1, 1, 1)), 1, 1, 0, 0},
      {"plates that coincide", upright(plate, plate, vec3(0, 0, 0)), 4, 4, 2e-5f, 1e-6f},
      {"plates that stack", upright(plate, plate, vec3(2, 1, 2e-5f)), 4, 4, 0, 1e-6f},
      {"cube on a plate", upright(plate, cube, vec3(2, 1, 0.5f)), 4, 4, 1e-5f, 1e-6f},
      {"tiny cube on a large one", upright(large, small, vec3(0, 0, 1e4f)), 1, 4, 1e-5f, 2e-3f},
      {"cube on a large one", upright(large, cube, vec3(0, 0, 1e4f + 0.49f)), 4, 4, 0.01f, 2e-3f},
      {"turned by 45 degrees", {cube, cube, {{0, 0, 0.99f}, yaw}}, 4, 4, 0.01f, 1e-6f},
      {"on its edge", {large, cube, {{0, 0, 1e4f + 0.7f}, roll}}, 2, 2, 0.0071f, 2e-3f},
      {"on its corner", {carom_shape_box(5, 5, 0.5f), cube, {{0, 0, 1.3f}, point_down}}, 1, 1, 0.05f, 0.06f},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    carom__manifold m = collide_right(&cases[i].c, cases[i].name);
    ck_assert_msg(m.count >= cases[i].low && m.count <= cases[i].high, "%s: %u points", cases[i].name,
                  m.count);
    ck_assert_msg(fabsl(depth_of(&m) - (long double)cases[i].depth) <= (long double)cases[i].slack,
                  "%s: depth %Lg", cases[i].name, depth_of(&m));
  }
}
END_TEST

START_TEST(crossed_edges_touch_in_one_point) {
  /* A lies with an edge upwards, B with an edge downwards across it. */
  carom_shape cube = carom_shape_box(1, 1, 1);
  carom_mat3 up = {{1, 0, 0}, {0, COS45, COS45}, {0, -COS45, COS45}};
  carom_mat3 across = {{COS45, 0, COS45}, {0, 1, 0}, {-COS45, 0, COS45}};
  carom__relative b_in_world = {{0.1f, 0.2f, 2.8f}, across};
  box_case c = {cube, cube, {mat3_tmul_vec3(&up, b_in_world.origin), mat3_tmul(&up, &b_in_world.axes)}};
  carom__manifold m = collide_right(&c, "crossed edges");
  carom_vec3 normal = mat3_mul_vec3(&up, m.normal), p = mat3_mul_vec3(&up, m.points[0].position);
  ck_assert_uint_eq(m.count, 1);
  ck_assert(normal.z > 0.99999f && fabsf(p.x - 0.1f) < 1e-5f && fabsf(p.y) < 1e-5f);
  ck_assert(fabsf(m.points[0].separation - (2.8f - 2.8284271f)) < 1e-5f);
}
END_TEST

/* The ids name features of the boxes, whichever of them is the reference. */
static bool same_features(const carom__manifold *m, const carom__manifold *old) {
  if (m->count != old->count) return false;
  for (uint32_t i = 0; i < m->count; i++) {
    bool found = false;
    for (uint32_t k = 0; k < old->count; k++) found |= m->points[i].feature == old->points[k].feature;
    if (!found) return false;
  }
  return true;
}

START_TEST(features_persist_while_a_box_slides) {
  uint64_t state = 400;
  int changes = 0, frames = 0, turned = 0;
  for (int run = 0; run < 100; run++) {
    box_case c =
        upright(carom_shape_box(5, 5, 0.5f), carom_shape_box(0.5f, 0.4f, 0.3f), vec3(-1, 0.3f, 0.797f));
    float yaw = test_uniform(&state, -1, 1), step = test_log_uniform(&state, 1e-4f, 1e-3f);
    carom__manifold old = {0};
    for (int frame = 0; frame < 600; frame++, frames++) {
      carom_quat q = {test_uniform(&state, -5e-5f, 5e-5f), test_uniform(&state, -5e-5f, 5e-5f), yaw, 1};
      c.b_in_a.axes = quat_to_mat3(quat_normalize(q));
      c.b_in_a.origin.x = -1 + step * (float)frame;
      carom__manifold m = collide(&c);
      changes += frame > 0 && !same_features(&m, &old);
      turned += m.normal.z < 0.999f;
      old = m;
    }
  }
  ck_assert_msg(changes * 20 < frames, "%d changes in %d frames", changes, frames);
  ck_assert_int_eq(turned, 0);
}
END_TEST

START_TEST(boxes_apart_offer_an_axis) {
  uint64_t state = 600;
  int apart = 0, offered = 0;
  for (int n = 0; n < test_scaled(50000); n++) {
    box_case c = random_case(&state, (int)test_below(&state, FAMILIES));
    carom__manifold m = collide(&c);
    apart += m.count == 0;
    offered += m.count == 0 && m.least > 0;
  }
  ck_assert_int_gt(apart, test_scaled(10000) - 1);
  ck_assert_int_gt(offered * 100, apart * 99);
}
END_TEST

/* The same pair the other way round touches alike, and as deep but for the preference. */
START_TEST(mirrored_pairs_agree) {
  uint64_t state = 500;
  int wrong = 0;
  for (int n = 0; n < test_scaled(20000); n++) {
    box_case c = random_case(&state, (int)test_below(&state, FAMILIES));
    box_case mirrored = {c.b, c.a, relative_inverse(&c.b_in_a)};
    box_world w = make_world(&c);
    long double least = least_overlap(&w);
    if (fabsl(least) < 8 * UNIT * w.size) continue;
    carom__manifold m = collide(&c), other = collide(&mirrored);
    wrong += (m.count > 0) != (other.count > 0);
    wrong += fabsl(depth_of(&m) - depth_of(&other)) > preference(&w) + 16 * UNIT * w.size;
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("box_manifold");
  TCase *core = tcase_create("box_manifold");
  tcase_set_timeout(core, 60);
  tcase_add_loop_test(core, manifolds_are_right, 0, FAMILIES);
  tcase_add_test(core, any_two_boxes_give_finite_numbers);
  tcase_add_test(core, named_cases_have_the_points_they_should);
  tcase_add_test(core, crossed_edges_touch_in_one_point);
  tcase_add_test(core, features_persist_while_a_box_slides);
  tcase_add_test(core, boxes_apart_offer_an_axis);
  tcase_add_test(core, mirrored_pairs_agree);
  suite_add_tcase(suite, core);
  return suite;
}

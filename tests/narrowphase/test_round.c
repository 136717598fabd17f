/* test_round.c: the closed forms of spheres and capsules, against each other, boxes, cylinders and cones,
 * judged in long double by minimising over all features, at poses that are near touching, parallel, crossing,
 * coincident, tiny and huge. */
#include "pair_class.h"
#include "collide_box.h"
#include "collide_sphere_solid.h"
#include "shape_class.h"

#include "kinds.h"
#include "manifold.h"
#include "reference.h"
#include "testing.h"

#include <stdio.h>

#define UNIT 0x1p-24L

typedef struct round_case {
  carom_shape a, b;
  carom_pose pose_a, pose_b;
} round_case;

/* A segment with a radius, relative to A's origin but not turned. */
typedef struct segment {
  exact_vec a, b;
  long double radius;
} segment;

typedef struct world {
  segment a, b;      /* of round shapes */
  exact_pose pose_a; /* A's rotation */
  exact_pose pose_b; /* B's pose relative to A's origin */
  long double size;
} world;

static carom_capsule capsule_of(const carom_shape *shape) {
  if (shape->kind == CAROM_CAPSULE) return shape->geometry.capsule;
  return (carom_capsule){.radius = shape->geometry.sphere.radius};
}

static segment place_segment(const carom_shape *shape, const exact_pose *pose) {
  carom_capsule c = capsule_of(shape);
  return (segment){exact_place(pose, exact_from(c.a)), exact_place(pose, exact_from(c.b)),
                   (long double)c.radius};
}

static bool is_round(const carom_shape *shape) {
  return shape->kind == CAROM_SPHERE || shape->kind == CAROM_CAPSULE;
}

static long double reach(const carom_shape *shape) {
  carom_obb box;
  ck_assert_int_eq(carom_shape_obb(shape, &box), CAROM_OK);
  if (!is_round(shape)) return exact_length(exact_from(box.half));
  carom_capsule c = capsule_of(shape);
  return fmaxl(exact_length(exact_from(c.a)), exact_length(exact_from(c.b))) + (long double)c.radius;
}

static world make_world(const round_case *c) {
  exact_vec offset = exact((long double)c->pose_b.position.x - (long double)c->pose_a.position.x,
                           (long double)c->pose_b.position.y - (long double)c->pose_a.position.y,
                           (long double)c->pose_b.position.z - (long double)c->pose_a.position.z);
  world w = {.pose_a = exact_pose_of(vec3(0, 0, 0), c->pose_a.rotation),
             .pose_b = exact_pose_of(vec3(0, 0, 0), c->pose_b.rotation)};
  w.pose_b.origin = offset;
  w.a = place_segment(&c->a, &w.pose_a);
  if (is_round(&c->b)) w.b = place_segment(&c->b, &w.pose_b);
  w.size = exact_length(offset) + reach(&c->a) + reach(&c->b);
  return w;
}

static long double point_gap(const segment *s, exact_vec p) {
  return exact_length(exact_sub(p, exact_segment_nearest(s->a, s->b, p)));
}

/* The distance of two segments: an end of one from the other, or between their insides. */
static long double segment_gap(const segment *p, const segment *q) {
  long double best =
      fminl(fminl(point_gap(p, q->a), point_gap(p, q->b)), fminl(point_gap(q, p->a), point_gap(q, p->b)));
  exact_vec u = exact_sub(p->b, p->a), v = exact_sub(q->b, q->a), w = exact_sub(p->a, q->a);
  long double uu = exact_dot(u, u), vv = exact_dot(v, v), uv = exact_dot(u, v), det = uu * vv - uv * uv;
  if (!(det > 0)) return best;
  long double s = (uv * exact_dot(v, w) - vv * exact_dot(u, w)) / det;
  long double t = (uu * exact_dot(v, w) - uv * exact_dot(u, w)) / det;
  if (s < 0 || s > 1 || t < 0 || t > 1) return best;
  return fminl(best, exact_length(exact_sub(exact_mad(p->a, u, s), exact_mad(q->a, v, t))));
}

/* How far apart a segment and a box are along an axis of any length; nothing for an axis of none. */
static long double gap_along(exact_vec half, exact_vec a, exact_vec b, exact_vec axis) {
  long double length = exact_length(axis), box = 0, from = exact_dot(a, axis), to = exact_dot(b, axis);
  if (!(length > 0)) return -HUGE_VALL;
  for (int i = 0; i < 3; i++) box += half.c[i] * fabsl(axis.c[i]);
  return fmaxl(fminl(from, to) - box, -box - fmaxl(from, to)) / length;
}

/* The depth is the least along the axes of the box and those across these and the segment. */
static long double segment_box_depth(exact_vec half, exact_vec a, exact_vec b) {
  long double best = -HUGE_VALL;
  for (int i = 0; i < 3; i++) {
    exact_vec axis = exact(i == 0, i == 1, i == 2);
    best = fmaxl(best, gap_along(half, a, b, axis));
    best = fmaxl(best, gap_along(half, a, b, exact_cross(axis, exact_sub(b, a))));
  }
  return best;
}

static long double outside_at(exact_vec half, exact_vec a, exact_vec b, long double t) {
  return fmaxl(exact_box_distance(half, exact_mad(a, exact_sub(b, a), t)), 0);
}

/* The distance along a segment is convex: a ternary search finds the least. */
static long double segment_box_gap(exact_vec half, exact_vec a, exact_vec b) {
  long double low = 0, high = 1;
  for (int i = 0; i < 100; i++) {
    long double third = (high - low) / 3;
    if (outside_at(half, a, b, low + third) < outside_at(half, a, b, high - third))
      high -= third;
    else
      low += third;
  }
  long double gap =
      fminl(outside_at(half, a, b, low), fminl(outside_at(half, a, b, 0), outside_at(half, a, b, 1)));
  return gap > 0 ? gap : segment_box_depth(half, a, b);
}

/* The gap of the two shapes when B is moved; negative when they overlap. */
static long double gap_after(const round_case *c, const world *w, exact_vec move) {
  exact_vec start = exact_unplace(&w->pose_b, exact_sub(w->a.a, move));
  exact_vec end = exact_unplace(&w->pose_b, exact_sub(w->a.b, move));
  if (c->a.kind == CAROM_CAPSULE && c->b.kind == CAROM_BOX)
    return segment_box_gap(exact_from(c->b.geometry.box.half), start, end) - w->a.radius - kind_radius(&c->b);
  if (!is_round(&c->b)) return kind_distance(&c->b, start) - w->a.radius;
  segment moved = {exact_mad(w->b.a, move, 1), exact_mad(w->b.b, move, 1), w->b.radius};
  return segment_gap(&w->a, &moved) - w->a.radius - w->b.radius;
}

static carom__relative relative_of(const round_case *c) {
  carom_frame a = pose_to_frame(&c->pose_a), b = pose_to_frame(&c->pose_b);
  return frame_relative(&a, &b);
}

static carom__collide_fn *function_of(const round_case *c) {
  return carom__pair_classes[c->a.kind][c->b.kind].collide;
}

/* The signed distance of a point (relative to A's origin, not turned) from the surface of B, or of A. */
static long double from_b(const round_case *c, const world *w, exact_vec p) {
  if (!is_round(&c->b)) return kind_distance(&c->b, exact_unplace(&w->pose_b, p));
  return point_gap(&w->b, p) - w->b.radius;
}
static long double from_a(const world *w, exact_vec p) { return point_gap(&w->a, p) - w->a.radius; }

static float depth_of(const carom__manifold *m) {
  float depth = 0;
  for (uint32_t i = 0; i < m->count; i++) depth = fmaxf(depth, -m->points[i].separation);
  return depth;
}

/* Each point is midway between two points of the surfaces. Where capsules lie alongside, the surfaces are met
 * a little beside the normal. */
static bool points_fit(const round_case *c, const world *w, const carom__manifold *m) {
  long double slack = 16 * UNIT * w->size + (m->count > 1 ? (w->a.radius + kind_radius(&c->b)) / 64 : 0);
  exact_vec normal = exact_turn(&w->pose_a, exact_from(m->normal));
  /* When a capsule's segment is in the box and leans to the face, its surface is not straight below it; and
   * the deepest point has the depth of a face's axis also where that was only preferred. */
  bool deep = function_of(c) == carom__collide_capsule_box &&
              depth_of(m) > (float)(w->a.radius + kind_radius(&c->b) - 8 * UNIT * w->size);
  for (uint32_t i = 0; i < m->count; i++) {
    exact_vec p = exact_turn(&w->pose_a, exact_from(m->points[i].position));
    long double half = (long double)m->points[i].separation / 2;
    if (!(m->points[i].separation <= 0) || !isfinite(m->points[i].separation)) return false;
    long double a = from_a(w, exact_mad(p, normal, -half)), b = from_b(c, w, exact_mad(p, normal, half));
    if (a > slack || b > slack + (deep ? reach(&c->b) / 64 : 0)) return false;
    if (!deep && (a < -slack || b < -slack)) return false;
  }
  return true;
}

/* NULL when the manifold is right, else what is wrong. */
static const char *judge(const round_case *c, const carom__manifold *m) {
  world w = make_world(c);
  long double gap = gap_after(c, &w, exact(0, 0, 0)), slack = 8 * UNIT * w.size;
  if (gap <= 0 && m->count == 0) return "missed";
  if (gap > slack && m->count > 0) return "apart, but found";
  if (m->count == 0) return NULL;
  bool box = c->b.kind == CAROM_BOX;
  if (m->count > (c->a.kind == CAROM_CAPSULE ? 2u : 1u)) return "too many points";
  exact_vec normal = exact_turn(&w.pose_a, exact_from(m->normal));
  if (!(fabsl(exact_length(normal) - 1) < 1e-5L)) return "normal not unit";
  long double depth = (long double)depth_of(m);
  if (fabsl((long double)m->least - fminl(gap, 0)) > slack) return "least is not the least";
  long double spared = box && gap < 2 * slack - w.a.radius - kind_radius(&c->b) ? reach(&c->b) / 64 : 0;
  if (depth + fminl(gap, 0) < -slack || depth + fminl(gap, 0) > slack + spared)
    return "depth is not the least";
  exact_vec move = exact_mad(exact(0, 0, 0), normal, depth);
  if (gap_after(c, &w, move) < -2 * slack - 1e-5L * depth) return "the normal does not part them";
  return points_fit(c, &w, m) ? NULL : "a point is off the surfaces";
}

/* Generators. */
static carom_shape random_round(uint64_t *state, carom_shape_kind kind, float scale) {
  if (kind != CAROM_CAPSULE) return kind_random(state, kind, scale);
  float length = test_below(state, 5) ? scale * test_log_uniform(state, 1e-4f, 100) : 0;
  length = fminf(length, CAROM_SIZE_MAX / 2);
  carom_vec3 a = vec3_scale(test_vec3(state, -1, 1), scale), v = vec3_scale(test_vec3(state, -1, 1), length);
  if (test_below(state, 3) == 0) v = vec3(0, 0, length);
  return carom_shape_capsule(a, vec3_add(a, v), scale);
}

enum { SPREAD, NEAR_TOUCH, ALIGNED, NEARLY_ALIGNED, COINCIDENT, FAMILIES };

static carom_quat random_turn(uint64_t *state, int family, carom_quat like) {
  float tilt = test_log_uniform(state, 1e-8f, 1e-2f);
  carom_quat small = {tilt, -tilt, tilt, 1};
  if (family == ALIGNED) return like;
  if (family == NEARLY_ALIGNED) return quat_normalize(quat_mul(like, small));
  return test_quat(state);
}

/* Moves B by a part of the way from A's centre to its own. */
static void move_out(round_case *c, const world *w, long double part) {
  c->pose_b.position.x += (double)(part * w->pose_b.origin.c[0]);
  c->pose_b.position.y += (double)(part * w->pose_b.origin.c[1]);
  c->pose_b.position.z += (double)(part * w->pose_b.origin.c[2]);
}

/* Moves B along the line of the centres until the gap is about nothing. */
static void bring_near(round_case *c, uint64_t *state) {
  world w = make_world(c);
  long double gap = gap_after(c, &w, exact(0, 0, 0)), length = exact_length(w.pose_b.origin);
  for (int i = 0; i < 59 && length > 0 && fabsl(gap) > 0x1p-12L * UNIT * w.size; i++) {
    move_out(c, &w, -0.9L * gap / length);
    w = make_world(c);
    gap = gap_after(c, &w, exact(0, 0, 0)), length = exact_length(w.pose_b.origin);
  }
  if (length > 0) move_out(c, &w, UNIT * (long double)test_uniform(state, -8, 8) * w.size / length);
}

static round_case random_case(uint64_t *state, carom_shape_kind a, carom_shape_kind b, int family) {
  float scale = test_log_uniform(state, 1e-4f, 1e4f), ratio = test_log_uniform(state, 0.1f, 10);
  if (test_below(state, 4) == 0) ratio = test_log_uniform(state, 1e-3f, 1e3f);
  scale = fminf(fmaxf(scale, 1e-3f), 1e3f);
  round_case c = {.a = random_round(state, a, scale),
                  .b = random_round(state, b, fmaxf(fminf(scale * ratio, 1e4f), CAROM_SIZE_MIN))};
  c.pose_a.rotation = quat_normalize(test_quat(state));
  c.pose_b.rotation = random_turn(state, family, c.pose_a.rotation);
  if (carom__pose_accept(&c.pose_a) || carom__pose_accept(&c.pose_b)) ck_abort_msg("a pose is refused");
  c.pose_a.position = pos_add((carom_pos){0, 0, 0}, test_vec3(state, -1e5f, 1e5f));
  float apart = family == COINCIDENT ? 0 : (float)(reach(&c.a) + reach(&c.b)) * test_uniform(state, 0, 1.2f);
  c.pose_b.position = pos_add(c.pose_a.position, vec3_scale(test_vec3(state, -1, 1), apart));
  if (family == NEAR_TOUCH || test_below(state, 8) == 0) bring_near(&c, state);
  return c;
}

static const carom_shape_kind kinds[][2] = {{CAROM_SPHERE, CAROM_SPHERE},   {CAROM_SPHERE, CAROM_CAPSULE},
                                            {CAROM_CAPSULE, CAROM_CAPSULE}, {CAROM_SPHERE, CAROM_BOX},
                                            {CAROM_SPHERE, CAROM_CYLINDER}, {CAROM_SPHERE, CAROM_CONE},
                                            {CAROM_CAPSULE, CAROM_BOX},     {CAROM_SPHERE, CAROM_FRUSTUM}};
enum { KIND_PAIRS = sizeof kinds / sizeof kinds[0] };

/* The reference of a segment and a box is a search. */
static int cases_of(int pair) {
  return kinds[pair][0] == CAROM_CAPSULE && kinds[pair][1] == CAROM_BOX ? test_scaled(2000)
                                                                        : test_scaled(20000);
}

START_TEST(manifolds_are_right) {
  int wrong = 0, touching = 0;
  char first[80] = "";
  for (int family = 0; family < FAMILIES; family++) {
    uint64_t state = (uint64_t)(100 + family);
    for (int n = 0; n < cases_of(_i); n++) {
      round_case c = random_case(&state, kinds[_i][0], kinds[_i][1], family);
      carom__relative b_in_a = relative_of(&c);
      carom__manifold m;
      const char *fault = function_of(&c)(&c.a, &c.b, &b_in_a, &m) ? "refused" : judge(&c, &m);
      if (fault && wrong++ == 0) snprintf(first, sizeof first, "family %d case %d: %s", family, n, fault);
      touching += m.count > 0;
    }
  }
  ck_assert_msg(wrong == 0, "%d wrong, first %s", wrong, first);
  ck_assert_int_gt(touching, cases_of(_i));
}
END_TEST

/* Overlaps and distances have closed forms of their own, and must say of what nearly touches what the
 * manifold says; in both orders, as the kinds come first or last. */
START_TEST(near_touch_all_answers_agree) {
  uint64_t state = 900 + (uint64_t)_i;
  int touching = 0, asked = 0;
  for (int n = 0; n < cases_of(_i); n++) {
    round_case c = random_case(&state, kinds[_i][0], kinds[_i][1], NEAR_TOUCH);
    bool mirrored = n & 1, touch;
    const carom_shape *a = mirrored ? &c.b : &c.a, *b = mirrored ? &c.a : &c.b;
    const carom_pose *at_a = mirrored ? &c.pose_b : &c.pose_a, *at_b = mirrored ? &c.pose_a : &c.pose_b;
    carom_manifold m;
    carom_distance_result apart, depth;
    ck_assert_int_eq(carom_collide(a, at_a, b, at_b, &m), CAROM_OK);
    ck_assert(carom_overlap(a, at_a, b, at_b, &touch) == CAROM_OK);
    ck_assert(carom_distance(a, at_a, b, at_b, &apart) == CAROM_OK);
    ck_assert(carom_signed_distance(a, at_a, b, at_b, &depth) == CAROM_OK);
    ck_assert_msg(touch == (m.point_count > 0), "overlap, case %d", n);
    ck_assert_msg((apart.distance == 0) == touch, "distance, case %d", n);
    ck_assert_msg((depth.distance <= 0) == touch, "signed distance, case %d", n);
    touching += touch, asked++;
  }
  ck_assert(touching > asked / 8 && touching < asked - asked / 16);
}
END_TEST

/* The manifold in the world, back in A's frame. */
static carom__manifold from_world(const round_case *c, const carom_manifold *m) {
  exact_pose turn = exact_pose_of(vec3(0, 0, 0), c->pose_a.rotation);
  carom_frame frame = pose_to_frame(&c->pose_a);
  carom__manifold out = {.normal = mat3_tmul_vec3(&frame.axes, m->normal), .count = m->point_count};
  for (uint32_t i = 0; i < m->point_count; i++) {
    const carom_contact_point *p = &m->points[i];
    exact_vec at = exact((long double)p->position.x - (long double)c->pose_a.position.x,
                         (long double)p->position.y - (long double)c->pose_a.position.y,
                         (long double)p->position.z - (long double)c->pose_a.position.z);
    exact_vec local = exact_unplace(&turn, at);
    carom_vec3 position = {(float)local.c[0], (float)local.c[1], (float)local.c[2]};
    out.points[i] = (carom__point){position, p->separation, p->feature};
    out.least = fminf(out.least, p->separation);
  }
  return out;
}

/* The way straight from the world gives as good an answer, and the same. */
START_TEST(frames_give_the_same_manifold) {
  int wrong = 0, uneven = 0;
  char first[80] = "";
  for (int family = 0; family < FAMILIES; family++) {
    uint64_t state = (uint64_t)(200 + family);
    for (int n = 0; n < test_scaled(10000); n++) {
      round_case c = random_case(&state, kinds[_i][0], kinds[_i][1], family);
      carom__relative b_in_a = relative_of(&c);
      carom_frame frame_a = pose_to_frame(&c.pose_a), frame_b = pose_to_frame(&c.pose_b);
      carom__manifold m;
      carom_manifold straight;
      function_of (&c)(&c.a, &c.b, &b_in_a, &m);
      carom__site at_a = {&c.a, &frame_a}, at_b = {&c.b, &frame_b};
      carom__pair_classes[c.a.kind][c.b.kind].collide_sites(at_a, at_b, &straight);
      carom__manifold back = from_world(&c, &straight);
      const char *fault = judge(&c, &back);
      if (fault && wrong++ == 0) snprintf(first, sizeof first, "family %d case %d: %s", family, n, fault);
      long double slack = 8 * UNIT * make_world(&c).size;
      uneven += fabsl((long double)depth_of(&m) - (long double)depth_of(&back)) > slack;
      uneven += m.count != back.count && depth_of(&m) > (float)slack && family == SPREAD;
    }
  }
  ck_assert_msg(wrong == 0, "%d wrong, first %s", wrong, first);
  ck_assert_int_eq(uneven, 0);
}
END_TEST

/* The farthest that a point of one manifold is from all points of the other. */
static long double farthest_point(const carom__manifold *m, const carom__manifold *other) {
  long double worst = 0;
  for (uint32_t i = 0; i < m->count; i++) {
    long double nearest = HUGE_VALL;
    for (uint32_t j = 0; j < other->count; j++)
      nearest = fminl(nearest, exact_length(exact_sub(exact_from(m->points[i].position),
                                                      exact_from(other->points[j].position))));
    worst = fmaxl(worst, nearest);
  }
  return worst;
}

/* Exchanging A and B exchanges the answer. */
START_TEST(mirrored_pairs_agree) {
  uint64_t state = 7;
  int missed = 0, faults = 0, uneven = 0, moved = 0;
  for (int n = 0; n < test_scaled(20000); n++) {
    round_case c = random_case(&state, CAROM_CAPSULE, CAROM_CAPSULE, (int)test_below(&state, FAMILIES));
    world w = make_world(&c);
    long double gap = gap_after(&c, &w, exact(0, 0, 0)), slack = 8 * UNIT * w.size;
    carom__relative b_in_a = relative_of(&c), a_in_b = relative_inverse(&b_in_a);
    carom__manifold m, other, mirrored;
    carom__collide(&c.a, &c.b, &b_in_a, &m);
    carom__collide(&c.b, &c.a, &a_in_b, &other);
    carom__manifold_mirror(&other, &b_in_a, &mirrored);
    const char *fault = judge(&c, &mirrored);
    if (gap > slack || gap < -slack) missed += (m.count > 0) != (mirrored.count > 0);
    faults += fault && gap < -slack;
    uneven += fabsl((long double)depth_of(&m) - (long double)depth_of(&mirrored)) > slack;
    if (gap < -slack)
      moved += m.count != mirrored.count ||
               fmaxl(farthest_point(&m, &mirrored), farthest_point(&mirrored, &m)) > 2 * slack;
  }
  ck_assert_int_eq(missed, 0);
  ck_assert_int_eq(faults, 0);
  ck_assert_int_eq(uneven, 0);
  ck_assert_int_eq(moved, 0);
}
END_TEST

static carom__manifold collide_capsules(carom_shape a, carom_shape b, carom_vec3 offset) {
  carom__relative b_in_a = {offset, mat3_identity()};
  carom__manifold m;
  ck_assert_int_eq(carom__collide(&a, &b, &b_in_a, &m), CAROM_OK);
  return m;
}

START_TEST(parallel_capsules_touch_in_two_points) {
  carom_shape a = carom_shape_capsule(vec3(-2, 0, 0), vec3(2, 0, 0), 0.5f);
  carom_shape b = carom_shape_capsule(vec3(-1, 0, 0), vec3(3, 0.001f, 0), 0.5f);
  carom__manifold m = collide_capsules(a, b, vec3(0, 0, 0.9f));
  ck_assert_uint_eq(m.count, 2);
  ck_assert(m.normal.z > 0.999f && m.points[0].feature != m.points[1].feature);
  float x0 = m.points[0].position.x, x1 = m.points[1].position.x;
  ck_assert(fabsf(fminf(x0, x1) + 1) < 1e-3f && fabsf(fmaxf(x0, x1) - 2) < 1e-3f);
  ck_assert(fabsf(m.points[0].separation + 0.1f) < 1e-3f && fabsf(m.points[1].separation + 0.1f) < 1e-3f);
}
END_TEST

START_TEST(equal_capsules_side_by_side) {
  carom_shape a = carom_shape_capsule(vec3(0, -1, 0), vec3(0, 1, 0), 0.5f);
  carom__manifold m = collide_capsules(a, a, vec3(1, 0, 0));
  ck_assert_uint_eq(m.count, 2);
  ck_assert(m.normal.x == 1 && m.points[0].separation == 0 && m.points[1].separation == 0);
}
END_TEST

START_TEST(crossing_and_coincident_cores_have_a_normal) {
  carom_shape x = carom_shape_capsule(vec3(-1, 0, 0), vec3(1, 0, 0), 0.25f);
  carom_shape y = carom_shape_capsule(vec3(0, -1, 0), vec3(0, 1, 0), 0.25f);
  carom_shape point = carom_shape_capsule(vec3(0, 0, 0), vec3(0, 0, 0), 0.25f);
  const struct {
    carom_shape a, b;
    uint32_t count;
  } cases[] = {{x, y, 1}, {x, x, 2}, {x, point, 1}, {point, x, 1}, {point, point, 1}};
  for (int i = 0; i < 5; i++) {
    carom__manifold m = collide_capsules(cases[i].a, cases[i].b, vec3(0, 0, 0));
    ck_assert_msg(m.count == cases[i].count, "case %d: %u points", i, m.count);
    ck_assert(fabsf(vec3_length(m.normal) - 1) < 1e-6f && depth_of(&m) == 0.5f);
    carom__manifold again = collide_capsules(cases[i].a, cases[i].b, vec3(0, 0, 0));
    ck_assert(again.normal.x == m.normal.x && again.normal.y == m.normal.y && again.normal.z == m.normal.z);
  }
}
END_TEST

START_TEST(capsules_at_an_angle_touch_in_one_point) {
  carom_shape a = carom_shape_capsule(vec3(-2, 0, 0), vec3(2, 0, 0), 0.5f);
  carom_shape b = carom_shape_capsule(vec3(-2, -1, 0), vec3(2, 1, 0), 0.5f);
  ck_assert_uint_eq(collide_capsules(a, b, vec3(0, 0, 0.9f)).count, 1);
}
END_TEST

START_TEST(sphere_deep_in_a_box_leaves_by_the_nearest_face) {
  carom_shape sphere = carom_shape_sphere(0.5f), box = carom_shape_box(1, 2, 3);
  const struct {
    carom_vec3 center, normal; /* of the sphere in the box; from the sphere to the box */
    float depth;
  } cases[] = {{{0, 0, 0}, {-1, 0, 0}, 1.5f},
               {{-0.5f, 0, 0}, {1, 0, 0}, 1},
               {{0, 1.75f, 0}, {0, -1, 0}, 0.75f},
               {{0, 0, -2.9f}, {0, 0, 1}, 0.6f},
               {{1, 2, 3}, {-1, 0, 0}, 0.5f}};
  for (int i = 0; i < 5; i++) {
    const carom_frame at = {{(double)cases[i].center.x, (double)cases[i].center.y, (double)cases[i].center.z},
                            mat3_identity()};
    const carom_frame origin = {{0, 0, 0}, mat3_identity()};
    carom_manifold m;
    carom__collide_sphere_box((carom__site){&sphere, &at}, (carom__site){&box, &origin}, &m);
    ck_assert_uint_eq(m.point_count, 1);
    ck_assert_msg(vec3_length(vec3_sub(m.normal, cases[i].normal)) < 1e-6f, "case %d", i);
    ck_assert(fabsf(m.points[0].separation + cases[i].depth) < 1e-6f);
  }
}
END_TEST

START_TEST(all_magnitudes_stay_finite) {
  static const float sizes[] = {1e-5f, 1, 1e6f}, offsets[] = {0, 1e-42f, 1e-19f, 1e-5f, 1, 1e6f, 2e9f};
  for (int i = 0; i < 3 * 3 * 7 * 5; i++) {
    float a = sizes[i % 3], b = sizes[i / 3 % 3], at = offsets[i / 9 % 7];
    carom_shape line_a = carom_shape_capsule(vec3(-a, 0, a), vec3(a, 1e-42f, a), a);
    carom_shape line_b = carom_shape_capsule(vec3(b, 1e-30f, -b), vec3(b, 0, b), b);
    const round_case cases[] = {{.a = carom_shape_sphere(a), .b = carom_shape_sphere(b)},
                                {.a = carom_shape_sphere(a), .b = line_b},
                                {.a = line_a, .b = line_b},
                                {.a = carom_shape_sphere(a), .b = carom_shape_box(b, 1e-5f, 1e6f)},
                                {.a = line_a, .b = carom_shape_box(b, 1, 1e6f)}};
    const round_case *c = &cases[i / 63];
    carom__relative b_in_a = {vec3(at, -at, 0), mat3_identity()};
    carom__manifold m;
    function_of(c)(&c->a, &c->b, &b_in_a, &m);
    for (uint32_t k = 0; k < m.count; k++) {
      ck_assert_msg(fabsf(vec3_length(m.normal) - 1) < 1e-5f, "case %d", i);
      ck_assert(vec3_is_finite(m.points[k].position) && m.points[k].separation <= 0);
    }
    if (at <= 1e-5f && i / 63 == 0) ck_assert_uint_eq(m.count, 1);
    if (at >= 2e9f) ck_assert_uint_eq(m.count, 0);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("round");
  TCase *core = tcase_create("round");
  tcase_set_timeout(core, 60);
  tcase_add_loop_test(core, manifolds_are_right, 0, KIND_PAIRS);
  tcase_add_loop_test(core, near_touch_all_answers_agree, 0, KIND_PAIRS);
  tcase_add_loop_test(core, frames_give_the_same_manifold, 0, 3);
  tcase_add_test(core, mirrored_pairs_agree);
  tcase_add_test(core, parallel_capsules_touch_in_two_points);
  tcase_add_test(core, equal_capsules_side_by_side);
  tcase_add_test(core, crossing_and_coincident_cores_have_a_normal);
  tcase_add_test(core, capsules_at_an_angle_touch_in_one_point);
  tcase_add_test(core, sphere_deep_in_a_box_leaves_by_the_nearest_face);
  tcase_add_test(core, all_magnitudes_stay_finite);
  suite_add_tcase(suite, core);
  return suite;
}

/* test_impact.c: times of impact against the distance at many poses of the motion: nothing is passed over,
 * and what is hit is near. */
#include "impact_guide.h"
#include "sweeps.h"

static void expect_good(const carom_sweep *s, int samples, const char *what, uint64_t seed) {
  carom_impact out;
  carom_status status = run_sweep(s, &out);
  ck_assert_msg(status == CAROM_OK, "%s %u: %s", what, (unsigned)seed, carom_status_name(status));
  const char *fault = judge_sweep(s, &out, samples);
  ck_assert_msg(fault == NULL, "%s %u (%s and %s): %s, at %.9g after %u", what, (unsigned)seed,
                carom_shape_kind_name(s->a.kind), carom_shape_kind_name(s->b.kind), fault ? fault : "",
                out.fraction, out.iterations);
}

static carom_sweep swapped(const carom_sweep *s) {
  return (carom_sweep){s->b, s->a, s->motion_b, s->motion_a, s->margin};
}

static carom_sweep elsewhere(const carom_sweep *s, carom_vec3 by) {
  carom_sweep far = *s;
  carom_pose *poses[4] = {&far.motion_a.start, &far.motion_a.end, &far.motion_b.start, &far.motion_b.end};
  for (int i = 0; i < 4; i++) poses[i]->position = shifted(poses[i]->position, by);
  return far;
}

/* Of four motions two are of one that does not turn. */
static void hold_one(carom_sweep *s, uint64_t seed) {
  if (seed % 4 == 0) s->motion_a.end.rotation = s->motion_a.start.rotation;
  if (seed % 4 == 1) s->motion_b.end.rotation = s->motion_b.start.rotation;
}

/* All pairs of kinds, of all sizes, slow and fast, with a margin and without, mirrored and far away. */
START_TEST(all_pairs_of_kinds) {
  carom_shape_kind kind_a = any_spatial_kind(_i / ALL_SPATIAL_KINDS),
                   kind_b = any_spatial_kind(_i % ALL_SPATIAL_KINDS);
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(60); seed++) {
    uint64_t random = seed * 100 + (uint64_t)_i;
    float size = test_log_uniform(&random, 1e-2f, 1e3f), angle = seed % 3 ? 3.1f : 0.1f;
    carom_sweep s = random_sweep(&random, kind_a, kind_b, size, angle);
    s.margin = seed % 2 ? 5e-3f * size : 0;
    hold_one(&s, seed / 2);
    carom_sweep mirror = swapped(&s), far = elsewhere(&s, (carom_vec3){1e6f, -1e6f, 5e5f});
    expect_good(&s, 100, "as it is", seed);
    expect_good(&mirror, 100, "mirrored", seed);
    if (size > 0.1f) expect_good(&far, 30, "far away", seed);
    release_sweep(&s);
  }
}
END_TEST

/* Pairs that turn as fast as they can. */
START_TEST(fast_turns_miss_nothing) {
  int hits = 0;
  const int count = test_scaled(1000);
  for (uint64_t seed = 0; seed < (uint64_t)count; seed++) {
    uint64_t random = seed * 3 + (uint64_t)_i;
    carom_sweep s = random_sweep(&random, CAROM_BOX, seed % 2 ? CAROM_BOX : CAROM_HULL, 1, 0);
    carom_impact out;
    s.motion_a.end.rotation = turned(&random, s.motion_a.start.rotation, 3.1f);
    s.motion_b.end.rotation = turned(&random, s.motion_b.start.rotation, 3.1f);
    s.margin = _i == 0 ? 0 : 5e-3f;
    expect_good(&s, 300, "fast", seed);
    ck_assert(run_sweep(&s, &out) == CAROM_OK);
    hits += out.hit && !out.inside;
    release_sweep(&s);
  }
  ck_assert_msg(hits >= count / 10 && hits <= count - count / 10, "%d hits", hits);
}
END_TEST

/* --- Hard motions, 500 random ones of each --- */

static carom_quat about(float x, float y, float z, float angle) {
  float s = sinf(angle / 2);
  return (carom_quat){x * s, y * s, z * s, cosf(angle / 2)};
}

static carom_pose pose_of(float x, float y, double z, carom_quat rotation) {
  return (carom_pose){{(double)x, (double)y, z}, rotation};
}

static void make_thin(carom_sweep *s, uint64_t *random) {
  s->a = carom_shape_box(2, 2, 1e-3f);
  s->b = carom_shape_box(2, 1e-3f, 0.1f);
  (void)random;
}

static void make_unequal(carom_sweep *s, uint64_t *random) {
  float x = test_uniform(random, -500, 500), y = test_uniform(random, -500, 500);
  s->a = carom_shape_box(1000, 1000, 1000);
  s->b = carom_shape_box(0.3f, 0.5f, 0.7f);
  s->motion_a.end = s->motion_a.start = pose_of(0, 0, 0, quat_identity());
  s->motion_b.start.position = (carom_pos){(double)x, (double)y, 1000 + (double)test_uniform(random, 1, 3)};
  s->motion_b.end.position =
      (carom_pos){(double)x + 1, (double)y, 1000 + (double)test_uniform(random, -3, 3)};
}

/* The gap between a floor and what moves above it. */
static double small_gap(uint64_t *random) { return (double)test_log_uniform(random, 1e-5f, 1e-2f); }

static void make_rolling(carom_sweep *s, uint64_t *random) {
  float angle = test_uniform(random, 0.2f, 3.1f);
  double height = 1 + (double)0.5f + small_gap(random);
  carom_vec3 points[64];
  for (int i = 0; i < 64; i++) {
    float a = (float)(i / 2) * 0.19634954f;
    points[i] = (carom_vec3){i % 2 ? 0.2f : -0.2f, 0.5f * cosf(a), 0.5f * sinf(a)};
  }
  carom_hull *wheel = NULL;
  ck_assert(carom_hull_from_points(NULL, &points->x, 64, 0, &wheel) == CAROM_OK);
  s->a = carom_shape_box(3, 3, 1);
  s->b = carom_shape_hull(wheel);
  s->motion_a.end = s->motion_a.start = pose_of(0, 0, 0, quat_identity());
  s->motion_b.start = pose_of(0, 0, height, quat_identity());
  s->motion_b.end = pose_of(0, 0.5f * angle, height, about(1, 0, 0, -angle));
}

static void make_sliding(carom_sweep *s, uint64_t *random) {
  double height = 1 + (double)0.3f + small_gap(random);
  s->a = carom_shape_box(100, 100, 1);
  s->b = carom_shape_box(0.5f, 0.7f, 0.3f);
  s->motion_a.end = s->motion_a.start = pose_of(0, 0, 0, quat_identity());
  s->motion_b.start = pose_of(0, 0, height, quat_identity());
  s->motion_b.end = pose_of(1, 2, height, about(0, 0, 1, test_uniform(random, 0, 3.1f)));
}

static void make_long(carom_sweep *s, uint64_t *random) {
  s->a = carom_shape_box(1, 1, 1e-3f);
  s->b = carom_shape_box(0.5f, 0.7f, 0.3f);
  s->motion_b.start.position = (carom_pos){(double)test_uniform(random, -1, 1), 0.5, 1e4};
  s->motion_b.end.position = (carom_pos){(double)test_uniform(random, -1, 1), -0.5, -1e5};
}

/* Two rods that turn where they are. */
static void make_turning(carom_sweep *s, uint64_t *random) {
  s->a = s->b = carom_shape_box(1, 0.1f, 0.1f);
  s->motion_a.end.position = s->motion_a.start.position;
  s->motion_b.start.position = shifted((carom_pos){1, 0, 0}, test_vec3(random, -0.8f, 0.8f));
  s->motion_b.end.position = s->motion_b.start.position;
}

static void make_off_center(carom_sweep *s, uint64_t *random) {
  s->a = carom_shape_capsule((carom_vec3){99, 0, 0}, (carom_vec3){101, 0, 0}, 0.3f);
  s->b = carom_shape_box(1, 1, 1);
  s->motion_a.start = s->motion_a.end = pose_of(-100, 0, 0, quat_identity());
  s->motion_a.end.rotation = turned(random, quat_identity(), test_uniform(random, 0, 0.1f));
}

/* A gate and a post, both far from the one place that is the origin of both. */
static void make_hinged(carom_sweep *s, uint64_t *random) {
  float at = test_uniform(random, 1, 5), angle = test_uniform(random, 0.3f, 1.2f);
  float tilt = test_uniform(random, -0.5f, 0.5f);
  s->a = carom_shape_capsule(vec3(at - tilt, -0.1f, 0), vec3(at + tilt, 0.1f, 0), 0.01f);
  s->b = carom_shape_capsule(vec3(0.1f, 0, 0), vec3(6, 0, 0), 0.01f);
  s->motion_a.start = s->motion_a.end = s->motion_b.start = pose_of(0, 0, 0, quat_identity());
  s->motion_b.start.rotation = about(0, 0, 1, angle);
  s->motion_b.end = pose_of(0, 0, 0, about(0, 0, 1, angle - 2));
}

/* Hardly a motion, or none. */
static void make_still(carom_sweep *s, uint64_t *random) {
  s->a = s->b = carom_shape_box(1, 0.5f, 1);
  s->motion_a.end = s->motion_a.start;
  s->motion_b.end = s->motion_b.start;
  if (test_below(random, 2)) s->motion_b.end.rotation = turned(random, s->motion_b.start.rotation, 1e-6f);
}

static void make_at_the_margin(carom_sweep *s, uint64_t *random) {
  s->a = s->b = carom_shape_box(1, 1, 1);
  s->margin = 1e-2f;
  s->motion_a.end = s->motion_a.start = pose_of(0, 0, 0, quat_identity());
  s->motion_b.start = pose_of(0, 0, 2 + (double)test_uniform(random, 0, 0.02f), quat_identity());
  s->motion_b.end.position = shifted(s->motion_b.start.position, test_vec3(random, -0.1f, 0.1f));
}

/* A few roundings apart at the start, or touching. */
static void make_barely_apart(carom_sweep *s, uint64_t *random) {
  carom_distance_result d;
  s->a = carom_shape_box(1, 0.5f, 1);
  s->b = test_below(random, 2) ? carom_shape_box(0.3f, 0.7f, 0.4f)
                               : carom_shape_capsule(vec3(0, 0, -1), vec3(0, 0, 1), 0.3f);
  ck_assert(carom_distance(&s->a, &s->motion_a.start, &s->b, &s->motion_b.start, &d) == CAROM_OK);
  double by = (double)(test_uniform(random, -4, 40) * UNIT) * sweep_size(s) - (double)d.distance;
  s->motion_b.start.position.x += by * (double)d.normal.x;
  s->motion_b.start.position.y += by * (double)d.normal.y;
  s->motion_b.start.position.z += by * (double)d.normal.z;
}

typedef struct motion_family {
  const char *name;
  void (*make)(carom_sweep *s, uint64_t *random);
} motion_family;

static const motion_family motion_families[] = {
    {"thin", make_thin},
    {"unequal", make_unequal},
    {"rolling", make_rolling},
    {"sliding", make_sliding},
    {"long", make_long},
    {"turning", make_turning},
    {"still", make_still},
    {"off center", make_off_center},
    {"hinged", make_hinged},
    {"at the margin", make_at_the_margin},
    {"barely apart", make_barely_apart},
};

START_TEST(hard_motions) {
  const motion_family *family = &motion_families[_i];
  for (uint64_t seed = 0; seed < (uint64_t)test_scaled(500); seed++) {
    uint64_t random = seed;
    carom_sweep s = random_sweep(&random, CAROM_SPHERE, CAROM_SPHERE, 1, 3.1f);
    if (seed % 2) s.margin = 5e-3f;
    family->make(&s, &random);
    carom_sweep mirror = swapped(&s);
    expect_good(&s, 100, family->name, seed);
    expect_good(&mirror, 100, family->name, seed);
    release_sweep(&s);
  }
}
END_TEST

/* A blade that turns by half a turn: its tip passes a wall between two poses that are both free, and nine in
 * ten poses of the way are free, too. */
START_TEST(a_blade_does_not_pass_a_wall) {
  carom_sweep s = {.a = carom_shape_box(1e-3f, 0.2f, 0.2f), .b = carom_shape_box(1, 0.01f, 0.05f)};
  carom_impact out;
  s.motion_a.start = s.motion_a.end = pose_of(0, 1.19f, 0, quat_identity());
  s.motion_b.end.rotation = about(0, 0, 1, 3.1f);
  ck_assert(run_sweep(&s, &out) == CAROM_OK);
  ck_assert(out.hit && !out.inside && out.fraction > 0.49 && out.fraction < 0.51);
  ck_assert(out.normal.x > 0.9f && out.point.y > 0.98 && out.point.y < 1.01);
  expect_good(&s, 5000, "blade", 0);
  s.motion_a.start.position.y = s.motion_a.end.position.y = 1.21;
  ck_assert(run_sweep(&s, &out) == CAROM_OK && !out.hit && out.fraction == 1);
}
END_TEST

/* --- The bound along a guide --- */

/* The shapes sit on bodies that turn, at these places. Of every other pair the bodies' origins stay together,
 * as those of a gate and its frame do: then nothing but the turn brings the shapes near. */
typedef struct arms {
  carom_local_pose a, b;
} arms;

static arms random_arms(uint64_t *random, carom_sweep *s) {
  const carom_quat none = {0, 0, 0, 1};
  if (test_below(random, 2)) {
    s->motion_b.start.position = s->motion_a.start.position;
    s->motion_b.end.position = s->motion_a.end.position;
  }
  return (arms){{test_vec3(random, -3, 3), none}, {test_vec3(random, -3, 3), none}};
}

static carom__motions motions_of(const carom_sweep *s, const arms *on) {
  carom__motions m;
  m.a = carom__mover_on_body(&s->a, &on->a, s->motion_a.start.rotation, s->motion_a.end.rotation);
  m.b = carom__mover_on_body(&s->b, &on->b, s->motion_b.start.rotation, s->motion_b.end.rotation);
  const carom_pos *a = &s->motion_a.start.position, *b = &s->motion_b.start.position;
  const carom_pos *p = &s->motion_a.end.position, *q = &s->motion_b.end.position;
  m.offset = dvec3(b->x - a->x, b->y - a->y, b->z - a->z);
  m.travel = dvec3_sub(dvec3(q->x - p->x, q->y - p->y, q->z - p->z), m.offset);
  const carom__relative together = {{0, 0, 0}, mat3_identity()};
  carom__cores cores = carom__cores_make(&s->a, &s->b, &together);
  carom__motions_measure(&m, &cores);
  return m;
}

/* The direction of a guide at two poses. */
static carom_vec3 guide_direction(const carom__guide *g, const carom_mat3 *a, const carom_mat3 *b) {
  carom_vec3 of_a = mat3_mul_vec3(a, dvec3_narrow(g->of_a)), of_b = mat3_mul_vec3(b, dvec3_narrow(g->of_b));
  if (g->kind == CAROM__GUIDE_A) return of_a;
  if (g->kind == CAROM__GUIDE_B) return of_b;
  return vec3_normalize_or(vec3_scale(vec3_cross(of_a, of_b), (float)g->scale), of_a);
}

/* How far a box reaches along a direction from its centre. */
static float reach_of_box(const carom_shape *box, const carom_mat3 *axes, carom_vec3 n) {
  carom_vec3 h = box->geometry.box.half;
  return h.x * fabsf(vec3_dot(axes->x, n)) + h.y * fabsf(vec3_dot(axes->y, n)) +
         h.z * fabsf(vec3_dot(axes->z, n));
}

static double guide_gap(const carom_sweep *s, const arms *on, const carom__guide *g, double time) {
  carom_pose a, b;
  ck_assert(carom_motion_pose(&s->motion_a, time, &a) == CAROM_OK);
  ck_assert(carom_motion_pose(&s->motion_b, time, &b) == CAROM_OK);
  carom_mat3 axes_a = quat_to_mat3(a.rotation), axes_b = quat_to_mat3(b.rotation);
  carom_vec3 n = guide_direction(g, &axes_a, &axes_b);
  carom_vec3 to_b = vec3_add(pos_sub(b.position, a.position), mat3_mul_vec3(&axes_b, on->b.position));
  carom_vec3 between = vec3_sub(to_b, mat3_mul_vec3(&axes_a, on->a.position));
  return (double)(vec3_dot(n, between) - reach_of_box(&s->a, &axes_a, n) - reach_of_box(&s->b, &axes_b, n));
}

/* Boxes along all kinds of guides, from the middle of a motion, with several guesses: the gap stays above the
 * least the whole time that is said, and the time is not one of no use. */
START_TEST(the_bound_along_a_guide_holds) {
  int kinds[3] = {0, 0, 0}, stopped = 0;
  double gained = 0;
  for (uint64_t seed = 0; seed < 3000; seed++) {
    uint64_t random = seed;
    carom_sweep s = random_sweep(&random, CAROM_BOX, CAROM_BOX, 1, 3.1f);
    hold_one(&s, seed);
    arms on = random_arms(&random, &s);
    carom__motions m = motions_of(&s, &on);
    double time = (double)test_uniform(&random, 0, 0.9f),
           guess = seed % 2 ? 1 : (double)test_uniform(&random, 0, 0.3f);
    carom__moment at = motions_at(&m, time);
    carom__relative b_in_a = carom__moment_place(&m, &at);
    carom__cores cores = carom__cores_make(&s.a, &s.b, &b_in_a);
    carom__gjk_result nearest;
    ck_assert(carom__gjk(&cores, &nearest) == CAROM_OK);
    if (nearest.distance < 1e-2) continue;
    double least = nearest.distance * (double)test_uniform(&random, 0.01f, 0.9f);
    carom__guide g = carom__guide_make(&m, &at, &nearest);
    double until = carom__apart_until(&m, &g, &at, least, guess);
    ck_assert_msg(until > time && until <= 1, "case %u: from %g until %g", (unsigned)seed, time, until);
    for (int i = 0; i <= 100; i++) {
      double t = time + (until - time) * i / 100, along = guide_gap(&s, &on, &g, t);
      ck_assert_msg(along > least - 1e-5, "case %u: %g instead of %g at %g of %g..%g", (unsigned)seed, along,
                    least, t, time, until);
    }
    kinds[g.kind]++;
    if (until < 1) stopped++, gained += (until - time) / (1 - time);
  }
  ck_assert_msg(kinds[0] > 100 && kinds[1] > 100 && kinds[2] > 100, "%d %d %d", kinds[0], kinds[1], kinds[2]);
  ck_assert_msg(gained > 0.1 * stopped, "%g of %d", gained, stopped);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("impact");
  TCase *all = tcase_create("all");
  tcase_set_timeout(all, 300);
  tcase_add_loop_test(all, all_pairs_of_kinds, 0, ALL_SPATIAL_KINDS * ALL_SPATIAL_KINDS);
  tcase_add_loop_test(all, fast_turns_miss_nothing, 0, 3);
  tcase_add_loop_test(all, hard_motions, 0, (int)(sizeof motion_families / sizeof motion_families[0]));
  tcase_add_test(all, a_blade_does_not_pass_a_wall);
  tcase_add_test(all, the_bound_along_a_guide_holds);
  suite_add_tcase(suite, all);
  return suite;
}

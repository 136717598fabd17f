/* test_curved.c: how deep all kinds overlap cylinders and cones, where that is all but the same in endlessly
 * many directions: against branch and bound over all directions, whose bounds are polished by a random
 * search. */
#include "kinds.h"
#include "oracle.h"
#include "pair_cache.h"

enum { ONE_POSE, ONE_AXIS, PARALLEL, NEARLY_ONE_AXIS, DEEP, FAMILIES };
enum { PAIRS = 2 * SPATIAL_KINDS };

typedef struct couple {
  carom_shape a, b;
  carom_pose pose_a, pose_b;
} couple;

/* --- At random --- */

static carom_quat product(carom_quat a, carom_quat b) {
  carom_quat q = {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
  float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return (carom_quat){q.x / length, q.y / length, q.z / length, q.w / length};
}

static carom__dvec3 axis_of(carom_quat q) {
  double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
  return dvec3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x));
}

/* Capsules, tapered or not, have the axis that cylinders have. */
static carom_shape random_shape(uint64_t *random, carom_shape_kind kind) {
  carom_shape shape = kind_random(random, kind, test_uniform(random, 0.3f, 1));
  float half = test_uniform(random, 0.05f, 1);
  if (kind == CAROM_CAPSULE)
    shape = carom_shape_capsule(vec3(0, -half, 0), vec3(0, half, 0), test_uniform(random, 0.1f, 1));
  if (kind == CAROM_TAPERED_CAPSULE) {
    float wide = test_uniform(random, 0.1f, 1), least = fmaxf(wide - 1.9f * half, 0.05f);
    shape = carom_shape_tapered_capsule(vec3(0, -half, 0), vec3(0, half, 0), wide,
                                        test_uniform(random, least, fmaxf(wide, least)));
  }
  return shape;
}

/* Turned about the axis and, nearly on it, off it. */
static void lean(uint64_t *random, int family, couple *c) {
  carom_quat spin = product((carom_quat){0, test_uniform(random, -1, 1), 0, test_uniform(random, -1, 1)},
                            (carom_quat){0, 0, 0, 1});
  carom_vec3 off = {0, 0, 0};
  if (family == NEARLY_ONE_AXIS) {
    off = vec3_scale(test_vec3(random, -1, 1), test_log_uniform(random, 1e-7f, 0.3f));
    carom_vec3 t = vec3_scale(test_vec3(random, -1, 1), test_log_uniform(random, 1e-7f, 0.3f));
    spin = product(spin, (carom_quat){t.x, t.y, t.z, 1});
  }
  c->pose_b.rotation = product(c->pose_a.rotation, spin);
  carom__dvec3 at = dvec3_scale(axis_of(c->pose_a.rotation), (double)test_uniform(random, -0.5f, 0.5f));
  c->pose_b.position = (carom_pos){at.x + (double)off.x, at.y + (double)off.y, at.z + (double)off.z};
}

static couple random_couple(uint64_t *random, int pair, int family) {
  carom_shape_kind kind = spatial_kind(pair / 2);
  couple c = {.a = random_shape(random, kind),
              .b = random_shape(random, pair % 2 ? CAROM_CONE : CAROM_CYLINDER)};
  c.pose_a.rotation = test_below(random, 2) ? test_quat(random) : (carom_quat){0, 0, 0, 1};
  c.pose_b = c.pose_a;
  carom_vec3 p = test_vec3(random, -1, 1);
  float reach = family == PARALLEL ? 1 : 0.1f;
  if (family == PARALLEL || family == DEEP)
    c.pose_b.position = (carom_pos){(double)(reach * p.x), (double)(reach * p.y), (double)(reach * p.z)};
  if (family == ONE_AXIS || family == NEARLY_ONE_AXIS) lean(random, family, &c);
  if (family == DEEP) c.pose_b.rotation = test_quat(random);
  return c;
}

static couple exchanged(const couple *c) { return (couple){c->b, c->a, c->pose_b, c->pose_a}; }

/* --- The truth --- */

typedef struct truth {
  oracle_body a, b;
  oracle_scene scene;
  double unit, least; /* u s; the signed distance */
  double crowd_slack; /* what it may be above the least where it is all but the same around an axis */
} truth;

/* Better than the best that was found, if that was not the best. */
static double searched(const oracle_scene *s, uint64_t *random, double gap, carom__dvec3 n) {
  double step = 1e-2;
  for (int i = 0; i < 300; i++) {
    carom__dvec3 off = dvec3_widen(test_vec3(random, -1, 1));
    carom__dvec3 near = dvec3_unit(dvec3_mad(n, off, step));
    double here = placed_gap(&s->a, &s->b, near);
    step = here > gap ? step : 0.96 * step;
    if (here > gap) gap = here, n = near;
  }
  return gap;
}

static double least_half(const carom_shape *shape) {
  carom_obb box;
  ck_assert(carom_shape_obb(shape, &box) == CAROM_OK);
  return (double)fminf(box.half.x, fminf(box.half.y, box.half.z));
}

static void find_truth(const couple *c, uint64_t *random, truth *t) {
  ck_assert(oracle_body_make(&t->a, c->a) && oracle_body_make(&t->b, c->b));
  oracle_scene_make(&t->scene, &t->a, &c->pose_a, &t->b, &c->pose_b);
  t->unit = 0x1p-24 * t->scene.size;
  oracle_curved found = oracle_find_separation(&t->scene.a, &t->scene.b, t->unit);
  double core = searched(&t->scene, random, found.best, found.normal);
  t->least = core - t->scene.a.radius - t->scene.b.radius;
  double half = fmin(least_half(&c->a), least_half(&c->b));
  t->crowd_slack = found.crowd > ORACLE_BROAD ? fmax(-t->least, half) / 512 : 0;
}

static carom__dvec3 seen_from(carom_pos p, carom_pos origin) {
  return dvec3(p.x - origin.x, p.y - origin.y, p.z - origin.z);
}

static const char *points_fault(const couple *c, const truth *t, const carom_distance_result *r) {
  carom__dvec3 n = dvec3_widen(r->normal), a = seen_from(r->point_a, c->pose_a.position),
               b = seen_from(r->point_b, c->pose_a.position);
  carom__dvec3 off = dvec3_mad(dvec3_sub(b, a), n, -(double)r->distance);
  if (!(dvec3_length(off) <= 8 * t->unit)) return "points that are not that far apart along the normal";
  if (!(oracle_outside(&t->scene.a, a, t->scene.size) <= 8 * t->unit)) return "a point off A";
  return oracle_outside(&t->scene.b, b, t->scene.size) <= 8 * t->unit ? NULL : "a point off B";
}

/* Moving by it parts the shapes, and nothing much less does. */
static const char *depth_fault(const couple *c, const truth *t, const carom_distance_result *r) {
  double gap = oracle_gap(&t->scene, dvec3_unit(dvec3_widen(r->normal))), found = (double)r->distance;
  if (!(fabs(dvec3_length(dvec3_widen(r->normal)) - 1) < 1e-6)) return "a normal that is not unit";
  if (!(fabs(gap - found) <= 4 * t->unit)) return "not the depth along the normal";
  if (!(found <= t->least + 4 * t->unit)) return "less than the least depth";
  if (!(found >= t->least - 8 * t->unit - t->crowd_slack)) return "more than the least depth";
  return points_fault(c, t, r);
}

static carom_distance_result ask(const couple *c, carom_pair_cache *cache) {
  carom_placed a, b;
  carom_distance_result r;
  ck_assert(carom_place(&c->a, &c->pose_a, &a) == CAROM_OK && carom_place(&c->b, &c->pose_b, &b) == CAROM_OK);
  ck_assert(carom_signed_distance_placed(&a, &b, cache, &r) == CAROM_OK);
  return r;
}

/* Cold and from wherever another search ended; `strictly`, wherever the least is. */
static const char *couple_fault(const couple *c, uint64_t *random, bool strictly) {
  static truth t;
  carom_pair_cache cache = {0};
  pair_cache_content(&cache)->simplex.normal = test_vec3(random, -1, 1);
  carom_distance_result cold = ask(c, NULL), warm = ask(c, &cache);
  if (cold.distance > 0) return NULL;
  find_truth(c, random, &t);
  if (strictly) t.crowd_slack = 0;
  const char *fault = depth_fault(c, &t, &cold);
  return fault ? fault : depth_fault(c, &t, &warm);
}

START_TEST(depths_are_the_least) {
  int pair = _i / FAMILIES, family = _i % FAMILIES;
  uint64_t random = (uint64_t)_i;
  for (int n = 0; n < test_scaled(60); n++) {
    couple c = random_couple(&random, pair, family), back = exchanged(&c);
    bool strictly = family != NEARLY_ONE_AXIS || c.a.kind == CAROM_SPHERE;
    const char *fault = couple_fault(&c, &random, strictly);
    if (!fault) fault = couple_fault(&back, &random, strictly);
    ck_assert_msg(!fault, "%s and %s, family %d, case %d: %s", carom_shape_kind_name(c.a.kind),
                  carom_shape_kind_name(c.b.kind), family, n, fault);
    kind_release(&c.a);
  }
}
END_TEST

/* --- Closed forms --- */

/* Side by side, also long and thin, the sides face each other exactly. */
START_TEST(upright_sides_face_each_other) {
  uint64_t random = 3;
  for (int n = 0; n < test_scaled(2000); n++) {
    float r = test_log_uniform(&random, 0.1f, 1), other = test_log_uniform(&random, 0.1f, 1);
    float h = 4 * (r + other) * test_log_uniform(&random, 1, 30), angle = test_uniform(&random, 0, 6.28f);
    double way = (double)((r + other) * test_uniform(&random, 0.7f, 0.99f)), x = cos((double)angle),
           z = sin((double)angle);
    couple c = {carom_shape_cylinder(h, r),
                carom_shape_cylinder(h, other),
                {{0, 0, 0}, {0, 0, 0, 1}},
                {{way * x, (double)(0.1f * h), way * z}, {0, test_uniform(&random, -1, 1), 0, 1}}};
    c.pose_b.rotation = product(c.pose_b.rotation, c.pose_a.rotation);
    carom_distance_result d = ask(&c, NULL);
    carom_manifold m;
    ck_assert(carom_collide(&c.a, &c.pose_a, &c.b, &c.pose_b, &m) == CAROM_OK && m.point_count > 0);
    const carom_vec3 normals[2] = {d.normal, m.normal};
    for (int i = 0; i < 2; i++) {
      double off =
          fabs((double)normals[i].x - x) + fabs((double)normals[i].y) + fabs((double)normals[i].z - z);
      ck_assert_msg(off < 1e-6, "case %d: normal %d off by %g", n, i, off);
    }
    double unit = 0x1p-24 * (4 * (double)(h + r + other) + way);
    ck_assert(fabs((double)d.distance - (way - (double)r - (double)other)) <= unit);
  }
}
END_TEST

/* On one axis, one above the other, the base of a cone meets the cap or the apex below it exactly. */
START_TEST(caps_on_one_axis_meet_square) {
  uint64_t random = 4;
  for (int n = 0; n < test_scaled(2000); n++) {
    float h = test_uniform(&random, 0.3f, 1), deep = 0.02f * test_uniform(&random, 0.1f, 1);
    carom_shape cone = carom_shape_cone(h, test_uniform(&random, 1, 2));
    carom_shape under[2] = {carom_shape_cone(1, test_uniform(&random, 1, 2)), carom_shape_cylinder(1, 1)};
    couple c = {
        under[n % 2], cone, {{0, 0, 0}, {0, 0, 0, 1}}, {{0, (double)(1 + h - deep), 0}, {0, 0, 0, 1}}};
    carom_distance_result d = ask(&c, NULL);
    ck_assert_msg(fabsf(d.normal.x) + fabsf(d.normal.z) < 1e-6f && d.normal.y > 0.999999f,
                  "case %d: %g %g %g", n, (double)d.normal.x, (double)d.normal.y, (double)d.normal.z);
    ck_assert(fabsf(d.distance + deep) < 1e-6f);
  }
}
END_TEST

/* A capsule on the axis of a cone that is as wide as it is high: what leads away from the axis is rounding,
 * and as long as what leads along it. */
START_TEST(capsules_on_the_axis_of_a_cone) {
  uint64_t random = 5;
  for (int n = 0; n < test_scaled(2000); n++) {
    float h = test_log_uniform(&random, 1e-3f, 1e3f), low = -test_uniform(&random, 10, 20) * h;
    couple c = {carom_shape_cone(h, 2 * h),
                carom_shape_capsule(vec3(0, 0, 0), vec3(0, -4 * h - 2 * low, 0), 1e-5f),
                {{0, 0, 0}, {0, 0, 0, 1}},
                {{0, (double)low, 0}, {0, 0, 0, 1}}};
    carom_distance_result d;
    ck_assert_int_eq(carom_signed_distance(&c.a, &c.pose_a, &c.b, &c.pose_b, &d), CAROM_OK);
    double across = 2 * (double)h + 1e-5;
    ck_assert(fabs((double)d.distance + across) <= 2e-5 * (double)h);
  }
}
END_TEST

/* On grids, two cones may be as deep in all directions of an arc. The room for vertices may end before a
 * proof is as good as others are. */
START_TEST(arcs_of_equal_depths_are_measured) {
  const float s = 0.707106769f;
  const carom_shape cone = carom_shape_cone(0.25f, 0.5f);
  const couple couples[] = {
      {cone, cone, {.rotation = {0, s, 0, s}}, {{-0.25, -0.25, -0.5}, {0, 0, s, s}}},
      {carom_shape_frustum(0.25f, 0.125f, 0.5f),
       cone,
       {.rotation = {-0.5f, 0.5f, 0.5f, 0.5f}},
       {{-0.25, -0.5, 0.25}, {s, 0, 0, s}}},
      {carom_shape_frustum(0.5f, 0.25f, 0.125f),
       carom_shape_frustum(0.25f, 0.125f, 0.25f),
       {.rotation = {-5.86641045e-06f, -6.68491111e-06f, -1.15901719e-06f, 1}},
       {{-0.25, -0.5, -0.25}, {0.499993622f, 0.500004828f, -0.499997318f, 0.500004232f}}}};
  for (int n = 0; n < 3; n++) {
    couple c = couples[n];
    carom_distance_result d, parted;
    carom_manifold m;
    ck_assert_int_eq(carom_signed_distance(&c.a, &c.pose_a, &c.b, &c.pose_b, &d), CAROM_OK);
    ck_assert_int_eq(carom_collide(&c.a, &c.pose_a, &c.b, &c.pose_b, &m), CAROM_OK);
    ck_assert(m.point_count > 0 && d.distance < -0.2f);
    c.pose_b.position = pos_add(c.pose_b.position, vec3_scale(d.normal, 1e-6f - d.distance));
    ck_assert_int_eq(carom_signed_distance(&c.a, &c.pose_a, &c.b, &c.pose_b, &parted), CAROM_OK);
    ck_assert(fabsf(parted.distance) < 2e-6f);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("curved");
  TCase *tests = tcase_create("curved");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, depths_are_the_least, 0, PAIRS * FAMILIES);
  tcase_add_test(tests, upright_sides_face_each_other);
  tcase_add_test(tests, caps_on_one_axis_meet_square);
  tcase_add_test(tests, arcs_of_equal_depths_are_measured);
  tcase_add_test(tests, capsules_on_the_axis_of_a_cone);
  suite_add_tcase(suite, tests);
  return suite;
}

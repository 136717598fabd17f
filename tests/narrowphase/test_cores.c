/* test_cores.c: manifolds of the general pair against long double references and known scenes. */
#include "families.h"
#include "collide_box.h"
#include "manifold.h"

enum { CASES = 60 };

/* What the header promises: as a part of the least half extent, what a face axis may cost. */
static const long double face_preference = 1.0L / 64;

static void body_sphere(body *b, float radius) {
  *b = (body){.shape = carom_shape_sphere(radius)};
  b->solid.vertex_count = 1;
}

static void body_capsule(body *b, carom_vec3 from, carom_vec3 to, float radius) {
  *b = (body){.shape = carom_shape_capsule(from, to, radius)};
  b->solid.vertex_count = 2;
  b->solid.local[0] = from;
  b->solid.local[1] = to;
  solid_add_edge(&b->solid, 0, 1);
}

static void make_sphere_and_hull(couple *c, uint64_t *random) {
  body_sphere(&c->a, test_log_uniform(random, 1e-3f, 1));
  body_round_hull(&c->b, random, 16, vec3(1, 1, 1));
  c->b_in_a = random_pose(random, test_uniform(random, 0, 2));
}

static void make_capsule_and_box(couple *c, uint64_t *random) {
  body_capsule(&c->a, test_vec3(random, -1, 1), test_vec3(random, -1, 1), test_log_uniform(random, 1e-3f, 1));
  body_box(&c->b, random_half(random));
  c->b_in_a = random_pose(random, test_uniform(random, 0, 2.5f));
}

static void make_capsule_and_hull(couple *c, uint64_t *random) {
  body_capsule(&c->a, test_vec3(random, -1, 1), test_vec3(random, -1, 1), test_log_uniform(random, 1e-3f, 1));
  body_round_hull(&c->b, random, 16, vec3(1, 1, 1));
  c->b_in_a = random_pose(random, test_uniform(random, 0, 2.5f));
}

/* A short one that sinks into a large box, or hovers above it. */
static void make_pin(couple *c, uint64_t *random) {
  body_box(&c->a, vec3(100, 100, 100));
  body_capsule(&c->b, vec3(0, 0, 0), test_vec3(random, -1, 1), 0.1f);
  c->b_in_a = random_pose(random, 0);
  c->b_in_a.origin =
      vec3(test_uniform(random, -99, 99), test_uniform(random, -99, 99), test_uniform(random, 99, 101));
}

/* The same hull twice, in the same place or off by little. */
static void make_identical(couple *c, uint64_t *random) {
  uint64_t again = *random;
  body_round_hull(&c->a, random, 24, vec3(1, 1, 1));
  body_round_hull(&c->b, &again, 24, vec3(1, 1, 1));
  float off = test_below(random, 2) ? 0 : test_log_uniform(random, 1e-7f, 1e-2f);
  c->b_in_a = (carom__relative){vec3(off, 0, 0), mat3_identity()};
}

static void make_needles(couple *c, uint64_t *random) {
  body_round_hull(&c->a, random, 12, vec3(1e-3f, 1e-3f, 1));
  body_round_hull(&c->b, random, 12, vec3(1, 2e-3f, 1e-3f));
  c->b_in_a = random_pose(random, test_uniform(random, 0, 4e-3f));
}

/* Hulls pushed together until they touch but for 1e-7 to 1e-2. */
static void make_touching(couple *c, uint64_t *random) {
  body_round_hull(&c->a, random, 20, vec3(1, 1, 1));
  body_round_hull(&c->b, random, 20, vec3(1, 0.5f, 0.25f));
  c->b_in_a = random_pose(random, 3);
  couple_place(c);
  carom_vec3 way = vec3_normalize_or(c->b_in_a.origin, vec3(1, 0, 0));
  for (int i = 0; i < 10; i++) {
    float gap = (float)solid_separation(&c->a.solid, &c->b.solid);
    c->b_in_a.origin = vec3_sub(c->b_in_a.origin, vec3_scale(way, 0.5f * gap));
    couple_place(c);
  }
  float by = test_uniform(random, -1, 1) * test_log_uniform(random, 1e-7f, 1e-2f);
  c->b_in_a.origin = vec3_add(c->b_in_a.origin, vec3_scale(way, by));
}

/* A small hull on a face of one a thousand times as large. */
static void make_pebble(couple *c, uint64_t *random) {
  body_box(&c->a, vec3(1000, 1000, 1000));
  body_round_hull(&c->b, random, 16, vec3(1, 1, 1));
  c->b_in_a = random_pose(random, 0);
  c->b_in_a.origin = vec3(test_uniform(random, -999, 999), 300, test_uniform(random, 999, 1001));
}

static const family hull_families[] = {{"identical", make_identical},
                                       {"needles", make_needles},
                                       {"touching", make_touching},
                                       {"pebble", make_pebble}};
enum { HULL_COUNT = sizeof hull_families / sizeof hull_families[0] };

static const family round_families[] = {{"sphere and hull", make_sphere_and_hull},
                                        {"capsule and box", make_capsule_and_box},
                                        {"capsule and hull", make_capsule_and_hull},
                                        {"pin", make_pin}};
enum { ROUND_COUNT = sizeof round_families / sizeof round_families[0] };

static float radius_of(const carom_shape *shape) {
  return shape->kind == CAROM_SPHERE    ? shape->geometry.sphere.radius
         : shape->kind == CAROM_CAPSULE ? shape->geometry.capsule.radius
                                        : 0;
}

static float least_half(const carom_shape *shape) {
  carom_obb box;
  ck_assert(carom_shape_obb(shape, &box) == CAROM_OK);
  return fminf(fminf(box.half.x, box.half.y), box.half.z);
}

static float size_of(const carom_shape *shape) {
  carom_obb box;
  ck_assert(carom_shape_obb(shape, &box) == CAROM_OK);
  return vec3_norm1(box.half) + vec3_norm1(box.center);
}

/* The distance of a point from a core, which may be a point or a segment; 0 inside. */
static long double distance_to(const solid *s, lvec p) {
  if (s->vertex_count == 1) return lv_length(lv_sub(p, s->vertices[0]));
  if (s->vertex_count == 2) return point_to_segment(p, s->vertices[0], s->vertices[1]);
  return fmaxl(solid_beyond(s, p), 0);
}

/* What a manifold is judged by. */
typedef struct reference {
  long double separation; /* of the surfaces */
  long double rounding, preference;
  long double radius_a, radius_b;
  bool exact; /* the cores are apart: no preference for faces */
} reference;

static reference reference_of(couple *c) {
  reference r = {.radius_a = (long double)radius_of(&c->a.shape),
                 .radius_b = (long double)radius_of(&c->b.shape)};
  couple_place(c);
  float size = size_of(&c->a.shape) + size_of(&c->b.shape) + vec3_norm1(c->b_in_a.origin);
  r.rounding = 8 * 0x1p-24L * (long double)size;
  r.preference = face_preference * (long double)fminf(least_half(&c->a.shape), least_half(&c->b.shape));
  long double core = solid_separation(&c->a.solid, &c->b.solid);
  r.exact = core > r.rounding && r.radius_a + r.radius_b > 0;
  /* Two segments or a point have too few axes to be apart along them. */
  bool apart = core > 0 || c->a.solid.vertex_count < 3 || c->b.solid.vertex_count < 3;
  if (apart && core > -r.rounding) core = solid_distance(&c->a.solid, &c->b.solid);
  r.separation = core - r.radius_a - r.radius_b;
  return r;
}

/* Both surface points that a contact point lies midway between belong to their solids. */
static bool good_point(const couple *c, const reference *r, carom_vec3 normal, const carom__point *point) {
  lvec n = lv_of(normal), p = lv_of(point->position);
  long double half = (long double)point->separation / 2;
  long double slack = 4 * r->rounding + 1e-5L * (long double)(size_of(&c->a.shape) + size_of(&c->b.shape));
  return point->separation <= 0 && distance_to(&c->a.solid, lv_mad(p, n, -half)) <= r->radius_a + slack &&
         distance_to(&c->b.solid, lv_mad(p, n, half)) <= r->radius_b + slack;
}

static bool distinct_features(const carom__manifold *m) {
  for (uint32_t i = 0; i < m->count; i++)
    for (uint32_t j = 0; j < i; j++)
      if (m->points[i].feature == m->points[j].feature) return false;
  return true;
}

static long double deepest(const carom__manifold *m) {
  float least = 0;
  for (uint32_t i = 0; i < m->count; i++) least = fminf(least, m->points[i].separation);
  return -(long double)least;
}

/* Checks a manifold with points; returns what is wrong, or NULL. */
static const char *judge_touching(const couple *c, const reference *r, const carom__manifold *m) {
  long double along = solid_gap_along(&c->a.solid, &c->b.solid, lv_of(m->normal)) - r->radius_a - r->radius_b;
  long double allowed = 2 * r->rounding + (r->exact ? 1e-6L * (r->radius_a + r->radius_b) : r->preference);
  if (fabsf(vec3_length(m->normal) - 1) > 1e-6f) return "normal without unit length";
  if (along < r->separation - allowed) return "a normal that is not that of least depth";
  /* Where what is deepest along the normal lies beside the other shape, the depth is less. */
  if (deepest(m) > fmaxl(-along, 0) + 2 * r->rounding || deepest(m) < -r->separation - 2 * r->rounding)
    return "a depth that is less than the least, or more than the overlap along the normal";
  if (!distinct_features(m)) return "features twice";
  for (uint32_t i = 0; i < m->count; i++)
    if (!good_point(c, r, m->normal, &m->points[i])) return "a point that is not on both";
  return NULL;
}

/* What is left of shapes that do not touch: a direction that shows it, or none. */
static const char *judge_apart(const couple *c, const reference *r, const carom__manifold *m) {
  if (r->separation < 0) return "overlapping but reported apart";
  if (vec3_length(m->normal) == 0) return m->least == 0 ? NULL : "a separation along nothing";
  long double gap = solid_gap_along(&c->a.solid, &c->b.solid, lv_of(m->normal)) - r->radius_a - r->radius_b;
  if (!(m->least > 0)) return "no separation along the normal";
  return gap >= (long double)m->least - r->rounding ? NULL : "not as far apart along the normal";
}

/* Moving B along the normal by the greatest depth, and a little for rounding, parts the shapes. */
static bool parts(const couple *c, const reference *r, const carom__manifold *m) {
  carom__manifold after;
  carom__relative pose = c->b_in_a;
  float by = (float)(deepest(m) * (1 + 1e-6L) + 1.25L * r->rounding);
  pose.origin = vec3_add(pose.origin, vec3_scale(m->normal, by));
  return carom__collide_cores(&c->a.shape, &c->b.shape, &pose, &after) == CAROM_OK && after.count == 0;
}

/* With A and B exchanged. */
static bool same_depth_mirrored(const couple *c, const reference *r, const carom__manifold *m) {
  carom__manifold mirrored;
  carom__relative a_in_b = relative_inverse(&c->b_in_a);
  if (carom__collide_cores(&c->b.shape, &c->a.shape, &a_in_b, &mirrored) != CAROM_OK) return false;
  if (mirrored.count == 0) return fabsl((long double)m->least) <= 2 * r->rounding;
  return fabsl((long double)mirrored.least - (long double)m->least) <= 2 * r->rounding;
}

static const char *judge(couple *c) {
  carom__manifold manifold;
  reference r = reference_of(c);
  if (carom__collide_cores(&c->a.shape, &c->b.shape, &c->b_in_a, &manifold) != CAROM_OK)
    return "not converged";
  if (manifold.count == 0) return judge_apart(c, &r, &manifold);
  if (r.separation > r.rounding) return "apart but reported touching";
  if (fabsl((long double)manifold.least - r.separation) > 2 * r.rounding) return "wrong least separation";
  if (!parts(c, &r, &manifold)) return "moving by the depth does not end the touch";
  if (!same_depth_mirrored(c, &r, &manifold)) return "another depth the other way round";
  return judge_touching(c, &r, &manifold);
}

static void judge_family(const family *f, uint64_t salt) {
  static couple c;
  for (uint64_t seed = 0; seed < CASES; seed++) {
    uint64_t random = seed * 64 + salt;
    f->make(&c, &random);
    const char *fault = judge(&c);
    couple_free(&c);
    ck_assert_msg(fault == NULL, "%s: %s, case %u", f->name, fault ? fault : "", (unsigned)seed);
  }
}

START_TEST(polytopes_meet_the_reference) { judge_family(&families[_i], (uint64_t)_i); }
END_TEST

START_TEST(round_shapes_meet_the_reference) { judge_family(&round_families[_i], 32 + (uint64_t)_i); }
END_TEST

START_TEST(hulls_meet_the_reference) { judge_family(&hull_families[_i], 48 + (uint64_t)_i); }
END_TEST

static bool is_near(float value, float wanted, float slack) { return fabsf(value - wanted) <= slack; }

static void body_prism(body *b, int sides, float radius, float half_height) {
  static carom_vec3 points[1024];
  for (int i = 0; i < sides; i++) {
    float angle = 6.2831853f * (float)i / (float)sides;
    points[2 * i] = vec3(radius * cosf(angle), radius * sinf(angle), half_height);
    points[2 * i + 1] = vec3(radius * cosf(angle), radius * sinf(angle), -half_height);
  }
  ck_assert(carom_hull_from_points(NULL, &points->x, (size_t)(2 * sides), 0, &b->hull) == CAROM_OK);
  b->shape = carom_shape_hull(b->hull);
}

static carom__manifold collide_at(const carom_shape *a, const carom_shape *b, carom_vec3 origin) {
  carom__relative pose = {origin, mat3_identity()};
  carom__manifold m;
  ck_assert(carom__collide_cores(a, b, &pose, &m) == CAROM_OK);
  return m;
}

/* Twice the area of the manifold's points as seen along its normal, in whatever order they are. */
static float spread(const carom__manifold *m) {
  float most = 0;
  for (uint32_t i = 0; i < m->count; i++)
    for (uint32_t j = 0; j < m->count; j++)
      most = fmaxf(most, vec3_length(vec3_sub(m->points[i].position, m->points[j].position)));
  return most;
}

START_TEST(faces_of_500_vertices_give_whole_manifolds) {
  static body a, b;
  body_prism(&a, 500, 2, 1);
  body_prism(&b, 500, 2, 1);
  carom_shape box = carom_shape_box(1, 1, 1), large = carom_shape_box(5, 5, 1);
  carom__manifold m = collide_at(&a.shape, &box, vec3(0.25f, 0.1f, 1.99f));
  ck_assert_uint_eq(m.count, 4);
  ck_assert(is_near(spread(&m), 2.828427f, 1e-4f));
  m = collide_at(&a.shape, &large, vec3(0.25f, 0.1f, 1.99f));
  ck_assert_uint_eq(m.count, 4);
  ck_assert(is_near(spread(&m), 4, 0.2f));
  m = collide_at(&a.shape, &b.shape, vec3(0.5f, 0, -1.99f));
  ck_assert_uint_eq(m.count, 4);
  ck_assert(is_near(m.normal.z, -1, 1e-6f));
  for (uint32_t i = 0; i < m.count; i++) ck_assert(is_near(m.points[i].separation, -0.01f, 1e-5f));
  body_free(&a);
  body_free(&b);
}
END_TEST

START_TEST(a_box_as_a_hull_is_a_box) {
  static couple c;
  static body as_hull;
  for (uint64_t seed = 0; seed < 300; seed++) {
    uint64_t random = seed;
    (seed % 2 ? make_boxes : make_resting)(&c, &random);
    ck_assert(body_hull(&as_hull, c.a.solid.local, 8));
    carom__manifold boxes, cores;
    ck_assert(carom__collide_box_box(&c.a.shape, &c.b.shape, &c.b_in_a, &boxes) == CAROM_OK);
    ck_assert(carom__collide_cores(&as_hull.shape, &c.b.shape, &c.b_in_a, &cores) == CAROM_OK);
    long double slack = (long double)fminf(least_half(&c.a.shape), least_half(&c.b.shape)) / 64 + 1e-5L;
    body_free(&as_hull);
    couple_free(&c);
    bool decided = deepest(&boxes) > 1e-5L || deepest(&cores) > 1e-5L;
    ck_assert_msg(!decided || (boxes.count > 0) == (cores.count > 0), "case %u", (unsigned)seed);
    ck_assert_msg(!decided || fabsl(deepest(&boxes) - deepest(&cores)) <= slack, "depth, case %u",
                  (unsigned)seed);
  }
}
END_TEST

START_TEST(equal_boxes_stacked_touch_in_four_corners) {
  static couple c;
  make_same(&c, &(uint64_t){7});
  carom_vec3 half = c.a.shape.geometry.box.half;
  for (int axis = 0; axis < 3; axis++)
    for (int side = -1; side <= 1; side += 2) {
      carom_vec3 origin = {0, 0, 0};
      vec3_set(&origin, axis, (float)side * 2 * vec3_get(half, axis));
      carom__manifold m = collide_at(&c.a.shape, &c.b.shape, origin);
      ck_assert_uint_eq(m.count, 4);
      ck_assert(is_near(vec3_get(m.normal, axis), (float)side, 1e-6f));
      for (int i = 0; i < 4; i++) ck_assert(is_near(m.points[i].separation, 0, 1e-6f));
    }
  couple_free(&c);
}
END_TEST

START_TEST(a_capsule_on_a_face_touches_in_two_points) {
  carom_shape capsule = carom_shape_capsule(vec3(-1, 0, 0), vec3(1, 0, 0), 0.25f),
              box = carom_shape_box(2, 2, 1);
  carom__manifold m = collide_at(&capsule, &box, vec3(0, 0, -1.24f));
  ck_assert_uint_eq(m.count, 2);
  ck_assert(is_near(m.normal.z, -1, 1e-6f));
  ck_assert(is_near(spread(&m), 2, 1e-5f));
  m = collide_at(&capsule, &box, vec3(2.5f, 0, -1.24f));
  ck_assert_uint_eq(m.count, 2);
  ck_assert(is_near(spread(&m), 0.5f, 1e-5f));
  m = collide_at(&capsule, &box, vec3(0, 0, -0.9f));
  ck_assert_uint_eq(m.count, 2);
  ck_assert(is_near(m.points[0].separation, -0.35f, 1e-5f));
}
END_TEST

static bool has_feature(const carom__manifold *m, uint32_t feature) {
  for (uint32_t i = 0; i < m->count; i++)
    if (m->points[i].feature == feature) return true;
  return false;
}

static bool same_features(const carom__manifold *m, const carom__manifold *n) {
  bool same = m->count == n->count;
  for (uint32_t i = 0; i < m->count && same; i++) same = has_feature(n, m->points[i].feature);
  return same;
}

/* A hull slides over another with a little jitter: the features change only where real ones come and go. */
START_TEST(features_stay_under_small_motion) {
  static body plate, rock;
  carom__manifold last = {.count = 0}, now;
  uint64_t random = 11;
  int changes = 0;
  body_prism(&plate, 6, 10, 1);
  body_prism(&rock, 4, 1, 0.5f);
  for (int i = 0; i < 2000; i++) {
    carom__relative pose = {vec3(0.001f * (float)i - 1, 0.2f, 1.495f), tilt(&random, 1e-4f)};
    ck_assert(carom__collide_cores(&plate.shape, &rock.shape, &pose, &now) == CAROM_OK);
    ck_assert_uint_eq(now.count, 4);
    changes += i > 0 && !same_features(&last, &now);
    last = now;
  }
  body_free(&plate);
  body_free(&rock);
  ck_assert_msg(changes < 100, "%d changes", changes);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("cores");
  TCase *tcase = tcase_create("cores");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, polytopes_meet_the_reference, 0, FAMILY_COUNT);
  tcase_add_loop_test(tcase, hulls_meet_the_reference, 0, HULL_COUNT);
  tcase_add_loop_test(tcase, round_shapes_meet_the_reference, 0, ROUND_COUNT);
  tcase_add_test(tcase, faces_of_500_vertices_give_whole_manifolds);
  tcase_add_test(tcase, a_box_as_a_hull_is_a_box);
  tcase_add_test(tcase, equal_boxes_stacked_touch_in_four_corners);
  tcase_add_test(tcase, a_capsule_on_a_face_touches_in_two_points);
  tcase_add_test(tcase, features_stay_under_small_motion);
  suite_add_tcase(suite, tcase);
  return suite;
}

/* test_portal.c: what the search in floats proves of two shapes, against GJK and EPA, and the balls inside
 * cores that it rests on. */
#include "distance.h"
#include "kinds.h"
#include "portal.h"

#include "families.h"

typedef struct pair {
  carom_shape a, b;
  carom__relative b_in_a;
} pair;

/* How many pairs were asked, and of how many anything was proved. */
typedef struct tally {
  int asked, apart, overlapping;
} tally;

static bool is_convex(uint32_t kind) { return !carom__shape_class_of(spatial_kind(kind))->walk; }

static bool are_convex(uint32_t kinds) {
  return is_convex(kinds / SPATIAL_KINDS) && is_convex(kinds % SPATIAL_KINDS);
}

static pair pair_make(uint64_t *random, uint32_t kinds, float scale_a, float scale_b, float far) {
  carom_shape a = kind_random(random, spatial_kind(kinds / SPATIAL_KINDS), scale_a);
  carom_shape b = kind_random(random, spatial_kind(kinds % SPATIAL_KINDS), scale_b);
  return (pair){a, b, random_pose(random, test_uniform(random, 0, far))};
}

static void pair_free(pair *p) {
  kind_release(&p->a);
  kind_release(&p->b);
}

static carom_status gap_of(const pair *p, carom__separation *out) {
  carom__simplex_cache cold = {.count = 0};
  return carom__signed_distance_warm(&p->a, &p->b, &p->b_in_a, CAROM__TOUCH_UNKNOWN, &cold, out);
}

/* What the search tells of the shapes at their places, of which A's is that of the world. */
static carom__touch_state touch_at_places(const pair *p) {
  carom_vec3 at = p->b_in_a.origin;
  carom_frame of_a = {.axes = mat3_identity()};
  carom_frame of_b = {{(double)at.x, (double)at.y, (double)at.z}, p->b_in_a.axes};
  return carom__portal_touch_sites((carom__site){&p->a, &of_a}, (carom__site){&p->b, &of_b});
}

/* What is proved must be so, by more than rounding. */
static void check(const pair *p, tally *t) {
  carom__cores cores = carom__cores_make(&p->a, &p->b, &p->b_in_a);
  carom__touch_state found = carom__portal_touch(&cores);
  carom__separation gap;
  ck_assert_int_eq(found, touch_at_places(p));
  t->asked++;
  t->apart += found == CAROM__APART;
  t->overlapping += found == CAROM__TOUCHING;
  if (found == CAROM__TOUCH_UNKNOWN) return;
  ck_assert_int_eq(gap_of(p, &gap), CAROM_OK);
  ck_assert_int_eq(found, gap.distance > 0 ? CAROM__APART : CAROM__TOUCHING);
  ck_assert_double_gt(fabs((double)gap.distance), 3.9 * cores.touch);
}

/* --- Poses --- */

/* Moves B until the gap is some rounding of the sizes, to either side of zero. */
static void bring_near(pair *p, uint64_t *random) {
  carom__cores cores = carom__cores_make(&p->a, &p->b, &p->b_in_a);
  carom__separation gap;
  if (gap_of(p, &gap)) return;
  float wanted = (float)cores.size * test_log_uniform(random, 0x1p-24f, 0x1p-10f);
  if (test_below(random, 2)) wanted = -wanted;
  p->b_in_a.origin = vec3_mad(p->b_in_a.origin, gap.normal, wanted - gap.distance);
}

static void bring_together(pair *p) {
  carom__cores cores = carom__cores_make(&p->a, &p->b, &p->b_in_a);
  p->b_in_a.origin = vec3_add(p->b_in_a.origin, dvec3_narrow(cores_center(&cores)));
}

enum { PAIRS = SPATIAL_KINDS * SPATIAL_KINDS };

/* With boxes, hulls, cylinders, cones and frustums, whose balls are known. */
static bool has_ball(const carom__core *core) { return core->ball > 0; }

START_TEST(all_kinds_anywhere) {
  uint64_t random = 1;
  tally t = {0, 0, 0}, full = t;
  for (uint32_t kinds = 0; kinds < PAIRS; kinds++)
    for (int i = 0; are_convex(kinds) && i < 10 + test_scaled(1000); i++) {
      float ratio = test_below(&random, 4) ? 1 : test_log_uniform(&random, 1e-3f, 1);
      pair p = pair_make(&random, kinds, 1, ratio, 2);
      carom__cores cores = carom__cores_make(&p.a, &p.b, &p.b_in_a);
      check(&p, has_ball(&cores.a) && has_ball(&cores.b) ? &full : &t);
      pair_free(&p);
    }
  ck_assert_int_gt(t.apart, 0);
  ck_assert_int_gt(100 * (full.apart + full.overlapping), 99 * full.asked);
  ck_assert_int_gt(full.overlapping, full.asked / 10);
}
END_TEST

START_TEST(near_touch_is_left_in_doubt) {
  uint64_t random = 2;
  tally t = {0, 0, 0};
  for (uint32_t kinds = 0; kinds < PAIRS; kinds++)
    for (int i = 0; are_convex(kinds) && i < 10 + test_scaled(500); i++) {
      pair p = pair_make(&random, kinds, 1, test_log_uniform(&random, 1e-3f, 1), 2);
      bring_near(&p, &random);
      check(&p, &t);
      pair_free(&p);
    }
  ck_assert_int_gt(t.asked - t.apart - t.overlapping, t.asked / 20);
  ck_assert_int_gt(t.apart, t.asked / 20);
  ck_assert_int_gt(t.overlapping, 0);
}
END_TEST

START_TEST(one_middle) {
  uint64_t random = 3;
  tally t = {0, 0, 0};
  for (uint32_t kinds = 0; kinds < PAIRS; kinds++)
    for (int i = 0; are_convex(kinds) && i < 4 + test_scaled(200); i++) {
      pair p = pair_make(&random, kinds, 1, test_log_uniform(&random, 1e-2f, 1), 2);
      bring_together(&p);
      check(&p, &t);
      pair_free(&p);
    }
  ck_assert_int_eq(t.apart, 0);
  ck_assert_int_gt(t.overlapping, t.asked / 10);
}
END_TEST

/* The answers do not depend on the unit of length. */
START_TEST(all_sizes) {
  uint64_t random = 4;
  tally t = {0, 0, 0};
  for (int i = 0; i < 100 + test_scaled(20000); i++) {
    float scale = test_log_uniform(&random, 1e-4f, 1e6f);
    uint32_t kinds = test_below(&random, PAIRS);
    if (!are_convex(kinds)) continue;
    pair p = pair_make(&random, kinds, scale, scale, 2 * scale);
    if (i % 2) bring_near(&p, &random);
    check(&p, &t);
    pair_free(&p);
  }
  ck_assert_int_gt(t.apart + t.overlapping, t.asked / 4);
}
END_TEST

/* Long and thin, parallel, resting: the families that GJK is tested with. */
START_TEST(hard_families) {
  uint64_t random = 5;
  tally t = {0, 0, 0};
  for (int i = 0; i < FAMILY_COUNT * (20 + test_scaled(2000)); i++) {
    couple c;
    families[i % FAMILY_COUNT].make(&c, &random);
    pair p = {c.a.shape, c.b.shape, c.b_in_a};
    check(&p, &t);
    bring_near(&p, &random);
    check(&p, &t);
    couple_free(&c);
  }
  ck_assert_int_gt(t.apart + t.overlapping, t.asked / 4);
}
END_TEST

/* An octahedron with a thin skin at the lower rim of a wide cylinder, where the search looks along the axis
 * but for 1e-5: what is lost across the axis is seen as far as the cylinder is wide. */
START_TEST(what_is_almost_along_the_axis_touches) {
  const float corners[18] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  const carom_shape cylinder = carom_shape_cylinder(691.030762f, 1382.0603f);
  const carom_pose of_a = {.rotation = {0, -0.382683456f, 0, 0.923879504f}};
  carom_pose of_b = {{-977.76771904573707, -691.74273373154551, -977.76758560793382},
                     {0.353553385f, -0.146446615f, -0.853553414f, 0.353553385f}};
  carom_hull *hull = NULL;
  ck_assert_int_eq(carom_hull_from_points(NULL, corners, 6, 0, &hull), CAROM_OK);
  const carom_shape skinned = carom_shape_rounded_hull(hull, 0.00688253809f);
  of_b.position.y -= 5e-4;
  uint32_t touching = 0;
  for (int i = 0; i < 2000; i++) {
    carom_manifold m;
    bool overlap = false;
    ck_assert_int_eq(carom_overlap(&cylinder, &of_a, &skinned, &of_b, &overlap), CAROM_OK);
    ck_assert_int_eq(carom_collide(&cylinder, &of_a, &skinned, &of_b, &m), CAROM_OK);
    ck_assert(overlap == (m.point_count > 0));
    touching += overlap;
    of_b.position.y += 1e-6;
  }
  ck_assert_uint_gt(touching, 1000);
  carom_hull_release(hull);
}
END_TEST

/* --- The balls --- */

/* A ball lies in a convex set when the set reaches as far along each direction. */
START_TEST(balls_lie_in_their_cores) {
  uint64_t random = 6;
  for (uint32_t kind = 0; kind < SPATIAL_KINDS; kind++)
    for (int i = 0; is_convex(kind) && i < 10 + test_scaled(500); i++) {
      carom_shape shape = kind_random(&random, spatial_kind(kind), test_log_uniform(&random, 1e-2f, 100));
      carom__relative same = {{0, 0, 0}, mat3_identity()};
      carom__cores cores = carom__cores_make(&shape, &shape, &same);
      carom_vec3 center = cores.a.center, of_class = shape_center(cores.a.class, &shape);
      ck_assert(center.x == of_class.x && center.y == of_class.y && center.z == of_class.z);
      for (int k = 0; k < 50; k++) {
        uint32_t index;
        carom_vec3 way = vec3_normalize_or(test_vec3(&random, -1, 1), vec3(1, 0, 0));
        carom_vec3 far = vec3_sub(core_support(&cores.a, way, &index), center);
        double reach = dvec3_dot(dvec3_widen(far), dvec3_widen(way));
        ck_assert_double_ge(reach, (double)cores.a.ball - 4 * 0x1p-24 * cores.size);
      }
      kind_release(&shape);
    }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("portal");
  TCase *tests = tcase_create("portal");
  tcase_set_timeout(tests, 600);
  tcase_add_test(tests, all_kinds_anywhere);
  tcase_add_test(tests, near_touch_is_left_in_doubt);
  tcase_add_test(tests, one_middle);
  tcase_add_test(tests, all_sizes);
  tcase_add_test(tests, hard_families);
  tcase_add_test(tests, what_is_almost_along_the_axis_touches);
  tcase_add_test(tests, balls_lie_in_their_cores);
  suite_add_tcase(suite, tests);
  return suite;
}

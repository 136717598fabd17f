/* test_shape_bounds.c: the world boxes of all kinds against the tightest ones, in long double. */
#include <stdio.h>

#include "carom/chain.h"
#include "carom/polygon.h"
#include "kinds.h"

/* --- Planar kinds --- */

static carom_polygon *random_polygon(uint64_t *r, float scale) {
  carom_vec2 points[9];
  carom_polygon *polygon = NULL;
  for (int i = 0; i < 9; i++)
    points[i] = (carom_vec2){test_uniform(r, -scale, scale), test_uniform(r, -scale, scale)};
  ck_assert(carom_polygon_from_points(NULL, &points->x, 9, 0, &polygon) == CAROM_OK);
  return polygon;
}

static carom_chain *random_chain(uint64_t *r, float scale) {
  carom_chain *chain = NULL;
  carom_vec2 points[3];
  for (int i = 0; i < 3; i++) points[i] = (carom_vec2){scale * (float)i, test_uniform(r, -scale, scale)};
  carom_chain_def def = {.points = &points->x, .count = 3};
  ck_assert(carom_chain_create(NULL, &def, &chain) == CAROM_OK);
  return chain;
}

static carom_shape random_planar(uint64_t *r, carom_shape_kind kind, float scale) {
  carom_vec2 a = {test_uniform(r, -scale, scale), test_uniform(r, -scale, scale)}, b = {scale, 2 * scale};
  float radius = random_rounding(r, scale);
  switch (kind) {
  case CAROM_DISC:
    return carom_shape_disc(scale);
  case CAROM_STADIUM:
    return carom_shape_stadium(a, b, scale);
  case CAROM_RECTANGLE:
    return carom_shape_rounded_rectangle(scale, 2 * scale, radius);
  case CAROM_POLYGON:
    return carom_shape_rounded_polygon(random_polygon(r, scale), radius);
  case CAROM_SEGMENT:
    return carom_shape_segment(a, b);
  case CAROM_CHAIN_LINK:
    return carom_shape_chain_link(random_chain(r, scale), test_below(r, 2), radius);
  default:
    return kind_filled(r, kind, scale);
  }
}

/* Of a half, the arc is above. */
static long double arc_extent(const carom__flat *flat, exact_vec d) {
  bool below = flat->count == 2 && d.c[1] < 0;
  long double x = (long double)flat->arc.x * d.c[0], y = below ? 0 : (long double)flat->arc.y * d.c[1];
  return hypotl(x, y);
}

/* Along z there is nothing of it. */
static long double planar_extent(const carom_shape *shape, exact_vec d) {
  if (d.c[2] != 0) return 0;
  const carom__shape_class *class = carom__shape_class_of(shape->kind);
  long double most = -HUGE_VALL;
  carom__flat flat;
  class->flat(shape, &flat);
  if (flat_is_curved(&flat)) return arc_extent(&flat, d);
  for (uint32_t i = class->vertex_count(shape); i-- > 0;)
    most = fmaxl(most, exact_dot(exact_from(class->vertex(shape, i)), d));
  return most + (long double)shape_radius(class, shape);
}

/* --- Both --- */

static bool is_spatial(carom_shape_kind kind) { return kind_is_of(kind, CAROM_FAMILY_SPATIAL); }

static carom_shape random_shape(uint64_t *r, carom_shape_kind kind) {
  float scale = test_log_uniform(r, 1e-2f, 1e2f);
  return is_spatial(kind) ? kind_random(r, kind, scale) : random_planar(r, kind, scale);
}

static carom_pose random_pose(uint64_t *r, bool planar) {
  float far = test_log_uniform(r, 1e-3f, 1e6f);
  carom_vec3 at = vec3_scale(test_vec3(r, -1, 1), test_below(r, 4) ? far : 0);
  carom_quat turn = test_quat(r);
  float length = test_uniform(r, 0.9995f, 1.0005f);
  if (planar) turn.x = turn.y = 0, at.z = 0;
  if (test_below(r, 8) == 0) turn = (carom_quat){0, 0, 1, 0};
  turn = quat_normalize(turn);
  turn = (carom_quat){length * turn.x, length * turn.y, length * turn.z, length * turn.w};
  if (test_below(r, 8) == 0) turn = (carom_quat){0, 0, 0, 0};
  return (carom_pose){{(double)at.x / 3, (double)at.y / 7, (double)at.z / 9}, turn};
}

/* How many floats a bound lies above the least one that is not below the truth; -1 when it lies below. Where
 * all but nothing is left of a difference the floats are finer than what long doubles tell, and that much is
 * no matter. */
static int floats_above(float bound, long double truth, long double size) {
  if ((long double)bound < truth - 0x1p-60L * size) return -1;
  if (fabsl(truth) < 0x1p-22L * size) return (long double)bound - truth <= 0x1p-46L * size ? 0 : 99;
  int above = 0;
  while (above < 9 && (long double)nextafterf(bound, -INFINITY) >= truth)
    above++, bound = nextafterf(bound, -INFINITY);
  return above;
}

START_TEST(bounds_are_the_tightest) {
  carom_shape_kind kind = (carom_shape_kind)_i;
  uint64_t r = (uint64_t)_i;
  int most = 0;
  if (carom__shape_class_of(kind)->walk) return; /* test_mesh_pairs.c */
  for (int n = test_scaled(3000); n > 0; n--) {
    carom_shape shape = random_shape(&r, kind);
    carom_pose pose = random_pose(&r, !is_spatial(kind)), known = pose;
    carom_aabb box;
    ck_assert_int_eq(carom_shape_bounds(&shape, &pose, &box), CAROM_OK);
    if (quat_is_zero(known.rotation)) known.rotation = quat_identity();
    exact_pose turn = exact_pose_of(vec3(0, 0, 0), known.rotation);
    const long double at[3] = {(long double)pose.position.x, (long double)pose.position.y,
                               (long double)pose.position.z};
    for (int i = 0; i < 6; i++) {
      exact_vec axis = exact(0, 0, 0), local;
      axis.c[i / 2] = i % 2 ? 1 : -1;
      local = exact_unplace(&turn, axis);
      long double extent = is_spatial(kind) ? kind_extent(&shape, local) : planar_extent(&shape, local);
      float bound = i % 2 ? vec3_get(box.max, i / 2) : -vec3_get(box.min, i / 2);
      int above =
          floats_above(bound, extent + axis.c[i / 2] * at[i / 2], kind_reach(&shape) + fabsl(at[i / 2]));
      ck_assert_msg(above >= 0, "a bound is within the shape");
      most = above > most ? above : most;
    }
    carom__shape_release(&shape);
  }
  ck_assert_int_le(most, 2);
}
END_TEST

/* What stands at a place that floats have, and not turned, has bounds without any rounding. */
START_TEST(what_is_exact_stays_exact) {
  carom_shape box = carom_shape_box(1, 2, 3);
  carom_pose pose = {.position = {1, 2, -3}};
  carom_aabb bounds;
  ck_assert_int_eq(carom_shape_bounds(&box, &pose, &bounds), CAROM_OK);
  ck_assert(bounds.min.x == 0 && bounds.max.x == 2 && bounds.min.y == 0 && bounds.max.y == 4);
  ck_assert(bounds.min.z == -6 && bounds.max.z == 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("shape_bounds");
  TCase *cases = tcase_create("bounds");
  tcase_add_loop_test(cases, bounds_are_the_tightest, CAROM_SPHERE, CAROM_SHAPE_KIND_COUNT);
  tcase_add_test(cases, what_is_exact_stays_exact);
  suite_add_tcase(suite, cases);
  return suite;
}

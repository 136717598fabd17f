/* test_place.c: what pairs of shapes are refused for, against the checks of each part, where all sizes and
 * coordinates are anything, and what they give, against placed shapes. */
#include <string.h>

#include "carom/batch.h"
#include "carom/collide.h"
#include "kinds.h"
#include "pose.h"
#include "shape_class.h"

/* Kinds without an asset: most pairs of these are checked and placed at once (place_pairs.c). */
static const carom_shape_kind kinds[] = {
    CAROM_SPHERE,    CAROM_CAPSULE,  CAROM_BOX,       CAROM_DISC,    CAROM_RECTANGLE,
    CAROM_STADIUM,   CAROM_CYLINDER, CAROM_CONE,      CAROM_FRUSTUM, CAROM_TAPERED_CAPSULE,
    CAROM_ELLIPSOID, CAROM_ELLIPSE,  CAROM_HALF_DISC, CAROM_NO_SHAPE};
enum { KINDS = sizeof kinds / sizeof *kinds, ROUNDS = 6000 };

static float odd_float(uint64_t *random) {
  const float odd[] = {0,
                       -0.0f,
                       CAROM_SIZE_MIN,
                       nextafterf(CAROM_SIZE_MIN, 0),
                       CAROM_SIZE_MAX,
                       nextafterf(CAROM_SIZE_MAX, INFINITY),
                       -CAROM_SIZE_MAX,
                       nextafterf(-CAROM_SIZE_MAX, -INFINITY),
                       -1,
                       1e30f,
                       -3e38f,
                       INFINITY,
                       -INFINITY,
                       NAN,
                       -NAN,
                       1e-40f};
  return odd[test_below(random, sizeof odd / sizeof *odd)];
}

static double odd_coordinate(uint64_t *random) {
  const double odd[] = {CAROM_POSITION_MAX,
                        nextafter(CAROM_POSITION_MAX, 2e9),
                        -CAROM_POSITION_MAX,
                        5e8,
                        1e308,
                        -1e308,
                        (double)INFINITY,
                        (double)NAN,
                        0,
                        -0.0};
  return odd[test_below(random, sizeof odd / sizeof *odd)];
}

/* Good sizes, one of which may be odd. */
static carom_shape any_shape(carom_shape_kind kind, bool odd, uint64_t *random) {
  const carom__shape_class *class = carom__shape_class_of(kind);
  carom_shape shape;
  memset(&shape, 0x7f, sizeof shape); /* what is no size is no number */
  shape.kind = kind;
  if (!class) return shape;
  float *sizes = shape_sizes(class, &shape);
  for (size_t i = 0; i < class->size_count; i++) sizes[i] = test_uniform(random, 0.5f, 1.5f);
  if (class->radius_at && kind != CAROM_CAPSULE && kind != CAROM_STADIUM && kind != CAROM_TAPERED_CAPSULE &&
      test_below(random, 2))
    sizes[class->size_count - 1] = class->size_count > 1 ? 0 : 1;
  if (odd) sizes[test_below(random, (uint32_t) class->size_count)] = odd_float(random);
  return shape;
}

static carom_pose any_pose(bool planar, bool odd, uint64_t *random) {
  const float scales[] = {1, 1, 1, 1.0009f, 0.9991f, 1.0011f, 0.9989f, 0};
  double far = test_below(random, 8) ? 1.5 : 3e8;
  carom_pose pose = {
      {far * (double)test_uniform(random, -1, 1), far * (double)test_uniform(random, -1, 1), 0},
      {0, 0, test_uniform(random, -1, 1), test_uniform(random, -1, 1)}};
  if (!planar) pose.position.z = (double)test_uniform(random, -1, 1), pose.rotation.x = 0.5f;
  float scale = scales[test_below(random, sizeof scales / sizeof *scales)];
  carom_quat unit = quat_normalize(pose.rotation);
  pose.rotation = (carom_quat){unit.x * scale, unit.y * scale, unit.z * scale, unit.w * scale};
  if (!odd) return pose;
  switch (test_below(random, 7)) {
  case 0:
    pose.position.x = odd_coordinate(random);
    break;
  case 5:
    pose.position.y = odd_coordinate(random);
    break;
  case 6:
    pose.rotation.y = odd_float(random);
    break;
  case 1:
    pose.position.z = odd_coordinate(random);
    break;
  case 2:
    pose.rotation.x = odd_float(random);
    break;
  case 3:
    pose.rotation.z = odd_float(random);
    break;
  default:
    pose.rotation = (carom_quat){1e-3f, 0, 0, 0};
    break;
  }
  return pose;
}

/* The checks of all parts in their order. */
static carom_status refusal(const carom_shape *shape, const carom_pose *pose) {
  carom_status status = carom_shape_check(shape);
  if (!status) status = carom__pose_check(pose);
  return status || !shape_is_planar(shape) || pose_is_planar(pose) ? status : CAROM_NOT_PLANAR;
}

/* Points from the count on are zero, as collide.h has it. */
static void expect_cleared(const carom_manifold *manifold) {
  const carom_contact_point none = {.feature = 0};
  for (uint32_t i = manifold->point_count; i < CAROM_MANIFOLD_POINTS; i++)
    ck_assert_mem_eq(&manifold->points[i], &none, sizeof none);
}

/* A plain call reads no part of the frames that it has not written, which would be no number. */
static void expect_placed(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                          const carom_pose *pose_b) {
  carom_placed placed_a, placed_b;
  carom_manifold plain, placed;
  bool overlap, overlap_placed;
  carom_distance_result distance, distance_placed;
  memset(&plain, 0x7f, sizeof plain);
  memset(&distance, 0x7f, sizeof distance);
  ck_assert(carom_place(a, pose_a, &placed_a) == CAROM_OK && carom_place(b, pose_b, &placed_b) == CAROM_OK);
  carom_status status = carom_collide_placed(&placed_a, &placed_b, NULL, &placed);
  test_fill_stack((double)NAN);
  ck_assert(carom_collide(a, pose_a, b, pose_b, &plain) == status);
  if (!status) ck_assert_mem_eq(&plain, &placed, sizeof plain);
  if (!status) expect_cleared(&plain);
  status = carom_overlap_placed(&placed_a, &placed_b, &overlap_placed);
  test_fill_stack((double)NAN);
  ck_assert(carom_overlap(a, pose_a, b, pose_b, &overlap) == status);
  if (!status) ck_assert(overlap == overlap_placed);
  status = carom_distance_placed(&placed_a, &placed_b, NULL, &distance_placed);
  test_fill_stack((double)NAN);
  ck_assert(carom_distance(a, pose_a, b, pose_b, &distance) == status);
  if (!status) ck_assert_mem_eq(&distance, &distance_placed, sizeof distance);
  status = carom_signed_distance_placed(&placed_a, &placed_b, NULL, &distance_placed);
  test_fill_stack((double)NAN);
  ck_assert(carom_signed_distance(a, pose_a, b, pose_b, &distance) == status);
  if (!status) ck_assert_mem_eq(&distance, &distance_placed, sizeof distance);
}

START_TEST(pairs_are_refused_for_what_their_parts_are) {
  uint64_t random = 5 + (uint64_t)_i;
  const int rounds = test_scaled(ROUNDS);
  for (int i = 0; i < rounds; i++) {
    carom_shape_kind kind_a = kinds[_i], kind_b = kinds[test_below(&random, KINDS)];
    bool odd = test_below(&random, 2), planar = carom__shape_family_of(kind_a) == CAROM_FAMILY_PLANAR;
    carom_shape a = any_shape(kind_a, odd && !test_below(&random, 3), &random);
    carom_shape b = any_shape(kind_b, odd && !test_below(&random, 3), &random);
    carom_pose pose_a = any_pose(planar, odd && !test_below(&random, 3), &random);
    carom_pose pose_b = any_pose(planar, odd && !test_below(&random, 3), &random);
    carom_status truth = refusal(&a, &pose_a);
    if (!truth) truth = refusal(&b, &pose_b);
    if (!truth && shape_is_planar(&a) != shape_is_planar(&b)) truth = CAROM_WRONG_FAMILY;
    carom_manifold out;
    bool overlap;
    if (truth) {
      ck_assert(carom_collide(&a, &pose_a, &b, &pose_b, &out) == truth);
      ck_assert(carom_overlap(&a, &pose_a, &b, &pose_b, &overlap) == truth);
    } else
      expect_placed(&a, &pose_a, &b, &pose_b);
  }
}
END_TEST

/* Discs that just touch rectangles, all turned: their own forms do not tell, and what follows reads the axes
 * of the disc as well. */
START_TEST(discs_that_just_touch_are_placed_as_others) {
  uint64_t random = 9;
  const int rounds = test_scaled(2000);
  for (int i = 0; i < rounds; i++) {
    carom_shape disc = carom_shape_disc(0.5f), rectangle = carom_shape_rectangle(1, 0.5f);
    carom_pose pose = any_pose(true, false, &random), turned = any_pose(true, false, &random);
    carom_vec2 way = test_below(&random, 2) ? (carom_vec2){1.5f, 0.25f} : (carom_vec2){0.5f, -1};
    if (carom__pose_check(&pose) || carom__pose_check(&turned)) continue;
    carom_frame frame = pose_to_frame(&pose);
    turned.position = frame_apply(&frame, vec3(way.x, way.y, 0));
    expect_placed(&disc, &turned, &rectangle, &pose);
    expect_placed(&rectangle, &pose, &disc, &turned);
  }
}
END_TEST

/* What may refer to an asset: of the plane, and of space. */
typedef struct assets {
  bool planar;
  carom_polygon *polygon;
  carom_hull *hull;
} assets;

static assets make_assets(bool planar) {
  const float flat[] = {0, 0, 1, 0, 1.2f, 0.7f, 0.3f, 1.1f};
  const float solid[] = {0, 0, 0, 1, 0, 0, 1.2f, 0.7f, 0, 0.3f, 0.2f, 1.1f};
  assets made = {.planar = planar};
  ck_assert(carom_polygon_from_points(NULL, flat, 4, 2 * sizeof *flat, &made.polygon) == CAROM_OK);
  ck_assert(carom_hull_from_points(NULL, solid, 4, 3 * sizeof *solid, &made.hull) == CAROM_OK);
  return made;
}

/* A rectangle or a polygon, or a box or a hull, whose asset is left out by chance. */
static carom_shape with_or_without(const assets *made, uint64_t *random) {
  if (test_below(random, 3) == 0) return any_shape(made->planar ? CAROM_RECTANGLE : CAROM_BOX, false, random);
  bool there = test_below(random, 4), odd = test_below(random, 4) == 0;
  carom_shape shape = made->planar ? carom_shape_polygon(there ? made->polygon : NULL)
                                   : carom_shape_hull(there ? made->hull : NULL);
  float *radius = made->planar ? &shape.geometry.polygon.radius : &shape.geometry.hull.radius;
  if (odd) *radius = odd_float(random);
  return shape;
}

/* Pairs with polygons and hulls have checks of their own, and what refers to nothing is refused. */
START_TEST(nothing_is_taken_without_its_asset) {
  uint64_t random = 77 + (uint64_t)_i;
  int good = 0;
  const int rounds = test_scaled(20000);
  assets made = make_assets(_i);
  for (int i = 0; i < rounds; i++) {
    carom_shape a = with_or_without(&made, &random), b = with_or_without(&made, &random);
    carom_pose pose_a = any_pose(made.planar, !test_below(&random, 4), &random);
    carom_pose pose_b = any_pose(made.planar, !test_below(&random, 4), &random);
    carom_status truth = refusal(&a, &pose_a);
    if (!truth) truth = refusal(&b, &pose_b);
    carom_manifold out;
    good += !truth;
    if (truth)
      ck_assert(carom_collide(&a, &pose_a, &b, &pose_b, &out) == truth);
    else
      expect_placed(&a, &pose_a, &b, &pose_b);
  }
  ck_assert(good > rounds / 8 && good < rounds);
  carom_polygon_release(made.polygon);
  carom_hull_release(made.hull);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("place");
  TCase *tcase = tcase_create("place");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, pairs_are_refused_for_what_their_parts_are, 0, KINDS);
  tcase_add_test(tcase, discs_that_just_touch_are_placed_as_others);
  tcase_add_loop_test(tcase, nothing_is_taken_without_its_asset, 0, 2);
  suite_add_tcase(suite, tcase);
  return suite;
}

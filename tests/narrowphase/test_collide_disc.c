/* test_collide_disc.c: discs in closed form, those of spheres among them, against the walk around the
 * Minkowski difference. */
#include "collide_flats.h"

#include "collide_round.h"
#include "feature.h"
#include "flat_class.h"
#include "manifold.h"
#include "pair_class.h"
#include "planar_pair.h"
#include "testing.h"

typedef struct scene {
  carom_shape disc, other;
  carom_frame at_disc, at_other;
} scene;

static carom_frame frame_at(double x, double y, carom_vec2 axis) {
  return (carom_frame){{x, y, 0}, {{axis.x, axis.y, 0}, {-axis.y, axis.x, 0}, {0, 0, 1}}};
}

/* Every other scene is on a grid, where centres lie on corners, on edges, on diagonals and on each other. */
static scene random_scene(uint64_t *random, bool on_grid) {
  double x = on_grid ? 0.5 * test_below(random, 9) - 2 : (double)test_uniform(random, -2, 2);
  double y = on_grid ? 0.5 * test_below(random, 9) - 2 : (double)test_uniform(random, -2, 2);
  double turn = on_grid ? 90.0 * test_below(random, 4) : (double)test_uniform(random, 0, 360);
  float radius = on_grid ? 0.5f : test_log_uniform(random, 1e-3f, 1);
  float half_x = on_grid ? 1 : test_log_uniform(random, 1e-3f, 2), round = test_below(random, 2) ? 0 : 0.25f;
  scene s = {.disc = carom_shape_disc(radius),
             .at_other = frame_at(1e5, -1e5, carom_direction_degrees(turn))};
  s.at_disc = frame_at(1e5 + x, y - 1e5, carom_direction_degrees(turn * 3));
  s.other =
      test_below(random, 3) ? carom_shape_rounded_rectangle(half_x, 1, round) : carom_shape_disc(half_x);
  return s;
}

static bool are_near(carom_vec3 a, carom_vec3 b, float slack) { return vec3_norm1(vec3_sub(a, b)) <= slack; }

static bool is_unit(carom_vec3 n) { return fabsf(vec3_dot(n, n) - 1) <= 1e-5f; }

/* Of centres that are all but on a diagonal either of two edges is right. `way` leads from A's centre to B's.
 */
static const char *contact_fault(const carom_manifold *got, const carom_manifold *want, carom_vec3 way,
                                 float slack) {
  const carom_contact_point *p = &got->points[0], *q = &want->points[0];
  if (got->point_count != want->point_count) return "count";
  if (got->point_count == 0) return NULL;
  if (!is_unit(got->normal)) return "length";
  if (vec3_dot(got->normal, way) < -slack) return "sense";
  if (fabsf(p->separation - q->separation) > slack) return "depth";
  if (vec3_norm1(vec3_sub(got->normal, want->normal)) > 0.5f) return NULL;
  if (!are_near(got->normal, want->normal, 1e-2f)) return "normal";
  if (!are_near(pos_sub(p->position, q->position), vec3(0, 0, 0), 1e-2f)) return "position";
  return NULL;
}

static const char *fault_of(const scene *s, bool exchanged, int *walked) {
  carom__site disc = {&s->disc, &s->at_disc}, other = {&s->other, &s->at_other};
  carom__site a = exchanged ? other : disc, b = exchanged ? disc : other;
  carom_manifold got, want;
  carom__manifold local;
  const carom__pair_class *class = pair_class_of(a.shape, b.shape);
  carom__touch_state touch = class->touch(a, b);
  carom__relative b_in_a = frame_relative(a.frame, b.frame);
  if (!class->collide_sites(a, b, &got)) {
    ++*walked;
    return touch == CAROM__TOUCH_UNKNOWN ? NULL : "both ways";
  }
  if (touch != (got.point_count > 0 ? CAROM__TOUCHING : CAROM__APART)) return "touch";
  carom__collide_planar(a.shape, b.shape, &b_in_a, &local);
  carom__manifold_to_world(&local, a.frame, &want);
  carom_vec3 way = pos_sub(b.frame->origin, a.frame->origin);
  return contact_fault(&got, &want, way, 8 * 0x1p-24f * 16);
}

START_TEST(discs_are_flats) {
  uint64_t random = 3;
  const char *fault = NULL;
  int walked = 0, count = test_scaled(20000), n = 0;
  for (; n < count && !fault; n++) {
    scene s = random_scene(&random, n % 2);
    fault = fault_of(&s, n % 3 == 0, &walked);
  }
  ck_assert_msg(!fault, "scene %d: %s", n - 1, fault);
  ck_assert_int_lt(walked, count / 4);
}
END_TEST

/* The points lie as far apart along the normal as is told, and that is what the walk tells. */
static const char *distance_fault(const scene *s, bool exchanged) {
  carom__site disc = {&s->disc, &s->at_disc}, other = {&s->other, &s->at_other};
  carom__site a = exchanged ? other : disc, b = exchanged ? disc : other;
  carom__relative b_in_a = frame_relative(a.frame, b.frame);
  carom_distance_result got;
  carom__separation want;
  if (!pair_class_of(a.shape, b.shape)->measure_sites(a, b, &got)) return NULL;
  carom__measure_planar(a.shape, b.shape, &b_in_a, &want);
  carom_vec3 way = pos_sub(got.point_b, got.point_a);
  float slack = 8 * 0x1p-24f * 16;
  if (fabsf(got.distance - want.distance) > slack) return "distance";
  if ((got.distance > 0) != (want.distance > 0)) return "sign";
  if (!is_unit(got.normal)) return "length";
  carom_vec3 from_center = pos_sub(exchanged ? got.point_b : got.point_a, s->at_disc.origin);
  float radius = s->disc.geometry.disc.radius;
  if (!are_near(from_center, vec3_scale(got.normal, exchanged ? -radius : radius), slack)) return "disc";
  return are_near(way, vec3_scale(got.normal, got.distance), slack) ? NULL : "points";
}

START_TEST(distances_are_those_of_flats) {
  uint64_t random = 4;
  const char *fault = NULL;
  int count = test_scaled(100000), n = 0;
  for (; n < count && !fault; n++) {
    scene s = random_scene(&random, n % 2);
    fault = distance_fault(&s, n % 3 == 0);
  }
  ck_assert_msg(!fault, "scene %d: %s", n - 1, fault);
}
END_TEST

/* Vertices and edges of a rectangle around a disc: the names are those that the walk gives. */
START_TEST(features_have_the_names_of_the_walk) {
  int faults = 0;
  for (int i = 0; i < 8; i++) {
    carom_vec2 way = carom_direction_degrees(45.0 * i + 3);
    scene s = {.disc = carom_shape_disc(0.5f), .other = carom_shape_rectangle(1, 1)};
    s.at_disc = frame_at(1.3 * (double)way.x, 1.3 * (double)way.y, carom_direction_degrees(10));
    s.at_other = frame_at(0, 0, carom_direction_degrees(0));
    carom__relative b_in_a = frame_relative(&s.at_disc, &s.at_other);
    carom_manifold got;
    carom__manifold want;
    carom__collide_planar(&s.disc, &s.other, &b_in_a, &want);
    faults += !carom__collide_disc((carom__site){&s.disc, &s.at_disc}, (carom__site){&s.other, &s.at_other},
                                   &got) ||
              got.point_count != 1 || got.points[0].feature != want.points[0].feature;
  }
  ck_assert_int_eq(faults, 0);
}
END_TEST

/* Two discs all but on one place, nearer than doubles can square. */
START_TEST(normals_are_unit_however_near_centres_are) {
  int faults = 0;
  for (double way = 1; way > 0; way /= 2) {
    const carom_shape disc = carom_shape_disc(1);
    const carom_frame a = frame_at(0, 0, carom_direction_degrees(0)),
                      b = frame_at(way, -way, carom_direction_degrees(30));
    carom_manifold got;
    bool found = carom__collide_spheres((carom__site){&disc, &a}, (carom__site){&disc, &b}, &got);
    faults += !found || got.point_count != 1 || !is_unit(got.normal) || !(got.points[0].separation <= 0);
  }
  ck_assert_int_eq(faults, 0);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("collide_disc");
  TCase *tests = tcase_create("discs");
  tcase_add_test(tests, discs_are_flats);
  tcase_add_test(tests, distances_are_those_of_flats);
  tcase_add_test(tests, features_have_the_names_of_the_walk);
  tcase_add_test(tests, normals_are_unit_however_near_centres_are);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_box_bounds.c: eight boxes and balls at once have the frames and bounds that each has alone, to the
 * last bit, in both forms. */
#include "shape_kernels.h"

#include "shape_class.h"
#include "testing.h"

/* Of any size and place, in doubles that no float holds. */
static carom_pose any_pose(uint64_t *random) {
  double p[3];
  for (int i = 0; i < 3; i++) {
    double size = (double)test_log_uniform(random, 1e-30f, 1e9f);
    p[i] = (test_below(random, 2) ? size : -size) * (1 + (double)test_below(random, 1000) * 0x1p-50);
    if (test_below(random, 8) == 0) p[i] = test_below(random, 2) ? 0.0 : -0.0;
  }
  carom_pose pose = {{p[0], p[1], p[2]}, test_quat(random)};
  if (test_below(random, 4) == 0) pose.rotation = (carom_quat){0, 0, test_below(random, 2) ? 1 : -0.0f, 0};
  if (quat_is_zero(pose.rotation)) pose.rotation = quat_identity();
  return pose;
}

static float any_size(uint64_t *random) {
  return test_below(random, 4) ? test_log_uniform(random, CAROM_SIZE_MIN, CAROM_SIZE_MAX) : 1;
}

static carom_shape any_shape(uint64_t *random) {
  float x = any_size(random), y = any_size(random), z = any_size(random);
  uint32_t what = test_below(random, 3);
  return what == 0   ? carom_shape_sphere(x)
         : what == 1 ? carom_shape_box(x, y, z)
                     : carom_shape_rounded_box(x, y, z, any_size(random));
}

typedef struct eight {
  carom_pose poses[8];
  carom_shape shapes[8];
  carom_frame frames[8];
  carom_aabb bounds[8];
  carom__bounds_task tasks[8];
  float growths[8];
  bool grown;
} eight;

/* Tells whether all are boxes or balls. */
static bool fill(eight *e, uint64_t *random) {
  bool all = true;
  e->grown = test_below(random, 2);
  for (int k = 0; k < 8; k++) {
    e->poses[k] = any_pose(random);
    e->shapes[k] = any_shape(random);
    e->tasks[k] = (carom__bounds_task){.pose = &e->poses[k], .frame = &e->frames[k], .bounds = &e->bounds[k]};
    e->growths[k] = test_below(random, 4) ? test_log_uniform(random, 1e-9f, 1e6f) : 0;
    all = shape_as_box(&e->shapes[k], &e->tasks[k].box) && all;
  }
  return all;
}

/* Axes have no gaps, but a frame may end with one. */
static bool is_right(const eight *e, int k) {
  carom_frame frame = pose_to_frame(&e->poses[k]);
  carom_aabb bounds = carom__shape_bounds(&e->shapes[k], &frame);
  if (e->grown) bounds = aabb_grown(bounds, e->growths[k]);
  return memcmp(&frame.origin, &e->frames[k].origin, sizeof frame.origin) == 0 &&
         memcmp(&frame.axes, &e->frames[k].axes, sizeof frame.axes) == 0 &&
         memcmp(&bounds, &e->bounds[k], sizeof bounds) == 0;
}

static void check(const carom__bounds_kernels *kernels) {
  uint64_t random = 7;
  for (int i = 0; i < test_scaled(50000); i++) {
    eight e;
    int wrong = !fill(&e, &random);
    kernels->eight(e.tasks, e.grown ? e.growths : NULL);
    for (int k = 0; k < 8; k++) wrong += !is_right(&e, k);
    if (wrong) ck_abort_msg("round %d", i);
  }
}

START_TEST(eight_are_as_one) { check(&carom__bounds_kernels_portable); }
END_TEST

START_TEST(eight_are_as_one_on_avx2) {
  if (carom__bounds_kernels_avx2()) check(carom__bounds_kernels_avx2());
}
END_TEST

START_TEST(other_shapes_are_no_boxes) {
  carom_box box;
  const carom_shape capsule = carom_shape_capsule((carom_vec3){0, 0, 0}, (carom_vec3){1, 0, 0}, 1);
  const carom_shape cone = carom_shape_cone(1, 1);
  ck_assert(!shape_as_box(&capsule, &box) && !shape_as_box(&cone, &box));
}
END_TEST

static carom_vec3 any_axis(uint64_t *random) {
  const float straight = test_below(random, 2) ? 1.0f : -1.0f;
  carom_vec3 axis = test_vec3(random, -1, 1);
  if (test_below(random, 4) == 0) axis = vec3(0, straight, -0.0f);
  if (test_below(random, 4) == 0) axis = vec3(straight, 1e-30f, 0);
  return axis;
}

/* Bounds take the end on one side for that on the other. */
START_TEST(what_is_even_reaches_as_far_both_ways) {
  uint64_t random = 3;
  const carom__shape_class *class = &carom__cylinder_class;
  ck_assert(class->is_even && !carom__cone_class.is_even && !carom__frustum_class.is_even);
  for (int i = 0; i < 100000; i++) {
    const carom_shape shape = carom_shape_cylinder(any_size(&random), any_size(&random));
    const carom_vec3 axis = any_axis(&random);
    uint32_t index;
    carom_vec3 high = class->support(&shape, axis, &index),
               low = class->support(&shape, vec3_neg(axis), &index);
    ck_assert(vec3_dot(axis, low) == -vec3_dot(axis, high) && vec3_norm1(low) == vec3_norm1(high));
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("box bounds");
  TCase *tests = tcase_create("eight");
  tcase_add_test(tests, eight_are_as_one);
  tcase_add_test(tests, eight_are_as_one_on_avx2);
  tcase_add_test(tests, other_shapes_are_no_boxes);
  tcase_add_test(tests, what_is_even_reaches_as_far_both_ways);
  suite_add_tcase(suite, tests);
  return suite;
}

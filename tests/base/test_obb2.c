/* test_obb2.c: boxes of the plane against their corners in long double, on random and on degenerate pairs. */
#include "carom/obb2.h"

#include "obb_kernels.h"
#include "testing.h"

#define UNIT 0x1p-24L

/* --- The truth --- */

typedef struct point {
  long double x, y;
} point;

static long double dot(point a, point b) { return a.x * b.x + a.y * b.y; }

/* As seen from an origin near by, from which the way to the centre is exact. */
static void corners_of(const carom_obb2 *box, carom_vec2 origin, point out[4]) {
  static const int signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  long double c = (long double)box->axis.x, s = (long double)box->axis.y;
  for (int i = 0; i < 4; i++) {
    long double x = signs[i][0] * (long double)box->half.x, y = signs[i][1] * (long double)box->half.y;
    out[i] = (point){(long double)box->center.x - (long double)origin.x + (c * x - s * y),
                     (long double)box->center.y - (long double)origin.y + (s * x + c * y)};
  }
}

/* How far b's corners lie beyond a's along a unit normal. */
static long double gap_along(const point a[4], const point b[4], point normal) {
  long double most = -HUGE_VALL, least = HUGE_VALL;
  for (int i = 0; i < 4; i++) {
    most = fmaxl(most, dot(a[i], normal));
    least = fminl(least, dot(b[i], normal));
  }
  return least - most;
}

static long double true_separation(const carom_obb2 *a, const carom_obb2 *b) {
  point of_a[4], of_b[4];
  long double best = -HUGE_VALL;
  corners_of(a, a->center, of_a);
  corners_of(b, a->center, of_b);
  for (int i = 0; i < 8; i++) {
    carom_vec2 axis = i < 4 ? a->axis : b->axis;
    point n = {(long double)axis.x, (long double)axis.y};
    long double length = sqrtl(dot(n, n));
    if (i & 1) n = (point){-n.y, n.x};
    if (i & 2) n = (point){-n.x, -n.y};
    best = fmaxl(best, gap_along(of_a, of_b, (point){n.x / length, n.y / length}));
  }
  return best;
}

static long double size_of(const carom_obb2 *a, const carom_obb2 *b) {
  float centers = fabsf(b->center.x - a->center.x) + fabsf(b->center.y - a->center.y);
  return (long double)(centers + a->half.x + a->half.y + b->half.x + b->half.y);
}

/* --- Pairs --- */

typedef struct pair {
  carom_obb2 a, b;
} pair;

enum { SPREAD, PARALLEL, NEARLY_PARALLEL, THIN, UNEVEN, COINCIDENT, FAR, QUARTERS, SCALED, FAMILIES };

static carom_obb2 random_box(uint64_t *random, int family) {
  float x = test_uniform(random, 0.2f, 1), y = test_uniform(random, 0.2f, 1);
  if (family == THIN) y = test_below(random, 2) ? 0 : test_log_uniform(random, 1e-6f, 1e-2f);
  if (family == QUARTERS) x = (float)test_below(random, 5), y = (float)test_below(random, 5);
  carom_vec2 axis = carom_direction((double)test_uniform(random, -4, 4));
  float length = family == SCALED ? test_uniform(random, 0.9991f, 1.0009f) : 1;
  return (carom_obb2){{0, 0}, {length * axis.x, length * axis.y}, {x, y}};
}

/* Moves b along the best axis to where the two barely touch, give or take some roundings. */
static void bring_near(pair *p, uint64_t *random) {
  carom_obb2_gap gap;
  if (carom_obb2_separation(&p->a, &p->b, &gap)) ck_abort_msg("refused");
  float aim = (float)(size_of(&p->a, &p->b) * UNIT) * test_uniform(random, -20, 20);
  p->b.center.x += (aim - gap.separation) * gap.normal.x;
  p->b.center.y += (aim - gap.separation) * gap.normal.y;
}

static pair random_pair(uint64_t *random, int family) {
  pair p = {random_box(random, family), random_box(random, family)};
  float ratio = family == UNEVEN ? test_log_uniform(random, 1e-5f, 1e5f) : 1, reach = 2;
  p.b.half.x *= ratio, p.b.half.y *= ratio;
  if (family == PARALLEL) p.b.axis = p.a.axis;
  if (family == NEARLY_PARALLEL) {
    double angle = (double)test_uniform(random, -4, 4), off = (double)test_log_uniform(random, 1e-9f, 1e-1f);
    p.a.axis = carom_direction(angle), p.b.axis = carom_direction(angle + off);
  }
  if (family == QUARTERS) {
    p.a.axis = carom_direction_degrees(90.0 * test_below(random, 4));
    p.b.axis = carom_direction_degrees(90.0 * test_below(random, 4));
    p.b.center = (carom_vec2){(float)test_below(random, 9), (float)test_below(random, 9)};
    return p;
  }
  if (family == COINCIDENT) return p;
  if (family == FAR) p.a.center = (carom_vec2){test_uniform(random, -1e6f, 1e6f), 1e6f};
  p.b.center.x = p.a.center.x + test_uniform(random, -reach, reach) * fmaxf(1, ratio);
  p.b.center.y = p.a.center.y + test_uniform(random, -reach, reach) * fmaxf(1, ratio);
  if (test_below(random, 2)) bring_near(&p, random);
  return p;
}

static bool overlaps(const carom_obb2 *a, const carom_obb2 *b, carom_touching touching) {
  bool out = false;
  if (carom_obb2_overlap(a, b, touching, &out)) ck_abort_msg("refused");
  return out;
}

/* --- Tests --- */

/* What is wrong about the answers, or NULL. */
static const char *overlap_fault(const pair *p) {
  long double gap = true_separation(&p->a, &p->b), band = 8 * UNIT * size_of(&p->a, &p->b),
              exact = 1e-10L * band;
  bool loose = overlaps(&p->a, &p->b, CAROM_TOUCHING_OVERLAPS);
  bool strict = overlaps(&p->a, &p->b, CAROM_TOUCHING_IS_APART);
  if (!loose && gap < -exact) return "apart, but overlapping";
  if (loose && gap > band) return "overlapping, but apart";
  if (strict && gap > exact) return "strictly overlapping, but apart";
  if (!strict && gap < -band) return "strictly apart, but overlapping";
  bool turned = overlaps(&p->b, &p->a, CAROM_TOUCHING_OVERLAPS);
  return turned != loose && fabsl(gap) > band ? "not the same when exchanged" : NULL;
}

static const char *separation_fault(const pair *p) {
  carom_obb2_gap gap;
  if (carom_obb2_separation(&p->a, &p->b, &gap)) return "refused";
  long double truth = true_separation(&p->a, &p->b), size = size_of(&p->a, &p->b);
  if (fabsl((long double)gap.separation - truth) > UNIT * fabsl(truth) + 1e-14L * size) return "separation";
  point normal = {(long double)gap.normal.x, (long double)gap.normal.y}, of_a[4], of_b[4];
  corners_of(&p->a, p->a.center, of_a);
  corners_of(&p->b, p->a.center, of_b);
  if (fabsl(dot(normal, normal) - 1) >= 4 * UNIT) return "length of the normal";
  return fabsl(gap_along(of_a, of_b, normal) - truth) > 4 * UNIT * size ? "normal" : NULL;
}

static void expect_no_fault(const char *(*fault_of)(const pair *), int family, int pairs) {
  uint64_t random = (uint64_t)family;
  const char *fault = NULL;
  for (int n = test_scaled(pairs); n > 0 && !fault; n--) {
    pair p = random_pair(&random, family);
    fault = fault_of(&p);
  }
  ck_assert_msg(!fault, "%s", fault);
}

START_TEST(overlap_keeps_its_promise) { expect_no_fault(overlap_fault, _i, 50000); }
END_TEST

START_TEST(separation_is_exact) { expect_no_fault(separation_fault, _i, 30000); }
END_TEST

START_TEST(touching_is_a_choice) {
  uint64_t random = 99;
  int wrong = 0;
  for (int n = test_scaled(50000); n > 0; n--) {
    pair p = random_pair(&random, QUARTERS);
    long double gap = true_separation(&p.a, &p.b);
    wrong += overlaps(&p.a, &p.b, CAROM_TOUCHING_OVERLAPS) != (gap <= 0);
    wrong += overlaps(&p.a, &p.b, CAROM_TOUCHING_IS_APART) != (gap < 0);
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

static carom_status batch(const carom_obb2 *boxes, size_t box_count, const carom_index_pair *pairs,
                          size_t count, bool *out) {
  carom_status status =
      carom_obb2_overlap_pairs(boxes, box_count, pairs, count, CAROM_TOUCHING_OVERLAPS, out);
  ck_assert(carom_obb2_overlap_pairs(boxes, box_count, pairs, count, CAROM_TOUCHING_IS_APART, out + count) ==
            status);
  return status;
}

enum { BOXES = 60, PAIRS = 301 };

START_TEST(batches_say_what_single_calls_say) {
  uint64_t random = 5;
  int wrong = 0;
  for (int round = test_scaled(100); round > 0; round--) {
    carom_obb2 boxes[BOXES];
    carom_index_pair pairs[PAIRS];
    bool out[2 * PAIRS];
    for (int i = 0; i < BOXES; i += 2) {
      pair p = random_pair(&random, (int)test_below(&random, FAMILIES));
      boxes[i] = p.a, boxes[i + 1] = p.b;
    }
    size_t count = test_below(&random, PAIRS + 1);
    for (size_t i = 0; i < count; i++) {
      uint32_t a = test_below(&random, BOXES);
      pairs[i] = (carom_index_pair){a, test_below(&random, 2) ? a ^ 1 : test_below(&random, BOXES)};
    }
    ck_assert(batch(boxes, BOXES, pairs, count, out) == CAROM_OK);
    for (size_t i = 0; i < count; i++) {
      const carom_obb2 *a = &boxes[pairs[i].a], *b = &boxes[pairs[i].b];
      wrong += out[i] != overlaps(a, b, CAROM_TOUCHING_OVERLAPS);
      wrong += out[count + i] != overlaps(a, b, CAROM_TOUCHING_IS_APART);
    }
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

static void expect_same_corners(const carom_obb2 *box, const carom_vec2 corners[4], float slack) {
  point of_box[4];
  corners_of(box, (carom_vec2){0, 0}, of_box);
  for (int i = 0; i < 4; i++) {
    long double nearest = HUGE_VALL;
    for (int k = 0; k < 4; k++)
      nearest = fminl(
          nearest, hypotl(of_box[k].x - (long double)corners[i].x, of_box[k].y - (long double)corners[i].y));
    ck_assert(nearest <= (long double)slack);
  }
}

START_TEST(vertices_there_and_back) {
  uint64_t random = 6;
  for (int n = test_scaled(1000); n > 0; n--) {
    carom_obb2 box = random_box(&random, test_below(&random, 4) ? SPREAD : THIN), back;
    box.center = (carom_vec2){test_uniform(&random, -9, 9), test_uniform(&random, -9, 9)};
    carom_vec2 corners[4], turned[4];
    ck_assert(carom_obb2_vertices(&box, corners) == CAROM_OK);
    expect_same_corners(&box, corners, 2e-6f);
    uint32_t first = test_below(&random, 4), step = test_below(&random, 2) ? 1 : 3;
    for (uint32_t i = 0; i < 4; i++) turned[i] = corners[(first + step * i) & 3];
    ck_assert(carom_obb2_from_vertices(turned, &back) == CAROM_OK);
    expect_same_corners(&back, corners, 8e-6f);
    float along = back.axis.x * (turned[1].x - turned[0].x) + back.axis.y * (turned[1].y - turned[0].y);
    ck_assert(fabsf(along - 2 * back.half.x) <= 4e-6f);
  }
}
END_TEST

/* The pose turns x to the axis. */
START_TEST(poses_are_those_of_boxes) {
  uint64_t random = 7;
  int wrong = 0;
  for (int n = test_scaled(10000); n > 0; n--) {
    carom_obb2 box = random_box(&random, SPREAD);
    carom_pose pose;
    if (n % 5 == 0) box.axis = carom_direction_degrees(90.0 * (n % 4));
    box.center = (carom_vec2){test_uniform(&random, -9, 9), test_uniform(&random, -9, 9)};
    wrong += carom_obb2_pose(&box, &pose) != CAROM_OK || pose.position.x != (double)box.center.x ||
             pose.position.y != (double)box.center.y || pose.position.z != 0;
    long double z = (long double)pose.rotation.z, w = (long double)pose.rotation.w;
    wrong += pose.rotation.x != 0 || pose.rotation.y != 0 || fabsl(z * z + w * w - 1) > 4 * UNIT;
    wrong += fabsl(w * w - z * z - (long double)box.axis.x) > 4 * UNIT ||
             fabsl(2 * w * z - (long double)box.axis.y) > 4 * UNIT;
  }
  ck_assert_int_eq(wrong, 0);
}
END_TEST

START_TEST(what_is_no_rectangle_is_refused) {
  traps_off();
  static const carom_vec2 wrong[][4] = {
      {{0, 0}, {2, 0}, {2, 1}, {0.01f, 1}}, {{0, 0}, {2, 0}, {3, 1}, {1, 1}},
      {{0, 0}, {2, 1}, {2, 0}, {0, 1}},     {{0, 0}, {1, 0}, {0, 0}, {1, 0}},
      {{0, 0}, {1, 0}, {1, 1}, {1, 1}},     {{0, 0}, {1, 0}, {0, 0}, {-1, 0}}};
  static const carom_vec2 nearly[4] = {{0, 0}, {2, 0}, {2, 1}, {0.001f, 1}},
                          point_box[4] = {{3, 3}, {3, 3}, {3, 3}, {3, 3}};
  carom_obb2 out;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    ck_assert_msg(carom_obb2_from_vertices(wrong[i], &out) == CAROM_NOT_RECTANGLE, "case %d", (int)i);
  ck_assert(carom_obb2_from_vertices(nearly, &out) == CAROM_OK);
  ck_assert(carom_obb2_from_vertices(point_box, &out) == CAROM_BAD_SIZE);
  carom_vec2 huge[4] = {{-9e8f, 0}, {9e8f, 0}, {9e8f, 1}, {-9e8f, 1}};
  ck_assert(carom_obb2_from_vertices(huge, &out) == CAROM_BAD_SIZE);
  huge[2].y = INFINITY;
  ck_assert(carom_obb2_from_vertices(huge, &out) == CAROM_NOT_FINITE);
  huge[2].y = 2e9f;
  ck_assert(carom_obb2_from_vertices(huge, &out) == CAROM_OUT_OF_RANGE);
}
END_TEST

/* What each function says of a box that is wrong at any place of a batch. */
static void expect_refused(carom_obb2 wrong, carom_status status) {
  carom_obb2 boxes[20], good = {{0, 0}, {1, 0}, {1, 1}};
  carom_index_pair both = {0, 1};
  carom_obb2_gap gap;
  carom_vec2 corners[4];
  bool out[2];
  for (int i = 0; i < 20; i++) boxes[i] = good;
  boxes[7] = wrong;
  ck_assert(batch(boxes, 20, &both, 1, out) == status);
  boxes[7] = good, boxes[19] = wrong;
  ck_assert(batch(boxes, 20, &both, 1, out) == status);
  ck_assert(carom_obb2_overlap(&good, &wrong, CAROM_TOUCHING_OVERLAPS, out) == status);
  ck_assert(carom_obb2_overlap(&wrong, &good, CAROM_TOUCHING_OVERLAPS, out) == status);
  ck_assert(carom_obb2_separation(&good, &wrong, &gap) == status);
  ck_assert(carom_obb2_separation(&wrong, &good, &gap) == status);
  ck_assert(carom_obb2_vertices(&wrong, corners) == status);
}

START_TEST(wrong_boxes_are_refused) {
  traps_off();
  expect_refused((carom_obb2){{NAN, 0}, {1, 0}, {1, 1}}, CAROM_NOT_FINITE);
  expect_refused((carom_obb2){{0, 0}, {1, INFINITY}, {1, 1}}, CAROM_NOT_FINITE);
  expect_refused((carom_obb2){{0, 0}, {1, 0}, {1, NAN}}, CAROM_NOT_FINITE);
  expect_refused((carom_obb2){{0, -1.1e9f}, {1, 0}, {1, 1}}, CAROM_OUT_OF_RANGE);
  expect_refused((carom_obb2){{0, 0}, {1, 0}, {-1, 1}}, CAROM_BAD_SIZE);
  expect_refused((carom_obb2){{0, 0}, {1, 0}, {1, 1.1e6f}}, CAROM_BAD_SIZE);
  expect_refused((carom_obb2){{0, 0}, {1, 0.1f}, {1, 1}}, CAROM_NOT_UNIT);
  expect_refused((carom_obb2){{0, 0}, {0, 0}, {1, 1}}, CAROM_NOT_UNIT);
  expect_refused((carom_obb2){{(float)CAROM_POSITION_MAX, 0}, {1, 0}, {CAROM_SIZE_MAX, -0.0f}}, CAROM_OK);
}
END_TEST

/* In a run of boxes, on both sides of each limit, at each place. */
static int stream_faults(const carom__obb_kernels *kernels) {
  static const float values[] = {0,    -0.0f, -0x1p-149f, 0.9989f, 0.9992f, 1.0008f, 1.0011f, -1,       3,
                                 1e6f, -1e6f, 1000001,    1e9f,    -1e9f,   1.1e9f,  -1.1e9f, INFINITY, NAN};
  int faults = 0;
  for (int place = 0; place < 8 * 6; place++)
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
      carom_obb2 boxes[8];
      for (int k = 0; k < 8; k++) boxes[k] = (carom_obb2){{1, 2}, {k & 1, !(k & 1)}, {3, 4}};
      ((float *)boxes)[place] = values[i];
      faults += kernels->fours_sound2(boxes, 2) != (carom__obb2_check(&boxes[place / 6]) == CAROM_OK);
    }
  return faults;
}

START_TEST(streams_are_checked_as_boxes_are) {
  traps_off();
  const carom__obb_kernels *avx2 = carom__obb_kernels_avx2();
  ck_assert_int_eq(stream_faults(&carom__obb_kernels_portable), 0);
  if (avx2) ck_assert_int_eq(stream_faults(avx2), 0);
}
END_TEST

START_TEST(wrong_arguments_are_refused) {
  traps_off();
  carom_obb2 box = {{0, 0}, {1, 0}, {1, 1}};
  carom_index_pair both = {0, 1};
  carom_obb2_gap gap;
  carom_vec2 corners[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  bool out = true;
  ck_assert(carom_obb2_overlap(NULL, &box, CAROM_TOUCHING_OVERLAPS, &out) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_obb2_overlap(&box, NULL, CAROM_TOUCHING_OVERLAPS, &out) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_obb2_overlap(&box, &box, CAROM_TOUCHING_OVERLAPS, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_obb2_overlap(&box, &box, (carom_touching)2, &out) == CAROM_UNKNOWN_KIND);
  ck_assert(carom_obb2_separation(NULL, &box, &gap) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_obb2_separation(&box, &box, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_obb2_vertices(&box, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_obb2_from_vertices(NULL, &box) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_obb2_from_vertices(corners, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_obb2_overlap_pairs(NULL, 1, &both, 1, CAROM_TOUCHING_OVERLAPS, &out) ==
            CAROM_NULL_ARGUMENT);
  ck_assert(carom_obb2_overlap_pairs(&box, 1, NULL, 1, CAROM_TOUCHING_OVERLAPS, &out) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_obb2_overlap_pairs(&box, 1, &both, 1, CAROM_TOUCHING_OVERLAPS, &out) == CAROM_OUT_OF_RANGE);
  ck_assert(carom_obb2_overlap_pairs(&box, 1, &both, 1, (carom_touching)-1, &out) == CAROM_UNKNOWN_KIND);
  ck_assert(carom_obb2_overlap_pairs(NULL, 0, NULL, 0, CAROM_TOUCHING_OVERLAPS, NULL) == CAROM_OK);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb2");
  TCase *tests = tcase_create("obb2");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, overlap_keeps_its_promise, 0, FAMILIES);
  tcase_add_test(tests, touching_is_a_choice);
  tcase_add_loop_test(tests, separation_is_exact, 0, FAMILIES);
  tcase_add_test(tests, batches_say_what_single_calls_say);
  tcase_add_test(tests, vertices_there_and_back);
  tcase_add_test(tests, poses_are_those_of_boxes);
  tcase_add_test(tests, what_is_no_rectangle_is_refused);
  tcase_add_test(tests, wrong_boxes_are_refused);
  tcase_add_test(tests, streams_are_checked_as_boxes_are);
  tcase_add_test(tests, wrong_arguments_are_refused);
  suite_add_tcase(suite, tests);
  return suite;
}

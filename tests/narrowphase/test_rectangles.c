/* test_rectangles.c: many pairs of rectangles at once give what each pair gives alone, in all forms of the
 * lanes, and what the walk around their Minkowski difference gives (test_flats.c has that against exact
 * arithmetic). */
#include "collide_flats.h"
#include "flat_class.h"
#include "flats.h"
#include "collide_rectangles.h"
#include "plane_kernels.h"

enum { PAIRS = 20000, CHUNK = CAROM__RECTANGLE_BATCH };
#define PADDING 0.01f

typedef struct chunk {
  carom_shape a[CHUNK], b[CHUNK];
  carom_frame frames[2][CHUNK];
  carom_box boxes[2][CHUNK];
  carom__rectangle_task tasks[CHUNK];
  carom__box_task box_tasks[CHUNK];
} chunk;

/* Every other one lies on a grid, with the sides along the axes. */
static carom_frame random_frame(uint64_t *random, bool on_grid) {
  double turn = on_grid ? 90.0 * test_below(random, 4) : (double)test_uniform(random, 0, 360);
  double x = on_grid ? test_below(random, 7) : (double)test_uniform(random, 0, 6);
  double y = on_grid ? test_below(random, 7) : (double)test_uniform(random, 0, 6);
  carom_vec2 axis = carom_direction_degrees(turn);
  return (carom_frame){{1e6 + x, y, 0}, {{axis.x, axis.y, 0}, {-axis.y, axis.x, 0}, {0, 0, 1}}};
}

static carom_shape random_rectangle(uint64_t *random, bool on_grid) {
  float x = on_grid ? (float)(1 + test_below(random, 3)) : test_log_uniform(random, 1e-3f, 3);
  float y = on_grid ? 1 : test_log_uniform(random, 1e-3f, 3);
  return carom_shape_rounded_rectangle(x, y, test_below(random, 3) ? 0 : 0.25f);
}

static void make_chunk(uint64_t seed, chunk *c) {
  uint64_t random = seed;
  for (int k = 0; k < CHUNK; k++) {
    bool on_grid = k % 2;
    c->a[k] = random_rectangle(&random, on_grid), c->b[k] = random_rectangle(&random, on_grid);
    for (int i = 0; i < 2; i++) {
      carom_vec2 half = (i ? &c->b[k] : &c->a[k])->geometry.rectangle.half;
      c->frames[i][k] = random_frame(&random, on_grid);
      c->boxes[i][k] = (carom_box){{half.x, half.y, 0}, 0};
    }
    carom_frame *a = &c->frames[0][k], *b = &c->frames[1][k];
    c->tasks[k] = rectangle_task_of((carom__site){&c->a[k], a}, (carom__site){&c->b[k], b});
    c->box_tasks[k] = (carom__box_task){&c->boxes[0][k], &c->boxes[1][k], a, b};
  }
}

/* To the bit, but for points that are not there. */
static bool same_touch(const carom__rectangle_touch *a, const carom__rectangle_touch *b) {
  if (memcmp(&a->count, &b->count, sizeof a->count) != 0) return false;
  return a->count == 0 || (memcmp(a->normal, b->normal, sizeof a->normal) == 0 &&
                           memcmp(a->points, b->points, (size_t)a->count * sizeof a->points[0]) == 0);
}

/* Depths agree, and so does whether there is any. */
static bool agrees_with_walk(const carom__rectangle_task *task, const carom__rectangle_touch *touch) {
  carom_shape a = {.kind = CAROM_RECTANGLE, .geometry.rectangle = *task->a};
  carom_shape b = {.kind = CAROM_RECTANGLE, .geometry.rectangle = *task->b};
  carom__relative b_in_a = frame_relative(task->frame_a, task->frame_b);
  carom__flat flat_a, flat_b;
  carom__manifold want;
  carom__flat_of(&a, &flat_a);
  carom__flat_of(&b, &flat_b);
  carom__collide_flats(&flat_a, &flat_b, &b_in_a, &want);
  if ((touch->count > 0) != (want.count > 0)) return false;
  double slack = 2 * flat_touch(&flat_a, &flat_b, &b_in_a);
  return want.count == 0 || fabs((double)(touch->points[0].separation - want.points[0].separation)) <= slack;
}

START_TEST(batches_are_pairs_alone) {
  static chunk c;
  int faults = 0, touching = 0;
  for (int first = 0; first < test_scaled(PAIRS); first += CHUNK) {
    carom__rectangle_touch got[CHUNK], want;
    make_chunk((uint64_t)first, &c);
    carom__collide_rectangles(c.tasks, (size_t)(CHUNK - first % 8), got);
    for (int k = 0; k < CHUNK - first % 8; k++) {
      carom__collide_rectangle_task(&c.tasks[k], &want);
      carom__touch_state touch = carom__rectangles_touch(&c.tasks[k]);
      faults += !same_touch(&got[k], &want) || !agrees_with_walk(&c.tasks[k], &want);
      faults += touch != CAROM__TOUCH_UNKNOWN && (touch == CAROM__TOUCHING) != (want.count > 0);
      touching += want.count > 0;
    }
  }
  ck_assert_int_eq(faults, 0);
  ck_assert_int_gt(touching, test_scaled(PAIRS) / 8);
}
END_TEST

START_TEST(forms_agree) {
  static chunk c;
  const carom__plane_kernels *avx2 = carom__plane_kernels_avx2();
  const carom__plane_kernels *portable = &carom__plane_kernels_portable;
  int faults = 0;
  for (int first = 0; avx2 && first < test_scaled(PAIRS); first += CHUNK) {
    make_chunk((uint64_t)first, &c);
    for (int k = 0; k < CHUNK; k += 8) {
      carom__rectangle_touch a[8], b[8];
      unsigned unsure = portable->touch(&c.tasks[k], a);
      faults += avx2->touch(&c.tasks[k], b) != unsure;
      faults += avx2->apart(&c.box_tasks[k], PADDING) != portable->apart(&c.box_tasks[k], PADDING);
      for (int i = 0; i < 8; i++) faults += !(unsure >> i & 1) && !same_touch(&a[i], &b[i]);
    }
  }
  ck_assert_int_eq(faults, 0);
}
END_TEST

/* What touches is never parted, and what is apart by more than rounding always is; padded ones are as ones
 * that are larger. */
START_TEST(planar_boxes_are_culled_as_rectangles) {
  static chunk c;
  int faults = 0;
  for (int first = 0; first < test_scaled(PAIRS); first += CHUNK) {
    bool overlap[CHUNK], larger[CHUNK];
    make_chunk((uint64_t)first, &c);
    for (int k = 0; k < CHUNK; k++) c.a[k].geometry.rectangle.radius = c.b[k].geometry.rectangle.radius = 0;
    carom__overlap_planar_boxes(c.box_tasks, CHUNK, 0, overlap);
    for (int k = 0; k < CHUNK; k++) {
      carom__touch_state touch = carom__rectangles_touch(&c.tasks[k]);
      faults += touch != CAROM__TOUCH_UNKNOWN && overlap[k] != (touch == CAROM__TOUCHING);
    }
    carom__overlap_planar_boxes(c.box_tasks, CHUNK - 3, PADDING, overlap);
    for (int i = 0; i < 2; i++)
      for (int k = 0; k < CHUNK; k++) c.boxes[i][k].half = padded_half(c.boxes[i][k].half, PADDING);
    carom__overlap_planar_boxes(c.box_tasks, CHUNK, 0, larger);
    for (int k = 0; k < CHUNK - 3; k++) faults += overlap[k] != larger[k];
  }
  ck_assert_int_eq(faults, 0);
}
END_TEST

/* --- Distances --- */

/* Moves B along the normal to where little or nothing is left of a distance. */
static void bring_near(carom__rectangle_task *task, carom_frame *b, float aim) {
  carom_distance_result d;
  if (!carom__measure_rectangles(task, &d)) return;
  double way = (double)(aim - d.distance);
  b->origin.x += way * (double)d.normal.x, b->origin.y += way * (double)d.normal.y;
}

/* Families: as they are; turned by next to nothing, so that edges are all but parallel; near to touching; on
 * one centre; one tiny and one huge. */
static void change(uint64_t *random, int family, carom__rectangle_task *task, carom_shape *b,
                   carom_frame *at) {
  float aim = test_log_uniform(random, 1e-8f, 1e-1f) * (test_below(random, 2) ? 1 : -1);
  if (family == 1) {
    carom_vec2 turn = carom_direction((double)test_log_uniform(random, 1e-12f, 1e-2f));
    at->axes =
        mat3_mul(&task->frame_a->axes, &(carom_mat3){{turn.x, turn.y, 0}, {-turn.y, turn.x, 0}, {0, 0, 1}});
  }
  if (family == 2) bring_near(task, at, aim);
  if (family == 3) at->origin = task->frame_a->origin;
  if (family == 4) b->geometry.rectangle.half.x *= 1e5f, b->geometry.rectangle.half.y *= 1e5f;
}

/* The points are as far from each other as is told, along the normal. */
static bool is_sound(const carom_distance_result *d, float slack) {
  carom_vec3 way = pos_sub(d->point_b, d->point_a);
  return fabsf(vec3_dot(d->normal, d->normal) - 1) <= 1e-6f &&
         vec3_norm1(vec3_sub(way, vec3_scale(d->normal, d->distance))) <= slack;
}

/* On the surface of a rectangle or, where they overlap, in it. */
static bool is_on(const carom_rectangle *r, const carom_frame *frame, carom_pos point, bool apart,
                  float slack) {
  carom_vec3 at = frame_unapply(frame, point);
  float x = fmaxf(fabsf(at.x) - r->half.x, 0), y = fmaxf(fabsf(at.y) - r->half.y, 0);
  float off = sqrtf(x * x + y * y) - r->radius;
  return off <= slack && (!apart || off >= -slack);
}

static const char *distance_fault(const carom__rectangle_task *task, const carom_distance_result *got) {
  carom__relative b_in_a = frame_relative(task->frame_a, task->frame_b);
  carom__flat flat_a, flat_b;
  carom__separation want;
  carom__rectangle_flat(task->a, &flat_a);
  carom__rectangle_flat(task->b, &flat_b);
  carom__measure_flats(&flat_a, &flat_b, &b_in_a, true, &want);
  float slack = 2 * (float)flat_touch(&flat_a, &flat_b, &b_in_a);
  if (!(fabsf(got->distance - want.distance) <= slack)) return "distance";
  if ((got->distance > 0) != (want.distance > 0)) return "touch";
  if (!is_sound(got, slack)) return "points";
  bool apart = got->distance > 0;
  return is_on(task->a, task->frame_a, got->point_a, apart, slack) &&
                 is_on(task->b, task->frame_b, got->point_b, apart, slack)
             ? NULL
             : "points off the rectangles";
}

START_TEST(distances_are_those_of_the_walk) {
  static chunk c;
  int walked = 0, count = test_scaled(6 * PAIRS);
  const char *fault = NULL;
  for (int first = 0; first < count && !fault; first += CHUNK) {
    uint64_t random = (uint64_t)first;
    make_chunk((uint64_t)first, &c);
    for (int k = 0; k < CHUNK && !fault; k++) {
      carom_distance_result got;
      change(&random, (first / CHUNK + k) % 5, &c.tasks[k], &c.b[k], &c.frames[1][k]);
      if (carom__measure_rectangles(&c.tasks[k], &got))
        fault = distance_fault(&c.tasks[k], &got);
      else
        walked++;
    }
  }
  ck_assert_msg(!fault, "%s", fault);
  ck_assert_int_lt(walked, count / 8);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("rectangles");
  TCase *tests = tcase_create("pairs");
  tcase_add_test(tests, batches_are_pairs_alone);
  tcase_add_test(tests, forms_agree);
  tcase_add_test(tests, planar_boxes_are_culled_as_rectangles);
  tcase_add_test(tests, distances_are_those_of_the_walk);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_collide_boxes.c: many pairs of boxes at once against each pair alone, bit for bit, and both forms of
 * eight lanes against each other. The pair alone is proved by test_box_manifold.c.
 *
 * CAROM_TEST_SCALE (1 unless set) scales the number of pairs. */
#include <stdlib.h>
#include <string.h>

#include "boxes_kernels.h"
#include "collide_box.h"
#include "collide_boxes.h"
#include "pair_call.h"
#include "base/box_pairs.h"

#define PAIRS 400000
#define CHUNK 128
#define PADDING 0.01f

/* Tasks with what they refer to. */
typedef struct chunk {
  carom_shape shapes[2 * CHUNK];
  carom_frame frames[2 * CHUNK];
  carom__box_task tasks[CHUNK];
} chunk;

static carom_shape shape_of(const carom_obb *box) {
  carom_vec3 least = {CAROM_SIZE_MIN, CAROM_SIZE_MIN, CAROM_SIZE_MIN}, half = vec3_max(box->half, least);
  return carom_shape_box(half.x, half.y, half.z);
}

static carom_pos pos_of(carom_vec3 v) { return pos_add((carom_pos){0, 0, 0}, v); }

/* Far from the origin the frames keep the offset as well as doubles can. */
static void place_pair(const pair *p, carom_frame out[2]) {
  const carom_pos far = {3e8, -2e8, 1e8};
  out[0] = (carom_frame){p->by_offset ? far : pos_of(p->a.center), p->a.axes};
  out[1] = (carom_frame){p->by_offset ? pos_add(far, p->offset) : pos_of(p->b.center), p->b.axes};
}

/* Some tasks exchange the boxes, and some are of one box with itself. */
static void make_chunk(uint64_t first, chunk *out) {
  uint64_t r = first + 1;
  for (uint32_t k = 0; k < CHUNK; k++) {
    pair p;
    uint32_t a = 2 * k + test_below(&r, 2), b = test_below(&r, 32) ? (4 * k + 1 - a) : a;
    make_pair(first + k, &p);
    out->shapes[2 * k] = shape_of(&p.a);
    out->shapes[2 * k + 1] = shape_of(&p.b);
    place_pair(&p, &out->frames[2 * (size_t)k]);
    out->tasks[k] = box_task_of((carom__site){&out->shapes[a], &out->frames[a]},
                                (carom__site){&out->shapes[b], &out->frames[b]});
  }
}

static carom__manifold alone(const carom__box_task *task) {
  carom__relative b_in_a = frame_relative(task->frame_a, task->frame_b);
  carom_shape a = {CAROM_BOX, {.box = *task->a}}, b = {CAROM_BOX, {.box = *task->b}};
  carom__manifold out;
  ck_assert_int_eq(carom__collide_box_box(&a, &b, &b_in_a, &out), CAROM_OK);
  return out;
}

static bool same_point(const carom__point *a, const carom__point *b) {
  return memcmp(&a->position, &b->position, sizeof a->position) == 0 && a->feature == b->feature &&
         memcmp(&a->separation, &b->separation, sizeof a->separation) == 0;
}

static bool same_manifold(const carom__manifold *a, const carom__manifold *b) {
  bool same = a->count == b->count && memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 &&
              memcmp(&a->least, &b->least, sizeof a->least) == 0;
  for (uint32_t i = 0; same && i < a->count; i++) same = same_point(&a->points[i], &b->points[i]);
  return same;
}

/* Of many pairs at once nothing but the count is told of those that are apart. */
static bool is_found(const carom__manifold *found, const carom__manifold *want) {
  return want->count > 0 ? same_manifold(found, want) : found->count == 0;
}

START_TEST(manifolds_are_those_of_pairs_alone) {
  static chunk c;
  uint64_t count = (uint64_t)test_scaled(PAIRS), touching = 0;
  for (uint64_t first = 0; first < count; first += CHUNK) {
    carom__manifold got[CHUNK];
    make_chunk(first, &c);
    bool overlap[CHUNK];
    carom__collide_boxes(c.tasks, CHUNK, got);
    carom__overlap_boxes(c.tasks, CHUNK, 0, overlap);
    for (size_t k = 0; k < CHUNK; k++) {
      carom__manifold want = alone(&c.tasks[k]);
      bool touch = want.count > 0;
      if (overlap[k] != touch || carom__boxes_overlap(&c.tasks[k]) != touch)
        ck_abort_msg("overlap of pair %d", (int)(first + k));
      if (!is_found(&got[k], &want)) ck_abort_msg("pair %d", (int)(first + k));
      touching += want.count > 0;
    }
  }
  ck_assert_uint_gt(touching, count / 8);
  ck_assert_uint_lt(touching, count - count / 8);
}
END_TEST

/* In lanes, alone where fewer than eight are left, and in both forms. */
START_TEST(padded_boxes_overlap_as_larger_ones) {
  static chunk c, larger;
  const carom__box_kernels *avx2 = carom__box_kernels_avx2(), *portable = &carom__box_kernels_portable;
  uint64_t count = (uint64_t)test_scaled(PAIRS) / 8;
  int faults = 0;
  for (uint64_t first = 0; first < count; first += CHUNK) {
    bool padded[CHUNK], want[CHUNK];
    make_chunk(first, &c);
    make_chunk(first, &larger);
    for (int k = 0; k < 2 * CHUNK; k++)
      larger.shapes[k].geometry.box.half = padded_half(c.shapes[k].geometry.box.half, PADDING);
    carom__overlap_boxes(c.tasks, CHUNK - 3, PADDING, padded);
    carom__overlap_boxes(larger.tasks, CHUNK, 0, want);
    for (int k = 0; k < CHUNK - 3; k++) faults += padded[k] != want[k];
    for (int k = 0; avx2 && k < CHUNK; k += 8)
      faults += avx2->apart(&c.tasks[k], PADDING) != portable->apart(&c.tasks[k], PADDING);
  }
  ck_assert_int_eq(faults, 0);
}
END_TEST

/* --- Boxes that are near --- */

/* Most chunks have poses of which few do not touch and fewer are near: they are moved apart. */
static void part_chunk(uint64_t first, chunk *c, float margins[CHUNK]) {
  uint64_t random = first + 7;
  for (int k = 0; k < CHUNK; k++) {
    const carom__box_task *task = &c->tasks[k];
    const float size = vec3_norm1(task->a->half) + vec3_norm1(task->b->half);
    margins[k] = size * test_log_uniform(&random, 1e-4f, 0.3f);
    carom_distance_result gap;
    const carom_shape a = {CAROM_BOX, {.box = *task->a}}, b = {CAROM_BOX, {.box = *task->b}};
    carom__site at_a = {&a, task->frame_a}, at_b = {&b, task->frame_b};
    if (task->a == task->b || carom__call_signed_distance(at_a, at_b, NULL, &gap)) continue;
    const float left = margins[k] * test_uniform(&random, -0.1f, 1.3f);
    carom_frame *moved = &c->frames[task->frame_b - c->frames];
    moved->origin = pos_add(moved->origin, vec3_scale(gap.normal, left - gap.distance));
  }
}

/* Where a pair is, to be judged: rounding may put it on either side of the margin. */
static void judge_nearness(const carom__box_task *task, float margin, carom__nearness where,
                           const carom__manifold *found, int counts[3]) {
  const carom_shape a = {CAROM_BOX, {.box = *task->a}}, b = {CAROM_BOX, {.box = *task->b}};
  carom_distance_result gap;
  carom_vec3 way = pos_sub(task->frame_b->origin, task->frame_a->origin);
  const float size = vec3_norm1(task->a->half) + vec3_norm1(task->b->half) + vec3_norm1(way);
  ck_assert_int_eq(
      carom__call_distance((carom__site){&a, task->frame_a}, (carom__site){&b, task->frame_b}, NULL, &gap),
      CAROM_OK);
  counts[where]++;
  if (where == CAROM__FAR) ck_assert(gap.distance > margin - 4 * 0x1p-24f * size);
  if (where != CAROM__NEAR) return;
  float least = HUGE_VALF;
  ck_assert(found->count >= 1 && found->count <= CAROM_MANIFOLD_POINTS);
  for (uint32_t i = 0; i < found->count; i++) {
    least = fminf(least, found->points[i].separation);
    ck_assert(found->points[i].separation <= margin);
  }
  const float rounding = 16 * 0x1p-24f * size;
  ck_assert(fabsf(least - gap.distance) <= rounding);
  /* The gap along another direction is smaller by the cosine at least. */
  float cosine = vec3_dot(mat3_mul_vec3(&task->frame_a->axes, found->normal), gap.normal);
  ck_assert(cosine * gap.distance >= gap.distance * (1 - 0x1p-20f) - rounding);
}

/* In lanes in both forms, alone, and against the distance. */
START_TEST(near_boxes_are_found) {
  static chunk c;
  const carom__box_kernels *avx2 = carom__box_kernels_avx2(), *portable = &carom__box_kernels_portable;
  int counts[3] = {0};
  for (uint64_t first = 0; first < (uint64_t)test_scaled(PAIRS) / 8; first += CHUNK) {
    float margins[CHUNK];
    carom__nearness where[CHUNK];
    carom__manifold found[CHUNK], eight[2][8];
    make_chunk(first, &c);
    part_chunk(first, &c, margins);
    carom__near_box_tasks(c.tasks, margins, CHUNK - 3, where, found);
    for (int k = 0; k < CHUNK - 3; k++) {
      carom__manifold want;
      if (carom__boxes_overlap(&c.tasks[k])) continue;
      ck_assert_int_eq(carom__near_box_task(&c.tasks[k], margins[k], &want), where[k]);
      if (where[k] == CAROM__NEAR && !same_manifold(&found[k], &want))
        ck_abort_msg("pair %d", (int)first + k);
      judge_nearness(&c.tasks[k], margins[k], where[k], &found[k], counts);
    }
    for (int k = 0; avx2 && k < CHUNK; k += 8) {
      carom__near_bits a = avx2->near(&c.tasks[k], &margins[k], eight[0]),
                       b = portable->near(&c.tasks[k], &margins[k], eight[1]);
      ck_assert(a.far == b.far && a.near == b.near && !(a.far & a.near));
      for (int i = 0; i < 8; i++) ck_assert(!(a.near >> i & 1) || same_manifold(&eight[0][i], &eight[1][i]));
    }
  }
  ck_assert_int_gt(counts[CAROM__NEAR], counts[CAROM__NEARNESS_UNKNOWN]);
  ck_assert_int_gt(counts[CAROM__FAR], 100);
}
END_TEST

START_TEST(forms_agree) {
  static chunk c;
  const carom__box_kernels *avx2 = carom__box_kernels_avx2(), *portable = &carom__box_kernels_portable;
  for (uint64_t first = 0; avx2 && first < PAIRS / 4; first += CHUNK) {
    make_chunk(first, &c);
    for (int k = 0; k < CHUNK; k += CAROM__BOX_BATCH) {
      carom__manifold a[CAROM__BOX_BATCH], b[CAROM__BOX_BATCH];
      uint64_t hard = portable->collide(&c.tasks[k], CAROM__BOX_BATCH, a), apart = 0;
      ck_assert(avx2->collide(&c.tasks[k], CAROM__BOX_BATCH, b) == hard);
      for (int i = 0; i < CAROM__BOX_BATCH; i += 8) {
        apart |= (uint64_t)portable->apart(&c.tasks[k + i], 0) << i;
        ck_assert_uint_eq(avx2->apart(&c.tasks[k + i], 0), apart >> i & 0xff);
      }
      for (int i = 0; i < CAROM__BOX_BATCH; i++)
        if (!(hard >> i & 1) && !(is_found(&a[i], &b[i]) && (a[i].count == 0) == (apart >> i & 1)))
          ck_abort_msg("pair %d", (int)first + k + i);
    }
  }
}
END_TEST

/* Arrays of their exact size on the heap, so that a sanitizer sees what is beyond. */
static void compare_count(const chunk *c, size_t count) {
  carom__box_task *tasks = malloc((count + !count) * sizeof *tasks);
  carom__manifold *got = malloc((count + 1) * sizeof *got), untouched;
  ck_assert(tasks && got);
  memset(&untouched, 0x55, sizeof untouched);
  got[count] = untouched;
  memcpy(tasks, c->tasks, count * sizeof *tasks);
  carom__collide_boxes(tasks, count, got);
  for (size_t i = 0; i < count; i++) {
    carom__manifold want = alone(&tasks[i]);
    ck_assert(is_found(&got[i], &want));
  }
  ck_assert_mem_eq(&got[count], &untouched, sizeof untouched);
  free(tasks);
  free(got);
}

START_TEST(every_count_is_right) {
  static chunk c;
  for (uint64_t round = 0; round < 20; round++) {
    make_chunk(round * CHUNK, &c);
    for (size_t count = 0; count <= CAROM__BOX_BATCH + 1; count++) compare_count(&c, count);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("collide_boxes");
  TCase *tcase = tcase_create("boxes");
  tcase_set_timeout(tcase, 120);
  tcase_add_test(tcase, manifolds_are_those_of_pairs_alone);
  tcase_add_test(tcase, padded_boxes_overlap_as_larger_ones);
  tcase_add_test(tcase, near_boxes_are_found);
  tcase_add_test(tcase, forms_agree);
  tcase_add_test(tcase, every_count_is_right);
  suite_add_tcase(suite, tcase);
  return suite;
}

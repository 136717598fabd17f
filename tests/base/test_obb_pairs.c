/* test_obb_pairs.c: many pairs of boxes at once against the single form, which test_obb_exact.c proves: on
 * AVX2 and on the portable form, for every count, and with nothing read or written beyond the arrays.
 *
 * CAROM_TEST_SCALE (1 unless set) scales the number of pairs. */
#include <stdlib.h>
#include <string.h>

#include "box_pairs.h"
#include "boxes.h"
#include "obb_kernels.h"

#define PAIRS 2000000
#define CHUNK 1024
#define UNTOUCHED 2

/* Has nobody written to what was filled with UNTOUCHED? */
static bool untouched(const bool *out, size_t count) {
  bool all = true;
  for (size_t i = 0; i < count; i++) all = all && ((const unsigned char *)out)[i] == UNTOUCHED;
  return all;
}

/* The forms that this machine can run. */
static const carom__obb_kernels *kernels_of(int form) {
  return form == 0 ? &carom__obb_kernels_portable : carom__obb_kernels_avx2();
}

/* Boxes 2 k and 2 k + 1 are a pair that was made as one; the index pairs also mix all boxes of the chunk. */
typedef struct chunk {
  carom_obb boxes[2 * CHUNK];
  carom_index_pair pairs[CHUNK];
} chunk;

static void make_chunk(uint64_t first, chunk *out) {
  uint64_t r = first + 1;
  for (uint32_t k = 0; k < CHUNK; k++) {
    pair p;
    make_pair(first + k, &p);
    out->boxes[2 * k] = p.a;
    out->boxes[2 * k + 1] = p.b;
    if (p.by_offset) out->boxes[2 * k + 1].center = vec3_add(p.a.center, p.offset);
    out->pairs[k] = (carom_index_pair){2 * k, 2 * k + 1};
    if (test_below(&r, 8) == 0)
      out->pairs[k] = (carom_index_pair){test_below(&r, 2 * k + 2), test_below(&r, 2 * k + 2)};
  }
}

static void compare(const chunk *c, const carom__obb_kernels *kernels, uint64_t apart[2]) {
  bool got[CHUNK];
  kernels->overlap_pairs(c->boxes, c->pairs, CHUNK / 8, got);
  for (int k = 0; k < CHUNK; k++) {
    bool want = carom__obb_overlap(&c->boxes[c->pairs[k].a], &c->boxes[c->pairs[k].b]);
    if (got[k] != want) ck_abort_msg("pair %d", k);
    apart[want]++;
  }
}

START_TEST(answers_are_those_of_the_single_form) {
  static chunk c;
  const carom__obb_kernels *kernels = kernels_of(_i);
  uint64_t count = (uint64_t)test_scaled(PAIRS), seen[2] = {0, 0};
  for (uint64_t first = 0; kernels && first < count; first += CHUNK) {
    make_chunk(first, &c);
    compare(&c, kernels, seen);
  }
  ck_assert(!kernels || (seen[0] > count / 8 && seen[1] > count / 8));
}
END_TEST

/* Arrays of their exact size on the heap, so that a sanitizer sees what is beyond. */
static void compare_count(uint64_t *r, size_t count) {
  size_t box_count = 1 + test_below(r, 12);
  carom_obb *boxes = malloc(box_count * sizeof *boxes);
  carom_index_pair *pairs = malloc(count * sizeof *pairs);
  bool *out = malloc(count + 1);
  ck_assert(boxes && pairs && out);
  for (size_t i = 0; i < box_count; i++) boxes[i] = any_box(r);
  for (size_t i = 0; i < count; i++)
    pairs[i] = (carom_index_pair){test_below(r, (uint32_t)box_count), (uint32_t)box_count - 1};
  memset(out, UNTOUCHED, count + 1);
  ck_assert_int_eq(carom_obb_overlap_pairs(boxes, box_count, pairs, count, out), CAROM_OK);
  for (size_t i = 0; i < count; i++)
    ck_assert_int_eq(out[i], carom__obb_overlap(&boxes[pairs[i].a], &boxes[pairs[i].b]));
  ck_assert(untouched(out + count, 1));
  free(boxes);
  free(pairs);
  free(out);
}

START_TEST(every_count_is_right) {
  uint64_t r = 1;
  for (int round = 0; round < 100; round++)
    for (size_t count = 1; count <= 33; count++) compare_count(&r, count);
}
END_TEST

/* Extremes that are accepted: zero extents, the greatest sizes and centres, axes at the edge of skew. */
static carom_obb extreme_box(uint64_t *r) {
  carom_obb box = any_box(r);
  for (int k = 0; k < 3; k++) {
    if (test_below(r, 3) == 0) vec3_set(&box.half, k, test_below(r, 2) ? 0 : CAROM_SIZE_MAX);
    if (test_below(r, 3) == 0) vec3_set(&box.center, k, test_below(r, 2) ? 1e9f : -1e9f);
  }
  if (test_below(r, 3) == 0) box.axes.x = vec3_scale(box.axes.x, test_uniform(r, 0.9985f, 1.0015f));
  if (test_below(r, 8) == 0) box.half.x = -0.0f;
  return box;
}

START_TEST(extremes_are_as_in_the_single_form) {
  traps_off();
  uint64_t r = 2;
  const carom__obb_kernels *kernels = kernels_of(_i);
  for (int round = 0; round < 20000 && kernels; round++) {
    carom_obb boxes[8];
    carom_index_pair pairs[8];
    bool got[8];
    for (int k = 0; k < 8; k++) boxes[k] = extreme_box(&r);
    for (int k = 0; k < 8; k++) pairs[k] = (carom_index_pair){test_below(&r, 8), test_below(&r, 8)};
    kernels->overlap_pairs(boxes, pairs, 1, got);
    for (int k = 0; k < 8; k++)
      ck_assert_int_eq(got[k], carom__obb_overlap(&boxes[pairs[k].a], &boxes[pairs[k].b]));
  }
}
END_TEST

/* One number of a box becomes one that may not be. */
static void spoil(uint64_t *r, carom_obb *box) {
  static const float values[] = {NAN,  INFINITY, -INFINITY, 1e9f,  1.0000001e9f, 1e6f,      1.0000001e6f,
                                 0.0f, -0.0f,    -1e-30f,   1e38f, -1e38f,       0x1p-149f, 1.001f};
  float numbers[15];
  memcpy(numbers, box, sizeof numbers);
  numbers[test_below(r, 15)] = values[test_below(r, sizeof values / sizeof values[0])];
  memcpy(box, numbers, sizeof numbers);
}

/* Eight boxes may be called doubtful that are not, but never sound. */
START_TEST(sound_boxes_are_accepted) {
  traps_off();
  uint64_t r = 3;
  int sound = 0, refused = 0;
  const carom__obb_kernels *kernels = kernels_of(_i);
  for (int round = 0; round < 100000 && kernels; round++) {
    carom_obb boxes[8];
    for (int k = 0; k < 8; k++) boxes[k] = test_below(&r, 8) ? any_box(&r) : extreme_box(&r);
    if (test_below(&r, 2)) spoil(&r, &boxes[test_below(&r, 8)]);
    bool all = true, got = kernels->eight_sound(boxes);
    for (int k = 0; k < 8; k++) all = all && carom__obb_check(&boxes[k]) == CAROM_OK;
    ck_assert(all || !got);
    sound += got;
    refused += !all;
  }
  ck_assert(!kernels || (sound > 10000 && refused > 10000));
}
END_TEST

START_TEST(ordinary_boxes_are_sound) {
  uint64_t r = 4;
  const carom__obb_kernels *kernels = kernels_of(_i);
  for (int round = 0; round < 10000 && kernels; round++) {
    carom_obb boxes[8];
    for (int k = 0; k < 8; k++) boxes[k] = any_box(&r);
    ck_assert(kernels->eight_sound(boxes));
  }
}
END_TEST

/* The status is that of the first bad box, wherever it is, and nothing is written. */
START_TEST(bad_boxes_are_refused) {
  traps_off();
  uint64_t r = 5;
  int refused = 0;
  for (int round = 0; round < 50000; round++) {
    carom_obb boxes[20];
    const carom_index_pair self = {0, 0};
    bool out;
    size_t count = 1 + test_below(&r, 20);
    carom_status want = CAROM_OK;
    memset(&out, UNTOUCHED, 1);
    for (size_t i = 0; i < count; i++) boxes[i] = any_box(&r);
    for (int k = 0; k < 2; k++) spoil(&r, &boxes[test_below(&r, (uint32_t)count)]);
    for (size_t i = 0; i < count && !want; i++) want = carom__obb_check(&boxes[i]);
    ck_assert_int_eq(carom_obb_overlap_pairs(boxes, count, &self, 1, &out), want);
    ck_assert_int_eq(untouched(&out, 1), want != CAROM_OK);
    refused += want != CAROM_OK;
  }
  ck_assert_int_gt(refused, 10000);
}
END_TEST

START_TEST(bad_indices_are_refused) {
  uint64_t r = 6;
  carom_obb boxes[9];
  bool out[20];
  for (int i = 0; i < 9; i++) boxes[i] = any_box(&r);
  for (size_t count = 1; count <= 20; count++)
    for (size_t bad = 0; bad < 2 * count; bad++) {
      carom_index_pair pairs[20] = {{8, 8}};
      uint32_t *index = bad % 2 ? &pairs[bad / 2].b : &pairs[bad / 2].a;
      *index = test_below(&r, 2) ? 9 : UINT32_MAX;
      memset(out, UNTOUCHED, sizeof out);
      ck_assert_int_eq(carom_obb_overlap_pairs(boxes, 9, pairs, count, out), CAROM_OUT_OF_RANGE);
      ck_assert(untouched(out, sizeof out));
    }
}
END_TEST

START_TEST(null_is_refused_unless_there_is_nothing) {
  uint64_t r = 7;
  carom_obb box = any_box(&r);
  const carom_index_pair self = {0, 0};
  bool out = true;
  ck_assert_int_eq(carom_obb_overlap_pairs(NULL, 1, &self, 1, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_obb_overlap_pairs(&box, 1, NULL, 1, &out), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_obb_overlap_pairs(&box, 1, &self, 1, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_obb_overlap_pairs(NULL, 1, NULL, 0, NULL), CAROM_NULL_ARGUMENT);
  ck_assert_int_eq(carom_obb_overlap_pairs(NULL, 0, &self, 1, &out), CAROM_OUT_OF_RANGE);
  ck_assert_int_eq(carom_obb_overlap_pairs(&box, 1, NULL, 0, NULL), CAROM_OK);
  ck_assert_int_eq(carom_obb_overlap_pairs(NULL, 0, NULL, 0, NULL), CAROM_OK);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("obb_pairs");
  TCase *tcase = tcase_create("pairs");
  tcase_set_timeout(tcase, 120);
  tcase_add_loop_test(tcase, answers_are_those_of_the_single_form, 0, 2);
  tcase_add_test(tcase, every_count_is_right);
  tcase_add_loop_test(tcase, extremes_are_as_in_the_single_form, 0, 2);
  tcase_add_loop_test(tcase, sound_boxes_are_accepted, 0, 2);
  tcase_add_loop_test(tcase, ordinary_boxes_are_sound, 0, 2);
  tcase_add_test(tcase, bad_boxes_are_refused);
  tcase_add_test(tcase, bad_indices_are_refused);
  tcase_add_test(tcase, null_is_refused_unless_there_is_nothing);
  suite_add_tcase(suite, tcase);
  return suite;
}

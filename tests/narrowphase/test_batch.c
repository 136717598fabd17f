/* test_batch.c: prepared shapes and batches give the answers of single calls, to the bit, and refuse what
 * they must refuse without writing anything. */
#include <string.h>

#include "questions.h"
#include "scenes.h"

enum { PLACED = 40, PAIRS = 300 };

typedef struct crowd {
  scene scenes[PLACED / 2];
  carom_placed placed[PLACED];
  carom_index_pair pairs[PAIRS];
  carom_status statuses[PAIRS];
} crowd;

static const carom_shape *shape_of(const crowd *c, uint32_t i) {
  return i % 2 ? &c->scenes[i / 2].b : &c->scenes[i / 2].a;
}

static const carom_pose *pose_of(const crowd *c, uint32_t i) {
  return i % 2 ? &c->scenes[i / 2].pose_b : &c->scenes[i / 2].pose_a;
}

static void crowd_make(crowd *c, uint64_t seed) {
  for (uint32_t i = 0; i < PLACED / 2; i++) {
    carom_shape_kind kind_a = (carom_shape_kind)(1 + i % KINDS),
                     kind_b = (carom_shape_kind)(1 + (i / 2) % KINDS);
    c->scenes[i] = random_scene(&seed, kind_a, kind_b, 9e3f);
  }
  for (uint32_t i = 0; i < PLACED; i++)
    ck_assert(carom_place(shape_of(c, i), pose_of(c, i), &c->placed[i]) == CAROM_OK);
  for (uint32_t i = 0; i < PAIRS; i++)
    c->pairs[i] = (carom_index_pair){test_below(&seed, PLACED), test_below(&seed, PLACED)};
}

static void crowd_free(const crowd *c) {
  for (int i = 0; i < PLACED / 2; i++) release_scene(&c->scenes[i]);
}

static carom_batch batch_of(crowd *c) {
  return (carom_batch){c->placed, PLACED, c->pairs, PAIRS, NULL, c->statuses};
}

static void expect_equal(const question *q, const crowd *c, size_t i, const unsigned char *batched) {
  uint32_t a = c->pairs[i].a, b = c->pairs[i].b;
  unsigned char one[LARGEST] = {0}, placed[LARGEST] = {0};
  ck_assert(c->statuses[i] == q->one(shape_of(c, a), pose_of(c, a), shape_of(c, b), pose_of(c, b), one));
  ck_assert(c->statuses[i] == q->placed(&c->placed[a], &c->placed[b], placed));
  ck_assert_mem_eq(one, placed, q->size);
  ck_assert_mem_eq(one, batched + i * q->size, q->size);
}

START_TEST(batches_give_the_answers_of_single_calls) {
  static crowd c;
  static unsigned char out[PAIRS * LARGEST];
  const question *q = &questions[_i];
  for (uint64_t seed = 1; seed < 20; seed++) {
    crowd_make(&c, seed);
    carom_batch batch = batch_of(&c);
    memset(out, 0, sizeof out);
    ck_assert(q->pairs(&batch, out) == CAROM_OK);
    for (size_t i = 0; i < PAIRS; i++) expect_equal(q, &c, i, out);
    crowd_free(&c);
  }
}
END_TEST

/* A refused batch writes neither answers nor statuses. */
static void expect_refused(const question *q, crowd *c, const carom_batch *batch, carom_status want) {
  static unsigned char out[PAIRS * LARGEST];
  memset(out, 0xA5, sizeof out);
  memset(c->statuses, 0, sizeof c->statuses);
  ck_assert(q->pairs(batch, batch && batch->pair_count == 7 ? NULL : out) == want);
  for (size_t i = 0; i < sizeof out; i++) ck_assert(out[i] == 0xA5);
  for (size_t i = 0; i < PAIRS; i++) ck_assert(c->statuses[i] == CAROM_OK);
}

START_TEST(wrong_batches_are_refused) {
  static crowd c;
  const question *q = &questions[_i];
  crowd_make(&c, 5);
  carom_batch good = batch_of(&c), b;
  expect_refused(q, &c, NULL, CAROM_NULL_ARGUMENT);
  b = good, b.placed = NULL;
  expect_refused(q, &c, &b, CAROM_NULL_ARGUMENT);
  b = good, b.pairs = NULL;
  expect_refused(q, &c, &b, CAROM_NULL_ARGUMENT);
  b = good, b.pair_count = 7; /* with no place for the answers */
  expect_refused(q, &c, &b, CAROM_NULL_ARGUMENT);
  c.pairs[PAIRS - 1].b = PLACED;
  expect_refused(q, &c, &good, CAROM_OUT_OF_RANGE);
  c.pairs[PAIRS - 1].b = 0;
  c.placed[PLACED - 1].ready = 0;
  expect_refused(q, &c, &good, CAROM_NOT_PLACED);
  crowd_free(&c);
}
END_TEST

START_TEST(an_empty_batch_is_done) {
  carom_batch nothing = {NULL, 0, NULL, 0, NULL, NULL};
  ck_assert(questions[_i].pairs(&nothing, NULL) == CAROM_OK);
}
END_TEST

START_TEST(placing_checks_and_refusals_write_nothing) {
  carom_shape sphere = carom_shape_sphere(1), none = {.kind = CAROM_NO_SHAPE};
  carom_pose pose = {0}, far = {.position = {2e9, 0, 0}};
  carom_placed out, before;
  memset(&out, 0x5A, sizeof out);
  before = out;
  ck_assert(carom_place(NULL, &pose, &out) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_place(&sphere, NULL, &out) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_place(&sphere, &pose, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_place(&none, &pose, &out) == CAROM_UNKNOWN_KIND);
  ck_assert(carom_place(&sphere, &far, &out) == CAROM_OUT_OF_RANGE);
  ck_assert_mem_eq(&out, &before, sizeof out);
}
END_TEST

START_TEST(single_calls_refuse_what_was_not_placed) {
  carom_shape sphere = carom_shape_sphere(1);
  carom_pose pose = {0};
  carom_placed good, bad = {0};
  unsigned char out[LARGEST], before[LARGEST];
  memset(out, 0x5A, sizeof out);
  memcpy(before, out, sizeof out);
  ck_assert(carom_place(&sphere, &pose, &good) == CAROM_OK);
  const question *q = &questions[_i];
  ck_assert(q->placed(&good, &bad, out) == CAROM_NOT_PLACED);
  ck_assert(q->placed(&bad, &good, out) == CAROM_NOT_PLACED);
  ck_assert(q->placed(NULL, &good, out) == CAROM_NULL_ARGUMENT);
  ck_assert(q->placed(&good, NULL, out) == CAROM_NULL_ARGUMENT);
  ck_assert(q->placed(&good, &good, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert_mem_eq(out, before, sizeof out);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("batch");
  TCase *tests = tcase_create("batch");
  tcase_set_timeout(tests, 120);
  tcase_add_loop_test(tests, batches_give_the_answers_of_single_calls, 0, QUESTIONS);
  tcase_add_loop_test(tests, wrong_batches_are_refused, 0, QUESTIONS);
  tcase_add_loop_test(tests, an_empty_batch_is_done, 0, QUESTIONS);
  tcase_add_test(tests, placing_checks_and_refusals_write_nothing);
  tcase_add_loop_test(tests, single_calls_refuse_what_was_not_placed, 0, QUESTIONS);
  suite_add_tcase(suite, tests);
  return suite;
}

/* test_hard_batches.c: batches of hard pairs of all kinds give the answers of single calls, to the bit. */
#include <string.h>

#include "hard_run.h"
#include "questions.h"

enum { CASES = 100, PAIRS = 4 * CASES };

/* The shapes of many cases: pairs are the cases, both ways round, and any two. */
typedef struct crowd {
  carom_shape shapes[2 * CASES];
  carom_pose poses[2 * CASES];
  carom_placed placed[2 * CASES];
  carom_index_pair pairs[PAIRS];
  carom_status statuses[PAIRS];
} crowd;

static void crowd_add(crowd *c, uint32_t i, const hard_body *body, const carom_pose *pose) {
  c->shapes[i] = body->seen.shape;
  c->poses[i] = *pose;
  carom_hull_retain(body->hull);
  ck_assert(carom_place(&c->shapes[i], pose, &c->placed[i]) == CAROM_OK);
}

static void crowd_make(crowd *c, const hard_family *family, hard_maker *make) {
  static hard_case one;
  uint64_t random = 9;
  for (uint32_t i = 0; i < CASES; i++) {
    case_start(&one, family, make, make, 1000 + i);
    crowd_add(c, 2 * i, &one.a, &one.pose_a);
    crowd_add(c, 2 * i + 1, &one.b, &one.pose_b);
    case_free(&one);
    c->pairs[4 * i] = (carom_index_pair){2 * i, 2 * i + 1};
    c->pairs[4 * i + 1] = (carom_index_pair){2 * i + 1, 2 * i};
    for (uint32_t j = 4 * i + 2; j < 4 * i + 4; j++)
      c->pairs[j] = (carom_index_pair){test_below(&random, 2 * CASES), test_below(&random, 2 * CASES)};
  }
}

static void crowd_free(const crowd *c) {
  for (int i = 0; i < 2 * CASES; i++)
    if (c->shapes[i].kind == CAROM_HULL) carom_hull_release(c->shapes[i].geometry.hull.asset);
}

/* Is the answer to a pair the same all three ways? What is left as it was is, too. */
static bool is_same(const question *q, const crowd *c, size_t i, const unsigned char *batched) {
  uint32_t a = c->pairs[i].a, b = c->pairs[i].b;
  unsigned char one[LARGEST] = {0}, placed[LARGEST] = {0};
  return c->statuses[i] == q->one(&c->shapes[a], &c->poses[a], &c->shapes[b], &c->poses[b], one) &&
         c->statuses[i] == q->placed(&c->placed[a], &c->placed[b], placed) &&
         memcmp(one, batched + i * q->size, q->size) == 0 && memcmp(one, placed, q->size) == 0;
}

static void expect_same(const question *q, crowd *c, const hard_family *family) {
  static unsigned char out[PAIRS * LARGEST];
  carom_batch batch = {c->placed, 2 * CASES, c->pairs, PAIRS, NULL, c->statuses};
  memset(out, 0, sizeof out);
  carom_status status = q->pairs(&batch, out);
  ck_assert(status == CAROM_OK || status == CAROM_NOT_CONVERGED);
  for (size_t i = 0; i < PAIRS; i++)
    ck_assert_msg(is_same(q, c, i, out), "%s, question %d, pair %u of case %u", family->name,
                  (int)(q - questions), (unsigned)i % 4, (unsigned)(1000 + i / 4));
}

static hard_maker *const makers[] = {make_any_box, make_any_shape};

START_TEST(batches_give_the_answers_of_single_calls) {
  static crowd c;
  const hard_family *family = &hard_families[_i % HARD_FAMILIES];
  crowd_make(&c, family, makers[_i / HARD_FAMILIES]);
  for (int i = 0; i < QUESTIONS; i++) expect_same(&questions[i], &c, family);
  crowd_free(&c);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *all = suite_create("hard_batches");
  TCase *tcase = tcase_create("hard_batches");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, batches_give_the_answers_of_single_calls, 0, 2 * HARD_FAMILIES);
  suite_add_tcase(all, tcase);
  return all;
}

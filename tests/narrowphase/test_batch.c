/* test_batch.c: prepared shapes and batches give the answers of single calls, to the bit, and refuse what
 * they must refuse without writing anything. */
#include <string.h>

#include "carom/cast.h"
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

/* Some rotations are no units, and some are zero. */
static void stretch(carom_quat *q, uint32_t i) {
  const float by = i % 7 == 0 ? 0 : i % 3 == 0 ? 1.0009f : i % 3 == 1 ? 0.9991f : 1;
  *q = (carom_quat){q->x * by, q->y * by, q->z * by, q->w * by};
}

static void crowd_make(crowd *c, uint64_t seed) {
  for (uint32_t i = 0; i < PLACED / 2; i++) {
    carom_shape_kind kind_a = any_spatial_kind(i % ALL_SPATIAL_KINDS);
    carom_shape_kind kind_b = any_spatial_kind((i / 2) % ALL_SPATIAL_KINDS);
    c->scenes[i] = random_scene(&seed, kind_a, kind_b, 9e3f);
    stretch(&c->scenes[i].pose_a.rotation, i);
    stretch(&c->scenes[i].pose_b.rotation, i + (uint32_t)seed);
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
  unsigned char one[LARGEST], placed[LARGEST];
  memset(one, 0x5A, sizeof one); /* what one of them does not write shows */
  memset(placed, 0xA5, sizeof placed);
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

enum { RAYS = 50, BAD = 7 };

/* From around the shape, through it, past it and from inside; one is refused. */
static void make_rays(const scene *s, uint64_t *random, carom_ray *rays) {
  for (int i = 0; i < RAYS; i++) {
    carom_vec3 from = test_vec3(random, -2 * s->size, 2 * s->size);
    rays[i].origin = (carom_pos){(double)from.x, (double)from.y, (double)from.z};
    rays[i].translation = test_vec3(random, -4 * s->size, 4 * s->size);
  }
  rays[BAD].origin.x = 1e10;
}

static bool same_hit(const carom_ray_result *a, const carom_ray_result *b) {
  return a->hit == b->hit && a->inside == b->inside &&
         memcmp(&a->fraction, &b->fraction, sizeof a->fraction) == 0 &&
         memcmp(&a->normal, &b->normal, sizeof a->normal) == 0 &&
         memcmp(&a->point, &b->point, sizeof a->point) == 0;
}

static int judge_rays(const scene *s, uint64_t *random) {
  carom_ray rays[RAYS];
  carom_placed placed;
  carom_ray_result checked[RAYS], many[RAYS], one = {.fraction = 7};
  carom_status statuses[RAYS];
  int hits = 0;
  make_rays(s, random, rays);
  ck_assert(carom_place(&s->a, &s->pose_a, &placed) == CAROM_OK);
  ck_assert(carom_cast_rays(&s->a, &s->pose_a, rays, RAYS, checked, NULL) == CAROM_OUT_OF_RANGE);
  ck_assert(carom_cast_rays_placed(&placed, rays, RAYS, many, statuses) == CAROM_OUT_OF_RANGE);
  for (int i = 0; i < RAYS; i++) {
    carom_status status = i == BAD ? CAROM_OUT_OF_RANGE : CAROM_OK;
    ck_assert(statuses[i] == status && carom_cast_ray_placed(&placed, &rays[i], &one) == status);
    if (i != BAD) ck_assert(same_hit(&one, &checked[i]) && same_hit(&one, &many[i]));
    hits += i != BAD && one.hit;
  }
  return hits;
}

START_TEST(placed_rays_give_the_answers_of_checked_ones) {
  int hits = 0;
  for (uint64_t seed = 1; seed < 20; seed++) {
    uint64_t random = seed;
    scene s = random_scene(&random, any_spatial_kind(_i), CAROM_SPHERE, 1e-2f);
    hits += judge_rays(&s, &random);
    release_scene(&s);
  }
  ck_assert_msg(hits > 5 && hits < 19 * RAYS, "%d hits", hits);
}
END_TEST

START_TEST(placed_rays_refuse_and_write_nothing) {
  carom_shape sphere = carom_shape_sphere(1);
  carom_pose pose = {0};
  carom_placed good, bad = {0};
  carom_ray ray = {.translation = {1, 0, 0}}, lost = {.translation = {INFINITY, 0, 0}};
  carom_ray_result out = {.fraction = 7};
  ck_assert(carom_place(&sphere, &pose, &good) == CAROM_OK);
  ck_assert(carom_cast_ray_placed(NULL, &ray, &out) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_ray_placed(&good, NULL, &out) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_ray_placed(&good, &ray, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_ray_placed(&bad, &ray, &out) == CAROM_NOT_PLACED);
  ck_assert(carom_cast_ray_placed(&good, &lost, &out) == CAROM_NOT_FINITE);
  ck_assert(carom_cast_rays_placed(NULL, &ray, 1, &out, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_rays_placed(&good, NULL, 1, &out, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_rays_placed(&good, &ray, 1, NULL, NULL) == CAROM_NULL_ARGUMENT);
  ck_assert(carom_cast_rays_placed(&bad, &ray, 1, &out, NULL) == CAROM_NOT_PLACED);
  ck_assert(carom_cast_rays_placed(&good, NULL, 0, NULL, NULL) == CAROM_OK);
  ck_assert(out.fraction == 7);
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
  tcase_add_loop_test(tests, placed_rays_give_the_answers_of_checked_ones, 0, ALL_SPATIAL_KINDS);
  tcase_add_test(tests, placed_rays_refuse_and_write_nothing);
  tcase_add_test(tests, placing_checks_and_refusals_write_nothing);
  tcase_add_loop_test(tests, single_calls_refuse_what_was_not_placed, 0, QUESTIONS);
  suite_add_tcase(suite, tests);
  return suite;
}

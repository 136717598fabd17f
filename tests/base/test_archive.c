/* test_archive.c: packed values come back as they were written, and have one form that is read. */
#include "archive.h"

#include <string.h>

#include "testing.h"

enum { GROUPS = 8, ROOM = 2048 };

typedef struct values {
  uint32_t u32[GROUPS];
  uint64_t u64[GROUPS];
  float f32[GROUPS];
  double f64[GROUPS];
  carom_vec3 vec3[GROUPS];
  carom_quat quat[GROUPS];
  carom_pos pos[GROUPS];
} values;

static void pass_all(carom__archive *archive, values *v, int groups) {
  carom__archive_pack(archive, true);
  for (int i = 0; i < groups; i++) {
    carom__archive_u32(archive, &v->u32[i]);
    carom__archive_vec3(archive, &v->vec3[i]);
    carom__archive_u64(archive, &v->u64[i]);
    carom__archive_f32(archive, &v->f32[i]);
    carom__archive_pos(archive, &v->pos[i]);
    carom__archive_quat(archive, &v->quat[i]);
    carom__archive_f64(archive, &v->f64[i]);
  }
  carom__archive_pack(archive, false);
}

/* A group has five tags, so that an odd number of groups ends with half a byte. */
static size_t write(values *v, int groups, unsigned char *out, size_t room) {
  carom__archive archive = {.out = out, .size = room};
  pass_all(&archive, v, groups);
  return archive.at;
}

/* --- What is written is read --- */

/* Few bytes at either end, all bits, or any. */
static uint64_t any_word(uint64_t *random, unsigned bits) {
  const uint64_t word = test_random(random) >> (64 - bits);
  const unsigned by = test_below(random, bits);
  switch (test_below(random, 5)) {
  case 0:
    return 0;
  case 1:
    return UINT64_MAX >> (64 - bits);
  case 2:
    return word >> by;
  case 3:
    return word >> by << by;
  default:
    return word;
  }
}

static float any_float(uint64_t *random) {
  static const float few[] = {0, -0.0f, 1, -1, 0x1p-149f, 0x1.fffffep127f};
  return test_below(random, 2) ? few[test_below(random, 6)] : test_uniform(random, -9, 9);
}

static double any_double(uint64_t *random) {
  static const double few[] = {0, -0.0, 1, 0.1, 1e300, 0x1p-1074, 0x1.fffffep127, 0x1.ffffffp127};
  return test_below(random, 2) ? few[test_below(random, 8)] : (double)any_float(random);
}

static void fill(values *v, uint64_t *random) {
  for (int i = 0; i < GROUPS; i++) {
    const bool zero = test_below(random, 3) == 0;
    v->u32[i] = (uint32_t)any_word(random, 32);
    v->u64[i] = any_word(random, 64);
    v->f32[i] = any_float(random);
    v->f64[i] = any_double(random);
    v->vec3[i] = (carom_vec3){0, 0, 0};
    v->quat[i] = (carom_quat){0, 0, 0, 1};
    v->pos[i] = (carom_pos){0, 0, 0};
    if (zero) continue;
    v->vec3[i] = (carom_vec3){any_float(random), any_float(random), any_float(random)};
    v->quat[i] = (carom_quat){any_float(random), any_float(random), any_float(random), any_float(random)};
    v->pos[i] = (carom_pos){any_double(random), any_double(random), any_double(random)};
  }
}

static bool is_same(const values *a, const values *b, int groups) {
  bool same = true;
  for (int i = 0; i < groups; i++)
    same = same && a->u32[i] == b->u32[i] && a->u64[i] == b->u64[i] &&
           !memcmp(&a->f32[i], &b->f32[i], sizeof a->f32[i]) &&
           !memcmp(&a->f64[i], &b->f64[i], sizeof a->f64[i]) &&
           !memcmp(&a->vec3[i], &b->vec3[i], sizeof a->vec3[i]) &&
           !memcmp(&a->quat[i], &b->quat[i], sizeof a->quat[i]) &&
           !memcmp(&a->pos[i], &b->pos[i], sizeof a->pos[i]);
  return same;
}

enum { MARK = 0xA5, MARKED = 16 };

/* Writes where nothing may be written behind the room. */
static size_t write_within(values *v, int groups, unsigned char *out, size_t room) {
  bool within = true;
  memset(out, MARK, room + MARKED);
  const size_t size = write(v, groups, out, room);
  for (size_t i = room; i < room + MARKED; i++) within = within && out[i] == MARK;
  ck_assert(within);
  return size;
}

/* Also with just as much room, with less, and with none. */
START_TEST(values_come_back) {
  uint64_t random = 1;
  for (int round = 0; round < test_scaled_from(400, 20000); round++) {
    static values given, read;
    unsigned char bytes[ROOM], exact[ROOM + MARKED];
    const int groups = 1 + (int)test_below(&random, GROUPS);
    fill(&given, &random);
    const size_t size = write(&given, groups, bytes, ROOM);
    ck_assert_uint_eq(write(&given, groups, NULL, 0), size);
    ck_assert_uint_eq(write_within(&given, groups, exact, test_below(&random, (uint32_t)size)), size);
    ck_assert_uint_eq(write_within(&given, groups, exact, size), size);
    ck_assert_mem_eq(exact, bytes, size);
    carom__archive archive = {.in = bytes, .size = size};
    memset(&read, 0, sizeof read);
    pass_all(&archive, &read, groups);
    ck_assert_int_eq(archive.status, CAROM_OK);
    ck_assert_uint_eq(archive.at, size);
    ck_assert(is_same(&read, &given, groups));
  }
}
END_TEST

/* --- What is read is as it would be written --- */

/* Changes a few bytes of values that were written. */
static void damage(unsigned char *bytes, size_t size, uint64_t *random) {
  static const unsigned char few[] = {0, 1, 2, 0x10, 0x11, 0x80, 0xFF};
  for (uint32_t i = 1 + test_below(random, 3); i > 0; i--) {
    unsigned char *at = &bytes[test_below(random, (uint32_t)size)];
    const uint32_t how = test_below(random, 3);
    if (how == 0) *at = few[test_below(random, sizeof few)];
    if (how == 1) *at ^= (unsigned char)(1u << test_below(random, 8));
    if (how == 2) *at = (unsigned char)((*at & 15) | test_below(random, 16) << 4);
  }
}

START_TEST(nothing_is_read_but_the_form_that_is_written) {
  uint64_t random = 2;
  size_t read = 0, refused = 0;
  for (int round = 0; round < test_scaled_from(4000, 100000); round++) {
    static values v;
    unsigned char bytes[ROOM], again[ROOM];
    const int groups = 1 + (int)test_below(&random, 2);
    fill(&v, &random);
    const size_t size = write(&v, groups, bytes, ROOM);
    memset(bytes + size, 0, 16);
    damage(bytes, size, &random);
    carom__archive archive = {.in = bytes, .size = size + 16};
    pass_all(&archive, &v, groups);
    refused += archive.status != CAROM_OK;
    if (archive.status) continue;
    read++;
    ck_assert_uint_eq(write(&v, groups, again, ROOM), archive.at);
    ck_assert_mem_eq(again, bytes, archive.at);
  }
  ck_assert_uint_gt(read, refused / 100);
  ck_assert_uint_gt(refused, read / 100);
}
END_TEST

typedef enum value_type { U32, U64, VEC3, QUAT, POS } value_type;

/* Reads one value from a byte of a tag and what follows. */
static carom_status read_one(value_type type, const unsigned char *bytes, size_t size) {
  static values v;
  carom__archive archive = {.in = bytes, .size = size};
  carom__archive_pack(&archive, true);
  if (type == U32) carom__archive_u32(&archive, &v.u32[0]);
  if (type == U64) carom__archive_u64(&archive, &v.u64[0]);
  if (type == VEC3) carom__archive_vec3(&archive, &v.vec3[0]);
  if (type == QUAT) carom__archive_quat(&archive, &v.quat[0]);
  if (type == POS) carom__archive_pos(&archive, &v.pos[0]);
  carom__archive_pack(&archive, false);
  return archive.status;
}

/* Longer forms of a value, tags that there are not, and numbers that are none. */
START_TEST(other_forms_are_refused) {
  enum { BYTES = 33 };
  static const struct {
    value_type type;
    bool good;
    unsigned char bytes[BYTES];
  } forms[] = {
      {U32, true, {0}},
      {U32, true, {4, 1, 2, 3, 4}},
      {U32, true, {9, 4}},
      {U32, false, {5, 1, 2, 3, 4, 5}},
      {U32, false, {14, 1, 2, 3, 4, 5, 6}},
      {U32, false, {1, 0}},
      {U32, false, {0x10}},
      {U64, true, {8, 1, 2, 3, 4, 5, 6, 7, 8}},
      {U64, false, {2, 1, 0}},
      {U64, false, {8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}},
      {VEC3, true, {1, [4] = 0x3F}},
      {VEC3, false, {1}},
      {VEC3, false, {2, [4] = 0x3F}},
      {VEC3, false, {1, [3] = 0x80, 0x7F}},
      {QUAT, true, {1, [4] = 0x3F}},
      {QUAT, false, {1, [15] = 0x80, 0x3F}},
      {POS, true, {1, [4] = 0x3F}},
      {POS, true, {2, [1] = 1, [8] = 0x3F}},
      {POS, false, {1}},
      {POS, false, {2}},
      {POS, false, {2, [7] = 0xF0, 0x3F}},
      {POS, false, {2, [7] = 0xF0, 0x7F}},
      {POS, false, {3, [8] = 0x3F}},
  };
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    const carom_status want = forms[i].good ? CAROM_OK : CAROM_BAD_SNAPSHOT;
    ck_assert_msg(read_one(forms[i].type, forms[i].bytes, BYTES) == want, "form %zu", i);
    if (forms[i].bytes[0]) ck_assert_int_eq(read_one(forms[i].type, forms[i].bytes, 1), CAROM_BAD_SNAPSHOT);
  }
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("archive");
  TCase *tests = tcase_create("archive");
  tcase_set_timeout(tests, 120);
  tcase_add_test(tests, values_come_back);
  tcase_add_test(tests, nothing_is_read_but_the_form_that_is_written);
  tcase_add_test(tests, other_forms_are_refused);
  suite_add_tcase(suite, tests);
  return suite;
}

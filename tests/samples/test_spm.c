/* test_spm.c: the reader of models: a small good file, and everything that can be wrong with it. */
#include "spm.h"

#include <stdlib.h>
#include <string.h>

#include "testing.h"

/* A file of two buffers: a triangle with a plain material, and one whose material has two pictures. */
typedef struct model_file {
  unsigned char bytes[512];
  size_t size;
  size_t buffers[2]; /* where they begin */
} model_file;

static void add(model_file *f, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; i++) f->bytes[f->size++] = (unsigned char)(value >> (8 * i));
}

static void add_float(model_file *f, float value) {
  uint32_t word;
  memcpy(&word, &value, sizeof word);
  add(f, word, 4);
}

static void add_name(model_file *f, const char *name) {
  add(f, (uint32_t)strlen(name), 1);
  memcpy(f->bytes + f->size, name, strlen(name));
  f->size += strlen(name);
}

/* With normals; the first vertex has a colour, the others are white. */
static void add_buffer(model_file *f, int number) {
  f->buffers[number] = f->size;
  add(f, 3, 4);
  add(f, 3, 4);
  add(f, (uint32_t)number, 2);
  for (uint32_t i = 0; i < 3; i++) {
    for (uint32_t axis = 0; axis < 3; axis++) add_float(f, (float)(10 * number) + (float)(3 * i + axis));
    add(f, 0, 4);
    add(f, i == 0 ? 1 : 128, 1);
    if (i == 0) add(f, 0, 3);
    for (int word = 0; word < 2 * number; word++) add(f, 0, 4);
  }
  for (uint32_t i = 0; i < 3; i++) add(f, 2 - i, 1);
}

static model_file good_file(void) {
  model_file f = {.size = 0};
  add(&f, 'S', 1);
  add(&f, 'P', 1);
  add(&f, 1 << 3 | 2, 1);
  add(&f, 3, 1);
  for (int i = 0; i < 6; i++) add_float(&f, 0);
  add(&f, 2, 2);
  add_name(&f, "");
  add_name(&f, "");
  add_name(&f, "stone.png");
  add_name(&f, "moss.png");
  add(&f, 1, 2);
  add(&f, 2, 2);
  add_buffer(&f, 0);
  add_buffer(&f, 1);
  return f;
}

/* Parses from a block of exactly that size, so that a sanitizer sees each byte read beyond it. */
static bool parse(spm *out, const unsigned char *bytes, size_t size, const char **why) {
  unsigned char *copy = malloc(size ? size : 1);
  memcpy(copy, bytes, size);
  bool good = spm_parse(out, copy, size, why);
  free(copy);
  return good;
}

START_TEST(reads_a_good_file) {
  model_file f = good_file();
  spm model;
  const char *why;
  ck_assert_msg(parse(&model, f.bytes, f.size, &why), "%s", why);
  ck_assert_uint_eq(model.vertex_count, 6);
  ck_assert_uint_eq(model.triangle_count, 2);
  ck_assert_uint_eq(model.name_count, 2);
  ck_assert_str_eq(model.names[1], "stone.png");
  ck_assert_uint_eq(model.materials[0], 0);
  ck_assert_uint_eq(model.materials[1], 1);
  ck_assert_uint_eq(model.triangles[0], 2);
  ck_assert_uint_eq(model.triangles[3], 5);
  ck_assert(model.vertices[3 * 5 + 2] == 18);
  spm_free(&model);
}
END_TEST

START_TEST(refuses_every_shorter_file) {
  model_file f = good_file();
  size_t accepted = 0, unexplained = 0;
  for (size_t size = 0; size < f.size; size++) {
    spm model;
    const char *why = NULL;
    if (parse(&model, f.bytes, size, &why)) accepted++;
    if (!why) unexplained++;
  }
  ck_assert_uint_eq(accepted, 0);
  ck_assert_uint_eq(unexplained, 0);
}
END_TEST

/* A byte of the good file that is replaced, and a word of what is said then. */
START_TEST(says_what_is_wrong) {
  model_file f = good_file();
  const struct {
    size_t at;
    unsigned char byte;
    const char *says;
  } cases[] = {{0, 'X', "SP"},
               {2, 2 << 3, "version"},
               {29, 2, "256"},
               {f.buffers[0] + 8, 2, "material"},
               {f.size - 1, 3, "vertex"},
               {f.buffers[1] + 3, 0xFF, "early"},
               {f.buffers[1] + 7, 0xFF, "early"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    model_file bad = f;
    spm model;
    const char *why = "";
    bad.bytes[cases[i].at] = cases[i].byte;
    ck_assert_msg(!parse(&model, bad.bytes, bad.size, &why), "case %zu was accepted", i);
    ck_assert_msg(strstr(why, cases[i].says), "case %zu: %s", i, why);
    ck_assert_msg(!model.vertices && !model.triangles && !model.names, "case %zu leaves something", i);
  }
}
END_TEST

/* Whatever is scribbled into a file: it is refused with a sentence, or its indices hold. */
START_TEST(survives_scribbles) {
  enum { ROUNDS = 20000 };
  model_file good = good_file();
  uint64_t random = 1;
  size_t accepted = 0, broken = 0;
  for (size_t round = 0; round < ROUNDS; round++) {
    model_file f = good;
    spm model;
    const char *why = NULL;
    for (uint32_t k = 1 + test_below(&random, 3); k > 0; k--)
      f.bytes[test_below(&random, (uint32_t)f.size)] = (unsigned char)test_random(&random);
    bool parsed = parse(&model, f.bytes, f.size, &why), holds = parsed == !why;
    for (size_t i = 0; i < 3 * model.triangle_count; i++)
      holds = holds && model.triangles[i] < model.vertex_count;
    for (size_t i = 0; i < model.triangle_count; i++) holds = holds && model.materials[i] < model.name_count;
    broken += !holds;
    accepted += parsed;
    spm_free(&model);
  }
  ck_assert_uint_eq(broken, 0);
  ck_assert_msg(accepted > ROUNDS / 10 && accepted < ROUNDS, "%zu of %d accepted", accepted, ROUNDS);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("spm");
  TCase *tests = tcase_create("spm");
  tcase_add_test(tests, reads_a_good_file);
  tcase_add_test(tests, refuses_every_shorter_file);
  tcase_add_test(tests, says_what_is_wrong);
  tcase_add_test(tests, survives_scribbles);
  suite_add_tcase(suite, tests);
  return suite;
}

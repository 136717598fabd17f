/* test_ply.c: the reader of scans: a small good file, and everything that can be wrong with it. */
#include "ply.h"

#include <stdlib.h>
#include <string.h>

#include "testing.h"

/* A tetrahedron whose vertices have a fourth number. */
static const char header[] = "ply\n"
                             "format ascii 1.0\n"
                             "comment of nobody\n"
                             "element vertex 4\n"
                             "property float x\n"
                             "property float y\n"
                             "property float z\n"
                             "property float confidence\n"
                             "element face 4\n"
                             "property list uchar int vertex_indices\n"
                             "end_header\n";
static const char numbers[] = "0 0 0 1\n"
                              "1 0 0 1\n"
                              "0 -2.5e0 0 1\n"
                              "0 0 3 1\n"
                              "3 0 2 1\n"
                              "3 0 1 3\n"
                              "3 0 3 2\n"
                              "3 1 2 3\n";

typedef struct scan_file {
  char bytes[sizeof header + sizeof numbers];
  size_t size;
} scan_file;

static scan_file good_file(void) {
  scan_file f = {.size = sizeof header + sizeof numbers - 2};
  memcpy(f.bytes, header, sizeof header);
  memcpy(f.bytes + sizeof header - 1, numbers, sizeof numbers);
  return f;
}

/* Parses from a block of exactly that size, so that a sanitizer sees each byte read beyond it. */
static bool parse(ply *out, const char *bytes, size_t size, const char **why) {
  unsigned char *copy = malloc(size ? size : 1);
  memcpy(copy, bytes, size);
  bool good = ply_parse(out, copy, size, why);
  free(copy);
  return good;
}

START_TEST(reads_a_good_file) {
  scan_file f = good_file();
  ply model;
  const char *why = "";
  ck_assert_msg(parse(&model, f.bytes, f.size, &why), "%s", why);
  ck_assert_uint_eq(model.vertex_count, 4);
  ck_assert_uint_eq(model.triangle_count, 4);
  ck_assert(model.vertices[3] == 1 && model.vertices[7] == -2.5f && model.vertices[11] == 3);
  ck_assert(model.triangles[1] == 2 && model.triangles[11] == 3);
  ply_free(&model);
}
END_TEST

/* The last line may lack its end, and no number more. */
START_TEST(refuses_every_shorter_file) {
  scan_file f = good_file();
  size_t accepted = 0, unexplained = 0;
  for (size_t size = 0; size + 1 < f.size; size++) {
    ply model;
    const char *why = NULL;
    if (parse(&model, f.bytes, size, &why)) accepted++;
    if (!why) unexplained++;
  }
  ck_assert_uint_eq(accepted, 0);
  ck_assert_uint_eq(unexplained, 0);
}
END_TEST

/* A part of the good file that is replaced by one of the same length, and a word of what is said then. */
START_TEST(says_what_is_wrong) {
  static const struct {
    const char *part, *by, *says;
  } cases[] = {{"ply", "plx", "PLY"},
               {"ascii 1.0", "binary 99", "text"},
               {"element vertex 4", "element vertex 0", "range"},
               {"element vertex 4", "element vertex x", "range"},
               {"element vertex 4", "element vortex 4", "other elements"},
               {"element face 4", "element fade 4", "other elements"},
               {"element face 4", "element face 5", "early"},
               {"float x", "float u", "x y z"},
               {"float z", "float w", "x y z"},
               {"end_header", "and_header", "early"},
               {"-2.5e0", "vertex", "three numbers"},
               {"-2.5e0", "1.e999", "three numbers"},
               {"3 1 2 3", "4 1 2 3", "no triangle"},
               {"3 1 2 3", "3 1 2 4", "no vertex"},
               {"3 1 2 3", "3 1-2 3", "no vertex"},
               {"3 1 2 3", "3 1 2 x", "no vertex"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    scan_file f = good_file();
    ply model;
    const char *why = "";
    memcpy(strstr(f.bytes, cases[i].part), cases[i].by, strlen(cases[i].by));
    ck_assert_msg(!parse(&model, f.bytes, f.size, &why), "case %zu was accepted", i);
    ck_assert_msg(strstr(why, cases[i].says), "case %zu: %s", i, why);
    ck_assert_msg(!model.vertices && !model.triangles, "case %zu leaves something", i);
  }
}
END_TEST

/* Whatever is scribbled into a file: it is refused with a sentence, or its indices hold. */
START_TEST(survives_scribbles) {
  enum { ROUNDS = 20000 };
  scan_file good = good_file();
  uint64_t random = 1;
  size_t accepted = 0, broken = 0;
  for (size_t round = 0; round < ROUNDS; round++) {
    scan_file f = good;
    ply model;
    const char *why = NULL;
    for (uint32_t k = 1 + test_below(&random, 3); k > 0; k--)
      f.bytes[test_below(&random, (uint32_t)f.size)] = (char)(10 + test_below(&random, 110));
    bool parsed = parse(&model, f.bytes, f.size, &why), holds = parsed == !why;
    for (size_t i = 0; i < 3 * model.triangle_count; i++)
      holds = holds && model.triangles[i] < model.vertex_count;
    broken += !holds;
    accepted += parsed;
    ply_free(&model);
  }
  ck_assert_uint_eq(broken, 0);
  ck_assert_msg(accepted > ROUNDS / 20 && accepted < ROUNDS, "%zu of %d accepted", accepted, ROUNDS);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("ply");
  TCase *tests = tcase_create("ply");
  tcase_add_test(tests, reads_a_good_file);
  tcase_add_test(tests, refuses_every_shorter_file);
  tcase_add_test(tests, says_what_is_wrong);
  tcase_add_test(tests, survives_scribbles);
  suite_add_tcase(suite, tests);
  return suite;
}

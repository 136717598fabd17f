/* test_status.c: every status has its name and its sentence, and the version is the header's. */
#include "carom/status.h"

#include <stdio.h>
#include <string.h>

#include "testing.h"

START_TEST(names_are_the_constants) {
#define EXPECT_NAME(name, sentence) ck_assert_str_eq(carom_status_name(CAROM_##name), "CAROM_" #name);
  CAROM_STATUS_LIST(EXPECT_NAME)
#undef EXPECT_NAME
}
END_TEST

START_TEST(texts_are_the_sentences) {
#define EXPECT_TEXT(name, sentence) ck_assert_str_eq(carom_status_text(CAROM_##name), sentence);
  CAROM_STATUS_LIST(EXPECT_TEXT)
#undef EXPECT_TEXT
}
END_TEST

START_TEST(texts_are_whole_and_distinct) {
  for (int a = 0; a < CAROM_STATUS_COUNT; a++) {
    const char *text = carom_status_text((carom_status)a);
    ck_assert_msg(strlen(text) > 1 && text[strlen(text) - 1] == '.', "status %d", a);
    ck_assert_msg(text[0] >= 'A' && text[0] <= 'Z', "status %d", a);
    for (int b = 0; b < a; b++) ck_assert_str_ne(text, carom_status_text((carom_status)b));
  }
}
END_TEST

START_TEST(unknown_statuses) {
  int unknown[] = {CAROM_STATUS_COUNT, CAROM_STATUS_COUNT + 1, 1000};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    ck_assert_str_eq(carom_status_name((carom_status)unknown[i]), "CAROM_UNKNOWN");
    ck_assert_ptr_nonnull(carom_status_text((carom_status)unknown[i]));
    ck_assert_str_ne(carom_status_text((carom_status)unknown[i]), carom_status_text(CAROM_OK));
  }
}
END_TEST

START_TEST(ok_is_zero) { ck_assert_int_eq(CAROM_OK, 0); }
END_TEST

START_TEST(version_is_the_header_s) {
  char expected[64];
  snprintf(expected, sizeof expected, "%d.%d.%d", CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR,
           CAROM_VERSION_PATCH);
  ck_assert_str_eq(carom_version(), expected);
}
END_TEST

Suite *carom_test_suite(void) {
  Suite *suite = suite_create("status");
  TCase *tcase = tcase_create("status");
  tcase_add_test(tcase, names_are_the_constants);
  tcase_add_test(tcase, texts_are_the_sentences);
  tcase_add_test(tcase, texts_are_whole_and_distinct);
  tcase_add_test(tcase, unknown_statuses);
  tcase_add_test(tcase, ok_is_zero);
  tcase_add_test(tcase, version_is_the_header_s);
  suite_add_tcase(suite, tcase);
  return suite;
}

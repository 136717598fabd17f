/* main.c: runs the suite of one test program and prints what `./carom test` adds up. */
#define _POSIX_C_SOURCE 200809L /* setenv */

#include <stdio.h>
#include <stdlib.h>

#include "testing.h"

/* Check is not compiled with the memory sanitizer, which takes what Check hands the C library for unset. */
#if defined __has_feature
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define TRUST_CHECK() __msan_scoped_disable_interceptor_checks()
#endif
#endif
#ifndef TRUST_CHECK
#define TRUST_CHECK() ((void)0)
#endif

int main(void) {
  TRUST_CHECK();
  /* A sanitizer on a busy machine takes far longer than a test by itself. Check multiplies its limits. */
  setenv("CK_TIMEOUT_MULTIPLIER", "10", 0);
  SRunner *runner = srunner_create(carom_test_suite());
  srunner_run_all(runner, CK_NORMAL);
  int run = srunner_ntests_run(runner), failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  printf("%d passed, %d failed\n", run - failed, failed);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

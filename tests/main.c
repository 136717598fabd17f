/* main.c: runs the suite of one test program and prints what `./carom test` adds up. */
#include <stdio.h>
#include <stdlib.h>

#include "testing.h"

int main(void) {
  SRunner *runner = srunner_create(carom_test_suite());
  srunner_run_all(runner, CK_NORMAL);
  int run = srunner_ntests_run(runner), failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  printf("%d passed, %d failed\n", run - failed, failed);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

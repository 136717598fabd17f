#include "arguments.h"

#include <string.h>

bool bench_take_quick(int *argc, char **argv) {
  int kept = 1, given = *argc;
  char *quick = NULL;
  for (int i = 1; i < given; i++) {
    if (strcmp(argv[i], "--quick") == 0)
      quick = argv[i];
    else
      argv[kept++] = argv[i];
  }
  for (int i = kept; i < given; i++) argv[i] = quick;
  *argc = kept;
  return kept < given;
}

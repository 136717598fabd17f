/* seen.h: a function of a class tells once that it was asked, in the file that CAROM_KIND_SEEN names. */
#ifndef CAROM_TEST_SEEN_H
#define CAROM_TEST_SEEN_H

#include <stdio.h>
#include <stdlib.h>

static inline void kind_seen(const char *name) {
  const char *path = getenv("CAROM_KIND_SEEN");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) return;
  fprintf(file, "%s\n", name);
  fclose(file);
}

#define SEEN(kind, column)                                                                                   \
  do {                                                                                                       \
    static bool told;                                                                                        \
    if (!told) kind_seen(#kind "." #column);                                                                 \
    told = true;                                                                                             \
  } while (0)

#endif

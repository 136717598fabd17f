/* files.c: whole files. */
#include "files.h"

#include "memory.h"

/* No file of a level comes near this; a larger one is not worth believing. */
#define FILE_SIZE_MAX ((size_t)1 << 28)

bool file_read(const char *path, unsigned char **bytes, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    fprintf(stderr, "%s cannot be opened.\n", path);
    return false;
  }
  size_t capacity = 1 << 20;
  *bytes = memory_resize(NULL, capacity, 1);
  *size = 0;
  for (size_t got;
       (got = fread(*bytes + *size, 1, capacity - *size, file)) > 0 && capacity < FILE_SIZE_MAX;) {
    *size += got;
    if (*size == capacity) *bytes = memory_resize(*bytes, capacity *= 2, 1);
  }
  fclose(file);
  return true;
}

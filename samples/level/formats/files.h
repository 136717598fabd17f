/* files.h: whole files. */
#ifndef LEVEL_FILES_H
#define LEVEL_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* Reads a file into memory that the caller frees; false after telling on stderr that it cannot be read. */
bool file_read(const char *path, unsigned char **bytes, size_t *size);

#endif

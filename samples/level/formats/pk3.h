/* pk3.h: finds a level's file, in a .pk3 archive (a zip file) or by its own path. */
#ifndef LEVEL_PK3_H
#define LEVEL_PK3_H

#include <stdbool.h>
#include <stddef.h>

/* Reads the level `map`: a path when it ends in .bsp, else maps/<map>.bsp in `archive`, or, when that is
 * NULL, in the installed archives. The caller frees *bytes. False after telling on stderr what was
 * missing. */
bool pk3_read_map(const char *map, const char *archive, unsigned char **bytes, size_t *size);

/* Reads a file out of an archive; false when it is not there. The caller frees *bytes. */
bool pk3_read_entry(const char *archive, const char *entry, unsigned char **bytes, size_t *size);

#endif

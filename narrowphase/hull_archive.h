/* hull_archive.h: hulls as bytes. What is read back is the same to the last bit, which building a hull of its
 * vertices anew would not promise. */
#ifndef CAROM_NARROWPHASE_HULL_ARCHIVE_H
#define CAROM_NARROWPHASE_HULL_ARCHIVE_H

#include "archive.h"
#include "carom/hull.h"

void carom__hull_write(carom__archive *archive, const carom_hull *hull);

/* Returns a hull with a count of one; NULL when the archive fails: with CAROM_BAD_SNAPSHOT for what no build
 * would give. */
carom_hull *carom__hull_read(carom__archive *archive, const carom_allocator *allocator);

#endif

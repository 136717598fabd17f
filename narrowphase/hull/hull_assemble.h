/* hull_assemble.h: the last stages of building a hull, also of one that is read from bytes. */
#ifndef CAROM_NARROWPHASE_HULL_ASSEMBLE_H
#define CAROM_NARROWPHASE_HULL_ASSEMBLE_H

#include "hull.h"

typedef struct carom__hull_sizes {
  uint32_t vertices, faces, loop_entries, bevels;
} carom__hull_sizes;

/* A hull of these sizes, zero but for its arrays' places, with a count of one; NULL when out of memory. */
carom_hull *carom__hull_allocate(const carom_allocator *allocator, carom__hull_sizes sizes);

/* The same hull with bevels, in place of one without, which is released; NULL when out of memory. */
carom_hull *carom__hull_with_bevels(carom_hull *hull, const carom_plane *bevels, uint32_t count);

/* Fills in all that follows from the vertices, planes, loops and twins, but for the bevels. keys: room for
 * vertex_count. */
void carom__hull_complete(carom_hull *hull, uint64_t *keys);

#endif

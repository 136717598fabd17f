/* hull_layout.h: the block of memory that a hull is, and all that follows from its faces. */
#ifndef CAROM_NARROWPHASE_HULL_LAYOUT_H
#define CAROM_NARROWPHASE_HULL_LAYOUT_H

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

/* The least offset with which a plane of this normal has none of the points beyond it: of `count` points,
 * those that `which` lists, or all when it is NULL. */
float carom__hull_offset(carom_vec3 normal, const carom_vec3 *points, const uint32_t *which, size_t count);

#endif

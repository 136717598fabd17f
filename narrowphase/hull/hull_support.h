/* hull_support.h: the vertices of a hull, in a layout for support queries. */
#ifndef CAROM_NARROWPHASE_HULL_SUPPORT_H
#define CAROM_NARROWPHASE_HULL_SUPPORT_H

#include "vec.h"

/* How many vertices are looked at one by one: hulls of more have them in groups. */
#define CAROM__SUPPORT_FLAT 128
/* How many are in a group. */
#define CAROM__SUPPORT_GROUP 16

/* Entries are the vertices in their order, or group by group, with the last one repeated until they fill the
 * lanes. */
typedef struct carom__hull_support {
  uint32_t entry_count;  /* a multiple of 4, beyond CAROM__SUPPORT_FEW of 8, or of CAROM__SUPPORT_GROUP */
  uint32_t group_count;  /* 0 when there are no groups */
  uint32_t bounds_count; /* group_count, rounded up to a multiple of 4 */
  float *entries;        /* all x, all y, all z */
  uint16_t *vertices;    /* of the entries; NULL without groups */
  float *bounds;         /* of the groups: all least x, y, z, all greatest x, y, z */
} carom__hull_support;

/* The counts for so many vertices; the arrays are still to be set, to entry_count floats three times,
 * entry_count indices and bounds_count floats six times. */
carom__hull_support carom__hull_support_sizes(uint32_t vertex_count);

/* Fills the arrays. keys: room for vertex_count. */
void carom__hull_support_fill(carom__hull_support *support, const carom_vec3 *vertices, uint32_t vertex_count,
                              uint64_t *keys);

/* The vertex farthest along a direction (x, y, z), by dot products in float; the lowest index among equals.
 * Three numbers stay in registers; a struct of two words would go through memory, and wait there. */
uint32_t carom__hull_support_along(const carom__hull_support *support, float x, float y, float z);

static inline uint32_t carom__hull_support_find(const carom__hull_support *support, carom_vec3 direction) {
  return carom__hull_support_along(support, direction.x, direction.y, direction.z);
}

#endif

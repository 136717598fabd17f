/* hull_regions.h: the partition of a hull's facets into faces while it is being found. */
#ifndef CAROM_NARROWPHASE_HULL_REGIONS_H
#define CAROM_NARROWPHASE_HULL_REGIONS_H

#include "hull_build.h"

/* The tolerance of a region sinks by eight with each level; on the last only exactly coplanar facets are
 * one. */
#define CAROM__MERGE_LEVELS 5

/* A half edge is named by 3 facet + edge. A region is a set of facets that is to be a face; its border
 * consists of the half edges beyond which another region lies. A corner is a vertex at which three regions or
 * more meet. */
typedef struct carom__hull_regions {
  const carom__hull_build *build;
  const carom__facet *facets;
  uint32_t facet_count;
  uint32_t *order;  /* facets, the largest first */
  uint32_t *queue;  /* scratch, a facet */
  uint8_t *levels;  /* a facet: how small its region's tolerance is */
  uint32_t *region; /* a facet */
  uint32_t region_count;
  uint32_t *seed;    /* a region: the facet whose plane is the face's */
  uint32_t *joined;  /* a region: the one it was absorbed by, or itself */
  bool *refused;     /* a region: it makes no good face */
  bool *covered;     /* a vertex that is no corner: the corners' hull is near it */
  uint32_t *degree;  /* a vertex: border half edges that leave it, which is the number of regions around it */
  uint32_t *entry;   /* a border half edge: its place in the loops; NONE while it is not walked */
  uint32_t *first;   /* a loop entry: the border half edge it begins with */
  uint32_t *face_of; /* a region: its face, or NONE */
  uint32_t *gate;    /* a face: one of its border half edges */
  carom__hull_faces faces;
} carom__hull_regions;

static inline uint32_t merge_edge_vertex(const carom__hull_regions *m, uint32_t half) {
  return m->facets[half / 3].vertex[half % 3];
}
static inline uint32_t merge_edge_end(const carom__hull_regions *m, uint32_t half) {
  return m->facets[half / 3].vertex[(half % 3 + 1) % 3];
}
static inline uint32_t merge_region_beyond(const carom__hull_regions *m, uint32_t half) {
  return m->region[m->facets[half / 3].neighbor[half % 3]];
}
static inline bool merge_on_border(const carom__hull_regions *m, uint32_t half) {
  return m->region[half / 3] != merge_region_beyond(m, half);
}
static inline bool merge_is_corner(const carom__hull_regions *m, uint32_t vertex) {
  return m->degree[vertex] >= 3;
}

/* The same edge in the facet beyond. */
uint32_t carom__merge_opposite(const carom__hull_regions *m, uint32_t half);

/* Walks all borders: fills degree, entry, first, face_of and faces (but the twins). */
void carom__merge_walk(carom__hull_regions *m);

/* Marks as refused the regions that would not make a convex, nearly flat face. Returns whether there are
 * any. */
bool carom__merge_judge(carom__hull_regions *m);

#endif

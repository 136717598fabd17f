/* blocks.h: space in blocks, one a rank, by cuts that halve the ranks again and again. */
#ifndef CAROM_CLUSTER_BLOCKS_H
#define CAROM_CLUSTER_BLOCKS_H

#include <carom/types.h>

/* A cut at a coordinate of an axis. Of ranks low..high, those below the middle are below the cut. */
typedef struct cut {
  double at;
  uint32_t axis;
} cut;

/* Cuts a region into count blocks of the same size; cuts[middle - 1] is where ranks from middle on begin. */
void carom__blocks_divide(cut *cuts, uint32_t count, const carom_region *space, bool planar);

uint32_t carom__blocks_find(const cut *cuts, uint32_t count, carom_pos position);

/* The block of a rank. Outer blocks are endless, and one of which a further cut leaves nothing has max < min.
 */
carom_region carom__blocks_get(const cut *cuts, uint32_t count, uint32_t rank);

/* The coordinate of a position along an axis. */
double carom__blocks_along(carom_pos position, uint32_t axis);

/* The width along the widest axis. */
double carom__blocks_width(const carom_region *region);

/* The least region around two, what they share (max < min: nothing), and one that is wider on all sides. */
carom_region carom__blocks_hull(const carom_region *a, const carom_region *b);
carom_region carom__blocks_meet(const carom_region *a, const carom_region *b);
carom_region carom__blocks_widen(const carom_region *a, double by);

/* Whether a region lies within another one. */
bool carom__blocks_has(const carom_region *outer, const carom_region *inner);

/* Whether two blocks are within a distance of each other along each axis. */
bool carom__blocks_near(const carom_region *a, const carom_region *b, double distance);

#endif

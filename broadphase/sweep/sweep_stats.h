/* sweep_stats.h: the positions and sizes of boxes, from samples, by which the sweep chooses its grid. */
#ifndef CAROM_BROADPHASE_SWEEP_STATS_H
#define CAROM_BROADPHASE_SWEEP_STATS_H

#include "broadphase.h"

#define CAROM__SIZE_CLASSES 256

/* Each sample stands for the same number of boxes: its weight. */
typedef struct carom__box_stats {
  double count;
  double sum[3], square[3];           /* of the centres */
  double boxes[CAROM__SIZE_CLASSES];  /* how many there are of each power of two in size */
  double extent[CAROM__SIZE_CLASSES]; /* the sum of their sizes */
} carom__box_stats;

/* The size of a box here is the middle one of its three extents: in a planar world the third axis, whatever
 * the extents along it, then does not count. */
void carom__box_stats_gather(carom__box_stats *stats, const carom__proxy *proxies, size_t count);
/* Adds the boxes of another set. */
void carom__box_stats_add(carom__box_stats *stats, const carom__box_stats *other);

/* The variance of the centres along an axis. */
double carom__box_stats_variance(const carom__box_stats *stats, int axis);
/* The mean size, with larger sizes counted as 16 times the median: a few huge boxes do not spoil it. */
double carom__box_stats_size(const carom__box_stats *stats);

#endif

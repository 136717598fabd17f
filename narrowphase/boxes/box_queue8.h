/* box_queue8.h: queues of box pairs that wait until eight of them need the same work, so that no lane is
 * idle. It is in the form of lanes8.h that the including file selects. */
#ifndef CAROM_NARROWPHASE_BOX_QUEUE8_H
#define CAROM_NARROWPHASE_BOX_QUEUE8_H

#include "boxes_kernels.h"
#include "box_sat8.h"

/* Eight pairs, and the axes along which they touch or are apart. */
typedef struct box_eight {
  carom__sat8_pair pair;
  box_axis8 axis;
} box_eight;

enum { BOX_EIGHT_LANES = sizeof(box_eight) / sizeof(carom__lanes8) };
_Static_assert(sizeof(box_eight) == BOX_EIGHT_LANES * sizeof(carom__lanes8), "nothing but lanes");

/* A column for each of the lanes of a box_eight. */
typedef struct box_queue8 {
  float columns[BOX_EIGHT_LANES][CAROM__BOX_BATCH + 8];
  uint32_t pairs[CAROM__BOX_BATCH]; /* which they are */
  size_t count;
} box_queue8;

static inline carom__lanes8 *box_eight_lanes(box_eight *eight) { return (carom__lanes8 *)(void *)eight; }

/* Appends some of eight pairs, a bit each, of which the first is pair `first`. */
CAROM__LANES8 static inline void box_queue8_add(box_queue8 *queue, box_eight *eight, unsigned which,
                                                uint32_t first) {
  uint32_t order[8] = {0}, count = 0;
  if (!which) return;
  for (; which; which &= which - 1) order[count++] = (uint32_t)bits_lowest(which);
  for (uint32_t i = 0; i < count; i++) queue->pairs[queue->count + i] = first + order[i];
  for (int c = 0; c < BOX_EIGHT_LANES; c++)
    lanes8_store(queue->columns[c] + queue->count, lanes8_take(box_eight_lanes(eight)[c], order));
  queue->count += count;
}

/* Fills up the last eight with what is there. */
CAROM__LANES8 static inline void box_queue8_end(box_queue8 *queue) {
  for (int c = 0; c < BOX_EIGHT_LANES && queue->count % 8; c++)
    lanes8_store(queue->columns[c] + queue->count, lanes8_splat(queue->columns[c][0]));
}

CAROM__LANES8 static inline void box_queue8_eight(const box_queue8 *queue, size_t at, box_eight *out) {
  for (int c = 0; c < BOX_EIGHT_LANES; c++) box_eight_lanes(out)[c] = lanes8_load(queue->columns[c] + at);
}

#endif

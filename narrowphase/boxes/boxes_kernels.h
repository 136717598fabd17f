/* boxes_kernels.h: carom__collide_box_box for eight pairs of boxes in the world, in each form of lanes8.h. */
#ifndef CAROM_NARROWPHASE_BOXES_KERNELS_H
#define CAROM_NARROWPHASE_BOXES_KERNELS_H

#include "kernels.h"
#include "narrowphase.h"

/* Two boxes without a radius, where they are in the world. */
typedef struct carom__box_task {
  const carom_box *a, *b;
  const carom_frame *frame_a, *frame_b;
} carom__box_task;

/* By how much of the size rounding may change what an axis says of the distance. */
#define CAROM__BOX_NEAR_DOUBT (16 * 0x1p-24f)

/* So many tasks are sorted by what they take, so that lanes have the same work: it pays to have as many. */
#define CAROM__BOX_BATCH 64

/* A bit for each of eight pairs: it is far, or near, or it takes more than the lanes do to tell the points.
 */
typedef struct carom__near_bits {
  unsigned far, near, hard;
} carom__near_bits;

/* The work on eight pairs, in one form of lanes8.h. */
typedef struct carom__box_kernels {
  /* Writes the manifolds of 8, 16 ... or CAROM__BOX_BATCH pairs and returns a bit for each, set when it takes
   * more than the lanes do: then it is undefined. Of pairs that are apart it writes the count alone. */
  uint64_t (*collide)(const carom__box_task *tasks, size_t count, carom__manifold *out);
  unsigned (*apart)(const carom__box_task tasks[8],
                    float padding); /* bit k: pair k, padded, does not touch */
  /* Writes the manifolds of those pairs that carom__box_near finds near; those of the others are undefined.
   */
  carom__near_bits (*near)(const carom__box_task tasks[8], const float margins[8], carom__manifold out[8]);
} carom__box_kernels;

CAROM__DECLARE_KERNELS(carom__box_kernels);

#endif

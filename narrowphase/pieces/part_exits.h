/* part_exits.h: the directions along which two solid parts can leave each other: the normals of their faces,
 * in the plane of their sides. */
#ifndef CAROM_NARROWPHASE_PART_EXITS_H
#define CAROM_NARROWPHASE_PART_EXITS_H

#include "cores.h"
#include "parts.h"

typedef struct carom__part_exits {
  const carom__part *parts[2];
  carom__relative b_in_a;
  carom__cores cores;
  bool outside[2]; /* is the middle of the other part outside of this one? */
  /* The last face that was found, and how deep the parts are in each other along its normal. */
  double depth;
  int side;
  uint32_t face;
} carom__part_exits;

/* Sets what stays where it is, because its cores refer to its pose. */
void carom__part_exits_begin(carom__part_exits *exits, const carom__part *a, const carom__part *b);

/* Finds the next face in the order of the depths along their normals, the least first: which part's it is,
 * and its normal in the frame of the part. The middle of the other part is beyond it, or within all faces.
 * False when there is none. */
bool carom__part_exits_next(carom__part_exits *exits, int *side, carom_vec3 *normal);

#endif

/* part_exits.h: the directions along which two solid parts can leave each other: the normals of their faces,
 * in the plane of their sides. */
#ifndef CAROM_NARROWPHASE_PART_EXITS_H
#define CAROM_NARROWPHASE_PART_EXITS_H

#include "cores.h"
#include "parts.h"

/* As many faces are found at a time. */
enum { CAROM__EXITS_LISTED = 16 };

/* A face, and how deep the parts are in each other along its normal. */
typedef struct carom__part_exit {
  double depth;
  int side;
  uint32_t face;
  carom_vec3 normal;
} carom__part_exit;

typedef struct carom__part_exits {
  const carom__part *parts[2];
  carom__relative b_in_a;
  carom__cores cores;
  bool outside[2]; /* is the middle of the other part outside of this one? */
  carom__part_exit last;
  bool complete; /* no more come after those in the list */
  uint32_t count, next;
  carom__part_exit list[CAROM__EXITS_LISTED]; /* in their order */
} carom__part_exits;

/* Sets what stays where it is, because its cores refer to its pose. */
void carom__part_exits_begin(carom__part_exits *exits, const carom__part *a, const carom__part *b);

/* Finds the next face in the order of the depths along their normals, the least first, with its normal in
 * the frame of the part that has it. The middle of the other part is beyond it, or within all faces.
 * False when there is none. */
bool carom__part_exits_next(carom__part_exits *exits, carom__part_exit *out);

#endif

/* fit.h: pairs with a half-space, whose part beside the other shape stands for it. */
#ifndef CAROM_NARROWPHASE_FIT_H
#define CAROM_NARROWPHASE_FIT_H

#include "pair_class.h"

/* The part, and where it is. */
typedef struct carom__fitted {
  carom_shape shape;
  carom_frame frame;
} carom__fitted;

/* Puts the part in the place of the half-space, if one of the two is one; its axes are those of the
 * half-space. False when both are. */
bool carom__pair_fit(carom__site *a, carom__site *b, carom__fitted *room);

extern const carom__pair_calls carom__unbounded_calls;

#endif

/* stateless.h: what the public functions on pairs of shapes have in common.
 *
 * The main file of the room calls, the top of the narrow phase. It has the public functions without a world:
 * they check and place what comes from outside, and call the rooms pairs and cast. The table of pairs stands
 * here too (pair_classes.c), because it names functions of all rooms. The engine uses its rays. */
#ifndef CAROM_NARROWPHASE_STATELESS_H
#define CAROM_NARROWPHASE_STATELESS_H

#include "pair_call.h"

/* Calls for two shapes of a family; CAROM_WRONG_FAMILY when they are not. */
carom_status carom__call_pair(carom__pair_call *call, const carom_placed *a, const carom_placed *b,
                              carom_pair_cache *cache, void *out);

/* Is a margin finite and in 0..CAROM_SIZE_MAX? */
carom_status carom__margin_check(float margin);

/* What a value must hold to have come from carom_place; garbage hardly does. */
#define CAROM__PLACED UINT64_C(0x6361726f6d207631)

/* Was this made by carom_place? */
static inline bool carom__is_placed(const carom_placed *placed) { return placed->ready == CAROM__PLACED; }

static inline carom__site site_of(const carom_placed *placed) {
  return (carom__site){&placed->shape, &placed->frame};
}

/* Keeps the status of answer i of many, and the first bad one of all. */
static inline void note_status(carom_status status, size_t i, carom_status *statuses, carom_status *first) {
  if (statuses) statuses[i] = status;
  if (!*first) *first = status;
}

#endif

/* pairs.h: the functions behind pairs.def, one file a pair or a family of pairs. */
#ifndef CAROM_NARROWPHASE_PAIRS_H
#define CAROM_NARROWPHASE_PAIRS_H

#include "narrowphase.h"

/* Computes the manifold of two shapes of the kinds that the pair is for. */
typedef carom_status carom__collide_fn(const carom_shape *a, const carom_shape *b,
                                       const carom__relative *b_in_a, carom__manifold *out);

#define CAROM_PAIR(NAME_A, NAME_B, function) carom__collide_fn carom__collide_##function;
#include "pairs.def"
#undef CAROM_PAIR

/* Do two kinds take the general way? */
bool carom__collide_is_general(carom_shape_kind a, carom_shape_kind b);

/* The general way, for any two convex shapes. */
carom__collide_fn carom__collide_cores;

#endif

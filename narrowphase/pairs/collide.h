/* collide.h: the manifold of any two shapes of space. */
#ifndef CAROM_NARROWPHASE_COLLIDE_H
#define CAROM_NARROWPHASE_COLLIDE_H

#include "narrowphase.h"

/* Computes it by the function that pairs.def names for the kinds. */
carom__collide_fn carom__collide;

/* Do two kinds take the general way? */
bool carom__collide_is_general(carom_shape_kind a, carom_shape_kind b);

#endif

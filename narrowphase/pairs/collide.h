/* collide.h: the manifold of any two shapes of space. */
#ifndef CAROM_NARROWPHASE_COLLIDE_H
#define CAROM_NARROWPHASE_COLLIDE_H

#include "narrowphase.h"

/* Computes it by the function that the table of pairs has for the kinds (pair_class.h). */
carom__collide_fn carom__collide;

#endif

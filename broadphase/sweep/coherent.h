/* coherent.h: the parts of carom__broadphase_coherent that tests read. */
#ifndef CAROM_BROADPHASE_COHERENT_H
#define CAROM_BROADPHASE_COHERENT_H

#include "broadphase.h"

/* How many movers have a fat box whose pairs are kept. */
size_t carom__coherent_kept(const carom__broadphase *broadphase);

#endif

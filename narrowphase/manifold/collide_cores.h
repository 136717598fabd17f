/* collide_cores.h: the manifold of any two convex shapes of space. */
#ifndef CAROM_NARROWPHASE_COLLIDE_CORES_H
#define CAROM_NARROWPHASE_COLLIDE_CORES_H

#include "narrowphase.h"

/* Finds it by GJK, EPA and clipping of faces. */
carom__collide_fn carom__collide_cores;

#endif

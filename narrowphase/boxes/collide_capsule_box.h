/* collide_capsule_box.h: the manifold of a capsule and a box. */
#ifndef CAROM_NARROWPHASE_COLLIDE_CAPSULE_BOX_H
#define CAROM_NARROWPHASE_COLLIDE_CAPSULE_BOX_H

#include "narrowphase.h"

carom__collide_fn carom__collide_capsule_box;

#endif

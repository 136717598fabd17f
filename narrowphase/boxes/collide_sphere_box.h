/* collide_sphere_box.h: the manifold of a sphere and a box. */
#ifndef CAROM_NARROWPHASE_COLLIDE_SPHERE_BOX_H
#define CAROM_NARROWPHASE_COLLIDE_SPHERE_BOX_H

#include "narrowphase.h"

carom__collide_fn carom__collide_sphere_box;

#endif

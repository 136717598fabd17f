/* collide_sphere_frustum.h: a sphere and a cylinder or a cone. */
#ifndef CAROM_NARROWPHASE_COLLIDE_SPHERE_FRUSTUM_H
#define CAROM_NARROWPHASE_COLLIDE_SPHERE_FRUSTUM_H

#include "narrowphase.h"

carom__collide_fn carom__collide_sphere_frustum;

/* The signed distance of a sphere and a cylinder or a cone. */
bool carom__distance_of_sphere_frustum(const carom_shape *a, const carom_shape *b,
                                       const carom__relative *b_in_a, carom__separation *out);

#endif

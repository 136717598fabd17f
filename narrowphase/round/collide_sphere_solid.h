/* collide_sphere_solid.h: a sphere and a solid that tells its nearest point. */
#ifndef CAROM_NARROWPHASE_COLLIDE_SPHERE_SOLID_H
#define CAROM_NARROWPHASE_COLLIDE_SPHERE_SOLID_H

#include "narrowphase.h"

/* With a cylinder, a cone or a frustum. */
carom__collide_fn carom__collide_sphere_frustum;
/* With a tapered capsule or an ellipsoid. */
carom__collide_fn carom__collide_sphere_solid;

/* The signed distances of such pairs. */
bool carom__distance_of_sphere_frustum(const carom_shape *a, const carom_shape *b,
                                       const carom__relative *b_in_a, carom__separation *out);
bool carom__distance_of_sphere_solid(const carom_shape *a, const carom_shape *b,
                                     const carom__relative *b_in_a, carom__separation *out);

#endif

/* collide_disc.h: a disc against a disc or a rectangle, in closed form. */
#ifndef CAROM_NARROWPHASE_COLLIDE_DISC_H
#define CAROM_NARROWPHASE_COLLIDE_DISC_H

#include "narrowphase.h"

/* Computes the manifold of two shapes of which one is a disc and the other one, too, or a rectangle. False of
 * all other pairs, and of those that are so near to touching that rounding decides: these are left to
 * carom__collide_planar. */
bool carom__collide_disc(carom__site a, carom__site b, carom_manifold *out);

/* Do they touch? CAROM__TOUCH_UNKNOWN where the other function gives false. */
carom__touch_state carom__disc_touches(carom__site a, carom__site b);

#endif

/* collide_box.h: the manifolds of boxes with boxes, spheres and capsules. */
#ifndef CAROM_NARROWPHASE_COLLIDE_BOX_H
#define CAROM_NARROWPHASE_COLLIDE_BOX_H

#include "box_sat.h"
#include "boxes_kernels.h"

carom__collide_fn carom__collide_sphere_box, carom__collide_capsule_box;
/* Two boxes; with a radius they take the general way (carom__collide_cores). */
carom__collide_fn carom__collide_box_box;

/* The manifold of two boxes that touch along a known axis, of an edge of each or of a face. */
void carom__box_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out);
/* That of boxes that are apart along an axis. */
void carom__box_apart(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out);

/* That of boxes that do not touch but are within a margin, where the normal of a face parts them most and a
 * point of the other box lies over that face; the least separation is the distance then, up to rounding. Only
 * of boxes that are near it is defined. */
carom__nearness carom__box_near(const carom__box_pair *pair, float margin, carom__manifold *out);

#endif

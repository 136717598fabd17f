/* collide_box.h: the manifolds of boxes with boxes, spheres and capsules. */
#ifndef CAROM_NARROWPHASE_COLLIDE_BOX_H
#define CAROM_NARROWPHASE_COLLIDE_BOX_H

#include "box_sat.h"
#include "boxes_kernels.h"

carom__collide_fn carom__collide_sphere_box, carom__collide_capsule_box;
/* The signed distance of a sphere and a box. */
bool carom__distance_of_sphere_box(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                   carom__separation *out);
/* Closed, but where the segment meets the box without their radii. */
carom__near_fn carom__near_capsule_box;
carom__points_fn carom__points_capsule_box;
/* Two boxes; with a radius they take the general way (carom__collide_cores). */
carom__collide_fn carom__collide_box_box;

/* The manifold of two boxes that touch along a known axis, of an edge of each or of a face. */
void carom__box_contact(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out);
/* That of boxes that are apart along an axis. */
void carom__box_apart(const carom__box_pair *pair, const carom__box_axis *axis, carom__manifold *out);

/* carom__points_fn, of boxes without a radius; false when the normal is not that of a face, but for rounding.
 */
bool carom__box_points_along(const carom__box_pair *pair, carom_vec3 normal, float margin,
                             carom__point out[CAROM__CANDIDATES], uint32_t *count);

/* That of boxes that do not touch but are within a margin, where the normal of a face parts them most and a
 * point of the other box lies over that face; the least separation is the distance then, up to rounding. Only
 * of boxes that are near it is defined. */
carom__nearness carom__box_near(const carom__box_pair *pair, float margin, carom__manifold *out);

#endif

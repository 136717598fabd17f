/* collide_box.h: the manifolds of boxes with boxes, spheres and capsules. */
#ifndef CAROM_NARROWPHASE_COLLIDE_BOX_H
#define CAROM_NARROWPHASE_COLLIDE_BOX_H

#include "box_sat.h"
#include "boxes_kernels.h"

carom__collide_fn carom__collide_capsule_box;
/* Do a capsule and a box touch, in any order? It is always told. */
carom__touch_state carom__touch_capsule_box(carom__site a, carom__site b);
/* A sphere and a box at their places, in any order: the manifold, whether they touch, and the signed
 * distance, which are always told. */
bool carom__collide_sphere_box(carom__site a, carom__site b, carom_manifold *out);
carom__touch_state carom__touch_sphere_box(carom__site a, carom__site b);
bool carom__measure_sphere_box(carom__site a, carom__site b, carom_distance_result *out);
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

/* frustum_triangle.h: how deep a frustum, a cylinder or a cone and a triangle overlap, in closed form. */
#ifndef CAROM_NARROWPHASE_FRUSTUM_TRIANGLE_H
#define CAROM_NARROWPHASE_FRUSTUM_TRIANGLE_H

#include "frustum_flat.h"

/* Sees both in the frame of the frustum; false of other cores, and of a triangle without edges. */
bool carom__frustum_triangle_make(const carom__cores *cores, carom__frustum_flat *out);

/* The normal of the triangle, which is not of unit length; false of one without a face. */
bool carom__frustum_triangle_normal(const carom__frustum_flat *m, carom__dvec3 *out);

/* Finds the least depth of cores of which one is a frustum and the other a triangle, negative when they are
 * apart; without points when they are farther apart than anybody asks. False of all others, and where the
 * least is not certain, as for many that are apart. */
bool carom__frustum_triangle_depth(const carom__cores *cores, carom__epa_result *out);

/* Finds the depth along a direction, as carom__core_depth_along, or that they do not overlap along it; then
 * the depth is negative infinity. False of other cores, and where the triangle is seen from its edge. */
bool carom__frustum_triangle_along(const carom__cores *cores, carom__dvec3 direction,
                                   carom__depth_along *out);

#endif

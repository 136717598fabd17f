/* round_outline.h: drawing spheres, capsules, tapered or not, boxes, hulls and triangles, with or without a
 * radius. */
#ifndef CAROM_NARROWPHASE_ROUND_OUTLINE_H
#define CAROM_NARROWPHASE_ROUND_OUTLINE_H

#include "shape_class.h"

/* Two balls, and the side between them. */
typedef struct carom__round_ends {
  carom_mat3 axes; /* z from the low end to the high one */
  carom_vec3 low, high;
  float low_radius, high_radius;
  float sine; /* how far the side's normal leads along z */
} carom__round_ends;
void carom__round_outline_ends(const carom__round_ends *ends, const carom__outline *out);

/* Draw the surface: capsules by a mesh of the ball; boxes and hulls by their faces, which a radius moves out.
 * Between these lie pieces of cylinders and balls, or without a detail one strip or polygon in their place.
 */
void carom__round_outline(const carom_capsule *capsule, const carom__outline *out);
void carom__round_outline_box(const carom_box *box, const carom__outline *out);
void carom__round_outline_hull(const carom_hull_shape *hull, const carom__outline *out);
/* The same of both sides of a triangle. `outward` has directions in its plane: at the first corner, out of
 * the edge that begins there, at the second corner, and so on. */
void carom__round_outline_triangle(const carom__triangle *triangle, const carom_vec3 outward[6],
                                   const carom__outline *out);

#endif

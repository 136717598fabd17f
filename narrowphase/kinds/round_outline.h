/* round_outline.h: drawing spheres, capsules, boxes and hulls, with or without a radius. */
#ifndef CAROM_NARROWPHASE_ROUND_OUTLINE_H
#define CAROM_NARROWPHASE_ROUND_OUTLINE_H

#include "shape_class.h"

/* Draw the surface: capsules by a mesh of the ball; boxes and hulls by their faces, which a radius moves out,
 * with the edges and corners cut off between them. */
void carom__round_outline(const carom_capsule *capsule, const carom__outline *out);
void carom__round_outline_box(const carom_box *box, const carom__outline *out);
void carom__round_outline_hull(const carom_hull_shape *hull, const carom__outline *out);

#endif

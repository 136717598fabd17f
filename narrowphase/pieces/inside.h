/* inside.h: shapes of which one is inside a solid, so that their surfaces do not meet. */
#ifndef CAROM_NARROWPHASE_INSIDE_H
#define CAROM_NARROWPHASE_INSIDE_H

#include "parts.h"

/* Is A inside the solid B, or B inside A? The answer is for shapes no parts of which touch, and then
 * `clearance` is 0. Otherwise points that are as near to the surface as the clearance decide nothing. */
bool carom__is_inside(carom__site a, carom__site b, float clearance);

/* The contact of such shapes. The way out leads through the point of the solid's surface that is nearest to
 * the point that was found inside. Of the parts, that of the solid has its numbers; the other is zero. False
 * when none is inside. */
bool carom__inside_contact_find(carom__site a, carom__site b, carom__part *part_a, carom__part *part_b,
                                carom_manifold *out);

#endif

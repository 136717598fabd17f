/* triangle_apart.h: is a convex shape surely apart from a triangle? */
#ifndef CAROM_NARROWPHASE_TRIANGLE_APART_H
#define CAROM_NARROWPHASE_TRIANGLE_APART_H

#include "triangles_pair.h"

/* True where a plane between the two proves it, beyond all that rounding may do; false where it is not known.
 * Few steps find it of most that are apart. */
bool carom__triangle_is_apart(const carom__triangles_pair *pair, const carom__triangle_set *set,
                              uint32_t index);

#endif

/* fold.h: from which side a point sees a surface that is folded along an edge.
 *
 * A point above a ridge is behind the plane of one of its sides, as planes have no end. It still sees that
 * side from the front: the other side of the ridge lies between it and the back. */
#ifndef CAROM_NARROWPHASE_FOLD_H
#define CAROM_NARROWPHASE_FOLD_H

#include "triangle.h"

/* Does another triangle hide from a point the side of a triangle that the point is on? It does when both
 * meet, lie behind each other as seen from the side of the other one where the point is, and face the point
 * differently. What is as near as `near` meets, and is in a plane. */
bool carom__fold_hides(const carom__triangle *triangle, const carom__triangle *other, carom_vec3 point,
                       float near);

#endif

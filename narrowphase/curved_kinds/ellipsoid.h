/* ellipsoid.h: the closest point of an ellipsoid. */
#ifndef CAROM_NARROWPHASE_ELLIPSOID_H
#define CAROM_NARROWPHASE_ELLIPSOID_H

#include "placed.h"
#include "shape_class.h"

void carom__ellipsoid_nearest(const carom_shape *shape, carom__dvec3 point, carom__solid_nearest *out);

#endif

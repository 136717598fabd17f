/* point_distance.h: how far a shape is from a point. */
#ifndef CAROM_NARROWPHASE_POINT_DISTANCE_H
#define CAROM_NARROWPHASE_POINT_DISTANCE_H

#include "narrowphase.h"

/* Finds how far a shape is from a point of the world: CAROM_OK or CAROM_NOT_CONVERGED, which leaves *out
 * alone. */
carom_status carom__distance_to_point(const carom_shape *shape, const carom_frame *frame, carom_pos point,
                                      carom_point_distance *out);

#endif

/* signed_distance.h: the distance of two shapes, or the depth. */
#ifndef CAROM_NARROWPHASE_SIGNED_DISTANCE_H
#define CAROM_NARROWPHASE_SIGNED_DISTANCE_H

#include "distance.h"

carom__distance_fn carom__signed_distance_warm; /* with the depth, negative, when they touch */

#endif

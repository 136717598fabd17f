/* car.h: the cars of tracks and terrains. */
#ifndef LEVEL_CAR_H
#define LEVEL_CAR_H

#include "scene.h"

/* A compound of about this half size that points along x: a wedge, low in front and high behind, on four
 * wheels. */
bool car_shape(const scene *s, uint64_t *random, float half, carom_shape *out);

#endif

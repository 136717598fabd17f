/* car.h: the cars of tracks and terrains. */
#ifndef LEVEL_CAR_H
#define LEVEL_CAR_H

#include "scene.h"

/* A wedge of about this half size that points along x: low in front, high behind. */
carom_hull *car_hull(const scene *s, uint64_t *random, float half);

#endif

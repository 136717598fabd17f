/* turn.h: rotations from directions. */
#ifndef LEVEL_TURN_H
#define LEVEL_TURN_H

#include "carom/carom.h"

/* The rotation of a matrix whose columns are the images of the axes. */
carom_quat turn_of(double m[3][3]);

/* The rotation that brings x to `forward` and z to `up`: unit vectors at a right angle. */
carom_quat turn_towards(carom_vec3 forward, carom_vec3 up);

#endif

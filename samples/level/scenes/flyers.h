/* flyers.h: movers that fly through a level, and bounce off what they meet. */
#ifndef LEVEL_FLYERS_H
#define LEVEL_FLYERS_H

#include "scene.h"

/* Spheres, capsules, boxes and hulls for a level of this width; `metre` is the length of a metre in its
 * units. */
scene_cast flyers_for(float width, float metre);

#endif

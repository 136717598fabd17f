/* hull_face.h: the face of a hull that faces a direction most. */
#ifndef CAROM_NARROWPHASE_HULL_FACE_H
#define CAROM_NARROWPHASE_HULL_FACE_H

#include "hull.h"

/* The lowest of the faces whose normals have the greatest product with the direction. */
uint32_t carom__hull_face(const carom_hull *hull, carom_vec3 direction);

#endif

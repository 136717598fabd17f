/* trig.h: sine and cosine that give the same bits on every platform; no libm transcendental is used in a
 * result. */
#ifndef CAROM_BASE_TRIG_H
#define CAROM_BASE_TRIG_H

#include "vec.h"

/* Sine and cosine of an angle in radians, |angle| <= 1e9, each within 2e-16 absolute plus the rounding of the
 * angle's reduction. */
void carom__sincos(double angle, double *sine, double *cosine);

/* The rotation by |v| radians about v (the exponential map); v may be zero. */
carom_quat carom__quat_from_rotation_vector(carom_vec3 v);

#endif

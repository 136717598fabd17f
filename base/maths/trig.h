/* trig.h: sine and cosine that give the same bits on every platform. No result uses a libm transcendental. */
#ifndef CAROM_BASE_TRIG_H
#define CAROM_BASE_TRIG_H

#include "vec.h"

/* The largest angle that the reduction is made for. */
#define CAROM__ANGLE_MAX 1e9

/* Sine and cosine of an angle in radians, at most CAROM__ANGLE_MAX, each within 2e-16 absolute plus the
 * rounding of the angle's reduction. */
void carom__sincos(double angle, double *sine, double *cosine);

/* The same of an angle in degrees, and exact at all multiples of 90. */
void carom__sincos_degrees(double angle, double *sine, double *cosine);

/* The angle of the direction (cosine, sine), of any length but zero, in -pi..pi, within 1e-15; 0 of zero. */
double carom__arctan2(double sine, double cosine);

/* The rotation by |v| radians about v (the exponential map); v may be zero. */
carom_quat carom__quat_from_rotation_vector(carom_vec3 v);

#endif

/* round.h: what spheres and capsules share: all points within a radius of a segment, which may be a point. */
#ifndef CAROM_NARROWPHASE_ROUND_H
#define CAROM_NARROWPHASE_ROUND_H

#include "placed.h"
#include "shape_class.h"

static inline double clamp01(double t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

/* A radius that is finite and in range. */
carom_status carom__radius_check(float radius);

/* The point of the segment from a to b that is nearest to p. (Ericson, 2005, 5.1.2.) */
carom__dvec3 carom__segment_nearest(carom__dvec3 a, carom__dvec3 b, carom__dvec3 p);

void carom__round_cast_ray(const carom_capsule *capsule, const carom__ray *ray, carom__ray_hit *out);
void carom__round_outline(const carom_capsule *capsule, const carom__outline *out);

#endif

/* ray_hits.h: the hits of a ray on a shape of any kind, in its frame. */
#ifndef CAROM_NARROWPHASE_RAY_HITS_H
#define CAROM_NARROWPHASE_RAY_HITS_H

#include "shape_class.h"

/* Tells all hits of a ray, in any order; a convex shape has one at most. */
void carom__ray_hits_walk(const carom_shape *shape, const carom__ray *ray, carom__surface_hit_fn *hit,
                          void *context);

/* Finds the first hit of a shape that is not convex; ray.hit is false when there is none. The order is that
 * of the fraction, then what begins inside, then the ordinal, then the triangle. */
void carom__ray_hits_first(const carom_shape *shape, const carom__ray *ray, carom__surface_hit *out);

/* The column cast_ray of a class that has walk_ray. */
void carom__ray_hits_cast(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out);

#endif

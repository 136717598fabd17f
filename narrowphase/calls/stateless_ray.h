/* stateless_ray.h: rays of the world against one shape. */
#ifndef CAROM_NARROWPHASE_STATELESS_RAY_H
#define CAROM_NARROWPHASE_STATELESS_RAY_H

#include "carom/cast.h"

#include "narrowphase.h"
#include "pose.h"

/* Is a ray finite and in range? */
carom_status carom__ray_check(const carom_ray *ray);

/* Does carom__ray_check take it for sure? It takes some others, too: far ones. */
static inline bool ray_is_good(const carom_ray *ray) {
  const carom_pos *o = &ray->origin;
  const carom_vec3 *t = &ray->translation;
  double along = fabs((double)t->x) + fabs((double)t->y) + fabs((double)t->z);
  return islessequal(fabs(o->x) + fabs(o->y) + fabs(o->z) + along, CAROM_POSITION_MAX) != 0;
}

/* Does a ray keep to the plane? */
static inline bool ray_is_planar(const carom_ray *ray) {
  return ray->origin.z == 0 && ray->translation.z == 0;
}

/* Receives a hit, and returns the greatest fraction of hits that it still wants. */
typedef double carom__ray_result_fn(void *context, const carom_ray_result *hit);

/* Tells all hits of a ray of the world on a shape in its frame, in any order (carom_cast_ray_all). */
void carom__walk_ray_hits(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                          carom__ray_result_fn *hit, void *context);

/* Finds the first hit of a ray of the world on a shape in its frame. False when there is none, and then *out
 * is undefined: queries pass by most of what they ask. */
bool carom__find_ray_hit(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                         carom_ray_result *out);

/* The same, where *out is zero when there is none. */
void carom__cast_ray(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                     carom_ray_result *out);

#endif

/* ray_hits.h: the hits of a ray on a shape of any kind, in its frame or in the world. */
#ifndef CAROM_NARROWPHASE_RAY_HITS_H
#define CAROM_NARROWPHASE_RAY_HITS_H

#include "pose.h"
#include "shape_class.h"

/* Finds the first hit of a shape that is not convex; ray.hit is false when there is none. The order is that
 * of the fraction, then what begins inside, then the ordinal, then the triangle. */
void carom__ray_hits_first(const carom_shape *shape, const carom__ray *ray, carom__surface_hit *out);

/* The column cast_ray of a class that has walk_ray. */
void carom__ray_hits_cast(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out);

/* The column cast_ray of a class that has meet_ray. */
void carom__ray_hits_cast_meeting(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out);

/* A ray of the world in the frame of a shape, rounded to float. */
static inline carom__ray ray_in_frame(const carom_ray *ray, const carom_frame *frame) {
  return (carom__ray){frame_unapply(frame, ray->origin), mat3_tmul_vec3(&frame->axes, ray->translation)};
}

/* Casts a ray of the world against a solid shape in its frame, without a word about its surface. */
static inline void ray_meet(const carom__shape_class *class, const carom_shape *shape,
                            const carom_frame *frame, const carom_ray *ray, carom__world_hit *out) {
  if (class->meet_ray) {
    const carom_pos *from = &ray->origin, *to = &frame->origin;
    carom__world_ray line;
    line.origin = dvec3(from->x - to->x, from->y - to->y, from->z - to->z);
    line.translation = dvec3_widen(ray->translation);
    class->meet_ray(shape, &frame->axes, &line, out);
  } else {
    carom__ray local = ray_in_frame(ray, frame);
    carom__ray_hit hit;
    class->cast_ray(shape, &local, &hit);
    carom__dvec3 normal = dvec3_widen(mat3_mul_vec3(&frame->axes, hit.normal));
    *out = (carom__world_hit){hit.hit, hit.inside, (double)hit.fraction, normal};
  }
}

/* Is a point of the world inside a solid shape? All that tells of inside asks this, so that rays, distances
 * and queries agree at the surface: it is what a ray says that begins there. */
bool carom__shape_holds(const carom_shape *shape, const carom_frame *frame, carom_pos point);

#endif

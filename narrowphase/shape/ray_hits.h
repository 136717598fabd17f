/* ray_hits.h: the hits of a ray on a shape of any kind, in its frame or in the world. */
#ifndef CAROM_NARROWPHASE_RAY_HITS_H
#define CAROM_NARROWPHASE_RAY_HITS_H

#include <string.h>

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

/* The origin of a ray of the world from that of a frame, along the axes of the world. */
static inline carom__dvec3 ray_from(const carom_ray *ray, const carom_frame *frame) {
  const carom_pos *from = &ray->origin, *to = &frame->origin;
  return dvec3(from->x - to->x, from->y - to->y, from->z - to->z);
}

/* Writes a hit of a ray on a solid, where the normal is one of the world; true. The same hit has the same
 * bytes, also between its fields. */
static inline bool ray_result_set(const carom_ray *ray, double at, carom__dvec3 normal,
                                  carom_ray_result *out) {
  const carom_pos *o = &ray->origin;
  float fraction = (float)at;
  double t = (double)fraction;
  memset(out, 0, sizeof *out);
  out->hit = true;
  out->fraction = fraction;
  out->normal = dvec3_narrow(normal);
  out->point = (carom_pos){o->x + t * (double)ray->translation.x, o->y + t * (double)ray->translation.y,
                           o->z + t * (double)ray->translation.z};
  return true;
}
/* The same of one that begins inside. */
static inline bool ray_result_set_inside(const carom_ray *ray, carom_ray_result *out) {
  ray_result_set(ray, 0, dvec3(0, 0, 0), out);
  return out->inside = true;
}

/* Casts a ray of the world against a solid shape in its frame, without a word about its surface: writes the
 * hit, or returns false. */
bool carom__ray_hits_in_frame(const carom__shape_class *class, const carom_shape *shape,
                              const carom_frame *frame, const carom_ray *ray, carom_ray_result *out);
static inline bool ray_meets(const carom__shape_class *class, const carom_shape *shape,
                             const carom_frame *frame, const carom_ray *ray, carom_ray_result *out) {
  return class->meet_ray ? class->meet_ray(shape, frame, ray, out)
                         : carom__ray_hits_in_frame(class, shape, frame, ray, out);
}

/* Is a point of the world inside a solid shape? All that tells of inside asks this, so that rays, distances
 * and queries agree at the surface: it is what a ray says that begins there. */
bool carom__shape_holds(const carom_shape *shape, const carom_frame *frame, carom_pos point);

#endif

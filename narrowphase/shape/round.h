/* round.h: what shapes with a radius share: all points within it of a segment, which may be a point, or of
 * the edges of a box or a hull. */
#ifndef CAROM_NARROWPHASE_ROUND_H
#define CAROM_NARROWPHASE_ROUND_H

#include "placed.h"
#include "shape_class.h"

/* The first step is exact, and without the branch that compilers like to make of it. */
static inline double clamp01(double t) {
  double low = 0.5 * (t + fabs(t));
  return low < 1 ? low : 1;
}

/* The point of the segment from a to b that is nearest to p. (Ericson, 2005, 5.1.2.) */
carom__dvec3 carom__segment_nearest(carom__dvec3 a, carom__dvec3 b, carom__dvec3 p);
/* That of a plain core. */
carom__dvec3 carom__plain_core_nearest(const carom__plain_core *core, carom__dvec3 p);

/* Where the ray from o, relative to the centre, along v enters a ball, or CAROM__RAY_MISS, beyond the end of
 * every ray, which is also the answer inside. */
#define CAROM__RAY_MISS 2.0
double carom__ball_entry(carom__dvec3 o, carom__dvec3 v, double radius);

/* Cast a ray of the world against a ball around the origin of a frame, and against a capsule in it: write the
 * hit, or return false. The axes of the frame do not matter to a ball. */
bool carom__ball_meet_ray(float radius, const carom_frame *frame, const carom_ray *ray,
                          carom_ray_result *out);
bool carom__capsule_meet_ray(const carom_capsule *capsule, const carom_frame *frame, const carom_ray *ray,
                             carom_ray_result *out);

/* Casts a ray in double, from o along v in the frame of the edge, against the capsule around it as well; the
 * earlier hit stays. */
void carom__round_meet_edge(carom_capsule edge, const carom__dvec3 *o, const carom__dvec3 *v,
                            carom__ray_hit *best);

/* Half extents with the radius, rounded up, so that a box of them contains the rounded shape. */
static inline carom_vec3 rounded_half(carom_vec3 half, float radius) {
  carom__dvec3 sum = dvec3_add(dvec3_widen(half), dvec3((double)radius, (double)radius, (double)radius));
  return vec3(double_round_up(sum.x), double_round_up(sum.y), double_round_up(sum.z));
}

#endif

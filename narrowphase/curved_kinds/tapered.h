/* tapered.h: the parts of a tapered capsule: two balls, of which one may hold the other, and the side of a
 * cone between them. */
#ifndef CAROM_NARROWPHASE_TAPERED_H
#define CAROM_NARROWPHASE_TAPERED_H

#include "placed.h"
#include "shape_class.h"

/* The core is the hull of a ball and a point: both balls without the lesser radius. */
typedef struct carom__tapered {
  carom__dvec3 wide, slim; /* the centres of the greater ball and of the lesser one */
  double more, radius;     /* how much greater the greater radius is, and the lesser one */
  carom__dvec3 axis;       /* unit, from the wide end to the slim one */
  double length;           /* between the centres; 0: the greater ball holds the other, which then is as if
                              it were not there */
  double sine, cosine;     /* how far the side's normal leads along the axis, and across it */
  uint32_t wide_end;       /* 0: the wide end is a, 1: b */
} carom__tapered;

/* The names of the parts of the surface: two ends, as the support tells them, and the side. */
enum { TAPERED_A, TAPERED_B, TAPERED_SIDE };

static inline carom__tapered tapered_of(const carom_shape *shape) {
  const carom_tapered_capsule *c = &shape->geometry.tapered_capsule;
  bool of_b = c->radius_b > c->radius_a;
  carom__dvec3 wide = dvec3_widen(of_b ? c->b : c->a), slim = dvec3_widen(of_b ? c->a : c->b);
  double least = (double)lesser_float(c->radius_a, c->radius_b);
  double more = (double)greater_float(c->radius_a, c->radius_b) - least;
  carom__dvec3 way = dvec3_sub(slim, wide), axis = dvec3_normalize_or(way, dvec3(1, 0, 0));
  double length = dvec3_length(way);
  if (!(length > more)) return (carom__tapered){wide, wide, more, least, axis, 0, 1, 0, of_b};
  double cosine = square_root((length - more) * (length + more)) / length;
  return (carom__tapered){wide, slim, more, least, axis, length, more / length, cosine, of_b};
}

void carom__tapered_nearest(const carom_shape *shape, carom__dvec3 point, carom__solid_nearest *out);
void carom__tapered_cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out);
carom_status carom__tapered_moments(const carom_shape *shape, carom__moments *out);

#endif

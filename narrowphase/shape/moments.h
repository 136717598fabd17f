/* moments.h: the integrals over a solid that mass properties are made of (carom/mass.h). */
#ifndef CAROM_NARROWPHASE_MOMENTS_H
#define CAROM_NARROWPHASE_MOMENTS_H

#include "dvec.h"
#include "flat.h"
#include "plain_core.h"
#include "pose.h"

/* The volume, and the integrals of the way x from a place and of the products x xᵀ; of planar shapes over
 * the area. The place is near the solid: seen from far away, what is small would be lost in rounding. */
typedef struct carom__moments {
  double volume;
  carom__dvec3 from; /* the place */
  carom__dvec3 first;
  carom__dvec3 second[3]; /* rows; symmetric */
} carom__moments;

/* Adds factor (a bᵀ + b aᵀ) / 2 to the second moments. */
void carom__moments_add_product(carom__moments *m, double factor, carom__dvec3 a, carom__dvec3 b);
/* Adds a factor of the unit matrix to them. */
void carom__moments_add_round(carom__moments *m, double factor);

/* Adds a part that is seen from a place at this way from that of the sum. */
void carom__moments_add_moved(carom__moments *sum, const carom__moments *part, carom__dvec3 way);
/* Makes the centre of mass the place that all is seen from, so that the first moments are zero. */
void carom__moments_center(carom__moments *m);
/* Adds a solid that lies at a pose to others. Both are seen from their centres. */
void carom__moments_add_placed(carom__moments *sum, const carom__moments *part, const carom__relative *place);

/* Adds the tetrahedron between the place and a triangle; of one that winds clockwise, as seen from outside,
 * it is negative. */
void carom__moments_add_tetrahedron(carom__moments *sum, const carom__dvec3 corners[3]);
/* Adds the triangle times a thickness along a unit normal. */
void carom__moments_add_prism(carom__moments *sum, const carom__dvec3 corners[3], carom__dvec3 normal,
                              double thickness);

/* Adds what is as near to a segment as the radius, between two directions across it: a sector of a cylinder.
 * The directions are unit, and the angle between them is at most half a turn, from `from` to `to` about the
 * unit axis. */
typedef struct carom__sector {
  carom__dvec3 from, to, axis;
  double radius;
} carom__sector;
void carom__moments_add_sector(carom__moments *sum, const carom__sector *sector, carom__dvec3 middle,
                               double length);

/* The angle between two unit directions, 0..pi. */
double carom__angle_between(carom__dvec3 from, carom__dvec3 to);

/* The moments of a shape that was checked, from its centre of mass: by the column of its class, or in closed
 * form where its core is plain or flat, or else from the triangles of its outline. */
carom_status carom__shape_moments(const carom_shape *shape, carom__moments *out);
/* Those of a point, a segment or a box with a radius, and of planar shapes. */
void carom__plain_moments(const carom__plain_core *core, carom__moments *out);
void carom__flat_moments(const carom__flat *flat, carom__moments *out);

#endif

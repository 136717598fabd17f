/* obb2_sat8.h: the separations of eight pairs of rectangles along their four axes (Gottschalk, Lin and
 * Manocha, 1996, in the plane), one pair per lane, in the form of lanes8.h that the including file selects.
 *
 * The axes of a rectangle are one vector and the same turned by 90 degrees, so that the products of two
 * rectangles' axes are one cosine and one sine, however they are rounded: near-parallel ones need no care. */
#ifndef CAROM_BASE_OBB2_SAT8_H
#define CAROM_BASE_OBB2_SAT8_H

#include "lanes8.h"

/* The x axis, the half extents, and the radius around them. */
typedef struct rectangle8 {
  carom__lanes8 axis[2], half[2], radius;
} rectangle8;

typedef struct rectangles8 {
  rectangle8 a, b;
  carom__lanes8 offset[2]; /* from A's centre to B's */
} rectangles8;

/* One rectangle as the other sees it: all along the axes of `own`. */
typedef struct sight8 {
  const rectangle8 *own, *other;
  carom__lanes8 at[2];        /* the other's centre */
  carom__lanes8 cosine, sine; /* the other's x axis */
} sight8;

/* v along an axis, and to its left. */
CAROM__LANES8 static inline carom__lanes8 along8(const carom__lanes8 axis[2], const carom__lanes8 v[2]) {
  return lanes8_add(lanes8_mul(axis[0], v[0]), lanes8_mul(axis[1], v[1]));
}
CAROM__LANES8 static inline carom__lanes8 left8(const carom__lanes8 axis[2], const carom__lanes8 v[2]) {
  return lanes8_sub(lanes8_mul(axis[0], v[1]), lanes8_mul(axis[1], v[0]));
}

/* Given the way between the centres, and the products of the axes. */
CAROM__LANES8 static inline sight8 sight8_of(const rectangle8 *own, const rectangle8 *other,
                                             const carom__lanes8 way[2], carom__lanes8 cosine,
                                             carom__lanes8 sine) {
  return (sight8){own, other, {along8(own->axis, way), left8(own->axis, way)}, cosine, sine};
}

/* How far they are apart along own's x and y, where own reaches as far as is given. */
CAROM__LANES8 static inline void gaps8(const sight8 *s, const carom__lanes8 own[2], carom__lanes8 out[2]) {
  const carom__lanes8 *other = s->other->half;
  carom__lanes8 c = lanes8_abs(s->cosine), d = lanes8_abs(s->sine);
  carom__lanes8 x = lanes8_add(lanes8_mul(c, other[0]), lanes8_mul(d, other[1]));
  carom__lanes8 y = lanes8_add(lanes8_mul(d, other[0]), lanes8_mul(c, other[1]));
  out[0] = lanes8_sub(lanes8_abs(s->at[0]), lanes8_add(own[0], x));
  out[1] = lanes8_sub(lanes8_abs(s->at[1]), lanes8_add(own[1], y));
}

/* The size of the pairs without the radii. */
CAROM__LANES8 static inline carom__lanes8 extent8(const rectangles8 *p) {
  carom__lanes8 way = lanes8_add(lanes8_abs(p->offset[0]), lanes8_abs(p->offset[1]));
  carom__lanes8 a = lanes8_add(p->a.half[0], p->a.half[1]), b = lanes8_add(p->b.half[0], p->b.half[1]);
  return lanes8_add(way, lanes8_add(a, b));
}

#endif

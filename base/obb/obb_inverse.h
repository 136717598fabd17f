/* obb_inverse.h: transforms from the world into a box's own coordinates, in double.
 *
 * The axes of a box are orthonormal only to rounding (or to the 1e-3 that callers are allowed), so their
 * transpose is not quite their inverse, and far from the box the difference would show. With the inverse,
 * what contains a point or meets a ray is exactly the solid that the axes span. */
#ifndef CAROM_BASE_OBB_INVERSE_H
#define CAROM_BASE_OBB_INVERSE_H

#include "carom/obb.h"
#include "dvec.h"

typedef struct carom__obb_inverse {
  carom__dvec3 center;
  carom__dvec3 rows[3]; /* outward normals of the faces, of about unit length */
} carom__obb_inverse;

static inline carom__obb_inverse obb_inverse(const carom_obb *box) {
  carom__dvec3 x = dvec3_widen(box->axes.x), y = dvec3_widen(box->axes.y), z = dvec3_widen(box->axes.z);
  carom__dvec3 yz = dvec3_cross(y, z);
  double scale = 1 / dvec3_dot(x, yz);
  return (carom__obb_inverse){
      dvec3_widen(box->center),
      {dvec3_scale(yz, scale), dvec3_scale(dvec3_cross(z, x), scale), dvec3_scale(dvec3_cross(x, y), scale)}};
}

/* The coordinates of a direction along the box's axes. */
static inline carom__dvec3 obb_direction(const carom__obb_inverse *inverse, carom__dvec3 v) {
  return dvec3(dvec3_dot(inverse->rows[0], v), dvec3_dot(inverse->rows[1], v),
               dvec3_dot(inverse->rows[2], v));
}
/* The coordinates of a point along the box's axes, from its centre. */
static inline carom__dvec3 obb_coordinates(const carom__obb_inverse *inverse, carom__dvec3 p) {
  return obb_direction(inverse, dvec3_sub(p, inverse->center));
}
/* Does the solid box hold the point of these coordinates? One branch for all three axes. */
static inline bool half_holds(carom_vec3 half, carom__dvec3 at) {
  return (fabs(at.x) <= (double)half.x) & (fabs(at.y) <= (double)half.y) & (fabs(at.z) <= (double)half.z);
}
static inline bool obb_holds(const carom_obb *box, carom__dvec3 at) { return half_holds(box->half, at); }
/* The point at given coordinates. */
static inline carom__dvec3 obb_point(const carom_obb *box, carom__dvec3 at) {
  carom__dvec3 p = dvec3_mad(dvec3_widen(box->center), dvec3_widen(box->axes.x), at.x);
  return dvec3_mad(dvec3_mad(p, dvec3_widen(box->axes.y), at.y), dvec3_widen(box->axes.z), at.z);
}
/* A vertex, numbered as in carom_obb_vertices. */
static inline carom__dvec3 obb_corner(const carom_obb *box, int i) {
  carom__dvec3 sign = {i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1};
  return obb_point(box, dvec3_mul(sign, dvec3_widen(box->half)));
}

#endif

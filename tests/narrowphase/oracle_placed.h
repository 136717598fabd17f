/* oracle_placed.h: two solids with radii, placed without loss, and how far they are apart along a direction.
 */
#ifndef CAROM_TEST_ORACLE_PLACED_H
#define CAROM_TEST_ORACLE_PLACED_H

#include "oracle_solid.h"

/* A solid where it is. What is rounded to double serves to choose among vertices, edges and normals; the
 * choices are then weighed in full. */
typedef struct oracle_placed {
  const oracle_solid *solid;
  double radius; /* of the surface around the solid */
  rvec3 vertices[ORACLE_VERTICES];
  carom__dvec3 near[ORACLE_VERTICES];
  carom__dvec3 normals[ORACLE_NORMALS];
  carom__dvec3 edges[ORACLE_EDGES]; /* unit */
  carom__dvec3 origin, axes[3];     /* of a curved one */
} oracle_placed;

static inline carom__dvec3 dvec3_unit(carom__dvec3 a) { return dvec3_scale(a, 1 / dvec3_length(a)); }

/* p there = axes p + origin. The axes need not be orthonormal: those of the library are rounded ones. */
static inline void oracle_place(oracle_placed *out, const oracle_solid *solid, const rmat3 *axes,
                                rvec3 origin) {
  rmat3 cofactors = rmat_cofactors(axes);
  out->solid = solid;
  out->origin = rvec_narrow(origin);
  out->axes[0] = rvec_narrow(axes->x), out->axes[1] = rvec_narrow(axes->y),
  out->axes[2] = rvec_narrow(axes->z);
  for (int i = 0; i < solid->vertex_count; i++) {
    out->vertices[i] = rvec_mad(rmat_apply(axes, rvec_of(solid->vertices[i])), origin, 1);
    out->near[i] = rvec_narrow(out->vertices[i]);
  }
  for (int i = 0; i < solid->normal_count; i++)
    out->normals[i] = dvec3_unit(rvec_narrow(rmat_apply(&cofactors, rvec_widen(solid->normals[i]))));
  for (int i = 0; i < solid->edge_count; i++) {
    const oracle_edge *e = &solid->edges[i];
    out->edges[i] = dvec3_unit(rvec_narrow(rvec_sub(out->vertices[e->to], out->vertices[e->from])));
  }
}

/* Moves a placed solid. */
static inline void oracle_shift(oracle_placed *p, carom__dvec3 by) {
  p->origin = dvec3_add(p->origin, by);
  for (int i = 0; i < p->solid->vertex_count; i++) {
    p->vertices[i] = rvec_mad(p->vertices[i], rvec_widen(by), 1);
    p->near[i] = rvec_narrow(p->vertices[i]);
  }
}

/* The farthest vertex along a direction. */
static inline int placed_support(const oracle_placed *p, carom__dvec3 direction, double *reach) {
  int best = 0;
  *reach = dvec3_dot(p->near[0], direction);
  for (int i = 1; i < p->solid->vertex_count; i++) {
    double along = dvec3_dot(p->near[i], direction);
    if (along > *reach) *reach = along, best = i;
  }
  return best;
}

/* The farthest point of a solid along a direction, without its radius. */
static inline carom__dvec3 placed_farthest(const oracle_placed *p, carom__dvec3 direction) {
  double reach;
  if (!p->solid->curved) return p->near[placed_support(p, direction, &reach)];
  double x = dvec3_dot(p->axes[0], direction), y = dvec3_dot(p->axes[1], direction),
         z = dvec3_dot(p->axes[2], direction), across = sqrt(x * x + z * z), h = p->solid->half_height;
  const double *radii = p->solid->radii;
  if (p->solid->balls) {
    double length = dvec3_length(direction);
    bool high = 2 * h * y > (radii[0] - radii[1]) * length;
    return dvec3_mad(dvec3_mad(p->origin, p->axes[1], high ? h : -h), direction, radii[high] / length);
  }
  if (p->solid->ellipsoid) {
    carom__dvec3 far = ellipsoid_farthest(p->solid, dvec3(x, y, z));
    return dvec3_mad(dvec3_mad(dvec3_mad(p->origin, p->axes[0], far.x), p->axes[1], far.y), p->axes[2],
                     far.z);
  }
  bool up = radii[1] * across + h * y > radii[0] * across - h * y;
  double out = across > 0 ? radii[up] / across : 0;
  carom__dvec3 middle = dvec3_mad(p->origin, p->axes[1], up ? h : -h);
  return dvec3_mad(dvec3_mad(middle, p->axes[0], out * x), p->axes[2], out * z);
}

/* How far the solids without their radii are apart along a unit direction from A to B; negative when they
 * overlap along it. No direction parts them by more than their distance or by less than minus their depth. */
static inline double placed_gap(const oracle_placed *a, const oracle_placed *b, carom__dvec3 n) {
  return dvec3_dot(n, dvec3_sub(placed_farthest(b, dvec3_scale(n, -1)), placed_farthest(a, n)));
}

/* The greatest product of a vertex and a direction of any length but zero, in full precision; double
 * precision leaves out what cannot be the greatest. */
static inline oracle_real placed_exact_reach(const oracle_placed *p, rvec3 direction) {
  carom__dvec3 near = rvec_narrow(direction);
  double greatest, scale = 0;
  oracle_real best = rvec_dot(direction, p->vertices[placed_support(p, near, &greatest)]);
  for (int i = 0; i < p->solid->vertex_count; i++) scale = fmax(scale, dvec3_length(p->near[i]));
  scale *= dvec3_length(near);
  for (int i = 0; i < p->solid->vertex_count; i++) {
    if (dvec3_dot(p->near[i], near) < greatest - 1e-14 * scale) continue;
    oracle_real along = rvec_dot(direction, p->vertices[i]);
    best = along > best ? along : best;
  }
  return best;
}

/* The gap along a direction of any length but zero, in full precision. */
static inline oracle_real placed_exact_gap(const oracle_placed *a, const oracle_placed *b, rvec3 n) {
  return -(placed_exact_reach(b, rvec_scale(n, -1)) + placed_exact_reach(a, n)) / rvec_length(n);
}

#endif

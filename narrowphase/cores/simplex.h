/* simplex.h: a simplex of up to four points of a Minkowski difference, and its point closest to the origin.
 */
#ifndef CAROM_NARROWPHASE_SIMPLEX_H
#define CAROM_NARROWPHASE_SIMPLEX_H

#include "cores.h"

typedef struct carom__simplex {
  carom__vertex vertices[4];
  double weights[4]; /* >= 0, sum 1: of the nearest point */
  int count;
} carom__simplex;

/* A point of a simplex, as a convex sum of its vertices, so that it is one of A - B however the weights were
 * rounded. */
typedef struct carom__nearest {
  double weights[4];
  carom__dvec3 point;
  double square; /* of its distance from the origin; 0 when four vertices enclose that */
} carom__nearest;

/* Finds the point of the simplex nearest to the origin. Flat and repeated vertices are allowed. */
void carom__simplex_nearest(const carom__simplex *simplex, carom__nearest *out);

/* Sets the weights and drops the vertices that do not carry the point. */
void carom__simplex_keep(carom__simplex *simplex, const carom__nearest *nearest);

/* Both: all four vertices stay when the origin is inside. */
void carom__simplex_reduce(carom__simplex *simplex);

/* Is there a ball of this radius around the origin inside the simplex? */
bool carom__simplex_holds_ball(const carom__simplex *simplex, double radius);

/* The weighted sums: the nearest point of A - B, and the points of A and B that it comes from. */
carom__dvec3 carom__simplex_point(const carom__simplex *simplex);
carom__dvec3 carom__simplex_point_a(const carom__simplex *simplex);
carom__dvec3 carom__simplex_point_b(const carom__simplex *simplex);

/* The normal of a face, from A to B, and how far the cores are apart along it. */
typedef struct carom__face_axis {
  carom__dvec3 normal;
  double separation;
} carom__face_axis;

/* Finds, of the faces of one side (0 for A, 1 for B) that have a vertex in the simplex, the one along which
 * the cores are farthest apart. False when that is no farther than out->separation, which is to be set, and
 * for cores that are no boxes and no hulls. */
bool carom__core_faces_widest(const carom__cores *cores, const carom__simplex *simplex, int side,
                              carom__face_axis *out);

/* Along any direction the cores are at most as far apart as these vertices of A - B. */
static inline double core_separation_bound(const carom__simplex *known, carom__dvec3 normal) {
  double bound = HUGE_VAL;
  for (int i = 0; i < known->count; i++)
    bound = lesser_double(bound, -dvec3_dot(known->vertices[i].w, normal));
  return bound;
}

#endif

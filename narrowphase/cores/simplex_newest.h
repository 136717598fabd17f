/* simplex_newest.h: the nearest point of a simplex, knowing that its newest vertex carries it.
 *
 * In a step of GJK the nearest point of the older vertices is known, and the newest lies beyond it, so that
 * the nearest point of all is on a feature with the newest vertex. All is seen from that vertex: barycentric
 * coordinates (as in the signed volumes of Montanari, Petrinic and Barbieri, 2017) tell which faces, and then
 * which edges, the origin is beyond, and the nearest point lies on one of these. Rounding can make that wrong
 * for simplices that are nearly flat. What comes out then is a point of the simplex still; only that the
 * origin is enclosed must be beyond doubt, since nothing proves it later.
 *
 * Inline, because the numbers then stay in registers: a step is some hundred operations. */
#ifndef CAROM_NARROWPHASE_SIMPLEX_NEWEST_H
#define CAROM_NARROWPHASE_SIMPLEX_NEWEST_H

#include "placed.h"

/* Six times the volume, as a part of the product of the edges, below which a tetrahedron is too flat to tell
 * what it encloses. */
#define CAROM__SIMPLEX_FLAT 0x1p-27

/* A simplex seen from its newest vertex, the apex, and the best point of it so far. */
typedef struct carom__newest {
  carom__dvec3 apex;
  carom__dvec3 edges[3];   /* from the apex to the older vertices */
  carom__dvec3 origin;     /* from the apex */
  double older_weights[3]; /* of the best point */
  carom__dvec3 point;
  double square;
} carom__newest;

/* Takes a point with these weights of vertices i and j, if it is nearer than the best so far. */
static inline void newest_offer(carom__newest *n, carom__dvec3 point, int i, double weight_i, int j,
                                double weight_j) {
  double square = dvec3_dot(point, point);
  if (!(square < n->square)) return;
  n->older_weights[3 - i - j] = 0;
  n->older_weights[i] = weight_i;
  n->older_weights[j] = weight_j;
  n->point = point;
  n->square = square;
}

/* The edge to vertex i; j is another vertex. */
static inline void newest_try_edge(carom__newest *n, int i, int j) {
  double along = dvec3_dot(n->origin, n->edges[i]), square = dvec3_dot(n->edges[i], n->edges[i]);
  double t = along <= 0 || square <= 0 ? 0 : along >= square ? 1 : along / square;
  newest_offer(n, dvec3_mad(n->apex, n->edges[i], t), i, t, j, 0);
}

/* The triangle with vertices i and j; false when it does not show on which side of which edge the origin
 * is. */
static inline bool newest_try_face(carom__newest *n, int i, int j, carom__dvec3 normal) {
  double area = dvec3_dot(normal, normal);
  if (!(area > 0)) return false;
  carom__dvec3 around = dvec3_cross(normal, n->origin);
  double weight_i = dvec3_dot(around, n->edges[j]), weight_j = -dvec3_dot(around, n->edges[i]);
  if (weight_i < 0) newest_try_edge(n, j, i);
  if (weight_j < 0) newest_try_edge(n, i, j);
  if (weight_i < 0 || weight_j < 0) return true;
  double whole = 1 / area, part_i = weight_i * whole, part_j = weight_j * whole;
  carom__dvec3 point = dvec3_mad(dvec3_mad(n->apex, n->edges[i], part_i), n->edges[j], part_j);
  newest_offer(n, point, i, part_i, j, part_j);
  return weight_i + weight_j <= area;
}

/* Is the volume beyond the rounding of the edges? */
static inline bool newest_is_fat(const carom__newest *n, double volume) {
  double edges = dvec3_dot(n->edges[0], n->edges[0]) * dvec3_dot(n->edges[1], n->edges[1]) *
                 dvec3_dot(n->edges[2], n->edges[2]);
  return volume * volume > CAROM__SIMPLEX_FLAT * CAROM__SIMPLEX_FLAT * edges;
}

static inline bool newest_enclose(carom__newest *n, const double volumes[3], double volume) {
  n->point = dvec3(0, 0, 0);
  n->square = 0;
  if (!newest_is_fat(n, volume)) return false;
  double whole = 1 / volume;
  for (int i = 0; i < 3; i++) n->older_weights[i] = volumes[i] * whole;
  return n->older_weights[0] + n->older_weights[1] + n->older_weights[2] < 1;
}

static inline bool newest_try_tetrahedron(carom__newest *n) {
  carom__dvec3 n0 = dvec3_cross(n->edges[1], n->edges[2]), n1 = dvec3_cross(n->edges[2], n->edges[0]),
               n2 = dvec3_cross(n->edges[0], n->edges[1]);
  double volume = dvec3_dot(n->edges[0], n0), sign = volume < 0 ? -1 : 1;
  double volumes[3] = {sign * dvec3_dot(n->origin, n0), sign * dvec3_dot(n->origin, n1),
                       sign * dvec3_dot(n->origin, n2)};
  bool in0 = volumes[0] > 0, in1 = volumes[1] > 0, in2 = volumes[2] > 0, clear = true;
  if (in0 & in1 & in2) return newest_enclose(n, volumes, sign * volume);
  if (!in0) clear = newest_try_face(n, 1, 2, n0) && clear;
  if (!in1) clear = newest_try_face(n, 2, 0, n1) && clear;
  if (!in2) clear = newest_try_face(n, 0, 1, n2) && clear;
  return clear;
}

/* Finds the best point of a simplex with `older` vertices besides the apex, 1 to 3, whose apex and edges are
 * set; false when rounding leaves it in doubt. */
static inline bool newest_solve(carom__newest *n, int older) {
  n->origin = dvec3_neg(n->apex);
  n->point = n->apex;
  n->square = HUGE_VAL;
  n->older_weights[0] = n->older_weights[1] = n->older_weights[2] = 0;
  if (older == 3) return newest_try_tetrahedron(n);
  if (older == 2) return newest_try_face(n, 0, 1, dvec3_cross(n->edges[0], n->edges[1]));
  newest_try_edge(n, 0, 1);
  return true;
}

#endif

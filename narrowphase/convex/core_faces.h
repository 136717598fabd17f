/* core_faces.h: the faces around the vertices where two cores meet. */
#ifndef CAROM_NARROWPHASE_CORE_FACES_H
#define CAROM_NARROWPHASE_CORE_FACES_H

#include "simplex.h"

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

/* mesh_nearest.h: one triangle and one point. */
#ifndef CAROM_NARROWPHASE_MESH_NEAREST_H
#define CAROM_NARROWPHASE_MESH_NEAREST_H

#include "dvec.h"
#include "mesh.h"

/* The search for the nearest triangle. */
typedef struct carom__mesh_search {
  const carom_mesh *mesh;
  carom_vec3 point;
  double square; /* of the least distance so far */
  uint32_t slot; /* of the triangle that has it; UINT32_MAX: none */
  carom__dvec3 nearest;
} carom__mesh_search;

/* The point of a triangle that is nearest to p. */
carom__dvec3 carom__mesh_on_triangle(carom__dvec3 p, const carom__dvec3 corners[3]);

/* Keeps the triangle if it is the nearest so far. */
void carom__mesh_try_nearest(carom__mesh_search *search, uint32_t slot);

#endif

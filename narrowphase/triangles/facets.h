/* facets.h: the edges of a hull, each of them once. */
#ifndef CAROM_NARROWPHASE_FACETS_H
#define CAROM_NARROWPHASE_FACETS_H

#include "hull.h"

/* Hulls of more, and those with faces of more corners, take the general way. */
enum { CAROM__FACETS_FACES = 128, CAROM__FACETS_EDGES = 192, CAROM__FACETS_CORNERS = 8 };
/* No more vertices have as many faces and edges. (Euler) */
enum { CAROM__FACETS_VERTICES = 2 * CAROM__FACETS_EDGES / 3 };
/* So do those with sharper edges: the least cosine of the normals of two faces that share one. */
#define CAROM__FACETS_COSINE -0.96f

typedef struct carom__facets {
  const carom_hull *hull;
  uint32_t edge_count;
  uint16_t faces[CAROM__FACETS_EDGES][2];    /* beside an edge */
  uint16_t vertices[CAROM__FACETS_EDGES][2]; /* its ends */
  float cosines[CAROM__FACETS_EDGES];        /* of the normals of its faces */
} carom__facets;

/* False for hulls that they do not hold. */
bool carom__facets_of(const carom_hull *hull, carom__facets *out);

#endif

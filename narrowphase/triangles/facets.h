/* facets.h: the faces and edges of a hull, as lanes read them. */
#ifndef CAROM_NARROWPHASE_FACETS_H
#define CAROM_NARROWPHASE_FACETS_H

#include "hull.h"

/* Hulls of more, and those with faces of more corners, take the general way. */
enum { CAROM__FACETS_FACES = 128, CAROM__FACETS_EDGES = 192, CAROM__FACETS_CORNERS = 8 };
/* So do those with sharper edges: the least cosine of the normals of two faces that share one. */
#define CAROM__FACETS_COSINE -0.96f

/* Rows end with the first element again until they fill the lanes. */
typedef struct carom__facets {
  const carom_hull *hull;
  uint32_t edge_count;
  uint32_t faces[CAROM__FACETS_EDGES][2]; /* beside an edge */
  float cosines[CAROM__FACETS_EDGES];     /* of their normals */
  float ends[2][3][CAROM__FACETS_EDGES];  /* of an edge: [end][axis][edge] */
  float planes[4][CAROM__FACETS_FACES];   /* the normal and the offset */
} carom__facets;

/* False for hulls that they do not hold. */
bool carom__facets_of(const carom_hull *hull, carom__facets *out);

#endif

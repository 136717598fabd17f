/* polytope.h: a convex polytope of triangles that grows, vertex by vertex, inside a Minkowski difference. */
#ifndef CAROM_NARROWPHASE_POLYTOPE_H
#define CAROM_NARROWPHASE_POLYTOPE_H

#include "epa.h"

#define CAROM__POLYTOPE_FACES (2 * CAROM__EPA_VERTICES)

typedef struct carom__polytope_face {
  carom__dvec3 normal;    /* unit, outward */
  double distance;        /* signed, of the origin behind its plane; infinite for a sliver */
  uint16_t vertices[3];   /* counter-clockwise from outside */
  uint16_t neighbours[3]; /* across the edge from vertex i to the next */
  bool used, closed;      /* closed: not to grow any more */
  bool seen;              /* from the vertex that is being added */
  bool sliver;            /* so thin that it has no normal */
} carom__polytope_face;

typedef struct carom__polytope {
  carom__vertex vertices[CAROM__EPA_VERTICES];
  carom__polytope_face faces[CAROM__POLYTOPE_FACES];
  uint16_t vacant[CAROM__POLYTOPE_FACES]; /* the slots below face_count that hold no face */
  int vertex_count, face_count, vacant_count;
  double slack; /* distances from a plane below this are rounding */
} carom__polytope;

/* Starts with a tetrahedron that has a volume; `size` bounds the coordinates. */
void carom__polytope_start(carom__polytope *polytope, const carom__vertex corners[4], double size);

/* The face of least distance that is not closed; slivers never are the nearest. NULL when there is none. */
carom__polytope_face *carom__polytope_nearest(carom__polytope *polytope);

static inline bool carom__polytope_full(const carom__polytope *polytope) {
  return polytope->vertex_count == CAROM__EPA_VERTICES;
}

/* Adds a vertex that is outside of `face` to a polytope that is not full. Returns false, and changes nothing,
 * when it is there already or when the faces that see it have no simple outline, which is rounding. */
bool carom__polytope_grow(carom__polytope *polytope, const carom__polytope_face *face,
                          const carom__vertex *vertex);

/* Of the points that the faces no farther than `limit` have nearest to the origin, the one that is nearest to
 * `target`, as a reduced simplex. */
carom__simplex carom__polytope_witness(const carom__polytope *polytope, double limit, carom__dvec3 target);

#endif

/* polytope.h: a convex polytope of triangles that grows, vertex by vertex, inside a Minkowski difference. */
#ifndef CAROM_NARROWPHASE_POLYTOPE_H
#define CAROM_NARROWPHASE_POLYTOPE_H

#include "simplex.h"

/* The polytope has at most this many vertices, and twice as many faces less four; it lives on the stack and
 * takes some 60 kB of it, of which only what is used is ever touched. */
#define CAROM__EPA_VERTICES 256

#define CAROM__POLYTOPE_FACES (2 * CAROM__EPA_VERTICES)

/* The plane of a triangle. */
typedef struct carom__polytope_face {
  carom__dvec3 normal; /* outward, of any length; zero for a sliver, which is so thin that it has none */
  double square;       /* of the normal's length; zero for a sliver and a vacant slot */
  double offset; /* the product of normal and vertices; minus infinity for a sliver and a vacant slot, so
                    that every point is outside */
} carom__polytope_face;

/* A directed edge is named by its face and its place there: 4 face + k leads from vertex k to the next,
 * counter-clockwise from outside. What only the nearest faces need is left to be worked out for them: most
 * others have no square root. Of the arrays only the beginnings are used by most pairs. */
typedef struct carom__polytope {
  double keys[CAROM__POLYTOPE_FACES]; /* by slot, signed squares of distances from the origin, whose last bits
                                         name the slot, so that the least tells which it is; infinite for
                                         faces that are not to grow, and up to a multiple of four slots */
  uint16_t seen[CAROM__POLYTOPE_FACES]; /* by slot: the last attempt to grow that saw the face */
  carom__polytope_face faces[CAROM__POLYTOPE_FACES];
  uint16_t met[CAROM__EPA_VERTICES];               /* by vertex: the last attempt that had it on the rim */
  uint16_t origins[4 * CAROM__POLYTOPE_FACES];     /* by edge: the vertex it leads from; the fourth of each
                                                      face is the first once more */
  uint16_t vacant[CAROM__POLYTOPE_FACES];          /* the slots below face_count that hold no face */
  uint16_t twins[4 * CAROM__POLYTOPE_FACES];       /* by edge: the same edge in the face beyond */
  carom__vertex vertices[CAROM__EPA_VERTICES + 1]; /* and the one that is to be added */
  int vertex_count, face_count, vacant_count;
  uint16_t attempt; /* to grow; there are less than two for each face that there may be */
  double slack;     /* distances from a plane below this are rounding */
} carom__polytope;

/* A plane by its unit normal and how far beyond the origin it is. */
typedef struct carom__polytope_plane {
  carom__dvec3 normal;
  double distance;
} carom__polytope_plane;

/* Starts with the first four vertices, which are set and span a volume; `size` bounds the coordinates. */
void carom__polytope_start(carom__polytope *polytope, double size);

/* The face of least distance that is not closed; slivers never are the nearest. -1 when there is none. */
int carom__polytope_nearest(const carom__polytope *polytope);

/* The plane of a face that is no sliver. */
static inline carom__polytope_plane polytope_plane(const carom__polytope *polytope, int face) {
  const carom__polytope_face *f = &polytope->faces[face];
  double scale = 1 / square_root(f->square);
  return (carom__polytope_plane){dvec3_scale(f->normal, scale), f->offset * scale};
}

/* The face is not to be the nearest any more. */
static inline void carom__polytope_close(carom__polytope *polytope, int face) {
  polytope->keys[face] = HUGE_VAL;
}

static inline bool carom__polytope_full(const carom__polytope *polytope) {
  return polytope->vertex_count == CAROM__EPA_VERTICES;
}

/* The place of the vertex that is to be added, where it may be written at any time. */
static inline carom__vertex *polytope_next(carom__polytope *polytope) {
  return &polytope->vertices[polytope->vertex_count];
}

/* Adds that vertex, which is outside of `face`, to a polytope that is not full. Returns false, and changes
 * nothing, when it is there already or when the faces that see it have no simple outline, which is rounding.
 */
bool carom__polytope_grow(carom__polytope *polytope, int face);

/* Of the points that the faces no farther than `limit` have nearest to the origin, the one that is nearest to
 * `target`, as a reduced simplex; false when there is none. */
bool carom__polytope_witness(const carom__polytope *polytope, double limit, carom__dvec3 target,
                             carom__simplex *out);

#endif

/* flat_gap.h: how two convex cores of the plane are nearest, or overlap least; and along which edges' normals
 * they do, of all edges, in lanes. */
#ifndef CAROM_NARROWPHASE_FLAT_GAP_H
#define CAROM_NARROWPHASE_FLAT_GAP_H

#include "plane_kernels.h"

/* The part of the size that the origin's way to an edge may be off by rounding. So far it may lie on the
 * inner side of an edge that still counts as facing it: a difference without an inside, such as a point's and
 * a segment's, has nothing but such edges. */
#define CAROM__FLAT_FACING 0x1p-46

/* --- Edges --- */

/* The pair's vertices need not have been placed. */
void carom__flat_edges_find(const carom__flat_pair *pair, carom__flat_edges *out);

/* Are the cores within a reach of each other? */
static inline carom__touch_state flat_edges_touch(const carom__flat_edges *edges, double reach) {
  if (-(double)(edges->depth + edges->doubt) > reach) return CAROM__APART;
  return edges->depth > edges->doubt ? CAROM__TOUCHING : CAROM__TOUCH_UNKNOWN;
}

/* --- Gaps --- */

/* How two cores are nearest, or overlap least. */
typedef enum carom__flat_meeting {
  CAROM__FLAT_EDGE_OF_A, /* A's edge from vertex a, and B's vertex b */
  CAROM__FLAT_EDGE_OF_B, /* A's vertex a, and B's edge from vertex b */
  CAROM__FLAT_VERTICES_MEET,
  CAROM__FLAT_VERTEX_OF_A /* A's vertex a, and what of B is across from it, which vertex b names */
} carom__flat_meeting;

typedef struct carom__flat_gap {
  double separation;   /* of the cores; negative: minus the least move that parts them, along the normal */
  carom__dvec2 normal; /* unit, from A to B */
  carom__flat_meeting meeting;
  uint32_t a, b;
} carom__flat_gap;

/* Measures the gap of the cores, in one walk around their Minkowski difference; an edge of A may be taken
 * that is worse than one of B's by the preference. */
void carom__flat_gap_find(const carom__flat_pair *pair, double preference, carom__flat_gap *out);

/* carom__flat_gap_find of a pair whose edges have been found. */
void carom__flat_gap_find_among(const carom__flat_pair *pair, const carom__flat_edges *edges,
                                double preference, carom__flat_gap *out);

/* carom__flat_gap_find without a preference, of a pair that has not been placed. Places what meets, and as
 * few vertices else as it can. */
void carom__flat_gap_measure(carom__flat_pair *pair, const carom__flat_edges *edges, carom__flat_gap *out);

/* The nearest points of the cores, or the deepest ones along the normal. */
static inline void flat_gap_points(const carom__flat_pair *pair, const carom__flat_gap *gap,
                                   carom__dvec2 *on_a, carom__dvec2 *on_b) {
  *on_a = pair->a[gap->a], *on_b = pair->b[gap->b];
  if (gap->meeting == CAROM__FLAT_EDGE_OF_A) *on_a = dvec2_mad(*on_b, gap->normal, -gap->separation);
  if (gap->meeting == CAROM__FLAT_EDGE_OF_B || gap->meeting == CAROM__FLAT_VERTEX_OF_A)
    *on_b = dvec2_mad(*on_a, gap->normal, gap->separation);
}

#endif

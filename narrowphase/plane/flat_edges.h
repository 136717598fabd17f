/* flat_edges.h: along which edges' normals two cores of the plane are farthest apart, or overlap least: all
 * edges, in lanes. */
#ifndef CAROM_NARROWPHASE_FLAT_EDGES_H
#define CAROM_NARROWPHASE_FLAT_EDGES_H

#include "plane_kernels.h"

/* The pair's vertices need not have been placed. */
void carom__flat_edges_find(const carom__flat_pair *pair, carom__flat_edges *out);

/* Are the cores within a reach of each other? */
static inline carom__touch_state flat_edges_touch(const carom__flat_edges *edges, double reach) {
  if (-(double)(edges->depth + edges->doubt) > reach) return CAROM__APART;
  return edges->depth > edges->doubt ? CAROM__TOUCHING : CAROM__TOUCH_UNKNOWN;
}

/* Which vertices of the other core may be the lowest one above an edge of A or, as side 1, of B. */
uint64_t carom__flat_edges_lowest(const carom__flat_edges *edges, int side, uint32_t edge);

#endif

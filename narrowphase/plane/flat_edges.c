/* flat_edges.c: the outlines of two cores in rows of floats, and the best form of what is done with them.
 * Floats decide for nearly all pairs which edge is the one that counts. */
#include "flat_edges.h"

#include "plane_kernels.h"
#include "lanes.h"

/* What rounding makes of an overlap at most, in sizes: that of the vertices, the normals and their products.
 */
#define DOUBT (16 * 0x1p-24f)

static void outline_of(const carom__flat *flat, carom__outline_rows *out) {
  out->vertices = flat->count;
  out->edges = flat_edge_count(flat->count);
  out->rows = flat->rows;
  if (flat->rows) return;
  carom__flat_rows_fill(flat->points, flat->count, out->room);
  out->rows = out->room;
}

void carom__flat_edges_find(const carom__flat_pair *pair, carom__flat_edges *out) {
  outline_of(pair->flat_a, &out->outlines[0]);
  outline_of(pair->flat_b, &out->outlines[1]);
  out->doubt = DOUBT * (float)pair->size;
  carom__plane_kernels_best()->find(&pair->b_in_a, out);
}

uint64_t carom__flat_edges_lowest(const carom__flat_edges *edges, int side, uint32_t edge) {
  return carom__plane_kernels_best()->lowest(edges, side, edge);
}

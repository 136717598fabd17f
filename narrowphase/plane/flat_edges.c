/* flat_edges.c: the outlines of two cores in rows of floats, and the best form of what is done with them.
 * Floats decide for nearly all pairs which edge is the one that counts. */
#include "flat_edges.h"

#include <float.h>

#include "plane_kernels.h"
#include "lanes.h"

/* What rounding makes of an overlap at most, in sizes: that of the vertices, the normals and their products.
 */
#define DOUBT (16 * 0x1p-24f)

/* A point has an edge of no direction. */
static void normalise_four(float *x, float *y) {
  carom__lanes along_x = lanes_load(x), along_y = lanes_load(y);
  carom__lanes square = lanes_add(lanes_mul(along_x, along_x), lanes_mul(along_y, along_y));
  carom__lanes length = lanes_sqrt(lanes_max(square, lanes_splat(FLT_MIN)));
  lanes_store(x, lanes_div(along_x, length));
  lanes_store(y, lanes_div(along_y, length));
}

void carom__flat_rows_fill(const carom_vec2 *points, uint32_t count, float *rows) {
  uint32_t length = flat_row_length(count);
  float *x = rows, *y = x + length, *out_x = y + length, *out_y = out_x + length;
  carom_vec2 from = points[0];
  for (uint32_t i = 0; i < count; i++) {
    carom_vec2 to = points[flat_after(i, count)];
    x[i] = from.x, y[i] = from.y;
    out_x[i] = to.y - from.y, out_y[i] = from.x - to.x;
    from = to;
  }
  for (uint32_t i = count; i < length; i++)
    x[i] = x[0], y[i] = y[0], out_x[i] = out_x[0], out_y[i] = out_y[0];
  for (uint32_t i = 0; i < length; i += 4) normalise_four(&out_x[i], &out_y[i]);
}

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

/* flat.c: the rows of a core of the plane, and two cores in one frame. */
#include "flat.h"

#include <float.h>

#include "lanes.h"

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

/* Normals of an arc are turned, and must stay units in double. */
void carom__flat_pair_begin(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                            carom__flat_pair *out) {
  out->flat_a = a, out->flat_b = b;
  out->b_in_a = flat_pose(b_in_a);
  out->size = flat_size(a, b, b_in_a);
  out->touch = flat_touch(a, b, b_in_a);
  out->radii = (double)a->radius + (double)b->radius;
  if (!flat_pair_is_curved(out)) return;
  double length = square_root(dvec2_dot(out->b_in_a.axis, out->b_in_a.axis));
  out->b_in_a.axis = dvec2_scale(out->b_in_a.axis, 1 / length);
}

void carom__flat_pair_place(carom__flat_pair *pair) {
  const carom__flat *a = pair->flat_a, *b = pair->flat_b;
  pair->count_a = a->count, pair->count_b = b->count;
  pair->name_a = pair->name_b = 0;
  for (uint32_t i = 0; i < a->count; i++) pair->a[i] = dvec2_widen(a->points[i]);
  for (uint32_t i = 0; i < b->count; i++) pair->b[i] = flat_place(&pair->b_in_a, b->points[i]);
}

/* obb_overlap.c: do two boxes overlap? The fifteen axes of obb_sat.h, without a branch. */
#include "obb.h"

#include "obb_sat.h"

_Static_assert(sizeof(carom_obb) == 15 * sizeof(float), "centre, axes and half extents lie side by side");

/* One load an axis: the fourth lane is whatever follows in the box, and nobody reads it. */
static inline void load_axes(const carom_obb *box, carom__lanes axes[3]) {
  const float *floats = (const float *)box + 3;
  for (int i = 0; i < 3; i++) axes[i] = lanes_load(floats + (ptrdiff_t)3 * i);
}

static inline void load_pair(const carom_obb *a, const carom_obb *b, carom_vec3 offset,
                             carom__sat_pair *pair) {
  carom__lanes axes_a[3], axes_b[3], rows_a[3], rows_b[3];
  load_axes(a, axes_a);
  load_axes(b, axes_b);
  lanes_transpose(axes_a, rows_a);
  lanes_transpose(axes_b, rows_b);
  pair->half_a = lanes_from_vec3(a->half);
  pair->half_b = lanes_from_vec3(b->half);
  pair->offset = lanes_combine(rows_a, lanes_from_vec3(offset));
  for (int i = 0; i < 3; i++) {
    pair->rows[i] = lanes_combine(rows_b, axes_a[i]);
    pair->abs_rows[i] = lanes_abs(pair->rows[i]);
  }
  pair->offset_in_b = lanes_combine(pair->rows, pair->offset);
  lanes_transpose(pair->abs_rows, pair->abs_columns);
  pair->tolerance = sat_tolerance(sat_size(pair->offset, pair->half_a, pair->half_b));
}

bool carom__obb_overlap_at(const carom_obb *a, const carom_obb *b, carom_vec3 offset) {
  carom__sat_pair pair;
  carom__sat_axes edges[3];
  load_pair(a, b, offset, &pair);
  carom__sat_axes of_a = sat_axes_of_a(&pair), of_b = sat_axes_of_b(&pair);
  sat_axes_of_all_edges(&pair, edges);
  return !lanes_any(lanes_or(sat_faces_apart(&pair, &of_a, &of_b), sat_edges_apart(&pair, edges)));
}

carom_status carom_obb_overlap(const carom_obb *a, const carom_obb *b, bool *out) {
  if (!a || !b || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = carom__obb_check(a);
  if (!status) status = carom__obb_check(b);
  if (!status) *out = carom__obb_overlap(a, b);
  return status;
}

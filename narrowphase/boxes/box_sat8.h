/* box_sat8.h: box_sat.c for eight pairs, one per lane, with the same operations in the same order, in the
 * form of lanes8.h that the including file selects. */
#ifndef CAROM_NARROWPHASE_BOX_SAT8_H
#define CAROM_NARROWPHASE_BOX_SAT8_H

#include <float.h>

#include "manifold.h"
#include "boxes_kernels.h"
#include "obb_sat8.h"

/* carom__box_axis */
typedef struct box_axis8 {
  carom__lanes8 index, separation, least;
  carom__lanes8 apart; /* the mask of the pairs that do not touch */
} box_axis8;

/* How the boxes lie along the axes as carom__box_axis counts them: separations, but squares on edges; and the
 * pairs that the normal of a face parts, or that some axis does. */
typedef struct fifteen {
  carom__lanes8 measure[15];
  carom__lanes8 faces_apart, apart;
} fifteen;

CAROM__LANES8 static inline void load_axes(const carom_frame *const frames[8], carom__lanes8 axes[3][3]) {
  const float *rows[8];
  carom__lanes8 c[3][4];
  for (int k = 0; k < 8; k++) rows[k] = (const float *)&frames[k]->axes;
  lanes8_load_columns(rows, 0, c[0]);
  lanes8_load_columns(rows, 4, c[1]);
  lanes8_load_columns(rows, 5, c[2]);
  for (int i = 0; i < 3; i++) axes[0][i] = c[0][i];
  axes[1][0] = c[0][3], axes[1][1] = c[1][0], axes[1][2] = c[1][1];
  axes[2][0] = c[1][2], axes[2][1] = c[1][3], axes[2][2] = c[2][3];
}

_Static_assert(sizeof(carom_box) == 4 * sizeof(float), "half extents and radius are one load");

CAROM__LANES8 static inline void load_half(const carom_box *const boxes[8], carom__lanes8 out[3]) {
  const float *rows[8];
  carom__lanes8 c[4];
  for (int k = 0; k < 8; k++) rows[k] = (const float *)boxes[k];
  lanes8_load_columns(rows, 0, c);
  for (int k = 0; k < 3; k++) out[k] = c[k];
}

_Static_assert(sizeof(carom_pos) == 3 * sizeof(double), "no gaps");

CAROM__LANES8 static inline void load_offset(const carom_frame *const from[8], const carom_frame *const to[8],
                                             carom__lanes8 out[3]) {
  const double *origins[2][8];
  for (int k = 0; k < 8; k++) origins[0][k] = &from[k]->origin.x, origins[1][k] = &to[k]->origin.x;
  lanes8_offsets(origins[0], origins[1], out);
}

/* padded_half */
CAROM__LANES8 static inline void pad_half(carom__lanes8 half[3], float padding) {
  carom__lanes8 sum = lanes8_add(lanes8_add(half[0], half[1]), half[2]);
  carom__lanes8 pad = lanes8_mul(lanes8_splat(padding), sum);
  for (int k = 0; k < 3; k++) half[k] = lanes8_add(half[k], pad);
}

CAROM__LANES8 static inline void box_tasks8_load(const carom__box_task tasks[8], float padding,
                                                 carom__sat8_pair *out) {
  const carom_box *a[8], *b[8];
  const carom_frame *frames_a[8], *frames_b[8];
  carom__lanes8 axes_a[3][3], axes_b[3][3], offset[3];
  for (int k = 0; k < 8; k++) a[k] = tasks[k].a, b[k] = tasks[k].b;
  for (int k = 0; k < 8; k++) frames_a[k] = tasks[k].frame_a, frames_b[k] = tasks[k].frame_b;
  load_half(a, out->half_a);
  load_half(b, out->half_b);
  if (padding > 0) pad_half(out->half_a, padding), pad_half(out->half_b, padding);
  load_axes(frames_a, axes_a);
  load_axes(frames_b, axes_b);
  load_offset(frames_a, frames_b, offset);
  sat8_relate(out, axes_a, axes_b, offset);
}

CAROM__LANES8 static inline carom__lanes8 separation8(const carom__sat8_axis *axis) {
  return lanes8_sub(lanes8_abs(axis->distance), axis->radii);
}

/* That of the edge axis e_i x b_j over its length, squared, with the sign it has. */
CAROM__LANES8 static inline carom__lanes8 edge_square8(const carom__sat8_pair *p,
                                                       const carom__sat8_axis *axis, int i, int j) {
  carom__lanes8 row1 = p->rows[(i + 1) % 3][j], row2 = p->rows[(i + 2) % 3][j], gap = separation8(axis);
  carom__lanes8 length2 = lanes8_add(lanes8_mul(row1, row1), lanes8_mul(row2, row2));
  carom__lanes8 square =
      lanes8_div(lanes8_mul(gap, lanes8_abs(gap)), lanes8_max(length2, lanes8_splat(CAROM__BOX_PARALLEL)));
  return lanes8_select(lanes8_gt(length2, lanes8_splat(CAROM__BOX_PARALLEL)), square, lanes8_splat(-FLT_MAX));
}

CAROM__LANES8 static inline carom__lanes8 signed_root8(carom__lanes8 square) {
  return lanes8_copysign(lanes8_sqrt(lanes8_abs(square)), square);
}

/* The axes of A's axis k, B's axis k, and the edge axes of A's axis k. */
CAROM__LANES8 static inline void measure_axes(const carom__sat8_pair *p, int k, fifteen *out) {
  carom__sat8_axis of_a = sat8_axis_of_a(p, k), of_b = sat8_axis_of_b(p, k), edges[3];
  carom__lanes8 faces = lanes8_or(sat8_apart(&of_a, p->tolerance), sat8_apart(&of_b, p->tolerance));
  out->faces_apart = lanes8_or(out->faces_apart, faces);
  out->apart = lanes8_or(out->apart, faces);
  out->measure[k] = separation8(&of_a);
  out->measure[3 + k] = separation8(&of_b);
  sat8_axes_of_edges(p, k, edges);
  for (int j = 0; j < 3; j++) {
    out->measure[6 + 3 * k + j] = edge_square8(p, &edges[j], k, j);
    out->apart = lanes8_or(out->apart, sat8_edge_apart(p, &edges[j], k, j));
  }
}

CAROM__LANES8 static inline void measure(const carom__sat8_pair *p, fifteen *out) {
  out->apart = out->faces_apart = lanes8_splat(0);
  measure_axes(p, 0, out);
  measure_axes(p, 1, out);
  measure_axes(p, 2, out);
}

CAROM__LANES8 static inline carom__lanes8 max3(carom__lanes8 a, carom__lanes8 b, carom__lanes8 c) {
  return lanes8_max(lanes8_max(a, b), c);
}

/* The first of `count` axes from `first` whose measure is the value; one is. */
CAROM__LANES8 static inline carom__lanes8 index_of(const fifteen *on, int first, int count,
                                                   carom__lanes8 value) {
  carom__lanes8 index = lanes8_splat((float)(first + count - 1));
  for (int i = first + count - 2; i >= first; i--)
    index = lanes8_select(lanes8_eq(on->measure[i], value), lanes8_splat((float)i), index);
  return index;
}

/* None for boxes that are apart. */
CAROM__LANES8 static inline carom__lanes8 preference8(const carom__sat8_pair *p, carom__lanes8 apart) {
  carom__lanes8 half[3];
  for (int k = 0; k < 3; k++) half[k] = lanes8_min(p->half_a[k], p->half_b[k]);
  carom__lanes8 least = lanes8_min(lanes8_min(half[0], half[1]), half[2]);
  carom__lanes8 preference = lanes8_add(lanes8_mul(lanes8_splat(CAROM__BOX_FACE_PREFERENCE), least),
                                        lanes8_mul(lanes8_splat(CAROM__BOX_PREFERENCE_ROUNDING), p->size));
  return lanes8_select(apart, lanes8_splat(0), preference);
}

/* Faces of A count for more by a preference, and all faces by another; where the mask says so, edges do not
 * count. */
CAROM__LANES8 static inline void choose8(const fifteen *on, carom__lanes8 of_a, carom__lanes8 preference,
                                         carom__lanes8 no_edges, box_axis8 *out) {
  const carom__lanes8 *s = on->measure;
  carom__lanes8 a = max3(s[0], s[1], s[2]), b = max3(s[3], s[4], s[5]);
  carom__lanes8 square = max3(max3(s[6], s[9], s[12]), max3(s[7], s[10], s[13]), max3(s[8], s[11], s[14]));
  carom__lanes8 edge = signed_root8(square);
  carom__lanes8 of_b = lanes8_gt(b, lanes8_add(a, of_a)), face = lanes8_select(of_b, b, a);
  edge = lanes8_select(no_edges, lanes8_splat(-FLT_MAX), edge);
  carom__lanes8 on_edge = lanes8_gt(edge, lanes8_add(face, preference));
  carom__lanes8 index = lanes8_select(of_b, index_of(on, 3, 3, b), index_of(on, 0, 3, a));
  out->index = lanes8_select(on_edge, index_of(on, 6, 9, square), index);
  out->separation = lanes8_select(on_edge, edge, face);
  out->least = max3(a, b, edge);
  out->apart = on->apart;
}

/* carom__box_sat */
CAROM__LANES8 static inline void box_sat8(const carom__sat8_pair *p, box_axis8 *out) {
  fifteen on;
  measure(p, &on);
  carom__lanes8 preference = preference8(p, on.apart);
  choose8(&on, lanes8_mul(lanes8_splat(CAROM__BOX_FACE_OF_A_PREFERENCE), preference), preference,
          on.faces_apart, out);
}

/* carom__box_sat_widest */
CAROM__LANES8 static inline void box_sat_widest8(const carom__sat8_pair *p, box_axis8 *out) {
  fifteen on;
  measure(p, &on);
  carom__lanes8 rounding = lanes8_mul(lanes8_splat(0.5f * CAROM__BOX_PREFERENCE_ROUNDING), p->size);
  choose8(&on, rounding, rounding, lanes8_splat(0), out);
}

#endif

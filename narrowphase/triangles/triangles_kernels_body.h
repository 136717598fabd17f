/* triangles_kernels_body.h: the functions of triangles_kernels.h in the form of lanes8.h that the including
 * file selects. */
#ifndef CAROM_NARROWPHASE_TRIANGLES_KERNELS_BODY_H
#define CAROM_NARROWPHASE_TRIANGLES_KERNELS_BODY_H

#include "box_axes8.h"
#include "box_near8.h"
#include "box_over8.h"
#include "frustum_apart8.h"
#include "hull_axes8.h"
#include "hull_over8.h"
#include "mesh_pairs8.h"
#include "segment8.h"
#include "triangles_apart8.h"
#include "triangles_kernels.h"

CAROM__LANES8 static inline void lanes8_splat3(carom_vec3 v, carom__lanes8 out[3]) {
  out[0] = lanes8_splat(v.x), out[1] = lanes8_splat(v.y), out[2] = lanes8_splat(v.z);
}

CAROM__LANES8 static void append8(carom__triangle_set *set, const carom__triangle_batch *batch) {
  uint32_t from[CAROM__TRIANGLE_LANES], order = carom__lane_orders[batch->lanes & 0xff], n = 0;
  for (int i = 0; i < CAROM__TRIANGLE_LANES; i++) from[i] = order >> 3 * i & 7;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      lanes8_store(set->corners[i][k] + set->count, lanes8_take(lanes8_load(batch->corners[i][k]), from));
  for (unsigned lanes = batch->lanes; lanes; lanes &= lanes - 1, n++) {
    set->numbers[set->count + n] = batch->numbers[from[n]];
    set->materials[set->count + n] = batch->materials ? batch->materials[from[n]] : 0;
  }
  set->count += n;
}

CAROM__LANES8 static inline void load8(const carom__triangle_set *set, uint32_t first, triangle8 *out) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) out->p[i][k] = lanes8_load(set->corners[i][k] + first);
}

/* --- The rule of surfaces --- */

/* Do the bounds hold the point? w leads from the point to the corners. */
CAROM__LANES8 static inline unsigned bounds_hold8(carom__lanes8 w[3][3], carom__lanes8 near) {
  carom__lanes8 in = lanes8_eq(near, near);
  for (int k = 0; k < 3; k++) {
    carom__lanes8 least = lanes8_min(lanes8_min(w[0][k], w[1][k]), w[2][k]);
    carom__lanes8 most = lanes8_max(lanes8_max(w[0][k], w[1][k]), w[2][k]);
    in = lanes8_and(in, lanes8_and(lanes8_ge(near, least), lanes8_ge(most, lanes8_neg(near))));
  }
  return lanes8_bits(in);
}

/* Is a corner above the plane through the point? */
CAROM__LANES8 static inline unsigned corners_rise8(carom__lanes8 w[3][3], const carom__lanes8 normal[3],
                                                   carom__lanes8 near) {
  carom__lanes8 sine = lanes8_splat(CAROM__SURFACE_RISES), zero = lanes8_splat(0),
                rises = lanes8_gt(zero, near);
  for (int i = 0; i < 3; i++) {
    carom__lanes8 height = lanes8_dot(w[i], normal);
    carom__lanes8 far = lanes8_mul(lanes8_mul(sine, sine), lanes8_dot(w[i], w[i]));
    carom__lanes8 steep = lanes8_gt(lanes8_mul(height, height), far);
    rises = lanes8_or(rises, lanes8_and(steep, lanes8_gt(height, lanes8_add(near, near))));
  }
  return lanes8_bits(rises);
}

/* More than the rounding of squares, which decide nothing. */
#define SQUARES_SLACK (1 + 0x1p-10f)

/* The triangles of a group that may rise, by where they are. */
CAROM__LANES8 static inline unsigned candidates8(const carom__triangle_set *set,
                                                 const carom__surface_question *question, uint32_t first) {
  unsigned others = carom__triangle_set_lanes(set, first);
  if (question->index - first < CAROM__TRIANGLE_LANES) others &= ~(1u << (question->index - first));
  if (!question->squares) return others;
  float limit = question->squares[question->index] * SQUARES_SLACK;
  return others & lanes8_bits(lanes8_ge(lanes8_splat(limit), lanes8_load(question->squares + first)));
}

/* Neighbours mostly hold a point on one of their edges. */
CAROM__LANES8 static inline bool any_rises8(triangle8 *t, unsigned others,
                                            const carom__surface_question *question) {
  carom__lanes8 point[3], normal[3], e[3][3], w[3][3], near = lanes8_splat(question->near);
  triangle8_near nearest;
  lanes8_splat3(question->point, point);
  lanes8_splat3(question->normal, normal);
  for (int i = 0; i < 3; i++) lanes8_sub3(t->p[i], point, w[i]);
  others &= bounds_hold8(w, near);
  if (!others || !(others &= corners_rise8(w, normal, near))) return false;
  triangle8_edges(t, e);
  for (int i = 0; i < 3; i++) lanes8_sub3(point, t->p[i], w[i]);
  carom__lanes8 limit = lanes8_mul(near, near);
  triangle8_nearest_of_edges(e, w, &nearest);
  if (others & lanes8_bits(lanes8_ge(limit, nearest.square))) return true;
  triangle8_try_face(e, w, &nearest);
  return others & lanes8_bits(lanes8_ge(limit, nearest.square));
}

CAROM__LANES8 static inline bool group_rises8(const carom__triangle_set *set,
                                              const carom__surface_question *question, uint32_t first) {
  unsigned others = candidates8(set, question, first);
  triangle8 t;
  if (!others) return false;
  load8(set, first, &t);
  return any_rises8(&t, others, question);
}

CAROM__LANES8 static inline void load_batch8(const carom__triangle_batch *batch, triangle8 *out) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) out->p[i][k] = lanes8_load(batch->corners[i][k]);
}

CAROM__LANES8 static bool batch_rises8(const carom__triangle_batch *batch, unsigned lanes,
                                       const carom__surface_question *question) {
  triangle8 t;
  load_batch8(batch, &t);
  return any_rises8(&t, lanes, question);
}

/* Neighbours are often in the group of the triangle itself. */
CAROM__LANES8 static bool rises8(const carom__triangle_set *set, const carom__surface_question *question) {
  uint32_t own = question->index / CAROM__TRIANGLE_LANES * CAROM__TRIANGLE_LANES;
  if (group_rises8(set, question, own)) return true;
  for (uint32_t first = 0; first < set->count; first += CAROM__TRIANGLE_LANES)
    if (first != own && group_rises8(set, question, first)) return true;
  return false;
}

/* --- Sides --- */

CAROM__LANES8 static bool sides8(const carom__triangle_set *set, carom_vec3 point, uint8_t *behind) {
  carom__lanes8 p[3];
  unsigned any = 0, all = 1;
  lanes8_splat3(point, p);
  for (uint32_t first = 0; first < set->count; first += CAROM__TRIANGLE_LANES) {
    unsigned lanes = carom__triangle_set_lanes(set, first);
    carom__lanes8 e[3], f[3], n[3], way[3];
    triangle8 t;
    load8(set, first, &t);
    lanes8_sub3(t.p[1], t.p[0], e);
    lanes8_sub3(t.p[2], t.p[0], f);
    lanes8_sub3(p, t.p[0], way);
    lanes8_cross(e, f, n);
    unsigned bits = lanes & lanes8_bits(lanes8_gt(lanes8_splat(0), lanes8_dot(n, way)));
    behind[first / CAROM__TRIANGLE_LANES] = (uint8_t)bits;
    any |= bits;
    all &= bits == lanes;
  }
  return any && !all;
}

CAROM__LANES8 static bool risers8(const carom__triangle_set *set, const carom__rise_question *question,
                                  uint8_t *bits) {
  carom__lanes8 n[3], near = lanes8_splat(question->near);
  carom__lanes8 base = lanes8_splat(vec3_dot(question->normal, question->corner));
  unsigned any = 0;
  lanes8_splat3(question->normal, n);
  for (uint32_t first = 0; first < set->count; first += CAROM__TRIANGLE_LANES) {
    unsigned unlike = question->behind[first / CAROM__TRIANGLE_LANES];
    if (question->own_behind) unlike = ~unlike & carom__triangle_set_lanes(set, first);
    bits[first / CAROM__TRIANGLE_LANES] = 0;
    if (!unlike) continue;
    triangle8 t;
    carom__lanes8 heights[3];
    load8(set, first, &t);
    for (int i = 0; i < 3; i++) heights[i] = lanes8_sub(lanes8_dot(n, t.p[i]), base);
    carom__lanes8 least = lanes8_min(lanes8_min(heights[0], heights[1]), heights[2]);
    carom__lanes8 most = lanes8_max(lanes8_max(heights[0], heights[1]), heights[2]);
    unlike &= lanes8_bits(lanes8_and(lanes8_ge(near, lanes8_abs(least)), lanes8_gt(most, near)));
    bits[first / CAROM__TRIANGLE_LANES] = (uint8_t)unlike;
    any |= unlike;
  }
  return any;
}

/* --- Segments --- */

CAROM__LANES8 static void nearest8(const carom__triangle_set *set, carom_vec3 a, carom_vec3 b,
                                   carom__segment_near *out) {
  segment8 segment = segment8_of(a, b);
  for (uint32_t first = 0; first < set->count; first += CAROM__TRIANGLE_LANES) {
    triangle8 t;
    segment8_near near;
    load8(set, first, &t);
    segment8_nearest(&segment, &t, &near);
    lanes8_store(out->square + first, near.best.square);
    lanes8_store(out->at + first, near.at);
    for (int k = 0; k < 3; k++) lanes8_store(out->way[k] + first, near.best.way[k]);
    out->above[first / CAROM__TRIANGLE_LANES] = (uint8_t)lanes8_bits(near.best.above);
  }
}

CAROM__LANES8 static void nearest_of_batch8(const carom__triangle_batch *batch, carom_vec3 a, carom_vec3 b,
                                            float *square, float *at) {
  segment8 segment = segment8_of(a, b);
  triangle8 t;
  segment8_near near;
  load_batch8(batch, &t);
  segment8_nearest(&segment, &t, &near);
  lanes8_store(square, near.best.square);
  lanes8_store(at, near.at);
}

CAROM__LANES8 static bool near8(const carom__triangle_batch *batch, carom_vec3 a, carom_vec3 b,
                                float square) {
  float squares[CAROM__TRIANGLE_LANES], at[CAROM__TRIANGLE_LANES];
  nearest_of_batch8(batch, a, b, squares, at);
  return batch->lanes & lanes8_bits(lanes8_ge(lanes8_splat(square), lanes8_load(squares)));
}

/* --- Boxes --- */

CAROM__LANES8 static unsigned near_box8(const carom__triangle_batch *batch,
                                        const carom__near_question *question, carom__near_lanes *out) {
  triangle8 t;
  box_near8 near;
  load_batch8(batch, &t);
  unsigned lanes = question->frustum.half_height > 0
                       ? frustum_near8_find(&t, question, batch->lanes, &near.least, near.way)
                       : box_near8_find(&t, question, batch->lanes, &near);
  if (!lanes) return 0;
  lanes8_store(out->least, near.least);
  for (int k = 0; k < 3; k++) lanes8_store(out->way[k], near.way[k]);
  return lanes;
}

CAROM__LANES8 static void overlaps8(const carom__triangle_set *set, const carom_obb *box,
                                    carom__box_overlaps *out) {
  for (uint32_t first = 0; first < set->count; first += CAROM__TRIANGLE_LANES) {
    triangle8 t;
    box_axes8 a;
    load8(set, first, &t);
    box_axes8_find(&t, box, set->one_sided, &a);
    lanes8_store(out->depth + first, a.depth);
    lanes8_store(out->axis + first, a.axis);
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) lanes8_store(out->corners[i][k] + first, a.s.t.p[i][k]);
  }
}

/* --- Hulls --- */

CAROM__LANES8 static void overlaps_hull8(const carom__triangle_set *set, const carom__facets *facets,
                                         const carom_obb *place, carom__box_overlaps *out) {
  for (uint32_t first = 0; first < set->count; first += CAROM__TRIANGLE_LANES) {
    triangle8 t;
    hull_axes8 a;
    load8(set, first, &t);
    hull_axes8_find(&t, facets, place, set->one_sided, &a);
    lanes8_store(out->depth + first, a.depth);
    lanes8_store(out->axis + first, a.axis);
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) lanes8_store(out->corners[i][k] + first, a.s.t.p[i][k]);
  }
}

/* --- Frustums --- */

CAROM__LANES8 static bool meets_frustum8(const carom__triangle_set *set, const carom_frustum *frustum,
                                         const carom_obb *box, uint8_t *bits) {
  const carom_obb *region = &set->region;
  float sizes = 2 * (vec3_norm1(box->center) + vec3_norm1(region->center) + vec3_norm1(region->half));
  unsigned any = 0;
  for (uint32_t first = 0; first < set->count; first += CAROM__TRIANGLE_LANES) {
    triangle8 t;
    load8(set, first, &t);
    unsigned met = frustum_apart8_meets(&t, frustum, box, sizes, carom__triangle_set_lanes(set, first));
    bits[first / CAROM__TRIANGLE_LANES] = (uint8_t)met;
    any |= met;
  }
  return any;
}

/* --- A triangle --- */

CAROM__LANES8 static bool meets8(const carom__triangle_set *set, const carom_vec3 corners[3], float margin,
                                 uint8_t *bits) {
  carom__lanes8 q[3][3], wide = lanes8_splat(margin);
  unsigned any = 0;
  face8 of_q, of_t;
  for (int i = 0; i < 3; i++) lanes8_splat3(corners[i], q[i]);
  face8_of(q, wide, &of_q);
  for (uint32_t first = 0; first < set->count; first += CAROM__TRIANGLE_LANES) {
    triangle8 t;
    load8(set, first, &t);
    unsigned met = carom__triangle_set_lanes(set, first) & ~lanes8_bits(face8_apart(&of_q, t.p));
    if (met) {
      face8_of(t.p, wide, &of_t);
      met &= ~lanes8_bits(face8_apart(&of_t, q));
    }
    if (met) met = edges8_not_apart(t.p, q, wide, met);
    bits[first / CAROM__TRIANGLE_LANES] = (uint8_t)met;
    any |= met;
  }
  return any;
}

CAROM__DEFINE_KERNELS(carom__triangles_kernels, append8, rises8, batch_rises8, sides8, risers8, nearest8,
                      near8, nearest_of_batch8, near_box8, overlaps8, overlaps_hull8, lowest8, over8,
                      meets_frustum8, meets8, mesh_pairs8_walk);

#endif

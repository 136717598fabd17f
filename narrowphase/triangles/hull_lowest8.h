/* hull_lowest8.h: where a hull reaches farthest down within the prism over a triangle, of eight edges or
 * faces of the hull in lanes.
 *
 * That is on an edge of the hull, or where an upright edge of the prism enters the hull. */
#ifndef CAROM_NARROWPHASE_HULL_LOWEST8_H
#define CAROM_NARROWPHASE_HULL_LOWEST8_H

#include <float.h>

#include "box_triangle.h"
#include "clip_polygon.h"
#include "facets.h"
#include "lanes8.h"

typedef struct hull_lowest8 {
  carom__lanes8 front[3], base; /* heights are products with the front, above the base */
  carom__lanes8 inward[3][3], offsets[3];
  carom__lanes8 height, at,
      first; /* of the lowest so far: where on an edge, in the group that begins there */
} hull_lowest8;

CAROM__LANES8 static inline void hull_lowest8_begin(hull_lowest8 *a, const carom__box_triangle *it) {
  clip_plane prism[3];
  carom__triangle_prism(it->corners, it->front, prism);
  for (int k = 0; k < 3; k++) {
    a->front[k] = lanes8_splat(vec3_get(it->front, k));
    a->offsets[k] = lanes8_splat(prism[k].offset);
    for (int i = 0; i < 3; i++) a->inward[k][i] = lanes8_splat(vec3_get(prism[k].inward, i));
  }
  a->base = lanes8_splat(vec3_dot(it->front, it->corners[0]));
  a->height = lanes8_splat(FLT_MAX);
  a->at = a->first = lanes8_splat(0);
}

/* Cuts the part of edges that a side of the prism leaves. */
CAROM__LANES8 static inline void hull_lowest8_cut(const hull_lowest8 *a, int side, carom__lanes8 from[3],
                                                  carom__lanes8 to[3], carom__lanes8 part[2]) {
  carom__lanes8 zero = lanes8_splat(0), one = lanes8_splat(1);
  carom__lanes8 begin = lanes8_sub(lanes8_dot(a->inward[side], from), a->offsets[side]);
  carom__lanes8 end = lanes8_sub(lanes8_dot(a->inward[side], to), a->offsets[side]);
  carom__lanes8 drop = lanes8_sub(begin, end);
  carom__lanes8 cut = lanes8_div(begin, lanes8_select(lanes8_eq(drop, zero), one, drop));
  carom__lanes8 begins_out = lanes8_gt(zero, begin), ends_out = lanes8_gt(zero, end);
  part[0] = lanes8_select(begins_out, lanes8_max(part[0], cut), part[0]);
  part[1] = lanes8_select(ends_out, lanes8_min(part[1], cut), part[1]);
  part[1] = lanes8_select(lanes8_and(begins_out, ends_out), lanes8_sub(zero, one), part[1]);
}

CAROM__LANES8 static inline void hull_lowest8_edges(hull_lowest8 *a, const carom__facets *facets,
                                                    uint32_t first) {
  carom__lanes8 ends[2][3], part[2] = {lanes8_splat(0), lanes8_splat(1)};
  for (int i = 0; i < 6; i++) ends[i / 3][i % 3] = lanes8_load(facets->ends[i / 3][i % 3] + first);
  for (int side = 0; side < 3; side++) hull_lowest8_cut(a, side, ends[0], ends[1], part);
  carom__lanes8 begin = lanes8_sub(lanes8_dot(a->front, ends[0]), a->base);
  carom__lanes8 way = lanes8_sub(lanes8_sub(lanes8_dot(a->front, ends[1]), a->base), begin);
  carom__lanes8 low = lanes8_add(begin, lanes8_mul(part[0], way));
  carom__lanes8 high = lanes8_add(begin, lanes8_mul(part[1], way));
  carom__lanes8 at = lanes8_select(lanes8_gt(low, high), part[1], part[0]), height = lanes8_min(low, high);
  carom__lanes8 lower = lanes8_and(lanes8_ge(part[1], part[0]), lanes8_gt(a->height, height));
  a->height = lanes8_select(lower, height, a->height);
  a->at = lanes8_select(lower, at, a->at);
  a->first = lanes8_select(lower, lanes8_splat((float)first), a->first);
}

/* Where the line through a corner along the front is in the hull: from the greatest of in to the least of
 * out. */
CAROM__LANES8 static inline void hull_lowest8_line(const hull_lowest8 *a, const carom__facets *facets,
                                                   carom_vec3 corner, float *in, float *out) {
  const carom__lanes8 from[3] = {lanes8_splat(corner.x), lanes8_splat(corner.y), lanes8_splat(corner.z)};
  carom__lanes8 zero = lanes8_splat(0), most = lanes8_splat(FLT_MAX);
  carom__lanes8 enters = lanes8_neg(most), leaves = most;
  for (uint32_t first = 0; first < facets->hull->face_count; first += 8) {
    carom__lanes8 n[3];
    for (int k = 0; k < 3; k++) n[k] = lanes8_load(facets->planes[k] + first);
    carom__lanes8 below = lanes8_sub(lanes8_load(facets->planes[3] + first), lanes8_dot(n, from));
    carom__lanes8 rise = lanes8_dot(n, a->front), flat = lanes8_eq(rise, zero);
    carom__lanes8 at = lanes8_div(below, lanes8_select(flat, lanes8_splat(1), rise));
    enters = lanes8_select(lanes8_gt(zero, rise), lanes8_max(enters, at), enters);
    leaves = lanes8_select(lanes8_gt(rise, zero), lanes8_min(leaves, at), leaves);
    leaves = lanes8_select(lanes8_and(flat, lanes8_gt(zero, below)), lanes8_neg(most), leaves);
  }
  *in = -lanes8_least(lanes8_neg(enters));
  *out = lanes8_least(leaves);
}

#endif

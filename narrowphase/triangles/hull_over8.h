/* hull_over8.h: how far a hull reaches down within the prisms over eight triangles.
 *
 * That is a convex function. Where the lowest vertex of the hull is not over the triangle, the lowest point
 * over that is thus on a side of the prism beyond which the vertex is: on an edge of the hull that the side
 * cuts, or where an upright edge of the prism enters the hull. */
#ifndef CAROM_NARROWPHASE_HULL_OVER8_H
#define CAROM_NARROWPHASE_HULL_OVER8_H

#include <float.h>

#include "box_points.h"
#include "lanes8.h"

/* Faces whose rise along the front is less than this are upright. */
#define CAROM__HULL_OVER8_RISE 1e-18f

typedef struct hull_over8 {
  carom__lanes8 p[3][3], front[3];
  carom__lanes8 sides[3][3], offsets[3];         /* of the prism: what is inward of them */
  carom__lanes8 heights[CAROM__FACETS_VERTICES]; /* above the planes */
  carom__lanes8 in[3][CAROM__FACETS_VERTICES];   /* how far within the sides of the prisms */
  carom__lanes8 vertex, depth;                   /* the lowest vertex, and its height */
  carom__lanes8 beyond[3];                       /* masks: it is beyond a side */
  carom__lanes8 face;                            /* that looks most down */
  /* the lowest so far: of an edge, where on it; of a line through corner k of the triangle, -1 - k */
  carom__lanes8 height, at, edge;
} hull_over8;

CAROM__LANES8 static inline void hull_over8_side(hull_over8 *a, int side) {
  carom__lanes8 edge[3], across[3], *inward = a->sides[side];
  lanes8_sub3(a->p[(side + 1) % 3], a->p[side], edge);
  lanes8_sub3(a->p[(side + 2) % 3], a->p[side], across);
  lanes8_cross(a->front, edge, inward);
  carom__lanes8 turned = lanes8_gt(lanes8_splat(0), lanes8_dot(inward, across));
  for (int k = 0; k < 3; k++) inward[k] = lanes8_select(turned, lanes8_neg(inward[k]), inward[k]);
  a->offsets[side] = lanes8_dot(inward, a->p[side]);
}

CAROM__LANES8 static inline void hull_over8_begin(hull_over8 *a, const carom__box_triangle its[8]) {
  float rows[12][8];
  for (int lane = 0; lane < 8; lane++) {
    const carom__box_triangle *it = &its[lane];
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) rows[3 * i + k][lane] = vec3_get(it->corners[i], k);
      rows[9 + i][lane] = vec3_get(it->front, i);
    }
  }
  for (int i = 0; i < 9; i++) a->p[i / 3][i % 3] = lanes8_load(rows[i]);
  for (int k = 0; k < 3; k++) a->front[k] = lanes8_load(rows[9 + k]);
  for (int side = 0; side < 3; side++) hull_over8_side(a, side);
  a->height = a->depth = lanes8_splat(FLT_MAX);
  a->vertex = a->face = a->at = a->edge = lanes8_splat(0);
}

/* Measures all vertices. */
CAROM__LANES8 static inline void hull_over8_vertices(hull_over8 *a, const carom_hull *hull) {
  carom__lanes8 zero = lanes8_splat(0), base = lanes8_dot(a->front, a->p[0]), in[3] = {zero, zero, zero};
  for (uint32_t i = 0; i < hull->vertex_count; i++) {
    const carom_vec3 v = hull->vertices[i];
    const carom__lanes8 vertex[3] = {lanes8_splat(v.x), lanes8_splat(v.y), lanes8_splat(v.z)};
    carom__lanes8 height = lanes8_sub(lanes8_dot(a->front, vertex), base);
    carom__lanes8 lower = lanes8_gt(a->depth, height);
    a->heights[i] = height;
    a->depth = lanes8_select(lower, height, a->depth);
    a->vertex = lanes8_select(lower, lanes8_splat((float)i), a->vertex);
    for (int side = 0; side < 3; side++) {
      a->in[side][i] = lanes8_sub(lanes8_dot(a->sides[side], vertex), a->offsets[side]);
      in[side] = lanes8_select(lower, a->in[side][i], in[side]);
    }
  }
  for (int side = 0; side < 3; side++) a->beyond[side] = lanes8_gt(zero, in[side]);
}

/* Follows the upright edges of the prisms through the faces to where they enter and leave the hull. */
CAROM__LANES8 static inline void hull_over8_faces(hull_over8 *a, const carom_hull *hull,
                                                  carom__lanes8 enters[3], carom__lanes8 leaves[3]) {
  carom__lanes8 zero = lanes8_splat(0), one = lanes8_splat(1), most = lanes8_splat(FLT_MAX);
  carom__lanes8 least = lanes8_neg(most), flat = lanes8_splat(CAROM__HULL_OVER8_RISE), lowest = zero;
  for (int k = 0; k < 3; k++) enters[k] = least, leaves[k] = most;
  for (uint32_t f = 0; f < hull->face_count; f++) {
    const carom_vec3 normal = hull->planes[f].normal;
    const carom__lanes8 n[3] = {lanes8_splat(normal.x), lanes8_splat(normal.y), lanes8_splat(normal.z)};
    carom__lanes8 rise = lanes8_dot(n, a->front), offset = lanes8_splat(hull->planes[f].offset);
    carom__lanes8 down = lanes8_gt(lowest, rise);
    lowest = lanes8_min(lowest, rise);
    a->face = lanes8_select(down, lanes8_splat((float)f), a->face);
    carom__lanes8 upright = lanes8_gt(flat, lanes8_abs(rise)), in = lanes8_gt(zero, lanes8_add(rise, flat));
    carom__lanes8 over = lanes8_div(one, lanes8_select(upright, one, rise));
    for (int k = 0; k < 3; k++) {
      carom__lanes8 below = lanes8_sub(offset, lanes8_dot(n, a->p[k])), at = lanes8_mul(below, over);
      at = lanes8_select(upright, lanes8_select(lanes8_gt(zero, below), least, most), at);
      enters[k] = lanes8_max(enters[k], lanes8_select(in, at, least));
      leaves[k] = lanes8_min(leaves[k], lanes8_select(in, most, at));
    }
  }
}

/* Takes the upright edges at the ends of the sides beyond which the lowest vertex is. */
CAROM__LANES8 static inline void hull_over8_lines(hull_over8 *a, const carom_hull *hull) {
  carom__lanes8 enters[3], leaves[3];
  hull_over8_faces(a, hull, enters, leaves);
  for (int k = 0; k < 3; k++) {
    carom__lanes8 counts = lanes8_or(a->beyond[k], a->beyond[(k + 2) % 3]);
    counts = lanes8_and(counts, lanes8_ge(leaves[k], enters[k]));
    carom__lanes8 lower = lanes8_and(counts, lanes8_gt(a->height, enters[k]));
    a->height = lanes8_select(lower, enters[k], a->height);
    a->edge = lanes8_select(lower, lanes8_splat((float)(-1 - k)), a->edge);
  }
}

CAROM__LANES8 static inline carom__lanes8 hull_over8_between(const carom__lanes8 *values,
                                                             const uint16_t ends[2], carom__lanes8 at) {
  carom__lanes8 first = values[ends[0]];
  return lanes8_add(first, lanes8_mul(at, lanes8_sub(values[ends[1]], first)));
}

/* Where a side of the prism cuts an edge. */
CAROM__LANES8 static inline void hull_over8_cut(hull_over8 *a, const uint16_t ends[2], uint32_t edge,
                                                int side) {
  carom__lanes8 begin = a->in[side][ends[0]], end = a->in[side][ends[1]], zero = lanes8_splat(0);
  carom__lanes8 low = lanes8_min(begin, end), high = lanes8_max(begin, end);
  carom__lanes8 cuts = lanes8_and(lanes8_and(lanes8_gt(zero, low), lanes8_ge(high, zero)), a->beyond[side]);
  if (lanes8_bits(cuts) == 0) return;
  carom__lanes8 drop = lanes8_select(cuts, lanes8_sub(begin, end), lanes8_splat(1));
  carom__lanes8 at = lanes8_div(lanes8_select(cuts, begin, zero), drop);
  carom__lanes8 next = hull_over8_between(a->in[(side + 1) % 3], ends, at);
  carom__lanes8 last = hull_over8_between(a->in[(side + 2) % 3], ends, at);
  carom__lanes8 height = hull_over8_between(a->heights, ends, at);
  carom__lanes8 lower = lanes8_and(lanes8_ge(lanes8_min(next, last), zero), lanes8_gt(a->height, height));
  lower = lanes8_and(lower, cuts);
  a->height = lanes8_select(lower, height, a->height);
  a->at = lanes8_select(lower, at, a->at);
  a->edge = lanes8_select(lower, lanes8_splat((float)edge), a->edge);
}

CAROM__LANES8 static inline void hull_over8_edges(hull_over8 *a, const carom__facets *facets) {
  for (uint32_t e = 0; e < facets->edge_count; e++) {
    const uint16_t *ends = facets->vertices[e];
    carom__lanes8 least = lanes8_min(a->heights[ends[0]], a->heights[ends[1]]);
    if (lanes8_bits(lanes8_gt(a->height, least)) == 0) continue;
    for (int side = 0; side < 3; side++) hull_over8_cut(a, ends, e, side);
  }
}

/* --- The answers --- */

/* The numbers of the lanes. */
typedef struct hull_over8_rows {
  float vertex[8], depth[8], face[8], height[8], at[8], edge[8];
  unsigned beyond; /* a bit for each lane */
} hull_over8_rows;

CAROM__LANES8 static inline void hull_over8_store(const hull_over8 *a, hull_over8_rows *out) {
  lanes8_store(out->vertex, a->vertex);
  lanes8_store(out->depth, a->depth);
  lanes8_store(out->face, a->face);
  lanes8_store(out->height, a->height);
  lanes8_store(out->at, a->at);
  lanes8_store(out->edge, a->edge);
  out->beyond = lanes8_bits(lanes8_or(lanes8_or(a->beyond[0], a->beyond[1]), a->beyond[2]));
}

static inline carom__point hull_over8_lowest(const hull_over8_rows *rows, const carom__facets *facets,
                                             const carom__box_triangle *it, int lane) {
  const carom_vec3 *vertices = facets->hull->vertices;
  float height = rows->height[lane];
  uint32_t vertex = (uint32_t)rows->vertex[lane];
  if (!(rows->beyond >> lane & 1))
    return (carom__point){vertices[vertex], rows->depth[lane], CAROM__NAMES_OF_VERTICES + vertex};
  if (rows->edge[lane] < 0) {
    uint32_t corner = (uint32_t)(-1 - rows->edge[lane]);
    return (carom__point){vec3_mad(it->corners[corner], it->front, height), height,
                          CAROM__NAMES_OF_CORNERS + corner};
  }
  uint32_t edge = (uint32_t)rows->edge[lane];
  const uint16_t *ends = facets->vertices[edge];
  return (carom__point){vec3_lerp(vertices[ends[0]], vertices[ends[1]], rows->at[lane]), height,
                        CAROM__LOWEST_NAMES + edge};
}

CAROM__LANES8 static void lowest8(const carom__facets *facets, const carom__box_triangle its[8],
                                  carom__hull_low out[8]) {
  hull_over8 a;
  hull_over8_rows rows;
  hull_over8_begin(&a, its);
  hull_over8_vertices(&a, facets->hull);
  hull_over8_lines(&a, facets->hull);
  hull_over8_edges(&a, facets);
  hull_over8_store(&a, &rows);
  for (int lane = 0; lane < 8; lane++) {
    out[lane].face = (uint32_t)rows.face[lane];
    out[lane].depth = rows.depth[lane];
    out[lane].found = rows.height[lane] < FLT_MAX || !(rows.beyond >> lane & 1);
    out[lane].lowest = hull_over8_lowest(&rows, facets, &its[lane], lane);
  }
}

#endif

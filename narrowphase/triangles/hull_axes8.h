/* hull_axes8.h: the axis along which a hull and a triangle overlap least, of eight triangles in lanes.
 *
 * The axes are the normals of the triangle and of the hull, and of the products of two edges those that may
 * be the least: where the arc between the normals of the hull's edge crosses the half circle of directions
 * along which the edge of the triangle is the farthest. (Gregorius, 2013.) Such a direction lies between the
 * two normals. How deep the triangle is along it then follows from how deep it is along those. */
#ifndef CAROM_NARROWPHASE_HULL_AXES8_H
#define CAROM_NARROWPHASE_HULL_AXES8_H

#include "facets.h"
#include "triangle8.h"
#include "triangle_set.h"

/* Edges that are more parallel than this sine count for nothing. */
#define CAROM__HULL_AXES8_SINE 0x1p-10f
/* What is less deep than this part of the sizes beside such edges takes the general way. */
#define CAROM__HULL_AXES8_UNSURE 0x1p-8f
/* What an axis must save to be preferred to an earlier one, in parts of the sizes. */
#define CAROM__HULL_AXES8_PREFERENCE (16 * 0x1p-24f)

/* A face of the hull. */
typedef struct hull_face8 {
  carom__lanes8 along[3]; /* how far the edges of the triangles lead along its normal */
  carom__lanes8 below[3]; /* how far the points of these are below it that are nearest to the middle */
} hull_face8;

typedef struct hull_axes8 {
  triangle8_turned s;
  carom__lanes8 edges[3][3], squares[3];
  carom__lanes8 near[3]; /* where on the edges the points are that are nearest to the middle */
  carom__lanes8 preference;
  carom__lanes8 depth, axis; /* of the best so far */
  carom__lanes8 unsure;      /* a mask: an axis of edges was left out */
} hull_axes8;

CAROM__LANES8 static inline void hull_axes8_try(hull_axes8 *a, carom__lanes8 depth, int axis) {
  carom__lanes8 better = lanes8_gt(lanes8_sub(a->depth, a->preference), depth);
  a->depth = lanes8_select(better, depth, a->depth);
  a->axis = lanes8_select(better, lanes8_splat((float)axis), a->axis);
}

/* The side of the triangle where the middle of the hull is; that of its front when it has no other, and then
 * the hull may be apart from it on the other side, or hardly reach through it. */
CAROM__LANES8 static inline void hull_axes8_front(hull_axes8 *a, const carom_hull *hull,
                                                  const carom_obb *place, bool one_sided) {
  const carom_vec3 c = hull->centroid;
  const carom__lanes8 middle[3] = {lanes8_splat(c.x), lanes8_splat(c.y), lanes8_splat(c.z)};
  carom__lanes8 n[3], zero = lanes8_splat(0), low = lanes8_splat(FLT_MAX), high = lanes8_neg(low);
  lanes8_cross(a->edges[0], a->edges[1], n);
  carom__lanes8 base = lanes8_dot(n, a->s.t.p[0]);
  carom__lanes8 behind =
      one_sided ? lanes8_gt(zero, zero) : lanes8_gt(zero, lanes8_sub(lanes8_dot(n, middle), base));
  for (int k = 0; k < 3; k++) n[k] = lanes8_select(behind, lanes8_neg(n[k]), n[k]);
  base = lanes8_select(behind, lanes8_neg(base), base);
  for (uint32_t i = 0; i < hull->vertex_count; i++) {
    const carom_vec3 v = hull->vertices[i];
    const carom__lanes8 vertex[3] = {lanes8_splat(v.x), lanes8_splat(v.y), lanes8_splat(v.z)};
    carom__lanes8 at = lanes8_dot(n, vertex);
    low = lanes8_min(low, at), high = lanes8_max(high, at);
  }
  carom__lanes8 square = lanes8_max(lanes8_dot(n, n), lanes8_splat(CAROM__TRIANGLE8_LEAST));
  carom__lanes8 up = lanes8_sub(base, low), down = lanes8_sub(high, base);
  carom__lanes8 length = lanes8_sqrt(square), hardly = lanes8_mul(triangle8_hardly(&a->s, place), length);
  up = lanes8_select(lanes8_gt(hardly, down), down, up);
  a->depth = lanes8_add(lanes8_div(up, length), a->s.slack);
  a->axis = lanes8_splat((float)CAROM__AXIS_OF_TRIANGLE);
}

CAROM__LANES8 static inline void hull_axes8_face(hull_axes8 *a, const carom_plane *plane, int number,
                                                 hull_face8 *out) {
  const carom__lanes8 n[3] = {lanes8_splat(plane->normal.x), lanes8_splat(plane->normal.y),
                              lanes8_splat(plane->normal.z)};
  carom__lanes8 below[3], offset = lanes8_splat(plane->offset);
  for (int i = 0; i < 3; i++) below[i] = lanes8_sub(offset, lanes8_dot(n, a->s.t.p[i]));
  carom__lanes8 depth = lanes8_max(lanes8_max(below[0], below[1]), below[2]);
  hull_axes8_try(a, lanes8_add(depth, a->s.slack), CAROM__AXIS_OF_FACETS + number);
  for (int i = 0; i < 2; i++) out->along[i] = lanes8_dot(n, a->edges[i]);
  out->along[2] = lanes8_neg(lanes8_add(out->along[0], out->along[1]));
  for (int i = 0; i < 3; i++) out->below[i] = lanes8_sub(below[i], lanes8_mul(a->near[i], out->along[i]));
}

/* Where the edge i of the triangles may be the least with that between two faces: their normals are on both
 * sides of it, and along a direction between them the triangle is no less deep than the lesser of both. */
CAROM__LANES8 static inline carom__lanes8 hull_axes8_may(const hull_axes8 *a, const hull_face8 *f,
                                                         const hull_face8 *g, int i) {
  carom__lanes8 crosses = lanes8_gt(lanes8_splat(0), lanes8_mul(f->along[i], g->along[i]));
  return lanes8_and(crosses, lanes8_gt(a->depth, lanes8_min(f->below[i], g->below[i])));
}

CAROM__LANES8 static inline void hull_axes8_edges(hull_axes8 *a, const hull_face8 *f, const hull_face8 *g,
                                                  float cosine, int i, carom__lanes8 crosses, int axis) {
  int last = (i + 2) % 3;
  carom__lanes8 zero = lanes8_splat(0), of_f = lanes8_abs(g->along[i]), of_g = lanes8_abs(f->along[i]);
  carom__lanes8 third = lanes8_add(lanes8_mul(of_f, f->along[last]), lanes8_mul(of_g, g->along[last]));
  crosses = lanes8_and(crosses, lanes8_ge(zero, third));
  if (lanes8_bits(crosses) == 0) return;
  carom__lanes8 below = lanes8_add(lanes8_mul(of_f, f->below[i]), lanes8_mul(of_g, g->below[i]));
  carom__lanes8 square = lanes8_add(lanes8_mul(of_f, of_f), lanes8_mul(of_g, of_g));
  square = lanes8_add(square, lanes8_mul(lanes8_mul(of_f, of_g), lanes8_splat(2 * cosine)));
  float sine = CAROM__HULL_AXES8_SINE * CAROM__HULL_AXES8_SINE * (1 - cosine * cosine);
  carom__lanes8 slanted = lanes8_gt(square, lanes8_mul(lanes8_splat(sine), a->squares[i]));
  carom__lanes8 length = lanes8_sqrt(lanes8_max(square, lanes8_splat(CAROM__TRIANGLE8_LEAST)));
  carom__lanes8 depth = lanes8_add(lanes8_div(below, length), a->s.slack);
  carom__lanes8 far = lanes8_splat(FLT_MAX);
  hull_axes8_try(a, lanes8_select(lanes8_and(crosses, slanted), depth, far), axis);
  a->unsure = lanes8_or(a->unsure, lanes8_select(slanted, zero, crosses));
}

CAROM__LANES8 static inline void hull_axes8_all_edges(hull_axes8 *a, const carom__facets *facets,
                                                      const hull_face8 *faces) {
  for (uint32_t e = 0; e < facets->edge_count; e++) {
    const hull_face8 *f = &faces[facets->faces[e][0]], *g = &faces[facets->faces[e][1]];
    carom__lanes8 may[3];
    for (int i = 0; i < 3; i++) may[i] = hull_axes8_may(a, f, g, i);
    if (lanes8_bits(lanes8_or(lanes8_or(may[0], may[1]), may[2])) == 0) continue;
    for (int i = 0; i < 3; i++)
      if (lanes8_bits(may[i]))
        hull_axes8_edges(a, f, g, facets->cosines[e], i, may[i], CAROM__AXIS_OF_FACET_EDGES + 3 * (int)e + i);
  }
}

CAROM__LANES8 static inline void hull_axes8_begin(hull_axes8 *a, const triangle8 *t, const carom_hull *hull,
                                                  const carom_obb *place) {
  const carom_vec3 c = hull->centroid;
  const carom__lanes8 middle[3] = {lanes8_splat(c.x), lanes8_splat(c.y), lanes8_splat(c.z)};
  a->s = triangle8_turn(t, place);
  a->unsure = lanes8_splat(0);
  triangle8_edges(&a->s.t, a->edges);
  for (int i = 0; i < 3; i++) {
    carom__lanes8 way[3], least = lanes8_splat(CAROM__TRIANGLE8_LEAST);
    lanes8_sub3(middle, a->s.t.p[i], way);
    a->squares[i] = lanes8_max(lanes8_dot(a->edges[i], a->edges[i]), least);
    a->near[i] = lanes8_clamp01(lanes8_div(lanes8_dot(way, a->edges[i]), a->squares[i]));
  }
  carom__lanes8 size = lanes8_add(lanes8_splat(place->half.x + place->half.y + place->half.z), a->s.reach);
  a->preference = lanes8_mul(size, lanes8_splat(CAROM__HULL_AXES8_PREFERENCE));
}

/* place: that of the hull, and the half extents of its box. */
CAROM__LANES8 static inline void hull_axes8_find(const triangle8 *t, const carom__facets *facets,
                                                 const carom_obb *place, bool one_sided, hull_axes8 *a) {
  hull_face8 faces[CAROM__FACETS_FACES];
  const carom_hull *hull = facets->hull;
  carom__lanes8 zero = lanes8_splat(0);
  hull_axes8_begin(a, t, hull, place);
  hull_axes8_front(a, hull, place, one_sided);
  for (uint32_t f = 0; f < hull->face_count; f++) hull_axes8_face(a, &hull->planes[f], (int)f, &faces[f]);
  if (lanes8_bits(lanes8_ge(a->depth, zero)) == 0) return;
  hull_axes8_all_edges(a, facets, faces);
  float size = place->half.x + place->half.y + place->half.z;
  carom__lanes8 shallow = lanes8_gt(lanes8_splat(CAROM__HULL_AXES8_UNSURE * size), a->depth);
  shallow = lanes8_and(lanes8_and(shallow, a->unsure), lanes8_gt(a->depth, zero));
  a->depth = lanes8_select(shallow, zero, a->depth);
}

#endif

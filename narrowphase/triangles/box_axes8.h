/* box_axes8.h: the axis along which a box and a triangle overlap least, of eight triangles in lanes.
 *
 * The thirteen axes are the normal of the triangle, those of the box, and the products of their edges.
 * (Akenine-Moller, 2001.) */
#ifndef CAROM_NARROWPHASE_BOX_AXES8_H
#define CAROM_NARROWPHASE_BOX_AXES8_H

#include "triangle8.h"
#include "triangle_set.h"

/* Edges that are more parallel than this sine count for nothing. */
#define CAROM__BOX_AXES8_SINE 0x1p-10f
/* What an axis of edges must save to be preferred to a face, in parts of the sizes. */
#define CAROM__BOX_AXES8_PREFERENCE (16 * 0x1p-24f)

typedef struct box_axes8 {
  triangle8_turned s;
  carom__lanes8 edges[3][3];
  carom__lanes8 depth, axis; /* of the best so far */
} box_axes8;

/* up: how far the box must move along the axis to leave the triangle; down: against it. */
CAROM__LANES8 static inline void box_axes8_try(box_axes8 *a, carom__lanes8 up, carom__lanes8 down, int axis,
                                               carom__lanes8 preference) {
  carom__lanes8 against = lanes8_gt(up, down), depth = lanes8_min(up, down);
  carom__lanes8 better = lanes8_gt(lanes8_sub(a->depth, preference), depth);
  carom__lanes8 name =
      lanes8_select(against, lanes8_splat((float)(axis | CAROM__AXIS_AGAINST)), lanes8_splat((float)axis));
  a->depth = lanes8_select(better, depth, a->depth);
  a->axis = lanes8_select(better, name, a->axis);
}

/* The side of the triangle where the middle of the box is; that of its front when it has no other, and then
 * the box may be apart from it on the other side, or hardly reach through it. */
CAROM__LANES8 static inline void box_axes8_face(box_axes8 *a, const carom_obb *box, bool one_sided) {
  carom__lanes8 n[3], size[3], zero = lanes8_splat(0);
  lanes8_cross(a->edges[0], a->edges[1], n);
  for (int k = 0; k < 3; k++) size[k] = lanes8_abs(n[k]);
  carom__lanes8 square = lanes8_max(lanes8_dot(n, n), lanes8_splat(CAROM__TRIANGLE8_LEAST));
  carom__lanes8 length = lanes8_sqrt(square), height = lanes8_neg(lanes8_dot(n, a->s.t.p[0]));
  carom__lanes8 behind = one_sided ? lanes8_gt(zero, zero) : lanes8_gt(zero, height);
  carom__lanes8 over = lanes8_select(behind, lanes8_neg(height), height);
  carom__lanes8 extent = lanes8_dot(size, a->s.half), up = lanes8_sub(extent, over);
  carom__lanes8 down = lanes8_add(extent, over), hardly = lanes8_mul(triangle8_hardly(&a->s, box), length);
  a->depth = lanes8_div(lanes8_select(lanes8_gt(hardly, down), down, up), length);
  a->axis = lanes8_select(behind, lanes8_splat((float)(CAROM__AXIS_OF_TRIANGLE | CAROM__AXIS_AGAINST)),
                          lanes8_splat((float)CAROM__AXIS_OF_TRIANGLE));
}

/* The corner before an edge lies across from it. */
CAROM__LANES8 static inline void box_axes8_edge(box_axes8 *a, int i, int k, carom__lanes8 preference) {
  int u = (k + 1) % 3, v = (k + 2) % 3;
  const carom__lanes8 *edge = a->edges[i], *p = a->s.t.p[i], *q = a->s.t.p[(i + 2) % 3];
  carom__lanes8 at = lanes8_sub(lanes8_mul(p[v], edge[u]), lanes8_mul(p[u], edge[v]));
  carom__lanes8 across = lanes8_sub(lanes8_mul(q[v], edge[u]), lanes8_mul(q[u], edge[v]));
  carom__lanes8 reach = lanes8_add(lanes8_mul(a->s.half[u], lanes8_abs(edge[v])),
                                   lanes8_mul(a->s.half[v], lanes8_abs(edge[u])));
  carom__lanes8 square = lanes8_add(lanes8_mul(edge[u], edge[u]), lanes8_mul(edge[v], edge[v]));
  carom__lanes8 sine = lanes8_splat(CAROM__BOX_AXES8_SINE);
  carom__lanes8 least = lanes8_mul(lanes8_mul(sine, sine), lanes8_dot(edge, edge));
  carom__lanes8 far = lanes8_splat(FLT_MAX), slanted = lanes8_gt(square, least);
  carom__lanes8 length = lanes8_sqrt(lanes8_max(square, lanes8_splat(CAROM__TRIANGLE8_LEAST)));
  carom__lanes8 up = lanes8_div(lanes8_add(lanes8_max(at, across), reach), length);
  carom__lanes8 down = lanes8_div(lanes8_sub(reach, lanes8_min(at, across)), length);
  box_axes8_try(a, lanes8_select(slanted, up, far), lanes8_select(slanted, down, far),
                CAROM__AXIS_OF_EDGES + 3 * i + k, preference);
}

CAROM__LANES8 static inline void box_axes8_find(const triangle8 *t, const carom_obb *box, bool one_sided,
                                                box_axes8 *a) {
  a->s = triangle8_turn(t, box);
  triangle8_edges(&a->s.t, a->edges);
  box_axes8_face(a, box, one_sided);
  carom__lanes8 size =
      lanes8_add(lanes8_add(a->s.half[0], a->s.half[1]), lanes8_add(a->s.half[2], a->s.reach));
  carom__lanes8 preference = lanes8_mul(size, lanes8_splat(CAROM__BOX_AXES8_PREFERENCE));
  for (int k = 0; k < 3; k++)
    box_axes8_try(a, lanes8_add(triangle8_most(&a->s.t, k), a->s.half[k]),
                  lanes8_sub(a->s.half[k], triangle8_least(&a->s.t, k)), CAROM__AXIS_OF_BOX + k, preference);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) box_axes8_edge(a, i, k, preference);
}

#endif

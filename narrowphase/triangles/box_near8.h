/* box_near8.h: how far eight triangles are from a box at least, in lanes.
 *
 * Going back and forth between the nearest points of the box and of a triangle comes nearer and nearer to
 * their distance (von Neumann, 1933). Each way between two such points is also a direction along which they
 * are apart, and how far they are apart along it is a lower bound, which mostly is the distance soon. */
#ifndef CAROM_NARROWPHASE_BOX_NEAR8_H
#define CAROM_NARROWPHASE_BOX_NEAR8_H

#include "triangle8.h"
#include "triangle_set.h"

/* So often at most. Edges that cross at a small angle would need more. */
#define BOX_NEAR8_STEPS 6
/* A bound that is so near to the distance, in parts of it, need not be nearer. */
#define BOX_NEAR8_DONE 0x1p-16f

typedef struct box_near8 {
  triangle8_turned s;
  carom__lanes8 on_triangle[3]; /* a point of each, in the frame of the box */
  carom__lanes8 way[3];         /* to it from the nearest point of the box */
  carom__lanes8 square;         /* of the length of the way */
  carom__lanes8 least;          /* the lower bound */
} box_near8;

/* How far the triangles are from the box along a way at least. Nothing is said that only holds if the way
 * leads to the nearest point. */
CAROM__LANES8 static inline void box_near8_prove(box_near8 *n, const carom__lanes8 way[3]) {
  const carom__lanes8 size[3] = {lanes8_abs(way[0]), lanes8_abs(way[1]), lanes8_abs(way[2])};
  carom__lanes8 heights[3], square = lanes8_dot(way, way);
  for (int i = 0; i < 3; i++) heights[i] = lanes8_dot(way, n->s.t.p[i]);
  carom__lanes8 least = lanes8_min(lanes8_min(heights[0], heights[1]), heights[2]);
  carom__lanes8 gap = lanes8_sub(least, lanes8_dot(size, n->s.half));
  carom__lanes8 length = lanes8_sqrt(lanes8_max(square, lanes8_splat(CAROM__TRIANGLE8_LEAST)));
  n->least = lanes8_max(n->least, lanes8_sub(lanes8_div(gap, length), n->s.slack));
}

/* From the triangles to the box. */
CAROM__LANES8 static inline void box_near8_to_box(box_near8 *n) {
  for (int k = 0; k < 3; k++) {
    carom__lanes8 least = lanes8_neg(n->s.half[k]);
    carom__lanes8 on_box = lanes8_min(lanes8_max(n->on_triangle[k], least), n->s.half[k]);
    n->way[k] = lanes8_sub(n->on_triangle[k], on_box);
  }
  n->square = lanes8_dot(n->way, n->way);
  box_near8_prove(n, n->way);
}

/* From the nearest points of the box to the triangles. */
CAROM__LANES8 static inline void box_near8_to_triangle(box_near8 *n) {
  carom__lanes8 on_box[3];
  triangle8_near near;
  for (int k = 0; k < 3; k++) on_box[k] = lanes8_sub(n->on_triangle[k], n->way[k]);
  triangle8_nearest(&n->s.t, on_box, &near);
  for (int k = 0; k < 3; k++) n->on_triangle[k] = lanes8_add(on_box[k], near.way[k]);
  box_near8_prove(n, near.way);
}

/* Those of the lanes that may reach above the plane of the question. */
CAROM__LANES8 static inline unsigned box_near8_above(const triangle8 *t,
                                                     const carom__near_question *question) {
  carom__lanes8 normal[3], center[3], most = lanes8_splat(-FLT_MAX);
  for (int k = 0; k < 3; k++) {
    normal[k] = lanes8_splat(vec3_get(question->normal, k));
    center[k] = lanes8_splat(vec3_get(question->box.center, k));
  }
  for (int i = 0; i < 3; i++) {
    carom__lanes8 from[3];
    lanes8_sub3(t->p[i], center, from);
    most = lanes8_max(most, lanes8_dot(from, normal));
  }
  return lanes8_bits(lanes8_gt(most, lanes8_splat(question->height)));
}

/* Those of the lanes that may be as near as the limit. */
CAROM__LANES8 static inline unsigned box_near8_find(const triangle8 *t, const carom__near_question *question,
                                                    unsigned lanes, box_near8 *n) {
  carom__lanes8 limit = lanes8_splat(question->limit), zero = lanes8_splat(0);
  lanes &= box_near8_above(t, question);
  if (!lanes) return 0;
  triangle8_near near;
  n->s = triangle8_turn(t, &question->box);
  const carom__lanes8 origin[3] = {zero, zero, zero};
  triangle8_nearest(&n->s.t, origin, &near);
  for (int k = 0; k < 3; k++) n->on_triangle[k] = near.way[k];
  n->least = zero;
  for (int step = 0; step < BOX_NEAR8_STEPS; step++) {
    box_near8_to_box(n);
    lanes &= lanes8_bits(lanes8_ge(limit, n->least));
    carom__lanes8 done = lanes8_mul(lanes8_sqrt(n->square), lanes8_splat(1 - BOX_NEAR8_DONE));
    carom__lanes8 open = lanes8_gt(lanes8_sub(done, n->s.slack), n->least);
    if (!(lanes & lanes8_bits(open))) break;
    box_near8_to_triangle(n);
  }
  return lanes;
}

#endif

/* two_triangles.h: two triangles without a radius, in closed form. */
#ifndef CAROM_NARROWPHASE_TWO_TRIANGLES_H
#define CAROM_NARROWPHASE_TWO_TRIANGLES_H

#include "narrowphase.h"
#include "triangle.h"

/* What the closed form can tell. */
typedef enum carom__triangles_answer {
  CAROM__TRIANGLES_APART,
  CAROM__TRIANGLES_TOUCH,
  CAROM__TRIANGLES_UNSURE /* only the general way tells whether they touch, or where */
} carom__triangles_answer;

/* Finds the manifold along the axis of least overlap, in the frame of A, when they touch for certain. */
carom__triangles_answer carom__two_triangles_collide(const carom__triangle *a, const carom__triangle *b,
                                                     const carom__relative *b_in_a, carom__manifold *out);

/* What of B is over A, as seen along a unit normal of A, and below its plane. False when there is nothing. */
bool carom__two_triangles_along(const carom__triangle *a, const carom__triangle *b,
                                const carom__relative *b_in_a, carom_vec3 normal, carom__manifold *out);

/* How far the lowest corner of B is below the plane of A, along a unit normal of A. */
float carom__triangle_overlap_along(const carom__triangle *a, const carom__triangle *b,
                                    const carom__relative *b_in_a, carom_vec3 normal);

#endif

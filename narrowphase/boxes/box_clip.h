/* box_clip.h: clips a face of one box to a face of another. */
#ifndef CAROM_NARROWPHASE_BOX_CLIP_H
#define CAROM_NARROWPHASE_BOX_CLIP_H

#include "box_sat.h"
#include "point_set.h"

/* A pair of boxes as seen from a face of one of them, the reference; the other box is the incident. Points
 * have coordinates along the sides u and v of the reference face, from its centre, and a height above it. */
typedef struct carom__box_view {
  int box;                          /* the reference: A, 0, or B, 1 */
  int axis;                         /* of the reference face, */
  float side;                       /* on which side of the box it lies: 1 or -1 */
  float half[4];                    /* of the reference box */
  float slack;                      /* what the reference face is grown by */
  float u[4], v[4], up[4];          /* the incident box's half axes; the fourths are zero */
  float center_u, center_v, height; /* of the incident box */
  float facing[4]; /* on which side its faces lie that look towards the reference face: 1 or -1 */
  int incident;    /* its axis that is most nearly along the height; the first of equals */
} carom__box_view;

/* The face is 0..2 of A or 3..5 of B. */
void carom__box_view_make(const carom__box_pair *pair, int face, carom__box_view *out);

/* Adds the vertices of what the incident box's face on an axis and the prism over the reference face have in
 * common, up to a height, some perhaps twice: x and y are u and v, z is half the separation, and the name is
 * the pair of features. Of its first slots it returns a bit each: clear where the lowest point of this face,
 * if it is there, is the lowest of all faces over the reference face. */
unsigned carom__box_clip(const carom__box_view *view, int axis, float height, carom__point_set *set);

/* Adds the lowest vertices of the incident box, those nearest to the reference face, moved onto it, with a
 * separation. */
void carom__box_clip_vertex(const carom__box_view *view, float separation, carom__point_set *set);

#endif

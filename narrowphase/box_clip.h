/* box_clip.h: where a face of one box lies on a face of another. */
#ifndef CAROM_NARROWPHASE_BOX_CLIP_H
#define CAROM_NARROWPHASE_BOX_CLIP_H

#include <stdint.h>

/* The pair in the frame of one box, the reference; the other is the incident. */
typedef struct carom__box_view {
  float half[3], other_half[3];
  float offset[3];  /* of the incident centre */
  float axis[3][3]; /* axis[j]: the incident box's axis j */
  float slack;      /* the rounding that the reference face is grown by */
} carom__box_view;

/* A face: its axis and on which side it lies, 1 or -1. */
typedef struct carom__box_face {
  int axis, side;
} carom__box_face;

/* A point of the incident face. */
typedef struct carom__clip_point {
  float position[3]; /* in the reference frame */
  float height;      /* above the reference face */
  uint32_t reference_feature, incident_feature;
} carom__clip_point;

/* Four vertices, two crossings an edge, four corners. */
#define CAROM__CLIP_POINTS 16

/* Writes the vertices of what the incident face and the prism over the reference face have in common, some
 * perhaps twice; returns how many. */
uint32_t carom__box_clip(const carom__box_view *view, carom__box_face reference, carom__box_face incident,
                         carom__clip_point out[CAROM__CLIP_POINTS]);

#endif

/* collide_boxes.h: many pairs of boxes at once; each answer is that of the pair alone. */
#ifndef CAROM_NARROWPHASE_COLLIDE_BOXES_H
#define CAROM_NARROWPHASE_COLLIDE_BOXES_H

#include "boxes_kernels.h"

static inline bool are_sharp_boxes(const carom_shape *a, const carom_shape *b) {
  return a->geometry.box.radius + b->geometry.box.radius == 0;
}

static inline carom__box_task box_task_of(carom__site a, carom__site b) {
  return (carom__box_task){&a.shape->geometry.box, &b.shape->geometry.box, a.frame, b.frame};
}

/* Writes, to the bit, what carom__collide does for the boxes and frame_relative of their frames. */
void carom__collide_box_task(const carom__box_task *task, carom__manifold *out);
/* The same of many, but of those that are apart the count alone. */
void carom__collide_boxes(const carom__box_task *tasks, size_t count, carom__manifold *out);

/* The same of boxes that touch; of others nothing but a count of 0. */
void carom__touch_box_task(const carom__box_task *task, carom__manifold *out);

/* Writes, to the bit, what carom__box_near does for boxes that do not touch: where each pair is by its
 * margin, and the manifold of those that are near. */
carom__nearness carom__near_box_task(const carom__box_task *task, float margin, carom__manifold *out);
void carom__near_box_tasks(const carom__box_task *tasks, const float *margins, size_t count,
                           carom__nearness *where, carom__manifold *out);

/* Half extents that are larger by `padding` times their sum. */
static inline carom_vec3 padded_half(carom_vec3 half, float padding) {
  float pad = padding * vec3_norm1(half);
  return vec3_add(half, vec3(pad, pad, pad));
}

/* Does carom__collide find that the boxes touch? */
bool carom__boxes_overlap(const carom__box_task *task);
/* out[i] = carom__boxes_overlap(&tasks[i]) for padded boxes, or, with a padding of 0, for those that there
 * are. */
void carom__overlap_boxes(const carom__box_task *tasks, size_t count, float padding, bool *out);

#endif

/* collide_rectangles.h: pairs of rectangles, one or many at once; each answer is that of the pair alone. */
#ifndef CAROM_NARROWPHASE_COLLIDE_RECTANGLES_H
#define CAROM_NARROWPHASE_COLLIDE_RECTANGLES_H

#include "collide_boxes.h"
#include "plane_kernels.h"

static inline carom__rectangle_task rectangle_task_of(carom__site a, carom__site b) {
  return (carom__rectangle_task){&a.shape->geometry.rectangle, &b.shape->geometry.rectangle, a.frame,
                                 b.frame};
}

/* So many tasks are computed at once. */
#define CAROM__RECTANGLE_BATCH 64

/* Compute how pairs touch, up to CAROM__RECTANGLE_BATCH of them, or one. */
void carom__collide_rectangles(const carom__rectangle_task *tasks, size_t count, carom__rectangle_touch *out);
void carom__collide_rectangle_task(const carom__rectangle_task *task, carom__rectangle_touch *out);
/* What comes of it in the world. */
void carom__rectangle_touch_to_world(const carom__rectangle_touch *touch, const carom_frame *frame_a,
                                     carom_manifold *out);

/* Do two rectangles touch, as carom__collide_rectangle_task finds? CAROM__TOUCH_UNKNOWN where the axes cannot
 * decide. */
carom__touch_state carom__rectangles_touch(const carom__rectangle_task *task);

/* Measures their signed distance in the world. False where that is not proven, or near to touching
 * (measure_rectangles.c). */
bool carom__measure_rectangles(const carom__rectangle_task *task, carom_distance_result *out);

/* Do the x and y sides of padded boxes in the plane overlap, as carom__overlap_boxes has it for boxes? It may
 * be true of boxes that are all but apart. */
void carom__overlap_planar_boxes(const carom__box_task *tasks, size_t count, float padding, bool *out);

#endif

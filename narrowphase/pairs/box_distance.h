/* box_distance.h: how far apart or how deep in each other two boxes without a radius are, by the fifteen
 * axes. */
#ifndef CAROM_NARROWPHASE_BOX_DISTANCE_H
#define CAROM_NARROWPHASE_BOX_DISTANCE_H

#include "pair_class.h"

/* The signed distance of boxes that touch. False of all others. */
carom__closed_distance_fn carom__depth_of_boxes;

/* The distance of boxes that are apart, where an axis tells it: what it tells of touching is written, too.
 * False of all others. */
bool carom__gap_of_boxes(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                         carom__touch_state *touch, carom__separation *out);

#endif

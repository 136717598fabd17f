/* rectangle_gap.h: how two rectangles lie, by the four axes that can part them. */
#ifndef CAROM_NARROWPHASE_PLANAR_RECTANGLE_GAP_H
#define CAROM_NARROWPHASE_PLANAR_RECTANGLE_GAP_H

#include "flat.h"

/* The axis along which two rectangles of these half extents are farthest apart, or overlap least: where they
 * overlap by more than `near`, the gap is what carom__flat_gap_find finds with that preference, but for
 * rounding. Where they do not, only the separation, which is a lower bound, and the normal are set. */
void carom__rectangle_gap_find(carom_vec2 half_a, carom_vec2 half_b, const carom__relative *b_in_a,
                               double near, carom__flat_gap *out);

#endif

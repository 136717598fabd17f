/* obb2.h: the arithmetic that one box of the plane and eight boxes share (carom/obb2.h). */
#ifndef CAROM_BASE_OBB2_H
#define CAROM_BASE_OBB2_H

#include "carom/obb2.h"

/* How far an axis may be from unit length. */
#define CAROM__OBB2_AXIS_TOLERANCE 1e-3f
/* What the rounding of both sums along an axis may come to, in parts of the size of the pair. */
#define CAROM__OBB2_TOLERANCE (4 * 0x1p-24f)

_Static_assert(sizeof(carom_obb2) == 6 * sizeof(float), "centre, axis and half extents lie side by side");

/* A box as its six floats. */
static inline const float *obb2_floats(const carom_obb2 *box) { return (const float *)box; }

carom_status carom__obb2_check(const carom_obb2 *box);

/* carom_obb2_overlap without the checks. */
bool carom__obb2_overlap(const carom_obb2 *a, const carom_obb2 *b, carom_touching touching);

#endif

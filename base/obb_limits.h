/* obb_limits.h: the tolerances that one box at a time and eight at a time share. */
#ifndef CAROM_BASE_OBB_LIMITS_H
#define CAROM_BASE_OBB_LIMITS_H

/* How far axes may be from orthonormal. */
#define CAROM__OBB_AXES_TOLERANCE 1e-3f

/* How far apart boxes may seem and yet count as touching, in sizes. Rounding costs about 2 u for boxes
 * whose axes are the rounded product of two rotations; tests/base/test_obb_exact.c has the bounds on both
 * sides. */
#define CAROM__OBB_OVERLAP_TOLERANCE (3 * 0x1p-24f)

#endif

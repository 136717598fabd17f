/* obb_limits.h: the limits that the checks of one box and of eight boxes share. */
#ifndef CAROM_BASE_OBB_LIMITS_H
#define CAROM_BASE_OBB_LIMITS_H

/* How far axes may be from orthonormal: the cosines between them, and the squares of their lengths from 1.
 * The square of a length within t of 1 is within 2 t of 1, to first order. */
#define CAROM__OBB_MOST_COSINE 1e-3f
#define CAROM__OBB_MOST_EXCESS 2e-3f

/* The same of a rotation that was rounded, or of the rounded product of two: the fast tests take such axes
 * for orthonormal. */
#define CAROM__OBB_ROUNDED 0x1p-21f

#endif

/* obb_limits.h: what one box at a time and eight at a time are checked against. */
#ifndef CAROM_BASE_OBB_LIMITS_H
#define CAROM_BASE_OBB_LIMITS_H

/* How far axes may be from orthonormal. */
#define CAROM__OBB_AXES_TOLERANCE 1e-3f

#endif

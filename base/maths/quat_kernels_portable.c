/* quat_kernels_portable.c: eight rotations on what every machine of its kind has. */
#include "quat_kernels.h"

#include "lanes8.h"
#include "quat_kernel_bodies.h"

const carom__quat_kernels carom__quat_kernels_portable = {eight_near_unit, eight_to_unit};

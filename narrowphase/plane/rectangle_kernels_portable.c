/* rectangle_kernels_portable.c: eight pairs of rectangles on two of the machine's four lanes. */
#include "rectangle_kernels.h"

#include "rectangle_kernel_bodies.h"

const carom__rectangle_kernels carom__rectangle_kernels_portable = {touch_eight, apart_eight};

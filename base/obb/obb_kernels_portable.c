/* obb_kernels_portable.c: the kernels on two of the machine's four lanes. */
#include "obb_kernels.h"

#include "obb_kernel_bodies.h"

const carom__obb_kernels carom__obb_kernels_portable = {eight_sound, overlap_pairs};

/* obb2_kernels_portable.c: the kernels on two of the machine's four lanes. */
#include "obb2_kernels.h"

#include "obb2_kernel_bodies.h"

const carom__obb2_kernels carom__obb2_kernels_portable = {all_sound, overlap_pairs};

/* sweep_kernels_portable.c: the kernels on two of the machine's four lanes. */
#include "sweep_kernels.h"

#include "sweep_kernel_bodies.h"

const carom__sweep_kernels carom__sweep_kernels_portable = {locate, fill, within, between};

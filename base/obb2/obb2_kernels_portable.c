/* obb2_kernels_portable.c: boxes and pairs of the plane in the form that every machine has. */
#include "obb2_kernels_body.h"

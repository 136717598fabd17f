/* obb2_kernels_portable.c: boxes and pairs of the plane on what every machine has. */
#include "obb2_kernels_body.h"

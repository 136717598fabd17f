/* obb_kernels_portable.c: eight boxes or pairs on what every machine has. */
#include "obb_kernels_body.h"

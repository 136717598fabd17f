/* maths_kernels_portable.c: eight rotations on what every machine has. */
#include "maths_kernels_body.h"

/* maths_kernels_portable.c: eight rotations in the form that every machine has. */
#include "maths_kernels_body.h"

/* obb_kernels_portable.c: eight boxes or pairs in the form that every machine has. */
#include "obb_kernels_body.h"

/* shape_kernels_portable.c: bounds of eight boxes in the form that every machine has. */
#include "shape_kernels_body.h"

/* shape_kernels_portable.c: bounds of eight boxes on what every machine has. */
#include "shape_kernels_body.h"

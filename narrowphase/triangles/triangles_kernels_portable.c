/* triangles_kernels_portable.c: many triangles in the form that every machine has. */
#include "triangles_kernels_body.h"

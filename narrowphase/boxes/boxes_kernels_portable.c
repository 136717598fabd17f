/* boxes_kernels_portable.c: eight pairs of boxes in the form that every machine has. */
#include "boxes_kernels_body.h"

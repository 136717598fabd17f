/* boxes_kernels_portable.c: eight pairs of boxes on what every machine has. */
#include "boxes_kernels_body.h"

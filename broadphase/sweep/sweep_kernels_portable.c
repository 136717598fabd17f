/* sweep_kernels_portable.c: the inner loops of the sweep on what every machine has. */
#include "sweep_kernels_body.h"

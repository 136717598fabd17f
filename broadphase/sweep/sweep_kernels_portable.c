/* sweep_kernels_portable.c: the inner loops of the sweep in the form that every machine has. */
#include "sweep_kernels_body.h"

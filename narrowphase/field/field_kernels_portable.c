/* field_kernels_portable.c: walks through fields in the form that every machine has. */
#include "field_kernels_body.h"

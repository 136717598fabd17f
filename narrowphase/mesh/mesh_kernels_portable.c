/* mesh_kernels_portable.c: walks through meshes in the form that every machine has. */
#include "mesh_kernels_body.h"

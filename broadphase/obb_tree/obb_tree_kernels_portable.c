/* obb_tree_kernels_portable.c: the walks through trees of OBBs on what every machine has. */
#include "obb_tree_kernels_body.h"

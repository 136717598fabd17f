/* box_tree_kernels_portable.c: the walks through trees of AABBs on what every machine has. */
#include "box_tree_kernels_body.h"

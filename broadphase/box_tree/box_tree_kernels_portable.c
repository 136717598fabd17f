/* box_tree_kernels_portable.c: the traversals of trees of AABBs in the form that every machine has. */
#include "box_tree_kernels_body.h"

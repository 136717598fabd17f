/* obb_tree_kernels_portable.c: the traversals of OBB trees in the form that every machine has. */
#include "obb_tree_kernels_body.h"

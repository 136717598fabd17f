/* obb_tree_kernels_portable.c: the walks on two of the machine's four lanes. */
#include "obb_tree_kernels.h"

#include "obb_tree_cast8.h"
#include "obb_tree_near8.h"
#include "obb_tree_pairs8.h"

const carom__tree_kernels carom__tree_kernels_portable = {query_tree, pair_trees, cast_ray, cast_box,
                                                          near_point};

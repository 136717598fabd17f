/* obb_tree_kernels_body.h: the functions of obb_tree_kernels.h. */
#ifndef CAROM_BROADPHASE_OBB_TREE_KERNELS_BODY_H
#define CAROM_BROADPHASE_OBB_TREE_KERNELS_BODY_H

#include "obb_tree_cast8.h"
#include "obb_tree_kernels.h"
#include "obb_tree_pairs8.h"

CAROM__DEFINE_KERNELS(carom__obb_tree_kernels, query_tree, pair_trees, cast_ray, cast_box, near_point);

#endif

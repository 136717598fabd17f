/* obb_tree_kernels.h: the traversals of an OBB tree, in each form of lanes8.h. */
#ifndef CAROM_BROADPHASE_OBB_TREE_KERNELS_H
#define CAROM_BROADPHASE_OBB_TREE_KERNELS_H

#include "kernels.h"
#include "obb_tree_node.h"

/* As in obb_tree.h. */
typedef struct carom__obb_tree_kernels {
  bool (*query)(const carom__obb_tree *tree, const carom_obb *box, carom__tree_visit visit, void *context);
  bool (*pairs)(const carom__obb_tree *a, const carom__obb_tree *b, const carom__relative *pose,
                carom__tree_visit_pair visit, void *context);
  void (*cast_ray)(const carom__obb_tree *tree, carom_vec3 origin, carom_vec3 translation,
                   carom__tree_limit_visit visit, void *context);
  void (*cast_box)(const carom__obb_tree *tree, const carom_obb *box, carom_vec3 translation,
                   carom__tree_limit_visit visit, void *context);
  void (*near_point)(const carom__obb_tree *tree, carom_vec3 point, float limit,
                     carom__tree_limit_visit visit, void *context);
} carom__obb_tree_kernels;

CAROM__DECLARE_KERNELS(carom__obb_tree_kernels);

#endif

/* obb_tree_query.c: selects the form of lanes8.h for the queries of an OBB tree. */
#include "obb_tree_kernels.h"

bool carom__obb_tree_query(const carom__obb_tree *tree, const carom_obb *box, carom__tree_visit visit,
                           void *context) {
  return carom__obb_tree_kernels_best()->query(tree, box, visit, context);
}

bool carom__obb_tree_pairs(const carom__obb_tree *a, const carom__obb_tree *b, const carom__relative *pose,
                           carom__tree_visit_pair visit, void *context) {
  return carom__obb_tree_kernels_best()->pairs(a, b, pose, visit, context);
}

void carom__obb_tree_cast_ray(const carom__obb_tree *tree, carom_vec3 origin, carom_vec3 translation,
                              carom__tree_limit_visit visit, void *context) {
  carom__obb_tree_kernels_best()->cast_ray(tree, origin, translation, visit, context);
}

void carom__obb_tree_cast_box(const carom__obb_tree *tree, const carom_obb *box, carom_vec3 translation,
                              carom__tree_limit_visit visit, void *context) {
  carom__obb_tree_kernels_best()->cast_box(tree, box, translation, visit, context);
}

void carom__obb_tree_near_point(const carom__obb_tree *tree, carom_vec3 point, float limit,
                                carom__tree_limit_visit visit, void *context) {
  carom__obb_tree_kernels_best()->near_point(tree, point, limit, visit, context);
}

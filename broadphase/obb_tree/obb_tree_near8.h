/* obb_tree_near8.h: distance queries against the tree, in the form of lanes8.h that the including file
 * selects. */
#ifndef CAROM_BROADPHASE_OBB_TREE_NEAR8_H
#define CAROM_BROADPHASE_OBB_TREE_NEAR8_H

#include "obb_tree_query8.h"

typedef struct point_query {
  carom__lanes8 point[3];
} point_query;

/* The length of a vector less what rounding may have added: never above the true distance, never below 0. */
CAROM__LANES8 static inline carom__lanes8 length_from_below(const carom__lanes8 v[3], carom__lanes8 margin) {
  carom__lanes8 length = lanes8_sqrt(lanes8_dot(v, v));
  return lanes8_max(lanes8_sub(length, margin), lanes8_splat(0));
}

CAROM__LANES8 static inline carom__lanes8 distance_to_bounds(const carom__box_block *block,
                                                             const point_query *q) {
  carom__lanes8 beyond[3], zero = lanes8_splat(0);
  carom__lanes8 size = lanes8_add(norm1_8(q->point), bounds_norm1(block));
  for (int k = 0; k < 3; k++) beyond[k] = lanes8_max(beyond_bounds(block, k, q->point[k]), zero);
  return length_from_below(beyond, lanes8_mul(size, lanes8_splat(CAROM__TREE_MARGIN)));
}

CAROM__LANES8 static inline carom__lanes8 distance_to_boxes(const carom__tree_boxes *boxes,
                                                            const point_query *q) {
  carom__lanes8 away[3], beyond[3], half[3], center[3], zero = lanes8_splat(0);
  load_three(boxes->half, half);
  load_three(boxes->center, center);
  for (int k = 0; k < 3; k++) away[k] = lanes8_sub(q->point[k], center[k]);
  for (int k = 0; k < 3; k++) {
    carom__lanes8 axis[3];
    load_three(boxes->axes[k], axis);
    beyond[k] = lanes8_max(lanes8_sub(lanes8_abs(lanes8_dot(axis, away)), half[k]), zero);
  }
  carom__lanes8 size = lanes8_add(lanes8_add(norm1_8(away), norm1_8(center)), norm1_8(half));
  return length_from_below(beyond, lanes8_mul(size, lanes8_splat(CAROM__TREE_MARGIN)));
}

CAROM__LANES8 static inline unsigned measure_distances(const carom__tree_block *block, void *query,
                                                       float limit, float keys[CAROM__BOX_WIDTH]) {
  const point_query *q = query;
  carom__lanes8 distance = distance_to_bounds(&block->lanes, q), most = lanes8_splat(limit);
  unsigned mask = used_bits(&block->lanes) & ~lanes8_bits(lanes8_gt(distance, most));
  if (mask && (block->height == 0 || block->oriented)) {
    distance = lanes8_max(distance, distance_to_boxes(&block->boxes, q));
    mask &= ~lanes8_bits(lanes8_gt(distance, most));
  }
  lanes8_store(keys, distance);
  return mask;
}

CAROM__LANES8 static void near_point(const carom__obb_tree *tree, carom_vec3 point, float limit,
                                     carom__tree_limit_visit visit, void *context) {
  point_query q;
  splat3(point, q.point);
  walk_tree(tree, measure_distances, &q, limit, visit, context);
}

#endif

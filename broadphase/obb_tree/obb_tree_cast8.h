/* obb_tree_cast8.h: rays, moving boxes, and what is near a point, in the form of lanes8.h that the including
 * file asks for.
 *
 * A box that moves without turning meets another while its centre is in the difference of both, which is a
 * convex solid whose faces are square to the fifteen axes of the overlap test: the slab method for rays (Kay
 * and Kajiya, 1986) with fifteen slabs is exact. A ray needs the three of the box's faces. */
#ifndef CAROM_BROADPHASE_OBB_TREE_CAST8_H
#define CAROM_BROADPHASE_OBB_TREE_CAST8_H

#include <float.h>

#include "obb_tree_query8.h"

typedef struct cast_query {
  box_query box; /* of a ray: a point without axes */
  carom__lanes8 translation[3];
  carom__lanes8 reach[3]; /* of the box along the coordinate axes */
  carom__lanes8 size;     /* the 1-norms of its centre and half extents, summed */
  bool is_ray;
} cast_query;

/* The part of the way within the slabs met so far. */
typedef struct reach8 {
  carom__lanes8 enter, leave;
} reach8;

/* Keeps the part with low <= t * speed <= high. Only fractions up to 1 count, so what is twice the way and
 * more counts as twice: no division overflows. What stands still is on one side for ever, and within when it
 * is on a border: borders are moved out by more than it could go. */
CAROM__LANES8 static inline void cut(reach8 *s, carom__lanes8 low, carom__lanes8 high, carom__lanes8 speed) {
  carom__lanes8 way = lanes8_max(lanes8_abs(speed), lanes8_splat(FLT_MIN)), twice = lanes8_add(way, way);
  carom__lanes8 forth = lanes8_copysign(way, speed), beyond = lanes8_splat(4 * FLT_MIN);
  carom__lanes8 at_low = lanes8_div(lanes8_clamp(lanes8_sub(low, beyond), twice), forth);
  carom__lanes8 at_high = lanes8_div(lanes8_clamp(lanes8_add(high, beyond), twice), forth);
  s->enter = lanes8_max(s->enter, lanes8_min(at_low, at_high));
  s->leave = lanes8_min(s->leave, lanes8_max(at_low, at_high));
}

/* Keeps the part in which |distance + t * speed| <= radii. */
CAROM__LANES8 static inline void cut_axis(reach8 *s, carom__lanes8 distance, carom__lanes8 speed,
                                          carom__lanes8 radii) {
  carom__lanes8 below = lanes8_sub(lanes8_splat(0), radii);
  cut(s, lanes8_sub(below, distance), lanes8_sub(radii, distance), speed);
}

CAROM__LANES8 static inline void cut_by_bounds(const carom__tree_block *block, const cast_query *q,
                                               reach8 *s) {
  carom__lanes8 size = lanes8_add(q->size, bounds_norm1(&block->lanes));
  carom__lanes8 margin = lanes8_mul(size, lanes8_splat(CAROM__TREE_MARGIN));
  for (int k = 0; k < 3; k++) {
    carom__lanes8 wide = lanes8_add(q->reach[k], margin);
    carom__lanes8 low =
        lanes8_sub(lanes8_sub(lanes8_load(block->lanes.bounds[0][k]), wide), q->box.center[k]);
    carom__lanes8 high =
        lanes8_sub(lanes8_add(lanes8_load(block->lanes.bounds[1][k]), wide), q->box.center[k]);
    cut(s, low, high, q->translation[k]);
  }
}

/* What rounding may have cost: it grows with the distance and the size of the boxes, and that of their frame
 * with the distance of both from its origin. */
CAROM__LANES8 static inline carom__lanes8 cast_margin(const carom__tree_boxes *boxes, const cast_query *q) {
  carom__lanes8 center[3], half[3];
  load_three(boxes->center, center);
  load_three(boxes->half, half);
  carom__lanes8 size = lanes8_add(lanes8_add(norm1_8(center), norm1_8(half)), q->size);
  return lanes8_mul(size, lanes8_splat(CAROM__TREE_MARGIN));
}

CAROM__LANES8 static inline void cut_by_faces_for_ray(const carom__tree_boxes *boxes, const cast_query *q,
                                                      reach8 *s) {
  carom__lanes8 offset[3], margin = cast_margin(boxes, q);
  for (int k = 0; k < 3; k++) offset[k] = lanes8_sub(q->box.center[k], lanes8_load(boxes->center[k]));
  for (int k = 0; k < 3; k++) {
    carom__lanes8 axis[3];
    load_three(boxes->axes[k], axis);
    cut_axis(s, lanes8_dot(axis, offset), lanes8_dot(axis, q->translation),
             lanes8_add(lanes8_load(boxes->half[k]), margin));
  }
}

/* The same boxes, as if the one were where the translation points to from the other: what is then a distance
 * along an axis is the speed along it. */
CAROM__LANES8 static inline void relate_translation(const carom__tree_boxes *boxes, const cast_query *q,
                                                    carom__sat8_pair *pair) {
  for (int i = 0; i < 3; i++) {
    carom__lanes8 axis[3];
    load_three(boxes->axes[i], axis);
    pair->offset[i] = lanes8_dot(axis, q->translation);
  }
}

/* The margin times the length of an edge axis, from above. */
CAROM__LANES8 static inline carom__lanes8 edge_margin(const carom__sat8_pair *pair, carom__lanes8 margin,
                                                      int i, int j) {
  return lanes8_mul(margin, lanes8_add(pair->abs_rows[(i + 1) % 3][j], pair->abs_rows[(i + 2) % 3][j]));
}

CAROM__LANES8 static inline void cut_by_edges(const carom__sat8_pair *pair, const carom__sat8_pair *speeds,
                                              carom__lanes8 margin, reach8 *s) {
  for (int i = 0; i < 3; i++) {
    carom__sat8_axis axes[3], moved[3];
    sat8_axes_of_edges(pair, i, axes);
    sat8_axes_of_edges(speeds, i, moved);
    for (int j = 0; j < 3; j++)
      cut_axis(s, axes[j].distance, moved[j].distance,
               lanes8_add(axes[j].radii, edge_margin(pair, margin, i, j)));
  }
}

CAROM__LANES8 static inline void cut_by_boxes(const carom__tree_block *block, cast_query *q, reach8 *s) {
  carom__sat8_pair pair, speeds;
  carom__lanes8 margin = cast_margin(&block->boxes, q);
  relate_boxes(&block->boxes, &q->box, &pair);
  speeds = pair;
  relate_translation(&block->boxes, q, &speeds);
  for (int k = 0; k < 3; k++) {
    carom__sat8_axis of_a = sat8_axis_of_a(&pair, k), of_b = sat8_axis_of_b(&pair, k);
    carom__sat8_axis moved_b = sat8_axis_of_b(&speeds, k);
    cut_axis(s, of_a.distance, speeds.offset[k], lanes8_add(of_a.radii, margin));
    cut_axis(s, of_b.distance, moved_b.distance, lanes8_add(of_b.radii, margin));
  }
  if (block->height == 0) cut_by_edges(&pair, &speeds, margin, s);
}

CAROM__LANES8 static inline unsigned span_bits(const reach8 *s) {
  return ~lanes8_bits(lanes8_gt(s->enter, s->leave)) & 0xff;
}

CAROM__LANES8 static inline unsigned measure_fractions(const carom__tree_block *block, void *query,
                                                       float limit, float keys[CAROM__BOX_WIDTH]) {
  cast_query *q = query;
  reach8 s = {lanes8_splat(0), lanes8_splat(limit)};
  cut_by_bounds(block, q, &s);
  unsigned mask = used_bits(&block->lanes) & span_bits(&s);
  if (mask && (block->height == 0 || block->oriented)) {
    if (q->is_ray)
      cut_by_faces_for_ray(&block->boxes, q, &s);
    else
      cut_by_boxes(block, q, &s);
    mask &= span_bits(&s);
  }
  lanes8_store(keys, s.enter);
  return mask;
}

CAROM__LANES8 static void open_cast(const carom_obb *box, carom_vec3 translation, cast_query *q) {
  carom_aabb bounds = tree_bounds(box);
  open_query(box, &q->box);
  splat3(translation, q->translation);
  splat3(vec3_scale(vec3_sub(bounds.max, bounds.min), 0.5f), q->reach);
  q->size = lanes8_splat(vec3_norm1(box->center) + vec3_norm1(box->half));
}

CAROM__LANES8 static void cast_ray(const carom__obb_tree *tree, carom_vec3 origin, carom_vec3 translation,
                                   carom__tree_limit_visit visit, void *context) {
  carom_obb point = {origin, mat3_identity(), {0, 0, 0}};
  cast_query q;
  open_cast(&point, translation, &q);
  q.is_ray = true;
  walk_tree(tree, measure_fractions, &q, 1, visit, context);
}

CAROM__LANES8 static void cast_box(const carom__obb_tree *tree, const carom_obb *box, carom_vec3 translation,
                                   carom__tree_limit_visit visit, void *context) {
  cast_query q;
  open_cast(box, translation, &q);
  q.is_ray = false;
  walk_tree(tree, measure_fractions, &q, 1, visit, context);
}

/* --- What is near a point --- */

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

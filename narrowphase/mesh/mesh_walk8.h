/* mesh_walk8.h: which triangles touch a box. */
#ifndef CAROM_NARROWPHASE_MESH_WALK8_H
#define CAROM_NARROWPHASE_MESH_WALK8_H

#include "mesh8.h"

typedef struct mesh8_box {
  carom__lanes8 low[3], high[3];
} mesh8_box;

CAROM__LANES8 static inline mesh8_box mesh8_box_of(const carom_aabb *box) {
  const float low[3] = {box->min.x, box->min.y, box->min.z}, high[3] = {box->max.x, box->max.y, box->max.z};
  mesh8_box out;
  for (int k = 0; k < 3; k++) out.low[k] = lanes8_splat(low[k]), out.high[k] = lanes8_splat(high[k]);
  return out;
}

CAROM__LANES8 static inline unsigned mesh8_children_in(const carom__mesh_block *block, const mesh8_box *box) {
  carom__lanes8 in = lanes8_ge(box->high[0], mesh8_low(block, 0));
  in = lanes8_and(in, lanes8_ge(mesh8_high(block, 0), box->low[0]));
  for (int k = 1; k < 3; k++) {
    in = lanes8_and(in, lanes8_ge(box->high[k], mesh8_low(block, k)));
    in = lanes8_and(in, lanes8_ge(mesh8_high(block, k), box->low[k]));
  }
  return lanes8_bits(in) & mesh_block_lanes(block);
}

CAROM__LANES8 static inline unsigned mesh8_triangles_in(const triangle8 *t, const mesh8_box *box) {
  carom__lanes8 in = lanes8_ge(box->high[0], triangle8_least(t, 0));
  in = lanes8_and(in, lanes8_ge(triangle8_most(t, 0), box->low[0]));
  for (int k = 1; k < 3; k++) {
    in = lanes8_and(in, lanes8_ge(box->high[k], triangle8_least(t, k)));
    in = lanes8_and(in, lanes8_ge(triangle8_most(t, k), box->low[k]));
  }
  return lanes8_bits(in);
}

/* --- Oriented boxes --- */

/* Apart along the axes of the box? */
CAROM__LANES8 static inline carom__lanes8 mesh8_apart_of_faces(const triangle8_turned *s) {
  carom__lanes8 apart = lanes8_splat(0);
  for (int k = 0; k < 3; k++) {
    carom__lanes8 above = lanes8_gt(triangle8_least(&s->t, k), s->half[k]);
    carom__lanes8 below = lanes8_gt(lanes8_neg(triangle8_most(&s->t, k)), s->half[k]);
    apart = lanes8_or(apart, lanes8_or(above, below));
  }
  return apart;
}

/* Apart along the normal of the triangle? Its coordinates are off by slack times the length of edges. */
CAROM__LANES8 static inline carom__lanes8 mesh8_apart_of_plane(const triangle8_turned *s,
                                                               carom__lanes8 edges[3][3]) {
  carom__lanes8 normal[3], far = lanes8_mul(lanes8_splat(64), lanes8_mul(s->slack, s->reach));
  lanes8_cross(edges[0], edges[1], normal);
  carom__lanes8 size[3];
  for (int k = 0; k < 3; k++) size[k] = lanes8_abs(normal[k]);
  carom__lanes8 distance = lanes8_abs(lanes8_dot(normal, s->t.p[0]));
  carom__lanes8 reach = lanes8_add(lanes8_dot(size, s->half), lanes8_mul(far, s->reach));
  return lanes8_gt(distance, reach);
}

/* Apart along the product of an edge and axis k? The corner before the edge lies across from it. */
CAROM__LANES8 static inline carom__lanes8
mesh8_apart_of_edges(const triangle8_turned *s, const carom__lanes8 edge[3], int corner, int k) {
  int a = (k + 1) % 3, b = (k + 2) % 3;
  const carom__lanes8 *p = s->t.p[corner], *q = s->t.p[(corner + 2) % 3];
  carom__lanes8 at = lanes8_sub(lanes8_mul(p[b], edge[a]), lanes8_mul(p[a], edge[b]));
  carom__lanes8 across = lanes8_sub(lanes8_mul(q[b], edge[a]), lanes8_mul(q[a], edge[b]));
  carom__lanes8 reach =
      lanes8_add(lanes8_mul(s->half[a], lanes8_abs(edge[b])), lanes8_mul(s->half[b], lanes8_abs(edge[a])));
  reach = lanes8_add(reach, lanes8_mul(lanes8_splat(16), lanes8_mul(s->slack, s->reach)));
  carom__lanes8 above = lanes8_gt(lanes8_min(at, across), reach);
  return lanes8_or(above, lanes8_gt(lanes8_neg(lanes8_max(at, across)), reach));
}

/* The thirteen axes of a box and a triangle (Akenine-Moller, 2001). */
CAROM__LANES8 static inline unsigned mesh8_touching(const triangle8 *t, const carom_obb *box) {
  triangle8_turned s = triangle8_turn(t, box);
  carom__lanes8 edges[3][3], apart = mesh8_apart_of_faces(&s);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) edges[i][k] = lanes8_sub(s.t.p[(i + 1) % 3][k], s.t.p[i][k]);
  apart = lanes8_or(apart, mesh8_apart_of_plane(&s, edges));
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) apart = lanes8_or(apart, mesh8_apart_of_edges(&s, edges[i], i, k));
  return ~lanes8_bits(apart);
}

/* --- The walk --- */

CAROM__LANES8 static inline void mesh8_store(const triangle8 *t, carom__triangle_batch *batch) {
  for (int k = 0; k < 3; k++)
    for (int axis = 0; axis < 3; axis++) lanes8_store(batch->corners[k][axis], t->p[k][axis]);
}

/* numbers: room for those of a compact mesh. */
static inline const uint32_t *mesh8_numbers(const carom_mesh *mesh, uint32_t slot, uint32_t numbers[8]) {
  if (mesh->numbers) return mesh->numbers + slot;
  for (uint32_t lane = 0; lane < CAROM__MESH_LANES; lane++) numbers[lane] = slot + lane;
  return numbers;
}

/* Hands over some triangles of a leaf. */
CAROM__LANES8 static inline bool mesh8_hand_over(const carom_mesh *mesh, uint32_t leaf, const triangle8 *t,
                                                 unsigned lanes, carom__mesh_visitor visitor) {
  carom__triangle_batch batch;
  mesh8_store(t, &batch);
  uint32_t slot = leaf * CAROM__MESH_LANES, numbers[CAROM__MESH_LANES];
  batch.lanes = lanes;
  batch.numbers = mesh8_numbers(mesh, slot, numbers);
  batch.materials = mesh->materials ? mesh->materials + slot : NULL;
  batch.one_sided = mesh->sides != CAROM_MESH_TWO_SIDED;
  return visitor.visit(visitor.context, &batch);
}

CAROM__LANES8 static inline bool mesh8_visit_leaf(const carom_mesh *mesh, uint32_t number,
                                                  const mesh8_box *box, const carom_obb *obb,
                                                  carom__mesh_visitor visitor) {
  const carom__mesh_leaf *leaf = &mesh->leaves[number];
  triangle8 t;
  mesh8_load(mesh, leaf, &t);
  unsigned lanes = mesh8_triangles_in(&t, box) & leaf->lanes;
  if (lanes && obb) lanes &= mesh8_touching(&t, obb);
  return !lanes || mesh8_hand_over(mesh, number, &t, lanes, visitor);
}

/* Children are visited in the order of their numbers. */
CAROM__LANES8 static inline void mesh8_walk(const carom_mesh *mesh, const carom_aabb *bounds,
                                            const carom_obb *obb, carom__mesh_visitor visitor) {
  uint32_t stack[CAROM__MESH_STACK];
  int count = 0;
  mesh8_box box = mesh8_box_of(bounds);
  stack[count++] = 0;
  while (count > 0) {
    const carom__mesh_block *block = &mesh->blocks[stack[--count]];
    unsigned in = mesh8_children_in(block, &box), inner = mesh_block_inner(block);
    unsigned blocks = in & ((1u << inner) - 1);
    for (unsigned leaves = in & ~blocks; leaves; leaves &= leaves - 1) {
      uint32_t leaf = block->first_leaf + (uint32_t)bits_lowest(leaves) - inner;
      if (!mesh8_visit_leaf(mesh, leaf, &box, obb, visitor)) return;
    }
    for (; blocks; blocks &= blocks - 1) stack[count++] = block->first_block + (uint32_t)bits_lowest(blocks);
  }
}

#endif

/* mesh_approach8.h: the search for the triangles that are nearest to a box. */
#ifndef CAROM_NARROWPHASE_MESH_APPROACH8_H
#define CAROM_NARROWPHASE_MESH_APPROACH8_H

#include "mesh_ray8.h"
#include "mesh_walk8.h"
#include "vec.h"

/* The box, wider by more than rounding moves what is compared with it. */
typedef struct approach8 {
  carom__lanes8 scale[3], low[3], high[3]; /* of its bounds */
  carom__lanes8 center[3], axes[3][3], half[3];
  bool turned, mirrored;
} approach8;

CAROM__LANES8 static inline approach8 approach8_of(const carom_mesh *mesh, const carom__approach *a,
                                                   const carom_aabb *bounds) {
  const carom_obb *box = &a->box;
  const carom_vec3 *axes = &box->axes.x;
  carom_vec3 reach = vec3_max(vec3_abs(mesh->bounds.min), vec3_abs(mesh->bounds.max));
  float size = vec3_norm1(vec3_mul(reach, a->scale)) + vec3_norm1(box->center) + vec3_norm1(box->half);
  float slack = size * 0x1p-20f;
  const carom_vec3 more = {slack, slack, slack};
  carom_vec3 half = vec3_add(box->half, more), low = vec3_sub(bounds->min, more),
             high = vec3_add(bounds->max, more);
  const carom_mat3 straight = mat3_identity();
  approach8 out = {.turned = memcmp(&box->axes, &straight, sizeof straight) != 0,
                   .mirrored = a->scale.x * a->scale.y * a->scale.z < 0};
  for (int k = 0; k < 3; k++) {
    out.scale[k] = lanes8_splat(vec3_get(a->scale, k));
    out.low[k] = lanes8_splat(vec3_get(low, k)), out.high[k] = lanes8_splat(vec3_get(high, k));
    out.center[k] = lanes8_splat(vec3_get(box->center, k));
    out.half[k] = lanes8_splat(vec3_get(half, k));
    for (int i = 0; i < 3; i++) out.axes[k][i] = lanes8_splat(vec3_get(axes[k], i));
  }
  return out;
}

/* How far children are along the axes of the box. */
CAROM__LANES8 static inline carom__lanes8 approach8_squares_turned(const approach8 *a, carom__lanes8 low[3],
                                                                   carom__lanes8 high[3]) {
  carom__lanes8 middle[3], half[3], gaps[3], zero = lanes8_splat(0), part = lanes8_splat(0.5f);
  for (int k = 0; k < 3; k++) {
    middle[k] = lanes8_sub(lanes8_mul(lanes8_add(low[k], high[k]), part), a->center[k]);
    half[k] = lanes8_mul(lanes8_sub(high[k], low[k]), part);
  }
  for (int k = 0; k < 3; k++) {
    const carom__lanes8 *axis = a->axes[k];
    const carom__lanes8 size[3] = {lanes8_abs(axis[0]), lanes8_abs(axis[1]), lanes8_abs(axis[2])};
    carom__lanes8 reach = lanes8_add(lanes8_dot(half, size), a->half[k]);
    gaps[k] = lanes8_max(lanes8_sub(lanes8_abs(lanes8_dot(middle, axis)), reach), zero);
  }
  return lanes8_dot(gaps, gaps);
}

/* The squares of no more than the distances of children. */
CAROM__LANES8 static inline carom__lanes8 approach8_squares(const approach8 *a,
                                                            const carom__mesh_block *block) {
  carom__lanes8 low[3], high[3], gaps[3], zero = lanes8_splat(0);
  for (int k = 0; k < 3; k++) {
    carom__lanes8 one = lanes8_mul(mesh8_low(block, k), a->scale[k]);
    carom__lanes8 other = lanes8_mul(mesh8_high(block, k), a->scale[k]);
    low[k] = lanes8_min(one, other), high[k] = lanes8_max(one, other);
    gaps[k] = lanes8_max(lanes8_max(lanes8_sub(low[k], a->high[k]), lanes8_sub(a->low[k], high[k])), zero);
  }
  carom__lanes8 squares = lanes8_dot(gaps, gaps);
  return a->turned ? lanes8_max(squares, approach8_squares_turned(a, low, high)) : squares;
}

CAROM__LANES8 static inline bool approach8_visit_leaf(const approach8 *a, const carom_mesh *mesh,
                                                      uint32_t number, carom__mesh_visitor visitor) {
  const carom__mesh_leaf *leaf = &mesh->leaves[number];
  triangle8 t, scaled;
  mesh8_load(mesh, leaf, &t);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) scaled.p[a->mirrored ? 2 - i : i][k] = lanes8_mul(t.p[i][k], a->scale[k]);
  return mesh8_hand_over(mesh, number, &scaled, leaf->lanes, visitor);
}

CAROM__LANES8 static void mesh8_approach(const carom_mesh *mesh, carom__approach *approach,
                                         const carom_aabb *bounds) {
  approach8 a = approach8_of(mesh, approach, bounds);
  const carom__mesh_visitor visitor = {approach->visit, approach->context};
  mesh8_stack stack;
  mesh8_begin(&stack);
  while (stack.count > 0) {
    uint64_t item = stack.items[--stack.count];
    uint32_t child = (uint32_t)item;
    float limit = approach->limit * approach->limit * (1 + 0x1p-20f), near[8];
    if (item >> 32 > float_bits(limit)) continue;
    if (child & CAROM__MESH_LEAF) {
      if (!approach8_visit_leaf(&a, mesh, child & ~CAROM__MESH_LEAF, visitor)) return;
      continue;
    }
    const carom__mesh_block *block = &mesh->blocks[child];
    carom__lanes8 squares = approach8_squares(&a, block);
    unsigned in = lanes8_bits(lanes8_ge(lanes8_splat(limit), squares)) & mesh_block_lanes(block);
    lanes8_store(near, squares);
    mesh8_push(&stack, block, in, near);
  }
}

#endif

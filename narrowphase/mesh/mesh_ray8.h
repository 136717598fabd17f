/* mesh_ray8.h: rays through meshes. */
#ifndef CAROM_NARROWPHASE_MESH_RAY8_H
#define CAROM_NARROWPHASE_MESH_RAY8_H

#include "arithmetic.h"
#include "mesh8.h"
#include "mesh_ray.h"

/* Where the ray enters and leaves each child, between its begin and the limit. */
typedef struct mesh8_span {
  carom__lanes8 enter, leave;
} mesh8_span;

CAROM__LANES8 static inline carom__lanes8 mesh8_reached(const carom__mesh_line *line,
                                                        const carom__mesh_block *block, int end, int k) {
  const uint8_t *bytes = (const uint8_t *)block + line->bounds[end][k];
  carom__lanes8 way = lanes8_sub(mesh8_bound(block, k, bytes), lanes8_splat(line->from[end][k]));
  return lanes8_mul(way, lanes8_splat(line->inverse[k]));
}

CAROM__LANES8 static inline mesh8_span mesh8_span_of(const carom__mesh_line *line,
                                                     const carom__mesh_block *block, float limit) {
  mesh8_span out = {lanes8_splat(0), lanes8_splat(limit)};
  for (int k = 0; k < 3; k++) {
    out.enter = lanes8_max(out.enter, mesh8_reached(line, block, 0, k));
    out.leave = lanes8_min(out.leave, mesh8_reached(line, block, 1, k));
  }
  return out;
}

/* Children in order, the nearest on top: how near it is, as the bits of a float that is not negative, and
 * below it the child. */
typedef struct mesh8_stack {
  uint64_t items[CAROM__MESH_STACK];
  int count;
} mesh8_stack;

static inline void mesh8_begin(mesh8_stack *stack) {
  stack->items[0] = 0; /* the root */
  stack->count = 1;
}

static inline void mesh8_push(mesh8_stack *stack, const carom__mesh_block *block, unsigned children,
                              const float near[8]) {
  uint64_t *first = stack->items + stack->count, *top = first;
  for (; children; children &= children - 1, top++) {
    unsigned child = (unsigned)bits_lowest(children);
    uint64_t item = (uint64_t)float_bits(near[child]) << 32 | mesh_child(block, child), *at = top;
    for (; at > first && at[-1] < item; at--) *at = at[-1];
    *at = item;
  }
  stack->count += (int)(top - first);
}

/* Each of the three quotients is off by three roundings, and so is the other end (Ize, 2013). */
CAROM__LANES8 static inline void mesh8_push_met(mesh8_stack *stack, const carom__mesh_line *line,
                                                const carom__mesh_block *block, float limit) {
  float near[8];
  mesh8_span span = mesh8_span_of(line, block, limit);
  carom__lanes8 leave = lanes8_mul(span.leave, lanes8_splat(1 + 0x1p-20f));
  unsigned met = lanes8_bits(lanes8_ge(leave, span.enter)) & mesh_block_lanes(block);
  lanes8_store(near, lanes8_add(span.enter, lanes8_splat(0))); /* 0 in place of -0 */
  mesh8_push(stack, block, met, near);
}

/* The lanes that the line meets, and may meet. */
typedef struct mesh8_met {
  unsigned sure, maybe;
} mesh8_met;

/* Edge functions are the products of two sheared coordinates each. They are off by less than the products of
 * the slack and of the coordinates. */
CAROM__LANES8 static inline mesh8_met mesh8_meets(const carom__mesh_line *line, const triangle8 *t) {
  carom__lanes8 x[3], y[3], edge[3], far = lanes8_splat(line->slack);
  carom__lanes8 shear_x = lanes8_splat(line->shear[0]), shear_y = lanes8_splat(line->shear[1]);
  const float *origin = line->origin;
  const int *axis = line->axis;
  for (int k = 0; k < 3; k++) {
    const carom__lanes8 *p = t->p[k];
    carom__lanes8 z = lanes8_sub(p[axis[2]], lanes8_splat(origin[axis[2]]));
    x[k] = lanes8_sub(lanes8_sub(p[axis[0]], lanes8_splat(origin[axis[0]])), lanes8_mul(shear_x, z));
    y[k] = lanes8_sub(lanes8_sub(p[axis[1]], lanes8_splat(origin[axis[1]])), lanes8_mul(shear_y, z));
  }
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    edge[k] = lanes8_sub(lanes8_mul(x[j], y[i]), lanes8_mul(y[j], x[i]));
  }
  carom__lanes8 wide = lanes8_max(lanes8_max(lanes8_abs(x[0]), lanes8_abs(x[1])), lanes8_abs(x[2]));
  carom__lanes8 high = lanes8_max(lanes8_max(lanes8_abs(y[0]), lanes8_abs(y[1])), lanes8_abs(y[2]));
  far = lanes8_add(far, lanes8_add(wide, high));
  carom__lanes8 slack = lanes8_mul(lanes8_splat(4 * line->slack), far);
  carom__lanes8 least = lanes8_min(lanes8_min(edge[0], edge[1]), edge[2]);
  carom__lanes8 most = lanes8_max(lanes8_max(edge[0], edge[1]), edge[2]), zero = lanes8_splat(0);
  carom__lanes8 below = lanes8_add(least, slack), above = lanes8_sub(most, slack);
  carom__lanes8 front = lanes8_ge(below, zero), back = lanes8_ge(zero, above);
  if (line->front_only) back = lanes8_gt(zero, zero);
  carom__lanes8 sure = lanes8_or(lanes8_gt(least, slack), lanes8_gt(lanes8_neg(slack), most));
  return (mesh8_met){lanes8_bits(sure), lanes8_bits(lanes8_or(front, back))};
}

/* Tells of the triangles of a leaf that are met, and returns the new limit. */
CAROM__LANES8 static inline double mesh8_meet_leaf(const carom__mesh_line *line, uint32_t leaf_number,
                                                   double limit) {
  const carom_mesh *mesh = line->mesh;
  const carom__mesh_leaf *leaf = &mesh->leaves[leaf_number];
  triangle8 t;
  mesh8_load(mesh, leaf, &t);
  mesh8_met met = mesh8_meets(line, &t);
  for (unsigned lanes = met.maybe & leaf->lanes; lanes; lanes &= lanes - 1) {
    uint32_t lane = (uint32_t)bits_lowest(lanes), slot = leaf_number * CAROM__MESH_LANES + lane;
    carom_vec3 corners[3];
    carom__mesh_hit hit;
    carom__mesh_corners_of(mesh, slot, corners);
    if (!carom__mesh_ray_meets(line, corners, met.sure >> lane & 1, &hit) || hit.fraction > limit) continue;
    hit.slot = slot;
    hit.triangle = mesh_number(mesh, slot);
    hit.material = mesh->materials ? mesh->materials[slot] : 0;
    limit = line->hit(line->context, &hit);
  }
  return limit;
}

/* The limit is rounded to the nearest float, and the ends of spans are rounded, too. */
static inline float mesh8_rounded_limit(double limit) { return (float)limit * (1 + 0x1p-20f); }

CAROM__LANES8 static inline void mesh8_cast_ray(const carom__mesh_line *line) {
  mesh8_stack stack;
  double limit = 1;
  float far = mesh8_rounded_limit(limit);
  mesh8_begin(&stack);
  while (stack.count > 0) {
    uint64_t item = stack.items[--stack.count];
    uint32_t child = (uint32_t)item;
    if (item >> 32 > float_bits(far)) continue;
    if (child & CAROM__MESH_LEAF) {
      limit = mesh8_meet_leaf(line, child & ~CAROM__MESH_LEAF, limit);
      far = mesh8_rounded_limit(limit);
    } else {
      mesh8_push_met(&stack, line, &line->mesh->blocks[child], far);
    }
  }
}

#endif

/* mesh_pairs8.h: the walk through the trees of two meshes at once.
 *
 * Boxes are compared along the axes of both frames. One child of a block, or one triangle of a leaf, is
 * compared with all eight of the other tree. */
#ifndef CAROM_NARROWPHASE_MESH_PAIRS8_H
#define CAROM_NARROWPHASE_MESH_PAIRS8_H

#include "mesh8.h"
#include "mesh_pairs.h"
#include "triangles_apart8.h"

/* Each step takes one pair off the stack and puts at most 64 on it, and goes a level down in both trees, or
 * puts eight on it and goes down in one. */
enum { MESH_PAIRS_STACK = CAROM__MESH_LANES * CAROM__MESH_LANES * CAROM__MESH_DEPTH };

/* --- Boxes --- */

/* Eight boxes: [axis]. */
typedef struct boxes8 {
  carom__lanes8 middle[3], half[3];
} boxes8;

/* A turn of boxes from one frame to another. */
typedef struct turn8 {
  float rows[3][3], sizes[3][3], origin[3];
} turn8;

static inline turn8 turn8_of(const carom__relative *r) {
  const carom_vec3 columns[3] = {r->axes.x, r->axes.y, r->axes.z};
  turn8 out = {.origin = {r->origin.x, r->origin.y, r->origin.z}};
  for (int k = 0; k < 3; k++) {
    const float column[3] = {columns[k].x, columns[k].y, columns[k].z};
    for (int i = 0; i < 3; i++) out.rows[i][k] = column[i], out.sizes[i][k] = fabsf(column[i]);
  }
  return out;
}

/* a x + b y + c z */
CAROM__LANES8 static inline carom__lanes8 lanes8_sum3(const float by[3], const carom__lanes8 v[3]) {
  const carom__lanes8 factors[3] = {lanes8_splat(by[0]), lanes8_splat(by[1]), lanes8_splat(by[2])};
  return lanes8_dot(factors, v);
}

/* The bounds of turned boxes. */
CAROM__LANES8 static inline void boxes8_turn(const boxes8 *in, const turn8 *turn, boxes8 *out) {
  for (int i = 0; i < 3; i++) {
    out->middle[i] = lanes8_add(lanes8_sum3(turn->rows[i], in->middle), lanes8_splat(turn->origin[i]));
    out->half[i] = lanes8_sum3(turn->sizes[i], in->half);
  }
}

CAROM__LANES8 static inline void boxes8_between(carom__lanes8 low, carom__lanes8 high, int axis,
                                                boxes8 *out) {
  carom__lanes8 half = lanes8_splat(0.5f);
  out->middle[axis] = lanes8_mul(lanes8_add(low, high), half);
  out->half[axis] = lanes8_mul(lanes8_sub(high, low), half);
}

CAROM__LANES8 static inline void boxes8_of_block(const carom__mesh_block *block, const float scale[3],
                                                 boxes8 *out) {
  for (int k = 0; k < 3; k++) {
    boxes8_between(mesh8_low(block, k), mesh8_high(block, k), k, out);
    out->middle[k] = lanes8_mul(out->middle[k], lanes8_splat(scale[k]));
    out->half[k] = lanes8_mul(out->half[k], lanes8_splat(fabsf(scale[k])));
  }
}

CAROM__LANES8 static inline void boxes8_of_triangles(const triangle8 *t, boxes8 *out) {
  for (int k = 0; k < 3; k++) boxes8_between(triangle8_least(t, k), triangle8_most(t, k), k, out);
}

/* Boxes to be taken one by one. */
typedef struct boxes8_list {
  float middle[3][8], half[3][8];
} boxes8_list;

CAROM__LANES8 static inline void boxes8_store(const boxes8 *boxes, boxes8_list *out) {
  for (int k = 0; k < 3; k++) {
    lanes8_store(out->middle[k], boxes->middle[k]);
    lanes8_store(out->half[k], boxes->half[k]);
  }
}

/* How far one box and each of eight others reach into each other, along the axis where it is least; where
 * they are apart, the negative of the widest gap, or with `nearest` of the distance. */
CAROM__LANES8 static inline carom__lanes8 boxes8_depth(const boxes8_list *list, int lane, const boxes8 *boxes,
                                                       bool nearest) {
  carom__lanes8 depth[3], zero = lanes8_splat(0);
  for (int k = 0; k < 3; k++) {
    carom__lanes8 apart = lanes8_abs(lanes8_sub(lanes8_splat(list->middle[k][lane]), boxes->middle[k]));
    depth[k] = lanes8_sub(lanes8_add(lanes8_splat(list->half[k][lane]), boxes->half[k]), apart);
  }
  carom__lanes8 least = lanes8_min(lanes8_min(depth[0], depth[1]), depth[2]);
  if (!nearest) return least;
  for (int k = 0; k < 3; k++) depth[k] = lanes8_min(depth[k], zero);
  carom__lanes8 distance = lanes8_sqrt(lanes8_dot(depth, depth));
  return lanes8_select(lanes8_gt(zero, least), lanes8_neg(distance), least);
}

/* --- The two sides --- */

/* One of the meshes, and how it lies in the frame of the other. */
typedef struct mesh_side8 {
  const carom_mesh *mesh;
  float scale[3];
  bool is_own_size, is_mirrored;
  turn8 to_other;
} mesh_side8;

static inline mesh_side8 mesh_side8_of(const carom__sized_mesh *m, const carom__relative *place) {
  carom_vec3 s = m->scale;
  return (mesh_side8){.mesh = m->mesh,
                      .scale = {s.x, s.y, s.z},
                      .is_own_size = s.x == 1 && s.y == 1 && s.z == 1,
                      .is_mirrored = s.x * s.y * s.z < 0,
                      .to_other = turn8_of(place)};
}

/* In the frame of the shape. */
CAROM__LANES8 static inline void mesh_side8_load(const mesh_side8 *side, uint32_t leaf, triangle8 *out) {
  triangle8 t;
  mesh8_load(side->mesh, &side->mesh->leaves[leaf], side->is_own_size ? out : &t);
  if (side->is_own_size) return;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      out->p[side->is_mirrored ? 2 - i : i][k] = lanes8_mul(t.p[i][k], lanes8_splat(side->scale[k]));
}

CAROM__LANES8 static inline void triangle8_place(const triangle8 *t, const turn8 *turn, triangle8 *out) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      out->p[i][k] = lanes8_add(lanes8_sum3(turn->rows[k], t->p[i]), lanes8_splat(turn->origin[k]));
}

/* The children of a block, or the triangles of a leaf. */
typedef struct mesh_items8 {
  boxes8 own, turned;             /* in the frame of the shape, and in that of the other one */
  const carom__mesh_block *block; /* NULL for a leaf */
  uint32_t word;
  unsigned lanes;
} mesh_items8;

CAROM__LANES8 static inline void mesh_items8_of_leaf(const mesh_side8 *side, uint32_t leaf,
                                                     mesh_items8 *out) {
  triangle8 t, turned;
  mesh_side8_load(side, leaf, &t);
  boxes8_of_triangles(&t, &out->own);
  triangle8_place(&t, &side->to_other, &turned);
  boxes8_of_triangles(&turned, &out->turned);
  out->block = NULL;
  out->lanes = side->mesh->leaves[leaf].lanes;
}

CAROM__LANES8 static inline void mesh_items8_of(const mesh_side8 *side, uint32_t word, mesh_items8 *out) {
  out->word = word;
  if (word & CAROM__MESH_LEAF) {
    mesh_items8_of_leaf(side, word & ~CAROM__MESH_LEAF, out);
    return;
  }
  out->block = &side->mesh->blocks[word];
  out->lanes = mesh_block_lanes(out->block);
  boxes8_of_block(out->block, side->scale, &out->own);
  boxes8_turn(&out->own, &side->to_other, &out->turned);
}

/* --- Triangles --- */

/* The triangles of B one by one, in the frame of A, with their planes. */
typedef struct triangles8_list {
  boxes8_list boxes;
  float corners[3][3][8], normal[3][8], gap[8], rounding[8];
} triangles8_list;

CAROM__LANES8 static inline void triangles8_store(triangle8 *t, float margin, triangles8_list *out) {
  boxes8 boxes;
  face8 face;
  boxes8_of_triangles(t, &boxes);
  boxes8_store(&boxes, &out->boxes);
  face8_of(t->p, lanes8_splat(margin), &face);
  for (int k = 0; k < 9; k++) lanes8_store(out->corners[k / 3][k % 3], t->p[k / 3][k % 3]);
  for (int k = 0; k < 3; k++) lanes8_store(out->normal[k], face.normal[k]);
  lanes8_store(out->gap, face.gap);
  lanes8_store(out->rounding, face.rounding);
}

CAROM__LANES8 static inline void triangles8_splat(const triangles8_list *list, int lane, triangle8 *t,
                                                  face8 *face) {
  for (int k = 0; k < 9; k++) t->p[k / 3][k % 3] = lanes8_splat(list->corners[k / 3][k % 3][lane]);
  for (int k = 0; k < 3; k++) {
    face->origin[k] = t->p[0][k];
    face->normal[k] = lanes8_splat(list->normal[k][lane]);
  }
  face->gap = lanes8_splat(list->gap[lane]);
  face->rounding = lanes8_splat(list->rounding[lane]);
}

typedef struct mesh_pairs8 {
  mesh_side8 a, b;
  const carom__mesh_pairs *pairs;
} mesh_pairs8;

/* What has the triangles of a leaf of A, in whose lanes one triangle of B is asked for. */
typedef struct leaf8 {
  triangle8 t;
  boxes8 boxes;
  face8 faces;
  unsigned lanes;
} leaf8;

CAROM__LANES8 static inline unsigned leaf8_met(leaf8 *a, const triangles8_list *b, int lane,
                                               const carom__mesh_pairs *pairs) {
  float margin = pairs->margin;
  triangle8 t;
  face8 face;
  carom__lanes8 depth = boxes8_depth(&b->boxes, lane, &a->boxes, pairs->nearest);
  unsigned met = a->lanes & lanes8_bits(lanes8_ge(depth, lanes8_splat(-margin)));
  if (!met) return 0;
  triangles8_splat(b, lane, &t, &face);
  met &= ~lanes8_bits(lanes8_or(face8_apart(&a->faces, t.p), face8_apart(&face, a->t.p)));
  return met ? edges8_not_apart(a->t.p, t.p, lanes8_splat(margin), met) : 0;
}

CAROM__LANES8 static inline void leaf8_batch(const mesh_side8 *side, uint32_t leaf, const triangle8 *t,
                                             uint32_t numbers[8], carom__triangle_batch *out) {
  const carom_mesh *mesh = side->mesh;
  uint32_t slot = leaf * CAROM__MESH_LANES;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) lanes8_store(out->corners[i][k], t->p[i][k]);
  for (uint32_t k = 0; k < CAROM__MESH_LANES; k++)
    numbers[k] = mesh->numbers ? mesh->numbers[slot + k] : slot + k;
  out->numbers = numbers;
  out->materials = mesh->materials ? mesh->materials + slot : NULL;
  out->lanes = mesh->leaves[leaf].lanes;
  out->one_sided = mesh->sides != CAROM_MESH_TWO_SIDED;
}

CAROM__LANES8 static bool mesh_pairs8_visit(const mesh_pairs8 *w, uint32_t of_a, uint32_t of_b) {
  float margin = w->pairs->margin;
  leaf8 a;
  triangle8 b, b_in_a;
  triangles8_list list;
  uint8_t meets[8] = {0};
  unsigned any = 0;
  mesh_side8_load(&w->a, of_a, &a.t);
  mesh_side8_load(&w->b, of_b, &b);
  triangle8_place(&b, &w->b.to_other, &b_in_a);
  boxes8_of_triangles(&a.t, &a.boxes);
  face8_of(a.t.p, lanes8_splat(margin), &a.faces);
  a.lanes = w->a.mesh->leaves[of_a].lanes;
  triangles8_store(&b_in_a, margin, &list);
  for (unsigned left = w->b.mesh->leaves[of_b].lanes; left; left &= left - 1) {
    int lane = bits_lowest(left);
    meets[lane] = (uint8_t)leaf8_met(&a, &list, lane, w->pairs);
    any |= meets[lane];
  }
  if (!any) return true;
  carom__triangle_batch batches[2];
  uint32_t numbers[2][8];
  leaf8_batch(&w->a, of_a, &a.t, numbers[0], &batches[0]);
  leaf8_batch(&w->b, of_b, &b, numbers[1], &batches[1]);
  return w->pairs->visit(w->pairs->context, &batches[0], &batches[1], meets);
}

/* --- The walk --- */

typedef struct mesh_pair {
  uint32_t words[2]; /* of A and of B */
  float depth;       /* by which their boxes reach into each other */
} mesh_pair;

typedef struct mesh_pair_stack {
  int count;
  mesh_pair pairs[MESH_PAIRS_STACK];
} mesh_pair_stack;

/* A block whose children are taken one by one, and what is in the other tree. */
typedef struct mesh_opening {
  int side; /* of the block */
  const mesh_items8 *one, *other;
  /* The pair that reaches deepest into each other is taken next: it is the most likely to meet. */
  int deepest;
  float depth;
} mesh_opening;

static inline void mesh_pair_push(mesh_pair_stack *stack, int side, uint32_t one, uint32_t other,
                                  float depth) {
  mesh_pair *pair = &stack->pairs[stack->count++];
  pair->words[side] = one;
  pair->words[1 - side] = other;
  pair->depth = depth;
}

static inline void mesh_opening_push(mesh_opening *o, mesh_pair_stack *stack, unsigned lane, uint32_t other,
                                     float depth) {
  if (depth > o->depth) o->depth = depth, o->deepest = stack->count;
  mesh_pair_push(stack, o->side, mesh_child(o->one->block, lane), other, depth);
}

/* The pairs that one child makes with what it may touch; a leaf stays whole. */
CAROM__LANES8 static inline void mesh_opening_child(mesh_opening *o, mesh_pair_stack *stack, unsigned lane,
                                                    carom__lanes8 depth, unsigned touched) {
  const carom__mesh_block *block = o->other->block;
  float depths[8], most = -HUGE_VALF;
  lanes8_store(depths, depth);
  for (; touched; touched &= touched - 1) {
    unsigned other = (unsigned)bits_lowest(touched);
    most = greater_float(most, depths[other]);
    if (block) mesh_opening_push(o, stack, lane, mesh_child(block, other), depths[other]);
  }
  if (!block) mesh_opening_push(o, stack, lane, o->other->word, most);
}

static inline void mesh_pair_swap(mesh_pair *a, mesh_pair *b) {
  mesh_pair first = *a;
  *a = *b;
  *b = first;
}

CAROM__LANES8 static void mesh_pairs8_open(mesh_pair_stack *stack, int side, const mesh_items8 *one,
                                           const mesh_items8 *other, const carom__mesh_pairs *pairs) {
  boxes8_list own, turned;
  mesh_opening o = {side, one, other, 0, -HUGE_VALF};
  boxes8_store(&one->own, &own);
  boxes8_store(&one->turned, &turned);
  for (unsigned left = one->lanes; left; left &= left - 1) {
    int lane = bits_lowest(left);
    carom__lanes8 depth = boxes8_depth(&own, lane, &other->turned, pairs->nearest);
    depth = lanes8_min(depth, boxes8_depth(&turned, lane, &other->own, pairs->nearest));
    unsigned touched = other->lanes & lanes8_bits(lanes8_ge(depth, lanes8_splat(-pairs->margin)));
    if (touched) mesh_opening_child(&o, stack, (unsigned)lane, depth, touched);
  }
  if (o.depth >= -pairs->margin) mesh_pair_swap(&stack->pairs[o.deepest], &stack->pairs[stack->count - 1]);
}

CAROM__LANES8 static bool mesh_pairs8_walk(const carom__mesh_pairs *pairs) {
  carom__relative a_in_b = relative_inverse(&pairs->b_in_a);
  mesh_pairs8 w = {mesh_side8_of(&pairs->a, &a_in_b), mesh_side8_of(&pairs->b, &pairs->b_in_a), pairs};
  mesh_pair_stack stack;
  stack.count = 0;
  mesh_pair_push(&stack, 0, 0, 0, HUGE_VALF);
  while (stack.count > 0) {
    const mesh_pair *pair = &stack.pairs[--stack.count];
    uint32_t of_a = pair->words[0], of_b = pair->words[1];
    if (pair->depth < -pairs->margin) continue;
    if (of_a & of_b & CAROM__MESH_LEAF) {
      if (!mesh_pairs8_visit(&w, of_a & ~CAROM__MESH_LEAF, of_b & ~CAROM__MESH_LEAF)) return false;
      continue;
    }
    mesh_items8 a, b;
    mesh_items8_of(&w.a, of_a, &a);
    mesh_items8_of(&w.b, of_b, &b);
    if (a.block)
      mesh_pairs8_open(&stack, 0, &a, &b, pairs);
    else
      mesh_pairs8_open(&stack, 1, &b, &a, pairs);
  }
  return true;
}

#endif

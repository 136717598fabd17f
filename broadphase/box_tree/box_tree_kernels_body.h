/* box_tree_kernels_body.h: the walks through a tree of AABBs, in the form of lanes8.h that the including file
 * asks for.
 *
 * All is done in floats. Bounds in the tree are wider by 64 u of their coordinates (u = 2^-24), and each walk
 * widens them by what its own numbers lose: so all are visited that exact numbers would visit. */
#ifndef CAROM_BROADPHASE_BOX_TREE_KERNELS_BODY_H
#define CAROM_BROADPHASE_BOX_TREE_KERNELS_BODY_H

#include <float.h>
#include <math.h>

#include "box_tree_nearest8.h"

enum {
  CASTS_AT_ONCE = 16, /* as many as hide the time that memory takes, as measured */
  WAITING_MAX = 64,
  QUEUE_MAX = 128,
  FEW_BLOCKS = 4
};

/* What is added to the reach of a walk, times the size of its numbers. */
#define WALK_ROUNDING (16 * 0x1p-24f)

/* A position in floats, and how large its numbers are. */
static inline carom_vec3 nearest_vec3(const carom_pos *p) {
  return vec3((float)p->x, (float)p->y, (float)p->z);
}

/* --- In any order --- */

/* What a walk has met and not told yet: while one is told, the memory of the next is on its way. */
typedef struct waiting_items {
  const carom__box_listener *listener;
  uint32_t names[WAITING_MAX], count;
} waiting_items;

static inline bool tell_waiting(waiting_items *items) {
  const carom__box_listener *l = items->listener;
  const uint32_t *names = items->names, last = items->count - 1;
  bool on = true;
  for (uint32_t i = 0; i < items->count && on; i++) {
    if (l->fetch) l->fetch(l->context, names[i < last ? i + 1 : i] & ~CAROM__TREE_ITEM);
    on = l->visit(l->context, names[i] & ~CAROM__TREE_ITEM, 0) >= 0;
  }
  items->count = 0;
  return on;
}

/* Bit k: child k is to be looked at. */
typedef unsigned (*pick_children)(const carom__box_block *block, const void *query);

/* The root; or its children, where they are so few that looking at all of them takes less time than waiting
 * for the root. Returns how many blocks these are. */
static inline uint32_t begin_walk(const carom__box_tree *tree, uint32_t blocks[FEW_BLOCKS]) {
  uint32_t root = tree->block_count - 1;
  uint32_t below = tree->level_count > 1 ? root - tree->first[tree->level_count - 2] : 0;
  bool few = below - 1 < FEW_BLOCKS;
  uint32_t count = few ? below : 1;
  for (uint32_t i = 0; i < count; i++) blocks[i] = root - (few ? count - i : 0);
  return count;
}

/* The blocks of a level are looked at one after the other, so that none waits for another, and none of their
 * children has a branch, which no processor could guess. When they are too many, the last ones come first. */
CAROM__LANES8 static inline bool walk_any(const carom__box_tree *tree, pick_children pick, const void *query,
                                          const carom__box_listener *listener) {
  uint32_t blocks[QUEUE_MAX + CAROM__BOX_STACK + CAROM__BOX_WIDTH], first = 0, end = begin_walk(tree, blocks);
  waiting_items items;
  items.listener = listener;
  items.count = 0;
  while (first < end) {
    uint32_t at = end < QUEUE_MAX ? blocks[first++] : blocks[--end];
    const carom__box_block *block = &tree->blocks[at];
    unsigned children = pick(block, query);
    if (at < tree->first[1]) {
      uint32_t *next = items.names + items.count;
      items.count += lanes8_pack(next, block->children, children);
      if (listener->fetch) listener->fetch(listener->context, next[0] & ~CAROM__TREE_ITEM);
      if (items.count > WAITING_MAX - CAROM__BOX_WIDTH && !tell_waiting(&items)) return false;
    } else {
      uint32_t *next = blocks + end;
      end += lanes8_pack(next, block->children, children);
      prefetch_block(&tree->blocks[next[0]]);
      prefetch_block(&tree->blocks[next[1]]);
    }
  }
  return tell_waiting(&items);
}

typedef struct box_question {
  carom__lanes8 min[3], max[3];
} box_question;

CAROM__LANES8 static inline unsigned pick_touching(const carom__box_block *block, const void *query) {
  const box_question *q = query;
  return touching_bits(block, q->min, q->max);
}

CAROM__LANES8 static bool query_boxes(const carom__box_tree *tree, const carom_aabb *box,
                                      const carom__box_listener *listener) {
  float pad = WALK_ROUNDING * (vec3_norm1(box->min) + vec3_norm1(box->max));
  box_question q;
  splat3(vec3_sub(box->min, vec3(pad, pad, pad)), q.min);
  splat3(vec3_add(box->max, vec3(pad, pad, pad)), q.max);
  return walk_any(tree, pick_touching, &q, listener);
}

/* --- Nearest first --- */

/* The slab method (Kay and Kajiya, 1986), the box that moves taken as a point and the others as wider. */
typedef struct cast_question {
  int backward[3];                   /* along the axis: upper bounds are met first */
  carom__lanes8 before[3], after[3]; /* what is taken from the bounds that are met first and last */
  carom__lanes8 inverse[3];          /* of the translation */
} cast_question;

CAROM__LANES8 static inline unsigned measure_cast(const carom__box_block *block, const void *query,
                                                  float most, float keys[CAROM__BOX_WIDTH]) {
  const cast_question *q = query;
  carom__lanes8 enter = lanes8_splat(0), leave = lanes8_splat(most);
  for (int k = 0; k < 3; k++) {
    carom__lanes8 first = lanes8_load(block->bounds[q->backward[k]][k]);
    carom__lanes8 last = lanes8_load(block->bounds[!q->backward[k]][k]);
    enter = lanes8_max(enter, lanes8_mul(lanes8_sub(first, q->before[k]), q->inverse[k]));
    leave = lanes8_min(leave, lanes8_mul(lanes8_sub(last, q->after[k]), q->inverse[k]));
  }
  return store_keys(enter, lanes8_gt(enter, leave), keys);
}

static inline float fraction_key(float limit) { return limit; }
static const ruler cast_ruler = {measure_cast, fraction_key};

/* Of a coordinate that does not change the inverse is great but finite: times 0 it is 0, and times what is
 * nowhere it is finite, too. */
static inline float inverse_of(float speed) {
  return fabsf(speed) < 0x1p-66f ? (speed < 0 ? -0x1p66f : 0x1p66f) : 1 / speed;
}

CAROM__LANES8 static inline void open_axis(cast_question *q, int k, float origin, float speed, float reach) {
  q->backward[k] = speed < 0;
  float forth = (float)(1 - 2 * q->backward[k]) * reach;
  q->before[k] = lanes8_splat(origin + forth);
  q->after[k] = lanes8_splat(origin - forth);
  q->inverse[k] = lanes8_splat(inverse_of(speed));
}

CAROM__LANES8 static inline void open_cast(const carom__box_cast *cast, cast_question *q) {
  carom_vec3 o = nearest_vec3(&cast->origin);
  float pad = WALK_ROUNDING * (vec3_norm1(o) + vec3_norm1(cast->reach) + vec3_norm1(cast->translation));
  for (int k = 0; k < 3; k++)
    open_axis(q, k, vec3_get(o, k), vec3_get(cast->translation, k), vec3_get(cast->reach, k) + pad);
}

CAROM__LANES8 static void cast_box(const carom__box_tree *tree, carom__box_cast *cast) {
  cast_question q;
  open_cast(cast, &q);
  cast->limit = walk_nearest(tree, &cast_ruler, &q, cast->limit, &cast->listener);
}

/* --- Many casts --- */

/* One of the casts that are on their way at once. */
typedef struct cast_walk {
  cast_question question;
  nearest_walk walk;
  carom__box_cast *cast;
} cast_walk;

/* The casts on their way, and those that have yet to begin. */
typedef struct cast_queue {
  const carom__box_tree *tree;
  carom__box_cast *next, *end;
  uint32_t active;
  cast_walk *on_way[CASTS_AT_ONCE]; /* of the walks, those that are */
  cast_walk walks[CASTS_AT_ONCE];
} cast_queue;

/* Takes the next cast up; false: none is left. */
CAROM__LANES8 static inline bool take_cast(cast_queue *queue, cast_walk *w) {
  while (queue->next != queue->end) {
    w->cast = queue->next++;
    if (!open_walk(&w->walk, &cast_ruler, queue->tree, w->cast->limit, &w->cast->listener)) continue;
    open_cast(w->cast, &w->question);
    return true;
  }
  return false;
}

/* Some of the casts on their way. */
typedef struct cast_group {
  cast_walk *walks[CASTS_AT_ONCE];
  uint32_t count;
} cast_group;

/* What comes next is different for each cast, and no processor can guess it: no branch depends on it. */
static inline void group_casts(cast_queue *queue, cast_group *at_blocks, cast_group *at_items) {
  at_blocks->count = at_items->count = 0;
  for (uint32_t i = 0; i < queue->active; i++) {
    cast_walk *w = queue->on_way[i];
    bool item = is_at_item(&w->walk);
    at_blocks->walks[at_blocks->count] = at_items->walks[at_items->count] = w;
    at_blocks->count += !item;
    at_items->count += item;
  }
}

/* Goes on to what is nearest, or to another cast; false: there is none. */
CAROM__LANES8 static inline bool take_step(cast_queue *queue, cast_walk *w) {
  if (take_next(&w->walk)) {
    prefetch_child(queue->tree, &w->cast->listener, w->walk.next);
    return true;
  }
  w->cast->limit = w->walk.limit;
  return take_cast(queue, w);
}

/* The blocks are looked at side by side, as none waits for another: what the processor guesses wrongly of one
 * cast costs the others nothing. */
CAROM__LANES8 static inline void step_casts(cast_queue *queue) {
  cast_group at_blocks, at_items;
  group_casts(queue, &at_blocks, &at_items);
  for (uint32_t i = 0; i < at_blocks.count; i++) {
    cast_walk *w = at_blocks.walks[i];
    measure_next(&w->walk, &cast_ruler, &w->question);
    open_measured(&w->walk);
  }
  for (uint32_t i = 0; i < at_items.count; i++) visit_next(&at_items.walks[i]->walk, &cast_ruler);
  for (uint32_t i = 0; i < queue->active;)
    if (take_step(queue, queue->on_way[i]))
      i++;
    else
      queue->on_way[i] = queue->on_way[--queue->active];
}

CAROM__LANES8 static void cast_boxes(const carom__box_tree *tree, carom__box_cast *casts, size_t count) {
  cast_queue queue;
  queue.tree = tree;
  queue.next = casts;
  queue.end = casts + count;
  queue.active = 0;
  for (cast_walk *w = queue.walks; queue.active < CASTS_AT_ONCE && take_cast(&queue, w); w++)
    queue.on_way[queue.active++] = w;
  while (queue.active > 0) step_casts(&queue);
}

typedef struct near_question {
  carom__lanes8 point[3];
  carom__lanes8 pad;
} near_question;

CAROM__LANES8 static inline unsigned measure_near(const carom__box_block *block, const void *query,
                                                  float most, float keys[CAROM__BOX_WIDTH]) {
  const near_question *q = query;
  carom__lanes8 square = lanes8_splat(0), zero = square;
  for (int k = 0; k < 3; k++) {
    carom__lanes8 beyond = lanes8_max(lanes8_sub(beyond_bounds(block, k, q->point[k]), q->pad), zero);
    square = lanes8_add(square, lanes8_mul(beyond, beyond));
  }
  return store_keys(square, lanes8_gt(square, lanes8_splat(most)), keys);
}

/* Nothing is as far as 2^60. */
static inline float square_key(float limit) {
  float most = lesser_float(limit, CAROM__BOX_NOWHERE);
  return most * most * (1 + WALK_ROUNDING);
}
static const ruler near_ruler = {measure_near, square_key};

CAROM__LANES8 static float near_point(const carom__box_tree *tree, const carom_pos *point, float limit,
                                      const carom__box_listener *listener) {
  carom_vec3 p = nearest_vec3(point);
  near_question q;
  splat3(p, q.point);
  q.pad = lanes8_splat(WALK_ROUNDING * vec3_norm1(p));
  return walk_nearest(tree, &near_ruler, &q, limit, listener);
}

CAROM__DEFINE_KERNELS(carom__box_tree_kernels, query_boxes, cast_box, cast_boxes, near_point);

#endif

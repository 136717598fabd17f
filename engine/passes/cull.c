/* cull.c: filters, then the oriented boxes of the colliders, eight pairs at a time.
 *
 * The pairs of bodies are split into parts. A part may not allocate: one whose array is full stops where it
 * was when nothing waited for the lanes, and goes on from there once its array has grown. */
#include "candidates.h"

#include <string.h>

#include "boxes.h"
#include "collide_rectangles.h"
#include "filter.h"
#include "half_space.h"
#include "objects.h"
#include "tasks.h"
#include "prefetch.h"
#include "sort.h"

enum { BLOCK = 32 };

/* Two colliders that wait for the filters and, unless a tree has compared their boxes, for the lanes. */
typedef struct waiting {
  uint32_t a, b;
  bool compared;
} waiting;

/* A box that is not the collider's own, while its pair waits. */
typedef struct made_box {
  carom_frame frame;
  carom_box box;
} made_box;

/* One part of the body pairs on its way. */
typedef struct cull {
  const carom_world *world;
  size_t at, end;       /* the next body pair, and where the part ends */
  carom__keys *out;     /* the candidates so far */
  size_t safe_at, safe; /* `at` and out->count when last nothing waited */
  bool full;            /* there was no room for a candidate */
  bool untested;        /* what is its own tight box goes to the narrow phase as it is */
  bool plain;           /* boxes are as large as they are, and sides as the slots have them */
  size_t asked, apart;  /* of how many boxes it was to be found whether they overlap, and which did not */
  waiting waiting[BLOCK];
  size_t waiting_count;
  carom__box_task tasks[BLOCK]; /* the boxes of those that passed the filters ... */
  made_box made[BLOCK][2];
  uint64_t keys[BLOCK];     /* ... and what they are, as those in `waiting` then */
  uint32_t collider;        /* of the one body ... */
  carom__slots_view fewer;  /* ... or all of these ... */
  carom__slots_view others; /* ... against those of the other */
} cull;

static void keep(cull *c, uint64_t key) {
  c->full = c->full || c->out->count == c->out->capacity;
  if (!c->full) carom__array_push(c->out, key);
}

static void make_box(const carom_world *world, uint32_t collider, made_box *out) {
  carom_shape room;
  carom_obb tight = carom__tight_obb(carom__collider_shape(world, collider, &room));
  carom__world_box box = carom__world_box_of(&tight, &world->colliders.frames.data[collider]);
  *out = (made_box){{box.center, box.box.axes}, {box.box.half, 0}};
}

/* How boxes grow: not at all, all by the same, or each by its own. */
typedef struct growing {
  bool any, alike;
  float all;
} growing;

static growing growing_of(const carom_world *world) {
  bool alike = !world->def.seamless && !world->margins_differ;
  return (growing){carom__boxes_grow(world), alike, alike ? carom__margin_growth(world, 0) : 0};
}

static float growth_of(const carom_world *world, uint32_t collider, uint32_t other) {
  bool beside = carom__collider_is_grouped(world, other);
  return beside ? carom__box_growth(world, collider) : carom__margin_growth(world, collider);
}

/* A collider's tight box against another: its own along its frame, or else one that is made. */
static inline void put_box(const carom_world *world, const growing *grow, uint32_t collider, uint32_t other,
                           made_box *made, const carom_box **box, const carom_frame **frame) {
  const carom__gate *gate = &world->colliders.gates.data[collider];
  bool own = gate->flags & CAROM__COLLIDER_ALIGNED;
  if (!own) make_box(world, collider, made);
  *box = own ? &gate->size.box : &made->box;
  *frame = own ? &world->colliders.frames.data[collider] : &made->frame;
  if (!grow->any) return;
  const float by = grow->alike ? grow->all : growth_of(world, collider, other);
  made->box = (carom_box){half_grown((*box)->half, by), 0};
  *box = &made->box;
}

/* May a collider reach below the plane of one that has no end? */
static bool reaches_below(const carom_world *world, uint32_t endless, uint32_t other) {
  const carom_frame *frame = &world->colliders.frames.data[endless];
  carom__world_box box;
  carom__collider_box(world, other, &box);
  const carom_vec3 up = vec3_abs(mat3_tmul_vec3(&box.box.axes, frame->axes.y));
  const float reach = vec3_dot(up, box.box.half) * (1 + 0x1p-18f) + carom__pair_margin(world, endless, other);
  return half_space_clearance(&world->colliders.shapes.data[endless], frame, box.center) <= (double)reach;
}

static bool is_endless(const cull *c, uint32_t collider) {
  return c->world->colliders.gates.data[collider].flags & CAROM__COLLIDER_ENDLESS;
}

/* Keeps a pair of which one has no end, if the other reaches it. Two that have none never meet. */
static void keep_endless(cull *c, const waiting *w, bool first, bool second) {
  if (first && second) return;
  if (reaches_below(c->world, first ? w->a : w->b, first ? w->b : w->a))
    keep(c, carom__colliders_key(c->world, w->a, w->b));
}

/* Do two colliders of which each is its tight box wait, and may they go without a test? */
static bool is_untested(const cull *c, const waiting *w) {
  const carom__gate *gates = c->world->colliders.gates.data;
  return c->untested && gates[w->a].flags & gates[w->b].flags & CAROM__COLLIDER_SHARP;
}

/* Keeps those whom the filters admit and that no lanes need to compare. Returns how many of the others there
 * are, whose keys are side by side then; *test: whether they need it. */
static size_t filter_waiting(cull *c, bool *test) {
  const bool endless = c->world->endless;
  size_t count = 0;
  *test = false;
  for (size_t i = 0; i < c->waiting_count; i++) {
    waiting w = c->waiting[i];
    /* The test of two boxes may see them otherwise from the other side, by a rounding. */
    if (c->world->ordered && !carom__collider_precedes(c->world, w.a, w.b))
      w = (waiting){w.b, w.a, w.compared};
    const uint64_t key = carom__colliders_key(c->world, w.a, w.b);
    if (!carom__filter_admits(c->world, w.a, w.b)) continue;
    if (endless && (is_endless(c, w.a) || is_endless(c, w.b))) {
      keep_endless(c, &w, is_endless(c, w.a), is_endless(c, w.b));
    } else if (w.compared) {
      keep(c, key);
    } else {
      *test = *test || !is_untested(c, &w);
      c->keys[count] = key;
      c->waiting[count++] = w;
    }
  }
  c->waiting_count = 0;
  return count;
}

/* Keeps those that overlap. Which ones do cannot be predicted, hence no branch. */
static void keep_overlapping(cull *c, const bool *overlap, size_t count) {
  carom__keys out = *c->out; /* a copy, which writing keys cannot change */
  c->full = c->full || out.capacity - out.count < count;
  if (c->full) return;
  for (size_t i = 0; i < count; i++) {
    out.data[out.count] = c->keys[i];
    out.count += overlap[i];
  }
  c->asked += count;
  c->apart += count - (out.count - c->out->count);
  c->out->count = out.count;
}

static void compare_tasks(const cull *c, size_t count, bool *overlap) {
  (c->world->def.planar ? carom__overlap_planar_boxes : carom__overlap_boxes)(c->tasks, count,
                                                                              CAROM__BOX_PADDING, overlap);
}

/* Compares the boxes of those that have passed the filters. Many that follow each other have one side in
 * common, whose box is made once. */
static void compare_boxes(cull *c, size_t count, bool *overlap) {
  const growing grow = growing_of(c->world);
  for (size_t i = 0; i < count; i++) {
    const waiting w = c->waiting[i];
    carom__box_task *task = &c->tasks[i];
    if (i > 0 && w.a == c->waiting[i - 1].a && (grow.alike || !grow.any))
      task->a = c->tasks[i - 1].a, task->frame_a = c->tasks[i - 1].frame_a;
    else
      put_box(c->world, &grow, w.a, w.b, &c->made[i][0], &task->a, &task->frame_a);
    put_box(c->world, &grow, w.b, w.a, &c->made[i][1], &task->b, &task->frame_b);
  }
  compare_tasks(c, count, overlap);
}

static void flush(cull *c) {
  bool overlap[BLOCK], test;
  size_t count = filter_waiting(c, &test);
  if (test)
    compare_boxes(c, count, overlap);
  else
    memset(overlap, true, sizeof overlap);
  keep_overlapping(c, overlap, count);
}

/* The other collider of a pair may be anywhere in memory: while the pair waits it is on its way. */
static void add(cull *c, uint32_t other, bool compared) {
  const carom__colliders *colliders = &c->world->colliders;
  carom__prefetch_line(&colliders->gates.data[other]);
  if (!compared) carom__prefetch_line(&colliders->frames.data[other]);
  c->waiting[c->waiting_count++] = (waiting){c->collider, other, compared};
  if (c->waiting_count == BLOCK) flush(c);
}

static bool visit(void *context, uint32_t item) {
  cull *c = context;
  add(c, c->others.data[item], true);
  return !c->full;
}

/* The collider in hand against all of a body, through its tree when it has one. */
static void add_against(cull *c, uint32_t body) {
  const carom_world *world = c->world;
  const carom__obb_tree *tree = carom__body_tree(world, body);
  c->others = carom__body_colliders(world, body);
  if (!tree) {
    uint32_t other;
    for (size_t at = 0; slots_next(&c->others, &at, &other);) add(c, other, false);
    return;
  }
  carom_frame frame = carom__body_frame(world, body);
  carom__world_box own;
  carom__collider_box(world, c->collider, &own);
  carom_obb box = carom__world_box_in(&own, &frame);
  carom__obb_tree_query(tree, &box, visit, c);
}

static bool visit_pair(void *context, uint32_t other, uint32_t item) {
  cull *c = context;
  c->collider = c->fewer.data[item];
  add(c, c->others.data[other], true);
  return !c->full;
}

/* All of a body against all of another, when both have a tree. */
static void add_trees(cull *c, uint32_t body, uint32_t fewer) {
  const carom_world *world = c->world;
  carom_frame frame = carom__body_frame(world, body), frame_fewer = carom__body_frame(world, fewer);
  carom__relative pose = frame_relative(&frame, &frame_fewer);
  c->others = carom__body_colliders(world, body);
  c->fewer = carom__body_colliders(world, fewer);
  carom__obb_tree_pairs(carom__body_tree(world, body), carom__body_tree(world, fewer), &pose, visit_pair, c);
}

static void add_lists(cull *c, carom__pair pair) {
  const carom_world *world = c->world;
  bool turned = carom__body_collider_count(world, pair.a) > carom__body_collider_count(world, pair.b);
  uint32_t body = turned ? pair.a : pair.b, fewer = turned ? pair.b : pair.a;
  if (carom__body_tree(world, body) && carom__body_tree(world, fewer)) {
    add_trees(c, body, fewer);
    return;
  }
  c->fewer = carom__body_colliders(world, fewer);
  for (size_t at = 0; slots_next(&c->fewer, &at, &c->collider);) add_against(c, body);
}

/* Most bodies have one collider, and their pairs need no more of them than that. */
static void add_bodies(cull *c, carom__pair pair) {
  const uint32_t *only = c->world->bodies.only.data;
  if (only[pair.a] == CAROM__NO_INDEX || only[pair.b] == CAROM__NO_INDEX) {
    add_lists(c, pair);
  } else {
    c->collider = only[pair.a];
    add(c, only[pair.b], false);
  }
}

/* --- Pairs of bodies of which each is one collider, with a tight box of its own: most are --- */

/* Asks for what the next block needs, which ends with the first body of other colliders. */
static void fetch_plain(const cull *c, size_t begin) {
  const uint32_t *only = c->world->bodies.only.data;
  const carom__colliders *colliders = &c->world->colliders;
  const carom__pair *pairs = c->world->step.body_pairs.data;
  const size_t end = c->end - begin < BLOCK ? c->end : begin + BLOCK;
  for (size_t i = begin; i < end; i++) {
    const uint32_t b = only[pairs[i].b];
    if (b == CAROM__NO_INDEX) break;
    carom__prefetch_line(&colliders->gates.data[b]);
    if (!c->untested) carom__prefetch_line(&colliders->frames.data[b]);
  }
}

/* Such pairs that follow each other. */
typedef struct plain_block {
  size_t count;             /* of bodies */
  size_t admitted;          /* of colliders, whose keys are in the cull then */
  uint32_t sides[BLOCK][2]; /* the colliders of these, as their bodies are */
  bool sharp;               /* all are sharp */
} plain_block;

/* Lists those that follow, up to a block. */
static void list_plain(cull *c, plain_block *out) {
  const carom__gate *gates = c->world->colliders.gates.data;
  const uint32_t *only = c->world->bodies.only.data;
  const carom__pair *pairs = &c->world->step.body_pairs.data[c->at];
  const size_t most = c->end - c->at < BLOCK ? c->end - c->at : BLOCK;
  uint32_t all = CAROM__COLLIDER_SHARP;
  size_t count = 0, admitted = 0;
  for (; count < most; count++) {
    const uint32_t a = only[pairs[count].a], b = only[pairs[count].b];
    if (a == CAROM__NO_INDEX || b == CAROM__NO_INDEX) break;
    const uint32_t both = gates[a].flags & gates[b].flags;
    if (!(both & CAROM__COLLIDER_ALIGNED)) break;
    if (!gates_admit(&gates[a], &gates[b])) continue;
    all &= both;
    c->keys[admitted] = carom__pair_key(a, b);
    out->sides[admitted][0] = a, out->sides[admitted++][1] = b;
  }
  out->count = count, out->admitted = admitted, out->sharp = all;
}

static void compare_plain(cull *c, const plain_block *block, bool *overlap) {
  const carom__gate *gates = c->world->colliders.gates.data;
  const carom_frame *frames = c->world->colliders.frames.data;
  for (size_t i = 0; i < block->admitted; i++) {
    const uint32_t a = block->sides[i][0], b = block->sides[i][1];
    c->tasks[i] = (carom__box_task){&gates[a].size.box, &gates[b].size.box, &frames[a], &frames[b]};
  }
  compare_tasks(c, block->admitted, overlap);
}

/* Culls those that follow, if they are worth it: fewer than fill the lanes wait with others. */
static bool take_plain(cull *c) {
  plain_block block;
  bool overlap[BLOCK];
  if (!c->plain) return false;
  list_plain(c, &block);
  if (block.count < 8) return false;
  fetch_plain(c, c->at + block.count);
  if (c->untested && block.sharp)
    memset(overlap, true, sizeof overlap);
  else
    compare_plain(c, &block, overlap);
  keep_overlapping(c, overlap, block.admitted);
  c->at += block.count;
  return true;
}

/* Goes on until the end or until the array is full; then back to where nothing waited. */
static void run(cull *c) {
  while (c->at < c->end && !c->full) {
    if (c->waiting_count > 0 || !take_plain(c)) {
      add_bodies(c, c->world->step.body_pairs.data[c->at++]);
      if (c->waiting_count > 0 && c->at < c->end) continue;
      flush(c);
    }
    if (c->full) break;
    c->safe_at = c->at;
    c->safe = c->out->count;
  }
  if (!c->full) return;
  c->at = c->safe_at;
  c->out->count = c->safe;
  c->waiting_count = 0;
}

static void run_part(void *context, uint32_t part, size_t begin, size_t end) {
  cull *c = (cull *)context + part;
  c->at = c->safe_at = begin;
  c->end = end;
  run(c);
}

/* While the part is full its array grows and it goes on. */
static carom_status finish_part(cull *c, const carom_allocator *allocator) {
  carom_status status = CAROM_OK;
  while (c->full && !status) {
    status = carom__array_reserve(allocator, c->out, c->out->capacity + 64);
    c->full = false;
    if (!status) run(c);
  }
  return status;
}

static bool ascends(const uint64_t *keys, size_t count) {
  bool ascending = true;
  for (size_t i = 1; i < count; i++) ascending = ascending && keys[i - 1] < keys[i];
  return ascending;
}

/* The candidates of all parts, which each puts where they belong. */
typedef struct joining {
  const cull *culls;
  uint64_t *keys;
  size_t begins[CAROM__PARTS_MAX + 1];
  bool ascending[CAROM__PARTS_MAX];
} joining;

/* The first part's are where they belong. */
static void join_part(void *context, uint32_t part) {
  joining *j = context;
  const carom__keys *own = j->culls[part].out;
  if (part > 0 && own->count > 0)
    memcpy(j->keys + j->begins[part], own->data, own->count * sizeof *own->data);
  j->ascending[part] = ascends(own->data, own->count);
}

/* Do those of all parts ascend, from part to part? */
static bool parts_ascend(const joining *j, uint32_t parts) {
  bool ascending = true;
  for (uint32_t i = 0; i < parts; i++) {
    const size_t begin = j->begins[i];
    ascending = ascending && j->ascending[i];
    if (begin > 0 && begin < j->begins[parts]) ascending = ascending && j->keys[begin - 1] < j->keys[begin];
  }
  return ascending;
}

/* Joins the parts in their order. Where each body has one collider that order is canonical mostly. */
static carom_status join(carom_world *world, const cull *culls, uint32_t parts) {
  carom__keys *all = &world->step.candidates;
  joining j = {.culls = culls};
  for (uint32_t i = 0; i < parts; i++) j.begins[i + 1] = j.begins[i] + culls[i].out->count;
  const size_t total = j.begins[parts];
  carom_status status = carom__array_reserve(&world->allocator, all, total);
  if (status) return status;
  j.keys = all->data;
  carom__run_parts(&world->def.tasks, parts, join_part, &j);
  all->count = total;
  if (parts_ascend(&j, parts)) return CAROM_OK;
  uint64_t *scratch = carom__arena_alloc(&world->arena, total, sizeof *scratch);
  if (!scratch) return CAROM_OUT_OF_MEMORY;
  carom__sort_u64(all->data, scratch, total);
  return CAROM_OK;
}

/* The game is asked once a pair, in their order, on the thread that called step. */
static carom_status ask_game(carom_world *world) {
  carom__keys *keys = &world->step.candidates, *refused = &world->step.refused;
  refused->data = carom__arena_alloc(&world->arena, keys->count, sizeof *refused->data);
  if (!refused->data) return CAROM_OUT_OF_MEMORY;
  size_t kept = 0;
  for (size_t i = 0; i < keys->count; i++) {
    uint64_t key = keys->data[i];
    bool admitted = carom__filter_asks(world, (uint32_t)(key >> 32), (uint32_t)key);
    if (admitted)
      keys->data[kept++] = key;
    else
      refused->data[refused->count++] = key;
  }
  keys->count = kept;
  return CAROM_OK;
}

/* Sums up what decides whether the next cull tests. */
static void count_asked(carom__step_data *step, const cull *culls, uint32_t parts) {
  step->boxes_asked = step->boxes_apart = 0;
  for (uint32_t i = 0; i < parts; i++) {
    step->boxes_asked += culls[i].asked;
    step->boxes_apart += culls[i].apart;
  }
}

carom_status carom__step_cull(carom_world *world) {
  world->step.candidates.count = 0;
  if (carom__pairs_need_no_cull(world)) return CAROM_OK;
  const carom_tasks *tasks = &world->def.tasks;
  size_t count = world->step.body_pairs.count;
  uint32_t parts = carom__part_count(tasks, count);
  cull *culls = carom__arena_alloc(&world->arena, parts, sizeof *culls);
  if (!culls) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < parts; i++) {
    culls[i] = (cull){.world = world,
                      .out = i ? &world->step.parts[i - 1] : &world->step.candidates,
                      .untested = world->step.dense && carom__boxes_are_tested_late(world),
                      .plain = !world->ordered && !world->endless && !carom__boxes_grow(world)};
    culls[i].out->count = 0;
  }
  carom__run_ranges(tasks, parts, count, run_part, culls);
  carom_status status = CAROM_OK;
  for (uint32_t i = 0; i < parts && !status; i++) status = finish_part(&culls[i], &world->allocator);
  if (!status) status = join(world, culls, parts);
  count_asked(&world->step, culls, parts);
  return !status && world->def.filter ? ask_game(world) : status;
}

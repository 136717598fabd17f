/* rings_ears.c: triangles, each an ear that is cut off (Meisters, 1975).
 *
 * Only corners that are not convex can lie in an ear; they are looked for among the nodes sorted by x. */
#include "rings_loop.h"
#include "sort.h"

enum { CUT_OFF, CONVEX, NOT_CONVEX };

typedef struct clipper {
  carom__loop *loop;
  uint8_t *states;  /* of the nodes */
  uint32_t *order;  /* nodes by x */
  uint32_t *keys;   /* their x, as keys */
  uint32_t *beyond; /* of each node, the triangle that was cut off beyond the way to the next one */
  carom__triangles *out;
} clipper;

static float least(float a, float b, float c) {
  float m = a < b ? a : b;
  return m < c ? m : c;
}

static float most(float a, float b, float c) { return -least(-a, -b, -c); }

static void classify(clipper *c, uint32_t node) {
  c->states[node] = loop_turn(c->loop, node) > 0 ? CONVEX : NOT_CONVEX;
}

static bool triangle_has(const carom_vec2 t[3], carom_vec2 p) {
  if (vec2_is_same(p, t[0]) || vec2_is_same(p, t[1]) || vec2_is_same(p, t[2])) return false;
  return carom__orient(t[0], t[1], p) >= 0 && carom__orient(t[1], t[2], p) >= 0 &&
         carom__orient(t[2], t[0], p) >= 0;
}

/* Is any corner in a triangle, but at its own corners? */
static bool is_occupied(const clipper *c, const carom_vec2 t[3]) {
  float low = least(t[0].y, t[1].y, t[2].y), high = most(t[0].y, t[1].y, t[2].y);
  uint32_t end = carom__float_key(most(t[0].x, t[1].x, t[2].x));
  size_t i = carom__count_below(c->keys, c->loop->count, carom__float_key(least(t[0].x, t[1].x, t[2].x)));
  for (; i < c->loop->count && c->keys[i] <= end; i++) {
    carom_vec2 p = loop_point(c->loop, c->order[i]);
    if (c->states[c->order[i]] == NOT_CONVEX && p.y >= low && p.y <= high && triangle_has(t, p)) return true;
  }
  return false;
}

static bool is_ear(const clipper *c, uint32_t node) {
  const carom__loop *loop = c->loop;
  carom_vec2 t[3] = {loop_point(loop, loop->prev[node]), loop_point(loop, node),
                     loop_point(loop, loop->next[node])};
  return c->states[node] == CONVEX && !is_occupied(c, t);
}

/* A side of the triangle that is cut off, from a node to the one after it. */
static void add_side(clipper *c, size_t side, uint32_t node) {
  uint32_t beyond = c->beyond[node];
  c->out->corners[side] = node;
  c->out->beyond[side] = beyond;
  if (beyond != CAROM__NO_TRIANGLE) c->out->beyond[3 * (size_t)beyond + 2] = (uint32_t)(side / 3);
}

/* What lies beyond the third side is known when its parent comes, and of the last triangle now: all sides of
 * that are sides of the loop. */
static void cut_off(clipper *c, uint32_t node) {
  carom__loop *loop = c->loop;
  uint32_t prev = loop->prev[node], next = loop->next[node], triangle = (uint32_t)c->out->count++;
  add_side(c, 3 * (size_t)triangle, prev);
  add_side(c, 3 * (size_t)triangle + 1, node);
  add_side(c, 3 * (size_t)triangle + 2, next);
  c->beyond[prev] = triangle;
  c->states[node] = CUT_OFF;
  loop->next[prev] = next;
  loop->prev[next] = prev;
  classify(c, prev);
  classify(c, next);
}

/* The last three nodes are the last ear. Cuts every other node where it can: the triangles are the better. */
static carom_status cut_ears(clipper *c) {
  uint32_t node = 0, stop = 0;
  for (uint32_t left = c->loop->count; left >= 3;) {
    uint32_t next = c->loop->next[node];
    if (left == 3 || is_ear(c, node)) {
      cut_off(c, node);
      left--;
      stop = next = c->loop->next[next];
    } else if (next == stop) {
      return CAROM_NOT_CONVERGED;
    }
    node = next;
  }
  return CAROM_OK;
}

static void sort_nodes(clipper *c, carom__keyed *keyed) {
  uint32_t count = c->loop->count;
  for (uint32_t i = 0; i < count; i++)
    keyed[i] = (carom__keyed){carom__float_key(loop_point(c->loop, i).x), i};
  carom__sort_keyed(keyed, keyed + count, count);
  for (uint32_t i = 0; i < count; i++) {
    c->order[i] = keyed[i].value;
    c->keys[i] = (uint32_t)keyed[i].key;
  }
}

carom_status carom__loop_triangulate(carom__arena *arena, carom__loop *loop, carom__triangles *out) {
  size_t count = loop->count;
  carom__keyed *keyed = carom__arena_alloc(arena, 2 * count, sizeof *keyed);
  clipper c = {.loop = loop,
               .states = carom__arena_alloc(arena, count, sizeof *c.states),
               .order = carom__arena_alloc(arena, count, sizeof *c.order),
               .keys = carom__arena_alloc(arena, count, sizeof *c.keys),
               .beyond = carom__arena_alloc(arena, count, sizeof *c.beyond),
               .out = out};
  *out = (carom__triangles){carom__arena_alloc(arena, 3 * count, sizeof *out->corners),
                            carom__arena_alloc(arena, 3 * count, sizeof *out->beyond), 0};
  if (!keyed || !c.states || !c.order || !c.keys || !c.beyond || !out->corners || !out->beyond)
    return CAROM_OUT_OF_MEMORY;
  sort_nodes(&c, keyed);
  for (uint32_t i = 0; i < count; i++) {
    c.beyond[i] = CAROM__NO_TRIANGLE;
    classify(&c, i);
  }
  return cut_ears(&c);
}

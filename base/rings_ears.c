/* rings_ears.c: triangles, each an ear that is cut off (Meisters, 1975).
 *
 * Only corners that are not convex can lie in an ear; they are looked for among the nodes sorted by x. */
#include "rings_loop.h"
#include "sort.h"

enum { CUT_OFF, CONVEX, NOT_CONVEX };

typedef struct clipper {
  carom__loop loop;
  uint8_t *states; /* of the nodes */
  uint32_t *order; /* nodes by x */
  uint32_t *keys;  /* their x, as keys */
  carom__triangles *out;
} clipper;

static float least(float a, float b, float c) {
  float m = a < b ? a : b;
  return m < c ? m : c;
}

static float most(float a, float b, float c) { return -least(-a, -b, -c); }

static void classify(clipper *c, uint32_t node) {
  c->states[node] = loop_turn(&c->loop, node) > 0 ? CONVEX : NOT_CONVEX;
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
  size_t i = carom__count_below(c->keys, c->loop.count, carom__float_key(least(t[0].x, t[1].x, t[2].x)));
  for (; i < c->loop.count && c->keys[i] <= end; i++) {
    carom_vec2 p = loop_point(&c->loop, c->order[i]);
    if (c->states[c->order[i]] == NOT_CONVEX && p.y >= low && p.y <= high && triangle_has(t, p)) return true;
  }
  return false;
}

static bool is_ear(const clipper *c, uint32_t node) {
  const carom__loop *loop = &c->loop;
  carom_vec2 t[3] = {loop_point(loop, loop->prev[node]), loop_point(loop, node),
                     loop_point(loop, loop->next[node])};
  return c->states[node] == CONVEX && !is_occupied(c, t);
}

static void cut_off(clipper *c, uint32_t node) {
  carom__loop *loop = &c->loop;
  uint32_t prev = loop->prev[node], next = loop->next[node];
  uint32_t *corner = &c->out->corners[3 * c->out->count++];
  corner[0] = loop->at[prev];
  corner[1] = loop->at[node];
  corner[2] = loop->at[next];
  c->states[node] = CUT_OFF;
  loop->next[prev] = next;
  loop->prev[next] = prev;
  classify(c, prev);
  classify(c, next);
}

/* The last three nodes are the last ear. Cuts every other node where it can: the triangles are the better. */
static carom_status cut_ears(clipper *c) {
  uint32_t node = 0, stop = 0;
  for (uint32_t left = c->loop.count; left >= 3;) {
    uint32_t next = c->loop.next[node];
    if (left == 3 || is_ear(c, node)) {
      cut_off(c, node);
      left--;
      stop = next = c->loop.next[next];
    } else if (next == stop) {
      return CAROM_NOT_CONVERGED;
    }
    node = next;
  }
  return CAROM_OK;
}

static void sort_nodes(clipper *c, carom__keyed *keyed) {
  uint32_t count = c->loop.count;
  for (uint32_t i = 0; i < count; i++)
    keyed[i] = (carom__keyed){carom__float_key(loop_point(&c->loop, i).x), i};
  carom__sort_keyed(keyed, keyed + count, count);
  for (uint32_t i = 0; i < count; i++) {
    c->order[i] = keyed[i].value;
    c->keys[i] = (uint32_t)keyed[i].key;
  }
}

carom_status carom__rings_triangulate(carom__arena *arena, const carom__rings *polygon,
                                      carom__triangles *out) {
  clipper c = {.out = out};
  carom_status status = carom__loop_make(arena, polygon, &c.loop);
  if (status) return status;
  size_t count = c.loop.count;
  carom__keyed *keyed = carom__arena_alloc(arena, 2 * count, sizeof *keyed);
  c.states = carom__arena_alloc(arena, count, sizeof *c.states);
  c.order = carom__arena_alloc(arena, count, sizeof *c.order);
  c.keys = carom__arena_alloc(arena, count, sizeof *c.keys);
  *out = (carom__triangles){carom__arena_alloc(arena, 3 * count, sizeof *out->corners), 0};
  if (!keyed || !c.states || !c.order || !c.keys || !out->corners) return CAROM_OUT_OF_MEMORY;
  sort_nodes(&c, keyed);
  for (uint32_t i = 0; i < count; i++) classify(&c, i);
  return cut_ears(&c);
}

/* rings_loop.c: holes joined to the outer ring.
 *
 * Holes come from the left: then between the first point of a hole and what lies before it, by x and then y,
 * there is no hole that is not yet joined, and the first point sees some point before it (Held, 2001). */
#include "rings_loop.h"

#include "sort.h"

static uint32_t add_node(carom__loop *loop, uint32_t point) {
  loop->at[loop->count] = point;
  return loop->count++;
}

static void link_nodes(carom__loop *loop, uint32_t a, uint32_t b) {
  loop->next[a] = b;
  loop->prev[b] = a;
}

/* Adds a ring as a loop of its own, the outer one to the left and holes to the right. */
static void add_ring(carom__loop *loop, const carom__rings *polygon, size_t ring) {
  uint32_t start = polygon->starts[ring], end = polygon->starts[ring + 1];
  bool forward = carom__ring_turns_left(polygon, ring) == (ring == 0);
  for (uint32_t i = start; i < end; i++) {
    uint32_t next = polygon->nexts[i];
    add_node(loop, i);
    link_nodes(loop, forward ? i : next, forward ? next : i);
  }
}

static uint32_t first_of(const carom__rings *polygon, size_t ring) {
  uint32_t first = polygon->starts[ring];
  for (uint32_t i = first; i < polygon->starts[ring + 1]; i++)
    if (vec2_is_before(polygon->points[i], polygon->points[first])) first = i;
  return first;
}

/* The first points of the holes, from the left. */
static void sort_holes(const carom__rings *polygon, carom__keyed *holes, carom__keyed *scratch) {
  size_t count = polygon->ring_count - 1;
  for (size_t i = 0; i < count; i++) {
    uint32_t first = first_of(polygon, i + 1);
    carom_vec2 p = polygon->points[first];
    holes[i] = (carom__keyed){(uint64_t)carom__float_key(p.x) << 32 | carom__float_key(p.y), first};
  }
  carom__sort_keyed(holes, scratch, count);
}

/* Does the way from a node to a point start inside? */
static bool starts_inside(const carom__loop *loop, uint32_t node, carom_vec2 to) {
  carom_vec2 p = loop_point(loop, node);
  bool after = carom__orient(loop_point(loop, loop->prev[node]), p, to) > 0;
  bool before = carom__orient(p, loop_point(loop, loop->next[node]), to) > 0;
  return loop_turn(loop, node) > 0 ? after && before : after || before;
}

static bool blocks(const carom__loop *loop, uint32_t side, carom_vec2 from, carom_vec2 to) {
  carom_vec2 a = loop_point(loop, side), b = loop_point(loop, loop->next[side]);
  if (vec2_is_same(a, from) || vec2_is_same(b, from)) return false;
  return carom__orient(a, b, from) * carom__orient(a, b, to) <= 0 &&
         carom__orient(from, to, a) * carom__orient(from, to, b) <= 0;
}

/* Is a point, to the right of all that is on the loop of node 0 and in its way, seen from a node of it? */
static bool sees(const carom__loop *loop, uint32_t node, carom_vec2 to) {
  carom_vec2 from = loop_point(loop, node);
  if (!starts_inside(loop, node, to)) return false;
  uint32_t side = 0;
  do {
    if (blocks(loop, side, from, to)) return false;
    side = loop->next[side];
  } while (side != 0);
  return true;
}

static uint64_t distance_key(carom_vec2 a, carom_vec2 b) {
  float x = a.x - b.x, y = a.y - b.y;
  return carom__float_key(x * x + y * y);
}

/* The nodes of the loop before a point, the nearest first. */
static size_t list_before(const carom__loop *loop, carom_vec2 point, carom__keyed *out) {
  size_t count = 0;
  uint32_t node = 0;
  do {
    carom_vec2 p = loop_point(loop, node);
    if (vec2_is_before(p, point)) out[count++] = (carom__keyed){distance_key(p, point), node};
    node = loop->next[node];
  } while (node != 0);
  carom__sort_keyed(out, out + count, count);
  return count;
}

/* Goes from a node to a hole and back. */
static void splice(carom__loop *loop, uint32_t node, uint32_t hole) {
  uint32_t after = loop->next[node], last = loop->prev[hole];
  uint32_t hole_again = add_node(loop, loop->at[hole]), node_again = add_node(loop, loop->at[node]);
  link_nodes(loop, node, hole);
  link_nodes(loop, last, hole_again);
  link_nodes(loop, hole_again, node_again);
  link_nodes(loop, node_again, after);
}

static carom_status join_hole(carom__loop *loop, uint32_t hole, carom__keyed *scratch) {
  carom_vec2 point = loop_point(loop, hole);
  size_t count = list_before(loop, point, scratch);
  for (size_t i = 0; i < count; i++) {
    if (!sees(loop, scratch[i].value, point)) continue;
    splice(loop, scratch[i].value, hole);
    return CAROM_OK;
  }
  return CAROM_NOT_CONVERGED;
}

carom_status carom__loop_make(carom__arena *arena, const carom__rings *polygon, carom__loop *out) {
  size_t holes = polygon->ring_count - 1, nodes = polygon->point_count + 2 * holes;
  carom__keyed *order = carom__arena_alloc(arena, 2 * holes, sizeof *order);
  carom__keyed *scratch = carom__arena_alloc(arena, 2 * nodes, sizeof *scratch);
  *out = (carom__loop){.points = polygon->points,
                       .at = carom__arena_alloc(arena, nodes, sizeof *out->at),
                       .prev = carom__arena_alloc(arena, nodes, sizeof *out->prev),
                       .next = carom__arena_alloc(arena, nodes, sizeof *out->next)};
  if (!order || !scratch || !out->at || !out->prev || !out->next) return CAROM_OUT_OF_MEMORY;
  for (size_t ring = 0; ring < polygon->ring_count; ring++) add_ring(out, polygon, ring);
  sort_holes(polygon, order, order + holes);
  carom_status status = CAROM_OK;
  for (size_t i = 0; i < holes && !status; i++) status = join_hole(out, order[i].value, scratch);
  return status;
}

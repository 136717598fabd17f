/* rings_flip.c: makes triangles rounder by flipping the diagonals of quadrangles (Lawson, 1977).
 *
 * Those that a sweep makes are long, and patches of long triangles are cut into more pieces. */
#include <string.h>

#include "rings.h"

/* Flips for each triangle at the most: real shapes need fewer than two, but some would need as many as they
 * have points. */
#define FLIPS 8

/* Is d within the circle around a, b, c, for sure? Rounded: it only tells which of two diagonals is taken. */
static bool is_in_circle(carom_vec2 a, carom_vec2 b, carom_vec2 c, carom_vec2 d) {
  double ax = (double)a.x - (double)d.x, ay = (double)a.y - (double)d.y;
  double bx = (double)b.x - (double)d.x, by = (double)b.y - (double)d.y;
  double cx = (double)c.x - (double)d.x, cy = (double)c.y - (double)d.y;
  double aa = ax * ax + ay * ay, bb = bx * bx + by * by, cc = cx * cx + cy * cy;
  return aa * (bx * cy - by * cx) + bb * (cx * ay - cy * ax) + cc * (ax * by - ay * bx) > 0;
}

static void link_sides(carom__triangles *t, uint32_t a, uint32_t b) {
  t->beyond[a] = b;
  if (b != CAROM__NONE) t->beyond[b] = a;
}

/* Triangles a, b, c and b, a, d, that share the side from a to b, become a, d, c and b, c, d. */
static bool flip(const carom_vec2 *points, carom__triangles *t, uint32_t ab) {
  uint32_t ba = t->beyond[ab];
  if (ba == CAROM__NONE) return false;
  uint32_t bc = triangle_next(ab), ad = triangle_next(ba);
  uint32_t pc = t->corners[triangle_next(bc)], pd = t->corners[triangle_next(ad)];
  carom_vec2 a = points[t->corners[ab]], b = points[t->corners[ba]], c = points[pc], d = points[pd];
  if (!is_in_circle(a, b, c, d) || carom__orient(c, a, d) <= 0 || carom__orient(d, b, c) <= 0) return false;
  t->corners[bc] = pd;
  t->corners[ad] = pc;
  link_sides(t, ab, t->beyond[ad]);
  link_sides(t, ba, t->beyond[bc]);
  link_sides(t, bc, ad);
  return true;
}

/* Triangles to look at, each once. */
typedef struct todo {
  uint32_t *triangles;
  bool *is_in;
  size_t count;
} todo;

static void add(todo *list, uint32_t triangle) {
  if (list->is_in[triangle]) return;
  list->is_in[triangle] = true;
  list->triangles[list->count++] = triangle;
}

/* Looks at the sides of a triangle, and has those that it changes looked at again. */
static size_t flip_sides(const carom_vec2 *points, carom__triangles *t, uint32_t triangle, todo *list) {
  size_t flips = 0;
  for (uint32_t side = 3 * triangle; side < 3 * triangle + 3; side++) {
    uint32_t other = t->beyond[side];
    if (!flip(points, t, side)) continue;
    add(list, triangle);
    add(list, other / 3);
    flips++;
  }
  return flips;
}

carom_status carom__triangles_flip(carom__arena *arena, const carom_vec2 *points, carom__triangles *t) {
  todo list = {carom__arena_alloc(arena, t->count, sizeof *list.triangles),
               carom__arena_alloc(arena, t->count, sizeof *list.is_in), 0};
  if (!list.triangles || !list.is_in) return CAROM_OUT_OF_MEMORY;
  memset(list.is_in, 0, t->count * sizeof *list.is_in);
  for (uint32_t i = 0; i < t->count; i++) add(&list, i);
  for (size_t flips = 0; list.count && flips < FLIPS * t->count;) {
    uint32_t triangle = list.triangles[--list.count];
    list.is_in[triangle] = false;
    flips += flip_sides(points, t, triangle, &list);
  }
  return CAROM_OK;
}

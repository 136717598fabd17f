/* rings_patch.c: a patch cut into as few convex pieces as can be (Keil, 1985).
 *
 * Corners i < j that see each other part the patch. Of what lies on the outline between them only the cuts
 * with the fewest diagonals matter, since one more would allow the diagonal from i to j itself, and of these
 * only those that leave the piece at that diagonal narrower than others at i or at j: it is to be continued
 * beyond. A piece is a fan of triangles at its lowest corner.
 *
 * Which corners see each other is found by looking through the sides of triangles from each, in a cone that
 * each corner on the way narrows (Guibas, Hershberger, Leven, Sharir and Tarjan, 1987). A corner is known by
 * where it is on the outline, not by its place, so that two at one place are no matter. */
#include <string.h>

#include "rings.h"

enum {
  PATCH_TRIANGLES = 63,
  PATCH_CORNERS = PATCH_TRIANGLES + 2,
  /* At most one for each three corners. */
  PATCH_CHOICES = PATCH_CORNERS * (PATCH_CORNERS - 1) * (PATCH_CORNERS - 2) / 6
};

/* What lies between two corners of a patch. */
enum corner_sight {
  UNSEEN,
  GRAZED, /* corners on the way, all of them on one side: no diagonal, but a piece may lie along it */
  SEEN    /* nothing, or a side */
};

/* A way to go around a piece from corner i to corner j: first i, then `first`, ..., `last`, j. */
typedef struct patch_choice {
  uint8_t first, last;
  uint8_t corners; /* of the piece */
  uint8_t rest;    /* which of the choices from i to `last` the piece is continued by; else NO_REST */
} patch_choice;

#define NO_REST UINT8_MAX

/* Of corners i < j, what lies on the outline between them: the least diagonals that it can be cut by, the way
 * from j back to i not being one, and what the piece at that way can then be. */
typedef struct patch_span {
  uint32_t choices; /* where they start */
  uint8_t choice_count;
  uint8_t sight;
  uint16_t diagonals;
} patch_span;

typedef struct triangle_patch {
  uint32_t corner_count, triangle_count;
  carom_vec2 points[PATCH_CORNERS]; /* counter-clockwise */
  uint32_t numbers[PATCH_CORNERS];  /* of the points in the polygon */
  uint8_t triangles[PATCH_TRIANGLES][3];
  uint8_t beyond[PATCH_TRIANGLES][3]; /* the triangle beyond a side, or PATCH_TRIANGLES */
  patch_span spans[PATCH_CORNERS][PATCH_CORNERS];
  patch_choice choices[PATCH_CHOICES];
  uint32_t choice_count;
} triangle_patch;

#define IMPOSSIBLE UINT16_MAX

/* --- Sight --- */

typedef struct eye {
  triangle_patch *patch;
  uint32_t at;
} eye;

/* What is between two corners is noted at the lower one. */
static void note(const eye *e, uint32_t corner, enum corner_sight sight) {
  if (corner > e->at) e->patch->spans[e->at][corner].sight = (uint8_t)sight;
}

static int turn(const eye *e, uint32_t a, uint32_t b) {
  const carom_vec2 *points = e->patch->points;
  return carom__orient(points[e->at], points[a], points[b]);
}

static uint32_t side_to(const triangle_patch *patch, uint32_t triangle, uint32_t other) {
  uint32_t side = 0;
  while (patch->beyond[triangle][side] != other) side++;
  return side;
}

/* Looks through a side of a triangle, between the directions to two corners. */
static void look_through(const eye *e, uint32_t triangle, uint32_t side, uint32_t right, uint32_t left) {
  const triangle_patch *patch = e->patch;
  uint32_t next = patch->beyond[triangle][side];
  if (next == PATCH_TRIANGLES) return;
  uint32_t back = side_to(patch, next, triangle), corner = patch->triangles[next][(back + 2) % 3];
  int from_right = turn(e, right, corner), to_left = turn(e, corner, left);
  if (from_right >= 0 && to_left >= 0) note(e, corner, from_right > 0 && to_left > 0 ? SEEN : GRAZED);
  if (from_right > 0) look_through(e, next, (back + 1) % 3, right, to_left > 0 ? corner : left);
  if (to_left > 0) look_through(e, next, (back + 2) % 3, from_right > 0 ? corner : right, left);
}

static void look_from(const eye *e, uint32_t triangle) {
  const uint8_t *corners = e->patch->triangles[triangle];
  for (uint32_t i = 0; i < 3; i++) {
    if (corners[i] != e->at) continue;
    uint32_t right = corners[(i + 1) % 3], left = corners[(i + 2) % 3];
    note(e, right, SEEN);
    note(e, left, SEEN);
    look_through(e, triangle, (i + 1) % 3, right, left);
  }
}

/* Finds the sight between each two corners. */
static void look_from_all(triangle_patch *patch) {
  for (uint32_t i = 0; i < patch->corner_count; i++) {
    for (uint32_t j = i + 1; j < patch->corner_count; j++) patch->spans[i][j].sight = UNSEEN;
    for (uint32_t triangle = 0; triangle < patch->triangle_count; triangle++)
      look_from(&(eye){patch, i}, triangle);
  }
}

/* --- The fewest diagonals --- */

/* How many diagonals it takes when the way from j to i is one, unless it is a side. */
static uint32_t closed(const triangle_patch *patch, uint32_t i, uint32_t j) {
  const patch_span *span = &patch->spans[i][j];
  if (j == i + 1) return 0;
  return span->sight == SEEN && span->diagonals != IMPOSSIBLE ? span->diagonals + 1u : IMPOSSIBLE;
}

/* The choice from i to k that is the narrowest at i among those that may go on to j. In a span, the corners
 * of choices ascend: each is narrower at i than the one before it, and wider at the other end. */
static uint32_t find_rest(const triangle_patch *patch, uint32_t i, uint32_t k, uint32_t j, size_t most) {
  const patch_span *span = &patch->spans[i][k];
  const patch_choice *choices = patch->choices + span->choices;
  const carom_vec2 *points = patch->points;
  for (uint32_t at = span->choice_count; at-- > 0;)
    if (choices[at].corners < most && carom__orient(points[choices[at].last], points[k], points[j]) >= 0)
      return carom__orient(points[i], points[choices[at].first], points[j]) >= 0 ? at : NO_REST;
  return NO_REST;
}

/* Keeps a choice, whose last corner is higher than those of the ones that are kept, if it is as good. */
static void offer(triangle_patch *patch, patch_span *span, uint32_t diagonals, patch_choice choice) {
  if (diagonals > span->diagonals || diagonals >= IMPOSSIBLE) return;
  if (diagonals < span->diagonals) {
    span->diagonals = (uint16_t)diagonals;
    span->choice_count = 0;
  }
  patch_choice *next = patch->choices + span->choices + span->choice_count;
  if (span->choice_count > 0 && choice.first <= next[-1].first) return;
  *next = choice;
  span->choice_count++;
}

/* The last corner before j is k: goes on from a piece between i and k, or begins with the triangle of all. */
static void try_last(triangle_patch *patch, uint32_t i, uint32_t k, uint32_t j, size_t most) {
  patch_span *span = &patch->spans[i][j];
  const patch_span *before = &patch->spans[i][k];
  uint32_t after = closed(patch, k, j);
  if (before->diagonals + after > span->diagonals) return;
  uint32_t rest = find_rest(patch, i, k, j, most);
  if (rest == NO_REST) {
    offer(patch, span, closed(patch, i, k) + after, (patch_choice){k, k, 3, NO_REST});
  } else {
    patch_choice r = patch->choices[before->choices + rest];
    offer(patch, span, before->diagonals + after, (patch_choice){r.first, k, r.corners + 1, rest});
  }
}

static void fill_span(triangle_patch *patch, uint32_t i, uint32_t j, size_t most) {
  patch_span *span = &patch->spans[i][j];
  span->choices = patch->choice_count;
  span->choice_count = 0;
  span->diagonals = j == i + 1 ? 0 : IMPOSSIBLE;
  if (j == i + 1 || span->sight == UNSEEN) return;
  for (uint32_t k = i + 1; k < j; k++)
    if (patch->spans[i][k].sight != UNSEEN) try_last(patch, i, k, j, most);
  patch->choice_count += span->choice_count;
}

/* --- What was chosen --- */

/* Ways from a corner to a lower one, each with a piece to its right. */
typedef struct ways {
  uint8_t from[PATCH_CORNERS], to[PATCH_CORNERS];
  uint32_t count;
} ways;

static void add_way(ways *w, uint32_t i, uint32_t j) {
  if (j == i + 1) return;
  w->from[w->count] = (uint8_t)j;
  w->to[w->count++] = (uint8_t)i;
}

/* Writes the piece between i and j from behind, for it is found from its last corner to its first. */
static void write_piece(const triangle_patch *patch, uint32_t i, uint32_t j, ways *w,
                        carom__piece_list *out) {
  const patch_choice *choice = &patch->choices[patch->spans[i][j].choices];
  uint32_t end = out->starts[out->count] + choice->corners, *corner = out->corners + end;
  out->starts[++out->count] = end;
  *--corner = patch->numbers[j];
  for (;;) {
    uint32_t last = choice->last;
    *--corner = patch->numbers[last];
    add_way(w, last, j);
    j = last;
    if (choice->rest == NO_REST) break;
    choice = &patch->choices[patch->spans[i][j].choices + choice->rest];
  }
  *--corner = patch->numbers[i];
  add_way(w, i, j);
}

/* Appends the pieces, of at most so many corners; as few as can be when that is no limit (SIZE_MAX). */
static void cut_patch(triangle_patch *patch, size_t most_corners, carom__piece_list *out) {
  ways w = {.count = 0};
  look_from_all(patch);
  patch->choice_count = 0;
  for (uint32_t i = patch->corner_count; i-- > 0;)
    for (uint32_t j = i + 1; j < patch->corner_count; j++) fill_span(patch, i, j, most_corners);
  add_way(&w, 0, patch->corner_count - 1);
  while (w.count > 0) {
    w.count--;
    write_piece(patch, w.to[w.count], w.from[w.count], &w, out);
  }
}

/* --- Triangles divided into patches that are small enough for that --- */

typedef struct parter {
  const carom_vec2 *points;
  const carom__triangles *triangles;
  carom__tree tree;
  bool *is_root; /* of each triangle: a patch is that at its root and what hangs on it, but for other roots */
  triangle_patch patch;
} parter;

/* Each triangle comes into the patch of its parent while that has room. */
static void find_roots(parter *p, uint8_t *sizes) {
  const carom__triangles *t = p->triangles;
  memset(sizes, 1, t->count);
  for (size_t i = t->count; i-- > 1;) {
    uint32_t triangle = p->tree.order[i];
    uint8_t *size = &sizes[t->beyond[p->tree.parents[triangle]] / 3];
    p->is_root[triangle] = *size + sizes[triangle] > PATCH_TRIANGLES;
    if (!p->is_root[triangle]) *size = (uint8_t)(*size + sizes[triangle]);
  }
  p->is_root[p->tree.order[0]] = true;
}

static void add_corner(parter *p, uint32_t point) {
  triangle_patch *patch = &p->patch;
  patch->points[patch->corner_count] = p->points[point];
  patch->numbers[patch->corner_count++] = point;
}

/* The triangle that hangs on a side in the patch in hand, by its side there. */
static uint32_t child_at(const parter *p, uint32_t side) {
  uint32_t other = p->triangles->beyond[side];
  if (other == CAROM__NONE || p->tree.parents[other / 3] != other || p->is_root[other / 3])
    return CAROM__NONE;
  return other;
}

static uint8_t add_triangle(parter *p, uint32_t first, size_t sides);

/* Adds what lies on the outline along a side of a triangle: the corner that it starts from comes first. */
static void add_side(parter *p, uint8_t triangle, size_t k, uint32_t side) {
  triangle_patch *patch = &p->patch;
  uint32_t child = child_at(p, side);
  patch->triangles[triangle][k] = (uint8_t)patch->corner_count;
  patch->beyond[triangle][k] = PATCH_TRIANGLES;
  if (child == CAROM__NONE) {
    add_corner(p, p->triangles->corners[side]);
  } else {
    uint8_t added = add_triangle(p, triangle_next(child), 2);
    patch->beyond[triangle][k] = added;
    patch->beyond[added][2] = triangle;
  }
}

/* Adds a triangle, from a side on, with what hangs on its sides: three of the root, and of the others those
 * that are not their parent's. */
static uint8_t add_triangle(parter *p, uint32_t first, size_t sides) {
  uint8_t added = (uint8_t)p->patch.triangle_count++;
  for (size_t k = 0; k < sides; k++, first = triangle_next(first)) add_side(p, added, k, first);
  if (sides == 2) p->patch.triangles[added][2] = (uint8_t)p->patch.corner_count;
  return added;
}

/* The outline ends where it started. */
static void make_patch(parter *p, uint32_t root) {
  triangle_patch *patch = &p->patch;
  patch->corner_count = patch->triangle_count = 0;
  add_triangle(p, 3 * root, 3);
  for (size_t i = 0; i < patch->triangle_count; i++)
    if (patch->triangles[i][2] == patch->corner_count) patch->triangles[i][2] = 0;
}

carom_status carom__patches_cut(carom__arena *arena, const carom_vec2 *points,
                                const carom__triangles *triangles, size_t most_corners,
                                carom__piece_list *out) {
  size_t count = triangles->count;
  parter *p = carom__arena_alloc(arena, 1, sizeof *p);
  uint8_t *sizes = carom__arena_alloc(arena, count, sizeof *sizes);
  if (!p || !sizes) return CAROM_OUT_OF_MEMORY;
  p->points = points;
  p->triangles = triangles;
  p->is_root = carom__arena_alloc(arena, count, sizeof *p->is_root);
  if (!p->is_root) return CAROM_OUT_OF_MEMORY;
  carom_status status = carom__triangles_plant(arena, points, triangles, &p->tree);
  if (status) return status;
  find_roots(p, sizes);
  for (size_t i = 0; i < count; i++) {
    if (!p->is_root[p->tree.order[i]]) continue;
    make_patch(p, p->tree.order[i]);
    cut_patch(&p->patch, most_corners, out);
  }
  return CAROM_OK;
}

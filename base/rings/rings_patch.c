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
#include "rings_patch.h"

#define IMPOSSIBLE UINT16_MAX

/* --- Sight --- */

typedef struct eye {
  carom__patch *patch;
  uint32_t at;
} eye;

/* What is between two corners is noted at the lower one. */
static void note(const eye *e, uint32_t corner, enum carom__sight sight) {
  if (corner > e->at) e->patch->spans[e->at][corner].sight = (uint8_t)sight;
}

static int turn(const eye *e, uint32_t a, uint32_t b) {
  const carom_vec2 *points = e->patch->points;
  return carom__orient(points[e->at], points[a], points[b]);
}

static uint32_t side_to(const carom__patch *patch, uint32_t triangle, uint32_t other) {
  uint32_t side = 0;
  while (patch->beyond[triangle][side] != other) side++;
  return side;
}

/* Looks through a side of a triangle, between the directions to two corners. */
static void look_through(const eye *e, uint32_t triangle, uint32_t side, uint32_t right, uint32_t left) {
  const carom__patch *patch = e->patch;
  uint32_t next = patch->beyond[triangle][side];
  if (next == CAROM__PATCH_TRIANGLES) return;
  uint32_t back = side_to(patch, next, triangle), corner = patch->triangles[next][(back + 2) % 3];
  int from_right = turn(e, right, corner), to_left = turn(e, corner, left);
  if (from_right >= 0 && to_left >= 0)
    note(e, corner, from_right > 0 && to_left > 0 ? CAROM__SEEN : CAROM__GRAZED);
  if (from_right > 0) look_through(e, next, (back + 1) % 3, right, to_left > 0 ? corner : left);
  if (to_left > 0) look_through(e, next, (back + 2) % 3, from_right > 0 ? corner : right, left);
}

static void look_from(const eye *e, uint32_t triangle) {
  const uint8_t *corners = e->patch->triangles[triangle];
  for (uint32_t i = 0; i < 3; i++) {
    if (corners[i] != e->at) continue;
    uint32_t right = corners[(i + 1) % 3], left = corners[(i + 2) % 3];
    note(e, right, CAROM__SEEN);
    note(e, left, CAROM__SEEN);
    look_through(e, triangle, (i + 1) % 3, right, left);
  }
}

/* Finds the sight between each two corners. */
static void look_from_all(carom__patch *patch) {
  for (uint32_t i = 0; i < patch->corner_count; i++) {
    for (uint32_t j = i + 1; j < patch->corner_count; j++) patch->spans[i][j].sight = CAROM__UNSEEN;
    for (uint32_t triangle = 0; triangle < patch->triangle_count; triangle++)
      look_from(&(eye){patch, i}, triangle);
  }
}

/* --- The fewest diagonals --- */

/* How many diagonals it takes when the way from j to i is one, unless it is a side. */
static uint32_t closed(const carom__patch *patch, uint32_t i, uint32_t j) {
  const carom__span *span = &patch->spans[i][j];
  if (j == i + 1) return 0;
  return span->sight == CAROM__SEEN && span->diagonals != IMPOSSIBLE ? span->diagonals + 1u : IMPOSSIBLE;
}

/* The choice from i to k that is the narrowest at i among those that may go on to j. In a span, the corners
 * of choices ascend: each is narrower at i than the one before it, and wider at the other end. */
static uint32_t find_rest(const carom__patch *patch, uint32_t i, uint32_t k, uint32_t j, size_t most) {
  const carom__span *span = &patch->spans[i][k];
  const carom__choice *choices = patch->choices + span->choices;
  const carom_vec2 *points = patch->points;
  for (uint32_t at = span->choice_count; at-- > 0;)
    if (choices[at].corners < most && carom__orient(points[choices[at].last], points[k], points[j]) >= 0)
      return carom__orient(points[i], points[choices[at].first], points[j]) >= 0 ? at : CAROM__NO_REST;
  return CAROM__NO_REST;
}

/* Keeps a choice, whose last corner is higher than those of the ones that are kept, if it is as good. */
static void offer(carom__patch *patch, carom__span *span, uint32_t diagonals, carom__choice choice) {
  if (diagonals > span->diagonals || diagonals >= IMPOSSIBLE) return;
  if (diagonals < span->diagonals) {
    span->diagonals = (uint16_t)diagonals;
    span->choice_count = 0;
  }
  carom__choice *next = patch->choices + span->choices + span->choice_count;
  if (span->choice_count > 0 && choice.first <= next[-1].first) return;
  *next = choice;
  span->choice_count++;
}

/* The last corner before j is k: goes on from a piece between i and k, or begins with the triangle of all. */
static void try_last(carom__patch *patch, uint32_t i, uint32_t k, uint32_t j, size_t most) {
  carom__span *span = &patch->spans[i][j];
  const carom__span *before = &patch->spans[i][k];
  uint32_t after = closed(patch, k, j);
  if (before->diagonals + after > span->diagonals) return;
  uint32_t rest = find_rest(patch, i, k, j, most);
  if (rest == CAROM__NO_REST) {
    offer(patch, span, closed(patch, i, k) + after, (carom__choice){k, k, 3, CAROM__NO_REST});
  } else {
    carom__choice r = patch->choices[before->choices + rest];
    offer(patch, span, before->diagonals + after, (carom__choice){r.first, k, r.corners + 1, rest});
  }
}

static void fill_span(carom__patch *patch, uint32_t i, uint32_t j, size_t most) {
  carom__span *span = &patch->spans[i][j];
  span->choices = patch->choice_count;
  span->choice_count = 0;
  span->diagonals = j == i + 1 ? 0 : IMPOSSIBLE;
  if (j == i + 1 || span->sight == CAROM__UNSEEN) return;
  for (uint32_t k = i + 1; k < j; k++)
    if (patch->spans[i][k].sight != CAROM__UNSEEN) try_last(patch, i, k, j, most);
  patch->choice_count += span->choice_count;
}

/* --- What was chosen --- */

/* Ways from a corner to a lower one, each with a piece to its right. */
typedef struct ways {
  uint8_t from[CAROM__PATCH_CORNERS], to[CAROM__PATCH_CORNERS];
  uint32_t count;
} ways;

static void add_way(ways *w, uint32_t i, uint32_t j) {
  if (j == i + 1) return;
  w->from[w->count] = (uint8_t)j;
  w->to[w->count++] = (uint8_t)i;
}

/* Writes the piece between i and j from behind, for it is found from its last corner to its first. */
static void write_piece(const carom__patch *patch, uint32_t i, uint32_t j, ways *w, carom__piece_list *out) {
  const carom__choice *choice = &patch->choices[patch->spans[i][j].choices];
  uint32_t end = out->starts[out->count] + choice->corners, *corner = out->corners + end;
  out->starts[++out->count] = end;
  *--corner = patch->numbers[j];
  for (;;) {
    uint32_t last = choice->last;
    *--corner = patch->numbers[last];
    add_way(w, last, j);
    j = last;
    if (choice->rest == CAROM__NO_REST) break;
    choice = &patch->choices[patch->spans[i][j].choices + choice->rest];
  }
  *--corner = patch->numbers[i];
  add_way(w, i, j);
}

void carom__patch_cut(carom__patch *patch, size_t most_corners, carom__piece_list *out) {
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

/* rings_patch.c: a patch cut into as few convex pieces as can be (Keil, 1985).
 *
 * Corners i < j that see each other part the patch. Of what lies on the outline between them only the cuts
 * with the fewest diagonals matter, since one more would allow the diagonal from i to j itself, and of these
 * only those that leave the piece at that diagonal narrower than others at i or at j: it is to be continued
 * beyond. A piece is a fan of triangles at its lowest corner. */
#include "rings_patch.h"

#define IMPOSSIBLE UINT16_MAX

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
  carom__patch_look(patch);
  patch->choice_count = 0;
  for (uint32_t i = patch->corner_count; i-- > 0;)
    for (uint32_t j = i + 1; j < patch->corner_count; j++) fill_span(patch, i, j, most_corners);
  add_way(&w, 0, patch->corner_count - 1);
  while (w.count > 0) {
    w.count--;
    write_piece(patch, w.to[w.count], w.from[w.count], &w, out);
  }
}

/* rings_join.c: joins pieces to larger convex ones (Hertel and Mehlhorn, 1983).
 *
 * A diagonal goes when both of its ends stay convex without it. Which go first decides what is left: the
 * longest do. */
#include "rings.h"

/* Each side of each piece, from `from` to where the next one starts. */
typedef struct mesh {
  const carom_vec2 *points;
  uint32_t *from; /* CAROM__NONE: the side has gone */
  uint32_t *next, *prev;
  uint32_t *twin;  /* the same side of the piece beyond; CAROM__NONE on the outline */
  uint32_t *piece; /* of each side, as it was at first */
  uint32_t *into,
      *corners; /* of each piece, which one it has become a part of, and how many corners it has */
  carom__keyed *order;
  size_t sides, diagonals;
} mesh;

static uint32_t to(const mesh *m, uint32_t side) { return m->from[m->next[side]]; }

static carom_vec2 point(const mesh *m, uint32_t side) { return m->points[m->from[side]]; }

static void link_sides(mesh *m, uint32_t a, uint32_t b) {
  m->next[a] = b;
  m->prev[b] = a;
}

static void make_sides(mesh *m, const carom__piece_list *pieces) {
  for (uint32_t i = 0; i < pieces->count; i++) {
    uint32_t start = pieces->starts[i], end = pieces->starts[i + 1];
    m->into[i] = i;
    m->corners[i] = end - start;
    for (uint32_t side = start; side < end; side++) {
      m->from[side] = pieces->corners[side];
      m->piece[side] = i;
      link_sides(m, side, side + 1 < end ? side + 1 : start);
    }
  }
}

void carom__sides_pair(carom__keyed *sides, carom__keyed *scratch, size_t count, uint32_t *twins) {
  for (size_t i = 0; i < count; i++) twins[i] = CAROM__NONE;
  carom__sort_keyed(sides, scratch, count);
  for (size_t i = 0; i + 1 < count; i++) {
    if (sides[i].key != sides[i + 1].key) continue;
    twins[sides[i].value] = sides[i + 1].value;
    twins[sides[i + 1].value] = sides[i].value;
  }
}

static void find_twins(mesh *m, carom__keyed *scratch) {
  for (uint32_t i = 0; i < m->sides; i++)
    m->order[i] = (carom__keyed){rings_side_key(m->from[i], to(m, i)), i};
  carom__sides_pair(m->order, scratch, m->sides, m->twin);
}

/* The diagonals, the longest first. */
static void sort_diagonals(mesh *m, carom__keyed *scratch) {
  for (uint32_t i = 0; i < m->sides; i++) {
    if (m->twin[i] == CAROM__NONE || m->twin[i] < i) continue;
    carom_vec2 a = point(m, i), b = m->points[to(m, i)];
    m->order[m->diagonals++] = (carom__keyed){rings_longest_first(a, b), i};
  }
  carom__sort_keyed(m->order, scratch, m->diagonals);
}

/* Is the corner that is left at the start of a side convex when the side has gone? */
static bool start_stays_convex(const mesh *m, uint32_t side) {
  return carom__orient(point(m, m->prev[side]), point(m, side), m->points[to(m, m->next[m->twin[side]])]) >=
         0;
}

/* The piece that a side is of by now. */
static uint32_t piece_at(mesh *m, uint32_t side) { return rings_root_of(m->into, m->piece[side]); }

static bool may_go(mesh *m, uint32_t side, size_t most) {
  uint32_t twin = m->twin[side];
  if (!start_stays_convex(m, side) || !start_stays_convex(m, twin)) return false;
  return (size_t)m->corners[piece_at(m, side)] + m->corners[piece_at(m, twin)] - 2 <= most;
}

static void take_away(mesh *m, uint32_t side) {
  uint32_t twin = m->twin[side], a = piece_at(m, side), b = piece_at(m, twin);
  uint32_t small = m->corners[a] < m->corners[b] ? a : b, large = small == a ? b : a;
  m->into[small] = large;
  m->corners[large] += m->corners[small] - 2;
  link_sides(m, m->prev[side], m->next[twin]);
  link_sides(m, m->prev[twin], m->next[side]);
  m->from[side] = m->from[twin] = CAROM__NONE;
}

/* Writes the piece of a side, whose sides are gone then. */
static uint32_t *write_piece(mesh *m, uint32_t side, uint32_t *corners) {
  while (m->from[side] != CAROM__NONE) {
    *corners++ = m->from[side];
    m->from[side] = CAROM__NONE;
    side = m->next[side];
  }
  return corners;
}

static void write_pieces(mesh *m, carom__piece_list *out) {
  uint32_t *end = out->corners;
  out->count = 0;
  for (uint32_t i = 0; i < m->sides; i++) {
    if (m->from[i] == CAROM__NONE) continue;
    end = write_piece(m, i, end);
    out->starts[++out->count] = (uint32_t)(end - out->corners);
  }
}

carom_status carom__pieces_join(carom__arena *arena, const carom_vec2 *points, size_t most_corners,
                                carom__piece_list *pieces) {
  mesh m = {.points = points, .sides = pieces->starts[pieces->count]};
  uint32_t *numbers = carom__arena_alloc(arena, 5 * m.sides + 2 * pieces->count, sizeof *numbers);
  m.order = carom__arena_alloc(arena, 2 * m.sides, sizeof *m.order);
  if (!numbers || !m.order) return CAROM_OUT_OF_MEMORY;
  m.from = numbers;
  m.next = m.from + m.sides;
  m.prev = m.next + m.sides;
  m.twin = m.prev + m.sides;
  m.piece = m.twin + m.sides;
  m.into = m.piece + m.sides;
  m.corners = m.into + pieces->count;
  make_sides(&m, pieces);
  find_twins(&m, m.order + m.sides);
  sort_diagonals(&m, m.order + m.sides);
  for (size_t i = 0; i < m.diagonals; i++)
    if (may_go(&m, m.order[i].value, most_corners)) take_away(&m, m.order[i].value);
  write_pieces(&m, pieces);
  return CAROM_OK;
}

/* rings_join.c: pieces joined to larger ones (Hertel and Mehlhorn, 1983).
 *
 * A diagonal goes when both of its ends stay convex without it. Which go first decides what is left: the
 * longest do. */
#include "orient.h"
#include "rings.h"
#include "sort.h"

#define NONE UINT32_MAX

/* Each side of each piece, from `from` to where the next one starts. */
typedef struct mesh {
  const carom_vec2 *points;
  uint32_t *from; /* NONE: the side has gone */
  uint32_t *next, *prev;
  uint32_t *twin; /* the same side of the piece beyond; NONE on the outline */
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
  for (size_t i = 0; i < pieces->count; i++) {
    uint32_t start = pieces->starts[i], end = pieces->starts[i + 1];
    for (uint32_t side = start; side < end; side++) {
      m->from[side] = pieces->corners[side];
      m->twin[side] = NONE;
      link_sides(m, side, side + 1 < end ? side + 1 : start);
    }
  }
}

/* Sides between the same points come to lie beside each other. */
static void find_twins(mesh *m, carom__keyed *scratch) {
  for (uint32_t i = 0; i < m->sides; i++) {
    uint32_t a = m->from[i], b = to(m, i), low = a < b ? a : b, high = a < b ? b : a;
    m->order[i] = (carom__keyed){(uint64_t)low << 32 | high, i};
  }
  carom__sort_keyed(m->order, scratch, m->sides);
  for (size_t i = 0; i + 1 < m->sides; i++) {
    if (m->order[i].key != m->order[i + 1].key) continue;
    m->twin[m->order[i].value] = m->order[i + 1].value;
    m->twin[m->order[i + 1].value] = m->order[i].value;
  }
}

/* The diagonals, the longest first. */
static void sort_diagonals(mesh *m, carom__keyed *scratch) {
  for (uint32_t i = 0; i < m->sides; i++) {
    if (m->twin[i] == NONE || m->twin[i] < i) continue;
    carom_vec2 a = point(m, i), b = m->points[to(m, i)];
    float x = a.x - b.x, y = a.y - b.y;
    m->order[m->diagonals++] = (carom__keyed){~carom__float_key(x * x + y * y), i};
  }
  carom__sort_keyed(m->order, scratch, m->diagonals);
}

/* Is the corner that is left at the start of a side convex when the side has gone? */
static bool start_stays_convex(const mesh *m, uint32_t side) {
  return carom__orient(point(m, m->prev[side]), point(m, side), m->points[to(m, m->next[m->twin[side]])]) >=
         0;
}

static size_t corners_of(const mesh *m, uint32_t side) {
  size_t count = 0;
  uint32_t i = side;
  do {
    count++;
    i = m->next[i];
  } while (i != side);
  return count;
}

static bool may_go(const mesh *m, uint32_t side, size_t most) {
  uint32_t twin = m->twin[side];
  if (!start_stays_convex(m, side) || !start_stays_convex(m, twin)) return false;
  return corners_of(m, side) + corners_of(m, twin) - 2 <= most;
}

static void take_away(mesh *m, uint32_t side) {
  uint32_t twin = m->twin[side];
  link_sides(m, m->prev[side], m->next[twin]);
  link_sides(m, m->prev[twin], m->next[side]);
  m->from[side] = m->from[twin] = NONE;
}

/* Writes the piece of a side, whose sides are gone then. */
static uint32_t *write_piece(mesh *m, uint32_t side, uint32_t *corners) {
  while (m->from[side] != NONE) {
    *corners++ = m->from[side];
    m->from[side] = NONE;
    side = m->next[side];
  }
  return corners;
}

static void write_pieces(mesh *m, carom__piece_list *out) {
  uint32_t *end = out->corners;
  out->count = 0;
  for (uint32_t i = 0; i < m->sides; i++) {
    if (m->from[i] == NONE) continue;
    end = write_piece(m, i, end);
    out->starts[++out->count] = (uint32_t)(end - out->corners);
  }
}

carom_status carom__pieces_join(carom__arena *arena, const carom_vec2 *points, size_t most_corners,
                                carom__piece_list *pieces) {
  mesh m = {.points = points, .sides = pieces->starts[pieces->count]};
  uint32_t *numbers = carom__arena_alloc(arena, 4 * m.sides, sizeof *numbers);
  m.order = carom__arena_alloc(arena, 2 * m.sides, sizeof *m.order);
  if (!numbers || !m.order) return CAROM_OUT_OF_MEMORY;
  m.from = numbers;
  m.next = m.from + m.sides;
  m.prev = m.next + m.sides;
  m.twin = m.prev + m.sides;
  make_sides(&m, pieces);
  find_twins(&m, m.order + m.sides);
  sort_diagonals(&m, m.order + m.sides);
  for (size_t i = 0; i < m.diagonals; i++)
    if (may_go(&m, m.order[i].value, most_corners)) take_away(&m, m.order[i].value);
  write_pieces(&m, pieces);
  return CAROM_OK;
}

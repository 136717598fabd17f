/* rings_line.c: the sides on a sweep line, as a list and as a splay tree. */
#include "rings.h"

carom_status carom__line_init(carom__arena *arena, const carom__rings *polygon, carom__line *line) {
  size_t count = polygon->point_count; /* a point where two sides begin is followed by one where two end */
  *line = (carom__line){.polygon = polygon,
                        .places = carom__arena_alloc(arena, count + 1, sizeof *line->places),
                        .place_of = carom__arena_alloc(arena, count, sizeof *line->place_of)};
  if (!line->places || !line->place_of) return CAROM_OUT_OF_MEMORY;
  line->places[0] = (carom__line_place){.side = CAROM__NONE};
  return CAROM_OK;
}

/* --- The tree --- */

static void set_child(carom__line *line, uint32_t parent, int which, uint32_t child) {
  line->places[parent].child[which] = child;
  if (child) line->places[child].parent = parent;
}

static int which_child(const carom__line *line, uint32_t at) {
  return line->places[line->places[at].parent].child[1] == at;
}

/* A place and its parent change places. */
static void rotate(carom__line *line, uint32_t at) {
  uint32_t parent = line->places[at].parent, above = line->places[parent].parent;
  int which = which_child(line, at);
  if (above)
    set_child(line, above, which_child(line, parent), at);
  else
    line->places[at].parent = 0;
  set_child(line, parent, which, line->places[at].child[!which]);
  set_child(line, at, !which, parent);
}

static void splay(carom__line *line, uint32_t at) {
  const carom__line_place *places = line->places;
  while (places[at].parent) {
    uint32_t parent = places[at].parent;
    if (places[parent].parent) rotate(line, which_child(line, at) == which_child(line, parent) ? parent : at);
    rotate(line, at);
  }
  line->root = at;
}

/* --- The list --- */

static void link_places(carom__line *line, uint32_t under, uint32_t over) {
  line->places[under].over = over;
  line->places[over].under = under;
}

/* Is a point above a side, on it (0), or below? */
static int turn_to(const carom__rings *polygon, uint32_t side, carom_vec2 point) {
  carom_vec2 a = polygon->points[side], b = polygon->points[polygon->nexts[side]];
  return vec2_is_before(a, b) ? carom__orient(a, b, point) : carom__orient(b, a, point);
}

bool carom__line_find(carom__line *line, carom_vec2 point, uint32_t *out) {
  uint32_t last = 0;
  int turn = 1;
  *out = 0;
  for (uint32_t at = line->root; at && turn; at = line->places[at].child[turn > 0]) {
    turn = turn_to(line->polygon, line->places[at].side, point);
    last = at;
    if (turn >= 0) *out = at;
  }
  if (last) splay(line, last);
  return turn != 0;
}

uint32_t carom__line_insert(carom__line *line, uint32_t under, uint32_t side) {
  uint32_t place = ++line->count, over = line->places[under].over;
  line->places[place] = (carom__line_place){.side = side};
  line->place_of[side] = place;
  link_places(line, under, place);
  link_places(line, place, over);
  if (under && !line->places[under].child[1])
    set_child(line, under, 1, place);
  else if (over)
    set_child(line, over, 0, place);
  splay(line, place);
  return place;
}

void carom__line_replace(carom__line *line, uint32_t place, uint32_t side) {
  line->places[place].side = side;
  line->place_of[side] = place;
}

void carom__line_remove(carom__line *line, uint32_t place) {
  uint32_t under = line->places[place].under, over = line->places[place].over;
  splay(line, place);
  uint32_t low = line->places[place].child[0], high = line->places[place].child[1];
  line->places[low].parent = line->places[high].parent = 0;
  line->root = high;
  if (low) {
    splay(line, under);
    set_child(line, under, 1, high);
  }
  link_places(line, under, over);
}

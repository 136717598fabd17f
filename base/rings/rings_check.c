/* rings_check.c: checks a polygon and finds its faults. */
#include "rings.h"

static size_t ring_of(const carom__rings *polygon, uint32_t point) {
  size_t ring = 0;
  while (polygon->starts[ring + 1] <= point) ring++;
  return ring;
}

static carom_status blame(const carom__rings *polygon, carom_status status, uint32_t point,
                          carom_rings_fault *fault) {
  size_t ring = ring_of(polygon, point);
  *fault = (carom_rings_fault){ring, point - polygon->starts[ring]};
  return status;
}

/* --- Each point with the next two --- */

static carom_status check_corners(const carom__rings *polygon, carom_rings_fault *fault) {
  for (uint32_t i = 0; i < polygon->point_count; i++) {
    uint32_t j = polygon->nexts[i], k = polygon->nexts[j];
    carom_vec2 a = polygon->points[i], b = polygon->points[j], c = polygon->points[k];
    if (vec2_is_same(a, b)) return blame(polygon, CAROM_REPEATED_POINT, i, fault);
    if (!vec2_is_same(b, c) && carom__orient(a, b, c) == 0 && !vec2_is_between(a, b, c))
      return blame(polygon, CAROM_CROSSING, j, fault);
  }
  return CAROM_OK;
}

/* --- Sides that meet --- */

typedef struct sweeper {
  const carom__rings *polygon;
  carom__line line;
  carom__sweep *sweep;
  carom_rings_fault *fault;
} sweeper;

/* Have two sides on the line a point in common? (Two on one line have, since the line is at both.) */
static bool sides_meet(const carom__rings *polygon, uint32_t s, uint32_t t) {
  carom_vec2 a = polygon->points[s], b = polygon->points[polygon->nexts[s]];
  carom_vec2 c = polygon->points[t], d = polygon->points[polygon->nexts[t]];
  return carom__orient(a, b, c) * carom__orient(a, b, d) <= 0 &&
         carom__orient(c, d, a) * carom__orient(c, d, b) <= 0;
}

static float left_end(const carom__rings *polygon, uint32_t side) {
  float a = polygon->points[side].x, b = polygon->points[polygon->nexts[side]].x;
  return a < b ? a : b;
}

/* Of two sides that meet the one that begins farther left is blamed. */
static carom_status blame_side(const sweeper *s, uint32_t a, uint32_t b) {
  float left_a = left_end(s->polygon, a), left_b = left_end(s->polygon, b);
  bool first = left_a < left_b || (left_a == left_b && a < b);
  return blame(s->polygon, CAROM_CROSSING, first ? a : b, s->fault);
}

/* Looks at a place and the one over it. */
static carom_status check_over(const sweeper *s, uint32_t place) {
  uint32_t over = s->line.places[place].over;
  if (!place || !over) return CAROM_OK;
  uint32_t a = s->line.places[place].side, b = s->line.places[over].side;
  if (s->polygon->nexts[a] == b || s->polygon->nexts[b] == a || !sides_meet(s->polygon, a, b))
    return CAROM_OK;
  return blame_side(s, a, b);
}

/* What is below a point's own sides. */
static void note_below(const sweeper *s, uint32_t point, uint32_t under) {
  s->sweep->below[point] = s->line.places[under].side;
}

/* Two sides begin. */
static carom_status begin_at(sweeper *s, uint32_t point) {
  const carom__rings *polygon = s->polygon;
  uint32_t before = polygon->prevs[point], under;
  carom_vec2 at = polygon->points[point];
  if (!carom__line_find(&s->line, at, &under)) return blame_side(s, point, s->line.places[under].side);
  bool left = carom__orient(at, polygon->points[polygon->nexts[point]], polygon->points[before]) > 0;
  uint32_t low = left ? point : before, high = left ? before : point;
  note_below(s, point, under);
  s->sweep->opens[high] = sweep_is_inside(s->sweep, point);
  s->sweep->opens[low] = !s->sweep->opens[high];
  carom__line_insert(&s->line, under, low);
  uint32_t place = carom__line_insert(&s->line, s->line.place_of[low], high);
  carom_status status = check_over(s, under);
  return status ? status : check_over(s, place);
}

/* One side ends, and the next one begins. */
static carom_status go_on_at(sweeper *s, uint32_t point, uint32_t ends, uint32_t begins) {
  uint32_t place = s->line.place_of[ends], under = s->line.places[place].under;
  note_below(s, point, under);
  s->sweep->opens[begins] = s->sweep->opens[ends];
  carom__line_replace(&s->line, place, begins);
  carom_status status = check_over(s, under);
  return status ? status : check_over(s, place);
}

/* Two sides end. */
static carom_status end_at(sweeper *s, uint32_t point) {
  uint32_t a = s->line.place_of[s->polygon->prevs[point]], b = s->line.place_of[point];
  uint32_t under = s->line.places[s->line.places[a].over == b ? a : b].under;
  note_below(s, point, under);
  carom__line_remove(&s->line, a);
  carom__line_remove(&s->line, b);
  return check_over(s, under);
}

static carom_status pass(sweeper *s, uint32_t point) {
  uint32_t before = s->polygon->prevs[point];
  bool in_begins = rings_goes_right(s->polygon, point, before);
  bool out_begins = rings_goes_right(s->polygon, point, s->polygon->nexts[point]);
  if (in_begins != out_begins)
    return in_begins ? go_on_at(s, point, point, before) : go_on_at(s, point, before, point);
  return in_begins ? begin_at(s, point) : end_at(s, point);
}

/* The points by x, then y. */
static carom_status sort_points(carom__arena *arena, const carom__rings *polygon, carom__keyed **out) {
  size_t count = polygon->point_count;
  carom__keyed *keyed = carom__arena_alloc(arena, 2 * count, sizeof *keyed);
  if (!keyed) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < count; i++) {
    carom_vec2 p = polygon->points[i];
    keyed[i] = (carom__keyed){(uint64_t)carom__float_key(p.x) << 32 | carom__float_key(p.y), i};
  }
  carom__sort_keyed(keyed, keyed + count, count);
  *out = keyed;
  return CAROM_OK;
}

/* Of two sides that meet, none farther left do, some are next to each other on the line before it comes there
 * (Shamos and Hoey, 1976). */
static carom_status check_crossings(sweeper *s, const carom__keyed *points) {
  carom_status status = CAROM_OK;
  for (size_t i = 0; i < s->polygon->point_count && !status; i++) {
    s->sweep->order[i] = points[i].value;
    if (i > 0 && points[i].key == points[i - 1].key)
      status = blame_side(s, points[i].value, points[i - 1].value);
    else
      status = pass(s, points[i].value);
  }
  return status;
}

/* --- Holes --- */

static uint32_t first_of(const carom__rings *polygon, size_t ring) {
  uint32_t first = polygon->starts[ring];
  for (uint32_t i = first; i < polygon->starts[ring + 1]; i++)
    if (vec2_is_before(polygon->points[i], polygon->points[first])) first = i;
  return first;
}

/* When all holes begin inside, by the number of sides below, none is in another one. */
static carom_status check_holes(const carom__rings *polygon, const carom__sweep *sweep,
                                carom_rings_fault *fault) {
  for (size_t hole = 1; hole < polygon->ring_count; hole++)
    if (!sweep_is_inside(sweep, first_of(polygon, hole)))
      return blame(polygon, CAROM_HOLE_OUTSIDE, polygon->starts[hole], fault);
  return CAROM_OK;
}

static carom_status make_sweep(carom__arena *arena, size_t count, carom__sweep *out) {
  *out = (carom__sweep){carom__arena_alloc(arena, count, sizeof *out->order),
                        carom__arena_alloc(arena, count, sizeof *out->below),
                        carom__arena_alloc(arena, count, sizeof *out->opens)};
  return out->order && out->below && out->opens ? CAROM_OK : CAROM_OUT_OF_MEMORY;
}

carom_status carom__rings_sweep(carom__arena *arena, const carom__rings *polygon, carom__sweep *out,
                                carom_rings_fault *fault) {
  sweeper s = {.polygon = polygon, .sweep = out, .fault = fault};
  carom__keyed *points = NULL;
  carom_status status = check_corners(polygon, fault);
  if (!status) status = make_sweep(arena, polygon->point_count, out);
  if (!status) status = sort_points(arena, polygon, &points);
  if (!status) status = carom__line_init(arena, polygon, &s.line);
  if (!status) status = check_crossings(&s, points);
  return status ? status : check_holes(polygon, out, fault);
}

/* rings_check.c: what is wrong with a polygon. */
#include "orient.h"
#include "rings.h"
#include "sort.h"

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

typedef struct side {
  carom_vec2 from, to;
  uint32_t point; /* where it starts */
} side;

static side side_at(const carom__rings *polygon, uint32_t point) {
  return (side){polygon->points[point], polygon->points[polygon->nexts[point]], point};
}

static float least(float a, float b) { return a < b ? a : b; }
static float most(float a, float b) { return a > b ? a : b; }

/* Have they a point in common? (Two on one line have when their bounds do.) */
static bool sides_meet(const side *s, const side *t) {
  if (most(s->from.y, s->to.y) < least(t->from.y, t->to.y) ||
      most(t->from.y, t->to.y) < least(s->from.y, s->to.y))
    return false;
  return carom__orient(s->from, s->to, t->from) * carom__orient(s->from, s->to, t->to) <= 0 &&
         carom__orient(t->from, t->to, s->from) * carom__orient(t->from, t->to, s->to) <= 0;
}

/* The sides by the least of their x. */
static carom_status sort_sides(carom__arena *arena, const carom__rings *polygon, side **out) {
  size_t count = polygon->point_count;
  side *sides = carom__arena_alloc(arena, count, sizeof *sides);
  carom__keyed *keyed = carom__arena_alloc(arena, 2 * count, sizeof *keyed);
  if (!sides || !keyed) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < count; i++) {
    side s = side_at(polygon, i);
    keyed[i] = (carom__keyed){carom__float_key(least(s.from.x, s.to.x)), i};
  }
  carom__sort_keyed(keyed, keyed + count, count);
  for (size_t i = 0; i < count; i++) sides[i] = side_at(polygon, keyed[i].value);
  *out = sides;
  return CAROM_OK;
}

static carom_status check_crossings(carom__arena *arena, const carom__rings *polygon,
                                    carom_rings_fault *fault) {
  side *sides;
  carom_status status = sort_sides(arena, polygon, &sides);
  if (status) return status;
  for (size_t i = 0; i < polygon->point_count; i++) {
    const side *s = &sides[i];
    float end = most(s->from.x, s->to.x);
    for (size_t j = i + 1; j < polygon->point_count; j++) {
      const side *t = &sides[j];
      if (least(t->from.x, t->to.x) > end) break;
      if (polygon->nexts[s->point] == t->point || polygon->nexts[t->point] == s->point) continue;
      if (sides_meet(s, t)) return blame(polygon, CAROM_CROSSING, s->point, fault);
    }
  }
  return CAROM_OK;
}

/* --- Rings --- */

bool carom__ring_contains(const carom__rings *polygon, size_t ring, carom_vec2 point) {
  bool inside = false;
  for (uint32_t i = polygon->starts[ring]; i < polygon->starts[ring + 1]; i++) {
    side s = side_at(polygon, i);
    bool rises = vec2_is_before(s.from, point);
    if (rises == vec2_is_before(s.to, point)) continue;
    inside ^= carom__orient(s.from, s.to, point) == (rises ? 1 : -1);
  }
  return inside;
}

bool carom__ring_turns_left(const carom__rings *polygon, size_t ring) {
  uint32_t start = polygon->starts[ring], before = polygon->starts[ring + 1] - 1, first = start;
  for (uint32_t i = start; i < polygon->starts[ring + 1]; i++)
    if (vec2_is_before(polygon->points[i], polygon->points[first])) first = i;
  if (first != start) before = first - 1;
  return carom__orient(polygon->points[before], polygon->points[first],
                       polygon->points[polygon->nexts[first]]) > 0;
}

static carom_status check_holes(const carom__rings *polygon, carom_rings_fault *fault) {
  for (size_t hole = 1; hole < polygon->ring_count; hole++) {
    uint32_t start = polygon->starts[hole];
    carom_vec2 point = polygon->points[start];
    bool inside = carom__ring_contains(polygon, 0, point);
    for (size_t other = 1; other < polygon->ring_count && inside; other++)
      if (other != hole && carom__ring_contains(polygon, other, point)) inside = false;
    if (!inside) return blame(polygon, CAROM_HOLE_OUTSIDE, start, fault);
  }
  return CAROM_OK;
}

carom_status carom__rings_find_fault(carom__arena *arena, const carom__rings *polygon,
                                     carom_rings_fault *fault) {
  carom_status status = check_corners(polygon, fault);
  if (!status) status = check_crossings(arena, polygon, fault);
  if (!status) status = check_holes(polygon, fault);
  return status;
}

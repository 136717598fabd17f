/* hull_support_many.c: finds the farthest vertex of a hull with more vertices than a word has bits. It tests
 * all of them while that costs no more than a wrong guess of which to test, and otherwise goes group by
 * group. */
#include "carom/hull.h"
#include "hull_support_lanes.h"

enum { ROWS = CAROM__SUPPORT_GROUP / 4, MAX_GROUPS = CAROM_HULL_VERTICES_MAX / CAROM__SUPPORT_GROUP };

static inline float first_lane(carom__lanes a) {
  float lanes[4];
  lanes_store(lanes, a);
  return lanes[0];
}

/* Of up to CAROM__SUPPORT_FLAT entries, in two halves, because one maximum would wait for itself; and only
 * the half that holds it is searched for its place. */
static uint32_t find_long(const carom__hull_support *s, const carom__lanes direction[3]) {
  carom__lanes dots[CAROM__SUPPORT_FLAT / 4], low = lanes_splat(-INFINITY), high = low;
  uint32_t half = s->entry_count / 8;
  for (uint32_t i = 0; i < half; i++) {
    dots[i] = dots_of(s->entries + 4 * i, s->entry_count, direction);
    dots[half + i] = dots_of(s->entries + 4 * (half + i), s->entry_count, direction);
    low = lanes_max(low, dots[i]);
    high = lanes_max(high, dots[half + i]);
  }
  low = greatest(low);
  high = greatest(high);
  uint32_t start = half * (lanes_bits(lanes_gt(high, low)) & 1);
  return 4 * start + (uint32_t)bits_lowest(no_less(dots + start, half, lanes_max(low, high)));
}

typedef struct farthest {
  float value;
  uint32_t vertex;
} farthest;

static void look_at_group(const carom__hull_support *s, uint32_t group, const carom__lanes direction[3],
                          farthest *best) {
  carom__lanes dots[ROWS], most;
  const float *entries = s->entries + (size_t)group * CAROM__SUPPORT_GROUP;
  for (int i = 0; i < ROWS; i++) dots[i] = dots_of(entries + 4 * i, s->entry_count, direction);
  most = lanes_max(lanes_max(dots[0], dots[1]), lanes_max(dots[2], dots[3]));
  most = greatest(most);
  float value = first_lane(most);
  if (value < best->value) return;
  if (value > best->value) best->vertex = UINT32_MAX;
  best->value = value;
  uint32_t at = 0;
  for (uint32_t i = 0; i < ROWS; i++) at |= (~lanes_bits(lanes_gt(most, dots[i])) & 15u) << 4 * i;
  for (; at; at &= at - 1) {
    uint32_t vertex = s->vertices[group * CAROM__SUPPORT_GROUP + (uint32_t)bits_lowest(at)];
    best->vertex = vertex < best->vertex ? vertex : best->vertex;
  }
}

/* How far the boxes of the groups reach along the direction; returns the greatest of it. */
static carom__lanes bound_groups(const carom__hull_support *s, const carom__lanes direction[3],
                                 float *bounds) {
  const float *low = s->bounds, *high = low + 3 * s->bounds_count;
  const float *x = lanes_first(direction[0]) > 0 ? high : low;
  const float *y = (lanes_first(direction[1]) > 0 ? high : low) + s->bounds_count;
  const float *z = (lanes_first(direction[2]) > 0 ? high : low) + 2 * s->bounds_count;
  carom__lanes most = lanes_splat(-INFINITY);
  for (uint32_t i = 0; i < s->bounds_count; i += 4) {
    carom__lanes sum =
        lanes_add(lanes_mul(lanes_load(x + i), direction[0]), lanes_mul(lanes_load(y + i), direction[1]));
    sum = lanes_add(sum, lanes_mul(lanes_load(z + i), direction[2]));
    lanes_store(bounds + i, sum);
    most = lanes_max(sum, most);
  }
  return greatest(most);
}

/* Which of the four groups from i on reach as far as that, as bits. */
static inline uint32_t reaching(const float *bounds, uint32_t i, carom__lanes that) {
  return ~lanes_bits(lanes_gt(that, lanes_load(bounds + i))) & 15u;
}

/* The one that reaches farthest first, because that leaves the fewest others. */
static uint32_t find_grouped(const carom__hull_support *s, const carom__lanes direction[3]) {
  float bounds[MAX_GROUPS];
  farthest best = {-INFINITY, UINT32_MAX};
  carom__lanes most = bound_groups(s, direction, bounds);
  uint32_t row = 0;
  while (!reaching(bounds, row, most)) row += 4;
  uint32_t first = row + (uint32_t)bits_lowest(reaching(bounds, row, most));
  look_at_group(s, first, direction, &best);
  for (uint32_t i = 0; i < s->bounds_count; i += 4)
    for (uint32_t at = reaching(bounds, i, lanes_splat(best.value)); at; at &= at - 1) {
      uint32_t group = i + (uint32_t)bits_lowest(at);
      if (group != first && group < s->group_count) look_at_group(s, group, direction, &best);
    }
  return best.vertex;
}

uint32_t carom__hull_support_along_many(const carom__hull_support *s, float x, float y, float z) {
  const carom__lanes direction[3] = {lanes_splat(x), lanes_splat(y), lanes_splat(z)};
  return s->group_count > 0 ? find_grouped(s, direction) : find_long(s, direction);
}

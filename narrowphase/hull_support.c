/* hull_support.c: the vertex of a hull that is farthest along a direction.
 *
 * Not by climbing from neighbour to neighbour: a face's vertices are coplanar but for a tolerance, so that a
 * climb along the edges may end at a vertex that is only a local maximum of the rounded shape. Instead all
 * vertices are looked at, four at a time, or of many only the groups whose box reaches as far as the best
 * vertex so far. Products and sums of floats are monotone, so that the bound of a box, computed in the same
 * order as a dot product, is never below one of its vertices: the answer is the same as without groups, to
 * the last bit. */
#include "hull_support.h"

#include "carom/hull.h"
#include "lanes.h"

enum { ROWS = CAROM__SUPPORT_GROUP / 4, MAX_GROUPS = CAROM_HULL_VERTICES_MAX / CAROM__SUPPORT_GROUP };

/* The dot products of four entries that lie `stride` apart per coordinate. */
static inline carom__lanes dots_of(const float *entries, uint32_t stride, const carom__lanes direction[3]) {
  carom__lanes x = lanes_mul(lanes_load(entries), direction[0]);
  carom__lanes y = lanes_mul(lanes_load(entries + stride), direction[1]);
  carom__lanes z = lanes_mul(lanes_load(entries + 2 * stride), direction[2]);
  return lanes_add(lanes_add(x, y), z);
}

static inline carom__lanes greatest(carom__lanes a) {
  carom__lanes pair = lanes_max(a, lanes_join_high(a, a));
  return lanes_x(lanes_max(pair, lanes_y(pair)));
}

static inline float first_lane(carom__lanes a) {
  float lanes[4];
  lanes_store(lanes, a);
  return lanes[0];
}

/* The index of the lowest bit, by a de Bruijn sequence (Leiserson, Prokop and Randall, 1998). */
static inline uint32_t lowest_bit(uint64_t bits) {
  static const uint8_t indices[64] = {0,  1,  48, 2,  57, 49, 28, 3,  61, 58, 50, 42, 38, 29, 17, 4,
                                      62, 55, 59, 36, 53, 51, 43, 22, 45, 39, 33, 30, 24, 18, 12, 5,
                                      63, 47, 56, 27, 60, 41, 37, 16, 54, 35, 52, 21, 44, 32, 23, 11,
                                      46, 26, 40, 15, 34, 20, 31, 10, 25, 14, 19, 9,  13, 8,  7,  6};
  return indices[((bits & (~bits + 1)) * 0x03f79d71b4cb0a89u) >> 58];
}

/* Of up to CAROM__SUPPORT_FLAT entries. */
static uint32_t find_flat(const carom__hull_support *s, const carom__lanes direction[3]) {
  carom__lanes dots[CAROM__SUPPORT_FLAT / 4];
  uint32_t rows = s->entry_count / 4;
  carom__lanes most = dots[0] = dots_of(s->entries, s->entry_count, direction);
  for (uint32_t i = 1; i < rows; i++) {
    dots[i] = dots_of(s->entries + 4 * i, s->entry_count, direction);
    most = lanes_max(most, dots[i]);
  }
  most = greatest(most);
  uint64_t below = 0;
  for (uint32_t i = 0; i < rows; i++) below |= (uint64_t)lanes_bits(lanes_gt(most, dots[i])) << 4 * i;
  return lowest_bit(~below);
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
    uint32_t vertex = s->vertices[group * CAROM__SUPPORT_GROUP + lowest_bit(at)];
    best->vertex = vertex < best->vertex ? vertex : best->vertex;
  }
}

/* How far the boxes of the groups reach along the direction; returns the greatest of it. */
static carom__lanes bound_groups(const carom__hull_support *s, carom_vec3 d, const carom__lanes direction[3],
                                 float *bounds) {
  const float *low = s->bounds, *high = low + 3 * s->bounds_count;
  const float *x = d.x > 0 ? high : low, *y = (d.y > 0 ? high : low) + s->bounds_count;
  const float *z = (d.z > 0 ? high : low) + 2 * s->bounds_count;
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
static uint32_t find_grouped(const carom__hull_support *s, carom_vec3 d, const carom__lanes direction[3]) {
  float bounds[MAX_GROUPS];
  farthest best = {-INFINITY, UINT32_MAX};
  carom__lanes most = bound_groups(s, d, direction, bounds);
  uint32_t row = 0;
  while (!reaching(bounds, row, most)) row += 4;
  uint32_t first = row + lowest_bit(reaching(bounds, row, most));
  look_at_group(s, first, direction, &best);
  for (uint32_t i = 0; i < s->bounds_count; i += 4)
    for (uint32_t at = reaching(bounds, i, lanes_splat(best.value)); at; at &= at - 1) {
      uint32_t group = i + lowest_bit(at);
      if (group != first && group < s->group_count) look_at_group(s, group, direction, &best);
    }
  return best.vertex;
}

uint32_t carom__hull_support_find(const carom__hull_support *s, carom_vec3 d) {
  const carom__lanes direction[3] = {lanes_splat(d.x), lanes_splat(d.y), lanes_splat(d.z)};
  return s->group_count > 0 ? find_grouped(s, d, direction) : find_flat(s, direction);
}

/* hull_support_fill.c: sorts the vertices of a hull into groups of neighbours. It halves the box of all
 * vertices at its longest side, and then the box of each half (as in a k-d tree: Bentley, 1975). */
#include "hull_support.h"

#include "hull_support_lanes.h"
#include "sort.h"

carom__hull_support carom__hull_support_sizes(uint32_t vertex_count) {
  uint32_t lanes = vertex_count <= CAROM__SUPPORT_FEW ? 4 : 8;
  carom__hull_support s = {.entry_count = (vertex_count + lanes - 1) / lanes * lanes};
  if (vertex_count <= CAROM__SUPPORT_FLAT) return s;
  s.group_count = (vertex_count + CAROM__SUPPORT_GROUP - 1) / CAROM__SUPPORT_GROUP;
  s.entry_count = s.group_count * CAROM__SUPPORT_GROUP;
  s.bounds_count = (s.group_count + 3) / 4 * 4;
  return s;
}

/* Exchanges keys until the first `nth` are below all others (Hoare's FIND, 1961). The keys are distinct. */
static void select_keys(uint64_t *keys, uint32_t count, uint32_t nth) {
  uint32_t first = 0, last = count - 1;
  while (first < last) {
    uint64_t pivot = keys[first + (last - first) / 2];
    uint32_t i = first, j = last;
    for (;; i++, j--) {
      while (keys[i] < pivot) i++;
      while (keys[j] > pivot) j--;
      if (i >= j) break;
      uint64_t key = keys[i];
      keys[i] = keys[j];
      keys[j] = key;
    }
    if (nth <= j)
      last = j;
    else
      first = j + 1;
  }
}

static uint32_t vertex_of(uint64_t key) { return (uint32_t)key; }

static carom_aabb box_of(const carom_vec3 *vertices, const uint64_t *keys, uint32_t count) {
  carom_aabb box = {vertices[vertex_of(keys[0])], vertices[vertex_of(keys[0])]};
  for (uint32_t i = 1; i < count; i++) {
    box.min = vec3_min(box.min, vertices[vertex_of(keys[i])]);
    box.max = vec3_max(box.max, vertices[vertex_of(keys[i])]);
  }
  return box;
}

/* Brings the vertices that the keys name into the order of their groups, all but the last of them full. */
static void group(const carom_vec3 *vertices, uint64_t *keys, uint32_t count) {
  uint32_t groups = (count + CAROM__SUPPORT_GROUP - 1) / CAROM__SUPPORT_GROUP;
  uint32_t half = groups / 2 * CAROM__SUPPORT_GROUP;
  if (half == 0) return;
  carom_aabb box = box_of(vertices, keys, count);
  int axis = vec3_largest_axis(vec3_sub(box.max, box.min));
  for (uint32_t i = 0; i < count; i++) {
    uint32_t vertex = vertex_of(keys[i]);
    keys[i] = (uint64_t)carom__float_key(vec3_get(vertices[vertex], axis)) << 32 | vertex;
  }
  select_keys(keys, count, half);
  group(vertices, keys, half);
  group(vertices, keys + half, count - half);
}

static void put(float *arrays, uint32_t stride, uint32_t i, carom_vec3 v) {
  arrays[i] = v.x;
  arrays[stride + i] = v.y;
  arrays[2 * stride + i] = v.z;
}

/* Past the last group its bounds are repeated. */
static void fill_bounds(carom__hull_support *s, const carom_vec3 *vertices, uint32_t vertex_count,
                        const uint64_t *keys) {
  for (uint32_t g = 0; g < s->bounds_count; g++) {
    uint32_t start = (g < s->group_count ? g : s->group_count - 1) * CAROM__SUPPORT_GROUP;
    uint32_t rest = vertex_count - start;
    carom_aabb box =
        box_of(vertices, keys + start, rest < CAROM__SUPPORT_GROUP ? rest : CAROM__SUPPORT_GROUP);
    put(s->bounds, s->bounds_count, g, box.min);
    put(s->bounds + 3 * s->bounds_count, s->bounds_count, g, box.max);
  }
}

void carom__hull_support_fill(carom__hull_support *s, const carom_vec3 *vertices, uint32_t vertex_count,
                              uint64_t *keys) {
  for (uint32_t i = 0; i < vertex_count; i++) keys[i] = i;
  if (s->group_count > 0) group(vertices, keys, vertex_count);
  for (uint32_t i = 0; i < s->entry_count; i++) {
    uint32_t vertex = vertex_of(keys[i < vertex_count ? i : vertex_count - 1]);
    put(s->entries, s->entry_count, i, vertices[vertex]);
    if (s->group_count > 0) s->vertices[i] = (uint16_t)vertex;
  }
  if (s->group_count > 0) fill_bounds(s, vertices, vertex_count, keys);
}

/* mesh_soup.c: reads the arrays of the game. */
#include "mesh_soup.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "archive.h"
#include "arithmetic.h"
#include "vec.h"

/* --- Equal items --- */

typedef struct item_key {
  uint32_t words[3];
} item_key;

static item_key key_at(const void *items, uint32_t i) {
  item_key key;
  memcpy(&key, (const char *)items + (size_t)i * sizeof key, sizeof key);
  return key;
}

static bool keys_are_equal(item_key a, item_key b) {
  return a.words[0] == b.words[0] && a.words[1] == b.words[1] && a.words[2] == b.words[2];
}

/* Where in a table of 2^bits places the search for a key begins. */
static uint32_t key_place(item_key key, unsigned bits) {
  uint64_t sum = checksum_mix(checksum_mix(key.words[0], key.words[1]), key.words[2]);
  return (uint32_t)(sum * 0x9E3779B97F4A7C15u >> (64 - bits));
}

/* Open addressing: a place has one more than the number of an item, or 0. */
carom_status carom__mesh_first_equal(const void *items, uint32_t count, carom__arena *arena,
                                     uint32_t *first) {
  unsigned bits = 4;
  while ((size_t)1 << bits < 2 * (size_t)count) bits++;
  uint32_t *table = carom__arena_alloc(arena, (size_t)1 << bits, sizeof *table);
  if (!table) return CAROM_OUT_OF_MEMORY;
  memset(table, 0, sizeof *table << bits);
  uint32_t last = (uint32_t)(((size_t)1 << bits) - 1);
  for (uint32_t i = 0; i < count; i++) {
    item_key key = key_at(items, i);
    uint32_t place = key_place(key, bits);
    while (table[place] && !keys_are_equal(key_at(items, table[place] - 1), key)) place = (place + 1) & last;
    if (!table[place]) table[place] = i + 1;
    first[i] = table[place] - 1;
  }
  return CAROM_OK;
}

/* --- The arrays of the game --- */

static size_t stride_or(size_t stride, size_t packed) { return stride ? stride : packed; }

static size_t index_size(const carom_mesh_def *def) { return def->index_bits == 16 ? 2 : 4; }

static carom_status check_def(const carom_mesh_def *def) {
  if (!def->vertices || !def->triangles) return CAROM_NULL_ARGUMENT;
  if (def->index_bits != 0 && def->index_bits != 16 && def->index_bits != 32) return CAROM_OUT_OF_RANGE;
  if (stride_or(def->vertex_stride, 12) < 12) return CAROM_OUT_OF_RANGE;
  if (stride_or(def->triangle_stride, 12) < 3 * index_size(def)) return CAROM_OUT_OF_RANGE;
  if ((unsigned)def->sides >= CAROM_MESH_SIDES_COUNT) return CAROM_UNKNOWN_KIND;
  if (def->compact && def->deforms) return CAROM_UNKNOWN_KIND;
  if (def->triangle_count == 0) return CAROM_TOO_FEW_POINTS;
  bool fits =
      def->triangle_count <= CAROM_MESH_TRIANGLES_MAX && def->vertex_count <= CAROM_MESH_TRIANGLES_MAX;
  return fits ? CAROM_OK : CAROM_LIMIT;
}

/* A zero of either sign becomes 0, so that equal vertices have equal bytes. */
static carom_status read_vertices(const carom_mesh_def *def, carom__mesh_soup *soup) {
  const char *at = (const char *)def->vertices;
  size_t stride = stride_or(def->vertex_stride, 12);
  for (uint32_t i = 0; i < soup->vertex_count; i++, at += stride) {
    float v[3];
    memcpy(v, at, sizeof v);
    carom_vec3 vertex = {v[0] + 0.0f, v[1] + 0.0f, v[2] + 0.0f};
    if (!vec3_is_finite(vertex)) return CAROM_NOT_FINITE;
    if (!vec3_is_within(vertex, CAROM_SIZE_MAX)) return CAROM_OUT_OF_RANGE;
    soup->vertices[i] = vertex;
  }
  return CAROM_OK;
}

static void load_indices(const char *at, size_t size, uint32_t out[3]) {
  uint16_t halves[3];
  if (size == 4) {
    memcpy(out, at, 3 * sizeof *out);
    return;
  }
  memcpy(halves, at, sizeof halves);
  for (int k = 0; k < 3; k++) out[k] = halves[k];
}

static carom_status read_triangles(const carom_mesh_def *def, carom__mesh_soup *soup) {
  const char *at = def->triangles;
  size_t size = index_size(def), stride = stride_or(def->triangle_stride, 3 * size);
  for (uint32_t i = 0; i < soup->triangle_count; i++, at += stride) {
    uint32_t *t = soup->triangles[i];
    load_indices(at, size, t);
    uint32_t most = t[0] > t[1] ? t[0] : t[1];
    if ((most > t[2] ? most : t[2]) >= soup->vertex_count) return CAROM_OUT_OF_RANGE;
    bool left_out = def->left_out && def->left_out[mesh_def_material(def, i)];
    soup->states[i] = left_out ? CAROM__MESH_LEFT_OUT : CAROM__MESH_KEPT;
  }
  return CAROM_OK;
}

/* --- The grid of a compact mesh --- */

static float largest_coordinate(const carom__mesh_soup *soup) {
  float most = 0;
  for (uint32_t i = 0; i < soup->triangle_count; i++)
    for (int k = 0; k < 3 && soup->states[i] != CAROM__MESH_LEFT_OUT; k++) {
      carom_vec3 p = vec3_abs(soup->vertices[soup->triangles[i][k]]);
      most = greater_float(most, greater_float(greater_float(p.x, p.y), p.z));
    }
  return most;
}

/* The least step of which no coordinate has more than 2^24; it is normal. */
static float least_step(const carom__mesh_soup *soup) {
  float most = largest_coordinate(soup), step = FLT_MIN;
  while (most > step * 0x1p24f) step *= 2;
  return step;
}

/* To the next of the multiples of a step, of which halves go up. What no triangle uses may be so large that
 * it stays where it is. */
static float snapped(float value, double step) { return (float)(floor((double)value / step + 0.5) * step); }

static void snap(carom__mesh_soup *soup, double step) {
  for (uint32_t i = 0; i < soup->vertex_count; i++) {
    carom_vec3 *v = &soup->vertices[i];
    *v = (carom_vec3){snapped(v->x, step), snapped(v->y, step), snapped(v->z, step)};
  }
}

carom_status carom__mesh_soup_read(const carom_mesh_def *def, float *step, carom__arena *arena,
                                   carom__mesh_soup *out) {
  carom_status status = check_def(def);
  if (status) return status;
  uint32_t vertices = (uint32_t)def->vertex_count, triangles = (uint32_t)def->triangle_count;
  *out = (carom__mesh_soup){carom__arena_alloc(arena, vertices, sizeof *out->vertices),
                            carom__arena_alloc(arena, triangles, sizeof *out->triangles),
                            carom__arena_alloc(arena, vertices, sizeof *out->first),
                            carom__arena_alloc(arena, triangles, sizeof *out->states),
                            vertices,
                            triangles};
  if (!out->vertices || !out->triangles || !out->first || !out->states) return CAROM_OUT_OF_MEMORY;
  status = read_vertices(def, out);
  if (!status) status = read_triangles(def, out);
  if (status) return status;
  if (def->compact) {
    *step = greater_float(*step, least_step(out));
    snap(out, (double)*step);
  }
  return carom__mesh_first_equal(out->vertices, vertices, arena, out->first);
}

/* tessellate.c: the triangles or lines of a shape as arrays.
 *
 * Kinds tell each triangle by itself. What shares vertices follows shortly after, so that the last vertices
 * are remembered, and one that comes again is written once. The first pass counts, the second one writes. */
#include "carom/tessellate.h"

#include "shape_class.h"

enum { REMEMBERED = 32, DETAIL = 16, PLANAR_DETAIL = 32 };

typedef struct tessellation {
  carom_surface_buffer *out;
  bool writes;
  size_t vertices, indices;  /* so far */
  uint32_t keys[REMEMBERED]; /* of the last vertices, by their number */
  carom__drawn last[REMEMBERED];
} tessellation;

/* Without negative zeros. */
static carom_vec3 positive_zeros(carom_vec3 v) { return vec3_add(v, vec3(0, 0, 0)); }

static uint32_t key_of(const carom__drawn *vertex) {
  uint32_t words[6], key = 0;
  memcpy(words, vertex, sizeof words);
  for (int i = 0; i < 6; i++) key = (key ^ words[i]) * 0x9e3779b1u;
  return key;
}

static bool is_same(const carom__drawn *a, const carom__drawn *b) {
  return is_same_point(a->at, b->at) && is_same_point(a->normal, b->normal);
}

/* Where a vertex is among the last ones; REMEMBERED where it is not. */
static uint32_t find(const tessellation *t, const carom__drawn *vertex, uint32_t key) {
  for (uint32_t i = 0; i < REMEMBERED; i++)
    if (t->keys[i] == key && i < t->vertices && is_same(&t->last[i], vertex)) return i;
  return REMEMBERED;
}

static size_t number_in(const tessellation *t, uint32_t place) {
  size_t newest = t->vertices - 1;
  return newest - (newest - place) % REMEMBERED;
}

static void add_new(tessellation *t, const carom__drawn *vertex, uint32_t key) {
  uint32_t place = t->vertices % REMEMBERED;
  t->keys[place] = key;
  t->last[place] = *vertex;
  if (t->writes) t->out->positions[t->vertices] = vertex->at;
  if (t->writes && t->out->normals) t->out->normals[t->vertices] = vertex->normal;
  t->vertices++;
}

static void add(tessellation *t, carom_vec3 at, carom_vec3 normal) {
  const carom__drawn vertex = {positive_zeros(at), positive_zeros(normal)};
  uint32_t key = key_of(&vertex), place = find(t, &vertex, key);
  size_t number = place < REMEMBERED ? number_in(t, place) : t->vertices;
  if (place == REMEMBERED) add_new(t, &vertex, key);
  if (t->writes) t->out->indices[t->indices] = (uint32_t)number;
  t->indices++;
}

static void add_line(void *context, const carom_vec3 ends[2], const carom_vec3 *normals) {
  for (int i = 0; i < 2; i++) add(context, ends[i], normals ? normals[i] : vec3(0, 0, 0));
}

static void add_triangle(void *context, const carom_vec3 corners[3], const carom_vec3 *normals) {
  for (int i = 0; i < 3; i++) add(context, corners[i], normals[i]);
}

static void pass(tessellation *t, const carom_shape *shape, carom_tessellation form, uint32_t detail) {
  const bool lines = form == CAROM_TESSELLATION_LINES;
  const uint32_t usual = shape_is_planar(shape) ? PLANAR_DETAIL : DETAIL;
  const carom__outline outline = {lines ? add_line : NULL, lines ? NULL : add_triangle, t,
                                  detail ? (detail + 3) / 4 * 4 : usual};
  t->vertices = t->indices = 0;
  carom__shape_class_of(shape->kind)->outline(shape, &outline);
}

static carom_status check(const carom_shape *shape, carom_tessellation form, uint32_t detail,
                          const carom_surface_buffer *out) {
  if (!shape || !out) return CAROM_NULL_ARGUMENT;
  if ((out->vertex_capacity && !out->positions) || (out->index_capacity && !out->indices))
    return CAROM_NULL_ARGUMENT;
  if ((unsigned)form > CAROM_TESSELLATION_LINES) return CAROM_UNKNOWN_KIND;
  if (detail && (detail < 4 || detail > CAROM_DETAIL_MAX)) return CAROM_OUT_OF_RANGE;
  return carom_shape_check(shape);
}

carom_status carom_shape_tessellate(const carom_shape *shape, carom_tessellation form, uint32_t detail,
                                    carom_surface_buffer *out) {
  carom_status status = check(shape, form, detail, out);
  if (status) return status;
  tessellation t = {.out = out};
  pass(&t, shape, form, detail);
  if (t.vertices > UINT32_MAX) return CAROM_LIMIT;
  out->vertex_count = t.vertices, out->index_count = t.indices;
  if (!out->vertex_capacity && !out->index_capacity) return CAROM_OK;
  if (t.vertices > out->vertex_capacity || t.indices > out->index_capacity) return CAROM_TOO_SMALL;
  t.writes = true;
  pass(&t, shape, form, detail);
  return CAROM_OK;
}

/* spm.c: version 1 of the format. A header is followed by the names of the materials and by sections of
 * buffers, each of vertices, indices and one material. How long a vertex is depends on flags and on its
 * material. Nothing in the file is trusted: each byte is read through a reader that stops at the end. */
#include "spm.h"

#include <string.h>

#include "memory.h"

enum { HAS_NORMAL = 1, HAS_COLOUR = 2, HAS_TANGENT = 4 };
enum { SKINNED = 1, WHITE = 128 };
enum { MATERIALS_MAX = 256 };

/* Reads beyond the end give zeros, and are remembered. */
typedef struct reader {
  const unsigned char *at, *end;
  bool too_short;
} reader;

static uint32_t take(reader *r, int bytes) {
  uint32_t value = 0;
  if (r->end - r->at < bytes) {
    r->too_short = true;
    r->at = r->end;
    return 0;
  }
  for (int i = 0; i < bytes; i++) value |= (uint32_t)r->at[i] << (8 * i);
  r->at += bytes;
  return value;
}

static float take_float(reader *r) {
  uint32_t word = take(r, 4);
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

static void skip(reader *r, size_t bytes) {
  if ((size_t)(r->end - r->at) < bytes) r->too_short = true, bytes = (size_t)(r->end - r->at);
  r->at += bytes;
}

/* Text of up to 255 bytes behind its length. */
static void take_name(reader *r, char *out) {
  size_t length = take(r, 1);
  if ((size_t)(r->end - r->at) < length) r->too_short = true, length = 0;
  memcpy(out, r->at, length);
  out[length] = '\0';
  r->at += length;
}

/* Which of its two pictures each material has. */
typedef struct layout {
  uint32_t flags, kind;
  bool first[MATERIALS_MAX], second[MATERIALS_MAX];
} layout;

static void take_materials(reader *r, spm *out, layout *l) {
  char second[SPM_NAME_SIZE];
  out->names = memory_zeroed(out->name_count, sizeof *out->names);
  for (size_t i = 0; i < out->name_count; i++) {
    take_name(r, out->names[i]);
    take_name(r, second);
    l->first[i] = out->names[i][0];
    l->second[i] = second[0];
  }
}

static void take_vertex(reader *r, spm *out, const layout *l, uint32_t material) {
  out->vertices =
      memory_grow(out->vertices, out->vertex_count, &out->vertex_capacity, 3 * sizeof *out->vertices);
  float *to = out->vertices + 3 * out->vertex_count++;
  for (int i = 0; i < 3; i++) to[i] = take_float(r);
  if (l->flags & HAS_NORMAL) skip(r, 4);
  if (l->flags & HAS_COLOUR && take(r, 1) != WHITE) skip(r, 3);
  if (l->first[material]) {
    skip(r, 4);
    if (l->second[material]) skip(r, 4);
    if (l->flags & HAS_TANGENT) skip(r, 4);
  }
  if (l->kind == SKINNED) skip(r, 16);
}

static void make_room_for_triangle(spm *out) {
  size_t capacity = out->triangle_capacity;
  out->materials = memory_grow(out->materials, out->triangle_count, &capacity, 1);
  out->triangles =
      memory_grow(out->triangles, out->triangle_count, &out->triangle_capacity, 3 * sizeof *out->triangles);
}

static bool take_triangle(reader *r, spm *out, uint32_t vertices, uint32_t material) {
  bool good = true;
  make_room_for_triangle(out);
  uint32_t *to = out->triangles + 3 * out->triangle_count;
  for (int i = 0; i < 3; i++) {
    uint32_t index = take(r, vertices > 255 ? 2 : 1);
    good = good && index < vertices;
    to[i] = (uint32_t)(out->vertex_count - vertices) + index;
  }
  out->materials[out->triangle_count++] = (uint8_t)material;
  return good;
}

static const char *take_buffer(reader *r, spm *out, const layout *l) {
  uint32_t vertices = take(r, 4), indices = take(r, 4), material = take(r, 2);
  if (material >= out->name_count) return "A buffer names a material that is not there.";
  for (uint32_t i = 0; i < vertices && !r->too_short; i++) take_vertex(r, out, l, material);
  for (uint32_t i = 0; i + 2 < indices && !r->too_short; i += 3)
    if (!take_triangle(r, out, vertices, material)) return "A triangle names a vertex that is not there.";
  skip(r, indices % 3 * (vertices > 255 ? 2u : 1u));
  return NULL;
}

static const char *take_sections(reader *r, spm *out, const layout *l) {
  for (uint32_t sections = take(r, 2); sections > 0 && !r->too_short; sections--) {
    for (uint32_t buffers = take(r, 2); buffers > 0 && !r->too_short; buffers--) {
      const char *wrong = take_buffer(r, out, l);
      if (wrong) return wrong;
    }
  }
  return r->too_short ? "The file ends too early." : NULL;
}

static const char *take_model(reader *r, spm *out) {
  layout l = {0};
  if (take(r, 1) != 'S' || take(r, 1) != 'P') return "The file does not begin with SP.";
  uint32_t version = take(r, 1);
  if (version >> 3 != 1) return "The model is not of version 1.";
  l.kind = version & 7;
  l.flags = take(r, 1);
  skip(r, 24); /* bounds */
  out->name_count = take(r, 2);
  if (out->name_count > MATERIALS_MAX) return "The model has more than 256 materials.";
  take_materials(r, out, &l);
  return take_sections(r, out, &l);
}

bool spm_parse(spm *out, const unsigned char *bytes, size_t size, const char **why) {
  reader r = {bytes, bytes + size, false};
  *out = (spm){0};
  *why = take_model(&r, out);
  if (*why) spm_free(out);
  return !*why;
}

void spm_free(spm *model) {
  free(model->vertices);
  free(model->triangles);
  free(model->materials);
  free(model->names);
  *model = (spm){0};
}

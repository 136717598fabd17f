/* ply.c: a header of lines, then a line a vertex and a line a face. Of a vertex the first three numbers
 * count. */
#include "ply.h"

#include <math.h>
#include <string.h>

#include "memory.h"

/* More than any scan has. */
#define COUNT_MAX 50000000

typedef struct ply_reader {
  const char *at, *end;
  const char *why; /* NULL: all is well so far */
} ply_reader;

static bool fail(ply_reader *r, const char *why) {
  if (!r->why) r->why = why;
  return false;
}

/* The next line without its end, cut at `size`; false behind the last one. */
static bool next_line(ply_reader *r, char *line, size_t size) {
  if (r->at == r->end) return fail(r, "It ends too early.");
  const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
  const char *end = stop ? stop : r->end;
  size_t length = (size_t)(end - r->at) < size ? (size_t)(end - r->at) : size - 1;
  memcpy(line, r->at, length);
  line[length] = '\0';
  while (length && (line[length - 1] == '\r' || line[length - 1] == ' ')) line[--length] = '\0';
  r->at = stop ? stop + 1 : r->end;
  return true;
}

/* --- The header --- */

/* The elements that come before the faces, and their first properties. */
typedef struct ply_header {
  size_t vertices, faces;
  int properties; /* of the vertices, so far */
  bool in_vertices;
} ply_header;

static bool read_count(ply_reader *r, const char *text, size_t *out) {
  char *end;
  long count = strtol(text, &end, 10);
  if (end == text || *end || count < 1 || count > COUNT_MAX) return fail(r, "It has a count out of range.");
  *out = (size_t)count;
  return true;
}

static bool take_element(ply_reader *r, ply_header *h, const char *line) {
  static const char vertex[] = "element vertex ", face[] = "element face ";
  h->in_vertices = strncmp(line, vertex, sizeof vertex - 1) == 0;
  if (h->in_vertices && !h->vertices) return read_count(r, line + sizeof vertex - 1, &h->vertices);
  if (h->vertices && !h->faces && strncmp(line, face, sizeof face - 1) == 0)
    return read_count(r, line + sizeof face - 1, &h->faces);
  return fail(r, "It has other elements than vertices and faces.");
}

/* The first three properties of a vertex must be its place. */
static bool take_property(ply_reader *r, ply_header *h, const char *line) {
  size_t length = strlen(line);
  if (!h->in_vertices) return true;
  int number = h->properties++;
  if (number > 2) return true;
  bool good = line[length - 2] == ' ' && line[length - 1] == "xyz"[number];
  return good || fail(r, "Its vertices do not begin with x y z.");
}

static bool read_header(ply_reader *r, ply_header *h) {
  char line[128];
  if (!next_line(r, line, sizeof line) || strcmp(line, "ply") != 0) return fail(r, "It is no PLY file.");
  while (next_line(r, line, sizeof line)) {
    bool is_format = strncmp(line, "format ", 7) == 0;
    if (is_format && strcmp(line, "format ascii 1.0") != 0) return fail(r, "It is not text.");
    if (strncmp(line, "element ", 8) == 0 && !take_element(r, h, line)) return false;
    if (strncmp(line, "property ", 9) == 0 && !take_property(r, h, line)) return false;
    if (strcmp(line, "end_header") == 0)
      return (h->properties > 2 && h->faces) || fail(r, "It has no vertices or no faces.");
  }
  return false;
}

/* --- The numbers --- */

/* A number of moderate size, and where it ends; NULL when there is none. The exponent is looked at first, so
 * that no number overflows while it is read. */
static char *read_number(char *at, float *out) {
  at += strspn(at, " \t");
  size_t length = strspn(at, "+-.0123456789eE"), mantissa = strspn(at, "+-.0123456789");
  if (length > 40 || (length > mantissa && labs(strtol(at + mantissa + 1, NULL, 10)) > 99)) return NULL;
  char *end;
  double value = strtod(at, &end);
  if (end != at + length || length == 0 || !(fabs(value) < 1e30)) return NULL;
  *out = (float)value;
  return end;
}

static bool read_vertex(ply_reader *r, float *out) {
  char line[256], *at = line;
  if (!next_line(r, line, sizeof line)) return false;
  for (int i = 0; i < 3; i++)
    if (!(at = read_number(at, &out[i]))) return fail(r, "It has a vertex without three numbers.");
  return true;
}

static bool read_face(ply_reader *r, size_t vertices, uint32_t *out) {
  char line[256], *at = line, *end;
  if (!next_line(r, line, sizeof line)) return false;
  if (strtol(at, &end, 10) != 3) return fail(r, "It has a face that is no triangle.");
  for (int i = 0; i < 3; i++) {
    at = end;
    long index = strtol(at, &end, 10);
    if (end == at || index < 0 || (size_t)index >= vertices)
      return fail(r, "It has a face with a corner that is no vertex.");
    out[i] = (uint32_t)index;
  }
  return true;
}

/* A vertex or a face takes six bytes at least, so that a small file cannot ask for much memory. */
static bool read_numbers(ply_reader *r, const ply_header *h, ply *out) {
  if (h->vertices + h->faces > (size_t)(r->end - r->at) / 6 + 1) return fail(r, "It ends too early.");
  out->vertices = memory_resize(NULL, 3 * h->vertices, sizeof *out->vertices);
  out->triangles = memory_resize(NULL, 3 * h->faces, sizeof *out->triangles);
  for (; out->vertex_count < h->vertices; out->vertex_count++)
    if (!read_vertex(r, out->vertices + 3 * out->vertex_count)) return false;
  for (; out->triangle_count < h->faces; out->triangle_count++)
    if (!read_face(r, h->vertices, out->triangles + 3 * out->triangle_count)) return false;
  return true;
}

bool ply_parse(ply *out, const unsigned char *bytes, size_t size, const char **why) {
  ply_reader r = {.at = (const char *)bytes, .end = (const char *)bytes + size};
  ply_header header = {.vertices = 0};
  *out = (ply){.vertices = NULL};
  if (read_header(&r, &header) && read_numbers(&r, &header, out)) return true;
  ply_free(out);
  *why = r.why;
  return false;
}

void ply_free(ply *model) {
  free(model->vertices);
  free(model->triangles);
  *model = (ply){.vertices = NULL};
}

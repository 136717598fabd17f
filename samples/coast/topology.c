/* topology.c: TopoJSON: shores are chains of arcs that neighbours share, and arcs are steps on a grid. */
#include <stdio.h>

#include "../level/formats/memory.h"
#include "json.h"
#include "land.h"

/* The points of all arcs, one after the other. */
typedef struct arcs {
  carom_vec2 *points;
  size_t *starts; /* one more than there are arcs */
  size_t count;
} arcs;

typedef struct reader {
  json tree;
  arcs arcs;
  atlas *out;
} reader;

/* The two numbers of a point, or of another pair. */
static void read_pair(const json *tree, const json_value *pair, double out[2]) {
  const json_value *first = json_first(tree, pair);
  out[0] = json_number(first);
  out[1] = json_number(first ? json_next(tree, first) : NULL);
}

static size_t read_arc(const reader *r, const json_value *arc, const double scale[2], const double move[2],
                       size_t at) {
  double x = 0, y = 0, step[2];
  for (const json_value *p = json_first(&r->tree, arc); p; p = json_next(&r->tree, p)) {
    read_pair(&r->tree, p, step);
    x += step[0];
    y += step[1];
    r->arcs.points[at++] = (carom_vec2){(float)(x * scale[0] + move[0]), (float)(y * scale[1] + move[1])};
  }
  return at;
}

static void read_arcs(reader *r, const json_value *list, const json_value *transform) {
  double scale[2], move[2];
  size_t points = 0, at = 0;
  read_pair(&r->tree, json_member(&r->tree, transform, "scale"), scale);
  read_pair(&r->tree, json_member(&r->tree, transform, "translate"), move);
  for (const json_value *arc = json_first(&r->tree, list); arc; arc = json_next(&r->tree, arc))
    points += json_count(&r->tree, arc);
  r->arcs = (arcs){memory_zeroed(points, sizeof(carom_vec2)),
                   memory_zeroed(json_count(&r->tree, list) + 1, sizeof(size_t)), 0};
  for (const json_value *arc = json_first(&r->tree, list); arc; arc = json_next(&r->tree, arc)) {
    at = read_arc(r, arc, scale, move, at);
    r->arcs.starts[++r->arcs.count] = at;
  }
}

/* Adds an arc but for its last point, where the next one begins; ~i is arc i from its end to its start. */
static bool add_arc(const reader *r, land *l, double number) {
  bool back = number < 0;
  double index = back ? -1 - number : number;
  if (!(index < (double)r->arcs.count)) return false;
  size_t start = r->arcs.starts[(size_t)index], end = r->arcs.starts[(size_t)index + 1];
  for (size_t i = start; i + 1 < end; i++) land_add_point(l, r->arcs.points[back ? start + end - 1 - i : i]);
  return true;
}

static bool add_polygon(const reader *r, const json_value *polygon) {
  land *l = atlas_add_land(r->out);
  for (const json_value *ring = json_first(&r->tree, polygon); ring; ring = json_next(&r->tree, ring)) {
    land_add_shore(l);
    for (const json_value *arc = json_first(&r->tree, ring); arc; arc = json_next(&r->tree, arc))
      if (!add_arc(r, l, json_number(arc))) return false;
    if (l->shores[l->count - 1].count == 0) return false;
  }
  if (l->count == 0) return false;
  land_unroll(l);
  return true;
}

/* Adds all polygons of a geometry: MultiPolygons, which alone are what world-atlas has for land. */
static bool add_geometries(const reader *r, const json_value *collection) {
  const json_value *list = json_member(&r->tree, collection, "geometries");
  for (const json_value *g = json_first(&r->tree, list); g; g = json_next(&r->tree, g)) {
    const json_value *polygons = json_member(&r->tree, g, "arcs");
    for (const json_value *p = json_first(&r->tree, polygons); p; p = json_next(&r->tree, p))
      if (!add_polygon(r, p)) return false;
  }
  return r->out->count > 0;
}

static bool read_topology(reader *r, const char *text) {
  if (!json_parse(&r->tree, text)) return false;
  const json_value *whole = &r->tree.values[0];
  read_arcs(r, json_member(&r->tree, whole, "arcs"), json_member(&r->tree, whole, "transform"));
  return add_geometries(r, json_member(&r->tree, json_member(&r->tree, whole, "objects"), "land"));
}

static char *read_text(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file) return NULL;
  char *text = NULL;
  size_t length = 0, capacity = 0, got;
  do {
    capacity += 1 << 20;
    text = memory_resize(text, capacity, 1);
    got = fread(text + length, 1, capacity - length - 1, file);
    length += got;
  } while (got > 0);
  fclose(file);
  text[length] = 0;
  return text;
}

bool atlas_read(atlas *out, const char *file, const char **why) {
  *out = (atlas){0};
  reader r = {.out = out};
  char *text = read_text(file);
  bool good = text && read_topology(&r, text);
  *why = text ? "it is no TopoJSON with an object of land" : "it cannot be read";
  if (!good) atlas_free(out);
  free(r.arcs.points);
  free(r.arcs.starts);
  json_free(&r.tree);
  free(text);
  return good;
}

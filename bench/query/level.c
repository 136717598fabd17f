#include "level.h"

#include <stdlib.h>

#include "brush.h"
#include "memory.h"
#include "pk3.h"

static bsp map; /* that was loaded */

static bool read_map(const char *name) {
  unsigned char *bytes;
  size_t size;
  const char *why;
  if (!pk3_read_map(name, NULL, &bytes, &size)) return false;
  bool good = bsp_parse(&map, bytes, size, &why);
  free(bytes);
  if (!good) fprintf(stderr, "%s cannot be used: %s\n", name, why);
  return good;
}

/* What is no hull is left out for all engines. */
static void add_brush(bench_scene *scene, const bsp_brush *brush) {
  bench_body *body = &scene->bodies[scene->count];
  *body = (bench_body){.rotation = {0, 0, 0, 1}};
  if (!brush_is_solid(&map, brush)) return;
  if (!brush_hull(&map, brush, &body->position, &scene->hulls[scene->count])) scene->count++;
}

bool query_level_load(const char *name, bench_scene *out) {
  if (!read_map(name)) return false;
  *out = (bench_scene){.low = map.bounds.min, .high = map.bounds.max};
  out->bodies = memory_resize(NULL, map.brush_count, sizeof *out->bodies);
  out->hulls = memory_resize(NULL, map.brush_count, sizeof *out->hulls);
  for (size_t i = 0; i < map.brush_count; i++) add_brush(out, &map.brushes[i]);
  return out->count > 0;
}

bool query_level_is_open(carom_vec3 p) {
  return bsp_is_open(&map, (carom_pos){(double)p.x, (double)p.y, (double)p.z});
}

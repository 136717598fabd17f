/* scene_map.c: a level as a scene. The map's numbers are kept as they are (32 to about a metre): brushes were
 * drawn on a grid of whole units, and carom's tolerances follow the sizes, so scaling would gain nothing and
 * round every plane. */
#include "scene_kinds.h"

#include <math.h>
#include <string.h>

#include "brush.h"
#include "curve.h"
#include "flyers.h"
#include "memory.h"
#include "pk3.h"
#include "vector.h"

#define UNITS_A_METRE 32.0f

static void add_brush(scene *s, const bsp_brush *brush) {
  const bsp_shader *shader = &s->map.shaders[brush->shader];
  carom_vec3 centre;
  carom_hull *hull = NULL;
  carom_status status = brush_hull(&s->map, brush, &centre, &hull);
  if (status != CAROM_OK) {
    fprintf(stderr, "A brush of %s was refused: %s\n", shader->name, carom_status_text(status));
    s->hulls_refused++;
    return;
  }
  carom_pose pose = {.position = pos_move((carom_pos){0}, centre)};
  scene_add_static(s, carom_shape_hull(hull), pose, shader->name);
  s->hulls_accepted++;
}

/* All curved surfaces are one collider. */
static void add_curves(scene *s) {
  carom_mesh *mesh;
  carom_status status = curve_mesh(&s->map, &mesh);
  if (status != CAROM_OK)
    fprintf(stderr, "The curved surfaces were refused: %s\n", carom_status_text(status));
  if (mesh) scene_add_static(s, carom_shape_mesh(mesh), (carom_pose){0}, "curves");
}

/* "maps/oa_dm2.bsp" is called oa_dm2. */
static void set_name(scene *s, const char *map) {
  const char *slash = strrchr(map, '/');
  snprintf(s->name, sizeof s->name, "%s", slash ? slash + 1 : map);
  char *end = strstr(s->name, ".bsp");
  if (end) *end = '\0';
}

static bool load_bsp(scene *s, const char *map, const char *archive) {
  unsigned char *bytes;
  size_t size;
  const char *why;
  if (!pk3_read_map(map, archive, &bytes, &size)) return false;
  bool good = bsp_parse(&s->map, bytes, size, &why);
  free(bytes);
  if (!good) fprintf(stderr, "%s cannot be used: %s\n", map, why);
  return good;
}

bool scene_map_load(scene *s, const char *map, const char *archive) {
  set_name(s, map);
  s->unit = "units";
  if (!load_bsp(s, map, archive)) return false;
  s->bounds.min = pos_move((carom_pos){0}, s->map.bounds.min);
  s->bounds.max = pos_move((carom_pos){0}, s->map.bounds.max);
  const carom_aabb *level = &s->map.bounds;
  s->cast = flyers_for(fminf(level->max.x - level->min.x, level->max.y - level->min.y), UNITS_A_METRE);
  for (size_t i = 0; i < s->map.brush_count; i++) {
    const bsp_brush *brush = &s->map.brushes[i];
    if (brush_is_solid(&s->map, brush)) add_brush(s, brush);
  }
  add_curves(s);
  return s->static_count > 0;
}

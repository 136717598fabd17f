/* scene_map.c: a level as a scene. The map's numbers are kept as they are (32 to about a metre): brushes were
 * drawn on a grid of whole units, and carom's tolerances follow the sizes, so scaling would gain nothing and
 * round every plane. */
#include "scene_kinds.h"

#include <math.h>
#include <string.h>

#include "brush.h"
#include "curve.h"
#include "memory.h"
#include "pk3.h"
#include "random.h"
#include "vector.h"

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

/* A lump: the hull of random points on an ellipsoid. */
static bool random_lump(const scene *s, uint64_t *random, float half_size, carom_shape *out) {
  (void)s;
  float points[3 * 24];
  size_t count = 8 + random_next(random) % 17;
  float flat = random_between(random, 0.4f, 1);
  for (size_t i = 0; i < count; i++) {
    carom_vec3 p = vec_scale(random_direction(random), half_size);
    points[3 * i] = p.x;
    points[3 * i + 1] = p.y;
    points[3 * i + 2] = p.z * flat;
  }
  carom_hull *hull = NULL;
  if (carom_hull_from_points(NULL, points, count, 0, &hull) != CAROM_OK) return false;
  *out = carom_shape_hull(hull);
  return true;
}

/* In a wide level small bodies would hardly meet; speeds follow the sizes, so that none passes through
 * another within a step. */
static scene_cast cast_for(const carom_aabb *level) {
  float width = fminf(level->max.x - level->min.x, level->max.y - level->min.y);
  float large = fmaxf(24, fminf(0.018f * width, 96));
  return (scene_cast){.small = large / 6,
                      .large = large,
                      .slow = large,
                      .fast = 5 * large,
                      .spin = 4,
                      .shove = HUGE_VALF,
                      .own_every = 4,
                      .make_own = random_lump};
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
  s->cast = cast_for(&s->map.bounds);
  for (size_t i = 0; i < s->map.brush_count; i++) {
    const bsp_brush *brush = &s->map.brushes[i];
    if (brush_is_solid(&s->map, brush)) add_brush(s, brush);
  }
  add_curves(s);
  return s->static_count > 0;
}

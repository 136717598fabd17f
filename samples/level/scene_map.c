/* scene_map.c: a level as a scene. The map's numbers are kept as they are (32 to about a metre): brushes were
 * drawn on a grid of whole units, and carom's tolerances follow the sizes, so scaling would gain nothing and
 * round every plane. */
#include "scene_kinds.h"

#include <math.h>
#include <string.h>

#include "memory.h"
#include "pk3.h"
#include "random.h"
#include "vector.h"

/* The middle of what a brush's axial sides enclose; every brush the game's tools write has all six. */
static carom_vec3 brush_centre(const bsp *map, const bsp_brush *brush) {
  float low[3] = {0}, high[3] = {0};
  for (uint32_t i = 0; i < brush->side_count; i++) {
    const carom_plane *plane = &map->planes[map->side_planes[brush->first_side + i]];
    const float n[3] = {plane->normal.x, plane->normal.y, plane->normal.z};
    for (int axis = 0; axis < 3; axis++) {
      if (n[axis] == 1) high[axis] = plane->offset;
      if (n[axis] == -1) low[axis] = -plane->offset;
    }
  }
  return (carom_vec3){(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2};
}

/* The brush's planes as seen from its centre: near the origin floats are finest. */
static carom_plane *centred_planes(const bsp *map, const bsp_brush *brush, carom_vec3 c) {
  carom_plane *planes = memory_resize(NULL, brush->side_count, sizeof *planes);
  for (uint32_t i = 0; i < brush->side_count; i++) {
    carom_plane plane = map->planes[map->side_planes[brush->first_side + i]];
    carom_vec3 n = plane.normal;
    double shift = (double)n.x * (double)c.x + (double)n.y * (double)c.y + (double)n.z * (double)c.z;
    planes[i] = (carom_plane){n, (float)((double)plane.offset - shift)};
  }
  return planes;
}

static void add_brush(scene *s, const bsp_brush *brush) {
  const bsp_shader *shader = &s->map.shaders[brush->shader];
  carom_vec3 centre = brush_centre(&s->map, brush);
  carom_plane *planes = centred_planes(&s->map, brush, centre);
  carom_hull *hull = NULL;
  carom_status status = carom_hull_from_planes(NULL, planes, brush->side_count, &hull);
  free(planes);
  if (status != CAROM_OK) {
    fprintf(stderr, "A brush of %s was refused: %s\n", shader->name, carom_status_text(status));
    s->hulls_refused++;
    return;
  }
  carom_pose pose = {.position = pos_move((carom_pos){0}, centre)};
  scene_add_static(s, carom_shape_hull(hull), pose, shader->name);
  s->hulls_accepted++;
}

/* A lump: the hull of random points on an ellipsoid. */
static carom_hull *random_hull(const scene *s, uint64_t *random, float half_size) {
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
  return carom_hull_from_points(NULL, points, count, 0, &hull) == CAROM_OK ? hull : NULL;
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
                      .hull_every = 4,
                      .make_hull = random_hull};
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
    if (s->map.shaders[brush->shader].contents & BSP_CONTENTS_SOLID) add_brush(s, brush);
  }
  return s->static_count > 0;
}

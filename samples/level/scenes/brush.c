/* brush.c: the solids of a level as hulls. */
#include "brush.h"

#include "memory.h"

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

bool brush_is_solid(const bsp *map, const bsp_brush *brush) {
  return map->shaders[brush->shader].contents & BSP_CONTENTS_SOLID;
}

carom_status brush_hull(const bsp *map, const bsp_brush *brush, carom_vec3 *centre, carom_hull **out) {
  *centre = brush_centre(map, brush);
  carom_plane *planes = centred_planes(map, brush, *centre);
  carom_status status = carom_hull_from_planes(NULL, planes, brush->side_count, out);
  free(planes);
  return status;
}

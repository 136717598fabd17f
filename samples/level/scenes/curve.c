/* curve.c: each biquadratic patch becomes a grid of as many points as any other. Neighbours share control
 * points along their edge, hence the points there, and no crack is left between them. */
#include "curve.h"

#include "memory.h"
#include "vector.h"

/* Each patch is cut into so many strips along either side. */
enum { STRIPS = 8 };

typedef struct triangle_list {
  float *vertices;
  uint32_t *triangles;
  size_t vertex_count, vertex_capacity, triangle_count, triangle_capacity;
} triangle_list;

/* A point of a quadratic Bezier curve. Symmetric in its ends, so that both neighbours get the same bits. */
static carom_vec3 bezier(carom_vec3 a, carom_vec3 b, carom_vec3 c, int at) {
  float t = (float)at / STRIPS, s = (float)(STRIPS - at) / STRIPS;
  carom_vec3 ends = vec_add(vec_scale(a, s * s), vec_scale(c, t * t));
  return vec_add(ends, vec_scale(b, 2 * s * t));
}

static uint32_t add_vertex(triangle_list *list, carom_vec3 p) {
  list->vertices =
      memory_grow(list->vertices, list->vertex_count, &list->vertex_capacity, 3 * sizeof *list->vertices);
  float *to = list->vertices + 3 * list->vertex_count;
  to[0] = p.x, to[1] = p.y, to[2] = p.z;
  return (uint32_t)list->vertex_count++;
}

static void add_triangle(triangle_list *list, uint32_t a, uint32_t b, uint32_t c) {
  list->triangles = memory_grow(list->triangles, list->triangle_count, &list->triangle_capacity,
                                3 * sizeof *list->triangles);
  uint32_t *to = list->triangles + 3 * list->triangle_count++;
  to[0] = a, to[1] = b, to[2] = c;
}

/* One patch: `corner` is the first of its three by three control points. */
static void add_patch(triangle_list *list, const carom_vec3 *corner, uint32_t width) {
  uint32_t grid[STRIPS + 1][STRIPS + 1];
  for (int i = 0; i <= STRIPS; i++) {
    carom_vec3 row[3];
    for (int k = 0; k < 3; k++)
      row[k] = bezier(corner[k], corner[width + (uint32_t)k], corner[2 * width + (uint32_t)k], i);
    for (int j = 0; j <= STRIPS; j++) grid[i][j] = add_vertex(list, bezier(row[0], row[1], row[2], j));
  }
  for (int i = 0; i < STRIPS; i++) {
    for (int j = 0; j < STRIPS; j++) {
      add_triangle(list, grid[i][j], grid[i + 1][j], grid[i + 1][j + 1]);
      add_triangle(list, grid[i][j], grid[i + 1][j + 1], grid[i][j + 1]);
    }
  }
}

static void add_curve(triangle_list *list, const bsp *map, const bsp_curve *curve) {
  for (uint32_t y = 0; y + 2 < curve->height; y += 2)
    for (uint32_t x = 0; x + 2 < curve->width; x += 2)
      add_patch(list, map->points + curve->first_point + y * curve->width + x, curve->width);
}

carom_status curve_mesh(const bsp *map, carom_mesh **out) {
  triangle_list list = {0};
  carom_status status = CAROM_OK;
  *out = NULL;
  for (size_t i = 0; i < map->curve_count; i++)
    if (map->shaders[map->curves[i].shader].contents & BSP_CONTENTS_SOLID)
      add_curve(&list, map, &map->curves[i]);
  carom_mesh_def def = {.vertices = list.vertices,
                        .vertex_count = list.vertex_count,
                        .triangles = list.triangles,
                        .triangle_count = list.triangle_count};
  if (list.triangle_count) status = carom_mesh_create(NULL, &def, NULL, out);
  free(list.vertices);
  free(list.triangles);
  return status;
}

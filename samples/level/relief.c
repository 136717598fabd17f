/* relief.c: one ray a cell and mesh, in rows. The highest hit of a cell is seen. */
#include "relief.h"

#include <math.h>

#include "memory.h"
#include "vector.h"

enum { CELLS_ACROSS = 600, STOREYS = 40, SHADES = 10 };

/* A row of the raster. */
typedef struct relief_row {
  relief_run cells[CELLS_ACROSS]; /* without an owner: nothing is there */
  double y, side;
} relief_row;

/* A mesh with the pose that it has in the scene. */
typedef struct relief_mesh {
  const scene_item *item;
  carom_pose pose;
} relief_mesh;

/* Tenths of each part: alike enough to the eye. */
static carom_vec3 rounded(carom_vec3 n) {
  return (carom_vec3){roundf(n.x * SHADES) / SHADES, roundf(n.y * SHADES) / SHADES,
                      roundf(n.z * SHADES) / SHADES};
}

static void look(const scene *s, const relief_mesh *mesh, double x, relief_row *row, relief_run *cell) {
  const carom_region *in = &s->bounds;
  const float depth = (float)(in->max.z - in->min.z);
  carom_ray ray = {{x + row->side / 2, row->y + row->side / 2, in->max.z}, {0, 0, -depth}};
  carom_ray_result hit;
  if (carom_cast_ray(&mesh->item->shape, &mesh->pose, &ray, &hit) != CAROM_OK || !hit.hit) return;
  if (cell->owner && hit.point.z <= cell->height) return;
  *cell = (relief_run){mesh->item, rounded(hit.normal), x, row->y, row->side, row->side, hit.point.z};
}

static bool look_alike(const relief_run *a, const relief_run *b) {
  const carom_vec3 n = vec_sub(a->normal, b->normal);
  return a->owner == b->owner && a->height == b->height && vec_dot(n, n) == 0;
}

static void add_run(relief_list *out, relief_run run) {
  out->items = memory_grow(out->items, out->count, &out->capacity, sizeof *out->items);
  out->items[out->count++] = run;
}

/* Joins what looks alike. */
static void take_row(relief_list *out, const scene *s, const relief_row *row) {
  const double low = s->bounds.min.z, storey = (s->bounds.max.z - low) / STOREYS;
  relief_run run = {.owner = NULL};
  for (int i = 0; i <= CELLS_ACROSS; i++) {
    relief_run next = i < CELLS_ACROSS ? row->cells[i] : (relief_run){.owner = NULL};
    next.height = low + storey * floor((next.height - low) / storey);
    if (run.owner && look_alike(&run, &next)) {
      run.width += row->side;
      continue;
    }
    if (run.owner) add_run(out, run);
    run = next;
  }
}

static void take_row_at(relief_list *out, const scene *s, const relief_mesh *meshes, size_t count,
                        relief_row *row) {
  for (int i = 0; i < CELLS_ACROSS; i++) {
    row->cells[i] = (relief_run){.owner = NULL};
    for (size_t m = 0; m < count; m++)
      look(s, &meshes[m], s->bounds.min.x + i * row->side, row, &row->cells[i]);
  }
  take_row(out, s, row);
}

static relief_mesh *find_meshes(const scene *s, const carom_world *world, size_t *count) {
  relief_mesh *meshes = NULL;
  size_t capacity = 0;
  *count = 0;
  for (size_t i = s->static_count; i < s->count; i++) {
    relief_mesh mesh = {.item = s->items[i]};
    if (mesh.item->shape.kind != CAROM_MESH) continue;
    carom_body_get_pose(world, mesh.item->body, &mesh.pose);
    carom_pos *p = &mesh.pose.position;
    *p = (carom_pos){p->x - s->offset.x, p->y - s->offset.y, p->z - s->offset.z};
    meshes = memory_grow(meshes, *count, &capacity, sizeof *meshes);
    meshes[(*count)++] = mesh;
  }
  return meshes;
}

void relief_take(relief_list *out, const scene *s, const carom_world *world) {
  size_t count;
  relief_mesh *meshes = find_meshes(s, world, &count);
  relief_row *row = memory_zeroed(1, sizeof *row);
  row->side = (s->bounds.max.x - s->bounds.min.x) / CELLS_ACROSS;
  *out = (relief_list){.items = NULL};
  for (row->y = s->bounds.min.y; count && row->y < s->bounds.max.y; row->y += row->side)
    take_row_at(out, s, meshes, count, row);
  free(row);
  free(meshes);
}

void relief_free(relief_list *list) { free(list->items); }

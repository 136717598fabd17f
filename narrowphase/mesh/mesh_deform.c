/* mesh_deform.c: a mesh at other vertices, with the tree of the old one. */
#include "alloc.h"
#include "dvec.h"
#include "mesh_layout.h"
#include "tasks.h"
#include "vec.h"

/* The vertices of the game. */
typedef struct mesh_vertices {
  const char *bytes;
  size_t stride;
} mesh_vertices;

/* A zero of either sign becomes 0. */
static carom_vec3 vertex_at(const mesh_vertices *v, uint32_t vertex) {
  float p[3];
  memcpy(p, v->bytes + vertex * v->stride, sizeof p);
  return (carom_vec3){p[0] + 0.0f, p[1] + 0.0f, p[2] + 0.0f};
}

static carom_status check_vertices(const carom_mesh *mesh, const mesh_vertices *v) {
  for (uint32_t i = 0; i < mesh->vertex_count; i++) {
    carom_vec3 p = vertex_at(v, i);
    if (!vec3_is_finite(p)) return CAROM_NOT_FINITE;
    if (!vec3_is_within(p, CAROM_SIZE_MAX)) return CAROM_OUT_OF_RANGE;
  }
  for (uint32_t i = 0; mesh->places && i < mesh->vertex_count; i++) {
    carom_vec3 p = vertex_at(v, i), q = vertex_at(v, mesh->places[i]);
    if (p.x != q.x || p.y != q.y || p.z != q.z) return CAROM_NOT_CLOSED;
  }
  return CAROM_OK;
}

/* --- What stays, and what moves --- */

/* All arrays lie where they lay. */
static carom_mesh *copy_of(const carom_allocator *allocator, const carom_mesh *mesh) {
  carom_mesh *copy = carom__mesh_allocate(allocator, carom__mesh_sizes_of(mesh));
  if (!copy) return NULL;
  memcpy(copy + 1, mesh + 1, mesh->asset.bytes - sizeof *mesh);
  copy->sides = mesh->sides;
  copy->kept_count = mesh->kept_count;
  copy->report = mesh->report;
  return copy;
}

typedef struct mesh_move {
  carom_mesh *mesh;
  const mesh_vertices *vertices;
} mesh_move;

static void move_leaves(void *context, uint32_t part, size_t begin, size_t end) {
  const mesh_move *m = context;
  (void)part;
  for (size_t i = begin; i < end; i++) {
    const carom__mesh_leaf *leaf = &m->mesh->leaves[i];
    float *x = m->mesh->corners + leaf->corners, *y = x + leaf->corner_count, *z = y + leaf->corner_count;
    const uint32_t *sources = m->mesh->sources + leaf->corners / 3;
    for (int j = 0; j < leaf->corner_count; j++) {
      carom_vec3 p = vertex_at(m->vertices, sources[j]);
      x[j] = p.x, y[j] = p.y, z[j] = p.z;
    }
  }
}

/* --- The report --- */

/* What is in no leaf is a double. */
static void report_flat(carom_mesh *mesh) {
  mesh->report.flat = 0;
  for (uint32_t i = mesh->triangle_count; i-- > 0;) {
    uint32_t slot = carom__mesh_slot_of(mesh, i);
    if (slot == UINT32_MAX || mesh->leaves[slot / CAROM__MESH_LANES].lanes >> slot % CAROM__MESH_LANES & 1)
      continue;
    mesh->report.flat++;
    mesh->report.first_flat = i;
  }
}

static double volume_of(const carom_mesh *mesh) {
  carom__dvec3 from = dvec3_widen(mesh->bounds.min);
  double sum = 0;
  for (uint32_t slot = 0; slot < mesh->leaf_count * CAROM__MESH_LANES; slot++) {
    carom_vec3 corners[3];
    carom__dvec3 p[3];
    if (mesh->numbers[slot] == UINT32_MAX) continue;
    carom__mesh_corners_of(mesh, slot, corners);
    for (int k = 0; k < 3; k++) p[k] = dvec3_sub(dvec3_widen(corners[k]), from);
    sum += dvec3_dot(p[0], dvec3_cross(p[1], p[2]));
  }
  return sum / 6;
}

static carom_status move(carom_mesh *mesh, const mesh_vertices *vertices, const carom_tasks *tasks,
                         carom_aabb *boxes) {
  mesh_move m = {mesh, vertices};
  carom__run_ranges(tasks, carom__part_count(tasks, mesh->leaf_count), mesh->leaf_count, move_leaves, &m);
  carom_status status = carom__mesh_refit(mesh, tasks, boxes);
  if (status) return status;
  report_flat(mesh);
  if (mesh->report.closed) mesh->report.volume = volume_of(mesh);
  if (mesh->sides == CAROM_MESH_SOLID && !(mesh->report.volume > 0)) return CAROM_INSIDE_OUT;
  carom__asset_seal(&mesh->asset);
  return CAROM_OK;
}

static carom_status deform(const carom_allocator *allocator, const carom_mesh *mesh,
                           const mesh_vertices *vertices, const carom_tasks *tasks, carom_mesh **out) {
  carom_status status = check_vertices(mesh, vertices);
  if (status) return status;
  size_t size = carom__mesh_scratch(mesh) * sizeof(carom_aabb);
  carom_aabb *boxes = carom__alloc(allocator, size);
  carom_mesh *copy = copy_of(allocator, mesh);
  status = boxes && copy ? move(copy, vertices, tasks, boxes) : CAROM_OUT_OF_MEMORY;
  carom__free(allocator, boxes, size);
  if (status)
    carom_mesh_release(copy);
  else
    *out = copy;
  return status;
}

carom_status carom_mesh_deform(const carom_allocator *allocator, const carom_mesh *mesh,
                               const float *vertices, size_t stride, const carom_tasks *tasks,
                               carom_mesh **out) {
  if (!mesh || !vertices || !out) return CAROM_NULL_ARGUMENT;
  if (!mesh->sources) return CAROM_UNKNOWN_KIND;
  if (stride != 0 && stride < 3 * sizeof(float)) return CAROM_OUT_OF_RANGE;
  mesh_vertices v = {(const char *)vertices, stride ? stride : 3 * sizeof(float)};
  return deform(allocator, mesh, &v, tasks, out);
}

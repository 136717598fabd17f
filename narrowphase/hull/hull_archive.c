/* hull_archive.c: hulls as bytes: the vertices, planes, loops and twins, from which all else follows. */
#include "asset.h"

#include "alloc.h"
#include "dvec.h"
#include "hull_layout.h"
#include "hull.h"
#include "hull_build.h"

static void archive_sizes(carom__archive *archive, carom__hull_sizes *sizes) {
  carom__archive_u32(archive, &sizes->vertices);
  carom__archive_u32(archive, &sizes->faces);
  carom__archive_u32(archive, &sizes->loop_entries);
}

static void archive_arrays(carom__archive *archive, const carom_hull *hull) {
  for (uint32_t i = 0; i < hull->vertex_count; i++) carom__archive_vec3(archive, &hull->vertices[i]);
  for (uint32_t i = 0; i < hull->face_count; i++) {
    carom__archive_vec3(archive, &hull->planes[i].normal);
    carom__archive_f32(archive, &hull->planes[i].offset);
    carom__archive_u32(archive, &hull->face_starts[i + 1]);
  }
  for (uint32_t i = 0; i < 2 * hull->edge_count; i++) {
    carom__archive_u32(archive, &hull->loops[i]);
    carom__archive_u32(archive, &hull->half_edges[i].twin);
  }
}

void carom__hull_write(carom__archive *archive, const carom__asset *asset) {
  const carom_hull *hull = (const carom_hull *)asset;
  carom__hull_sizes sizes = {hull->vertex_count, hull->face_count, 2 * hull->edge_count, 0};
  archive_sizes(archive, &sizes);
  archive_arrays(archive, hull);
}

/* --- What a hull must be --- */

/* Of a solid without holes (Euler), and no more than the bytes that are left. */
static bool sizes_can_be(const carom__archive *archive, carom__hull_sizes n) {
  if (n.vertices < 4 || n.vertices > CAROM_HULL_VERTICES_MAX || n.faces < 4 || n.faces > 2 * n.vertices)
    return false;
  return n.loop_entries == 2 * (n.vertices + n.faces - 2) &&
         (archive->size - archive->at) / 4 >= 3 * n.vertices + 5 * n.faces + 2 * n.loop_entries;
}

static bool loops_are_valid(const carom_hull *hull) {
  uint32_t entries = 2 * hull->edge_count;
  for (uint32_t f = 0; f < hull->face_count; f++)
    if (hull->face_starts[f + 1] > entries || hull->face_starts[f] + 3 > hull->face_starts[f + 1])
      return false;
  if (hull->face_starts[hull->face_count] != entries) return false;
  for (uint32_t i = 0; i < entries; i++)
    if (hull->loops[i] >= hull->vertex_count || hull->half_edges[i].twin >= entries) return false;
  return true;
}

/* Each edge and its twin are one edge seen from two faces, and each vertex has an edge. */
static bool edges_are_valid(const carom_hull *hull) {
  for (uint32_t i = 0; i < 2 * hull->edge_count; i++) {
    const carom__half_edge *edge = &hull->half_edges[i], *twin = &hull->half_edges[edge->twin];
    if (twin->twin != i || twin->face == edge->face || twin->origin != hull->half_edges[edge->next].origin)
      return false;
  }
  for (uint32_t v = 0; v < hull->vertex_count; v++)
    if (hull->half_edges[hull->vertex_edges[v]].origin != v) return false;
  return true;
}

static bool size_is_valid(const carom_hull *hull, float *size) {
  carom_vec3 extent = vec3_sub(hull->bounds.max, hull->bounds.min);
  *size = fmaxf(fmaxf(extent.x, extent.y), extent.z);
  return vec3_is_within(hull->bounds.min, CAROM_SIZE_MAX) &&
         vec3_is_within(hull->bounds.max, CAROM_SIZE_MAX) && *size >= CAROM_SIZE_MIN &&
         *size <= CAROM_SIZE_MAX && hull->volume > 0;
}

static bool plane_is_valid(const carom_hull *hull, uint32_t face, double slack) {
  carom__dvec3 normal = dvec3_widen(hull->planes[face].normal);
  double offset = (double)hull->planes[face].offset;
  if (fabs(dvec3_dot(normal, normal) - 1) > 1e-6) return false;
  for (uint32_t v = 0; v < hull->vertex_count; v++)
    if (dvec3_dot(normal, dvec3_widen(hull->vertices[v])) > offset + slack) return false;
  for (uint32_t i = hull->face_starts[face]; i < hull->face_starts[face + 1]; i++)
    if (dvec3_dot(normal, dvec3_widen(hull->vertices[hull->loops[i]])) < offset - slack) return false;
  return true;
}

/* Twice what a build allows, of points and of planes. */
static bool planes_are_valid(const carom_hull *hull, float size) {
  carom_vec3 far = vec3_max(vec3_abs(hull->bounds.min), vec3_abs(hull->bounds.max));
  double slack = 2 * (CAROM__HULL_TOLERANCE * (double)size + 0x1p-22 * (double)vec3_norm1(far));
  for (uint32_t f = 0; f < hull->face_count; f++)
    if (!plane_is_valid(hull, f, slack)) return false;
  return true;
}

static bool complete(carom_hull *hull, uint64_t *keys) {
  float size;
  if (!loops_are_valid(hull)) return false;
  carom__hull_complete(hull, keys);
  return edges_are_valid(hull) && size_is_valid(hull, &size) && planes_are_valid(hull, size);
}

static void bevel(carom__archive *archive, carom_hull **hull) {
  carom_status status = carom__hull_bevel(hull);
  if (status) archive_fail(archive, status == CAROM_OUT_OF_MEMORY ? status : CAROM_BAD_SNAPSHOT);
}

carom__asset *carom__hull_read(carom__archive *archive, const carom_allocator *allocator) {
  carom__hull_sizes sizes = {0};
  archive_sizes(archive, &sizes);
  archive_expect(archive, sizes_can_be(archive, sizes));
  if (archive->status) return NULL;
  carom_hull *hull = carom__hull_allocate(allocator, sizes);
  uint64_t *keys = carom__alloc(allocator, sizes.vertices * sizeof *keys);
  if (hull && keys) {
    archive_arrays(archive, hull);
    archive_expect(archive, !archive->status && complete(hull, keys));
    if (!archive->status) bevel(archive, &hull);
  } else {
    archive_fail(archive, CAROM_OUT_OF_MEMORY);
  }
  carom__free(allocator, keys, sizes.vertices * sizeof *keys);
  if (!archive->status) return &hull->asset;
  carom_hull_release(hull);
  return NULL;
}

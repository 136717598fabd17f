/* hull_assemble.c: from faces to the asset. */
#include "hull.h"
#include "hull_build.h"
#include "hull_layout.h"

/* Numbers the corners in the order of the input points: NONE for the rest. */
static uint32_t number_vertices(const carom__hull_build *build, const carom__hull_faces *faces,
                                uint32_t *number) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < build->count; i++) number[i] = CAROM__HULL_NONE;
  for (uint32_t i = 0; i < faces->loop_count; i++) number[faces->loops[i]] = 0;
  for (uint32_t i = 0; i < build->count; i++)
    if (number[i] == 0) number[i] = count++;
  return count;
}

/* The plane goes through the seed's own corners, which lie highest, even if they are no vertices any more. */
static carom_plane make_plane(const carom__hull_build *build, const carom__hull_faces *faces, uint32_t face) {
  const carom__facet *seed = &build->facets.data[faces->seeds[face]];
  uint32_t start = faces->starts[face];
  carom_vec3 normal = dvec3_narrow(dvec3_scale(facet_normal(seed), 1 / seed->length));
  float corners =
      carom__hull_offset(normal, build->points, faces->loops + start, faces->starts[face + 1] - start);
  float highest = carom__hull_offset(normal, build->points, seed->vertex, 3);
  return (carom_plane){normal, corners > highest ? corners : highest};
}

static carom_hull *fill(carom__hull_build *build, const carom__hull_faces *faces, const uint32_t *number,
                        uint32_t vertices) {
  uint64_t *keys = carom__arena_alloc(&build->arena, vertices, sizeof *keys);
  if (!keys) return NULL;
  carom__hull_sizes sizes = {vertices, faces->face_count, faces->loop_count, 0};
  carom_hull *hull = carom__hull_allocate(build->allocator, sizes);
  if (!hull) return NULL;
  for (uint32_t i = 0; i < build->count; i++)
    if (number[i] != CAROM__HULL_NONE) hull->vertices[number[i]] = build->points[i];
  for (uint32_t i = 0; i < faces->loop_count; i++) hull->loops[i] = number[faces->loops[i]];
  memcpy(hull->face_starts, faces->starts, ((size_t)faces->face_count + 1) * sizeof *faces->starts);
  for (uint32_t i = 0; i < faces->face_count; i++) hull->planes[i] = make_plane(build, faces, i);
  for (uint32_t i = 0; i < faces->loop_count; i++) hull->half_edges[i].twin = faces->twins[i];
  carom__hull_complete(hull, keys);
  return hull;
}

/* A solid whose every vertex is near one and the same face. The first deep vertex ends the search, so this is
 * cheap. */
static bool is_thin(const carom_hull *hull, double flat) {
  for (uint32_t face = 0; face < hull->face_count; face++) {
    carom__dvec3 normal = dvec3_widen(hull->planes[face].normal);
    double floor_at = (double)hull->planes[face].offset - flat;
    uint32_t i = 0;
    while (i < hull->vertex_count && dvec3_dot(normal, dvec3_widen(hull->vertices[i])) >= floor_at) i++;
    if (i == hull->vertex_count) return true;
  }
  return false;
}

carom_status carom__hull_assemble(carom__hull_build *build, const carom__hull_faces *faces,
                                  carom_hull **out) {
  uint32_t *number = carom__arena_alloc(&build->arena, build->count, sizeof *number);
  if (!number) return CAROM_OUT_OF_MEMORY;
  uint32_t vertices = number_vertices(build, faces, number);
  if (vertices > CAROM_HULL_VERTICES_MAX) return CAROM_LIMIT;
  carom_hull *hull = fill(build, faces, number, vertices);
  if (!hull) return CAROM_OUT_OF_MEMORY;
  if (build->source->adjust) {
    build->source->adjust(build->source, build->tolerance * build->step, hull);
    carom__asset_seal(&hull->asset); /* the planes are among its content */
  }
  bool thin = is_thin(hull, CAROM__HULL_TOLERANCE * build->size * build->step);
  carom_status status = thin ? CAROM_FLAT : carom__hull_bevel(&hull);
  if (status)
    carom_hull_release(hull);
  else
    *out = hull;
  return status;
}

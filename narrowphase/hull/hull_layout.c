/* hull_layout.c: one block with all arrays of a hull, and the figures of the volume. */
#include "hull_layout.h"

#include "dvec.h"

static size_t add_array(size_t *bytes, size_t count, size_t element) {
  size_t offset = (*bytes + 7) / 8 * 8;
  *bytes = offset + count * element;
  return offset;
}

carom_hull *carom__hull_allocate(const carom_allocator *allocator, carom__hull_sizes n) {
  size_t bytes = sizeof(carom_hull);
  size_t vertices = add_array(&bytes, n.vertices, sizeof(carom_vec3));
  size_t planes = add_array(&bytes, n.faces, sizeof(carom_plane));
  size_t starts = add_array(&bytes, (size_t)n.faces + 1, sizeof(uint32_t));
  size_t loops = add_array(&bytes, n.loop_entries, sizeof(uint32_t));
  size_t half_edges = add_array(&bytes, n.loop_entries, sizeof(carom__half_edge));
  carom__hull_support support = carom__hull_support_sizes(n.vertices);
  size_t entries = add_array(&bytes, 3 * (size_t)support.entry_count, sizeof(float));
  size_t bounds = add_array(&bytes, 6 * (size_t)support.bounds_count, sizeof(float));
  size_t order = add_array(&bytes, support.group_count > 0 ? support.entry_count : 0, sizeof(uint16_t));
  size_t vertex_edges = add_array(&bytes, n.vertices, sizeof(uint32_t));
  size_t bevels = add_array(&bytes, n.bevels, sizeof(carom_plane)); /* last: see carom__hull_with_bevels */
  char *block = carom__asset_allocate(&carom__hull_asset_class, allocator, bytes);
  if (!block) return NULL;
  carom_hull *hull = (carom_hull *)(void *)block;
  hull->vertex_count = n.vertices;
  hull->edge_count = n.loop_entries / 2;
  hull->face_count = n.faces;
  hull->vertices = (carom_vec3 *)(void *)(block + vertices);
  hull->planes = (carom_plane *)(void *)(block + planes);
  hull->face_starts = (uint32_t *)(void *)(block + starts);
  hull->loops = (uint32_t *)(void *)(block + loops);
  hull->half_edges = (carom__half_edge *)(void *)(block + half_edges);
  support.entries = (float *)(void *)(block + entries);
  support.bounds = (float *)(void *)(block + bounds);
  support.vertices = (uint16_t *)(void *)(block + order);
  hull->support = support;
  hull->vertex_edges = (uint32_t *)(void *)(block + vertex_edges);
  hull->bevels = (carom_plane *)(void *)(block + bevels);
  hull->bevel_count = n.bevels;
  return hull;
}

/* All arrays but the bevels lie where they lay. */
carom_hull *carom__hull_with_bevels(carom_hull *hull, const carom_plane *bevels, uint32_t count) {
  carom__hull_sizes sizes = {hull->vertex_count, hull->face_count, 2 * hull->edge_count, count};
  carom_hull *out = carom__hull_allocate(&hull->asset.allocator, sizes);
  if (!out) return NULL;
  memcpy(out + 1, hull + 1, (size_t)((char *)hull->bevels - (char *)(hull + 1)));
  memcpy(out->bevels, bevels, count * sizeof *bevels);
  out->centroid = hull->centroid;
  out->volume = hull->volume;
  out->ball = hull->ball;
  out->bounds = hull->bounds;
  out->obb = hull->obb;
  carom_hull_release(hull);
  return out;
}

/* All but the twins follows from the loops. */
static void fill_half_edges(carom_hull *hull) {
  for (uint32_t face = 0; face < hull->face_count; face++) {
    uint32_t start = hull->face_starts[face], end = hull->face_starts[face + 1];
    for (uint32_t i = start; i < end; i++) {
      carom__half_edge *edge = &hull->half_edges[i];
      edge->origin = hull->loops[i];
      edge->next = i + 1 < end ? i + 1 : start;
      edge->face = face;
    }
  }
  for (uint32_t i = 2 * hull->edge_count; i-- > 0;) hull->vertex_edges[hull->loops[i]] = i;
}

float carom__hull_offset(carom_vec3 normal, const carom_vec3 *points, const uint32_t *which, size_t count) {
  double most = -HUGE_VAL;
  for (size_t i = 0; i < count; i++) {
    double here = dvec3_dot(dvec3_widen(normal), dvec3_widen(points[which ? which[i] : i]));
    if (here > most) most = here;
  }
  return double_round_up(most);
}

/* Sums over tetrahedra between the first vertex and fans of the faces; near a vertex nothing cancels.
 * A forged hull may be without volume. */
static void measure_volume(carom_hull *hull) {
  carom__dvec3 apex = dvec3_widen(hull->vertices[0]), moment = dvec3(0, 0, 0);
  double volume = 0;
  for (uint32_t face = 0; face < hull->face_count; face++) {
    const uint32_t *loop = hull->loops + hull->face_starts[face];
    uint32_t count = hull->face_starts[face + 1] - hull->face_starts[face];
    carom__dvec3 a = dvec3_sub(dvec3_widen(hull->vertices[loop[0]]), apex);
    for (uint32_t i = 1; i + 1 < count; i++) {
      carom__dvec3 b = dvec3_sub(dvec3_widen(hull->vertices[loop[i]]), apex);
      carom__dvec3 c = dvec3_sub(dvec3_widen(hull->vertices[loop[i + 1]]), apex);
      double part = dvec3_dot(a, dvec3_cross(b, c));
      volume += part;
      moment = dvec3_mad(moment, dvec3_add(a, dvec3_add(b, c)), part);
    }
  }
  hull->volume = (float)(volume / 6);
  hull->centroid = dvec3_narrow(dvec3_mad(apex, moment, volume > 0 ? 1 / (4 * volume) : 0));
}

/* How far the plane through the vertex of a face that is nearest to the centroid is from there. */
static double face_distance(const carom_hull *hull, uint32_t face) {
  carom__dvec3 normal = dvec3_widen(hull->planes[face].normal), center = dvec3_widen(hull->centroid);
  double least = HUGE_VAL;
  for (uint32_t i = hull->face_starts[face]; i < hull->face_starts[face + 1]; i++) {
    carom__dvec3 vertex = dvec3_widen(hull->vertices[hull->loops[i]]);
    least = lesser_double(least, dvec3_dot(normal, dvec3_sub(vertex, center)));
  }
  return least;
}

/* Faces are flat but for rounding, which is left out. */
static void measure_ball(carom_hull *hull) {
  double least = HUGE_VAL;
  for (uint32_t face = 0; face < hull->face_count; face++)
    least = lesser_double(least, face_distance(hull, face));
  double reach = (double)(vec3_norm1(hull->obb.center) + vec3_norm1(hull->obb.half));
  hull->ball = (float)greater_double(least - 16 * 0x1p-24 * reach, 0);
}

static void measure_bounds(carom_hull *hull) {
  hull->bounds = (carom_aabb){hull->vertices[0], hull->vertices[0]};
  for (uint32_t i = 1; i < hull->vertex_count; i++) {
    hull->bounds.min = vec3_min(hull->bounds.min, hull->vertices[i]);
    hull->bounds.max = vec3_max(hull->bounds.max, hull->vertices[i]);
  }
  carom__obb_from_points(hull->vertices, hull->vertex_count, &hull->obb);
}

void carom__hull_complete(carom_hull *hull, uint64_t *keys) {
  fill_half_edges(hull);
  measure_volume(hull);
  measure_bounds(hull);
  measure_ball(hull);
  carom__hull_support_fill(&hull->support, hull->vertices, hull->vertex_count, keys);
  carom__asset_seal(&hull->asset);
}

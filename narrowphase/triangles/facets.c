/* facets.c: lists the edges of a hull. */
#include "facets.h"

#include "shape_class.h"

static bool has_large_face(const carom_hull *hull) {
  for (uint32_t f = 0; f < hull->face_count; f++)
    if (hull->face_starts[f + 1] - hull->face_starts[f] > CAROM__FACETS_CORNERS) return true;
  return false;
}

static void set_edge(const carom_hull *hull, const carom__half_edge *edge, uint32_t i, carom__facets *out) {
  const carom__half_edge *twin = &hull->half_edges[edge->twin];
  out->faces[i][0] = (uint16_t)edge->face, out->faces[i][1] = (uint16_t)twin->face;
  out->vertices[i][0] = (uint16_t)edge->origin, out->vertices[i][1] = (uint16_t)twin->origin;
  out->cosines[i] = vec3_dot(hull->planes[edge->face].normal, hull->planes[twin->face].normal);
}

/* False when an edge is too sharp. */
static bool list_edges(const carom_hull *hull, carom__facets *out) {
  for (uint32_t h = 0; h < 2 * hull->edge_count; h++) {
    if (hull->half_edges[h].twin < h) continue;
    set_edge(hull, &hull->half_edges[h], out->edge_count, out);
    if (out->cosines[out->edge_count++] < CAROM__FACETS_COSINE) return false;
  }
  return true;
}

bool carom__facets_of(const carom_hull *hull, carom__facets *out) {
  out->hull = hull;
  out->edge_count = 0;
  if (hull->face_count > CAROM__FACETS_FACES || hull->edge_count > CAROM__FACETS_EDGES) return false;
  return !has_large_face(hull) && list_edges(hull, out);
}

/* facets.c: lists the faces and edges of a hull. */
#include "facets.h"

#include "shape_class.h"

static bool has_large_face(const carom_hull *hull) {
  for (uint32_t f = 0; f < hull->face_count; f++)
    if (hull->face_starts[f + 1] - hull->face_starts[f] > CAROM__FACETS_CORNERS) return true;
  return false;
}

static void set_edge(const carom_hull *hull, const carom__half_edge *edge, uint32_t i, carom__facets *out) {
  const carom__half_edge *twin = &hull->half_edges[edge->twin];
  out->faces[i][0] = edge->face, out->faces[i][1] = twin->face;
  out->cosines[i] = vec3_dot(hull->planes[edge->face].normal, hull->planes[twin->face].normal);
  for (int k = 0; k < 3; k++) {
    out->ends[0][k][i] = vec3_get(hull->vertices[edge->origin], k);
    out->ends[1][k][i] = vec3_get(hull->vertices[twin->origin], k);
  }
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

static void list_planes(const carom_hull *hull, carom__facets *out) {
  for (uint32_t f = 0; f < hull->face_count; f++) {
    const carom_plane *plane = &hull->planes[f];
    for (int k = 0; k < 3; k++) out->planes[k][f] = vec3_get(plane->normal, k);
    out->planes[3][f] = plane->offset;
  }
}

/* The lengths are multiples of the number of lanes. */
static void fill_row(float *row, uint32_t count) {
  for (uint32_t i = count; i % CAROM__TRIANGLE_LANES != 0; i++) row[i] = row[0];
}

bool carom__facets_of(const carom_hull *hull, carom__facets *out) {
  out->hull = hull;
  out->edge_count = 0;
  if (hull->face_count > CAROM__FACETS_FACES || hull->edge_count > CAROM__FACETS_EDGES) return false;
  if (has_large_face(hull) || !list_edges(hull, out)) return false;
  list_planes(hull, out);
  for (int k = 0; k < 6; k++) fill_row(out->ends[k / 3][k % 3], out->edge_count);
  for (int k = 0; k < 4; k++) fill_row(out->planes[k], hull->face_count);
  return true;
}

/* hull.c: the public functions that count and describe hulls. */
#include "hull.h"

const carom_hull *carom_hull_retain(const carom_hull *hull) {
  if (hull) carom__asset_retain(&hull->asset);
  return hull;
}

void carom_hull_release(const carom_hull *hull) {
  if (hull) carom__asset_release(&hull->asset);
}

carom_status carom_hull_describe(const carom_hull *hull, carom_hull_view *out) {
  if (!hull || !out) return CAROM_NULL_ARGUMENT;
  *out = (carom_hull_view){.vertices = hull->vertices,
                           .vertex_count = hull->vertex_count,
                           .planes = hull->planes,
                           .face_starts = hull->face_starts,
                           .loops = hull->loops,
                           .face_count = hull->face_count,
                           .edge_count = hull->edge_count,
                           .centroid = hull->centroid,
                           .volume = hull->volume,
                           .bounds = hull->bounds};
  return CAROM_OK;
}

/* hull.c: the hull as an asset: counting and describing. */
#include "hull.h"

#include "alloc.h"

/* The count is the one thing in a hull that changes, and the user's handle to it is const. */
static carom_hull *counted(const carom_hull *hull) { return (carom_hull *)(uintptr_t)hull; }

const carom_hull *carom_hull_retain(const carom_hull *hull) {
  if (hull) atomic_fetch_add_explicit(&counted(hull)->count, 1, memory_order_relaxed);
  return hull;
}

void carom_hull_release(const carom_hull *hull) {
  /* Whoever frees must see all that the other holders did before they let go. */
  if (!hull || atomic_fetch_sub_explicit(&counted(hull)->count, 1, memory_order_acq_rel) > 1) return;
  carom_allocator allocator = hull->allocator;
  carom__free(&allocator, counted(hull), hull->bytes);
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

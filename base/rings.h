/* rings.h: a polygon on its way to convex pieces: checked, cut into triangles, the triangles joined. */
#ifndef CAROM_BASE_RINGS_H
#define CAROM_BASE_RINGS_H

#include "arena.h"
#include "carom/rings.h"

/* All rings one after the other. */
typedef struct carom__rings {
  carom_vec2 *points;
  uint32_t *starts; /* ring_count + 1 entries: where in points each ring starts */
  uint32_t *nexts;  /* of each point, the number of the one after it in its ring */
  size_t ring_count;
  size_t point_count;
} carom__rings;

/* Some triangles, counter-clockwise: three numbers of points each. */
typedef struct carom__triangles {
  uint32_t *corners;
  size_t count;
} carom__triangles;

/* Memory comes from the arena. Finds what is wrong with the sides and the holes, as carom_rings_check. */
carom_status carom__rings_find_fault(carom__arena *arena, const carom__rings *polygon,
                                     carom_rings_fault *fault);
/* Is a point, on none of its sides, inside a ring? */
bool carom__ring_contains(const carom__rings *polygon, size_t ring, carom_vec2 point);
/* Does a ring go around counter-clockwise? */
bool carom__ring_turns_left(const carom__rings *polygon, size_t ring);

/* Cuts a polygon without fault into triangles. */
carom_status carom__rings_triangulate(carom__arena *arena, const carom__rings *polygon,
                                      carom__triangles *out);

/* Joins triangles to convex pieces of at most so many corners. The first corner of the piece that follows
 * starts where the last one's end; starts has room for one entry more than there are triangles, corners for
 * three times as many as there are. */
carom_status carom__triangles_join(carom__arena *arena, const carom_vec2 *points, carom__triangles triangles,
                                   size_t most_corners, uint32_t *starts, uint32_t *corners, size_t *count);

#endif

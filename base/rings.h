/* rings.h: a polygon on its way to convex pieces: checked, its holes joined to the outer ring, cut into
 * triangles; these taken in patches, each of which is cut anew into as few pieces as can be; the pieces
 * joined where patches meet. */
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

/* All rings as one loop that goes around counter-clockwise. Several nodes may be at one point, since the way
 * to a hole is passed there and back. */
typedef struct carom__loop {
  const carom_vec2 *points;
  uint32_t *at; /* the number of a node's point */
  uint32_t *prev, *next;
  uint32_t count;
} carom__loop;

#define CAROM__NO_TRIANGLE UINT32_MAX

/* The triangles of a loop: three of each array belong to one. They are a tree with the last one as its root:
 * beyond the third side of each other lies its parent, of a higher number, beyond the others its children. */
typedef struct carom__triangles {
  uint32_t *corners; /* nodes, counter-clockwise */
  uint32_t *beyond;  /* the triangle beyond the side from this corner to the next; CAROM__NO_TRIANGLE: none */
  size_t count;
} carom__triangles;

/* Convex pieces by the numbers of their points, counter-clockwise. */
typedef struct carom__piece_list {
  uint32_t *starts; /* one entry more than there are pieces: where in corners each starts */
  uint32_t *corners;
  size_t count;
} carom__piece_list;

/* Memory comes from the arena. Finds what is wrong with the sides and the holes, as carom_rings_check. */
carom_status carom__rings_find_fault(carom__arena *arena, const carom__rings *polygon,
                                     carom_rings_fault *fault);
/* Is a point, on none of its sides, inside a ring? */
bool carom__ring_contains(const carom__rings *polygon, size_t ring, carom_vec2 point);
/* Does a ring go around counter-clockwise? */
bool carom__ring_turns_left(const carom__rings *polygon, size_t ring);

/* Makes one loop of all rings; what is inside is on the left. Node 0 is on it. */
carom_status carom__loop_make(carom__arena *arena, const carom__rings *polygon, carom__loop *out);

/* Cuts a loop into triangles; nothing is left of its links then. */
carom_status carom__loop_triangulate(carom__arena *arena, carom__loop *loop, carom__triangles *out);

/* Cuts what triangles cover into convex pieces of at most so many corners, patch by patch. out has room for
 * as many pieces and corners as the triangles have. */
carom_status carom__patches_cut(carom__arena *arena, const carom__loop *loop,
                                const carom__triangles *triangles, size_t most_corners,
                                carom__piece_list *out);

/* Joins pieces while what they make is convex and has at most so many corners. */
carom_status carom__pieces_join(carom__arena *arena, const carom_vec2 *points, size_t most_corners,
                                carom__piece_list *pieces);

#endif

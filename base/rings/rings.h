/* rings.h: the stages from a polygon to its convex pieces. The polygon is checked and cut into triangles.
 * Patches of triangles are cut again into as few pieces as possible. Pieces are then joined where patches
 * meet. */
#ifndef CAROM_BASE_RINGS_H
#define CAROM_BASE_RINGS_H

#include "arena.h"
#include "carom/rings.h"
#include "orient.h"
#include "sort.h"

/* All rings one after the other. A side has the number of the point that it starts from. */
typedef struct carom__rings {
  carom_vec2 *points;
  uint32_t *starts;        /* ring_count + 1 entries: where in points each ring starts */
  uint32_t *nexts, *prevs; /* of each point, the number of the one after it in its ring, and before it */
  size_t ring_count;
  size_t point_count;
} carom__rings;

/* No side, triangle or the like. */
#define CAROM__NONE UINT32_MAX

/* What a line saw that went over a polygon from left to right, upwards where x is the same. */
typedef struct carom__sweep {
  uint32_t *order; /* the points as they came */
  uint32_t *below; /* of each, the next side below its own, or CAROM__NONE */
  bool *opens;     /* of each side: is the inside above it? */
} carom__sweep;

/* Triangles that cover a polygon. Three of each array belong to one. */
typedef struct carom__triangles {
  uint32_t *corners; /* points, counter-clockwise */
  uint32_t
      *beyond; /* the side of another triangle at the side from this corner to the next, or CAROM__NONE */
  size_t count;
} carom__triangles;

/* A tree of triangles: from each of them a way over sides leads to the root. */
typedef struct carom__tree {
  uint32_t *order;   /* the triangles; a parent comes before its children */
  uint32_t *parents; /* of each triangle, its side towards its parent; that of the root: CAROM__NONE */
} carom__tree;

/* Convex pieces by the numbers of their points, counter-clockwise. */
typedef struct carom__piece_list {
  uint32_t *starts; /* one entry more than there are pieces: where in corners each starts */
  uint32_t *corners;
  size_t count;
} carom__piece_list;

/* Memory comes from the arena. Finds what is wrong with the sides and the holes, as carom_rings_check. */
carom_status carom__rings_sweep(carom__arena *arena, const carom__rings *polygon, carom__sweep *out,
                                carom_rings_fault *fault);

/* Cuts a polygon into triangles. */
carom_status carom__rings_triangulate(carom__arena *arena, const carom__rings *polygon,
                                      const carom__sweep *sweep, carom__triangles *out);

/* Makes triangles rounder, so that fewer pieces come of patches of them. */
carom_status carom__triangles_flip(carom__arena *arena, const carom_vec2 *points,
                                   carom__triangles *triangles);

/* Makes all triangles a tree. */
carom_status carom__triangles_plant(carom__arena *arena, const carom_vec2 *points,
                                    const carom__triangles *triangles, carom__tree *out);

/* Cuts what triangles cover into convex pieces of at most so many corners, patch by patch. out has room for
 * as many pieces and corners as the triangles have. */
carom_status carom__patches_cut(carom__arena *arena, const carom_vec2 *points,
                                const carom__triangles *triangles, size_t most_corners,
                                carom__piece_list *out);

/* Joins pieces while what they make is convex and has at most so many corners. */
carom_status carom__pieces_join(carom__arena *arena, const carom_vec2 *points, size_t most_corners,
                                carom__piece_list *pieces);

/* Sides between the same points have the same key. */
static inline uint64_t rings_side_key(uint32_t from, uint32_t to) {
  return from < to ? (uint64_t)from << 32 | to : (uint64_t)to << 32 | from;
}
/* Finds, of sides by their keys, the two that lie between the same points: twins[i] is the other one of side
 * i, or CAROM__NONE. The order of the sides is lost. */
void carom__sides_pair(carom__keyed *sides, carom__keyed *scratch, size_t count, uint32_t *twins);

/* A key for sides: the longest come first. */
static inline uint64_t rings_longest_first(carom_vec2 a, carom_vec2 b) {
  float x = a.x - b.x, y = a.y - b.y;
  return ~carom__float_key(x * x + y * y);
}

/* Sets are trees by where each element has gone into; the root has gone nowhere. */
static inline uint32_t rings_root_of(uint32_t *into, uint32_t element) {
  while (into[element] != element) element = into[element] = into[into[element]];
  return element;
}

/* The next side of the same triangle. */
static inline uint32_t triangle_next(uint32_t side) { return side % 3 == 2 ? side - 2 : side + 1; }

/* Does a point lie inside, but for its own sides? */
static inline bool sweep_is_inside(const carom__sweep *sweep, uint32_t point) {
  return sweep->below[point] != CAROM__NONE && sweep->opens[sweep->below[point]];
}

/* Does the side from one point to another one begin at the first, for a line from left to right? */
static inline bool rings_goes_right(const carom__rings *polygon, uint32_t from, uint32_t to) {
  return vec2_is_before(polygon->points[from], polygon->points[to]);
}

/* --- The sides that a vertical sweep line crosses, in ascending order --- */

/* They form a list and a splay tree, which moves each side it finds to its root (Sleator and Tarjan, 1985). n
 * steps take a time of n log n. Places are numbers from 1 on; 0 is below all, and above all. */
typedef struct carom__line_place {
  uint32_t side;
  uint32_t under, over; /* the next places */
  uint32_t parent, child[2];
} carom__line_place;

typedef struct carom__line {
  const carom__rings *polygon;
  carom__line_place *places;
  uint32_t *place_of; /* of each side that the line crosses */
  uint32_t count, root;
} carom__line;

carom_status carom__line_init(carom__arena *arena, const carom__rings *polygon, carom__line *line);
/* Finds the place under a point. False: the point is on a side, and that is its place. */
bool carom__line_find(carom__line *line, carom_vec2 point, uint32_t *out);
/* Returns the place of a side that comes over a place. */
uint32_t carom__line_insert(carom__line *line, uint32_t under, uint32_t side);
/* Puts one side where another one was. */
void carom__line_replace(carom__line *line, uint32_t place, uint32_t side);
void carom__line_remove(carom__line *line, uint32_t place);

#endif

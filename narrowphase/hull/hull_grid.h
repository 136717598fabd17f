/* hull_grid.h: points on an integer grid, and facets with exact orientation tests.
 *
 * The hull is built over points rounded to a grid of a power of two, 2^28 steps or less along the longest
 * side. A float within half a size of the origin of its cloud loses at most 2^-28 of the size that way, a
 * thousandth of the tolerance of a hull, and each side-of-plane test becomes exact in 64-bit integers: no
 * sequence of rounding errors can make the topology inconsistent. */
#ifndef CAROM_NARROWPHASE_HULL_GRID_H
#define CAROM_NARROWPHASE_HULL_GRID_H

#include "dvec.h"

#define CAROM__HULL_NONE UINT32_MAX

/* Coordinates of grid points lie in 0 .. 2^GRID_BITS. */
#define CAROM__GRID_BITS 28

typedef struct carom__grid_point {
  int32_t x, y, z;
} carom__grid_point;

/* A triangle of the hull, counter-clockwise seen from outside. */
typedef struct carom__facet {
  uint32_t vertex[3];
  uint32_t neighbor[3]; /* across the edge from vertex[i] to vertex[i + 1] */
  carom__grid_point origin;
  int64_t normal[3]; /* the exact cross product of two sides, within 2^57 */
  double length;     /* of the normal: twice the area */
  uint32_t seen_by;  /* the last point that asked whether it sees this facet, and the answer */
  bool visible;
  uint32_t conflicts; /* the list of points above this facet */
  uint32_t farthest;  /* of these points, and its height */
  double height;
} carom__facet;

static inline carom__dvec3 grid_difference(carom__grid_point a, carom__grid_point b) {
  return dvec3(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline carom__dvec3 facet_normal(const carom__facet *facet) {
  return dvec3((double)facet->normal[0], (double)facet->normal[1], (double)facet->normal[2]);
}

/* Which edge of the facet starts at a vertex that it has. */
static inline uint32_t facet_edge_from(const carom__facet *facet, uint32_t vertex) {
  return facet->vertex[0] == vertex ? 0 : facet->vertex[1] == vertex ? 1 : 2;
}

/* Makes a facet of three points of the grid, with no neighbors and no conflicts yet. */
carom__facet carom__facet_make(const carom__grid_point *points, uint32_t a, uint32_t b, uint32_t c);

/* The height of a point above the facet's plane in grid steps; its sign is exact, and zero means coplanar. */
double carom__facet_height(const carom__facet *facet, carom__grid_point point);

/* The squared distance of a point from the triangle, in grid steps. */
double carom__facet_distance2(const carom__facet *facet, const carom__grid_point *points,
                              carom__grid_point point);

#endif

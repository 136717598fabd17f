/* carom/rings.h: polygons of the plane, with holes, cut into convex pieces.
 *
 * A ring is a closed chain of points, of which the first is not repeated at the end, in either direction. A
 * polygon is one ring around it and any number of rings around its holes. No ring may meet itself or another
 * one, not even in a point, and the holes lie within the outer ring and outside each other.
 *
 * All tests are exact: there is no tolerance, and no two machines disagree. The pieces become colliders by
 * carom_collider_create_pieces (collider.h). */
#ifndef CAROM_RINGS_H
#define CAROM_RINGS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A polygon has at most this many points in all of its rings. */
#define CAROM_RINGS_POINTS_MAX 0x1000000

typedef struct carom_ring {
  const carom_vec2 *points;
  size_t count; /* 3 or more */
} carom_ring;

/* Where a polygon is at fault: a point of a ring. */
typedef struct carom_rings_fault {
  size_t ring, point;
} carom_rings_fault;

/* Tells whether rings[0], less the holes rings[1..], is a polygon that can be cut. On a fault that lies
 * somewhere, *fault (may be NULL) tells where:
 *  - CAROM_TOO_FEW_POINTS: the ring has fewer than three (its point is 0);
 *  - CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE: a coordinate, beyond CAROM_SIZE_MAX;
 *  - CAROM_REPEATED_POINT: the point is at the same place as the one after it;
 *  - CAROM_CROSSING: the side from this point on meets one that it may not, or turns back upon it; so do all
 *    sides of a ring without area;
 *  - CAROM_HOLE_OUTSIDE: the ring is no hole: it lies outside the outer ring, or inside another hole.
 * CAROM_LIMIT for too many points; CAROM_OUT_OF_MEMORY; CAROM_NULL_ARGUMENT also when there is no ring. NULL
 * allocator: malloc. */
CAROM_API carom_status carom_rings_check(const carom_allocator *allocator, const carom_ring *rings,
                                         size_t ring_count, carom_rings_fault *fault);

/* Convex pieces of a polygon. */
typedef struct carom_pieces carom_pieces;

/* Cuts a polygon into convex pieces whose corners are its points: they cover it and do not overlap.
 * most_corners is how many a piece may have, 3 or more; 0 for any number. The caller owns *out. Statuses and
 * *fault as carom_rings_check, and CAROM_OUT_OF_RANGE for most_corners of 1 or 2. Whatever form a polygon of
 * n points has, it is checked and cut in a time of n log n.
 *
 * Without holes and with most_corners 0, a polygon of up to 65 points is cut into as few pieces as can be,
 * and a larger one into at most four times as many: it is cut in patches of that size. (Triangles are cut off
 * behind a line that goes over it, Garey, Johnson, Preparata and Tarjan 1978, and made rounder, Lawson 1977;
 * they are taken in patches, each cut anew, Keil 1985; pieces are joined while what they make stays convex,
 * Hertel and Mehlhorn 1983.) */
CAROM_API carom_status carom_rings_cut(const carom_allocator *allocator, const carom_ring *rings,
                                       size_t ring_count, uint32_t most_corners, carom_pieces **out,
                                       carom_rings_fault *fault);

/* The pieces; the arrays belong to them and live as long. */
typedef struct carom_pieces_view {
  size_t count;
  const uint32_t *starts;   /* count + 1 entries: where in corners each piece starts */
  const uint32_t *corners;  /* counter-clockwise: numbers of points */
  const carom_vec2 *points; /* copies of those of all rings, one ring after the other */
} carom_pieces_view;

/* Describes pieces; CAROM_NULL_ARGUMENT when either is NULL. */
CAROM_API carom_status carom_pieces_describe(const carom_pieces *pieces, carom_pieces_view *out);

/* Gives their memory back; NULL does nothing. */
CAROM_API void carom_pieces_destroy(carom_pieces *pieces);

#ifdef __cplusplus
}
#endif

#endif

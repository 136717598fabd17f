/* carom/rings.h: planar polygons with holes, and their decomposition into convex pieces.
 *
 * A ring is a closed sequence of points, in either direction, which does not repeat the first point at the
 * end. A polygon is one outer ring and any number of rings around its holes. No ring may meet itself or
 * another one, not even in a point. The holes lie within the outer ring and outside each other.
 *
 * All tests are exact: there is no tolerance, and all machines agree. carom_collider_create_pieces
 * (collider.h) makes colliders of the pieces. */
#ifndef CAROM_RINGS_H
#define CAROM_RINGS_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A polygon has at most this many points in all its rings. */
#define CAROM_RINGS_POINTS_MAX 0x1000000

/* A closed ring of points. */
typedef struct carom_ring {
  const carom_vec2 *points; /* its corners in order */
  size_t count;             /* 3 or more */
} carom_ring;

/* The position of a fault in a polygon: a point of a ring. */
typedef struct carom_rings_fault {
  size_t ring, point; /* indices: of the ring, and of the point in it */
} carom_rings_fault;

/* Checks whether rings[0] without the holes rings[1..] is a polygon that carom_rings_cut accepts. A NULL
 * allocator uses malloc. If a fault has a position, the call writes it to *fault, which may be NULL:
 *  - CAROM_TOO_FEW_POINTS: the ring has fewer than three points; fault->point is 0.
 *  - CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE: a coordinate of the point is not finite, or beyond CAROM_SIZE_MAX.
 *  - CAROM_REPEATED_POINT: the point is equal to the next one.
 *  - CAROM_CROSSING: the side from this point meets another side where it may not, or turns back onto it. All
 *    sides of a ring without area do so.
 *  - CAROM_HOLE_OUTSIDE: the ring is no hole, because it lies outside the outer ring or inside another hole.
 *
 * Other errors: CAROM_LIMIT for too many points, CAROM_OUT_OF_MEMORY, and CAROM_NULL_ARGUMENT, also when
 * there is no ring. */
CAROM_API carom_status carom_rings_check(const carom_allocator *allocator, const carom_ring *rings,
                                         size_t ring_count, carom_rings_fault *fault);

/* The convex pieces of a polygon. The type is opaque. */
typedef struct carom_pieces carom_pieces;

/* Cuts a polygon into convex pieces whose corners are its points. The pieces cover the polygon and do not
 * overlap. most_corners limits the corners of a piece: 3 or more, or 0 for no limit. The caller owns *out.
 * The statuses and *fault are those of carom_rings_check, and CAROM_OUT_OF_RANGE refuses a most_corners of 1
 * or 2. Checking and cutting a polygon of n points takes a time of n log n, whatever its form.
 *
 * Without holes and with most_corners 0, a polygon of up to 65 points gives the least possible number of
 * pieces. A larger one gives at most four times that number, because it is cut in patches of that size. (A
 * sweep line cuts off triangles: Garey, Johnson, Preparata and Tarjan, 1978. Flips make them rounder: Lawson,
 * 1977. Patches of triangles are cut again optimally: Keil, 1985. Pieces are joined while the union stays
 * convex: Hertel and Mehlhorn, 1983.) */
CAROM_API carom_status carom_rings_cut(const carom_allocator *allocator, const carom_ring *rings,
                                       size_t ring_count, uint32_t most_corners, carom_pieces **out,
                                       carom_rings_fault *fault);

/* The content of pieces. The arrays belong to the pieces and live as long as they do. */
typedef struct carom_pieces_view {
  size_t count;             /* the number of pieces */
  const uint32_t *starts;   /* count + 1 entries: the start of each piece in corners */
  const uint32_t *corners;  /* counter-clockwise: indices of points */
  const carom_vec2 *points; /* copies of the points of all rings, one ring after the other */
} carom_pieces_view;

/* Writes the view of pieces. CAROM_NULL_ARGUMENT refuses a NULL pointer. */
CAROM_API carom_status carom_pieces_describe(const carom_pieces *pieces, carom_pieces_view *out);

/* Frees the pieces. NULL does nothing. */
CAROM_API void carom_pieces_destroy(carom_pieces *pieces);

#ifdef __cplusplus
}
#endif

#endif

/* carom/chain.h: chains of segments, the ground of planar worlds.
 *
 * A chain is an asset as a hull is (hull.h): immutable once built, counted, and shared. A collider is one
 * link of it, a segment between two of its points; carom_collider_create_chain makes one of each.
 *
 * A link knows its neighbours, so that what slides over a joint is not held up by it: the normal of a contact
 * is the link's own or, at a corner that sticks out, one between its own and its neighbour's; a corner
 * belongs to the link that ends there, and no other touches there. A link therefore takes its neighbours for
 * granted: where one is not in the world, or does not meet what the link meets, corners may be missed. That
 * holds for contacts (carom_collide). Distances, overlaps, queries and casts see each link as a segment.
 *
 * One-sided chains are solid on the left of the way from each point to the next, as a polygon with points
 * counter-clockwise is, and are touched from the right. What is on the other side, by its middle, passes:
 * it has no contact, and rays and casts that come from there have no hit; only a ray that begins within a
 * link's radius begins inside, on either side. Two links meet as segments. Of a two-sided chain, shapes that
 * are much larger than links of rough ground may be taken to be behind a steep one: ground that has one side
 * should be one-sided. */
#ifndef CAROM_CHAIN_H
#define CAROM_CHAIN_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct carom_chain carom_chain;

/* A chain has at most this many points (LIMIT beyond). */
#define CAROM_CHAIN_POINTS_MAX 0x1000000

typedef struct carom_chain_def {
  const float *points; /* two floats each */
  size_t count;        /* 2 or more; 3 of a closed chain */
  size_t stride;       /* bytes from point to point, 8 or more; 0 means packed, 8 */
  bool closed;         /* a last link leads back to the first point */
  bool one_sided;      /* touched from the right alone */
} carom_chain_def;

/* Builds a chain. It may cross itself. NULL allocator: malloc. CAROM_TOO_FEW_POINTS, CAROM_NOT_FINITE,
 * CAROM_OUT_OF_RANGE for a coordinate beyond CAROM_SIZE_MAX or a stride below 8, CAROM_REPEATED_POINT when
 * two points that follow each other are not apart by CAROM_SIZE_MIN along x or y, CAROM_LIMIT,
 * CAROM_OUT_OF_MEMORY. The caller owns one count of *out. */
CAROM_API carom_status carom_chain_create(const carom_allocator *allocator, const carom_chain_def *def,
                                          carom_chain **out);

/* Adds a count and returns the chain; NULL is allowed and returned. May be called from any thread. */
CAROM_API const carom_chain *carom_chain_retain(const carom_chain *chain);

/* Takes a count back and frees the chain with the last one; NULL does nothing. May be called from any thread.
 */
CAROM_API void carom_chain_release(const carom_chain *chain);

/* What a chain consists of. The array belongs to the chain and lives as long as it. Link i leads from point i
 * to point i + 1, the last one of a closed chain to point 0. */
typedef struct carom_chain_view {
  const carom_vec2 *points;
  uint32_t point_count, link_count;
  bool closed, one_sided;
} carom_chain_view;

/* Describes a chain; CAROM_NULL_ARGUMENT when either is NULL. */
CAROM_API carom_status carom_chain_describe(const carom_chain *chain, carom_chain_view *out);

#ifdef __cplusplus
}
#endif

#endif

/* carom/chain.h: chains of segments, the ground of planar worlds.
 *
 * A chain is an asset as a hull is (hull.h): immutable once built, counted, and shared. A collider is one
 * link of it, a segment between two of its points; carom_collider_create_chain makes one of each.
 *
 * A link knows its neighbours, so that what slides over a joint is not held up by it: the normal of a contact
 * (carom_collide) is the link's own or, at a corner that sticks out, one between its own and its neighbour's.
 * Where a shape meets several links they share the contacts, and one of them may have none: a corner belongs
 * to the link that ends there, and where a neighbour's normal means less overlap the contact is the
 * neighbour's. A link takes its neighbours for granted: all links of a chain should be in the world, on one
 * body, with one radius.
 *
 * One-sided chains are solid on the left of the way from each point to the next, as a polygon with points
 * counter-clockwise is, and are touched from the right. A shape is in front of a link when its middle (the
 * mean of its vertices; of what is round, of its core's) is on the right of the link's line, and not behind a
 * neighbour that hides from it all of the link that it touches. What is not in front has no contact with the
 * link. Of two-sided chains, shapes that are much larger than links of rough ground may be taken to be behind
 * a steep one: ground that has one side should be one-sided.
 *
 * No contact is lost. A solid of one-sided links has one with each shape that overlaps it and has its middle
 * outside, at any angle of the corners and any depth; a two-sided chain has one with each shape that overlaps
 * it. "Overlaps" leaves out what is no deeper than rounding (carom_distance), and links too short for that.
 *
 * Each function sees the links as follows:
 * - carom_overlap, distances, and queries of what overlaps or is near: as segments, from either side.
 * - carom_collide: as above. Where there is a contact there is an overlap, but not the other way around.
 * - Casts and times of impact: a touch at the start, which is what carom_overlap says, is a hit inside, with
 * one of the normals above; of a one-sided link only when the shape is in front of it, and else there is no
 * hit. A later hit is the segment's; a one-sided link has none when the normal leads to its left, from
 * behind. The first hit of a solid of one-sided links is that of its segments, for what starts outside.
 * - Swept bodies (swept.h): as casts, but what they touch at the start is met where there is a contact.
 * - Rays: as segments; a one-sided link has no hit when the ray leads to its right or along it. A ray that
 *   begins within a link's radius begins inside, on either side.
 * - Movers (mover.h): as casts, but what crosses a one-sided link passes.
 * Two links meet as segments. */
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

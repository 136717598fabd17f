/* carom/chain.h: chains of segments, which form the ground of planar worlds.
 *
 * A chain is an asset like a hull (hull.h): immutable once built, reference-counted and shared. A collider is
 * one link of a chain, which is a segment between two consecutive points. carom_collider_create_chain makes
 * one collider for each link.
 *
 * A link knows its neighbours, so that a shape that slides over a joint does not catch on it. The normal of a
 * contact (carom_collide) is the link's own normal. At a convex corner it may also lie between the link's own
 * and its neighbour's normal, and at an end of an open chain anywhere around the end. A shape that meets
 * several links shares its contacts among them, and one of the links may have none. A corner belongs to the
 * link that ends there. Where a neighbour's normal means less overlap, the contact is the neighbour's. A link
 * assumes that its neighbours are there. All links of a chain should therefore be in the world, on one body,
 * with one radius.
 *
 * A one-sided chain is solid on the left of the direction from each point to the next, like a polygon with
 * counter-clockwise points. Shapes touch it from the right. A shape is in front of a link on two conditions.
 * Its middle is on the right of the link's line. The shape is not behind a neighbour that hides from it the
 * whole part of the link that it touches. The middle is the mean of its vertices or, for a round shape, of
 * the vertices of its core. A shape that is not in front has no contact with the link. On a two-sided chain,
 * a shape much larger than the links of rough ground may count as behind a steep link. Ground that has one
 * side should therefore be one-sided.
 *
 * No contact is lost. A solid of one-sided links has a contact with each shape that overlaps it and has its
 * middle outside, at any angle of the corners and any depth. A two-sided chain has a contact with each shape
 * that overlaps it. An overlap no deeper than rounding (carom_distance) does not count here, and neither do
 * links that are too short for that.
 *
 * Each function treats links as follows. Two links meet as segments.
 *  - carom_overlap, distances, and queries for overlaps or near objects: as segments, from either side. Only
 *    the signed distance of a planar compound that touches a link is that of their contact, or 0 without one.
 *  - carom_collide: as described above. Every contact is an overlap, but an overlap need not be a contact.
 *  - Casts and times of impact: a touch at the start, as carom_overlap has it, is a hit inside, with one of
 *    the normals above. For a one-sided link it is a hit only when the shape is in front of it, and otherwise
 *    there is no hit at all. A later hit is that of the segment; a one-sided link has none when the normal
 *    leads to its left, from behind, or leads along it to where the chain goes on (cast.h). For a shape that
 *    starts outside, the first hit of a solid of one-sided links is that of its segments.
 *  - Swept bodies (swept.h): as casts, but a touch at the start is a hit only where there is a contact.
 *  - Rays: as segments; a one-sided link has no hit when the ray leads to its right or along it. A ray that
 *    begins within a link's radius begins inside, on either side.
 *  - Movers (mover.h): as casts, but a mover that crosses a one-sided link passes through it. */
#ifndef CAROM_CHAIN_H
#define CAROM_CHAIN_H

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A chain. The type is opaque. */
typedef struct carom_chain carom_chain;

/* A chain has at most this many points. More give CAROM_LIMIT. */
#define CAROM_CHAIN_POINTS_MAX 0x1000000

/* The points of a chain and its options. */
typedef struct carom_chain_def {
  const float *points; /* two floats for each point */
  size_t count;        /* 2 or more; 3 or more for a closed chain */
  size_t stride;       /* bytes from point to point, 8 or more; 0 means packed, 8 */
  bool closed;         /* the last link leads back to the first point */
  bool one_sided;      /* shapes touch it only from the right */
} carom_chain_def;

/* Builds a chain, which may cross itself. A NULL allocator uses malloc. Errors: CAROM_TOO_FEW_POINTS,
 * CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE for a coordinate beyond CAROM_SIZE_MAX or a stride below 8,
 * CAROM_LIMIT, CAROM_OUT_OF_MEMORY. CAROM_REPEATED_POINT refuses two consecutive points that differ by less
 * than CAROM_SIZE_MIN in both x and y. The caller owns one count of *out. */
CAROM_API carom_status carom_chain_create(const carom_allocator *allocator, const carom_chain_def *def,
                                          carom_chain **out);

/* Adds a count and returns the chain. NULL is allowed and returned. Any thread may call it. */
CAROM_API const carom_chain *carom_chain_retain(const carom_chain *chain);

/* Removes a count, and frees the chain with the last one. NULL does nothing. Any thread may call it. */
CAROM_API void carom_chain_release(const carom_chain *chain);

/* The content of a chain. The array belongs to the chain and lives as long as it. Link i leads from point i
 * to point i + 1. The last link of a closed chain leads to point 0. */
typedef struct carom_chain_view {
  const carom_vec2 *points;         /* in the order of the definition */
  uint32_t point_count, link_count; /* the numbers of points and of links between them */
  bool closed, one_sided;           /* as in the definition */
} carom_chain_view;

/* Writes the view of a chain. CAROM_NULL_ARGUMENT refuses a NULL pointer. */
CAROM_API carom_status carom_chain_describe(const carom_chain *chain, carom_chain_view *out);

#ifdef __cplusplus
}
#endif

#endif

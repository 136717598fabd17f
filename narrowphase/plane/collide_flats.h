/* collide_flats.h: what two convex shapes of the plane say about each other. */
#ifndef CAROM_NARROWPHASE_COLLIDE_FLATS_H
#define CAROM_NARROWPHASE_COLLIDE_FLATS_H

#include "flat_gap.h"
#include "narrowphase.h"

/* The manifold that a gap leads to, which was found with a preference of at most pair->touch. */
void carom__flats_meet(const carom__flat_pair *pair, const carom__flat_gap *gap, carom__manifold *out);
/* Adds one point, where the gap's own points are. */
void carom__flats_meet_at_point(const carom__flat_pair *pair, const carom__flat_gap *gap,
                                carom__manifold *out);

/* The manifold, of at most two points; whether there is one; and the signed distance, with the nearest or the
 * deepest points. They agree on what touches. Without a depth what touches is told by a distance of zero or
 * less alone. */
void carom__collide_flats(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                          carom__manifold *out);
bool carom__overlap_flats(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a);
void carom__measure_flats(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                          bool with_depth, carom__separation *out);

/* The manifold along a unit direction of A's frame, from A to B, which need not be that of least overlap.
 * False when no edge of A is square to it, or when the shapes do not overlap along it over a common point of
 * both. */
bool carom__collide_flats_along(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                                carom_vec3 normal, carom__manifold *out);

/* --- Polygons --- */

/* Compute the manifold of two polygons, and of a rectangle and a polygon, in any order. False where floats
 * cannot choose what meets, and of more than eight vertices: these are left to carom__collide_planar. */
bool carom__collide_polygons(carom__site a, carom__site b, carom_manifold *out);
bool carom__collide_rectangle_polygon(carom__site a, carom__site b, carom_manifold *out);

/* --- Discs --- */

/* Computes the manifold of a disc and a rectangle, in any order. False of those that are so near to touching
 * that rounding decides: these are left to carom__collide_planar. */
bool carom__collide_disc(carom__site a, carom__site b, carom_manifold *out);

/* Measures the signed distance of these in the world. */
bool carom__measure_disc(carom__site a, carom__site b, carom_distance_result *out);

/* Do they touch? CAROM__TOUCH_UNKNOWN where the other functions give false. */
carom__touch_state carom__disc_touches(carom__site a, carom__site b);

/* --- Links of chains --- */

/* The manifold of a link, A, and a shape that is no link. A link may leave it to its neighbours, unless it is
 * alone: then there is a manifold wherever they touch, but for a one-sided link that the shape is not in
 * front of. */
void carom__collide_link(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                         bool alone, carom__manifold *out);

#endif

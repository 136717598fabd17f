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
 * deepest points. They agree on what touches. */
void carom__collide_flats(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                          carom__manifold *out);
bool carom__overlap_flats(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a);
void carom__measure_flats(const carom__flat *a, const carom__flat *b, const carom__relative *b_in_a,
                          carom__separation *out);

#endif

/* curved_gap.h: how two cores of the plane are nearest, or overlap least, of which one has an arc. */
#ifndef CAROM_NARROWPHASE_CURVED_GAP_H
#define CAROM_NARROWPHASE_CURVED_GAP_H

#include "flat_gap.h"

/* What carom__flat_gap_find says, for a pair of which a core has an arc. Places the pair, and makes the
 * vertices what meets. */
void carom__curved_gap_find(carom__flat_pair *pair, double preference, carom__flat_gap *out);

/* The same of any cores, which have been placed. */
static inline void planar_gap_find(carom__flat_pair *pair, double preference, carom__flat_gap *out) {
  if (flat_pair_is_curved(pair))
    carom__curved_gap_find(pair, preference, out);
  else
    carom__flat_gap_find(pair, preference, out);
}

/* Makes the vertices of B, which has an arc, what meets along a unit direction of A's frame, from A to B. */
void carom__curved_set_b(carom__flat_pair *pair, carom__dvec2 normal);

/* Finds the direction between two, which are less than half a turn apart, along which B, which has an arc,
 * overlaps a vertex of A least. False where that is one of the two. Sets the vertices of B. */
bool carom__curved_corner_gap(carom__flat_pair *pair, uint32_t vertex, carom__dvec2 first, carom__dvec2 last,
                              carom__flat_gap *out);

#endif

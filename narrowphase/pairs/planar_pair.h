/* planar_pair.h: the functions on two shapes of planar kinds. */
#ifndef CAROM_NARROWPHASE_PLANAR_PAIR_H
#define CAROM_NARROWPHASE_PLANAR_PAIR_H

#include "narrowphase.h"
#include "shape_class.h"

/* The manifold, but for links of chains, and the signed distance. */
void carom__collide_planar(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__manifold *out);
/* That of two shapes that may be apart by a margin. */
void carom__collide_planar_within(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                  float margin, carom__manifold *out);
void carom__measure_planar(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                           carom__separation *out);

/* Is one of two shapes, and not the other, a part that knows its neighbours, as a link of a chain does? */
static inline bool planar_is_of_link(const carom_shape *a, const carom_shape *b) {
  return !carom__shape_class_of(a->kind)->part != !carom__shape_class_of(b->kind)->part;
}

/* The manifold in the world of two such shapes at their places. */
void carom__collide_planar_sites(carom__site a, carom__site b, carom_manifold *out);
/* The same of a link that leaves nothing to its neighbours (carom__collide_link). */
void carom__touch_link_sites(carom__site a, carom__site b, carom_manifold *out);
/* Is the distance zero or less? So it is where there is a manifold, but a link of a chain may have none then.
 */
bool carom__overlap_planar_sites(carom__site a, carom__site b);

/* The signed distance or, without a depth, one of zero where they touch; always true. */
bool carom__measure_planar_sites(carom__site a, carom__site b, bool with_depth, carom_distance_result *out);

#endif

/* pair_call.h: what the public functions on pairs and the engine compute: two shapes at their places in, an
 * answer in the world out. */
#ifndef CAROM_NARROWPHASE_PAIR_CALL_H
#define CAROM_NARROWPHASE_PAIR_CALL_H

#include "pair_class.h"

carom__pair_call carom__call_collide;         /* carom_manifold */
carom__pair_call carom__call_overlap;         /* bool */
carom__pair_call carom__call_penetrate;       /* bool: do they overlap by more than any rounding? */
carom__pair_call carom__call_distance;        /* carom_distance_result */
carom__pair_call carom__call_signed_distance; /* carom_distance_result */

/* The manifold of two shapes that may be apart by a margin (within.c). With a margin of 0 nothing is added to
 * what touches, and what is apart has none. */
carom_status carom__call_collide_within(carom__site a, carom__site b, float margin, carom_manifold *out);
/* How far shapes that do not touch were seen apart: along a direction of A's frame, by so much at least. All
 * is zero where nothing was seen. */
typedef struct carom__apart {
  carom_vec3 along;
  float least;
} carom__apart;

/* Its three parts. The first is carom__call_collide, which also tells how far they were seen apart. Of shapes
 * that do not touch, the second writes the manifold where they are within the margin, which must come empty
 * and otherwise stays so; it begins with what was seen. To that of shapes that touch, the third adds points
 * within the margin. */
carom_status carom__collide_seen(carom__site a, carom__site b, carom__apart *apart, carom_manifold *out);
carom_status carom__collide_apart(carom__site a, carom__site b, carom__apart apart, float margin,
                                  carom_manifold *out);
/* The second for pairs of which carom__near does not know where they are. */
carom_status carom__collide_by_distance(carom__site a, carom__site b, carom__apart apart, float margin,
                                        carom_manifold *out);
void carom__manifold_extend(carom__site a, carom__site b, float margin, carom_manifold *out);

/* With which others may the manifold of a pair be computed? Only pairs of one kind are more than alone. */
static inline carom__pair_lanes pair_lanes_of(const carom_shape *a, const carom_shape *b) {
  if (a->kind != b->kind) return CAROM__ALONE;
  carom__pair_lanes lanes = pair_class_of(a, b)->lanes;
  bool rounded = lanes == CAROM__AS_BOXES && a->geometry.box.radius + b->geometry.box.radius > 0;
  return rounded ? CAROM__ALONE : lanes;
}

/* What carom__call_distance and carom__call_signed_distance find where there is a form of its own for shapes
 * at their places; else false. */
static inline bool pair_measure_sites(const carom__pair_class *class, bool with_depth, carom__site a,
                                      carom__site b, carom_distance_result *out) {
  bool touching = !with_depth && class->touch_first && class->touch(a, b) == CAROM__TOUCHING;
  if (!touching && (!class->measure_sites || !class->measure_sites(a, b, out))) return false;
  if (touching || (!with_depth && out->distance <= 0)) *out = (carom_distance_result){.distance = 0};
  return true;
}

/* The second of a pair of this class, whose column `touch` does not tell. */
carom_status carom__overlap_untold(const carom__pair_class *class, carom__site a, carom__site b,
                                   carom_pair_cache *cache, bool *out);

/* What carom__call_overlap finds where that costs no more than comparing two boxes. */
static inline carom__touch_state pair_touch_if_cheap(carom__site a, carom__site b) {
  const carom__pair_class *class = pair_class_of(a.shape, b.shape);
  return class->touch_is_cheap ? class->touch(a, b) : CAROM__TOUCH_UNKNOWN;
}

#endif

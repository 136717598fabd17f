/* impact_ball.h: a moving ball beside a plain core, whose distance needs no search. */
#ifndef CAROM_NARROWPHASE_IMPACT_BALL_H
#define CAROM_NARROWPHASE_IMPACT_BALL_H

#include "impact_guide.h"

typedef struct carom__impact_ball {
  bool is_a;              /* the ball is A, and the other core that of B */
  carom__plain_core host; /* the other core */
  bool spans;             /* measured: what is nearest of the host is no vertex */
} carom__impact_ball;

/* Sets which of two shapes is the ball; false when none is, or the other one's core is not plain. */
bool carom__impact_ball_make(const carom__cores *cores, carom__impact_ball *out);

/* Finds the distance, the normal and the nearest points; false when the middle of the ball lies in the host.
 */
bool carom__impact_ball_measure(carom__impact_ball *ball, const carom__relative *b_in_a,
                                carom__gjk_result *out);

/* The guide along the normal that was measured at a moment. */
carom__guide carom__guide_of_ball(const carom__impact_ball *ball, const carom__motions *motions,
                                  const carom__moment *at, carom__dvec3 normal);

#endif

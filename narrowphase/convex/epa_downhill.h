/* epa_downhill.h: what EPA knows of the depth of curved cores beside its polytope: the valleys of directions
 * that it went down into, and the least depth there. */
#ifndef CAROM_NARROWPHASE_EPA_DOWNHILL_H
#define CAROM_NARROWPHASE_EPA_DOWNHILL_H

#include "curved.h"
#include "polytope.h"

/* So many valleys are remembered. */
#define CAROM__VALLEYS 3

typedef struct carom__downhill {
  const carom__curved_pair *pair;
  carom__curved_least least; /* its depth is infinite until there is one */
  carom__curved_valley valleys[CAROM__VALLEYS];
  int valley_count, descents;
} carom__downhill;

static inline void carom__downhill_start(const carom__curved_pair *pair, carom__downhill *out) {
  out->pair = pair;
  out->least.depth = HUGE_VAL;
  out->least.has_points = false;
  out->valley_count = out->descents = 0;
}

/* Goes downhill from a direction before there is a polytope, and finds the valley there. False when the cores
 * do not overlap along its least, or no points of that are known. */
bool carom__downhill_begin(carom__downhill *d, carom__dvec3 from);

/* Are all directions in that valley, or those of a ball in A - B that is deep enough? Then no polytope need
 * grow. */
bool carom__downhill_knows_all(const carom__downhill *d);

/* Are all directions that could be less deep, and leave the polytope through a face, in valleys that are
 * known? Then the face need not grow. */
bool carom__downhill_knows(const carom__downhill *d, const carom__polytope_plane *plane);

/* Goes downhill from a face, if it is near enough to its valley and there is room; `bound` is the depth along
 * its normal. Tells whether the face need not grow any more. */
bool carom__downhill_enter(carom__downhill *d, const carom__polytope *polytope, int face,
                           const carom__polytope_plane *plane, double bound);

/* Makes the least depth that of the way down from a direction, whose face has these corners. */
void carom__downhill_from(carom__downhill *d, const carom__polytope *polytope, carom__dvec3 normal,
                          const uint16_t corners[3]);

#endif

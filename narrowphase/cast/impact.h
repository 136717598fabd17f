/* impact.h: when two moving shapes first touch.
 *
 * The main file of the room cast, which casts shapes along lines and through motions with turns. line_cast.h
 * answers motions without turns in closed form, and impact.c searches for all others by conservative
 * advancement. The room uses pairs and the rooms below. The room calls and the engine use it. */
#ifndef CAROM_NARROWPHASE_IMPACT_H
#define CAROM_NARROWPHASE_IMPACT_H

#include "carom/cast.h"

#include "impact_motion.h"
#include "parts.h"

/* Distances that are computed at most. */
#define CAROM__IMPACT_ITERATIONS 128

/* Is a hit of two parts one of their wholes? It is asked about what would be the first so far. */
typedef struct carom__part_filter {
  bool (*accept)(void *context, const carom__part *a, const carom__part *b, const carom_impact *hit);
  void *context;
} carom__part_filter;

typedef struct carom__impact_case {
  carom__motions motions;
  carom_frame start_a, start_b; /* of the shapes */
  carom_pos pivot_a;            /* where A's pivot starts ... */
  carom__dvec3 travel_a;        /* ... and its way, in the world */
  double margin;
  /* Of shapes that are not convex: the hits that count. What touches at the start is then a hit of parts,
   * too, and what is inside a solid is none. NULL: all hits count. */
  const carom__part_filter *filter;
} carom__impact_case;

/* Finds the first time at which the surfaces of any shapes are as near as the margin. CAROM_OK or
 * CAROM_NOT_CONVERGED, which leaves *out alone. */
carom_status carom__impact(const carom__impact_case *it, carom_impact *out);

/* The same of convex shapes. A hit after `until`, which is at most 1, need not be found. */
carom_status carom__impact_convex(const carom__impact_case *it, double until, carom_impact *out);

/* The same of any shapes, where there is no closed form (line_cast.h), from a time until which they are
 * apart. */
carom_status carom__impact_search(const carom__impact_case *it, double begin, double until,
                                  carom_impact *out);
carom_status carom__impact_search_convex(const carom__impact_case *it, double begin, carom_impact *out);

#endif

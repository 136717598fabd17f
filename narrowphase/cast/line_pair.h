/* line_pair.h: two shapes that move along lines, and what rounding is worth for them. */
#ifndef CAROM_NARROWPHASE_LINE_PAIR_H
#define CAROM_NARROWPHASE_LINE_PAIR_H

#include "carom/cast.h"

#include "narrowphase.h"
#include "plain_core.h"
#include "placed.h"

typedef struct carom__line_cast {
  carom__site a, b;              /* where they begin */
  carom__dvec3 travel, travel_a; /* of B as A sees it, and of A, in the world */
  double margin;
  double until; /* a hit after this time need not be told */
} carom__line_cast;

typedef struct carom__line_pair {
  const carom__line_cast *it;
  carom__plain_core a, b;
  carom__dvec3 between; /* B's origin from A's, at the start */
  double least;         /* the gap that time runs to ... */
  double enough;        /* ... and the greatest one that is a hit there */
  double near;          /* what is nearer at the start may touch */
} carom__line_pair;

/* Sets the offset of a pair and what rounding is worth for its size, which is at most how far the shapes'
 * OBBs reach from their origins, in the 1-norm. False when the way is too long for that. */
bool carom__line_pair_set(carom__line_pair *pair, const carom__line_cast *it, double size);

/* When a point that moves on a line is between pairs of planes around the origin. */
typedef struct carom__line_span {
  double enter, leave;
  double apart; /* the farthest that it starts outside of any plane */
} carom__line_span;

/* Cuts the span by two planes, `reach` on both sides of the origin: the point starts at `at` along their
 * normal. What is beyond one of them when the span begins comes in later, by the end, or never. On which side
 * it starts and where it goes no processor can guess: no branch depends on that. */
static inline void line_span_cut(carom__line_span *s, double at, double move, double reach) {
  double beyond = fabs(at) - reach, closing = -move * copysign(1, at + 0.0);
  double way = reach + copysign(at, closing), speed = fabs(move);
  s->apart = greater_double(beyond, s->apart);
  if (beyond > closing * s->enter) {
    if (!(closing > beyond)) { /* also what does not move */
      s->leave = -1;
      return;
    }
    s->enter = beyond / closing;
  }
  if (way < speed * s->leave) s->leave = way / speed;
}

/* False when it never comes in, or only when nobody asks any more. */
static inline bool line_span_is_met(const carom__line_span *s, double until) {
  return s->enter <= s->leave && s->enter <= until;
}

/* Writes that there is no hit: a copy, as compilers like to make slow zeros of a string otherwise. */
static inline void line_miss(carom_impact *out) {
  static const carom_impact miss = {.fraction = 1};
  *out = miss;
}

/* carom__line_cast_find (line_cast.h) of two boxes without a radius, of plain cores of which at most one is a
 * box, of planar shapes of any kinds, and of a sphere and a cylinder or cone. */
bool carom__line_cast_boxes(const carom__line_pair *pair, double *begin, carom_impact *out);
bool carom__line_cast_round(const carom__line_pair *pair, carom_impact *out);
bool carom__line_cast_flats(const carom__line_cast *it, carom_impact *out);
bool carom__line_cast_frustum(const carom__line_cast *it, double *begin, carom_impact *out);

#endif

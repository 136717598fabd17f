/* line_cast_parts.h: what the casts along lines share. */
#ifndef CAROM_NARROWPHASE_LINE_CAST_PARTS_H
#define CAROM_NARROWPHASE_LINE_CAST_PARTS_H

#include "impact_inside.h"
#include "line_cast.h"
#include "placed.h"
#include "plain_core.h"

typedef struct carom__line_pair {
  const carom__line_cast *it;
  carom__plain_core a, b;
  carom__dvec3 between; /* B's origin from A's, at the start */
  double least;         /* the gap that time runs to ... */
  double enough;        /* ... and the greatest one that is a hit there */
  double near;          /* what is nearer at the start may touch */
} carom__line_pair;

/* When a point that moves on a line is between pairs of planes around the origin. */
typedef struct carom__line_span {
  double enter, leave;
  double apart; /* the farthest that it starts outside of any plane */
} carom__line_span;

/* Cuts the span by two planes, `reach` on both sides of the origin: the point starts at `at` along their
 * normal. What is beyond one of them when the span begins comes in later, by the end, or never. */
static inline void line_span_cut(carom__line_span *s, double at, double move, double reach) {
  double beyond = fabs(at) - reach, closing = at < 0 ? move : -move;
  double way = closing > 0 ? fabs(at) + reach : -beyond, speed = fabs(move);
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

/* Writes that there is no hit. */
static inline void line_miss(carom_impact *out) { *out = (carom_impact){.fraction = 1}; }

/* Do they touch at the start? Then that is the answer. */
static inline bool line_begins_inside(const carom__line_cast *it, carom_impact *out) {
  bool touches;
  return !carom__impact_inside(it->a, it->b, 1, &touches, out) && touches;
}

/* How two shapes lie to each other at a time: how far apart, and how fast that changes along the direction of
 * their nearest points. */
typedef struct carom__line_sight {
  double gap, closing;
} carom__line_sight;

/* The distance of two shapes in closed form. */
typedef struct carom__line_form {
  carom__line_sight (*look)(void *line, double time);
  void (*describe)(const void *line, carom_impact *out); /* normal and point of the last look */
} carom__line_form;

/* Is there an answer at the start? */
typedef enum carom__line_start {
  CAROM__LINE_APART,
  CAROM__LINE_ANSWERED,
  CAROM__LINE_UNSURE
} carom__line_start;
carom__line_start carom__line_begin(const carom__line_pair *pair, const carom__line_form *form, void *line,
                                    carom_impact *out);

/* Newton's method, from a time until which they are apart. False when it takes too long. */
bool carom__line_approach(const carom__line_pair *pair, const carom__line_form *form, void *line, double time,
                          carom_impact *out);

/* Both. */
bool carom__line_approach_from_start(const carom__line_pair *pair, const carom__line_form *form, void *line,
                                     carom_impact *out);

/* carom__line_cast_find for a pair of which at most one is a box, and for two boxes without a radius. */
bool carom__line_cast_round(const carom__line_pair *pair, carom_impact *out);
bool carom__line_cast_boxes(const carom__line_pair *pair, double *begin, carom_impact *out);
/* For a sphere and a cylinder or cone, and for planar shapes of any kinds. */
bool carom__line_cast_frustum(const carom__line_cast *it, carom_impact *out);
bool carom__line_cast_flats(const carom__line_cast *it, carom_impact *out);

/* Sets the offset of a pair and what rounding is worth for its size, which is at most how far the shapes'
 * OBBs reach from their origins, in the 1-norm. False when the way is too long for that. */
bool carom__line_pair_set(carom__line_pair *pair, const carom__line_cast *it, double size);

#endif

/* line_approach.h: casts along lines by distances in closed form. */
#ifndef CAROM_NARROWPHASE_LINE_APPROACH_H
#define CAROM_NARROWPHASE_LINE_APPROACH_H

#include "impact_inside.h"
#include "line_pair.h"

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

#endif

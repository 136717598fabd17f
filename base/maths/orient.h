/* orient.h: exact orientation tests: the side of a line that a point lies on, and the turn from one direction
 * to another. */
#ifndef CAROM_BASE_ORIENT_H
#define CAROM_BASE_ORIENT_H

#include "carom/types.h"

/* Returns 1 when a, b, c turn to the left (counter-clockwise), -1 to the right, 0 when they are on one line,
 * without rounding. The coordinates must be finite. (After Shewchuk, 1997.) */
int carom__orient(carom_vec2 a, carom_vec2 b, carom_vec2 c);

/* From one point to another. */
typedef struct carom__way {
  carom_vec2 from, to;
} carom__way;

/* Returns 1 when the direction of b is to the left of a's, -1 to the right, 0 when they are parallel, of the
 * same sense or not; likewise. */
int carom__turn(carom__way a, carom__way b);

static inline bool vec2_is_same(carom_vec2 a, carom_vec2 b) { return a.x == b.x && a.y == b.y; }

/* The order by x, then y. */
static inline bool vec2_is_before(carom_vec2 a, carom_vec2 b) {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* Is b strictly between a and c, when the three are on one line? */
static inline bool vec2_is_between(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
  return (vec2_is_before(a, b) && vec2_is_before(b, c)) || (vec2_is_before(c, b) && vec2_is_before(b, a));
}

#endif

/* orient.h: on which side of a line a point of the plane lies, exactly. */
#ifndef CAROM_BASE_ORIENT_H
#define CAROM_BASE_ORIENT_H

#include "carom/types.h"

/* Returns 1 when a, b, c turn to the left (counter-clockwise), -1 to the right, 0 when they are on one line,
 * without rounding. The coordinates must be finite. (After Shewchuk, 1997.) */
int carom__orient(carom_vec2 a, carom_vec2 b, carom_vec2 c);

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

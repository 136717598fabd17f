/* feature.h: the feature ids of contact points: A's feature in the upper half of the word, B's in the lower.
 */
#ifndef CAROM_NARROWPHASE_FEATURE_H
#define CAROM_NARROWPHASE_FEATURE_H

#include <stdint.h>

static inline uint32_t feature_pair(uint32_t of_a, uint32_t of_b) { return of_a << 16 | of_b; }
static inline uint32_t feature_swap(uint32_t pair) { return pair << 16 | pair >> 16; }

/* The step from a name that another point has to the next. */
#define CAROM__NEXT_NAME 0x9E3779B9u

/* A vertex, edge, face or the inside of a box, by the signs of its coordinates: 0 along the axes on which it
 * extends. */
static inline uint32_t feature_of_box(const int sign[3]) {
  return (uint32_t)(sign[0] + 1 + 3 * (sign[1] + 1) + 9 * (sign[2] + 1));
}
enum { FEATURE_BOX_INSIDE = 13 };

/* A segment: its end a, its end b, or what lies between. */
enum { FEATURE_SEGMENT_A, FEATURE_SEGMENT_B, FEATURE_SEGMENT_INSIDE };

#endif

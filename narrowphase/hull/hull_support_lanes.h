/* hull_support_lanes.h: the parts that the support queries for few and for many vertices share. */
#ifndef CAROM_NARROWPHASE_HULL_SUPPORT_LANES_H
#define CAROM_NARROWPHASE_HULL_SUPPORT_LANES_H

#include "hull_support.h"
#include "lanes.h"

/* More vertices than that are many: the bits of so many fill a word. */
#define CAROM__SUPPORT_FEW 64

/* The search among many. */
uint32_t carom__hull_support_along_many(const carom__hull_support *support, float x, float y, float z);

/* The dot products of four entries that lie `stride` apart per coordinate. */
static inline carom__lanes dots_of(const float *entries, uint32_t stride, const carom__lanes direction[3]) {
  carom__lanes x = lanes_mul(lanes_load(entries), direction[0]);
  carom__lanes y = lanes_mul(lanes_load(entries + stride), direction[1]);
  carom__lanes z = lanes_mul(lanes_load(entries + 2 * stride), direction[2]);
  return lanes_add(lanes_add(x, y), z);
}

static inline carom__lanes greatest(carom__lanes a) {
  carom__lanes pair = lanes_max(a, lanes_join_high(a, a));
  return lanes_x(lanes_max(pair, lanes_y(pair)));
}

/* Which entries are no less than that, as bits; those past the last one are set, too. */
static inline uint64_t no_less(const carom__lanes *dots, uint32_t rows, carom__lanes that) {
  uint64_t below = 0;
  for (uint32_t i = 0; i < rows; i++) below |= (uint64_t)lanes_bits(lanes_gt(that, dots[i])) << 4 * i;
  return ~below;
}

#endif

/* obb_pairs.h: many pairs of boxes at once, eight of them in lanes; each answer is that of the single form.
 */
#ifndef CAROM_BASE_OBB_PAIRS_H
#define CAROM_BASE_OBB_PAIRS_H

#include "obb.h"

/* Two boxes whose centres do not count: b is at `offset` from a, as in carom__obb_overlap_at. */
typedef struct carom__obb_pair {
  const carom_obb *a, *b;
  float offset[4]; /* the fourth has no meaning: it makes the offset one load */
} carom__obb_pair;

static inline carom__obb_pair obb_pair_at(const carom_obb *a, const carom_obb *b, carom_vec3 offset) {
  return (carom__obb_pair){a, b, {offset.x, offset.y, offset.z, 0}};
}

/* out[i] = carom__obb_overlap(&boxes[pairs[i].a], &boxes[pairs[i].b]) */
void carom__obb_overlap_pairs(const carom_obb *boxes, const carom_index_pair *pairs, size_t count, bool *out);
/* out[i] = carom__obb_overlap_at(pairs[i].a, pairs[i].b, pairs[i].offset) */
void carom__obb_overlap_pairs_at(const carom__obb_pair *pairs, size_t count, bool *out);

/* CAROM_OK, or what carom__obb_check says to the first of the boxes that it refuses. */
carom_status carom__obb_check_all(const carom_obb *boxes, size_t count);

#endif

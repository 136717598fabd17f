/* hull_support_few.c: the vertex of a hull that is farthest along a direction.
 *
 * Not by climbing from neighbour to neighbour: a face's vertices are coplanar but for a tolerance, so that a
 * climb along the edges may end at a vertex that is only a local maximum of the rounded shape. Instead all
 * vertices are looked at, four at a time, or of very many only the groups whose box reaches as far as the
 * best vertex so far. Products and sums of floats are monotone, so that the bound of a box, computed in the
 * same order as a dot product, is never below one of its vertices: the answer is the same as without groups,
 * to the last bit. */
#include "hull_support_lanes.h"

/* Of up to CAROM__SUPPORT_FEW entries, four in a row, which is unrolled where `rows` is a constant. */
static inline uint32_t find_short(const carom__hull_support *s, uint32_t rows,
                                  const carom__lanes direction[3]) {
  carom__lanes dots[CAROM__SUPPORT_FEW / 4];
  carom__lanes most = dots[0] = dots_of(s->entries, 4 * rows, direction);
  for (uint32_t i = 1; i < rows; i++) {
    dots[i] = dots_of(s->entries + 4 * i, 4 * rows, direction);
    most = lanes_max(most, dots[i]);
  }
  return (uint32_t)bits_lowest(no_less(dots, rows, greatest(most)));
}

uint32_t carom__hull_support_along(const carom__hull_support *s, float x, float y, float z) {
  if (s->entry_count > CAROM__SUPPORT_FEW) return carom__hull_support_along_many(s, x, y, z);
  const carom__lanes direction[3] = {lanes_splat(x), lanes_splat(y), lanes_splat(z)};
  return s->entry_count == 8 ? find_short(s, 2, direction) : find_short(s, s->entry_count / 4, direction);
}

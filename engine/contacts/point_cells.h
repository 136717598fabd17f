/* point_cells.h: where a point is on a shape, as the cell of a grid that is fixed to the shape.
 *
 * A cell is a word of three times ten bits. The grid repeats itself beyond them. Contact points lie on both
 * shapes, so that those of one pair are nearer to each other than half of that. */
#ifndef CAROM_ENGINE_POINT_CELLS_H
#define CAROM_ENGINE_POINT_CELLS_H

#include "arithmetic.h"
#include "narrowphase.h"

/* How many cells the smaller of both shapes is long. */
#define CAROM__CELLS_ALONG 512
/* Points that are not more cells apart than this count as one place: two hundredths of the length. */
#define CAROM__CELLS_NEAR 10

/* The grids of two shapes: how many cells a unit of length is, along each axis of A and of B. */
typedef struct carom__cell_grids {
  carom_vec3 on_a, on_b;
} carom__cell_grids;

/* Finds the grids of two shapes. Each axis has cells of its own, so that points on slender and flat shapes
 * can be told apart, down to a quarter of the width that the longest extent gives. */
carom__cell_grids carom__cell_grids_of(const carom_shape *a, const carom_shape *b);

#define CAROM__CELL_BITS 10

/* Rounds to the nearest whole number, which a sum of this size has in its lowest bits. Corners of a box are
 * in the middle of a cell, where trembling does not move them to the next one. What is farther off than 2^21
 * cells may have any. */
static inline uint32_t cell_along(float per_length, float x) {
  return float_bits(per_length * x + 0x1.8p23f) & ((1u << CAROM__CELL_BITS) - 1);
}

/* Returns the cell of a point in the frame of its shape. */
static inline uint32_t cell_of(carom_vec3 per_length, carom_vec3 point) {
  return cell_along(per_length.x, point.x) | cell_along(per_length.y, point.y) << CAROM__CELL_BITS |
         cell_along(per_length.z, point.z) << 2 * CAROM__CELL_BITS;
}

/* Any other word is no cell. */
static inline bool cell_is_possible(uint32_t cell) { return cell >> 30 == 0; }

/* How many cells two points are apart, on the axis where that is most. */
uint32_t carom__cells_apart(uint32_t p, uint32_t q);

/* Some points by their cells. */
typedef struct carom__cell_list {
  const uint32_t *on_a, *on_b;
  uint32_t count;
} carom__cell_list;

#define CAROM__NO_PLACE UINT32_MAX

/* Writes which of the new points is at the place of each old one on A or on B; CAROM__NO_PLACE if none. The
 * nearest are paired first, and of equals those with the lowest indices. There are at most CAROM__POINTS_MAX
 * old points and CAROM__CANDIDATES new ones. */
void carom__cells_match(carom__cell_list old, carom__cell_list fresh, uint32_t *out);

#endif

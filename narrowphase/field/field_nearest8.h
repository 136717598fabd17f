/* field_nearest8.h: the search for the nearest triangle. It begins with what lies below or above the point,
 * and goes through the rows of what may be as near. */
#ifndef CAROM_NARROWPHASE_FIELD_NEAREST8_H
#define CAROM_NARROWPHASE_FIELD_NEAREST8_H

#include "field8.h"
#include "field_nearest.h"
#include "mesh_nearest8.h"

/* How far a coordinate is from a range; 0 in it. */
CAROM__LANES8 static inline carom__lanes8 field8_off(carom__lanes8 at, carom__lanes8 low,
                                                     carom__lanes8 high) {
  return lanes8_max(lanes8_max(lanes8_sub(low, at), lanes8_sub(at, high)), lanes8_splat(0));
}

/* The square of the least distance so far, as a float that is above it by more than rounding. */
static inline float field8_limit(const carom__field_search *s) {
  return s->square < 1e36 ? (float)s->square * (1 + 0x1p-20f) + FLT_MIN : FLT_MAX;
}

/* Eight blocks of a row of blocks: a bit for each that may be as near as the limit. */
CAROM__LANES8 static inline unsigned field8_near_blocks(const carom__field_search *s, const field8_place *p) {
  const carom_field *f = s->field;
  size_t at = p->row / CAROM__FIELD_BLOCK * CAROM__FIELD_BLOCKS;
  uint32_t row = p->first_row + p->row;
  carom__lanes8 x = field8_lines(f, 0, p->first_column, CAROM__FIELD_BLOCK);
  carom__lanes8 end = field8_lines(f, 0, p->first_column + CAROM__FIELD_BLOCK, CAROM__FIELD_BLOCK);
  const carom__lanes8 off[3] = {field8_off(lanes8_splat(s->point.x), x, end),
                                field8_off(lanes8_splat(s->point.y), field8_heights(f, p->tile->lows, at),
                                           field8_heights(f, p->tile->highs, at)),
                                field8_off(lanes8_splat(s->point.z), lanes8_splat(field_line(f, 1, row)),
                                           lanes8_splat(field_line(f, 1, row + CAROM__FIELD_BLOCK)))};
  return lanes8_bits(lanes8_ge(lanes8_splat(field8_limit(s)), lanes8_dot(off, off)));
}

/* The double decides among those that are as near as the nearest, but for rounding. */
CAROM__LANES8 static inline void field8_try_triangles(carom__field_search *s, const triangle8 *t,
                                                      unsigned lanes, uint32_t first) {
  const carom__lanes8 point[3] = {lanes8_splat(s->point.x), lanes8_splat(s->point.y),
                                  lanes8_splat(s->point.z)};
  triangle8_near near;
  float squares[8], slack[8];
  triangle8_nearest(t, point, &near);
  lanes8_store(squares, near.square);
  lanes8_store(slack, lanes8_mul(near.reach, lanes8_splat(256 * 0x1p-24f)));
  for (; lanes; lanes &= lanes - 1) {
    uint32_t lane = (uint32_t)bits_lowest(lanes);
    if ((double)squares[lane] - (double)slack[lane] <= s->square)
      carom__field_try_nearest(s, first + 2 * lane);
  }
}

CAROM__LANES8 static inline void field8_try_row(carom__field_search *s, const field8_place *p) {
  const carom_field *f = s->field;
  field8_row row;
  triangle8 t;
  uint32_t column = p->first_column + p->column, line = p->first_row + p->row;
  uint32_t count = p->tile->columns - p->column;
  field8_load_line(p, p->row, row.heights[0]);
  field8_load_line(p, p->row + 1, row.heights[1]);
  field8_corners corners = field8_corners_of(p, &row);
  const carom__lanes8 off[3] = {field8_off(lanes8_splat(s->point.x), corners.x[0], corners.x[1]),
                                field8_off(lanes8_splat(s->point.y), field8_least(&row), field8_most(&row)),
                                field8_off(lanes8_splat(s->point.z), corners.z[0], corners.z[1])};
  unsigned lanes = lanes8_bits(lanes8_ge(lanes8_splat(field8_limit(s)), lanes8_dot(off, off)));
  lanes &= (count < 8 ? (1u << count) - 1 : 0xff) & ~field8_bits(p->tile->holes, p);
  if (!lanes) return;
  carom__lanes8 turned = field8_mask(field8_turned(p));
  for (uint32_t second = 0; second < 2; second++) {
    field8_triangles(&corners, turned, second, &t);
    field8_try_triangles(s, &t, lanes, 2 * (line * f->terms.columns + column) + second);
  }
}

CAROM__LANES8 static inline void field8_try_tile(carom__field_search *s, uint32_t number) {
  const carom__field_tile *tile = s->field->tiles[number];
  field8_place p = {.field = s->field,
                    .tile = tile,
                    .first_column = field_first_column(s->field, number),
                    .first_row = field_first_row(s->field, number)};
  for (uint32_t row = 0; row < tile->rows; row += CAROM__FIELD_BLOCK) {
    p.row = row;
    uint32_t end = row + CAROM__FIELD_BLOCK < tile->rows ? row + CAROM__FIELD_BLOCK : tile->rows;
    unsigned count = (tile->columns + CAROM__FIELD_BLOCK - 1) / CAROM__FIELD_BLOCK;
    for (unsigned blocks = field8_near_blocks(s, &p) & ((1u << count) - 1); blocks; blocks &= blocks - 1) {
      p.column = (uint32_t)bits_lowest(blocks) * CAROM__FIELD_BLOCK;
      for (p.row = row; p.row < end; p.row++) field8_try_row(s, &p);
      p.row = row;
      blocks &= field8_near_blocks(s, &p) | (blocks & (0 - blocks));
    }
  }
}

static inline bool field8_tile_is_near(const carom__field_search *s, uint32_t tile) {
  float above = s->field->lows[tile] - s->point.y, below = s->point.y - s->field->highs[tile];
  float off = above > below ? above : below;
  return !(off > 0 && off * off > field8_limit(s));
}

CAROM__LANES8 static void field8_nearest(carom__field_search *s) {
  for (int j = s->rows.first / CAROM__FIELD_TILE; j <= s->rows.last / CAROM__FIELD_TILE; j++)
    for (int i = s->columns.first / CAROM__FIELD_TILE; i <= s->columns.last / CAROM__FIELD_TILE; i++) {
      uint32_t tile = (uint32_t)j * s->field->tile_columns + (uint32_t)i;
      if (field8_tile_is_near(s, tile)) field8_try_tile(s, tile);
    }
}

#endif

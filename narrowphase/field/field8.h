/* field8.h: eight cells of a row, or eight blocks of a tile, in lanes. */
#ifndef CAROM_NARROWPHASE_FIELD8_H
#define CAROM_NARROWPHASE_FIELD8_H

#include "field.h"
#include "mesh8.h"

static const float field8_places[8] = {0, 1, 2, 3, 4, 5, 6, 7};

/* The heights of eight numbers, in the order of operations of field_height. */
CAROM__LANES8 static inline carom__lanes8 field8_heights(const carom_field *field, const void *numbers,
                                                         size_t at) {
  carom__lanes8 n;
  if (field->storage == CAROM__FIELD_WORDS)
    n = lanes8_load_words((const uint16_t *)numbers + at);
  else if (field->storage == CAROM__FIELD_BYTES)
    n = lanes8_load_bytes((const uint8_t *)numbers + at);
  else
    n = lanes8_load((const float *)numbers + at);
  return lanes8_add(lanes8_splat(field->base), lanes8_mul(n, lanes8_splat(field->step)));
}

/* Where eight columns or rows begin that are `apart` cells from each to the next. */
CAROM__LANES8 static inline carom__lanes8 field8_lines(const carom_field *field, int axis, uint32_t first,
                                                       uint32_t apart) {
  carom__lanes8 count = lanes8_mul(lanes8_load(field8_places), lanes8_splat((float)apart));
  count = lanes8_add(lanes8_splat((float)first), count);
  return lanes8_mul(count, lanes8_splat(field->terms.spacing[axis]));
}

static inline float field_line(const carom_field *field, int axis, uint32_t number) {
  return (float)number * field->terms.spacing[axis];
}

/* Where cells are: a tile, and a column and a row in it. */
typedef struct field8_place {
  const carom_field *field;
  const carom__field_tile *tile;
  uint32_t first_column, first_row; /* of the tile in the field */
  uint32_t column, row;
} field8_place;

/* The heights at the corners of eight cells: at the lower and the higher end of x, at the lower end of z and
 * at the higher. */
typedef struct field8_row {
  carom__lanes8 heights[2][2]; /* [z][x] */
} field8_row;

CAROM__LANES8 static inline void field8_load_line(const field8_place *p, uint32_t row, carom__lanes8 out[2]) {
  size_t at = (size_t)row * (p->tile->columns + 1) + p->column;
  out[0] = field8_heights(p->field, p->tile->numbers, at);
  out[1] = field8_heights(p->field, p->tile->numbers, at + 1);
}

CAROM__LANES8 static inline carom__lanes8 field8_least(const field8_row *r) {
  return lanes8_min(lanes8_min(r->heights[0][0], r->heights[0][1]),
                    lanes8_min(r->heights[1][0], r->heights[1][1]));
}
CAROM__LANES8 static inline carom__lanes8 field8_most(const field8_row *r) {
  return lanes8_max(lanes8_max(r->heights[0][0], r->heights[0][1]),
                    lanes8_max(r->heights[1][0], r->heights[1][1]));
}

/* A bit for each of eight cells. */
static inline unsigned field8_bits(const uint64_t *words, const field8_place *p) {
  return words ? (unsigned)(words[p->row] >> p->column) & 0xff : 0;
}
static inline unsigned field8_turned(const field8_place *p) {
  return field8_bits(p->tile->turned, p) ^ (p->field->terms.turned ? 0xffu : 0);
}

/* Lanes of ones where bits are set. */
CAROM__LANES8 static inline carom__lanes8 field8_mask(unsigned bits) {
  float ones[8];
  for (int k = 0; k < 8; k++) ones[k] = (float)(bits >> k & 1);
  return lanes8_gt(lanes8_load(ones), lanes8_splat(0));
}

/* The corners of cells by their number in a cell (carom__field_cell). */
typedef struct field8_corners {
  carom__lanes8 x[2], z[2];
  const field8_row *row;
} field8_corners;

CAROM__LANES8 static inline field8_corners field8_corners_of(const field8_place *p, const field8_row *row) {
  uint32_t column = p->first_column + p->column, line = p->first_row + p->row;
  return (field8_corners){
      {field8_lines(p->field, 0, column, 1), field8_lines(p->field, 0, column + 1, 1)},
      {lanes8_splat(field_line(p->field, 1, line)), lanes8_splat(field_line(p->field, 1, line + 1))},
      row};
}

/* Of two corners, the first where the mask is set. */
CAROM__LANES8 static inline void field8_pick(const field8_corners *c, carom__lanes8 mask, int a, int b,
                                             carom__lanes8 out[3]) {
  out[0] = lanes8_select(mask, c->x[a & 1], c->x[b & 1]);
  out[1] = lanes8_select(mask, c->row->heights[a >> 1][a & 1], c->row->heights[b >> 1][b & 1]);
  out[2] = lanes8_select(mask, c->z[a >> 1], c->z[b >> 1]);
}

/* The first or the second triangles of cells, as field.c has them. */
CAROM__LANES8 static inline void field8_triangles(const field8_corners *c, carom__lanes8 turned, bool second,
                                                  triangle8 *out) {
  field8_pick(c, turned, second ? 1 : 0, second ? 1 : 0, out->p[0]);
  field8_pick(c, turned, 2, second ? 0 : 2, out->p[1]);
  field8_pick(c, turned, second ? 3 : 1, 3, out->p[2]);
}

#endif

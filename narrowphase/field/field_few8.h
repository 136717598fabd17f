/* field_few8.h: which triangles of few columns of a field touch a box.
 *
 * What is not much larger than a cell meets few cells of each row, which would leave most lanes empty. So the
 * triangles of several rows share the lanes. They are told in the order of the walk over rows. */
#ifndef CAROM_NARROWPHASE_FIELD_FEW8_H
#define CAROM_NARROWPHASE_FIELD_FEW8_H

#include "bits.h"
#include "field_row8.h"

/* So many columns at most: the triangles of one row fit. */
#define FIELD8_FEW (CAROM__TRIANGLE_LANES / 2)

/* Triangles that wait until the lanes are full. */
typedef struct field8_few {
  const field8_walk *walk;
  unsigned count;
  carom__triangle_batch batch;
  uint32_t numbers[CAROM__TRIANGLE_LANES];
  uint8_t materials[CAROM__TRIANGLE_LANES];
} field8_few;

CAROM__LANES8 static inline bool field8_tell_few(field8_few *f) {
  triangle8 t;
  const unsigned lanes = (1u << f->count) - 1;
  f->count = 0;
  if (!lanes) return true;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) t.p[i][k] = lanes8_load(f->batch.corners[i][k]);
  f->batch.lanes = field8_touching(f->walk, &t, lanes);
  return !f->batch.lanes || f->walk->visitor.visit(f->walk->visitor.context, &f->batch);
}

/* Adds the first or the second triangle of cell k from p->column on, as field.c has them. */
static inline void field8_add_triangle(field8_few *f, const field8_place *p, float heights[2][8], unsigned k,
                                       bool second) {
  const carom_field *field = p->field;
  const uint32_t column = p->first_column + p->column + k, row = p->first_row + p->row;
  const bool turned = field8_turned(p) >> k & 1;
  const unsigned corners[3] = {second, second && !turned ? 0 : 2, second || !turned ? 3 : 1};
  const unsigned at = f->count++;
  for (int i = 0; i < 3; i++) {
    const unsigned x = corners[i] & 1, z = corners[i] >> 1;
    f->batch.corners[i][0][at] = field_line(field, 0, column + x);
    f->batch.corners[i][1][at] = heights[z][k + x];
    f->batch.corners[i][2][at] = field_line(field, 1, row + z);
  }
  f->numbers[at] = 2 * (row * field->terms.columns + column) + second;
  if (p->tile->materials) f->materials[at] = p->tile->materials[p->row * p->tile->columns + p->column + k];
}

/* Adds the cells of a row, after those before it were told if there is no room. */
CAROM__LANES8 static inline bool field8_add_cells(field8_few *f, const field8_place *p, const field8_row *row,
                                                  unsigned cells) {
  float heights[2][8];
  if (f->count + 2 * (unsigned)bits_count_word(cells) > CAROM__TRIANGLE_LANES && !field8_tell_few(f))
    return false;
  for (int z = 0; z < 2; z++) lanes8_store(heights[z], row->heights[z][0]);
  for (int second = 0; second < 2; second++)
    for (unsigned left = cells; left; left &= left - 1)
      field8_add_triangle(f, p, heights, (unsigned)bits_lowest(left), second);
  return true;
}

CAROM__LANES8 static inline bool field8_visit_few(const field8_walk *w, field8_place *p,
                                                  carom__field_span columns, carom__field_span rows) {
  field8_row row;
  field8_few f = {.walk = w};
  const unsigned all = (1u << (columns.last - columns.first + 1)) - 1;
  f.batch.one_sided = w->field->terms.sides != CAROM_MESH_TWO_SIDED;
  f.batch.numbers = f.numbers;
  f.batch.materials = p->tile->materials ? f.materials : NULL;
  p->column = (uint32_t)columns.first;
  field8_load_line(p, (uint32_t)rows.first, row.heights[1]);
  for (int j = rows.first; j <= rows.last; j++) {
    field8_next_row(p, (uint32_t)j, &row);
    const unsigned cells = field8_cells_in(w, p, &row, all);
    if (cells && !field8_add_cells(&f, p, &row, cells)) return false;
  }
  return field8_tell_few(&f);
}

#endif

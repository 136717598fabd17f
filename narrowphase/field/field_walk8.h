/* field_walk8.h: which triangles of a field touch a box. */
#ifndef CAROM_NARROWPHASE_FIELD_WALK8_H
#define CAROM_NARROWPHASE_FIELD_WALK8_H

#include "field_few8.h"

/* What a span has of cells begin..begin + count - 1, counted from there. */
static inline carom__field_span field8_part(carom__field_span span, uint32_t begin, uint32_t count) {
  int first = span.first - (int)begin, last = span.last - (int)begin;
  return (carom__field_span){first > 0 ? first : 0, last < (int)count - 1 ? last : (int)count - 1};
}

/* Tells of one triangle each of eight cells. */
CAROM__LANES8 static inline bool field8_tell(const field8_walk *w, const field8_place *p, const triangle8 *t,
                                             unsigned lanes, bool second) {
  carom__triangle_batch batch;
  uint32_t numbers[8];
  uint8_t materials[8];
  uint32_t cell = (p->first_row + p->row) * w->field->terms.columns + p->first_column + p->column;
  batch.lanes = field8_touching(w, t, lanes);
  if (!batch.lanes) return true;
  mesh8_store(t, &batch);
  for (uint32_t k = 0; k < 8; k++) numbers[k] = 2 * (cell + k) + second;
  const uint8_t *own = p->tile->materials ? p->tile->materials + p->row * p->tile->columns + p->column : NULL;
  for (unsigned k = 0; own && k < 8; k++) materials[k] = batch.lanes >> k & 1 ? own[k] : 0;
  batch.one_sided = w->field->terms.sides != CAROM_MESH_TWO_SIDED;
  batch.numbers = numbers;
  batch.materials = own ? materials : NULL;
  return w->visitor.visit(w->visitor.context, &batch);
}

CAROM__LANES8 static inline bool field8_visit_cells(const field8_walk *w, const field8_place *p,
                                                    const field8_row *row, unsigned lanes) {
  lanes = field8_cells_in(w, p, row, lanes);
  if (!lanes) return true;
  field8_corners corners = field8_corners_of(p, row);
  carom__lanes8 turned = field8_mask(field8_turned(p));
  for (int second = 0; second < 2; second++) {
    triangle8 t;
    field8_triangles(&corners, turned, second, &t);
    if (!field8_tell(w, p, &t, lanes, second)) return false;
  }
  return true;
}

/* Up to eight columns of a tile from p->column on, row by row. */
CAROM__LANES8 static inline bool field8_visit_column(const field8_walk *w, field8_place *p,
                                                     carom__field_span rows, unsigned lanes) {
  field8_row row;
  field8_load_line(p, (uint32_t)rows.first, row.heights[1]);
  for (int j = rows.first; j <= rows.last; j++) {
    field8_next_row(p, (uint32_t)j, &row);
    if (!field8_visit_cells(w, p, &row, lanes)) return false;
  }
  return true;
}

/* A bit for each block of a row of blocks whose range touches the box. */
CAROM__LANES8 static inline unsigned field8_blocks_in(const field8_walk *w, const field8_place *p,
                                                      uint32_t row) {
  size_t at = row / CAROM__FIELD_BLOCK * CAROM__FIELD_BLOCKS;
  carom__lanes8 low = field8_heights(w->field, p->tile->lows, at);
  carom__lanes8 high = field8_heights(w->field, p->tile->highs, at);
  return lanes8_bits(lanes8_and(lanes8_ge(w->box.high[1], low), lanes8_ge(high, w->box.low[1])));
}

/* Rows of one row of blocks. Groups of eight columns begin where the box does, so they may lie in two blocks.
 */
CAROM__LANES8 static inline bool field8_visit_band(const field8_walk *w, field8_place *p,
                                                   carom__field_span columns, carom__field_span rows) {
  unsigned blocks = field8_blocks_in(w, p, (uint32_t)rows.first);
  for (int i = columns.first; i <= columns.last; i += CAROM__FIELD_BLOCK) {
    int count = columns.last - i + 1, end = count < CAROM__FIELD_BLOCK ? columns.last : i + 7;
    bool in = (blocks >> i / CAROM__FIELD_BLOCK | blocks >> end / CAROM__FIELD_BLOCK) & 1;
    p->column = (uint32_t)i;
    if (in && !field8_visit_column(w, p, rows, count < 8 ? (1u << count) - 1 : 0xff)) return false;
  }
  return true;
}

CAROM__LANES8 static inline bool field8_visit_tile(const field8_walk *w, uint32_t number) {
  const carom__field_tile *tile = w->field->tiles[number];
  field8_place p = {.field = w->field,
                    .tile = tile,
                    .first_column = field_first_column(w->field, number),
                    .first_row = field_first_row(w->field, number)};
  carom__field_span columns = field8_part(w->columns, p.first_column, tile->columns);
  carom__field_span rows = field8_part(w->rows, p.first_row, tile->rows);
  if (columns.last - columns.first < FIELD8_FEW) return field8_visit_few(w, &p, columns, rows);
  for (int j = rows.first; j <= rows.last; j = (j | 7) + 1) {
    carom__field_span band = {j, (j | 7) < rows.last ? j | 7 : rows.last};
    if (!field8_visit_band(w, &p, columns, band)) return false;
  }
  return true;
}

CAROM__LANES8 static void field8_walk_box(const carom_field *field, const carom_aabb *box,
                                          const carom_obb *obb, carom__mesh_visitor visitor) {
  field8_walk w = {field,
                   mesh8_box_of(box),
                   obb,
                   visitor,
                   carom__field_between(field, 0, box->min.x, box->max.x),
                   carom__field_between(field, 1, box->min.z, box->max.z)};
  if (w.columns.first > w.columns.last || w.rows.first > w.rows.last) return;
  for (int j = w.rows.first / CAROM__FIELD_TILE; j <= w.rows.last / CAROM__FIELD_TILE; j++)
    for (int i = w.columns.first / CAROM__FIELD_TILE; i <= w.columns.last / CAROM__FIELD_TILE; i++) {
      uint32_t tile = (uint32_t)j * field->tile_columns + (uint32_t)i;
      bool in = field->lows[tile] <= box->max.y && field->highs[tile] >= box->min.y;
      if (in && !field8_visit_tile(&w, tile)) return;
    }
}

#endif

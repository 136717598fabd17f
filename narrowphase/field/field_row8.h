/* field_row8.h: the cells and the triangles of a row of a field that touch a box. */
#ifndef CAROM_NARROWPHASE_FIELD_ROW8_H
#define CAROM_NARROWPHASE_FIELD_ROW8_H

#include "field8.h"
#include "mesh_walk8.h"

typedef struct field8_walk {
  const carom_field *field;
  mesh8_box box;
  const carom_obb *obb; /* in the box; NULL: none */
  carom__mesh_visitor visitor;
  carom__field_span columns, rows; /* that touch the box */
} field8_walk;

/* Goes to a row whose lower line was that after the row before. */
CAROM__LANES8 static inline void field8_next_row(field8_place *p, uint32_t number, field8_row *row) {
  p->row = number;
  row->heights[0][0] = row->heights[1][0];
  row->heights[0][1] = row->heights[1][1];
  field8_load_line(p, number + 1, row->heights[1]);
}

/* Those of the cells that are no holes and whose range of heights touches that of the box. */
CAROM__LANES8 static inline unsigned field8_cells_in(const field8_walk *w, const field8_place *p,
                                                     const field8_row *row, unsigned lanes) {
  carom__lanes8 in =
      lanes8_and(lanes8_ge(w->box.high[1], field8_least(row)), lanes8_ge(field8_most(row), w->box.low[1]));
  return lanes & lanes8_bits(in) & ~field8_bits(p->tile->holes, p);
}

/* Those of the triangles that touch the box. */
CAROM__LANES8 static inline unsigned field8_touching(const field8_walk *w, const triangle8 *t,
                                                     unsigned lanes) {
  lanes &= mesh8_triangles_in(t, &w->box);
  return lanes && w->obb ? lanes & mesh8_touching(t, w->obb) : lanes;
}

#endif

/* box_collide8_body.h: carom__collide_box_box on eight pairs, a pair a lane: the same operations in the same
 * order, in the form of lanes8.h that the including file asks for. Lanes take all branches and keep what is
 * theirs; only what few pairs come to is left to the single test. */
#ifndef CAROM_NARROWPHASE_BOX_COLLIDE8_BODY_H
#define CAROM_NARROWPHASE_BOX_COLLIDE8_BODY_H

#include <stddef.h>
#include <string.h>

#include "box_collide8.h"
#include "box_edge8.h"
#include "box_face8.h"
#include "box_sat8.h"

/* Of the pairs whose axis is that of an edge of each: the normal, and one point. */
CAROM__LANES8 static inline void add_edge_contacts8(const carom__sat8_pair *p, const box_axis8 *axis,
                                                    carom__lanes8 on_edge, manifold8 *out) {
  box_edges8 edges;
  box_edges8_of(p, axis->index, &edges);
  point8 point = box_edges8_meeting(p, &edges);
  point.separation = lanes8_min(axis->separation, lanes8_splat(0));
  for (int k = 0; k < 3; k++) out->normal[k] = lanes8_select(on_edge, edges.unit[k], out->normal[k]);
  out->points[0] = point8_select(on_edge, &point, &out->points[0]);
  out->count = lanes8_select(on_edge, lanes8_splat(1), out->count);
}

/* Pairs that are apart have no points; and no normal where the rounding of an edge axis hides it. */
CAROM__LANES8 static inline void part8(const box_axis8 *axis, manifold8 *out) {
  carom__lanes8 zero = lanes8_splat(0), told = lanes8_gt(axis->separation, zero);
  carom__lanes8 hidden = lanes8_select(told, zero, axis->apart);
  out->least = lanes8_select(axis->apart, lanes8_and(told, axis->separation), lanes8_min(axis->least, zero));
  out->count = lanes8_select(axis->apart, zero, out->count);
  for (int i = 0; i < 3; i++) out->normal[i] = lanes8_select(hidden, zero, out->normal[i]);
}

_Static_assert(offsetof(carom__point, position) == 0 &&
                   offsetof(carom__point, separation) == 3 * sizeof(float),
               "a point begins with four floats");

CAROM__LANES8 static inline void store_points8(const point8 points[CAROM_MANIFOLD_POINTS],
                                               carom__manifold out[8]) {
  float places[8][4], names[8];
  for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++) {
    const point8 *p = &points[i];
    const carom__lanes8 columns[4] = {p->at[0], p->at[1], p->at[2], p->separation};
    lanes8_store_columns(columns, places);
    lanes8_store(names, p->name);
    for (int k = 0; k < 8; k++) {
      memcpy(&out[k].points[i], places[k], sizeof places[k]);
      out[k].points[i].feature = (uint32_t)names[k];
    }
  }
}

CAROM__LANES8 static inline void store_manifolds8(const manifold8 *m, carom__manifold out[8]) {
  const carom__lanes8 columns[4] = {m->normal[0], m->normal[1], m->normal[2], m->count};
  float heads[8][4], least[8];
  lanes8_store_columns(columns, heads);
  lanes8_store(least, m->least);
  for (int k = 0; k < 8; k++) {
    out[k].normal = vec3(heads[k][0], heads[k][1], heads[k][2]);
    out[k].count = (uint32_t)heads[k][3];
    out[k].least = least[k];
  }
  store_points8(m->points, out);
}

CAROM__LANES8 static unsigned box_collide8(const carom__box_task tasks[8], carom__manifold out[8]) {
  carom__sat8_pair pair;
  box_axis8 axis;
  manifold8 m;
  box_tasks8_load(tasks, &pair);
  box_sat8(&pair, &axis);
  carom__lanes8 on_edge = lanes8_gt(axis.index, lanes8_splat(5));
  unsigned edges = lanes8_bits(on_edge), faces = ~edges & ~lanes8_bits(axis.apart) & 0xff;
  unsigned hard = box_faces8(&pair, &axis, faces, &m);
  if (edges) add_edge_contacts8(&pair, &axis, on_edge, &m);
  part8(&axis, &m);
  store_manifolds8(&m, out);
  return hard;
}

CAROM__LANES8 static unsigned box_apart8(const carom__box_task tasks[8]) {
  carom__sat8_pair pair;
  box_tasks8_load(tasks, &pair);
  return sat8_apart_bits(&pair);
}

#endif

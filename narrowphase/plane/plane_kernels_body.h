/* plane_kernels_body.h: the functions of plane_kernels.h in the form of lanes8.h that the including file
 * selects. They load pairs from memory into lanes and store the results. */
#ifndef CAROM_NARROWPHASE_PLANE_KERNELS_BODY_H
#define CAROM_NARROWPHASE_PLANE_KERNELS_BODY_H

#include <string.h>

#include "flat_edges8.h"
#include "plane_kernels.h"
#include "rectangles8.h"

_Static_assert(sizeof(carom__rectangle_touch) == 12 * sizeof(float) &&
                   offsetof(carom__rectangle_touch, points) == 4 * sizeof(float),
               "three times four floats");
_Static_assert(offsetof(carom_rectangle, half) == 0 &&
                   offsetof(carom_rectangle, radius) == 2 * sizeof(float) && offsetof(carom_box, half) == 0,
               "the half extents come first");

/* The sizes of eight shapes, which begin with their half extents, and their frames. */
typedef struct rows8 {
  const float *sizes[8];
  const carom_frame *frames[8];
} rows8;

/* The third size is the radius of a rectangle. Reads four floats of each shape, which is no less. */
CAROM__LANES8 static inline rectangle8 load_rectangles8(const rows8 *rows) {
  const float *axes[8];
  carom__lanes8 axis[4], sizes[4];
  for (int k = 0; k < 8; k++) axes[k] = &rows->frames[k]->axes.x.x;
  lanes8_load_columns(axes, 0, axis);
  lanes8_load_columns(rows->sizes, 0, sizes);
  return (rectangle8){{axis[0], axis[1]}, {sizes[0], sizes[1]}, sizes[2]};
}

CAROM__LANES8 static inline rectangles8 load_pairs8(const rows8 *a, const rows8 *b) {
  const double *from[8], *to[8];
  carom__lanes8 offset[3];
  for (int k = 0; k < 8; k++) from[k] = &a->frames[k]->origin.x, to[k] = &b->frames[k]->origin.x;
  lanes8_offsets(from, to, offset);
  return (rectangles8){load_rectangles8(a), load_rectangles8(b), {offset[0], offset[1]}};
}

CAROM__LANES8 static inline void store_touch8(const touch8 *t, carom__rectangle_touch out[8]) {
  float rows[3][8][4];
  const carom__lanes8 head[4] = {t->normal[0], t->normal[1], t->count, lanes8_splat(0)};
  lanes8_store_columns(head, rows[0]);
  for (int i = 0; i < 2; i++) {
    const carom__lanes8 point[4] = {t->x[i], t->y[i], t->separation[i], t->name[i]};
    lanes8_store_columns(point, rows[i + 1]);
  }
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < 3; i++) memcpy((float *)&out[k] + 4 * i, rows[i][k], sizeof rows[i][k]);
}

CAROM__LANES8 static unsigned touch_eight(const carom__rectangle_task tasks[8],
                                          carom__rectangle_touch out[8]) {
  rows8 a, b;
  touch8 touch;
  for (int k = 0; k < 8; k++) {
    a.sizes[k] = &tasks[k].a->half.x, a.frames[k] = tasks[k].frame_a;
    b.sizes[k] = &tasks[k].b->half.x, b.frames[k] = tasks[k].frame_b;
  }
  rectangles8 pairs = load_pairs8(&a, &b);
  view8 view;
  view8_of(&pairs, &view);
  unsigned unsure = touch_rectangles8(&pairs, &view, &touch);
  store_touch8(&touch, out);
  return unsure & 0xff;
}

/* padded_half of what has no height. */
CAROM__LANES8 static inline void pad_rectangles8(rectangle8 *r, float padding) {
  carom__lanes8 pad = lanes8_mul(lanes8_splat(padding), lanes8_add(r->half[0], r->half[1]));
  for (int i = 0; i < 2; i++) r->half[i] = lanes8_add(r->half[i], pad);
}

/* Padding is more than all that rounding comes to, so that no doubt is left. */
CAROM__LANES8 static unsigned apart_eight(const carom__box_task tasks[8], float padding) {
  rows8 a, b;
  for (int k = 0; k < 8; k++) {
    a.sizes[k] = &tasks[k].a->half.x, a.frames[k] = tasks[k].frame_a;
    b.sizes[k] = &tasks[k].b->half.x, b.frames[k] = tasks[k].frame_b;
  }
  rectangles8 pairs = load_pairs8(&a, &b);
  pad_rectangles8(&pairs.a, padding);
  pad_rectangles8(&pairs.b, padding);
  view8 view;
  view8_of(&pairs, &view);
  return lanes8_bits(lanes8_gt(view.separation, lanes8_splat(0)));
}

CAROM__DEFINE_KERNELS(carom__plane_kernels, find, lowest, touch_eight, apart_eight);

#endif

/* plane_kernels_body.h: the functions of plane_kernels.h in the form of lanes8.h that the including file
 * selects. They load pairs from memory into lanes and store the results. */
#ifndef CAROM_NARROWPHASE_PLANE_KERNELS_BODY_H
#define CAROM_NARROWPHASE_PLANE_KERNELS_BODY_H

#include <float.h>
#include <string.h>

#include "plane_kernels.h"
#include "polygons8.h"
#include "rectangles8.h"

/* --- The overlap of two cores along the normals of all edges (Gottschalk, Lin and Manocha, 1996), eight
 * edges at a time and with no branch that cannot be predicted --- */

CAROM__LANES8 static inline carom__lanes8 along(carom__lanes8 ax, carom__lanes8 ay, carom__lanes8 bx,
                                                carom__lanes8 by) {
  return lanes8_add(lanes8_mul(ax, bx), lanes8_mul(ay, by));
}

/* The vertices in the order of shape_rectangle.c, and the normals of the edges that begin there. */
CAROM__LANES8 static inline void fill_rectangle(carom__outline_rows *out) {
  static const float signs[4][8] = {{-1, 1, 1, -1, -1, -1, -1, -1},
                                    {-1, -1, 1, 1, -1, -1, -1, -1},
                                    {0, 1, 0, -1, 0, 0, 0, 0},
                                    {-1, 0, 1, 0, -1, -1, -1, -1}};
  lanes8_store(out->room, lanes8_mul(lanes8_load(signs[0]), lanes8_splat(out->half.x)));
  lanes8_store(out->room + 8, lanes8_mul(lanes8_load(signs[1]), lanes8_splat(out->half.y)));
  lanes8_store(out->room + 16, lanes8_load(signs[2]));
  lanes8_store(out->room + 24, lanes8_load(signs[3]));
  out->rows = out->room;
}

CAROM__LANES8 static inline void turn(const carom__flat_pose *pose, uint32_t length, carom__outline_rows *b) {
  carom__lanes8 cosine = lanes8_splat((float)pose->axis.x), sine = lanes8_splat((float)pose->axis.y);
  carom__lanes8 origin_x = lanes8_splat((float)pose->origin.x);
  carom__lanes8 origin_y = lanes8_splat((float)pose->origin.y), minus = lanes8_neg(sine);
  for (uint32_t i = 0; i < length; i += 8) {
    const float *from = b->rows + i;
    float *to = b->room + i;
    carom__lanes8 x = lanes8_load(from), y = lanes8_load(from + length);
    carom__lanes8 out_x = lanes8_load(from + 2 * length), out_y = lanes8_load(from + 3 * length);
    lanes8_store(to, lanes8_add(origin_x, along(cosine, minus, x, y)));
    lanes8_store(to + length, lanes8_add(origin_y, along(sine, cosine, x, y)));
    lanes8_store(to + 2 * length, along(cosine, minus, out_x, out_y));
    lanes8_store(to + 3 * length, along(sine, cosine, out_x, out_y));
  }
  b->rows = b->room;
}

/* How deep the other core is below each edge of one, and how high its lowest vertex is there, from the
 * origin; gives the lesser of `least` and these depths. */
CAROM__LANES8 static inline carom__lanes8 depths_below(const carom__outline_rows *own, uint32_t length,
                                                       const carom__outline_rows *other,
                                                       uint32_t other_length, carom__lanes8 least, float *out,
                                                       float *heights) {
  const float *other_x = other->rows, *other_y = other_x + other_length;
  for (uint32_t i = 0; i < length; i += 8) {
    const float *rows = own->rows + i;
    carom__lanes8 x = lanes8_load(rows + 2 * length), y = lanes8_load(rows + 3 * length);
    carom__lanes8 lowest = lanes8_splat(FLT_MAX);
    for (uint32_t k = 0; k < other->vertices; k++)
      lowest = lanes8_min(lowest, along(x, y, lanes8_splat(other_x[k]), lanes8_splat(other_y[k])));
    carom__lanes8 level = along(x, y, lanes8_load(rows), lanes8_load(rows + length));
    carom__lanes8 depth = lanes8_sub(level, lowest);
    lanes8_store(&out[i], depth);
    lanes8_store(&heights[i], lowest);
    least = lanes8_min(least, depth);
  }
  return least;
}

/* Which of some values are within a limit. */
CAROM__LANES8 static inline uint64_t within(const float *values, uint32_t count, float limit) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < count; i += 8)
    bits |= (uint64_t)lanes8_bits(lanes8_ge(lanes8_splat(limit), lanes8_load(&values[i]))) << i;
  return bits & ~(~(uint64_t)1 << (count - 1));
}

/* Both cores have rows of the given lengths. Where these are constants no loop over the rows is left. */
#define DEFINE_FIND(name, length_a, length_b)                                                                \
  CAROM__LANES8 static void name(const carom__flat_pose *b_in_a, carom__flat_edges *edges) {                 \
    carom__outline_rows *a = &edges->outlines[0], *b = &edges->outlines[1];                                  \
    float of_a[CAROM__FLAT_VERTICES], of_b[CAROM__FLAT_VERTICES];                                            \
    carom__lanes8 least = lanes8_splat(FLT_MAX);                                                             \
    turn(b_in_a, length_b, b);                                                                               \
    if (a->edges > 0) least = depths_below(a, length_a, b, length_b, least, of_a, edges->heights[0]);        \
    if (b->edges > 0) least = depths_below(b, length_b, a, length_a, least, of_b, edges->heights[1]);        \
    edges->depth = a->edges + b->edges > 0 ? lanes8_least(least) : 0;                                        \
    float limit = edges->depth + 2 * edges->doubt;                                                           \
    edges->among[0] = a->edges > 0 ? within(of_a, a->edges, limit) : 0;                                      \
    edges->among[1] = b->edges > 0 ? within(of_b, b->edges, limit) : 0;                                      \
  }
DEFINE_FIND(find_eight, 8, 8)
DEFINE_FIND(find_any, flat_row_length(a->vertices), flat_row_length(b->vertices))

CAROM__LANES8 static void find(const carom__flat_pose *b_in_a, carom__flat_edges *edges) {
  carom__outline_rows *a = &edges->outlines[0], *b = &edges->outlines[1];
  if (!a->rows) fill_rectangle(a);
  if (!b->rows) fill_rectangle(b);
  (a->vertices <= 8 && b->vertices <= 8 ? find_eight : find_any)(b_in_a, edges);
}

CAROM__LANES8 static uint64_t lowest(const carom__flat_edges *edges, int side, uint32_t edge) {
  const carom__outline_rows *own = &edges->outlines[side], *other = &edges->outlines[1 - side];
  const float *out = own->rows + 2 * flat_row_length(own->vertices) + edge;
  carom__lanes8 x = lanes8_splat(out[0]), y = lanes8_splat(out[flat_row_length(own->vertices)]);
  carom__lanes8 limit = lanes8_splat(edges->heights[side][edge] + 2 * edges->doubt);
  uint32_t length = flat_row_length(other->vertices);
  uint64_t bits = 0;
  for (uint32_t i = 0; i < length; i += 8) {
    const float *rows = other->rows + i;
    carom__lanes8 height = along(x, y, lanes8_load(rows), lanes8_load(rows + length));
    bits |= (uint64_t)lanes8_bits(lanes8_ge(limit, height)) << i;
  }
  return bits & ~(~(uint64_t)1 << (other->vertices - 1));
}

/* --- Rectangles --- */

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

/* --- Polygons --- */

#ifndef __wasm__
CAROM__LANES8 static bool polygons(carom__polygon_task *task, carom_manifold *out) {
  for (int i = 0; i < 2; i++)
    if (!task->outlines[i].rows) fill_rectangle(&task->outlines[i]);
  return collide_polygons8(task, out);
}
#else
/* The module for the web would be a third of a percent larger. */
static bool polygons(carom__polygon_task *task, carom_manifold *out) { return (void)task, (void)out, false; }
#endif

CAROM__DEFINE_KERNELS(carom__plane_kernels, find, lowest, touch_eight, apart_eight, polygons);

#endif

/* rectangle_pair_body.h: how one pair of rectangles touches: the code of rectangles8.h in one lane, with a
 * branch where that saves most of it; the bits are the same. */
#ifndef CAROM_NARROWPHASE_RECTANGLE_PAIR_BODY_H
#define CAROM_NARROWPHASE_RECTANGLE_PAIR_BODY_H

#define CAROM_LANES8_ONE

#include "plane_kernels.h"
#include "rectangles8.h"

CAROM__LANES8 static inline rectangle8 rectangle_of(const carom_rectangle *r, const carom_frame *frame) {
  carom_vec3 axis = frame->axes.x;
  return (rectangle8){{lanes8_splat(axis.x), lanes8_splat(axis.y)},
                      {lanes8_splat(r->half.x), lanes8_splat(r->half.y)},
                      lanes8_splat(r->radius)};
}

CAROM__LANES8 static inline rectangles8 pair_of(const carom__rectangle_task *task) {
  carom_pos from = task->frame_a->origin, to = task->frame_b->origin;
  return (rectangles8){rectangle_of(task->a, task->frame_a),
                       rectangle_of(task->b, task->frame_b),
                       {lanes8_splat((float)(to.x - from.x)), lanes8_splat((float)(to.y - from.y))}};
}

/* Where B's axis is the better one. Looks along both only when they are all but as good. */
CAROM__LANES8 static inline carom__lanes8 find_better(const view8 *v) {
  carom__lanes8 most_a = lanes8_max(v->gaps_a[0], v->gaps_a[1]);
  carom__lanes8 gain = lanes8_sub(lanes8_max(v->gaps_b[0], v->gaps_b[1]), most_a);
  if (!lanes8_bits(lanes8_ge(v->near, lanes8_abs(gain)))) return lanes8_gt(gain, lanes8_splat(0));
  look8 a, b;
  look_both8(v, &a, &b);
  return prefer_b8(&a, &b, v->near);
}

/* Looks along the axis that is chosen, so that only one look is computed. */
CAROM__LANES8 static inline void look_best(const rectangles8 *p, const view8 *v, carom__lanes8 is_b,
                                           look8 *out) {
  const sight8 *a = &v->of_a, *b = &v->of_b;
  carom__lanes8 gaps[2];
  rectangle8 own, other;
  sight8 s = {
      .own = &own, .other = &other, .cosine = a->cosine, .sine = lanes8_select(is_b, b->sine, a->sine)};
  for (int i = 0; i < 2; i++) {
    own.half[i] = lanes8_select(is_b, p->b.half[i], p->a.half[i]);
    other.half[i] = lanes8_select(is_b, p->a.half[i], p->b.half[i]);
    s.at[i] = lanes8_select(is_b, b->at[i], a->at[i]);
    gaps[i] = lanes8_select(is_b, v->gaps_b[i], v->gaps_a[i]);
  }
  look_at8(&s, gaps, same_depth8(v), out);
}

CAROM__LANES8 static inline void store_touch(const touch8 *t, carom__rectangle_touch *out) {
  *out = (carom__rectangle_touch){.normal = {lanes_first(t->normal[0]), lanes_first(t->normal[1])},
                                  .count = lanes_first(t->count)};
  for (int i = 0; i < 2; i++) {
    out->points[i].x = lanes_first(t->x[i]), out->points[i].y = lanes_first(t->y[i]);
    out->points[i].separation = lanes_first(t->separation[i]), out->points[i].name = lanes_first(t->name[i]);
  }
}

CAROM__LANES8 static bool touch_pair(const carom__rectangle_task *task, carom__rectangle_touch *out) {
  rectangles8 pair = pair_of(task);
  view8 view;
  look8 look;
  touch8 touch;
  unsigned unsure;
  view8_of(&pair, &view);
  if (apart8(&view, &unsure)) {
    out->count = 0;
    return true;
  }
  if (unsure & 1) return false;
  carom__lanes8 is_b = find_better(&view);
  look_best(&pair, &view, is_b, &look);
  if (!lanes8_bits(look.across)) return false;
  touch_along8(&pair, &view, is_b, &look, &touch);
  store_touch(&touch, out);
  return true;
}

CAROM__LANES8 static carom__touch_state overlap_pair(const carom__rectangle_task *task) {
  rectangles8 pair = pair_of(task);
  view8 view;
  unsigned unsure;
  view8_of(&pair, &view);
  unsigned apart = apart8(&view, &unsure);
  if (unsure & 1) return CAROM__TOUCH_UNKNOWN;
  return apart ? CAROM__APART : CAROM__TOUCHING;
}

CAROM__DEFINE_KERNELS(carom__rectangle_pair, touch_pair, overlap_pair);

#endif

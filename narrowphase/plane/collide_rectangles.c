/* collide_rectangles.c: pairs of rectangles: eight in lanes (plane_kernels.h), and those that are left over
 * alone, by the same code in one lane (rectangles8.h), with a branch where that saves most of it; the bits
 * are the same. */
#define CAROM_LANES8_ONE

#include "collide_rectangles.h"

#include "collide_flats.h"
#include "flat_class.h"
#include "rectangles8.h"

/* --- One pair --- */

/* In the first lane; the others are zero, which costs less to load. */
static inline carom__lanes8 one(float s) { return lanes_set(s, 0, 0, 0); }

static inline rectangle8 rectangle_of(const carom_rectangle *r, const carom_frame *frame) {
  carom_vec3 axis = frame->axes.x;
  return (rectangle8){{one(axis.x), one(axis.y)}, {one(r->half.x), one(r->half.y)}, one(r->radius)};
}

static inline rectangles8 pair_of(const carom__rectangle_task *task) {
  carom_pos from = task->frame_a->origin, to = task->frame_b->origin;
  return (rectangles8){rectangle_of(task->a, task->frame_a),
                       rectangle_of(task->b, task->frame_b),
                       {one((float)(to.x - from.x)), one((float)(to.y - from.y))}};
}

/* Where B's axis is the better one. Looks along both only when they are all but as good. */
static inline carom__lanes8 find_better(const view8 *v) {
  carom__lanes8 most_a = lanes8_max(v->gaps_a[0], v->gaps_a[1]);
  carom__lanes8 gain = lanes8_sub(lanes8_max(v->gaps_b[0], v->gaps_b[1]), most_a);
  if (!lanes8_bits(lanes8_ge(v->near, lanes8_abs(gain)))) return lanes8_gt(gain, lanes8_splat(0));
  look8 a, b;
  look_both8(v, &a, &b);
  return prefer_b8(&a, &b, v->near);
}

/* Looks along the axis that is chosen, so that only one look is computed. */
static inline void look_best(const rectangles8 *p, const view8 *v, carom__lanes8 is_b, look8 *out) {
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

static inline void store_touch(const touch8 *t, carom__rectangle_touch *out) {
  *out = (carom__rectangle_touch){.normal = {lanes_first(t->normal[0]), lanes_first(t->normal[1])},
                                  .count = lanes_first(t->count)};
  for (int i = 0; i < 2; i++) {
    out->points[i].x = lanes_first(t->x[i]), out->points[i].y = lanes_first(t->y[i]);
    out->points[i].separation = lanes_first(t->separation[i]), out->points[i].name = lanes_first(t->name[i]);
  }
}

/* False where the axes do not decide, and the touch is undefined. */
static bool touch_pair(const carom__rectangle_task *task, carom__rectangle_touch *out) {
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

carom__touch_state carom__rectangles_touch(const carom__rectangle_task *task) {
  rectangles8 pair = pair_of(task);
  view8 view;
  unsigned unsure;
  view8_of(&pair, &view);
  unsigned apart = apart8(&view, &unsure);
  if (unsure & 1) return CAROM__TOUCH_UNKNOWN;
  return apart ? CAROM__APART : CAROM__TOUCHING;
}

/* --- All pairs --- */

/* What the axes do not decide for certain. */
static void walk(const carom__rectangle_task *task, carom__rectangle_touch *out) {
  const carom_mat3 *axes = &task->frame_a->axes;
  carom__relative b_in_a = frame_relative(task->frame_a, task->frame_b);
  carom__flat flat_a, flat_b;
  carom__manifold m;
  carom__rectangle_flat(task->a, &flat_a);
  carom__rectangle_flat(task->b, &flat_b);
  carom__collide_flats(&flat_a, &flat_b, &b_in_a, &m);
  carom_vec3 normal = mat3_mul_vec3(axes, m.normal);
  *out = (carom__rectangle_touch){.normal = {normal.x, normal.y}, .count = (float)m.count};
  for (uint32_t i = 0; i < m.count; i++) {
    carom_vec3 at = mat3_mul_vec3(axes, m.points[i].position);
    out->points[i].x = at.x, out->points[i].y = at.y;
    out->points[i].separation = m.points[i].separation, out->points[i].name = (float)m.points[i].feature;
  }
}

void carom__collide_rectangle_task(const carom__rectangle_task *task, carom__rectangle_touch *out) {
  if (!touch_pair(task, out)) walk(task, out);
}

/* What is left of fewer than eight is done one by one. */
void carom__collide_rectangles(const carom__rectangle_task *tasks, size_t count,
                               carom__rectangle_touch *out) {
  const carom__plane_kernels *kernels = carom__plane_kernels_best();
  for (; count >= 8; tasks += 8, out += 8, count -= 8)
    for (unsigned unsure = kernels->touch(tasks, out); unsure; unsure &= unsure - 1)
      walk(&tasks[bits_lowest(unsure)], &out[bits_lowest(unsure)]);
  for (size_t i = 0; i < count; i++) carom__collide_rectangle_task(&tasks[i], &out[i]);
}

static carom_contact_point point_of(const carom__rectangle_touch *touch, uint32_t i, carom_pos origin) {
  carom_pos at = {origin.x + (double)touch->points[i].x, origin.y + (double)touch->points[i].y, origin.z};
  return (carom_contact_point){at, touch->points[i].separation, (uint32_t)touch->points[i].name};
}

/* The origin is copied because the compiler must think that writing the result may change it. Whether there
 * is a second point is a matter of chance, so that it is no branch: a point that is none is written where all
 * is cleared afterwards. */
void carom__rectangle_touch_to_world(const carom__rectangle_touch *touch, const carom_frame *frame_a,
                                     carom_manifold *out) {
  const carom_pos origin = frame_a->origin;
  uint32_t count = (uint32_t)touch->count;
  out->normal = count > 0 ? vec3(touch->normal[0], touch->normal[1], 0) : vec3(0, 0, 0);
  out->point_count = count;
  out->points[0] = count > 0 ? point_of(touch, 0, origin) : (carom_contact_point){.feature = 0};
  out->points[1] = (carom_contact_point){.feature = 0};
  if (count > 0) out->points[count > 1 ? 1 : CAROM_MANIFOLD_POINTS - 1] = point_of(touch, 1, origin);
  for (uint32_t i = 2; i < CAROM_MANIFOLD_POINTS; i++) out->points[i] = (carom_contact_point){.feature = 0};
}

/* Of fewer than eight at the end the first is done several times. */
void carom__overlap_planar_boxes(const carom__box_task *tasks, size_t count, float padding, bool *out) {
  const carom__plane_kernels *kernels = carom__plane_kernels_best();
  carom__box_task last[8];
  for (size_t i = 0; i < count; i += 8) {
    size_t some = count - i < 8 ? count - i : 8;
    for (size_t k = 0; some < 8 && k < 8; k++) last[k] = tasks[i + (k < some ? k : 0)];
    unsigned apart = kernels->apart(some < 8 ? last : &tasks[i], padding);
    for (size_t k = 0; k < some; k++) out[i + k] = !(apart >> k & 1);
  }
}

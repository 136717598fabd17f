/* collide_rectangles.c: pairs of rectangles: eight in lanes (plane_kernels.h), and those that are left over
 * alone, by the same code in one lane (rectangles8.h), with a branch where that saves most of it; the bits
 * are the same. */
#define CAROM_LANES8_ONE

#include "collide_rectangles.h"

#include "collide_flats.h"
#include "flat_class.h"
#include "rectangles8.h"

/* --- One pair, with an axis in each lane: A's x and y, and B's --- */

/* What the lanes have alike is computed in the first one of each. */
typedef struct axes_view {
  carom__lanes own, other_x, other_y; /* half extents */
  carom__lanes axes;                  /* own x axis: A's x and y, and B's */
  carom__lanes at;                    /* the other's centre, along the axis */
  carom__lanes sine;                  /* of the other's x axis */
  carom__lanes gaps;
  carom__lanes is_y, is_b;
  float offset[2], cosine, separation, size, radius_a, radius_b;
} axes_view;

/* Four floats are read of each shape, which is no less. */
static inline carom__lanes halves_of(const carom_rectangle *r) { return lanes_load(&r->half.x); }

static inline carom__lanes axis_of(const carom_frame *frame) { return lanes_load(&frame->axes.x.x); }

static inline float greater(float a, float b) { return a > b ? a : b; }

static inline void view_axes(const carom__rectangle_task *task, axes_view *v) {
  static const uint32_t is_y[4] = {0, ~0u, 0, ~0u}, is_b[4] = {0, 0, ~0u, ~0u};
  carom_pos from = task->frame_a->origin, to = task->frame_b->origin;
  carom_vec3 a = task->frame_a->axes.x, b = task->frame_b->axes.x;
  carom_vec2 half_a = task->a->half, half_b = task->b->half;
  float x = (float)(to.x - from.x), y = (float)(to.y - from.y);
  float cosine = a.x * b.x + a.y * b.y, sine = a.x * b.y - a.y * b.x;
  float c = fabsf(cosine), s = fabsf(sine);
  memcpy(&v->is_y, is_y, sizeof is_y);
  memcpy(&v->is_b, is_b, sizeof is_b);
  v->own = lanes_join_low(halves_of(task->a), halves_of(task->b));
  carom__lanes other = lanes_zwxy(v->own);
  v->axes = lanes_join_low(axis_of(task->frame_a), axis_of(task->frame_b));
  v->other_x = lanes_xxzz(other), v->other_y = lanes_yyww(other);
  carom__lanes way = lanes_set(x, y, x, y), left = lanes_mul(lanes_yxwz(way), lanes_set(1, -1, 1, -1));
  carom__lanes at = lanes_add(lanes_mul(lanes_xxzz(v->axes), way), lanes_mul(lanes_yyww(v->axes), left));
  v->at = lanes_select(v->is_b, lanes_neg(at), at);
  v->sine = lanes_set(sine, sine, 0 - sine, 0 - sine);
  carom__lanes turn = lanes_set(c, s, c, s);
  carom__lanes reach = lanes_add(lanes_mul(turn, v->other_x), lanes_mul(lanes_yxwz(turn), v->other_y));
  v->gaps = lanes_sub(lanes_abs(v->at), lanes_add(v->own, reach));
  carom__lanes widest = lanes_max(v->gaps, lanes_yxwz(v->gaps));
  v->separation = lanes_first(lanes_max(widest, lanes_zwxy(widest)));
  v->offset[0] = x, v->offset[1] = y, v->cosine = cosine;
  v->radius_a = task->a->radius, v->radius_b = task->b->radius;
  float radii = v->radius_a + v->radius_b;
  v->size = (fabsf(x) + fabsf(y)) + ((half_a.x + half_a.y) + (half_b.x + half_b.y)) + (radii + radii);
}

/* look_at8, of both axes of each. */
static inline void look_along(const axes_view *v, look8 *l) {
  carom__lanes cosine = lanes_splat(v->cosine), minus = lanes_neg(v->sine);
  carom__lanes x = lanes_select(v->is_y, v->sine, cosine), y = lanes_select(v->is_y, cosine, minus);
  l->separation = v->gaps;
  l->is_y = v->is_y, l->side = lanes_copysign(lanes_splat(1), v->at);
  l->reach = v->own, l->extent = lanes_yxwz(v->own);
  l->out = lanes_abs(v->at), l->along = lanes_yxwz(v->at);
  l->x_out = lanes_mul(l->side, lanes_mul(x, v->other_x)), l->x_along = lanes_mul(lanes_yxwz(x), v->other_x);
  l->y_out = lanes_mul(l->side, lanes_mul(y, v->other_y)), l->y_along = lanes_mul(lanes_yxwz(y), v->other_y);
  go_to_vertex8(lanes_splat(0.25f * (RECTANGLES8_NEAR * v->size)), l);
  l->across = lanes_ge(l->extent, lanes_abs(l->along));
}

/* The axis that prefer_b8 and look_at8 choose. */
static inline unsigned choose_axis(const axes_view *v, unsigned across) {
  float gaps[4];
  lanes_store(gaps, v->gaps);
  unsigned a = gaps[1] > gaps[0], b = 2 + (gaps[3] > gaps[2]);
  float gain = greater(gaps[2], gaps[3]) - greater(gaps[0], gaps[1]);
  bool across_a = across >> a & 1, across_b = across >> b & 1;
  bool tie = (RECTANGLES8_NEAR * v->size >= fabsf(gain)) & (across_a | across_b);
  bool is_b = tie ? !across_a : gain > 0;
  return is_b ? b : a;
}

/* carrier8_of, of all axes. */
static inline void carry(const axes_view *v, const look8 *l, carrier8 *c) {
  float radii = 0.5f * (v->radius_a - v->radius_b);
  carom__lanes left = lanes_select(v->is_y, lanes_neg(v->axes), v->axes);
  c->outward[0] = lanes_mul(l->side, left), c->outward[1] = lanes_mul(l->side, lanes_yxwz(v->axes));
  c->along[0] = lanes_yxwz(left), c->along[1] = v->axes;
  for (int i = 0; i < 2; i++) c->center[i] = lanes_set(0, 0, v->offset[i], v->offset[i]);
  c->shift = lanes_set(radii, radii, 0 - radii, 0 - radii);
}

/* What is computed of one axis. */
static inline void store_touch(const touch8 *t, unsigned axis, carom__rectangle_touch *out) {
  float rows[11][4];
  lanes_store(rows[0], t->normal[0]);
  lanes_store(rows[1], t->normal[1]);
  lanes_store(rows[2], t->count);
  out->normal[0] = rows[0][axis], out->normal[1] = rows[1][axis], out->count = rows[2][axis];
  for (int i = 0; i < 2; i++) {
    lanes_store(rows[4 * i + 3], t->x[i]);
    lanes_store(rows[4 * i + 4], t->y[i]);
    lanes_store(rows[4 * i + 5], t->separation[i]);
    lanes_store(rows[4 * i + 6], t->name[i]);
    out->points[i].x = rows[4 * i + 3][axis], out->points[i].y = rows[4 * i + 4][axis];
    out->points[i].separation = rows[4 * i + 5][axis], out->points[i].name = rows[4 * i + 6][axis];
  }
}

/* False where the axes do not decide, and the touch is undefined. */
static bool touch_pair(const carom__rectangle_task *task, carom__rectangle_touch *out) {
  axes_view v;
  look8 look;
  carrier8 carrier;
  touch8 touch;
  view_axes(task, &v);
  float sure = RECTANGLES8_SURE * v.size;
  bool apart = v.separation - (v.radius_a + v.radius_b) > sure, overlap = -sure > v.separation;
  out->count = 0;
  if (!overlap) return apart;
  look_along(&v, &look);
  unsigned across = lanes_bits(look.across), axis = choose_axis(&v, across);
  if (!(across >> axis & 1)) return false;
  common8 common = {lanes_splat(fabsf(v.cosine)), lanes_abs(v.sine), lanes_splat(v.separation),
                    lanes_splat(v.size), lanes_splat(v.radius_a + v.radius_b)};
  carry(&v, &look, &carrier);
  touch_along8(&common, &carrier, v.is_b, &look, &touch);
  store_touch(&touch, axis, out);
  return true;
}

/* --- Whether one pair touches, in the first lane alone, where that is soonest --- */

/* The other lanes are zero, which costs less to load. */
static inline carom__lanes8 one(float s) { return lanes_set(s, 0, 0, 0); }

static inline rectangle8 rectangle_of(const carom_rectangle *r, const carom_frame *frame) {
  carom_vec3 axis = frame->axes.x;
  return (rectangle8){{one(axis.x), one(axis.y)}, {one(r->half.x), one(r->half.y)}, one(r->radius)};
}

carom__touch_state carom__rectangles_touch(const carom__rectangle_task *task) {
  carom_pos from = task->frame_a->origin, to = task->frame_b->origin;
  rectangles8 pair = {rectangle_of(task->a, task->frame_a),
                      rectangle_of(task->b, task->frame_b),
                      {one((float)(to.x - from.x)), one((float)(to.y - from.y))}};
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

/* polygons8.h: computes how two polygons of at most eight vertices touch, with an edge in each lane and no
 * branch that cannot be predicted. It is in the form of lanes8.h that the including file selects.
 *
 * It is for polygons that overlap for certain, where one edge alone may be the widest, and one vertex alone
 * the lowest one below it. It then finds what flat_gap.c and collide_flats.c find, to the last bit, in a
 * fraction of the time. Floats choose the edge, the vertex and the edge that leaves it more
 * flatly, where they can tell; the points are computed in double. */
#ifndef CAROM_NARROWPHASE_POLYGONS8_H
#define CAROM_NARROWPHASE_POLYGONS8_H

#include <float.h>

#include "arithmetic.h"
#include "feature.h"
#include "lanes.h"
#include "plane_kernels.h"

/* What rounding makes of the product of two unit normals at most. */
#define POLYGONS8_FLATTER (16 * 0x1p-24f)

/* Where B is in A's frame, as relative_of of planar_pair.c computes it. */
typedef struct setting8 {
  float cosine, sine, x, y;
} setting8;

static inline setting8 setting8_of(const carom_frame *a, const carom_frame *b) {
  float way_x = (float)(b->origin.x - a->origin.x), way_y = (float)(b->origin.y - a->origin.y);
  float cosine = a->axes.x.x, sine = a->axes.x.y, x = b->axes.x.x, y = b->axes.x.y;
  return (setting8){cosine * x + sine * y, cosine * y - sine * x, cosine * way_x + sine * way_y,
                    cosine * way_y - sine * way_x};
}

/* --- In floats: which edge, and which vertex --- */

typedef struct chosen8 {
  unsigned side; /* whose edge it is */
  uint32_t edge, vertex,
      end;      /* the other polygon's vertex, and the neighbour that is less steep above the edge */
  bool forward; /* the end comes after the vertex */
} chosen8;

/* Of both polygons: the rows, as carom__flat_rows_fill makes them. */
typedef struct polygons8 {
  const float *rows[2];
  uint32_t counts[2];
} polygons8;

/* The edges' normals as the other polygon sees them, and how far along these its lowest vertex is. */
typedef struct edges8 {
  float out_x[8], out_y[8], lows[8];
} edges8;

CAROM__LANES8 static inline carom__lanes8 product8(carom__lanes8 ax, carom__lanes8 ay, carom__lanes8 bx,
                                                   carom__lanes8 by) {
  return lanes8_add(lanes8_mul(ax, bx), lanes8_mul(ay, by));
}

/* How far the other polygon is beyond each edge. The other's origin is at (x, y) around own's, and its frame
 * turned by the cosine and sine. */
CAROM__LANES8 static inline carom__lanes8 beyond8(const float *own, const setting8 *t, const float *other,
                                                  uint32_t count, edges8 *edges) {
  carom__lanes8 cosine = lanes8_splat(t->cosine), sine = lanes8_splat(t->sine);
  carom__lanes8 out_x = lanes8_load(own + 16), out_y = lanes8_load(own + 24);
  carom__lanes8 x = product8(cosine, sine, out_x, out_y),
                y = product8(cosine, lanes8_neg(sine), out_y, out_x);
  carom__lanes8 low = product8(x, y, lanes8_splat(other[0]), lanes8_splat(other[8]));
  for (uint32_t k = 1; k < count; k++)
    low = lanes8_min(low, product8(x, y, lanes8_splat(other[k]), lanes8_splat(other[8 + k])));
  carom__lanes8 from_x = lanes8_sub(lanes8_splat(t->x), lanes8_load(own));
  carom__lanes8 from_y = lanes8_sub(lanes8_splat(t->y), lanes8_load(own + 8));
  lanes8_store(edges->out_x, x);
  lanes8_store(edges->out_y, y);
  lanes8_store(edges->lows, low);
  return lanes8_add(low, product8(out_x, out_y, from_x, from_y));
}

static inline unsigned first_bits(uint32_t count) { return ~(~0u << count); }
static inline unsigned is_single(unsigned bits) { return (bits != 0) & (unsigned)!(bits & (bits - 1)); }

/* Where A is in B's frame. */
static inline setting8 setting8_back(const setting8 *t) {
  return (setting8){t->cosine, -t->sine, -(t->cosine * t->x + t->sine * t->y),
                    -(t->cosine * t->y - t->sine * t->x)};
}

/* False where floats cannot tell. `gap` is how far the polygons are apart along the normal of an edge. */
CAROM__LANES8 static inline bool choose8(const polygons8 *p, const setting8 *t, float doubt, float *gap,
                                         chosen8 *out) {
  edges8 edges[2];
  float flat[8];
  setting8 back = setting8_back(t);
  carom__lanes8 of_a = beyond8(p->rows[0], t, p->rows[1], p->counts[1], &edges[0]);
  carom__lanes8 of_b = beyond8(p->rows[1], &back, p->rows[0], p->counts[0], &edges[1]);
  *gap = -lanes8_least(lanes8_neg(lanes8_max(of_a, of_b)));
  carom__lanes8 limit = lanes8_splat(*gap - 2 * doubt);
  unsigned bits = (lanes8_bits(lanes8_ge(of_a, limit)) & first_bits(p->counts[0])) |
                  (lanes8_bits(lanes8_ge(of_b, limit)) & first_bits(p->counts[1])) << 8;
  uint32_t index = (uint32_t)bits_lowest(bits | 0x10000), edge = index & 7;
  unsigned side = index >> 3 & 1;
  const float *other = p->rows[1 - side];
  uint32_t count = p->counts[1 - side];
  carom__lanes8 x = lanes8_splat(edges[side].out_x[edge]), y = lanes8_splat(edges[side].out_y[edge]);
  carom__lanes8 height = product8(x, y, lanes8_load(other), lanes8_load(other + 8));
  lanes8_store(flat, product8(x, y, lanes8_load(other + 16), lanes8_load(other + 24)));
  carom__lanes8 lowest = lanes8_splat(edges[side].lows[edge] + 2 * doubt);
  unsigned low = lanes8_bits(lanes8_ge(lowest, height)) & first_bits(count);
  uint32_t vertex = (uint32_t)bits_lowest(low | 0x100) & 7;
  uint32_t ends[2] = {flat_before(vertex, count), flat_after(vertex, count)};
  float gain = flat[ends[0]] - flat[vertex];
  bool forward = gain > 0;
  *out = (chosen8){side, edge, vertex, ends[forward], forward};
  return is_single(bits) & is_single(low) & (unsigned)(fabsf(gain) > POLYGONS8_FLATTER);
}

/* --- In double: the points --- */

/* Two points on an edge: how far along it, how far out, and what meets there. */
typedef struct spots8 {
  carom__dvec2 start, along, outward; /* of the edge; the last two are unit */
  carom__dvec2 at[2];
  uint32_t own[2], other[2];
} spots8;

/* One of the polygons in A's frame. */
typedef struct placed8 {
  const float *rows;
  carom__flat_pose pose;
} placed8;

static inline carom__dvec2 vertex8_at(const placed8 *p, uint32_t i) {
  return flat_place(&p->pose, (carom_vec2){p->rows[i], p->rows[8 + i]});
}

static inline void place8(const polygons8 *p, const setting8 *t, unsigned side, placed8 *own,
                          placed8 *other) {
  const carom__flat_pose poses[2] = {{{0, 0}, {1, 0}},
                                     {{(double)t->x, (double)t->y}, {(double)t->cosine, (double)t->sine}}};
  *own = (placed8){p->rows[side], poses[side]};
  *other = (placed8){p->rows[1 - side], poses[1 - side]};
}

/* How far along the edge a place is, and how far out. */
static inline carom__dvec2 seen8(const spots8 *s, carom__dvec2 place) {
  carom__dvec2 from = dvec2_sub(place, s->start);
  return dvec2(dvec2_dot(s->along, from), dvec2_dot(s->outward, from));
}

/* The vertex is across from the edge: the place of the Minkowski difference's outline that is nearest to the
 * origin within it is on the widest edge itself. So what is cut off begins between the ends. */
static inline void find_spots8(const polygons8 *p, const setting8 *t, const chosen8 *c, spots8 *s) {
  placed8 own, other;
  uint32_t next = flat_after(c->edge, p->counts[c->side]);
  place8(p, t, c->side, &own, &other);
  s->start = vertex8_at(&own, c->edge);
  carom__dvec2 way = dvec2_sub(vertex8_at(&own, next), s->start);
  double length = dvec2_length(way);
  s->along = dvec2_scale(way, 1 / length);
  s->outward = dvec2_neg(dvec2_left(s->along));
  carom__dvec2 first = seen8(s, vertex8_at(&other, c->vertex)), end = seen8(s, vertex8_at(&other, c->end));
  bool before = end.x < 0, beyond = before | (end.x > length);
  double limit = lesser_double(greater_double(end.x, 0), length);
  double part = (limit - first.x) / (end.x - first.x);
  const carom__dvec2 seconds[2] = {end, dvec2_mad(first, dvec2_sub(end, first), part)};
  const uint32_t own_names[2] = {2 * c->edge + 1, 2 * (before ? c->edge : next)};
  const uint32_t other_names[2] = {2 * c->end, 2 * (c->forward ? c->vertex : c->end) + 1};
  s->at[0] = first, s->at[1] = seconds[beyond];
  s->own[0] = own_names[0], s->own[1] = own_names[beyond];
  s->other[0] = 2 * c->vertex, s->other[1] = other_names[beyond];
}

/* --- In the world --- */

/* What goes from the spots to the world. */
typedef struct lift8 {
  const carom_frame *frame;
  uint32_t swap;      /* all bits where the edge is B's */
  carom__dvec2 shift; /* from midway between the cores to midway between the surfaces */
  double radii;
} lift8;

/* The local point is rounded to floats, as carom__manifold has it. */
static inline void put_point8(const lift8 *l, const spots8 *s, int i, carom_contact_point *out) {
  carom__dvec2 on_edge = dvec2_mad(s->start, s->along, s->at[i].x);
  carom__dvec2 between = dvec2_mad(on_edge, s->outward, 0.5 * s->at[i].y);
  carom_vec2 local = dvec2_narrow(dvec2_add(between, l->shift));
  carom__dvec2 axis = {(double)l->frame->axes.x.x, (double)l->frame->axes.x.y};
  carom__dvec2 at = dvec2_turn(axis, dvec2_widen(local));
  double separation = s->at[i].y - l->radii;
  uint32_t differ = (s->own[i] ^ s->other[i]) & l->swap;
  out->position = (carom_pos){l->frame->origin.x + at.x, l->frame->origin.y + at.y, 0};
  out->separation = (float)double_where(separation < 0, separation);
  out->feature = feature_pair(s->own[i] ^ differ, s->other[i] ^ differ);
}

/* Adding zero makes no zero negative. */
static inline carom_vec3 normal8_of(const carom_frame *frame, carom__dvec2 from_a) {
  carom_vec2 n = dvec2_narrow(from_a);
  float cosine = frame->axes.x.x, sine = frame->axes.x.y;
  return vec3(cosine * n.x - sine * n.y + 0.0f, sine * n.x + cosine * n.y + 0.0f, 0);
}

/* Points that are none are cleared, and may have been written before. */
static inline void write_spots8(const carom__polygon_task *task, const spots8 *s, unsigned side, double touch,
                                double slack, carom_manifold *out) {
  const carom_frame frame = *task->frames[0];
  double sign = 1 - 2 * (double)side, radius_a = (double)task->radii[0], radius_b = (double)task->radii[1];
  lift8 lift = {&frame, 0 - side, dvec2_scale(s->outward, 0.5 * sign * (radius_a - radius_b)),
                radius_a + radius_b};
  carom__dvec2 way = dvec2_sub(s->at[1], s->at[0]);
  bool two = (s->at[1].y - lift.radii <= touch) & (dvec2_dot(way, way) > slack * slack);
  out->normal = normal8_of(&frame, dvec2_scale(s->outward, sign));
  out->point_count = 1 + (uint32_t)two;
  put_point8(&lift, s, 0, &out->points[0]);
  out->points[1] = (carom_contact_point){.feature = 0};
  put_point8(&lift, s, 1, &out->points[two ? 1 : CAROM_MANIFOLD_POINTS - 1]);
  for (uint32_t i = 2; i < CAROM_MANIFOLD_POINTS; i++) out->points[i] = (carom_contact_point){.feature = 0};
}

/* False where all this does not tell. */
CAROM__LANES8 static inline bool collide_polygons8(const carom__polygon_task *task, carom_manifold *out) {
  polygons8 p = {{task->outlines[0].rows, task->outlines[1].rows},
                 {task->outlines[0].vertices, task->outlines[1].vertices}};
  setting8 t = setting8_of(task->frames[0], task->frames[1]);
  double reach = (double)task->reaches[0] + (double)task->reaches[1];
  double size = reach + fabs((double)t.x) + fabs((double)t.y), touch = 4 * 0x1p-24 * size;
  float doubt = 16 * 0x1p-24f * (float)size, gap;
  chosen8 c;
  spots8 spots;
  bool chosen = choose8(&p, &t, doubt, &gap, &c);
  double slack = 8 * 0x1p-24 * size;
  if ((double)(gap - doubt) > (double)task->radii[0] + (double)task->radii[1] + touch) {
    out->normal = vec3(0, 0, 0);
    out->point_count = 0;
    for (int i = 0; i < CAROM_MANIFOLD_POINTS; i++) out->points[i] = (carom_contact_point){.feature = 0};
    return true;
  }
  if (!(chosen & (gap < -doubt))) return false;
  find_spots8(&p, &t, &c, &spots);
  write_spots8(task, &spots, c.side, touch, slack, out);
  return true;
}

#endif

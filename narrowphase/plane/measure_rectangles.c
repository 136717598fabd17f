/* measure_rectangles.c: how far two rectangles are apart, or how deep they overlap, in closed form and in
 * double. The widest of the four axes is that of an edge, and the other's vertex that is nearest along it
 * lies across from that edge, or beyond an end of it, which then is the nearest vertex.
 *
 * A gap along a normal parts the rectangles, so that no distance is less; and what lies across is as near as
 * that. Of two vertices the direction between them is tried as a normal. What is not proven so is left to the
 * walk, and so is what is near to touching, where all functions must agree. */
#include "collide_rectangles.h"

#include "dvec.h"
#include "flat.h"

/* In parts of the size: what doubles cannot tell apart, by far; and what is left to the walk. */
#define RECTANGLES_EVEN 0x1p-42
#define RECTANGLES_SURE (16 * 0x1p-24)

/* What one sees of the other. */
typedef struct rectangle_sight {
  double own[2], other[2]; /* half extents */
  double at[2];            /* the other's centre along own axes */
  double cosine, sine;     /* the other's x axis along own axes */
} rectangle_sight;

typedef struct rectangle_view {
  carom__dvec2 axes[2];      /* unit */
  rectangle_sight sights[2]; /* of A and of B */
  double radii, even, sure;
} rectangle_view;

/* The edge of one along whose normal it is farthest from the other, and the other's nearest vertex, by how
 * far outward and along the edge they are. */
typedef struct rectangle_facing {
  double gap, side; /* 1 or -1: on which side of the axis the other is */
  int axis;
  double reach, extent;      /* of own outward, and of the edge to either end */
  carom__dvec2 center, x, y; /* the other's, and its half axes */
  double along;              /* the vertex */
} rectangle_facing;

/* The axis of a frame is a unit but for its rounding, of which one step of Newton's method leaves nothing. */
static carom__dvec2 unit_axis(const carom_frame *frame) {
  carom__dvec2 axis = {(double)frame->axes.x.x, (double)frame->axes.x.y};
  return dvec2_scale(axis, 1.5 - 0.5 * dvec2_dot(axis, axis));
}

static void see(const carom_rectangle *own, const carom_rectangle *other, carom__dvec2 at, double cosine,
                double sine, rectangle_sight *out) {
  out->own[0] = (double)own->half.x, out->own[1] = (double)own->half.y;
  out->other[0] = (double)other->half.x, out->other[1] = (double)other->half.y;
  out->at[0] = at.x, out->at[1] = at.y;
  out->cosine = cosine, out->sine = sine;
}

static void view_of(const carom__rectangle_task *t, rectangle_view *v) {
  carom_pos from = t->frame_a->origin, to = t->frame_b->origin;
  carom__dvec2 way = {to.x - from.x, to.y - from.y}, a = unit_axis(t->frame_a), b = unit_axis(t->frame_b);
  carom__dvec2 of_b = dvec2_along(a, b), here = dvec2_along(a, way), there = dvec2_along(b, dvec2_neg(way));
  v->axes[0] = a, v->axes[1] = b;
  see(t->a, t->b, here, of_b.x, of_b.y, &v->sights[0]);
  see(t->b, t->a, there, of_b.x, -of_b.y, &v->sights[1]);
  v->radii = (double)t->a->radius + (double)t->b->radius;
  const double *half_a = v->sights[0].own, *half_b = v->sights[1].own;
  double size = half_a[0] + half_a[1] + half_b[0] + half_b[1] + fabs(here.x) + fabs(here.y) + 2 * v->radii;
  v->even = RECTANGLES_EVEN * size, v->sure = RECTANGLES_SURE * size;
}

/* Along from the other's centre to the vertex that is nearest to own; of two that are as near to the one that
 * is nearer to the middle of the edge. */
static double along_of_vertex(const rectangle_facing *f, double even) {
  bool x_even = fabs(f->x.x) <= even, y_even = fabs(f->y.x) <= even;
  double along = f->center.y;
  if (!x_even) along -= copysign(1, f->x.x) * f->x.y;
  if (!y_even) along -= copysign(1, f->y.x) * f->y.y;
  if (x_even) along -= copysign(f->x.y, along);
  if (y_even) along -= copysign(f->y.y, along);
  return along;
}

static void face(const rectangle_sight *s, double even, rectangle_facing *f) {
  double c = s->cosine, n = s->sine;
  double gap_x = fabs(s->at[0]) - s->own[0] - (fabs(c) * s->other[0] + fabs(n) * s->other[1]);
  double gap_y = fabs(s->at[1]) - s->own[1] - (fabs(n) * s->other[0] + fabs(c) * s->other[1]);
  int axis = gap_y > gap_x;
  carom__dvec2 x = {s->other[0] * c, s->other[0] * n}, y = {-s->other[1] * n, s->other[1] * c};
  f->axis = axis;
  f->gap = axis ? gap_y : gap_x;
  f->side = s->at[axis] < 0 ? -1 : 1;
  f->reach = s->own[axis], f->extent = s->own[1 - axis];
  f->center = dvec2(fabs(s->at[axis]), s->at[1 - axis]);
  f->x = axis ? dvec2(f->side * x.y, x.x) : dvec2(f->side * x.x, x.y);
  f->y = axis ? dvec2(f->side * y.y, y.x) : dvec2(f->side * y.x, y.y);
  f->along = along_of_vertex(f, even);
}

static bool is_across(const rectangle_facing *f, double even) { return fabs(f->along) <= f->extent + even; }

/* Of two edges that are as good, the one that the other's vertex is across from. */
static int choose(const rectangle_facing faces[2], double even) {
  double gain = faces[1].gap - faces[0].gap;
  return fabs(gain) <= even ? !is_across(&faces[0], even) : gain > 0;
}

/* The nearest points: where they are outward and along the edge, and a unit normal from own to the other. */
typedef struct nearest_points {
  carom__dvec2 own, other, normal;
  double separation;
} nearest_points;

/* The gap along a normal. */
static double gap_along(const rectangle_facing *f, carom__dvec2 normal) {
  double own = f->reach * normal.x + f->extent * fabs(normal.y);
  return dvec2_dot(f->center, normal) - own - fabs(dvec2_dot(f->x, normal)) - fabs(dvec2_dot(f->y, normal));
}

static bool meet_vertex(const rectangle_facing *f, double even, nearest_points *out) {
  out->own = dvec2(f->reach, copysign(f->extent, f->along));
  out->other = dvec2(f->reach + f->gap, f->along);
  carom__dvec2 way = dvec2_sub(out->other, out->own);
  out->separation = dvec2_length(way);
  out->normal = dvec2_scale(way, 1 / out->separation);
  return f->gap > even && gap_along(f, out->normal) >= out->separation - even;
}

/* False where nothing is proven. */
static bool meet(const rectangle_facing *f, double even, nearest_points *out) {
  if (!is_across(f, even)) return meet_vertex(f, even, out);
  out->own = dvec2(f->reach, f->along), out->other = dvec2(f->reach + f->gap, f->along);
  out->normal = dvec2(1, 0);
  out->separation = f->gap;
  return true;
}

/* Of a way outward and along the edge, in the world. */
static carom__dvec2 turned(const rectangle_facing *f, carom__dvec2 axis, carom__dvec2 way) {
  double out = f->side * way.x;
  return dvec2_turn(axis, f->axis ? dvec2(way.y, out) : dvec2(out, way.y));
}

static carom_pos placed_at(carom_pos origin, carom__dvec2 way) {
  return (carom_pos){origin.x + way.x, origin.y + way.y, 0};
}

bool carom__measure_rectangles(const carom__rectangle_task *task, carom_distance_result *out) {
  rectangle_view v;
  rectangle_facing faces[2];
  nearest_points p;
  view_of(task, &v);
  for (int i = 0; i < 2; i++) face(&v.sights[i], v.even, &faces[i]);
  int best = choose(faces, v.even);
  const rectangle_facing *f = &faces[best];
  if (!meet(f, v.even, &p) || fabs(p.separation - v.radii) <= v.sure) return false;
  double own_radius = (double)(best ? task->b : task->a)->radius, other_radius = v.radii - own_radius;
  carom_pos origin = (best ? task->frame_b : task->frame_a)->origin;
  carom__dvec2 axis = v.axes[best], normal = turned(f, axis, p.normal);
  carom__dvec2 on_own = turned(f, axis, dvec2_mad(p.own, p.normal, own_radius));
  carom__dvec2 on_other = turned(f, axis, dvec2_mad(p.other, p.normal, -other_radius));
  carom_vec2 from_a = dvec2_narrow(best ? dvec2_neg(normal) : normal);
  out->distance = (float)(p.separation - v.radii);
  out->normal = vec3(from_a.x, from_a.y, 0);
  out->point_a = placed_at(origin, best ? on_other : on_own);
  out->point_b = placed_at(origin, best ? on_own : on_other);
  return true;
}

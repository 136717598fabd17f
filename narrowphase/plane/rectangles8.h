/* rectangles8.h: computes how eight pairs of rectangles touch, one pair per lane and without a branch. It
 * measures the four separating axes (obb2_sat8.h). It then takes the edge on the least axis, and the part of
 * the other rectangle across from it. It is in the form of lanes8.h that
 * the including file selects.
 *
 * All is in axes of the world, around A's centre. Axes and vertices that only rounding tells apart are chosen
 * as flat_gap.c and collide_flats.c choose, so that what rests stays the same from step to step; so are the
 * names of features. */
#ifndef CAROM_NARROWPHASE_RECTANGLES8_H
#define CAROM_NARROWPHASE_RECTANGLES8_H

#include <float.h>

#include "obb2_sat8.h"

/* In parts of the size of a pair: what rounding may come to, as in flat_touch; beyond which no other function
 * can see the pair otherwise; and within which two points are one. */
#define RECTANGLES8_NEAR (4 * 0x1p-24f)
#define RECTANGLES8_SURE (16 * 0x1p-24f)
#define RECTANGLES8_SAME (8 * 0x1p-24f)

/* At most two points, the deeper one first. */
typedef struct touch8 {
  carom__lanes8 normal[2], count;
  carom__lanes8 x[2], y[2], separation[2], name[2];
} touch8;

/* The axis of `own` that parts them most, the edge that faces the other there, and the other's vertex that is
 * nearest: how far it is out of own's centre, and along the edge from its middle. */
typedef struct look8 {
  carom__lanes8 separation;
  carom__lanes8 is_y, side;     /* the axis, and on which side the other is: a mask; 1 or -1 */
  carom__lanes8 reach, extent;  /* own half extents outward and along the edge */
  carom__lanes8 out, along;     /* the vertex */
  carom__lanes8 x_out, x_along; /* the other's half axes */
  carom__lanes8 y_out, y_along;
  carom__lanes8 x_sign, y_sign; /* of the half axes at the vertex */
  carom__lanes8 across;         /* is the vertex across from the edge itself? */
} look8;

enum { LOOK8_LANES = sizeof(look8) / sizeof(carom__lanes8) };

/* --- Axes --- */

CAROM__LANES8 static inline void see8(const rectangles8 *p, sight8 *of_a, sight8 *of_b) {
  carom__lanes8 cosine = along8(p->a.axis, p->b.axis), sine = left8(p->a.axis, p->b.axis);
  *of_a = sight8_of(&p->a, &p->b, p->offset, cosine, sine);
  *of_b = sight8_of(&p->b, &p->a, p->offset, cosine, lanes8_neg(sine));
  for (int i = 0; i < 2; i++) of_b->at[i] = lanes8_neg(of_b->at[i]);
}

/* What is known of the pairs before an edge is chosen. */
typedef struct view8 {
  sight8 of_a, of_b;
  carom__lanes8 gaps_a[2], gaps_b[2], separation; /* the greatest of the four gaps */
  carom__lanes8 size, near, radii;
} view8;

CAROM__LANES8 static inline void view8_of(const rectangles8 *p, view8 *v) {
  see8(p, &v->of_a, &v->of_b);
  gaps8(&v->of_a, p->a.half, v->gaps_a);
  gaps8(&v->of_b, p->b.half, v->gaps_b);
  v->separation = lanes8_max(lanes8_max(v->gaps_a[0], v->gaps_a[1]), lanes8_max(v->gaps_b[0], v->gaps_b[1]));
  carom__lanes8 radii = lanes8_add(p->a.radius, p->b.radius);
  v->size = lanes8_add(extent8(p), lanes8_add(radii, radii));
  v->near = lanes8_mul(lanes8_splat(RECTANGLES8_NEAR), v->size);
  v->radii = radii;
}

/* Bits of the pairs that are apart for certain; and in *unsure of those that neither are nor have cores that
 * overlap for certain. */
CAROM__LANES8 static inline unsigned apart8(const view8 *v, unsigned *unsure) {
  carom__lanes8 sure = lanes8_mul(lanes8_splat(RECTANGLES8_SURE), v->size);
  unsigned apart = lanes8_bits(lanes8_gt(lanes8_sub(v->separation, v->radii), sure));
  *unsure = ~(apart | lanes8_bits(lanes8_gt(lanes8_neg(sure), v->separation)));
  return apart;
}

/* --- Features --- */

/* -1 where v is positive, else 1. */
CAROM__LANES8 static inline carom__lanes8 against8(carom__lanes8 v) {
  return lanes8_select(lanes8_gt(v, lanes8_splat(0)), lanes8_splat(-1), lanes8_splat(1));
}

/* From the other's centre to its deepest vertex; of two that are as deep to the one that is nearer to the
 * middle of the edge. A half axis that is as deep either way comes last, when the other has its place. */
CAROM__LANES8 static inline void go_to_vertex8(carom__lanes8 same, look8 *l) {
  carom__lanes8 x_even = lanes8_ge(same, lanes8_abs(l->x_out)),
                y_even = lanes8_ge(same, lanes8_abs(l->y_out));
  carom__lanes8 x_first = against8(l->x_out);
  carom__lanes8 place = lanes8_add(l->along, lanes8_mul(x_first, l->x_along));
  place = lanes8_select(x_even, l->along, place);
  l->y_sign = against8(lanes8_select(y_even, lanes8_mul(place, l->y_along), l->y_out));
  place = lanes8_add(place, lanes8_mul(l->y_sign, l->y_along));
  carom__lanes8 x_last = against8(lanes8_mul(place, l->x_along));
  l->x_sign = lanes8_select(x_even, x_last, x_first);
  l->along = lanes8_select(x_even, lanes8_add(place, lanes8_mul(x_last, l->x_along)), place);
  carom__lanes8 deep = lanes8_add(lanes8_mul(l->x_sign, l->x_out), lanes8_mul(l->y_sign, l->y_out));
  l->out = lanes8_add(l->out, deep);
}

CAROM__LANES8 static inline void look_at8(const sight8 *s, const carom__lanes8 gaps[2], carom__lanes8 same,
                                          look8 *l) {
  const carom__lanes8 *own = s->own->half, *other = s->other->half;
  carom__lanes8 is_y = lanes8_gt(gaps[1], gaps[0]), out = lanes8_select(is_y, s->at[1], s->at[0]);
  carom__lanes8 side = lanes8_copysign(lanes8_splat(1), out);
  carom__lanes8 x[2] = {lanes8_mul(s->cosine, other[0]), lanes8_mul(s->sine, other[0])};
  carom__lanes8 y[2] = {lanes8_neg(lanes8_mul(s->sine, other[1])), lanes8_mul(s->cosine, other[1])};
  l->separation = lanes8_max(gaps[0], gaps[1]);
  l->is_y = is_y, l->side = side;
  l->reach = lanes8_select(is_y, own[1], own[0]), l->extent = lanes8_select(is_y, own[0], own[1]);
  l->out = lanes8_abs(out), l->along = lanes8_select(is_y, s->at[0], s->at[1]);
  l->x_out = lanes8_mul(side, lanes8_select(is_y, x[1], x[0])), l->x_along = lanes8_select(is_y, x[0], x[1]);
  l->y_out = lanes8_mul(side, lanes8_select(is_y, y[1], y[0])), l->y_along = lanes8_select(is_y, y[0], y[1]);
  go_to_vertex8(same, l);
  l->across = lanes8_ge(l->extent, lanes8_abs(l->along));
}

/* Within what vertices are as deep. */
CAROM__LANES8 static inline carom__lanes8 same_depth8(const view8 *v) {
  return lanes8_mul(lanes8_splat(0.25f), v->near);
}

CAROM__LANES8 static inline void look_both8(const view8 *v, look8 *a, look8 *b) {
  look_at8(&v->of_a, v->gaps_a, same_depth8(v), a);
  look_at8(&v->of_b, v->gaps_b, same_depth8(v), b);
}

/* Where B's axis is the better one. Of two that are all but as good the one whose edge the other's vertex is
 * across from, A's if both are. */
CAROM__LANES8 static inline carom__lanes8 prefer_b8(const look8 *a, const look8 *b, carom__lanes8 near) {
  carom__lanes8 zero = lanes8_splat(0), gain = lanes8_sub(b->separation, a->separation);
  carom__lanes8 tie = lanes8_and(lanes8_ge(near, lanes8_abs(gain)), lanes8_or(a->across, b->across));
  return lanes8_select(tie, lanes8_select(a->across, zero, tie), lanes8_gt(gain, zero));
}

CAROM__LANES8 static inline look8 pick8(carom__lanes8 is_b, look8 a, look8 b) {
  carom__lanes8 *lanes_a = (carom__lanes8 *)(void *)&a, *lanes_b = (carom__lanes8 *)(void *)&b;
  for (int i = 0; i < LOOK8_LANES; i++) lanes_a[i] = lanes8_select(is_b, lanes_b[i], lanes_a[i]);
  return a;
}

/* --- Points --- */

/* A contact point on the other's edge, how high it is above the edge of `own` and where along it; and the
 * numbers of the features that meet, as in collide_flats.c. */
typedef struct spot8 {
  carom__lanes8 height, along, own, other;
} spot8;

/* The vertex at two signs, counter-clockwise from (-1, -1); vertices have even numbers, edges odd ones. */
CAROM__LANES8 static inline carom__lanes8 vertex8(carom__lanes8 x, carom__lanes8 y) {
  carom__lanes8 two_y = lanes8_add(y, y);
  return lanes8_sub(lanes8_add(lanes8_splat(3), two_y), lanes8_mul(x, y));
}
/* The edge on one side of the x axis, or of the y axis. */
CAROM__LANES8 static inline carom__lanes8 edge8(carom__lanes8 is_y, carom__lanes8 side) {
  carom__lanes8 two = lanes8_add(side, side);
  return lanes8_select(is_y, lanes8_add(lanes8_splat(3), two), lanes8_sub(lanes8_splat(5), two));
}

CAROM__LANES8 static inline spot8 first_spot8(const look8 *l) {
  return (spot8){lanes8_sub(l->out, l->reach), l->along, edge8(l->is_y, l->side),
                 vertex8(l->x_sign, l->y_sign)};
}

/* Cuts the way from the first spot off at the end of own's edge. */
CAROM__LANES8 static inline void cut8(const look8 *l, const spot8 *first, carom__lanes8 edge_of_other,
                                      spot8 *s) {
  carom__lanes8 beyond = lanes8_gt(lanes8_abs(s->along), l->extent), one = lanes8_splat(1);
  carom__lanes8 end = lanes8_copysign(one, s->along), way = lanes8_sub(s->along, first->along);
  /* No division overflows, nor is one by zero. */
  carom__lanes8 left = lanes8_sub(lanes8_mul(end, l->extent), first->along);
  carom__lanes8 length = lanes8_max(lanes8_abs(way), lanes8_splat(FLT_MIN));
  carom__lanes8 same = lanes8_mul(left, lanes8_copysign(one, way));
  carom__lanes8 part = lanes8_div(lanes8_min(lanes8_max(same, lanes8_splat(0)), length), length);
  part = lanes8_select(beyond, part, one);
  carom__lanes8 at_end = vertex8(lanes8_select(l->is_y, end, l->side), lanes8_select(l->is_y, l->side, end));
  s->height = lanes8_add(first->height, lanes8_mul(lanes8_sub(s->height, first->height), part));
  s->along = lanes8_add(first->along, lanes8_mul(way, part));
  s->own = lanes8_select(beyond, at_end, s->own);
  s->other = lanes8_select(beyond, edge_of_other, s->other);
}

/* The end of the flatter one of the two edges that leave the vertex; `x_flatter`: it leads along the other's
 * x axis. */
CAROM__LANES8 static inline spot8 second_spot8(const look8 *l, const spot8 *first, carom__lanes8 x_flatter) {
  carom__lanes8 sign = lanes8_select(x_flatter, l->x_sign, l->y_sign), twice = lanes8_add(sign, sign);
  carom__lanes8 out = lanes8_select(x_flatter, l->x_out, l->y_out);
  carom__lanes8 along = lanes8_select(x_flatter, l->x_along, l->y_along);
  carom__lanes8 x = lanes8_select(x_flatter, lanes8_neg(l->x_sign), l->x_sign);
  carom__lanes8 y = lanes8_select(x_flatter, l->y_sign, lanes8_neg(l->y_sign));
  spot8 s = {lanes8_sub(first->height, lanes8_mul(twice, out)),
             lanes8_sub(first->along, lanes8_mul(twice, along)), first->own, vertex8(x, y)};
  cut8(l, first, edge8(x_flatter, lanes8_select(x_flatter, l->y_sign, l->x_sign)), &s);
  return s;
}

/* Of the rectangle whose edge carries the points, in the world. */
typedef struct carrier8 {
  carom__lanes8 outward[2], along[2];
  carom__lanes8 center[2];
  carom__lanes8 shift; /* from midway between the cores to midway between the surfaces, outward */
} carrier8;

CAROM__LANES8 static inline carrier8 carrier8_of(const rectangles8 *p, carom__lanes8 is_b, const look8 *l) {
  carrier8 c;
  carom__lanes8 zero = lanes8_splat(0), x[2];
  carom__lanes8 radii = lanes8_mul(lanes8_splat(0.5f), lanes8_sub(p->a.radius, p->b.radius));
  for (int i = 0; i < 2; i++) {
    x[i] = lanes8_select(is_b, p->b.axis[i], p->a.axis[i]);
    c.center[i] = lanes8_select(is_b, p->offset[i], zero);
  }
  carom__lanes8 y[2] = {lanes8_neg(x[1]), x[0]};
  for (int i = 0; i < 2; i++) {
    c.outward[i] = lanes8_mul(l->side, lanes8_select(l->is_y, y[i], x[i]));
    c.along[i] = lanes8_select(l->is_y, x[i], y[i]);
  }
  c.shift = lanes8_select(is_b, lanes8_neg(radii), radii);
  return c;
}

CAROM__LANES8 static inline void put_spot8(const carrier8 *c, const look8 *l, carom__lanes8 is_b,
                                           carom__lanes8 radii, const spot8 *s, int i, touch8 *out) {
  carom__lanes8 half = lanes8_mul(lanes8_splat(0.5f), s->height), upper = lanes8_splat(0x1p16f);
  carom__lanes8 height = lanes8_add(lanes8_add(l->reach, half), c->shift);
  carom__lanes8 at[2];
  for (int k = 0; k < 2; k++)
    at[k] = lanes8_add(c->center[k],
                       lanes8_add(lanes8_mul(c->outward[k], height), lanes8_mul(c->along[k], s->along)));
  out->x[i] = at[0], out->y[i] = at[1];
  out->separation[i] = lanes8_min(lanes8_sub(s->height, radii), lanes8_splat(0));
  carom__lanes8 of_a = lanes8_select(is_b, s->other, s->own), of_b = lanes8_select(is_b, s->own, s->other);
  out->name[i] = lanes8_add(lanes8_mul(of_a, upper), of_b);
}

/* Is the second point another one, and does it touch? */
CAROM__LANES8 static inline carom__lanes8 counts8(const spot8 *first, const spot8 *second,
                                                  carom__lanes8 radii, carom__lanes8 size) {
  carom__lanes8 near = lanes8_mul(lanes8_splat(RECTANGLES8_NEAR), size);
  carom__lanes8 apart = lanes8_add(lanes8_abs(lanes8_sub(second->height, first->height)),
                                   lanes8_abs(lanes8_sub(second->along, first->along)));
  return lanes8_and(lanes8_ge(near, lanes8_sub(second->height, radii)),
                    lanes8_gt(apart, lanes8_mul(lanes8_splat(RECTANGLES8_SAME), size)));
}

/* --- All of it --- */

/* What is the same whichever axis is chosen. */
typedef struct common8 {
  carom__lanes8 cosine, sine; /* without signs */
  carom__lanes8 separation, size, radii;
} common8;

/* How the pairs touch along the axis of l, which is that of the carrier, and B's where is_b says so. */
CAROM__LANES8 static inline void touch_along8(const common8 *v, const carrier8 *carrier, carom__lanes8 is_b,
                                              const look8 *l, touch8 *out) {
  carom__lanes8 c = v->cosine, s = v->sine, one = lanes8_splat(1), zero = lanes8_splat(0);
  spot8 first = first_spot8(l);
  spot8 second = second_spot8(l, &first, lanes8_select(l->is_y, lanes8_ge(c, s), lanes8_ge(s, c)));
  put_spot8(carrier, l, is_b, v->radii, &first, 0, out);
  put_spot8(carrier, l, is_b, v->radii, &second, 1, out);
  for (int i = 0; i < 2; i++)
    out->normal[i] = lanes8_select(is_b, lanes8_neg(carrier->outward[i]), carrier->outward[i]);
  carom__lanes8 more = lanes8_select(counts8(&first, &second, v->radii, v->size), one, zero);
  carom__lanes8 apart = lanes8_gt(lanes8_sub(v->separation, v->radii), zero);
  out->count = lanes8_select(apart, zero, lanes8_add(one, more));
}

/* How the pairs touch. Returns the bits of those of which this is undefined: the ones that apart8 is unsure
 * of, and those that have a better axis which is all but as good as the one that was found, as the vertex is
 * not across from the edge. */
CAROM__LANES8 static inline unsigned touch_rectangles8(const rectangles8 *p, const view8 *v, touch8 *out) {
  look8 a, b;
  look_both8(v, &a, &b);
  carom__lanes8 is_b = prefer_b8(&a, &b, v->near);
  look8 l = pick8(is_b, a, b);
  common8 common = {lanes8_abs(v->of_a.cosine), lanes8_abs(v->of_a.sine), v->separation, v->size, v->radii};
  carrier8 carrier = carrier8_of(p, is_b, &l);
  touch_along8(&common, &carrier, is_b, &l, out);
  unsigned unsure, apart = apart8(v, &unsure);
  return unsure | ~(apart | lanes8_bits(l.across));
}

#endif

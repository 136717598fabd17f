/* round_cast.c: casts rays against spheres and capsules.
 *
 * The ray is given in double, relative to the middle of the shape, in any axes. So nothing is rounded to
 * float before the answer, and a sphere needs no axes of its own.
 *
 * |o x v|^2 tells without a division how near a ray passes (Haines et al., Ray Tracing Gems, 2019, chapter
 * 7). Of the two forms of a root the one without cancellation is taken. A capsule moves the origin along the
 * ray to where it is nearest to the middle. A ray that begins outside enters the endless cylinder first. If
 * that place lies beyond an end of the segment, only the ball around this end can be met. Products of floats
 * are taken in double: they neither overflow nor underflow. */
#include "round.h"

carom__dvec3 carom__segment_nearest(carom__dvec3 a, carom__dvec3 b, carom__dvec3 p) {
  carom__dvec3 ab = dvec3_sub(b, a);
  double length2 = dvec3_dot(ab, ab);
  double t = length2 > 0 ? clamp01(dvec3_dot(dvec3_sub(p, a), ab) / length2) : 0;
  return dvec3_mad(a, ab, t);
}

double carom__ball_entry(carom__dvec3 o, carom__dvec3 v, double radius) {
  double vv = dvec3_dot(v, v), ov = dvec3_dot(o, v);
  if (dvec3_dot(o, o) <= radius * radius || ov >= 0) return CAROM__RAY_MISS;
  carom__dvec3 nearest = dvec3_mad(o, v, -ov / vv);
  double rest = radius * radius - dvec3_dot(nearest, nearest);
  if (rest < 0) return CAROM__RAY_MISS;
  double t = -ov / vv - square_root(rest / vv);
  return t > 1 ? CAROM__RAY_MISS : clamp01(t);
}

/* What is left of v when its part along the unit vector is taken away. */
static carom__dvec3 across(carom__dvec3 v, carom__dvec3 unit) {
  return dvec3_mad(v, unit, -dvec3_dot(v, unit));
}

static void write_inside(carom__world_hit *out) { *out = (carom__world_hit){.hit = true, .inside = true}; }

/* Writes a hit at t, where the way out of the core leads along `normal`. Mostly its length is the radius, but
 * for the rounding of doubles. */
static inline void write_hit(double t, carom__dvec3 normal, double radius, carom__dvec3 fallback,
                             carom__world_hit *out) {
  double square = radius * radius;
  bool exact = fabs(dvec3_dot(normal, normal) - square) < 0x1p-28 * square;
  normal = exact ? dvec3_scale(normal, 1 / radius) : dvec3_normalize_or(normal, fallback);
  out->hit = true, out->inside = false;
  out->fraction = t;
  out->normal = normal;
}

/* r^2 v.v - |o x v|^2: how far a line passes within a ball or a circle, negative beside it. */
static inline double rest_of(carom__dvec3 o, carom__dvec3 v, double vv, double rr) {
  carom__dvec3 moment = dvec3_cross(o, v);
  return rr * vv - dvec3_dot(moment, moment);
}

void carom__ball_meet(double radius, const carom__dvec3 *from, const carom__dvec3 *along,
                      carom__world_hit *out) {
  const carom__dvec3 o = *from, v = *along;
  double ov = dvec3_dot(o, v), vv = dvec3_dot(v, v), rr = radius * radius, c = dvec3_dot(o, o) - rr;
  double rest = rest_of(o, v, vv, rr);
  out->hit = false;
  if (c <= 0) write_inside(out);
  if ((c <= 0) | (ov >= 0) | (rest < 0)) return;
  double below = square_root(rest) - ov, t = c / below;
  /* c is rounding where the ray begins on the silhouette; no ray enters behind its nearest point. */
  if (c * vv > -ov * below) t = -ov / vv;
  if (t <= 1) write_hit(t, dvec3_mad(o, v, t), radius, o, out);
}

/* Where a line enters a circle or a ball, given o and v relative to its middle, v.v, and r^2 v.v - |o x v|^2,
 * which is not negative. */
static inline double enter(carom__dvec3 o, carom__dvec3 v, double vv, double rest) {
  return -(dvec3_dot(o, v) + square_root(rest)) / vv;
}

/* A line that passes p, its point nearest to the middle of a capsule, along v. */
typedef struct capsule_line {
  carom__dvec3 p, v;
  carom__dvec3 axis; /* unit */
  double half, square;
} capsule_line;

/* Where the line enters the endless cylinder, as a place along the axis; beyond the end that it comes from
 * when it is parallel to the axis. False when it misses. */
static bool enter_side(const capsule_line *l, double vv, double *t, double *along) {
  carom__dvec3 p = across(l->p, l->axis), v = across(l->v, l->axis);
  double flat = dvec3_dot(v, v), slope = dvec3_dot(l->v, l->axis), rest;
  *t = 0;
  if (flat <= 0x1p-80 * vv) {
    *along = slope > 0 ? -2 * l->half : 2 * l->half;
    return true;
  }
  rest = rest_of(p, v, flat, l->square);
  if (rest < 0) return false;
  *t = enter(p, v, flat, rest);
  *along = dvec3_dot(l->p, l->axis) + *t * slope;
  return true;
}

/* Where the line enters the capsule, and the point of the segment there; false when it misses. */
static bool enter_capsule(const capsule_line *l, double vv, double *t, carom__dvec3 *core) {
  double along;
  if (!enter_side(l, vv, t, &along)) return false;
  bool side = fabs(along) <= l->half;
  *core = dvec3_scale(l->axis, side ? along : along > 0 ? l->half : -l->half);
  if (side) return true;
  carom__dvec3 o = dvec3_sub(l->p, *core);
  double rest = rest_of(o, l->v, vv, l->square);
  if (rest < 0) return false;
  *t = enter(o, l->v, vv, rest);
  return true;
}

/* A ray that does not approach the nearest point of a convex shape never meets it. */
void carom__capsule_meet(double radius, const carom__dvec3 *core_half, const carom__dvec3 *from,
                         const carom__dvec3 *way, carom__world_hit *out) {
  const carom__dvec3 half = *core_half, o = *from, v = *way;
  double length2 = dvec3_dot(half, half), rr = radius * radius;
  if (length2 == 0) {
    carom__ball_meet(radius, from, way, out);
    return;
  }
  out->hit = false;
  double length = square_root(length2), along = dvec3_dot(o, half), vv = dvec3_dot(v, v);
  double s = along >= length2 ? 1 : along <= -length2 ? -1 : along / length2;
  carom__dvec3 off = dvec3_mad(o, half, -s), core;
  if (dvec3_dot(off, off) <= rr) {
    write_inside(out);
    return;
  }
  if (dvec3_dot(off, v) >= 0 || rest_of(o, v, vv, (length + radius) * (length + radius)) < 0) return;
  double nearest = -dvec3_dot(o, v) / vv, t;
  capsule_line line = {dvec3_mad(o, v, nearest), v, dvec3_scale(half, 1 / length), length, rr};
  if (!enter_capsule(&line, vv, &t, &core)) return;
  double time = nearest + t;
  if (time <= 1)
    write_hit(greater_double(time, 0), dvec3_sub(dvec3_mad(line.p, v, t), core), radius, off, out);
}

void carom__round_meet_edge(carom_capsule edge, const carom__dvec3 *o, const carom__dvec3 *v,
                            carom__ray_hit *best) {
  carom__dvec3 a = dvec3_widen(edge.a), b = dvec3_widen(edge.b);
  carom__dvec3 half = dvec3_scale(dvec3_sub(b, a), 0.5);
  carom__dvec3 from = dvec3_sub(*o, dvec3_scale(dvec3_add(a, b), 0.5));
  carom__world_hit hit;
  carom__capsule_meet((double)edge.radius, &half, &from, v, &hit);
  if (hit.hit && (!best->hit || (float)hit.fraction < best->fraction))
    *best = (carom__ray_hit){true, hit.inside, (float)hit.fraction, dvec3_narrow(hit.normal)};
}

/* round_cast.c: casts rays against spheres and capsules.
 *
 * The ray is given in double, relative to the middle of the shape, in the axes of the world. So nothing is
 * rounded to float before the answer, and a sphere needs no axes of its own.
 *
 * |o x v|^2 tells without a division how near a ray passes (Haines et al., Ray Tracing Gems, 2019, chapter
 * 7). Of the two forms of a root the one without cancellation is taken. A ray that begins outside a capsule
 * enters the endless cylinder around it first. If that place lies beyond an end of the segment, only the ball
 * around this end can be met. Products of floats are taken in double: they neither overflow nor underflow. */
#include "round.h"

#include "inline.h"
#include "ray_hits.h"

carom__dvec3 carom__segment_nearest(carom__dvec3 a, carom__dvec3 b, carom__dvec3 p) {
  carom__dvec3 ab = dvec3_sub(b, a);
  double length2 = dvec3_dot(ab, ab);
  double t = length2 > 0 ? clamp01(dvec3_dot(dvec3_sub(p, a), ab) / length2) : 0;
  return dvec3_mad(a, ab, t);
}

carom__dvec3 carom__plain_core_nearest(const carom__plain_core *core, carom__dvec3 p) {
  carom__dvec3 a = dvec3_widen(core->a), b = dvec3_widen(core->b);
  if (core->kind == CAROM__PLAIN_POINT) return a;
  if (core->kind == CAROM__PLAIN_SEGMENT) return carom__segment_nearest(a, b, p);
  return dvec3_max(dvec3_min(p, a), dvec3_neg(a));
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

/* Where a ray meets a round solid: at t, where the way out of the core leads along `normal`. */
typedef struct round_hit {
  bool inside; /* the rest is zero */
  double t;
  carom__dvec3 normal; /* unit */
} round_hit;

static inline bool set_inside(round_hit *out) {
  *out = (round_hit){.inside = true};
  return true;
}

/* Mostly the length of the normal is the radius, but for the rounding of doubles. */
static inline bool set_hit(double t, carom__dvec3 normal, double radius, carom__dvec3 fallback,
                           round_hit *out) {
  double square = radius * radius;
  bool exact = fabs(dvec3_dot(normal, normal) - square) < 0x1p-28 * square;
  out->inside = false;
  out->t = t;
  out->normal = exact ? dvec3_scale(normal, 1 / radius) : dvec3_normalize_or(normal, fallback);
  return true;
}

static inline bool write_hit(const round_hit *hit, const carom_ray *ray, carom_ray_result *out) {
  ray_result_set(ray, hit->t, hit->normal, out);
  out->inside = hit->inside;
  return true;
}

/* r^2 v.v - |o x v|^2: how far a line passes within a ball or a circle, negative beside it. */
static inline double rest_of(carom__dvec3 o, carom__dvec3 v, double vv, double rr) {
  carom__dvec3 moment = dvec3_cross(o, v);
  return rr * vv - dvec3_dot(moment, moment);
}

/* A quadratic form a t^2 + 2 b t + c of the place t on a line, which is negative in a round solid, and
 * b^2 - a c. */
typedef struct entry_form {
  double a, b, c, rest;
} entry_form;

static inline bool is_missed(const entry_form *f) { return (f->b >= 0) | (f->rest < 0); }

/* Where a line enters that begins outside and approaches. c is rounding where it begins on the silhouette; no
 * ray enters behind its nearest point. */
static inline double enter(const entry_form *f) {
  double below = square_root(f->rest) - f->b, t = f->c / below;
  return f->c * f->a > -f->b * below ? -f->b / f->a : t;
}

static inline void set_ball(carom__dvec3 o, carom__dvec3 v, double rr, entry_form *out) {
  out->a = dvec3_dot(v, v);
  out->b = dvec3_dot(o, v);
  out->c = dvec3_dot(o, o) - rr;
  out->rest = rest_of(o, v, out->a, rr);
}

/* --- Balls --- */

static inline bool meet_ball(double radius, carom__dvec3 o, carom__dvec3 v, round_hit *out) {
  entry_form f;
  set_ball(o, v, radius * radius, &f);
  if (f.c <= 0) return set_inside(out);
  if (is_missed(&f)) return false;
  double t = enter(&f);
  return t <= 1 && set_hit(t, dvec3_mad(o, v, t), radius, o, out);
}

bool carom__ball_meet_ray(float radius, const carom_frame *frame, const carom_ray *ray,
                          carom_ray_result *out) {
  round_hit hit;
  return meet_ball((double)radius, ray_from(ray, frame), dvec3_widen(ray->translation), &hit) &&
         write_hit(&hit, ray, out);
}

/* --- Capsules --- */

/* Along the half axis of a capsule, times its length: where a ray begins, how far it goes, and how far it is
 * to either end. */
typedef struct axial_way {
  double from, by, half;
} axial_way;

/* Beyond which end a line enters the endless cylinder around a capsule, with this form: -1 or 1, or 0 where
 * it enters between them. One that begins in it has the end beyond which it begins. No processor can guess
 * that, and it takes no root: an end is passed before the line enters when the form is still positive there,
 * and the line nearer than its nearest point. */
static inline double end_of(const entry_form *f, const axial_way *w) {
  double ahead = copysign(1, w->by), s = fabs(w->by), y = w->from * ahead;
  double up = w->half - y, down = -w->half - y, b = f->b * s, c = f->c * s * s;
  bool early_up = ((f->a * up + 2 * b) * up + c > 0) & (up * f->a < -b);
  bool late_down = ((f->a * down + 2 * b) * down + c < 0) | (down * f->a > -b);
  bool outside = f->c > 0;
  bool above = outside ? (up < 0) | early_up : y > 0;
  bool below = outside ? (down > 0) & late_down : y < 0;
  return ahead * (double)((int)above - (int)below);
}

/* The endless cylinder has the form of the cross products with the half axis. What enters it beyond an end
 * can only meet the ball around this end; so mostly one root is taken, of one form or the other. Of a line
 * that all but runs along the cylinder, rounding may hide that it enters beyond an end; its root tells. */
static CAROM__ALWAYS_INLINE bool meet_segment(double radius, carom__dvec3 half, carom__dvec3 o,
                                              carom__dvec3 v, round_hit *out) {
  double rr = radius * radius;
  carom__dvec3 across = dvec3_cross(half, v), beside = dvec3_cross(half, o);
  const axial_way way = {dvec3_dot(o, half), dvec3_dot(v, half), dvec3_dot(half, half)};
  entry_form forms[2], *side = &forms[1];
  side->a = dvec3_dot(across, across);
  side->b = dvec3_dot(across, beside);
  side->c = dvec3_dot(beside, beside) - rr * way.half;
  double turn = dvec3_dot(o, across), rest = rr * side->a - turn * turn;
  side->rest = way.half * rest;
  carom__dvec3 near = dvec3_mad(o, half, -copysign(1, way.from));
  if (((side->c <= 0) & (fabs(way.from) <= way.half)) | (dvec3_dot(near, near) <= rr)) return set_inside(out);
  if ((rest < 0) | ((side->c > 0) & (side->b >= 0))) return false;
  double end = end_of(side, &way);
  set_ball(dvec3_mad(o, half, -end), v, rr, &forms[0]);
  const entry_form *f = &forms[end == 0];
  if (is_missed(f)) return false;
  double t = enter(f);
  if (t > 1) return false;
  double at = (way.from + t * way.by) / way.half;
  if ((end == 0) & (fabs(at) > 1)) {
    set_ball(dvec3_mad(o, half, -copysign(1, at)), v, rr, &forms[0]);
    if (is_missed(&forms[0])) return false;
    t = enter(&forms[0]);
  }
  if (t > 1) return false;
  at = lesser_double(greater_double(at, -1), 1);
  return set_hit(t, dvec3_mad(dvec3_mad(o, v, t), half, -at), radius, near, out);
}

/* A segment without length is a ball. */
static CAROM__ALWAYS_INLINE bool meet_capsule(double radius, carom__dvec3 half, carom__dvec3 o,
                                              carom__dvec3 v, round_hit *out) {
  return dvec3_dot(half, half) > 0 ? meet_segment(radius, half, o, v, out) : meet_ball(radius, o, v, out);
}

/* Does the segment stand along y around the origin, as most do? */
static inline bool is_upright(const carom_capsule *c) {
  uint32_t beside = float_bits(c->a.x) | float_bits(c->a.z) | float_bits(c->b.x) | float_bits(c->b.z);
  return beside << 1 == 0 && c->a.y == -c->b.y;
}

/* The middle of the segment and its half, along the axes of the world. */
static void turn_segment(const carom_capsule *c, const carom_mat3 *axes, carom__dvec3 *middle,
                         carom__dvec3 *half) {
  carom__dvec3 a = dvec3_widen(c->a), b = dvec3_widen(c->b);
  *middle = dvec3_rotate(axes, dvec3_scale(dvec3_add(a, b), 0.5));
  *half = dvec3_rotate(axes, dvec3_scale(dvec3_sub(b, a), 0.5));
}

bool carom__capsule_meet_ray(const carom_capsule *capsule, const carom_frame *frame, const carom_ray *ray,
                             carom_ray_result *out) {
  carom__dvec3 o = ray_from(ray, frame), half, middle;
  round_hit hit;
  if (is_upright(capsule)) {
    half = dvec3_scale(dvec3_widen(frame->axes.y), (double)capsule->b.y);
  } else {
    turn_segment(capsule, &frame->axes, &middle, &half);
    o = dvec3_sub(o, middle);
  }
  return meet_capsule((double)capsule->radius, half, o, dvec3_widen(ray->translation), &hit) &&
         write_hit(&hit, ray, out);
}

void carom__round_meet_edge(carom_capsule edge, const carom__dvec3 *o, const carom__dvec3 *v,
                            carom__ray_hit *best) {
  carom__dvec3 a = dvec3_widen(edge.a), b = dvec3_widen(edge.b);
  carom__dvec3 half = dvec3_scale(dvec3_sub(b, a), 0.5);
  carom__dvec3 from = dvec3_sub(*o, dvec3_scale(dvec3_add(a, b), 0.5));
  round_hit hit;
  if (meet_capsule((double)edge.radius, half, from, *v, &hit) &&
      (!best->hit || (float)hit.t < best->fraction))
    *best = (carom__ray_hit){true, hit.inside, (float)hit.t, dvec3_narrow(hit.normal)};
}

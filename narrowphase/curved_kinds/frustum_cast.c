/* frustum_cast.c: rays against frustums, cylinders and cones.
 *
 * In the axes of the world: of a solid of revolution only its axis is turned. With the vector p across it and
 * the radius s at a height y along it, the side is where p.p - s^2 is zero: a quadratic form of (p, s), for
 * cylinders as for cones. The part of the line within the side is cut by the planes of the caps. The
 * discriminant is taken from cross products, which lose no digits for far origins, and of the two roots none
 * from a difference. In double: products of floats neither overflow nor underflow.
 *
 * A ray that begins in the solid or on its surface begins inside, whatever its direction: that is told by the
 * origin alone, since the roots of a line that grazes the surface there are rounded. */
#include "frustum.h"

#include "ray_hits.h"

/* A radius below this part of those on the way is rounding: the ray meets the apex. */
#define APEX_PART 0x1p-40

/* The part of the ray that is within all that was cut, and the normal of what it entered by. */
typedef struct frustum_span {
  double enter, leave;
  carom__dvec3 normal;
} frustum_span;

/* A vector (p, s), of a point or of a direction, and how high it reaches along the axis. */
typedef struct form_vector {
  carom__dvec3 p;
  double s, y;
} form_vector;

/* A ray from o along v, half the height of the solid, how fast its radius shrinks upwards, its unit axis, and
 * the triple product of axis, origin and direction: the cross product of both across the axis. */
typedef struct frustum_ray {
  form_vector o, v;
  double half, slope;
  carom__dvec3 axis;
  double turn;
} frustum_ray;

static double form(const form_vector *a, const form_vector *b) { return dvec3_dot(a->p, b->p) - a->s * b->s; }

/* The axis as floats have it is a unit to rounding, which would show from afar. */
static inline carom__dvec3 unit_axis(const carom_mat3 *axes) {
  carom__dvec3 y = dvec3_widen(axes->y);
  return dvec3_scale(y, 1.5 - 0.5 * dvec3_dot(y, y));
}

static inline void set_across(carom__dvec3 v, carom__dvec3 axis, form_vector *out) {
  out->y = dvec3_dot(v, axis);
  out->p = dvec3_mad(v, axis, -out->y);
}

/* All but the radii. */
static inline void set_ray(const carom_frame *frame, const carom_ray *ray, double half, frustum_ray *out) {
  carom__dvec3 o = ray_from(ray, frame), v = dvec3_widen(ray->translation);
  out->half = half;
  out->axis = unit_axis(&frame->axes);
  set_across(o, out->axis, &out->o);
  set_across(v, out->axis, &out->v);
  out->turn = dvec3_dot(out->axis, dvec3_cross(o, v));
}

static bool holds_origin(const frustum_ray *r) {
  return (fabs(r->o.y) <= r->half) & (r->o.s >= 0) & (form(&r->o, &r->o) <= 0);
}

/* --- Cylinders --- */

/* Where the ray meets, on a cap whose normal is `out_of_cap` times the axis, or on the side, where that is 0.
 * There the way out is mostly as long as the radius, but for the rounding of doubles. */
static inline carom__dvec3 normal_at(const frustum_ray *r, double t, double out_of_cap) {
  carom__dvec3 off = dvec3_mad(r->o.p, r->v.p, t);
  bool by_side = out_of_cap == 0;
  double square = r->o.s * r->o.s, wrong = double_where(by_side, dvec3_dot(off, off) - square);
  if (!(fabs(wrong) < 0x1p-28 * square)) return dvec3_normalize_or(off, r->o.p);
  return dvec3_mad(dvec3_scale(off, double_where(by_side, 1 / r->o.s)), r->axis, out_of_cap);
}

/* x / y where x is positive, as y then is, and otherwise 0; without the branch that compilers like to make of
 * it. Quotients are below 2^400 where they are not zero, so that what is added never matters. */
static inline double time_of(double x, double y) { return 0.5 * (x + fabs(x)) / (fabs(y) + 0x1p-900); }

/* The ray begins `above` the nearer cap, or is level with the side, if that is not positive, and `beside` the
 * side by the form; `mixed` and `square` are those of the form. All that misses for certain is told by one
 * branch. Of the places where it passes a cap's plane and the side the later one counts, unless it has left
 * the other by then: which one that is no processor can guess. */
static inline bool meet_cylinder(const frustum_ray *r, double above, double beside, const carom_ray *ray,
                                 carom_ray_result *out) {
  const form_vector *o = &r->o, *v = &r->v;
  double square = dvec3_dot(v->p, v->p), mixed = dvec3_dot(o->p, v->p), outward = copysign(1, o->y);
  double rest = o->s * o->s * square - r->turn * r->turn, down = -v->y * outward;
  if ((rest < 0) | ((above > 0) & !(down >= above)) | ((beside > 0) & !(mixed < 0))) return false;
  double past = square_root(rest) - mixed;
  double side = time_of(beside, past), cap = time_of(above, down);
  double t = greater_double(cap, side), to_far = r->half - o->y * copysign(1, v->y);
  bool by_cap = cap > side, passes_cap = t * square <= past, passes_side = t * fabs(v->y) <= to_far;
  if (!((by_cap & passes_cap) | (!by_cap & passes_side)) | (t > 1)) return false;
  return ray_result_set(ray, t, normal_at(r, t, double_where(by_cap, outward)), out);
}

bool carom__cylinder_meet_ray(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                              carom_ray_result *out) {
  const carom_cylinder *c = &shape->geometry.cylinder;
  frustum_ray r;
  set_ray(frame, ray, (double)c->half_height, &r);
  r.o.s = (double)c->radius;
  double above = fabs(r.o.y) - r.half, beside = dvec3_dot(r.o.p, r.o.p) - r.o.s * r.o.s;
  if (greater_double(above, beside) <= 0) return ray_result_set_inside(ray, out);
  return meet_cylinder(&r, above, beside, ray, out);
}

/* --- Frustums and cones --- */

static const frustum_span nothing = {1, 0, {0, 0, 0}};

/* form(v, b)^2 - form(v, v) form(b, b), without the cancellation: the square of the cross product in the
 * geometry of the form. */
static double discriminant(const frustum_ray *r) {
  carom__dvec3 q = dvec3_mad(dvec3_scale(r->o.p, r->v.s), r->v.p, -r->o.s);
  return dvec3_dot(q, q) - r->turn * r->turn;
}

/* Of the line's part where the form is at most zero, what has s >= 0, as an interval of the line. */
static void cut_by_roots(const frustum_ray *r, double square, double first, double second, frustum_span *s) {
  double low = lesser_double(first, second), high = greater_double(first, second);
  if (square > 0) { /* between the roots, which lie on one sheet */
    if (r->o.s + r->v.s * 0.5 * (low + high) < 0) *s = nothing;
    s->enter = greater_double(low, s->enter), s->leave = lesser_double(high, s->leave);
  } else if (r->v.s < 0) {
    s->leave = lesser_double(low, s->leave);
  } else {
    s->enter = greater_double(high, s->enter);
  }
}

/* A direction that is parallel to a line of the side has one root only. */
static void cut_by_root(const frustum_ray *r, double mixed, double root, frustum_span *s) {
  if (mixed > 0 && r->v.s < 0)
    s->leave = lesser_double(root, s->leave);
  else if (mixed < 0 && r->v.s > 0)
    s->enter = greater_double(root, s->enter);
  else
    *s = nothing;
}

static void cut_by_side(const frustum_ray *r, frustum_span *s) {
  double square = form(&r->v, &r->v), mixed = form(&r->o, &r->v), rest = form(&r->o, &r->o);
  double d = discriminant(r), root = square_root(greater_double(d, 0));
  double q = mixed < 0 ? root - mixed : -root - mixed;
  if (square > 0 && d < 0)
    *s = nothing;
  else if (square != 0)
    cut_by_roots(r, square, q / square, q != 0 ? rest / q : 0, s);
  else if (mixed != 0)
    cut_by_root(r, mixed, rest / q, s);
  else if (rest > 0)
    *s = nothing;
}

/* Cuts by the half space on whose far side the origin is by `beyond`, and from which the ray goes out at
 * `outward` a unit of its length. */
static void cut_by_cap(double beyond, double outward, carom__dvec3 normal, frustum_span *s) {
  if (outward == 0) {
    if (beyond > 0) *s = nothing;
    return;
  }
  double t = -beyond / outward;
  if (outward > 0) {
    s->leave = lesser_double(t, s->leave);
  } else if (t > s->enter) {
    s->enter = t;
    s->normal = normal;
  }
}

/* Of the side that looks at the ray, which all sides at an apex have in common; up if the ray comes down. */
static carom__dvec3 apex_normal(const frustum_ray *r) {
  double across = dvec3_length(r->v.p);
  if (!(across > APEX_PART * fabs(r->v.y))) return r->axis;
  return dvec3_normalize_or(dvec3_mad(dvec3_neg(r->v.p), r->axis, r->slope * across), r->axis);
}

/* The gradient of the form, which is zero at an apex, but for the rounding of radii. */
static carom__dvec3 side_normal(const frustum_ray *r, double t) {
  carom__dvec3 across = dvec3_mad(r->o.p, r->v.p, t);
  double from = dvec3_length(r->o.p) + fabs(r->slope) * (r->half + fabs(r->o.y));
  if (!(dvec3_length(across) > APEX_PART * from)) return apex_normal(r);
  carom__dvec3 gradient = dvec3_mad(across, r->axis, r->slope * (r->o.s + t * r->v.s));
  return dvec3_scale(gradient, 1 / dvec3_length(gradient));
}

/* A ray that rounding lets enter by nothing begins at the side. */
static frustum_span cut_all(const frustum_ray *r) {
  frustum_span s = {0, 1, {0, 0, 0}};
  cut_by_side(r, &s);
  if (s.enter <= s.leave) s.normal = side_normal(r, s.enter);
  cut_by_cap(r->o.y - r->half, r->v.y, r->axis, &s);
  cut_by_cap(-r->half - r->o.y, -r->v.y, dvec3_neg(r->axis), &s);
  return s;
}

/* Does what is left of the line miss for certain: does it not reach the height of the solid, or not approach
 * it there? */
static bool is_past(const frustum_ray *r) {
  double low = -r->half - r->o.y, high = r->half - r->o.y;
  return ((low > 0) & (r->v.y < low)) | ((high < 0) & (r->v.y > high));
}

/* The radius is exact at the heights of the ends: so the apex belongs to the cone. */
bool carom__frustum_meet_ray(const carom_shape *shape, const carom_frame *frame, const carom_ray *ray,
                             carom_ray_result *out) {
  const carom_frustum f = frustum_of(shape);
  frustum_ray r;
  set_ray(frame, ray, (double)f.half_height, &r);
  double bottom = (double)f.bottom, top = (double)f.top;
  r.slope = (bottom - top) / (2 * r.half);
  r.o.s = (bottom * (r.half - r.o.y) + top * (r.half + r.o.y)) / (2 * r.half);
  r.v.s = -r.slope * r.v.y;
  if (holds_origin(&r)) return ray_result_set_inside(ray, out);
  if (is_past(&r)) return false;
  frustum_span s = cut_all(&r);
  return s.enter <= s.leave && ray_result_set(ray, s.enter, s.normal, out);
}

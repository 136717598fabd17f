/* frustum_cast.c: rays against frustums, cylinders and cones.
 *
 * With the radius s at height y, the side is where x^2 + z^2 - s^2 is zero: a quadratic form of the vector
 * (x, z, s), for cylinders as for cones. The part of the line within the side is cut by the planes of the
 * caps. The discriminant is taken from cross products, which lose no digits for far origins, and of the two
 * roots none from a difference. In double: products of floats neither overflow nor underflow.
 *
 * A ray that begins in the solid or on its surface begins inside, whatever its direction: that is told by the
 * origin alone, since the roots of a line that grazes the surface there are rounded. */
#include "frustum.h"

/* The part of the ray that is within all that was cut, and the normal of what it entered by. */
typedef struct frustum_span {
  double enter, leave;
  bool entered;
  carom__dvec3 normal;
} frustum_span;

/* A vector (x, z, s), of a point or of a direction. */
typedef struct form_vector {
  double x, z, s;
} form_vector;

static double form(form_vector a, form_vector b) { return a.x * b.x + a.z * b.z - a.s * b.s; }

static const frustum_span nothing = {1, 0, false, {0, 0, 0}};

/* form(v, b)^2 - form(v, v) form(b, b), without the cancellation: the square of the cross product in the
 * geometry of the form. */
static double discriminant(form_vector o, form_vector v) {
  double p = o.x * v.s - o.s * v.x, q = o.z * v.s - o.s * v.z, r = o.x * v.z - o.z * v.x;
  return p * p + q * q - r * r;
}

/* Of the line's part where the form is at most zero, what has s >= 0, as an interval of the line. */
static void cut_by_roots(form_vector o, form_vector v, double first, double second, frustum_span *s) {
  double low = lesser_double(first, second), high = greater_double(first, second), square = form(v, v);
  if (square > 0) { /* between the roots, which lie on one sheet */
    if (o.s + v.s * 0.5 * (low + high) < 0) *s = nothing;
    s->enter = greater_double(low, s->enter), s->leave = lesser_double(high, s->leave);
  } else if (v.s < 0) {
    s->leave = lesser_double(low, s->leave);
  } else {
    s->enter = greater_double(high, s->enter);
  }
}

/* A direction that is parallel to a line of the side has one root only. */
static void cut_by_root(form_vector v, double mixed, double root, frustum_span *s) {
  if (mixed > 0 && v.s < 0)
    s->leave = lesser_double(root, s->leave);
  else if (mixed < 0 && v.s > 0)
    s->enter = greater_double(root, s->enter);
  else
    *s = nothing;
}

static void cut_by_side(form_vector o, form_vector v, frustum_span *s) {
  double square = form(v, v), mixed = form(o, v), rest = form(o, o), d = discriminant(o, v);
  double q =
      mixed < 0 ? square_root(greater_double(d, 0)) - mixed : -square_root(greater_double(d, 0)) - mixed;
  if (square > 0 && d < 0)
    *s = nothing;
  else if (square != 0)
    cut_by_roots(o, v, q / square, q != 0 ? rest / q : 0, s);
  else if (mixed != 0)
    cut_by_root(v, mixed, rest / q, s);
  else if (rest > 0)
    *s = nothing;
}

/* Cuts by the half space on whose far side the origin is by `beyond`, and from which the ray goes out at
 * `outward` a unit of its length. */
static void cut_by_cap(double beyond, double outward, double y, frustum_span *s) {
  if (outward == 0) {
    if (beyond > 0) *s = nothing;
    return;
  }
  double t = -beyond / outward;
  if (outward > 0) {
    s->leave = lesser_double(t, s->leave);
  } else if (t > s->enter) {
    s->enter = t;
    s->entered = true;
    s->normal = dvec3(0, y, 0);
  }
}

/* The gradient of the form; at an apex, where it is zero, up. */
static carom__dvec3 side_normal(form_vector o, form_vector v, double slope, double t) {
  carom__dvec3 out = dvec3(o.x + t * v.x, slope * (o.s + t * v.s), o.z + t * v.z);
  return dvec3_normalize_or(out, dvec3(0, 1, 0));
}

/* The radius is exact at the heights of the ends: so the apex belongs to the cone. */
static form_vector origin_of(const carom_frustum *f, const carom__ray *ray) {
  double h = (double)f->half_height, y = (double)ray->origin.y;
  double radius = ((double)f->bottom * (h - y) + (double)f->top * (h + y)) / (2 * h);
  return (form_vector){(double)ray->origin.x, (double)ray->origin.z, radius};
}

static bool contains(const carom_frustum *f, const carom__ray *ray) {
  form_vector o = origin_of(f, ray);
  return fabsf(ray->origin.y) <= f->half_height && o.s >= 0 && form(o, o) <= 0;
}

static frustum_span cut_all(const carom_frustum *f, const carom__ray *ray) {
  double h = (double)f->half_height, y = (double)ray->origin.y, rise = (double)ray->translation.y;
  double slope = ((double)f->bottom - (double)f->top) / (2 * h);
  form_vector o = origin_of(f, ray);
  form_vector v = {(double)ray->translation.x, (double)ray->translation.z, -slope * rise};
  frustum_span s = {0, 1, false, {0, 0, 0}};
  cut_by_side(o, v, &s);
  s.entered = s.enter > 0;
  if (s.entered && s.enter <= s.leave) s.normal = side_normal(o, v, slope, s.enter);
  cut_by_cap(y - h, rise, 1, &s);
  cut_by_cap(-h - y, -rise, -1, &s);
  return s;
}

void carom__frustum_cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom_frustum f = frustum_of(shape);
  *out = (carom__ray_hit){.hit = true, .inside = true};
  if (contains(&f, ray)) return;
  frustum_span s = cut_all(&f, ray);
  *out = (carom__ray_hit){.hit = false};
  if (s.enter > s.leave) return;
  *out = (carom__ray_hit){true, !s.entered, (float)s.enter, dvec3_narrow(s.normal)};
}

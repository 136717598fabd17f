/* tapered_nearest.c: the closest point of a tapered capsule, and rays.
 *
 * The half plane through the axis and a point shows two circles and a line that touches both. A ray that
 * begins outside enters where it first enters a ball or the side, because balls and side bound a convex
 * solid. */
#include "round.h"
#include "tapered.h"

/* Nearer to the axis, as a part of the way along it, the direction across is but rounding. */
#define ON_AXIS 0x1p-26

static carom__solid_nearest nearest_of_ball(const carom__tapered *t, carom__dvec3 way, bool slim) {
  double length = dvec3_length(way), radius = t->radius + (slim ? 0 : t->more);
  return (carom__solid_nearest){.outward = dvec3_normalize_or(way, t->axis),
                                .distance = length - radius,
                                .part = slim ? 1 - t->wide_end : t->wide_end};
}

/* `beside` is how far the point is beyond the circle in which the wide ball and the side meet. */
static carom__solid_nearest nearest_to(const carom__tapered *t, carom__dvec3 point) {
  carom__dvec3 way = dvec3_sub(point, t->wide);
  double along = dvec3_dot(way, t->axis);
  carom__dvec3 out = dvec3_mad(way, t->axis, -along);
  double across = dvec3_length(out), beside = t->cosine * along - t->sine * across;
  if (t->length == 0 || beside < 0) return nearest_of_ball(t, way, false);
  if (beside > t->cosine * t->length) return nearest_of_ball(t, dvec3_sub(point, t->slim), true);
  bool leans = across > ON_AXIS * fabs(along);
  carom__dvec3 unit = leans ? dvec3_scale(out, 1 / across) : dvec3_perpendicular(t->axis);
  double distance = t->cosine * across + t->sine * along - t->more - t->radius;
  return (carom__solid_nearest){.outward = dvec3_mad(dvec3_scale(t->axis, t->sine), unit, t->cosine),
                                .distance = distance,
                                .part = TAPERED_SIDE};
}

void carom__tapered_nearest(const carom_shape *shape, carom__dvec3 point, carom__solid_nearest *out) {
  carom__tapered t = tapered_of(shape);
  *out = nearest_to(&t, point);
}

/* A vector across the axis, and the radius of the cone where it is along it, both by the cosine. */
typedef struct cone_vector {
  carom__dvec3 across;
  double radius;
} cone_vector;

static cone_vector cone_vector_of(const carom__tapered *t, carom__dvec3 v, double radius) {
  double along = dvec3_dot(v, t->axis);
  return (cone_vector){dvec3_scale(dvec3_mad(v, t->axis, -along), t->cosine), radius - t->sine * along};
}

static double form(cone_vector a, cone_vector b) {
  return dvec3_dot(a.across, b.across) - a.radius * b.radius;
}

/* Of the square of `form`, without cancellation, as for frustums. */
static double discriminant(cone_vector o, cone_vector v) {
  carom__dvec3 mixed = dvec3_sub(dvec3_scale(o.across, v.radius), dvec3_scale(v.across, o.radius));
  carom__dvec3 turned = dvec3_cross(o.across, v.across);
  return dvec3_dot(mixed, mixed) - dvec3_dot(turned, turned);
}

/* Where a line enters the cone that the side is a part of, or beyond 1. */
static double cone_entry(cone_vector o, cone_vector v) {
  double square = form(v, v), mixed = form(o, v), rest = form(o, o), d = discriminant(o, v);
  if (!(d >= 0)) return CAROM__RAY_MISS;
  double root = square_root(d), first = root - mixed, second = root + mixed;
  if (mixed < 0) return rest >= 0 && rest <= first ? rest / first : CAROM__RAY_MISS;
  return square < 0 && second <= -square ? second / -square : CAROM__RAY_MISS;
}

/* From an origin relative to the wide end. */
static double side_entry(const carom__tapered *t, carom__dvec3 o, carom__dvec3 v) {
  double wide = t->more + t->radius;
  if (t->length == 0) return CAROM__RAY_MISS;
  double time = cone_entry(cone_vector_of(t, o, wide), cone_vector_of(t, v, 0));
  double along = dvec3_dot(dvec3_mad(o, v, time), t->axis);
  bool met = along >= t->sine * wide && along <= t->length + t->sine * t->radius;
  return met ? time : CAROM__RAY_MISS;
}

void carom__tapered_cast_ray(const carom_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  carom__tapered t = tapered_of(shape);
  carom__dvec3 origin = dvec3_widen(ray->origin), v = dvec3_widen(ray->translation);
  *out = (carom__ray_hit){.hit = true, .inside = true};
  if (nearest_to(&t, origin).distance <= 0) return;
  double at_wide = carom__ball_entry(dvec3_sub(origin, t.wide), v, t.more + t.radius);
  double at_slim = carom__ball_entry(dvec3_sub(origin, t.slim), v, t.radius);
  double at_side = side_entry(&t, dvec3_sub(origin, t.wide), v);
  double time = lesser_double(lesser_double(at_wide, at_slim), at_side);
  *out = (carom__ray_hit){.hit = false};
  if (time > 1) return;
  carom__solid_nearest met = nearest_to(&t, dvec3_mad(origin, v, time));
  *out = (carom__ray_hit){true, false, (float)time, dvec3_narrow(met.outward)};
}

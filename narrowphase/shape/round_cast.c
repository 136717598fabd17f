/* round_cast.c: casts rays against spheres and capsules.
 *
 * A capsule is the union of two balls and a cylinder, so a ray that begins outside enters it where it first
 * enters one of the three; the flat ends of the cylinder lie inside the balls and need no test. Roots are
 * found from the ray's nearest point to the centre, which keeps them exact for far origins and small balls
 * (Haines et al., Ray Tracing Gems, 2019, chapter 7). Products of floats are taken in double: they neither
 * overflow nor underflow. */
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

/* Where the ray enters the side of the cylinder around a and b, or CAROM__RAY_MISS. */
static double side_entry(carom__dvec3 a, carom__dvec3 b, double radius, carom__dvec3 origin, carom__dvec3 v) {
  carom__dvec3 ab = dvec3_sub(b, a), o = dvec3_sub(origin, a);
  double length = dvec3_length(ab);
  if (length == 0) return CAROM__RAY_MISS;
  carom__dvec3 axis = dvec3_scale(ab, 1 / length);
  double t = carom__ball_entry(across(o, axis), across(v, axis), radius);
  double along = dvec3_dot(dvec3_mad(o, v, t), axis);
  return along >= 0 && along <= length ? t : CAROM__RAY_MISS;
}

/* Writes a hit at t, where the way out of the core leads along `normal`. */
static void write_hit(double t, carom__dvec3 normal, carom__dvec3 fallback, carom__ray_hit *out) {
  *out = (carom__ray_hit){true, false, (float)t, dvec3_narrow(dvec3_normalize_or(normal, fallback))};
}

void carom__ball_cast_ray(float radius, const carom__ray *ray, carom__ray_hit *out) {
  carom__dvec3 origin = dvec3_widen(ray->origin), v = dvec3_widen(ray->translation);
  *out = (carom__ray_hit){.hit = false};
  if (dvec3_dot(origin, origin) <= (double)radius * (double)radius) {
    out->hit = out->inside = true;
    return;
  }
  double t = carom__ball_entry(origin, v, (double)radius);
  if (t <= 1) write_hit(t, dvec3_mad(origin, v, t), origin, out);
}

void carom__round_cast_ray(const carom_capsule *capsule, const carom__ray *ray, carom__ray_hit *out) {
  carom__dvec3 a = dvec3_widen(capsule->a), b = dvec3_widen(capsule->b);
  carom__dvec3 origin = dvec3_widen(ray->origin), v = dvec3_widen(ray->translation);
  double radius = (double)capsule->radius;
  *out = (carom__ray_hit){0};
  carom__dvec3 off = dvec3_sub(origin, carom__segment_nearest(a, b, origin));
  if (dvec3_dot(off, off) <= radius * radius) {
    out->hit = out->inside = true;
    return;
  }
  double at_a = carom__ball_entry(dvec3_sub(origin, a), v, radius);
  double at_b = carom__ball_entry(dvec3_sub(origin, b), v, radius);
  double t = lesser_double(lesser_double(at_a, at_b), side_entry(a, b, radius, origin, v));
  if (t > 1) return;
  carom__dvec3 point = dvec3_mad(origin, v, t);
  write_hit(t, dvec3_sub(point, carom__segment_nearest(a, b, point)), off, out);
}

void carom__round_cast_edge(carom_capsule edge, const carom__ray *ray, carom__ray_hit *best) {
  carom__ray_hit hit;
  carom__round_cast_ray(&edge, ray, &hit);
  if (hit.hit && (!best->hit || hit.fraction < best->fraction)) *best = hit;
}

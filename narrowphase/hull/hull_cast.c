/* hull_cast.c: rays against hulls, sharp or with a radius.
 *
 * A sharp hull is what its planes leave of the ray, plane by plane (Cyrus and Beck, 1978). With a radius it
 * lies in the solid of the planes moved out, and has a part of each of their faces in common with that: the
 * shadow of the sharp face. A ray that enters the larger solid there has its answer. Any other enters where
 * it first enters one of the capsules around the edges, since these have all of the rest of the surface. Of
 * planes that are all but the same, rounding decides which one it enters by last, so each shadow is asked as
 * well. In double, because a ray may be far longer than the hull. */
#include "hull.h"

#include "round.h"

#define NO_PLANE UINT32_MAX

/* The part of a ray that is behind all planes so far, and the plane it entered by: that of a face, or with a
 * number beyond theirs a bevel. */
typedef struct inside_span {
  double enter, leave;
  uint32_t entered;
} inside_span;

/* How far the origin is beyond a plane, and how fast the ray goes out. */
static void clip(uint32_t plane, double beyond, double outward, inside_span *s) {
  if (outward == 0) {
    if (beyond > 0) s->leave = -1;
    return;
  }
  double t = -beyond / outward;
  if (outward > 0) {
    s->leave = t < s->leave ? t : s->leave;
  } else if (t > s->enter) {
    s->enter = t;
    s->entered = plane;
  }
}

static double height(const carom_plane *plane, carom__dvec3 p) {
  return dvec3_dot(dvec3_widen(plane->normal), p) - (double)plane->offset;
}

static void cut(const carom_plane *planes, uint32_t count, uint32_t first, double radius,
                const carom__ray *ray, inside_span *s) {
  carom__dvec3 origin = dvec3_widen(ray->origin), v = dvec3_widen(ray->translation);
  for (uint32_t i = 0; i < count && s->enter <= s->leave; i++) {
    double outward = dvec3_dot(dvec3_widen(planes[i].normal), v);
    clip(first + i, height(&planes[i], origin) - radius, outward, s);
  }
}

static inside_span cut_all(const carom_hull *hull, double radius, const carom__ray *ray) {
  inside_span s = {0, 1, NO_PLANE};
  cut(hull->planes, hull->face_count, 0, radius, ray, &s);
  cut(hull->bevels, hull->bevel_count, hull->face_count, radius, ray, &s);
  return s;
}

/* Does a point above a face lie in the face's shadow? */
static bool is_above(const carom_hull *hull, uint32_t face, carom__dvec3 p) {
  const uint32_t *loop = hull->loops + hull->face_starts[face];
  uint32_t count = hull->face_starts[face + 1] - hull->face_starts[face];
  carom__dvec3 normal = dvec3_widen(hull->planes[face].normal),
               a = dvec3_widen(hull->vertices[loop[count - 1]]);
  for (uint32_t i = 0; i < count; i++) {
    carom__dvec3 b = dvec3_widen(hull->vertices[loop[i]]);
    if (dvec3_dot(dvec3_cross(dvec3_sub(b, a), normal), dvec3_sub(p, a)) > 0) return false;
    a = b;
  }
  return true;
}

/* Is a point that is no farther beyond any plane than the radius in the sharp hull, or above a face? */
static bool is_in_the_middle(const carom_hull *hull, carom__dvec3 p) {
  bool beyond_any = false;
  for (uint32_t i = 0; i < hull->face_count; i++) {
    if (height(&hull->planes[i], p) <= 0) continue;
    if (is_above(hull, i, p)) return true;
    beyond_any = true;
  }
  return !beyond_any;
}

static void cast_at_edges(const carom_hull_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  const carom_hull *hull = shape->asset;
  carom__dvec3 o = dvec3_widen(ray->origin), v = dvec3_widen(ray->translation);
  for (uint32_t i = 0; i < 2 * hull->edge_count; i++) {
    const carom__half_edge *edge = &hull->half_edges[i];
    if (edge->twin < i) continue;
    carom_vec3 a = hull->vertices[edge->origin], b = hull->vertices[hull->half_edges[edge->twin].origin];
    carom__round_meet_edge((carom_capsule){a, b, shape->radius}, &o, &v, out);
  }
}

/* Planes that are not near where the ray enters the last one, in parts of the radius, are not asked. */
#define NEAR_PLANE (63.0 / 64)

static void cast_at_faces(const carom_hull_shape *shape, const carom__ray *ray, carom__dvec3 at,
                          carom__ray_hit *out) {
  const carom_hull *hull = shape->asset;
  carom__dvec3 origin = dvec3_widen(ray->origin), v = dvec3_widen(ray->translation);
  double radius = (double)shape->radius;
  for (uint32_t i = 0; i < hull->face_count; i++) {
    if (height(&hull->planes[i], at) < NEAR_PLANE * radius) continue;
    double outward = dvec3_dot(dvec3_widen(hull->planes[i].normal), v);
    if (!(outward < 0)) continue;
    double t = (radius - height(&hull->planes[i], origin)) / outward;
    if (!(t >= 0) || (out->hit && (float)t >= out->fraction)) continue;
    if (is_above(hull, i, dvec3_mad(origin, v, t)))
      *out = (carom__ray_hit){true, false, (float)t, hull->planes[i].normal};
  }
}

/* Is a point where a ray enters the planes' solid, or begins in it, one of the rounded hull? If not, it may
 * be beside it. */
static bool is_on(const carom_hull *hull, uint32_t entered, carom__dvec3 at) {
  if (entered == NO_PLANE) return is_in_the_middle(hull, at);
  return entered < hull->face_count && is_above(hull, entered, at);
}

static carom_vec3 normal_of(const carom_hull *hull, uint32_t entered) {
  if (entered == NO_PLANE) return vec3(0, 0, 0);
  return entered < hull->face_count ? hull->planes[entered].normal
                                    : hull->bevels[entered - hull->face_count].normal;
}

void carom__hull_cast_ray(const carom_hull_shape *shape, const carom__ray *ray, carom__ray_hit *out) {
  const carom_hull *hull = shape->asset;
  inside_span s = cut_all(hull, (double)shape->radius, ray);
  *out = (carom__ray_hit){.hit = false};
  if (s.enter > s.leave) return;
  carom__dvec3 at = dvec3_mad(dvec3_widen(ray->origin), dvec3_widen(ray->translation), s.enter);
  if (shape->radius == 0 || is_on(hull, s.entered, at)) {
    *out = (carom__ray_hit){true, s.entered == NO_PLANE, (float)s.enter, normal_of(hull, s.entered)};
  } else {
    cast_at_edges(shape, ray, out);
    cast_at_faces(shape, ray, at, out);
  }
}

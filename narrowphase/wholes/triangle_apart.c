/* triangle_apart.c: looks for a plane between a triangle and a convex shape, by few steps of Frank and Wolfe
 * (1956), as Gilbert (1966) takes them.
 *
 * Through the point of the triangle that is nearest to a point of the shape, square to the way between both,
 * goes a plane that the triangle is behind. The shape is apart where its farthest point along the way back
 * is before the plane. Else the next point is the nearest one on the way to that. */
#include "triangle_apart.h"

#include "placed.h"
#include "triangle_nearest.h"

/* Steps, after which GJK begins. */
#define MOST_STEPS 3
/* A gap that no rounding of GJK or of this makes, in parts of the sizes. */
#define SURELY_APART 0x1p-18

/* All is in the frame of the triangles. */
typedef struct apart_search {
  const carom__triangles_pair *pair;
  const carom__shape_class *class; /* of the convex shape */
  carom__triangle triangle;        /* without a normal */
  double gap;                      /* that proves it */
} apart_search;

static double norm1(carom_vec3 v) { return (double)vec3_norm1(v); }

/* How far both reach from both origins is a part of that. */
static double size_of(const carom__triangles_pair *pair, const carom__triangle_set *set,
                      const carom__triangle *triangle) {
  double reach = norm1(pair->place.origin) + norm1(set->region.center) + norm1(set->region.half);
  double corners = 0;
  for (int i = 0; i < 3; i++) corners = greater_double(corners, norm1(triangle->corners[i]));
  return 2 * reach + corners;
}

static apart_search search_of(const carom__triangles_pair *pair, const carom__triangle_set *set,
                              uint32_t index) {
  apart_search s = {.pair = pair, .class = carom__shape_class_of(pair->other.shape->kind)};
  for (int i = 0; i < 3; i++)
    s.triangle.corners[i] =
        vec3(set->corners[i][0][index], set->corners[i][1][index], set->corners[i][2][index]);
  double radii = (double)set->radius + (double)shape_radius(s.class, pair->other.shape);
  s.gap = radii + SURELY_APART * (size_of(pair, set, &s.triangle) + radii);
  return s;
}

/* The farthest point of the core along a direction. */
static carom__dvec3 far_point(const apart_search *s, carom__dvec3 direction) {
  uint32_t index;
  carom_vec3 along = dvec3_narrow(dvec3_unrotate(&s->pair->place.axes, direction));
  return dvec3_place(&s->pair->place, s->class->support(s->pair->other.shape, along, &index));
}

/* Where the way from one point to another is nearest to a third. */
static carom__dvec3 nearest_on_way(carom__dvec3 from, carom__dvec3 to, carom__dvec3 point) {
  carom__dvec3 way = dvec3_sub(to, from);
  double square = dvec3_dot(way, way), at = dvec3_dot(dvec3_sub(point, from), way);
  if (!(at > 0)) return from;
  return at < square ? dvec3_mad(from, way, at / square) : to;
}

bool carom__triangle_is_apart(const carom__triangles_pair *pair, const carom__triangle_set *set,
                              uint32_t index) {
  const apart_search s = search_of(pair, set, index);
  carom__dvec3 at = dvec3_place(&pair->place, shape_center(s.class, pair->other.shape));
  for (int i = 0; i < MOST_STEPS; i++) {
    carom__dvec3 on_triangle = carom__triangle_nearest(&s.triangle, at);
    carom__dvec3 way = dvec3_sub(at, on_triangle);
    double length = dvec3_length(way);
    if (!(length > s.gap)) return false;
    carom__dvec3 far = far_point(&s, dvec3_scale(way, -1 / length));
    if (dvec3_dot(dvec3_sub(far, on_triangle), way) > s.gap * length) return true;
    at = nearest_on_way(at, far, on_triangle);
  }
  return false;
}

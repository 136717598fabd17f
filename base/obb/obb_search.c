/* obb_search.c: searches for the frame of a small box around a few points.
 *
 * From several starting frames (the coordinate axes; principal axes: Gottschalk, 2000; the sides of a large
 * triangle of the points with its normal: Larsson and Kallberg, 2011) each is improved by turning about one
 * of its axes at a time to the best rectangle of the projection along it, until no turn gains: a local
 * minimum of O'Rourke's (1985) problem, where the exact solution takes cubic time. */
#include "obb_search.h"

#include "eigen.h"

/* A turn must gain this part of the surface: less is not worth the time. */
#define GAIN 1e-3
/* The most turns of one descent, for the sake of a stated bound: each gains, so few are made. */
#define TURNS 48

typedef struct search {
  const carom__dvec3 *points;
  int count;
  carom__basis best;
  double least;
} search;

static double spread(const carom__dvec3 *points, int count, carom__dvec3 axis) {
  double low = dvec3_dot(points[0], axis), high = low;
  for (int i = 1; i < count; i++) {
    double s = dvec3_dot(points[i], axis);
    low = s < low ? s : low;
    high = s > high ? s : high;
  }
  return high - low;
}

double carom__basis_cost(const carom__basis *basis, const carom__dvec3 *points, int count) {
  double x = spread(points, count, basis->axes[0]), y = spread(points, count, basis->axes[1]);
  return x * y + spread(points, count, basis->axes[2]) * (x + y);
}

/* The frame turned about its axis k to the best rectangle. */
static carom__basis turned(const search *s, const carom__basis *basis, int k) {
  carom__dvec2 flat[CAROM__SEARCH_POINTS];
  carom__dvec3 u = basis->axes[(k + 1) % 3], v = basis->axes[(k + 2) % 3];
  for (int i = 0; i < s->count; i++)
    flat[i] = (carom__dvec2){dvec3_dot(s->points[i], u), dvec3_dot(s->points[i], v)};
  carom__dvec2 side = carom__best_rectangle(flat, s->count, spread(s->points, s->count, basis->axes[k]));
  carom__basis result = *basis;
  result.axes[(k + 1) % 3] = dvec3_mad(dvec3_scale(u, side.x), v, side.y);
  result.axes[(k + 2) % 3] = dvec3_mad(dvec3_scale(v, side.x), u, -side.y);
  return result;
}

/* Turns a frame until three turns in a row gain nothing, and keeps it if it is the best so far. */
static void descend(search *s, carom__basis basis) {
  double cost = carom__basis_cost(&basis, s->points, s->count);
  for (int turn = 0, idle = 0; turn < TURNS && idle < 3; turn++) {
    carom__basis candidate = turned(s, &basis, turn % 3);
    double candidate_cost = carom__basis_cost(&candidate, s->points, s->count);
    idle++;
    if (candidate_cost >= cost * (1 - GAIN)) continue;
    basis = candidate;
    cost = candidate_cost;
    idle = 0;
  }
  if (cost >= s->least) return;
  s->least = cost;
  s->best = basis;
}

static int farthest_from(const search *s, carom__dvec3 p) {
  int best = 0;
  double most = -1;
  for (int i = 0; i < s->count; i++) {
    double d = dvec3_length(dvec3_sub(s->points[i], p));
    if (d > most) {
      most = d;
      best = i;
    }
  }
  return best;
}

/* The normal, not yet of unit length, of the greatest triangle over the side a, b. */
static carom__dvec3 apex_normal(const search *s, carom__dvec3 a, carom__dvec3 b, carom__dvec3 *apex) {
  carom__dvec3 best = {0, 0, 0};
  *apex = a;
  for (int i = 0; i < s->count; i++) {
    carom__dvec3 normal = dvec3_cross(dvec3_sub(b, a), dvec3_sub(s->points[i], a));
    if (dvec3_dot(normal, normal) > dvec3_dot(best, best)) {
      best = normal;
      *apex = s->points[i];
    }
  }
  return best;
}

/* The frames of a large triangle's sides and normal; none when the points are on a line. */
static void descend_from_triangle(search *s) {
  carom__dvec3 corners[3];
  corners[0] = s->points[farthest_from(s, s->points[0])];
  corners[1] = s->points[farthest_from(s, corners[0])];
  carom__dvec3 normal = apex_normal(s, corners[0], corners[1], &corners[2]);
  double length = dvec3_length(normal);
  if (length == 0) return;
  normal = dvec3_scale(normal, 1 / length);
  for (int i = 0; i < 3; i++) {
    carom__dvec3 side = dvec3_sub(corners[(i + 1) % 3], corners[i]);
    side = dvec3_scale(side, 1 / dvec3_length(side));
    descend(s, (carom__basis){{side, dvec3_cross(normal, side), normal}});
  }
}

carom__basis carom__obb_search(const carom__dvec3 *points, int count, const carom__basis *starts,
                               int start_count) {
  const carom__basis coordinate_axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  search s = {points, count, coordinate_axes, carom__basis_cost(&coordinate_axes, points, count)};
  descend(&s, coordinate_axes);
  for (int i = 0; i < start_count; i++) descend(&s, starts[i]);
  descend(&s, carom__principal_axes(points, count));
  descend_from_triangle(&s);
  return s.best;
}

/* epa_polish.c: golden sections (Kiefer, 1953) over two angles.
 *
 * Solids of revolution that overlap about nearly one axis are all but equally deep along a whole circle of
 * directions around it: a valley of the depth over the sphere, often with a sharp ground (where the side of a
 * cone is the face), where no derivatives help. So the least across the valley is found by itself, for each
 * place along it that is looked at. */
#include "epa_polish.h"

/* The ratio of golden sections. */
#define GOLDEN 0.6180339887498949
/* How far is looked along the valley and across it, on either side, in tangents of angles; the vertices that
 * the valley was known by lie closer than that. Along it the depth is smooth, so that little precision does.
 */
#define ALONG 0.25
#define ALONG_STEPS 16
#define ACROSS 0.0625
#define ACROSS_STEPS 32
/* Where the least is at an end of what was looked at, another look begins there. */
#define MAX_LOOKS 4

/* A direction, the ways along and across the valley there, and the best direction that was seen. */
typedef struct valley {
  const carom__cores *cores;
  carom__dvec3 normal, along, across;
  carom__epa_result *best;
} valley;

static double depth_at(const valley *v, double along, double across) {
  carom__dvec3 n = dvec3_mad(dvec3_mad(v->normal, v->along, along), v->across, across);
  n = dvec3_scale(n, 1 / dvec3_length(n));
  double depth = dvec3_dot(carom__cores_support(v->cores, n).w, n);
  if (depth < v->best->depth) v->best->depth = depth, v->best->normal = n;
  return depth;
}

/* The least of a function of x in -reach..reach; one that falls and then rises. */
typedef double function_of(const valley *v, double at, double x);

static double least_of(const valley *v, function_of *f, double at, double reach, int steps) {
  double low = -reach, high = reach, x = low + (1 - GOLDEN) * (high - low), y = low + GOLDEN * (high - low);
  double at_x = f(v, at, x), at_y = f(v, at, y);
  for (int i = 0; i < steps; i++) {
    if (at_x <= at_y) {
      high = y, y = x, at_y = at_x;
      x = low + (1 - GOLDEN) * (high - low), at_x = f(v, at, x);
    } else {
      low = x, x = y, at_x = at_y;
      y = low + GOLDEN * (high - low), at_y = f(v, at, y);
    }
  }
  return at_x <= at_y ? at_x : at_y;
}

static double least_across(const valley *v, double at, double along) {
  (void)at;
  return least_of(v, depth_at, along, ACROSS, ACROSS_STEPS);
}

void carom__epa_polish(const carom__cores *cores, carom__dvec3 axis, carom__epa_result *out) {
  for (int look = 0; look < MAX_LOOKS; look++) {
    valley v = {.cores = cores, .normal = out->normal, .best = out};
    v.along = dvec3_normalize_or(dvec3_cross(axis, out->normal), dvec3_perpendicular(out->normal));
    v.across = dvec3_cross(out->normal, v.along);
    least_of(&v, least_across, 0, ALONG, ALONG_STEPS);
    if (fabs(dvec3_dot(out->normal, v.along)) < 0.5 * ALONG) return;
  }
}

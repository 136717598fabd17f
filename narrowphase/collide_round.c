/* collide_round.c: spheres and capsules against each other, in closed form.
 *
 * Each is a segment (of no length for a sphere) with a radius; the nearest points of the two segments give
 * the normal and the depth (Ericson, 2005, 5.1.9). All in double: products of float coordinates are then
 * exact or nearly so, and neither overflow nor underflow. Nearly parallel capsules that lie alongside each
 * other touch in two points, at the ends of what they have in common.
 *
 * Touching is judged with a gap of up to 4 u s, for the rounding of the pose; s sums the distance of the
 * origins and how far each shape reaches from its own. */
#include "feature.h"
#include "manifold.h"
#include "pairs.h"
#include "round.h"

#define TOUCH (4 * 0x1p-24)

/* Squared sine below which two segments count as parallel: what doubles can tell. */
#define PARALLEL 0x1p-48

/* Two capsules lie alongside when the places across from each other at both ends of the common stretch are
 * off the normal by less than this part of the radii and of the shorter segment, and their gaps differ from
 * the least by less than this part of the segment. */
#define ALONGSIDE (1.0 / 16)

/* Below this part of the size, the nearest points are one point up to rounding. */
#define COINCIDENT 0x1p-40

typedef struct round_core {
  carom__dvec3 a, b; /* in A's frame */
  double radius;
} round_core;

typedef struct round_pair {
  round_core core[2];
  double size, reach; /* reach: the sum of the radii */
} round_pair;

/* A point on each segment; s and t are the parameters, 0..1. */
typedef struct near_points {
  double s, t;
  carom__dvec3 p, q;
} near_points;

static round_pair make_pair(const carom_capsule *a, const carom_capsule *b, const carom__relative *b_in_a) {
  round_pair pair = {.reach = (double)a->radius + (double)b->radius};
  pair.core[0] = (round_core){dvec3_widen(a->a), dvec3_widen(a->b), (double)a->radius};
  pair.core[1] = (round_core){dvec3_place(b_in_a, b->a), dvec3_place(b_in_a, b->b), (double)b->radius};
  double far_a = fmax(dvec3_length(dvec3_widen(a->a)), dvec3_length(dvec3_widen(a->b)));
  double far_b = fmax(dvec3_length(dvec3_widen(b->a)), dvec3_length(dvec3_widen(b->b)));
  pair.size = dvec3_length(dvec3_widen(b_in_a->origin)) + far_a + far_b + pair.reach;
  return pair;
}

/* Where the segments come nearest, how far that is, and the unit normal there. */
typedef struct round_gap {
  near_points at;
  double distance;
  carom__dvec3 normal;
} round_gap;

/* Where p is nearest to on a segment from a along v, not clamped; 0 when the segment is a point. */
static double foot(carom__dvec3 p, carom__dvec3 a, carom__dvec3 v) {
  double vv = dvec3_dot(v, v);
  return vv > 0 ? dvec3_dot(dvec3_sub(p, a), v) / vv : 0;
}

/* Parameter of the first line where it comes nearest to the second; 0 for parallel lines, where any is as
 * good. */
static double crossing(carom__dvec3 u, carom__dvec3 v, carom__dvec3 from_q_to_p) {
  double uu = dvec3_dot(u, u), vv = dvec3_dot(v, v), uv = dvec3_dot(u, v);
  double det = uu * vv - uv * uv;
  if (!(det > PARALLEL * uu * vv)) return 0;
  return clamp01((uv * dvec3_dot(v, from_q_to_p) - vv * dvec3_dot(u, from_q_to_p)) / det);
}

static near_points points_at(const round_pair *pair, double s, double t) {
  const round_core *p = &pair->core[0], *q = &pair->core[1];
  return (near_points){s, t, dvec3_mad(p->a, dvec3_sub(p->b, p->a), s),
                       dvec3_mad(q->a, dvec3_sub(q->b, q->a), t)};
}

static near_points nearest(const round_pair *pair) {
  const round_core *p = &pair->core[0], *q = &pair->core[1];
  carom__dvec3 u = dvec3_sub(p->b, p->a), v = dvec3_sub(q->b, q->a);
  double s = crossing(u, v, dvec3_sub(p->a, q->a));
  double t = clamp01(foot(dvec3_mad(p->a, u, s), q->a, v));
  s = clamp01(foot(dvec3_mad(q->a, v, t), p->a, u));
  return points_at(pair, s, t);
}

/* A normal for segments that meet: across both, or across the one that has a length; x for two points. */
static carom__dvec3 crossing_normal(const round_pair *pair) {
  carom__dvec3 u = dvec3_normalize_or(dvec3_sub(pair->core[0].b, pair->core[0].a), dvec3(0, 0, 0));
  carom__dvec3 v = dvec3_normalize_or(dvec3_sub(pair->core[1].b, pair->core[1].a), dvec3(0, 0, 0));
  carom__dvec3 both = dvec3_cross(u, v);
  if (dvec3_dot(both, both) > PARALLEL) return dvec3_normalize_or(both, both);
  carom__dvec3 one = dvec3_dot(u, u) > 0 ? u : v;
  return dvec3_dot(one, one) > 0 ? dvec3_perpendicular(one) : dvec3(1, 0, 0);
}

static uint32_t segment_feature(double parameter) {
  if (parameter <= 0) return FEATURE_SEGMENT_A;
  return parameter >= 1 ? FEATURE_SEGMENT_B : FEATURE_SEGMENT_INSIDE;
}

/* The contact between p and q on the segments, the shapes being `distance` apart along the normal there. */
static carom__point contact(const round_pair *pair, const near_points *at, carom__dvec3 normal,
                            double distance) {
  carom__dvec3 on_a = dvec3_mad(at->p, normal, pair->core[0].radius);
  carom__dvec3 on_b = dvec3_mad(at->q, normal, -pair->core[1].radius);
  return (carom__point){dvec3_narrow(dvec3_scale(dvec3_add(on_a, on_b), 0.5)),
                        (float)fmin(distance - pair->reach, 0),
                        feature_pair(segment_feature(at->s), segment_feature(at->t))};
}

/* The place on the other segment across from an end p of mine: its foot, or the other's end when its own foot
 * would lie beyond p, since two ends that lie side by side are one end of the common stretch. */
static bool across(const round_core *mine, double end, const round_core *other, double *t) {
  carom__dvec3 u = dvec3_sub(mine->b, mine->a), v = dvec3_sub(other->b, other->a);
  if (dvec3_dot(u, u) == 0 || dvec3_dot(v, v) == 0) return false;
  double free = foot(end > 0 ? mine->b : mine->a, other->a, v);
  *t = clamp01(free);
  if (free == *t) return true;
  double back = foot(dvec3_mad(other->a, v, *t), mine->a, u);
  return end > 0 ? back >= 1 : back <= 0;
}

static double shorter(const round_pair *pair) {
  return fmin(dvec3_length(dvec3_sub(pair->core[0].b, pair->core[0].a)),
              dvec3_length(dvec3_sub(pair->core[1].b, pair->core[1].a)));
}

/* Adds the contact between an end of segment `own` and the other, when the two lie alongside there. */
static uint32_t add_end(const round_pair *pair, int own, double end, const round_gap *gap,
                        carom__point *out) {
  const round_core *mine = &pair->core[own], *other = &pair->core[!own];
  double t, length = shorter(pair);
  if (!across(mine, end, other, &t)) return 0;
  near_points at = own ? points_at(pair, t, end) : points_at(pair, end, t);
  carom__dvec3 from_a_to_b = dvec3_sub(at.q, at.p);
  double along = dvec3_dot(from_a_to_b, gap->normal);
  double off = dvec3_length(dvec3_mad(from_a_to_b, gap->normal, -along));
  if (along > pair->reach || along - gap->distance > ALONGSIDE * length) return 0;
  if (off > ALONGSIDE * fmin(pair->reach, length)) return 0;
  *out = contact(pair, &at, gap->normal, along);
  return 1;
}

static uint32_t add_ends(const round_pair *pair, const round_gap *gap, carom__point out[4]) {
  uint32_t count = 0;
  for (int own = 0; own < 2; own++)
    for (int end = 0; end < 2; end++) count += add_end(pair, own, end, gap, &out[count]);
  return count;
}

static uint32_t deepest(const carom__point *points, uint32_t count) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < count; i++)
    if (points[i].separation < points[best].separation) best = i;
  return best;
}

static uint32_t farthest(const carom__point *points, uint32_t count, carom_vec3 from) {
  uint32_t best = 0;
  float most = -1;
  for (uint32_t i = 0; i < count; i++) {
    float d = vec3_length(vec3_sub(points[i].position, from));
    if (d > most) most = d, best = i;
  }
  return best;
}

/* The two ends of the common stretch; the nearest points when it has not two. These also count beside the
 * ends when they are themselves ends, since they can then be deeper than the others. Of more than two,
 * because both capsules end about there, the deepest and the farthest from it stay. */
static void fill(const round_pair *pair, const round_gap *gap, carom__manifold *out) {
  carom__point found[5];
  const near_points *at = &gap->at;
  uint32_t count = add_ends(pair, gap, found);
  bool inside = at->s > 0 && at->s < 1 && at->t > 0 && at->t < 1;
  if (count < 2) count = 0;
  if (count == 0 || !inside) found[count++] = contact(pair, at, gap->normal, gap->distance);
  carom__point one = found[deepest(found, count)], other = found[farthest(found, count, one.position)];
  out->normal = dvec3_narrow(gap->normal);
  carom__manifold_reduce((carom__point[]){one, other}, 2, (float)pair->size, out);
}

carom_status carom__collide_capsule_capsule(const carom_shape *a, const carom_shape *b,
                                            const carom__relative *b_in_a, carom__manifold *out) {
  round_pair pair = make_pair(&a->as.capsule, &b->as.capsule, b_in_a);
  round_gap gap = {.at = nearest(&pair)};
  carom__dvec3 from_a_to_b = dvec3_sub(gap.at.q, gap.at.p);
  gap.distance = dvec3_length(from_a_to_b);
  *out = (carom__manifold){0};
  if (gap.distance > pair.reach + TOUCH * pair.size) return CAROM_OK;
  if (gap.distance > COINCIDENT * pair.size)
    gap.normal = dvec3_scale(from_a_to_b, 1 / gap.distance);
  else
    gap.distance = 0, gap.normal = crossing_normal(&pair);
  fill(&pair, &gap, out);
  return CAROM_OK;
}

/* A sphere is a capsule whose segment is the point in its middle. */
static carom_shape as_capsule(const carom_shape *sphere) {
  return carom_shape_capsule(vec3(0, 0, 0), vec3(0, 0, 0), sphere->as.sphere.radius);
}

carom_status carom__collide_sphere_capsule(const carom_shape *a, const carom_shape *b,
                                           const carom__relative *b_in_a, carom__manifold *out) {
  carom_shape point = as_capsule(a);
  return carom__collide_capsule_capsule(&point, b, b_in_a, out);
}

carom_status carom__collide_sphere_sphere(const carom_shape *a, const carom_shape *b,
                                          const carom__relative *b_in_a, carom__manifold *out) {
  carom_shape point = as_capsule(b);
  return carom__collide_sphere_capsule(a, &point, b_in_a, out);
}

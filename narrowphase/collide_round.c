/* collide_round.c: spheres and capsules against each other, in closed form.
 *
 * Each is a segment (of no length for a sphere) with a radius; the nearest points of the two segments give
 * the normal and the depth (Ericson, 2005, 5.1.9). All in double: products of float coordinates are then
 * exact or nearly so, and neither overflow nor underflow. Nearly parallel capsules that lie alongside each
 * other touch in two points, at the ends of what they have in common.
 *
 * Nothing turns with the axes that the coordinates are given along, so that the same computation serves in
 * A's frame and, with no change of frame at all, along the axes of the world from A's origin.
 *
 * Touching is judged with a gap of up to 4 u s, for the rounding of the pose; s sums the distance of the
 * origins and how far each shape reaches from its own, in the 1-norm. */
#include "collide_round.h"

#include "feature.h"
#include "pairs.h"
#include "round.h"

#define TOUCH (4 * 0x1p-24)

/* Squared sine below which two segments count as parallel: what doubles can tell. */
#define PARALLEL 0x1p-48

/* Squared cosine above which two capsules may lie alongside: 7 degrees. */
#define NEARLY_PARALLEL (1 - 1.0 / 64)

/* They do when the places across from each other at both ends of the common stretch are off the normal by
 * less than this part of the radii and of the shorter segment, and their gaps differ from the least by less
 * than this part of the segment. */
#define ALONGSIDE (1.0 / 16)

/* Below this part of the size, two centres are one. */
#define COINCIDENT 0x1p-40

/* Below this part of the size, two segments meet. Where they cross at a small angle, rounding moves the
 * nearest points along both by its part over that angle, which a direction between points much nearer than
 * this would turn into a loss of depth; this little distance itself is lost in that of the pose. */
#define MEETING 0x1p-28

/* Points nearer to each other than this part of the size are one. */
#define SAME (8 * 0x1p-24)

/* Of two spheres, s is the distance and the radii: they touch up to this square of a ratio of these two. */
#define SPHERES_TOUCH ((1 + TOUCH) / (1 - TOUCH) * ((1 + TOUCH) / (1 - TOUCH)))

typedef struct round_core {
  carom__dvec3 start, way; /* of the segment, from A's origin */
  double radius;
  double far; /* how far the segment reaches from its own shape's origin */
} round_core;

typedef struct round_pair {
  round_core core[2];
  double reach;          /* the sum of the radii */
  double uu, vv, uv;     /* products of the two ways: u is A's, v is B's */
  carom__dvec3 w;        /* the way from B's start to A's */
  double wu, wv;         /* its products with the two */
  double per_uu, per_vv; /* 1 / uu, 1 / vv; 0 for a point */
  double size;
} round_pair;

/* A point on each segment; s and t are the parameters, 0..1. */
typedef struct near_points {
  double s, t;
  carom__dvec3 p, q;
} near_points;

/* A place where the surfaces meet, from A's origin. */
typedef struct round_point {
  carom__dvec3 position;
  double separation;
  uint32_t feature;
} round_point;

typedef struct round_contact {
  carom__dvec3 normal;
  double separation; /* the least */
  uint32_t count;
  round_point points[2];
} round_contact;

/* --- Places --- */

static double radius_of(const carom_shape *shape) {
  return (double)(shape->kind == CAROM_CAPSULE ? shape->as.capsule.radius : shape->as.sphere.radius);
}

static double norm1(carom__dvec3 v) { return fabs(v.x) + fabs(v.y) + fabs(v.z); }

static inline round_core place_core(const carom_shape *shape, carom__dvec3 origin, const carom_mat3 *axes) {
  if (shape->kind == CAROM_SPHERE) return (round_core){origin, {0, 0, 0}, radius_of(shape), 0};
  const carom_capsule *c = &shape->as.capsule;
  carom__dvec3 start = dvec3_turn(axes, c->a);
  carom__dvec3 way = dvec3_rotate(axes, dvec3_sub(dvec3_widen(c->b), dvec3_widen(c->a)));
  float from = vec3_norm1(c->a), to = vec3_norm1(c->b);
  return (round_core){dvec3_add(origin, start), way, (double)c->radius, (double)(from > to ? from : to)};
}

/* 1 / a, early, so that nothing later waits for a division; 0 for a segment of no length. */
static inline double inverse(double a) { return a > 0 ? 1 / a : 0; }

static inline round_pair make_pair(const carom_shape *a, const carom_mat3 *axes_a, const carom_shape *b,
                                   const carom_mat3 *axes_b, carom__dvec3 offset) {
  round_pair pair;
  pair.core[0] = place_core(a, dvec3(0, 0, 0), axes_a);
  pair.core[1] = place_core(b, offset, axes_b);
  pair.reach = pair.core[0].radius + pair.core[1].radius;
  carom__dvec3 u = pair.core[0].way, v = pair.core[1].way;
  carom__dvec3 w = pair.w = dvec3_sub(pair.core[0].start, pair.core[1].start);
  pair.uu = dvec3_dot(u, u), pair.vv = dvec3_dot(v, v), pair.uv = dvec3_dot(u, v);
  pair.wu = dvec3_dot(w, u), pair.wv = dvec3_dot(w, v);
  pair.per_uu = inverse(pair.uu), pair.per_vv = inverse(pair.vv);
  pair.size = norm1(offset) + pair.core[0].far + pair.core[1].far + pair.reach;
  return pair;
}

/* --- Nearest points --- */

static inline near_points points_at(const round_pair *pair, double s, double t) {
  const round_core *p = &pair->core[0], *q = &pair->core[1];
  return (near_points){s, t, dvec3_mad(p->start, p->way, s), dvec3_mad(q->start, q->way, t)};
}

/* The parameter of A's line where it comes nearest to B's; 0 for parallel lines, where any is as good. */
static inline double crossing(const round_pair *pair) {
  double det = pair->uu * pair->vv - pair->uv * pair->uv;
  if (!(det > PARALLEL * pair->uu * pair->vv)) return 0;
  return clamp01((pair->uv * pair->wv - pair->vv * pair->wu) / det);
}

/* The parameters of the nearest points. From the crossing of the lines, or A's end beside it, to the foot of
 * that on B's line; when this is beyond an end of B, that end and its foot on A. Both feet are found ahead,
 * and what is right among three is counted: neither has to be waited for, nor can any processor predict it.
 */
static inline void nearest(const round_pair *pair, double *s, double *t) {
  double start = clamp01(-pair->wu * pair->per_uu), end = clamp01((pair->uv - pair->wu) * pair->per_uu);
  double cross = crossing(pair), foot = pair->uv * cross + pair->wv;
  int after = foot > 0, which = after + (after & (foot >= pair->vv));
  *s = (double[]){start, cross, end}[which];
  *t = (double[]){0, foot * pair->per_vv, 1}[which];
}

/* A normal for segments that meet: across both, or across the one that has a length; x for two points. */
static carom__dvec3 crossing_normal(const round_pair *pair) {
  carom__dvec3 u = dvec3_normalize_or(pair->core[0].way, dvec3(0, 0, 0));
  carom__dvec3 v = dvec3_normalize_or(pair->core[1].way, dvec3(0, 0, 0));
  carom__dvec3 both = dvec3_cross(u, v);
  if (dvec3_dot(both, both) > PARALLEL) return dvec3_normalize_or(both, both);
  carom__dvec3 one = dvec3_dot(u, u) > 0 ? u : v;
  return dvec3_dot(one, one) > 0 ? dvec3_perpendicular(one) : dvec3(1, 0, 0);
}

/* --- Points --- */

_Static_assert(FEATURE_SEGMENT_A == 0 && FEATURE_SEGMENT_B == 1 && FEATURE_SEGMENT_INSIDE == 2, "see below");

/* Counted, because which of the three it is no processor can predict. */
static uint32_t segment_feature(double parameter) {
  return 2 * (uint32_t)(parameter > 0) - (uint32_t)(parameter >= 1);
}

/* The contact between p and q on the segments, the shapes being `separation` apart along the normal there. */
static round_point point_between(const round_pair *pair, const near_points *at, carom__dvec3 normal,
                                 double separation) {
  double middle = pair->core[0].radius + 0.5 * separation;
  return (round_point){dvec3_mad(at->p, normal, middle), separation < 0 ? separation : 0,
                       feature_pair(segment_feature(at->s), segment_feature(at->t))};
}

/* The places across from each other at both ends of the stretch that nearly parallel segments have in common;
 * false when they have none. Across is square to the sum of the ways, each over its square: a direction
 * between the two that is the same when A and B are exchanged. */
static bool ends_of_stretch(const round_pair *pair, near_points ends[2]) {
  double side = pair->uv < 0 ? -1 : 1;
  double of_u = 1 + side * pair->uv * pair->per_vv, of_v = side + pair->uv * pair->per_uu;
  double w = pair->wu * pair->per_uu + side * pair->wv * pair->per_vv;
  double from = -w, to = of_v - w, low = greater_double(side > 0 ? from : to, 0),
         high = lesser_double(side > 0 ? to : from, of_u);
  if (!(low < high)) return false;
  double per_u = 1 / of_u, per_v = 1 / of_v;
  ends[0] = points_at(pair, clamp01(low * per_u), clamp01((low + w) * per_v));
  ends[1] = points_at(pair, clamp01(high * per_u), clamp01((high + w) * per_v));
  return true;
}

/* How far apart the surfaces are along the normal at an end of the stretch, whose places are moved onto one
 * line along the normal, each by the part that its radius has; false when they are too far off the normal or
 * the gap is too much wider than the least. */
static bool lies_alongside(const round_pair *pair, const round_contact *contact, double shorter,
                           near_points *end, double *separation) {
  double wide = ALONGSIDE * (pair->reach < shorter ? pair->reach : shorter);
  carom__dvec3 from_a_to_b = dvec3_sub(end->q, end->p);
  double along = dvec3_dot(from_a_to_b, contact->normal);
  carom__dvec3 off = dvec3_mad(from_a_to_b, contact->normal, -along);
  end->p = dvec3_mad(end->p, off, pair->core[0].radius / pair->reach);
  end->q = dvec3_mad(end->p, contact->normal, along);
  *separation = along - pair->reach;
  return *separation <= 0 && *separation - contact->separation <= ALONGSIDE * shorter &&
         dvec3_dot(off, off) <= wide * wide;
}

static double distance2(carom__dvec3 a, carom__dvec3 b) {
  carom__dvec3 d = dvec3_sub(a, b);
  return dvec3_dot(d, d);
}

/* Two points where capsules lie alongside: the ends of the common stretch; or the nearest points, which are
 * as deep as any, and the end farther from them, unless they are inside of both segments. */
static void add_alongside(const round_pair *pair, const near_points *at, round_contact *out) {
  near_points ends[2];
  double separations[2], shorter = sqrt(pair->uu < pair->vv ? pair->uu : pair->vv);
  if (!ends_of_stretch(pair, ends)) return;
  for (int i = 0; i < 2; i++)
    if (!lies_alongside(pair, out, shorter, &ends[i], &separations[i])) return;
  bool inside = at->s > 0 && at->s < 1 && at->t > 0 && at->t < 1;
  int second = inside || fabs(ends[1].s - at->s) >= fabs(ends[0].s - at->s);
  round_point first = out->points[0],
              other = point_between(pair, &ends[second], out->normal, separations[second]);
  if (inside) first = point_between(pair, &ends[0], out->normal, separations[0]);
  if (distance2(first.position, other.position) <= SAME * pair->size * (SAME * pair->size)) return;
  out->points[0] = first, out->points[1] = other;
  out->count = 2;
}

static bool nearly_parallel(const round_pair *pair) {
  return pair->uv * pair->uv > NEARLY_PARALLEL * pair->uu * pair->vv;
}

/* Computes how the pair touches, along the axes that both matrices and the offset of B's origin are given in.
 */
static void collide(const carom_shape *a, const carom_mat3 *axes_a, const carom_shape *b,
                    const carom_mat3 *axes_b, carom__dvec3 offset, round_contact *out) {
  round_pair pair = make_pair(a, axes_a, b, axes_b, offset);
  double s, t;
  nearest(&pair, &s, &t);
  carom__dvec3 from_a_to_b =
      dvec3_mad(dvec3_mad(dvec3_neg(pair.w), pair.core[1].way, t), pair.core[0].way, -s);
  double square = dvec3_dot(from_a_to_b, from_a_to_b), touch = pair.reach + TOUCH * pair.size;
  out->count = 0;
  if (square > touch * touch) return;
  double distance = sqrt(square);
  if (distance > MEETING * pair.size)
    out->normal = dvec3_scale(from_a_to_b, 1 / distance);
  else
    distance = 0, out->normal = crossing_normal(&pair);
  out->separation = distance - pair.reach;
  near_points at = points_at(&pair, s, t);
  out->points[0] = point_between(&pair, &at, out->normal, out->separation);
  out->count = 1;
  if (nearly_parallel(&pair)) add_alongside(&pair, &at, out);
}

/* The same for two spheres. */
static void collide_spheres(double radius_a, double radius_b, carom__dvec3 offset, round_contact *out) {
  double square = dvec3_dot(offset, offset), reach = radius_a + radius_b;
  out->count = 0;
  if (square > reach * reach * SPHERES_TOUCH) return;
  double distance = sqrt(square);
  bool together = distance <= COINCIDENT * reach;
  out->normal = together ? dvec3(1, 0, 0) : dvec3_scale(offset, 1 / distance);
  out->separation = distance - reach;
  double depth = out->separation < 0 ? out->separation : 0;
  out->points[0] = (round_point){dvec3_scale(out->normal, radius_a + 0.5 * depth), depth, 0};
  out->count = 1;
}

static void write_local(const round_contact *contact, carom__manifold *out) {
  out->normal = vec3(0, 0, 0);
  out->least = 0;
  out->count = contact->count;
  if (contact->count == 0) return;
  out->normal = dvec3_narrow(contact->normal);
  out->least = contact->separation < 0 ? (float)contact->separation : 0;
  for (uint32_t i = 0; i < contact->count; i++) {
    const round_point *p = &contact->points[i];
    out->points[i] = (carom__point){dvec3_narrow(p->position), (float)p->separation, p->feature};
  }
}

static carom_status collide_local(const carom_shape *a, const carom_shape *b, const carom__relative *b_in_a,
                                  carom__manifold *out) {
  carom_mat3 still = mat3_identity();
  round_contact contact;
  collide(a, &still, b, &b_in_a->axes, dvec3_widen(b_in_a->origin), &contact);
  write_local(&contact, out);
  return CAROM_OK;
}

carom_status carom__collide_sphere_sphere(const carom_shape *a, const carom_shape *b,
                                          const carom__relative *b_in_a, carom__manifold *out) {
  round_contact contact;
  collide_spheres(radius_of(a), radius_of(b), dvec3_widen(b_in_a->origin), &contact);
  write_local(&contact, out);
  return CAROM_OK;
}

carom_status carom__collide_sphere_capsule(const carom_shape *a, const carom_shape *b,
                                           const carom__relative *b_in_a, carom__manifold *out) {
  return collide_local(a, b, b_in_a, out);
}

carom_status carom__collide_capsule_capsule(const carom_shape *a, const carom_shape *b,
                                            const carom__relative *b_in_a, carom__manifold *out) {
  return collide_local(a, b, b_in_a, out);
}

static carom_contact_point world_point(const round_point *point, carom_pos origin) {
  carom_pos at = {origin.x + point->position.x, origin.y + point->position.y, origin.z + point->position.z};
  return (carom_contact_point){at, (float)point->separation, point->feature};
}

void carom__collide_round_frames(const carom_shape *a, const carom_frame *frame_a, const carom_shape *b,
                                 const carom_frame *frame_b, carom_manifold *out) {
  carom_pos p = frame_a->origin, q = frame_b->origin;
  carom__dvec3 offset = dvec3(q.x - p.x, q.y - p.y, q.z - p.z);
  round_contact contact;
  if (a->kind == CAROM_SPHERE && b->kind == CAROM_SPHERE)
    collide_spheres(radius_of(a), radius_of(b), offset, &contact);
  else
    collide(a, &frame_a->axes, b, &frame_b->axes, offset, &contact);
  out->normal = contact.count > 0 ? dvec3_narrow(contact.normal) : vec3(0, 0, 0);
  out->point_count = contact.count;
  for (uint32_t i = 0; i < CAROM_MANIFOLD_POINTS; i++)
    out->points[i] =
        i < contact.count ? world_point(&contact.points[i], p) : (carom_contact_point){.feature = 0};
}

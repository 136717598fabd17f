/* collide_round.c: spheres and capsules against each other, and discs, in closed form.
 *
 * Each is a segment (of no length for a sphere) with a radius; the nearest points of the two segments give
 * the normal and the depth (Ericson, 2005, 5.1.9). The segments are turned in float lanes; what they are then
 * is taken as exact, and all that follows is in double: products of floats are exact there, and neither
 * overflow nor underflow. Nearly parallel capsules that lie alongside each other touch in two points, at the
 * ends of what they have in common.
 *
 * Nothing turns with the axes that the coordinates are given along, so that the same computation serves in
 * A's frame and, with no change of frame at all, along the axes of the world from A's origin.
 *
 * Touching is judged with a gap of up to 3 u s, for the rounding of the poses and of turning, which is less
 * than that; s sums the distance of the origins and how far each shape reaches from its own, in the 1-norm.
 */
#include "collide_round.h"

#include <stddef.h>

#include "feature.h"
#include "inline.h"
#include "round.h"
#include "shape_class.h"

#define ROUND_TOUCH (3 * 0x1p-24)

/* So that two discs are two spheres. */
_Static_assert(offsetof(carom_shape, geometry.disc.radius) == offsetof(carom_shape, geometry.sphere.radius) &&
                   sizeof(carom_disc) == sizeof(carom_sphere),
               "one radius");

/* Squared sine below which two segments count as parallel: what doubles can tell. */
#define PARALLEL 0x1p-48

/* Squared cosine above which two capsules may lie alongside: 7 degrees. */
#define NEARLY_PARALLEL (1 - 1.0 / 64)

/* They do when the places across from each other at both ends of the common stretch are off the normal by
 * less than this part of the radii and of the shorter segment, and their gaps differ from the least by less
 * than this part of the segment. */
#define ALONGSIDE (1.0 / 16)

/* A parameter beyond this is that of an end: one that was clamped may be off by its rounding. */
#define END (1 - 0x1p-50)

/* Below this part of the size, two centres are one. */
#define COINCIDENT 0x1p-40

/* Below this part of the size, two segments meet. Where they cross at a small angle, rounding moves the
 * nearest points along both by its part over that angle, which a direction between points much nearer than
 * this would turn into a loss of depth; this little distance itself is lost in that of the pose. */
#define MEETING 0x1p-28

/* Points nearer to each other than this part of the size are one. */
#define SAME (8 * 0x1p-24)

/* Of two spheres, s is the distance and the radii: they touch up to this square of a ratio of these two. */
#define SPHERES_TOUCH ((1 + ROUND_TOUCH) / (1 - ROUND_TOUCH) * ((1 + ROUND_TOUCH) / (1 - ROUND_TOUCH)))

/* The segment from middle - half to middle + half, so that a place on it is a parameter from -1 to 1; most
 * segments have their middle where the shape has its origin. */
typedef struct round_core {
  carom__dvec3 middle, half; /* from A's origin */
  double radius;
  double far; /* how far the segment reaches from its own shape's origin */
} round_core;

typedef struct round_pair {
  round_core core[2];
  double reach;          /* the sum of the radii */
  double uu, vv, uv;     /* products of the two halves: u is A's, v is B's */
  carom__dvec3 w;        /* the way from A's middle to B's */
  double uw, vw;         /* its products with the two */
  double per_uu, per_vv; /* 1 / uu, 1 / vv; 0 for a point */
  double size;
} round_pair;

/* A point on each segment; s and t are the parameters. */
typedef struct near_points {
  double s, t;
  carom__dvec3 p, q;
} near_points;

/* How the pair touches: the unit normal, the least separation, and where that is. */
typedef struct round_touch {
  carom__dvec3 normal;
  double separation;
  near_points at;
} round_touch;

/* --- Places --- */

static double norm1(carom__dvec3 v) { return fabs(v.x) + fabs(v.y) + fabs(v.z); }

/* The sum of the first three lanes. */
static float sum3(carom__lanes a) { return lanes_first(lanes_add(lanes_add(a, lanes_y(a)), lanes_z(a))); }

static inline bool is_zero3(carom__lanes a) { return (lanes_bits(lanes_eq(a, lanes_splat(0))) & 7) == 7; }

/* Middles beside the origin are rare, and need not be fast. */
static carom__dvec3 turned_middle(const carom_capsule *c, const carom_mat3 *axes) {
  carom__dvec3 sum = dvec3_add(dvec3_widen(c->a), dvec3_widen(c->b));
  return dvec3_rotate(axes, dvec3_scale(sum, 0.5));
}

/* Four floats from a and from b: the fourth are what follows, and are not looked at. */
_Static_assert(offsetof(carom_capsule, b) == 3 * sizeof(float) &&
                   offsetof(carom_capsule, radius) == 6 * sizeof(float),
               "no gaps");

static inline round_core place_core(const carom_shape *shape, carom__dvec3 origin, const carom_mat3 *axes) {
  const carom_capsule *c = &shape->geometry.capsule;
  const float *floats = (const float *)c;
  carom__lanes columns[3], a = lanes_load(floats), b = lanes_load(floats + 3);
  mat3_load_lanes(axes, columns);
  carom__lanes half = lanes_combine(columns, lanes_mul(lanes_sub(b, a), lanes_splat(0.5f)));
  if (!is_zero3(lanes_add(a, b))) origin = dvec3_add(origin, turned_middle(c, axes));
  float far = sum3(lanes_max(lanes_abs(a), lanes_abs(b)));
  return (round_core){origin, dvec3_widen(lanes_to_vec3(half)), (double)c->radius, (double)far};
}

/* 1 / a, early, so that nothing later waits for a division; 0 for what has no length. */
static inline double inverse(double a) { return a > 0 ? 1 / a : 0; }

/* From A's origin to B's. */
static carom__dvec3 offset_of(const carom_frame *a, const carom_frame *b) {
  carom_pos p = a->origin, q = b->origin;
  return dvec3(q.x - p.x, q.y - p.y, q.z - p.z);
}

static CAROM__ALWAYS_INLINE round_pair make_pair(carom__site a, carom__site b) {
  round_pair pair;
  carom__dvec3 offset = offset_of(a.frame, b.frame);
  pair.core[0] = place_core(a.shape, dvec3(0, 0, 0), &a.frame->axes);
  pair.core[1] = place_core(b.shape, offset, &b.frame->axes);
  pair.reach = pair.core[0].radius + pair.core[1].radius;
  carom__dvec3 u = pair.core[0].half, v = pair.core[1].half;
  carom__dvec3 w = pair.w = dvec3_sub(pair.core[1].middle, pair.core[0].middle);
  pair.uu = dvec3_dot(u, u), pair.vv = dvec3_dot(v, v), pair.uv = dvec3_dot(u, v);
  pair.uw = dvec3_dot(u, w), pair.vw = dvec3_dot(v, w);
  pair.per_uu = inverse(pair.uu), pair.per_vv = inverse(pair.vv);
  pair.size = norm1(offset) + pair.core[0].far + pair.core[1].far + pair.reach;
  return pair;
}

/* --- Nearest points --- */

/* x, or the end of -limit..limit that it is beyond. */
static inline double clamp_to(double x, double limit) {
  return greater_double(-limit, lesser_double(x, limit));
}

static inline near_points points_at(const round_pair *pair, double s, double t) {
  const round_core *p = &pair->core[0], *q = &pair->core[1];
  return (near_points){s, t, dvec3_mad(p->middle, p->half, s), dvec3_mad(q->middle, q->half, t)};
}

/* The parameter of A's line where it comes nearest to B's; the middle for parallel lines, where any is as
 * good. */
static inline double crossing(const round_pair *pair) {
  double both = pair->uu * pair->vv, det = both - pair->uv * pair->uv;
  if (!(det > PARALLEL * both)) return 0;
  return clamp_to(pair->uw * pair->vv - pair->uv * pair->vw, det) / det;
}

/* The parameters of the nearest points: from the crossing of the lines, or A's end beside it, to its foot on
 * B, or B's end beside that, and back to the foot of this on A. No step is taken or not, because which of the
 * ends are nearest no processor can predict; nor are parameters clamped to constants, of which compilers make
 * branches again. */
static inline void nearest(const round_pair *pair, double *s, double *t) {
  *t = clamp_to(pair->uv * crossing(pair) - pair->vw, pair->vv) * pair->per_vv;
  *s = clamp_to(pair->uv * *t + pair->uw, pair->uu) * pair->per_uu;
}

/* A normal for segments that meet: across both, or across the one that has a length; x for two points. */
static CAROM__ALWAYS_INLINE carom__dvec3 crossing_normal(const round_pair *pair) {
  carom__dvec3 u = dvec3_normalize_or(pair->core[0].half, dvec3(0, 0, 0));
  carom__dvec3 v = dvec3_normalize_or(pair->core[1].half, dvec3(0, 0, 0));
  carom__dvec3 both = dvec3_cross(u, v);
  if (dvec3_dot(both, both) > PARALLEL) return dvec3_normalize_or(both, both);
  carom__dvec3 one = dvec3_dot(u, u) > 0 ? u : v;
  return dvec3_dot(one, one) > 0 ? dvec3_perpendicular(one) : dvec3(1, 0, 0);
}

/* --- Points --- */

_Static_assert(FEATURE_SEGMENT_A == 0 && FEATURE_SEGMENT_B == 1 && FEATURE_SEGMENT_INSIDE == 2, "see below");

/* Counted, because which of the three it is no processor can predict; a point has no length. */
static uint32_t segment_feature(double parameter, double length) {
  return (uint32_t)(length > 0) * (2 * (uint32_t)(parameter > -END) - (uint32_t)(parameter >= END));
}

/* Midway between the surfaces at p and q, where the shapes are `separation` apart along the normal. */
static inline carom__dvec3 middle_of(const round_pair *pair, const near_points *at, carom__dvec3 normal,
                                     double separation) {
  return dvec3_mad(at->p, normal, pair->core[0].radius + 0.5 * separation);
}

/* The position is given from the origin. */
static inline void write_point(carom__dvec3 position, double separation, uint32_t feature, carom_pos origin,
                               carom_contact_point *point) {
  point->position = (carom_pos){origin.x + position.x, origin.y + position.y, origin.z + position.z};
  point->separation = (float)separation;
  point->feature = feature;
}

static inline void add_point(const round_pair *pair, const near_points *at, carom__dvec3 normal,
                             double separation, carom_pos origin, carom_contact_point *out) {
  uint32_t of_a = segment_feature(at->s, pair->uu), of_b = segment_feature(at->t, pair->vv);
  write_point(middle_of(pair, at, normal, separation), lesser_double(separation, 0), feature_pair(of_a, of_b),
              origin, out);
}

/* The places across from each other at both ends of the stretch that nearly parallel segments have in common;
 * false when they have none. Across is square to the sum of the halves, each over its square: a direction
 * between the two that is the same when A and B are exchanged. */
static bool ends_of_stretch(const round_pair *pair, near_points ends[2]) {
  double side = pair->uv < 0 ? -1 : 1;
  double of_u = 1 + side * pair->uv * pair->per_vv, of_v = side + pair->uv * pair->per_uu;
  double w = pair->uw * pair->per_uu + side * pair->vw * pair->per_vv;
  double low = greater_double(-of_u, w - fabs(of_v)), high = lesser_double(of_u, w + fabs(of_v));
  if (!(low < high)) return false;
  double per_u = 1 / of_u, per_v = 1 / of_v;
  ends[0] = points_at(pair, clamp_to(low * per_u, 1), clamp_to((low - w) * per_v, 1));
  ends[1] = points_at(pair, clamp_to(high * per_u, 1), clamp_to((high - w) * per_v, 1));
  return true;
}

/* How far apart the surfaces are along the normal at an end of the stretch, whose places are moved onto one
 * line along the normal, each by the part that its radius has; false when they are too far off the normal or
 * the gap is too much wider than the least. */
static bool lies_alongside(const round_pair *pair, const round_touch *touch, double shorter, near_points *end,
                           double *separation) {
  double wide = ALONGSIDE * (pair->reach < shorter ? pair->reach : shorter);
  carom__dvec3 from_a_to_b = dvec3_sub(end->q, end->p);
  double along = dvec3_dot(from_a_to_b, touch->normal);
  carom__dvec3 off = dvec3_mad(from_a_to_b, touch->normal, -along);
  end->p = dvec3_mad(end->p, off, pair->core[0].radius / pair->reach);
  end->q = dvec3_mad(end->p, touch->normal, along);
  *separation = along - pair->reach;
  return *separation <= 0 && *separation - touch->separation <= ALONGSIDE * shorter &&
         dvec3_dot(off, off) <= wide * wide;
}

static double distance2(carom__dvec3 a, carom__dvec3 b) {
  carom__dvec3 d = dvec3_sub(a, b);
  return dvec3_dot(d, d);
}

/* Finds two places where capsules lie alongside: the ends of the common stretch; or the nearest points, which
 * are as deep as any, and the end farther from them, unless they are inside of both segments. */
static bool find_two(const round_pair *pair, const round_touch *touch, near_points at[2],
                     double separations[2]) {
  double shorter = 2 * square_root(lesser_double(pair->uu, pair->vv));
  if (!ends_of_stretch(pair, at)) return false;
  for (int i = 0; i < 2; i++)
    if (!lies_alongside(pair, touch, shorter, &at[i], &separations[i])) return false;
  if (fabs(touch->at.s) < END && fabs(touch->at.t) < END) return true;
  int farther = fabs(at[1].s - touch->at.s) >= fabs(at[0].s - touch->at.s);
  at[1] = at[farther], separations[1] = separations[farther];
  at[0] = touch->at, separations[0] = touch->separation;
  return true;
}

/* Writes these two, unless they are one. */
static bool add_two(const round_pair *pair, const round_touch *touch, carom_pos origin, carom_manifold *out) {
  near_points at[2];
  double separations[2];
  if (!find_two(pair, touch, at, separations)) return false;
  carom__dvec3 first = middle_of(pair, &at[0], touch->normal, separations[0]);
  carom__dvec3 second = middle_of(pair, &at[1], touch->normal, separations[1]);
  if (distance2(first, second) <= SAME * pair->size * (SAME * pair->size)) return false;
  out->point_count = 2;
  for (int i = 0; i < 2; i++) add_point(pair, &at[i], touch->normal, separations[i], origin, &out->points[i]);
  return true;
}

static bool nearly_parallel(const round_pair *pair) {
  return pair->uv * pair->uv > NEARLY_PARALLEL * pair->uu * pair->vv;
}

/* How the pair touches, given the way between the nearest points and its square. */
static CAROM__ALWAYS_INLINE round_touch touch_along(const round_pair *pair, carom__dvec3 way, double square,
                                                    double s, double t) {
  double distance = square_root(square);
  near_points points = points_at(pair, s, t);
  if (!(distance > MEETING * pair->size)) return (round_touch){crossing_normal(pair), -pair->reach, points};
  double per_square = 1 / square;
  return (round_touch){dvec3_scale(way, distance * per_square), distance - pair->reach, points};
}

/* Zero for all but the first points, before anything else: these writes wait for nothing. */
static inline void clear_rest(carom_manifold *out) {
  for (uint32_t i = 1; i < CAROM_MANIFOLD_POINTS; i++) out->points[i] = (carom_contact_point){.feature = 0};
}

/* No contact, where the points beyond the first are zero already. */
static inline void write_none(carom_manifold *out) {
  out->normal = vec3(0, 0, 0);
  out->point_count = 0;
  out->points[0] = (carom_contact_point){.feature = 0};
}

/* The way between the nearest points, and their parameters. */
static inline carom__dvec3 way_of(const round_pair *pair, double *s, double *t) {
  nearest(pair, s, t);
  return dvec3_mad(dvec3_mad(pair->w, pair->core[1].half, *t), pair->core[0].half, -*s);
}

static inline bool is_apart(const round_pair *pair, double square) {
  double limit = pair->reach + ROUND_TOUCH * pair->size;
  return square > limit * limit;
}

/* The axes of both frames are given along the same directions as their origins. */
static void meet(carom__site a, carom__site b, carom_manifold *out) {
  const round_pair pair = make_pair(a, b);
  double s, t;
  carom__dvec3 way = way_of(&pair, &s, &t);
  double square = dvec3_dot(way, way);
  if (is_apart(&pair, square)) {
    write_none(out);
    return;
  }
  const round_touch touch = touch_along(&pair, way, square, s, t);
  out->normal = dvec3_narrow(touch.normal);
  out->point_count = 1;
  if (nearly_parallel(&pair) && add_two(&pair, &touch, a.frame->origin, out)) return;
  add_point(&pair, &touch.at, touch.normal, touch.separation, a.frame->origin, &out->points[0]);
}

bool carom__collide_capsules(carom__site a, carom__site b, carom_manifold *out) {
  clear_rest(out);
  meet(a, b, out);
  return true;
}

/* A capsule and a sphere, seen from the capsule's origin: the way from the nearest place of the segment to
 * the centre of the sphere, and its square. */
typedef struct ball_pair {
  round_core core;
  double sphere_radius, reach, size;
  double square_half, at; /* of the half; the parameter of the nearest place */
  carom__dvec3 way;
  double square;
  bool sphere_is_a;
} ball_pair;

/* How they touch, from A's origin to B. */
typedef struct ball_touch {
  carom__dvec3 from, normal; /* the nearest place of A's core */
  double radius, separation; /* A's */
} ball_touch;

/* A sphere comes before a capsule in the order of the kinds. */
static CAROM__ALWAYS_INLINE ball_pair make_ball_pair(carom__site a, carom__site b) {
  ball_pair pair;
  pair.sphere_is_a = shapes_in_order(a.shape, b.shape);
  carom__site capsule = pair.sphere_is_a ? b : a, sphere = pair.sphere_is_a ? a : b;
  carom__dvec3 offset = offset_of(capsule.frame, sphere.frame);
  pair.core = place_core(capsule.shape, dvec3(0, 0, 0), &capsule.frame->axes);
  pair.sphere_radius = (double)sphere.shape->geometry.sphere.radius;
  pair.reach = pair.core.radius + pair.sphere_radius;
  pair.size = norm1(offset) + pair.core.far + pair.reach;
  carom__dvec3 half = pair.core.half, w = dvec3_sub(offset, pair.core.middle);
  pair.square_half = dvec3_dot(half, half);
  pair.at = clamp_to(dvec3_dot(half, w), pair.square_half) * inverse(pair.square_half);
  pair.way = dvec3_mad(w, half, -pair.at);
  pair.square = dvec3_dot(pair.way, pair.way);
  return pair;
}

static inline bool ball_is_apart(const ball_pair *pair) {
  double limit = pair->reach + ROUND_TOUCH * pair->size;
  return pair->square > limit * limit;
}

/* Where the centre is on the segment: across it, or along x where it has no length. */
static carom__dvec3 normal_on_segment(carom__dvec3 half) {
  carom__dvec3 along = dvec3_normalize_or(half, half);
  return dvec3_dot(along, along) > 0 ? dvec3_perpendicular(along) : dvec3(1, 0, 0);
}

static CAROM__ALWAYS_INLINE ball_touch touch_ball(const ball_pair *pair) {
  double distance = square_root(pair->square), per_square = inverse(pair->square);
  double separation = distance - pair->reach;
  carom__dvec3 way = pair->sphere_is_a ? dvec3_neg(pair->way) : pair->way;
  carom__dvec3 normal = dvec3_scale(way, distance * per_square);
  if (!(distance > MEETING * pair->size))
    normal = normal_on_segment(pair->core.half), separation = -pair->reach;
  if (pair->sphere_is_a) return (ball_touch){{0, 0, 0}, normal, pair->sphere_radius, separation};
  return (ball_touch){dvec3_mad(pair->core.middle, pair->core.half, pair->at), normal, pair->core.radius,
                      separation};
}

static inline void meet_ball(carom__site a, carom__site b, carom_manifold *out) {
  const ball_pair pair = make_ball_pair(a, b);
  if (ball_is_apart(&pair)) {
    write_none(out);
    return;
  }
  const ball_touch touch = touch_ball(&pair);
  uint32_t feature = segment_feature(pair.at, pair.square_half);
  out->normal = dvec3_narrow(touch.normal);
  out->point_count = 1;
  write_point(dvec3_mad(touch.from, touch.normal, touch.radius + 0.5 * touch.separation),
              lesser_double(touch.separation, 0),
              pair.sphere_is_a ? feature_pair(0, feature) : feature_pair(feature, 0), a.frame->origin,
              &out->points[0]);
}

bool carom__collide_sphere_capsule(carom__site a, carom__site b, carom_manifold *out) {
  clear_rest(out);
  meet_ball(a, b, out);
  return true;
}

/* Two spheres, or discs: the way between their centres and its square, A's radius and the sum of both. */
typedef struct sphere_pair {
  carom__dvec3 offset;
  double square, radius, reach;
} sphere_pair;

static inline sphere_pair make_spheres(carom__site a, carom__site b) {
  carom__dvec3 offset = offset_of(a.frame, b.frame);
  double radius = (double)a.shape->geometry.sphere.radius;
  return (sphere_pair){offset, dvec3_dot(offset, offset), radius,
                       radius + (double)b.shape->geometry.sphere.radius};
}

static inline bool spheres_are_apart(const sphere_pair *p) {
  return p->square > p->reach * p->reach * SPHERES_TOUCH;
}

/* The normal, given the distance of the centres. */
static inline carom__dvec3 sphere_normal(const sphere_pair *p, double distance) {
  if (distance <= COINCIDENT * p->reach) return dvec3(1, 0, 0);
  double per_square = 1 / p->square;
  return dvec3_scale(p->offset, distance * per_square);
}

static inline void meet_spheres(carom__site a, carom__site b, carom_manifold *out) {
  const sphere_pair p = make_spheres(a, b);
  if (spheres_are_apart(&p)) {
    write_none(out);
    return;
  }
  double distance = square_root(p.square), separation = lesser_double(distance - p.reach, 0);
  carom__dvec3 normal = sphere_normal(&p, distance);
  out->normal = dvec3_narrow(normal);
  out->point_count = 1;
  write_point(dvec3_scale(normal, p.radius + 0.5 * separation), separation, 0, a.frame->origin,
              &out->points[0]);
}

bool carom__collide_spheres(carom__site a, carom__site b, carom_manifold *out) {
  clear_rest(out);
  meet_spheres(a, b, out);
  return true;
}

/* --- Do they touch? --- */

static carom__touch_state state_of(bool apart) { return apart ? CAROM__APART : CAROM__TOUCHING; }

carom__touch_state carom__touch_capsules(carom__site a, carom__site b) {
  const round_pair pair = make_pair(a, b);
  double s, t;
  carom__dvec3 way = way_of(&pair, &s, &t);
  return state_of(is_apart(&pair, dvec3_dot(way, way)));
}

carom__touch_state carom__touch_sphere_capsule(carom__site a, carom__site b) {
  const ball_pair pair = make_ball_pair(a, b);
  return state_of(ball_is_apart(&pair));
}

carom__touch_state carom__touch_spheres(carom__site a, carom__site b) {
  const sphere_pair p = make_spheres(a, b);
  return state_of(spheres_are_apart(&p));
}

/* --- Signed distances --- */

/* `from` is on A's core, from its origin. What touches has no distance above zero, and what is apart has. */
static inline void write_distance(carom_pos origin, carom__dvec3 from, carom__dvec3 normal, double radius,
                                  double separation, bool apart, carom_distance_result *out) {
  carom__dvec3 p = dvec3_mad(from, normal, radius), q = dvec3_mad(from, normal, radius + separation);
  out->distance = apart ? greater_float((float)separation, 0x1p-126f) : (float)lesser_double(separation, 0);
  out->normal = dvec3_narrow(normal);
  out->point_a = (carom_pos){origin.x + p.x, origin.y + p.y, origin.z + p.z};
  out->point_b = (carom_pos){origin.x + q.x, origin.y + q.y, origin.z + q.z};
}

/* It is along the way between the nearest points also where the shapes overlap: the cores are a segment or a
 * parallelogram of places of one, seen from the other, and the shapes all that is around it. */
bool carom__measure_capsules(carom__site a, carom__site b, carom_distance_result *out) {
  const round_pair pair = make_pair(a, b);
  double s, t;
  carom__dvec3 way = way_of(&pair, &s, &t);
  double square = dvec3_dot(way, way);
  const round_touch found = touch_along(&pair, way, square, s, t);
  write_distance(a.frame->origin, found.at.p, found.normal, pair.core[0].radius, found.separation,
                 is_apart(&pair, square), out);
  return true;
}

bool carom__measure_sphere_capsule(carom__site a, carom__site b, carom_distance_result *out) {
  const ball_pair pair = make_ball_pair(a, b);
  const ball_touch found = touch_ball(&pair);
  write_distance(a.frame->origin, found.from, found.normal, found.radius, found.separation,
                 ball_is_apart(&pair), out);
  return true;
}

bool carom__measure_spheres(carom__site a, carom__site b, carom_distance_result *out) {
  const sphere_pair p = make_spheres(a, b);
  double distance = square_root(p.square);
  write_distance(a.frame->origin, dvec3(0, 0, 0), sphere_normal(&p, distance), p.radius, distance - p.reach,
                 spheres_are_apart(&p), out);
  return true;
}

/* --- In A's frame --- */

static void write_local(const carom_manifold *world, carom__manifold *out) {
  out->normal = world->normal;
  out->count = world->point_count;
  out->least = 0;
  for (uint32_t i = 0; i < world->point_count; i++) {
    const carom_contact_point *p = &world->points[i];
    out->points[i] = (carom__point){pos_sub(p->position, (carom_pos){0, 0, 0}), p->separation, p->feature};
    out->least = lesser_float(p->separation, out->least);
  }
}

static const carom_frame frame_of_a = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static carom_frame frame_of_b(const carom__relative *b_in_a) {
  return (carom_frame){pos_add(frame_of_a.origin, b_in_a->origin), b_in_a->axes};
}

bool carom__measure_round_local(carom__measure_round_fn *of_sites, const carom_shape *a, const carom_shape *b,
                                const carom__relative *b_in_a, carom__separation *out) {
  const carom_frame frame_b = frame_of_b(b_in_a);
  carom_distance_result found;
  of_sites((carom__site){a, &frame_of_a}, (carom__site){b, &frame_b}, &found);
  out->distance = found.distance;
  out->normal = found.normal;
  out->point_a = pos_sub(found.point_a, frame_of_a.origin);
  out->point_b = pos_sub(found.point_b, frame_of_a.origin);
  return true;
}

carom_status carom__collide_round_local(carom__collide_round_fn *of_sites, const carom_shape *a,
                                        const carom_shape *b, const carom__relative *b_in_a,
                                        carom__manifold *out) {
  const carom_frame frame_b = frame_of_b(b_in_a);
  carom_manifold manifold;
  of_sites((carom__site){a, &frame_of_a}, (carom__site){b, &frame_b}, &manifold);
  write_local(&manifold, out);
  return CAROM_OK;
}

/* curved_valley.c: a cap of directions around one along which two cores are least deep, in which they are
 * nowhere less deep.
 *
 * On a great circle that leads from the normal n by an angle t, towards a unit direction e across it, a disc
 * of radius r around an axis a reaches f(t). Let v be the part of the direction across a, and g the unit one
 * of that at n. The point of the disc that is farthest along n alone reaches f(0) cos t + f'(0) sin t. The
 * others reach more by r (|v| - v g) = r (v h)^2 / (|v| + v g), where h is square to a and g, and v h = (e h)
 * sin t. With v g <= |v| <= sin(T), where T is t more than the angle of n to the axis and no more than a
 * right angle, that is at least Q (1 - cos t), with Q = r (e h)^2 (1 + cos t) / (2 sin(T)). Near a right
 * angle to the axis another bound is better: f'' + f = r w^2 / |v|^3, where w = a (n x e) does not change on
 * the way, so that Q may also be the least of the right side.
 *
 * What carries the least depth d are at most three such functions, which are all d at n, and of whose slopes
 * some convex combination is zero. The depth is the greatest of them. It is no less than any mean of that and
 * of the combination, either with its own Q, so that it is no less than d where the slopes over tan(t / 2),
 * and Q, are together no less than d: a question about the eigenvalues of a form of two variables. */
#include "curved.h"

/* The cap is the first of these that is proved: the tangent of half its angle begins with this, and is this
 * part of the one before. */
#define WIDEST 1.4
#define NARROWER 0.7
#define WIDTHS 15
/* A disc whose axis leans from the normal by less than this, in radians, counts as a point. */
#define BENDLESS_SINE 0x1p-20

/* A symmetric form on the directions across the normal. */
typedef struct quadric {
  double xx, xy, yy;
} quadric;

/* What grows on the way out of n. */
typedef struct rise {
  carom__dvec3 n, x, y;
  double least;                /* slope in every direction */
  double slope;                /* that along a line only, */
  quadric line;                /* the square of the part along it */
  quadric bends[2];            /* the squares of the parts along the products of the axes and n */
  double radii[2];             /* the least of the carriers' discs, */
  double combined[2];          /* and that of their combination */
  double sines[2], cosines[2]; /* of the angles of n to the axes */
} rise;

static double squared(double x) { return x * x; }

/* The square of the part along a way. */
static quadric square_along(const rise *r, carom__dvec3 way) {
  double x = dvec3_dot(way, r->x), y = dvec3_dot(way, r->y);
  return (quadric){x * x, x * y, y * y};
}

static quadric sum_of(const quadric *a, const quadric *b, double times) {
  return (quadric){a->xx + times * b->xx, a->xy + times * b->xy, a->yy + times * b->yy};
}

/* Of all that has no discs the point alone counts, as if it stayed. */
static double radius_of(const carom__curved_core *core, uint32_t index) {
  return core->has_discs && !core->has_balls ? core->radii[index] : 0;
}

/* The part of a carrier's point across n. */
static carom__dvec3 across_of(const carom__curved_least *least, int i) {
  carom__dvec3 w = least->simplex.vertices[i].w;
  return dvec3_mad(w, least->normal, -dvec3_dot(w, least->normal));
}

/* Two carriers lie on both sides of n. */
static void rise_of_two(const carom__curved_least *least, rise *out) {
  carom__dvec3 p = across_of(least, 0), q = across_of(least, 1);
  out->line = square_along(out, dvec3_normalize_or(dvec3_sub(q, p), out->x));
  out->slope = lesser_double(dvec3_length(p), dvec3_length(q));
}

/* Three lie around it. */
static void rise_of_three(const carom__curved_least *least, rise *out) {
  out->least = HUGE_VAL;
  for (int i = 0; i < 3; i++) {
    carom__dvec3 p = across_of(least, i), way = dvec3_sub(across_of(least, (i + 1) % 3), p);
    double along = dvec3_length(way), area = fabs(dvec3_dot(least->normal, dvec3_cross(p, way)));
    out->least = lesser_double(out->least, along > 0 ? area / along : 0);
  }
}

static void radii_of(const carom__curved_core *core, bool of_a, const carom__simplex *s, rise *out) {
  double least = HUGE_VAL, combined = 0;
  for (int i = 0; i < s->count; i++) {
    double radius = radius_of(core, of_a ? s->vertices[i].index_a : s->vertices[i].index_b);
    least = lesser_double(least, radius);
    combined += s->weights[i] * radius;
  }
  out->radii[!of_a] = least, out->combined[!of_a] = combined;
}

static void bend_of(const carom__curved_core *core, bool of_a, const carom__curved_least *least, rise *out) {
  if (!core->has_discs || core->has_balls) return;
  carom__dvec3 around = dvec3_cross(core->axis, least->normal);
  out->bends[!of_a] = square_along(out, around);
  out->sines[!of_a] = dvec3_length(around);
  out->cosines[!of_a] = fabs(dvec3_dot(core->axis, least->normal));
  radii_of(core, of_a, &least->simplex, out);
}

static void rise_of_carriers(const carom__curved_pair *pair, const carom__curved_least *least, rise *out) {
  if (least->simplex.count == 2) rise_of_two(least, out);
  if (least->simplex.count == 3) rise_of_three(least, out);
  bend_of(&pair->a, true, least, out);
  bend_of(&pair->b, false, least, out);
}

/* Along the normal of a cap the other core's point lies across from it: as far from the rim as the slope
 * says.
 */
static double slope_of_cap(const carom__curved_core *core, carom__dvec3 own, carom__dvec3 n) {
  if (!carom__curved_core_is_cap(core, n)) return 0;
  uint32_t disc =
      dvec3_dot(own, core->axis) > dvec3_dot(dvec3_add(core->centers[0], core->centers[1]), core->axis) * 0.5;
  return core->radii[disc] - dvec3_length(dvec3_sub(own, core->centers[disc]));
}

static void rise_of_caps(const carom__curved_pair *pair, const carom__curved_least *least, rise *out) {
  const carom__vertex *v = &least->simplex.vertices[0];
  double of_a = slope_of_cap(&pair->a, v->a, least->normal),
         of_b = slope_of_cap(&pair->b, v->b, least->normal);
  out->least = greater_double(0, greater_double(of_a, of_b));
}

/* What Q is at least, over r w^2. */
static double bend_within(double sine_of_axis, double cosine_of_axis, double cosine, double sine) {
  if (sine_of_axis < BENDLESS_SINE) return 0;
  bool across = cosine_of_axis * cosine <= sine_of_axis * sine; /* a right angle to the axis, or beyond */
  double most = across ? 1 : lesser_double(sine_of_axis + sine, 1);
  double far = across ? 1 : sine_of_axis * cosine + cosine_of_axis * sine;
  return greater_double(1 / (most * most * most), (1 + cosine) / (2 * far * squared(sine_of_axis)));
}

static bool is_nowhere_negative(const quadric *q) {
  return q->xx >= 0 && q->yy >= 0 && q->xx * q->yy >= squared(q->xy);
}

/* How much of the second makes the sum's determinant greatest, between none and all. */
static double best_part(const quadric *a, const quadric *b) {
  double bend = b->xx * b->yy - b->xy * b->xy, slope = a->xx * b->yy + a->yy * b->xx - 2 * a->xy * b->xy;
  if (!(bend < 0)) return 1;
  return lesser_double(greater_double(slope / (-2 * bend), 0), 1);
}

/* Is the least of what rises up to an angle no less than the depth? `tangent` is that of half the angle. */
static bool holds(const rise *r, double depth, double tangent, double cosine, double sine) {
  double least = r->least / tangent;
  quadric combined = {-depth, 0, -depth}, more = {least, 0, least}; /* of the greatest of all */
  more = sum_of(&more, &r->line, r->slope / tangent);
  for (int i = 0; i < 2; i++) {
    double bend = bend_within(r->sines[i], r->cosines[i], cosine, sine);
    combined = sum_of(&combined, &r->bends[i], bend * r->combined[i]);
    more = sum_of(&more, &r->bends[i], bend * (r->radii[i] - r->combined[i]));
  }
  quadric mean = sum_of(&combined, &more, best_part(&combined, &more));
  return is_nowhere_negative(&mean);
}

/* Are all carriers as deep as they say together? One of next to no weight may be less deep, and its slope
 * proves nothing. */
static bool are_as_deep(const carom__curved_pair *pair, const carom__curved_least *least) {
  double enough = least->depth - 0.25 * pair->cores->touch;
  for (int i = 0; i < least->simplex.count; i++)
    if (!(dvec3_dot(least->simplex.vertices[i].w, least->normal) >= enough)) return false;
  return true;
}

bool carom__curved_valley_find(const carom__curved_pair *pair, const carom__curved_least *least,
                               carom__curved_valley *out) {
  rise r = {.n = least->normal, .x = dvec3_perpendicular(least->normal)};
  if (!least->has_points || !(least->depth > 0) || !are_as_deep(pair, least)) return false;
  r.y = dvec3_cross(r.n, r.x);
  if (least->simplex.count == 1 && carom__curved_is_cap(pair, least->normal))
    rise_of_caps(pair, least, &r);
  else
    rise_of_carriers(pair, least, &r);
  double tangent = WIDEST;
  for (int i = 0; i < WIDTHS; i++, tangent *= NARROWER) {
    double per = 1 / (1 + tangent * tangent), cosine = (1 - tangent * tangent) * per,
           sine = 2 * tangent * per;
    if (!holds(&r, least->depth, tangent, cosine, sine)) continue;
    *out = (carom__curved_valley){least->normal, least->depth, cosine, sine};
    return true;
  }
  return false;
}

/* A direction in which the core could be less deep than the valley leaves the polytope through the face, and
 * leans from its normal by no more than an angle whose cosine is the distance over the depth. */
bool carom__curved_valley_has(const carom__curved_valley *valley, carom__dvec3 normal, double distance) {
  double cosine = distance / valley->depth;
  if (!(cosine >= valley->cosine)) return false;
  double sine = square_root(greater_double(0, 1 - cosine * cosine));
  return dvec3_dot(normal, valley->normal) >= valley->cosine * cosine + valley->sine * sine;
}

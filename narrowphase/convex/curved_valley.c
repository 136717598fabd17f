/* curved_valley.c: a cap of directions around one along which two cores are least deep, in which they are
 * nowhere less deep.
 *
 * Along a great circle that leads from the normal n by an angle t, a disc of radius r around an axis a, and a
 * point c of the plane's product with it, reaches r |n x a| + c n. Such a function f satisfies f'' + f = r
 * w^2 / |n x a|^3, where w = a (n x n') does not change on the way. As |n x a| grows by no more than sin t,
 * the right side is at least some Q up to the rim of the cap, and f(t) at least f(0) cos t + f'(0) sin t + Q
 * (1 - cos t).
 *
 * What carries the least depth d are at most three such functions, which are all d at n, and of whose slopes
 * some convex combination is zero. So the depth is no less than d where the greatest slope over tan(t / 2),
 * and Q, are together no less than d: a question about the eigenvalues of a form of two variables. */
#include "curved.h"

/* The cap is the first of these that is proved: the tangent of half its angle begins with this, and is this
 * part of the one before. */
#define WIDEST 0.4
#define NARROWER 0.7
#define WIDTHS 12

/* What grows on the way out of n: a form on the directions across it. */
typedef struct rise {
  carom__dvec3 n, x, y;
  double least;              /* slope in every direction */
  double slope;              /* that along a line only, */
  carom__dvec3 line;         /* its unit direction */
  carom__dvec3 bends[2];     /* of the axes, across n: the products of both */
  double radii[2], sines[2]; /* of their discs, and of their angles to n */
} rise;

/* Of all that has no discs the point alone counts, as if it stayed. */
static double radius_of(const carom__curved_core *core, uint32_t index) {
  return core->has_discs && !core->has_balls ? core->radii[index] : 0;
}

/* The part of a carrier's point across n. */
static carom__dvec3 across_of(const carom__curved_least *least, int i) {
  carom__dvec3 w = least->simplex.vertices[i].w;
  return dvec3_mad(w, least->normal, -dvec3_dot(w, least->normal));
}

/* Two carriers lie on both sides of n. Half of the depth is taken from their combination, which has no slope,
 * and half from the greater one. */
static void rise_of_two(const carom__curved_least *least, rise *out) {
  carom__dvec3 p = across_of(least, 0), q = across_of(least, 1);
  out->line = dvec3_normalize_or(dvec3_sub(q, p), out->x);
  out->slope = 0.5 * lesser_double(dvec3_length(p), dvec3_length(q));
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

/* The radii of a core's discs that count: the least of the carriers', or the middle between that and the
 * combination's where half of the depth comes from that. */
static double radius_that_counts(const carom__curved_core *core, bool of_a, const carom__simplex *s) {
  double least = HUGE_VAL, combined = 0;
  for (int i = 0; i < s->count; i++) {
    double radius = radius_of(core, of_a ? s->vertices[i].index_a : s->vertices[i].index_b);
    least = lesser_double(least, radius);
    combined += s->weights[i] * radius;
  }
  return s->count == 2 ? 0.5 * (least + combined) : least;
}

static void bend_of(const carom__curved_core *core, bool of_a, const carom__curved_least *least, rise *out) {
  if (!core->has_discs || core->has_balls) return;
  out->bends[!of_a] = dvec3_cross(core->axis, least->normal);
  out->sines[!of_a] = dvec3_length(out->bends[!of_a]);
  out->radii[!of_a] = radius_that_counts(core, of_a, &least->simplex);
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

static double squared(double x) { return x * x; }

/* Is the least of what rises up to an angle no less than the depth? `tangent` is that of half the angle. */
static bool holds(const rise *r, double depth, double tangent, double sine) {
  double all = r->least / tangent - depth, along = r->slope / tangent;
  double ex = dvec3_dot(r->line, r->x), ey = dvec3_dot(r->line, r->y);
  double xx = all + along * ex * ex, xy = along * ex * ey, yy = all + along * ey * ey;
  for (int i = 0; i < 2; i++) {
    double most = lesser_double(r->sines[i] + sine, 1), bend = r->radii[i] / (most * most * most);
    double bx = dvec3_dot(r->bends[i], r->x), by = dvec3_dot(r->bends[i], r->y);
    xx += bend * bx * bx, xy += bend * bx * by, yy += bend * by * by;
  }
  return xx >= 0 && yy >= 0 && xx * yy >= squared(xy);
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
    double per = 1 / (1 + tangent * tangent), sine = 2 * tangent * per;
    if (!holds(&r, least->depth, tangent, sine)) continue;
    *out = (carom__curved_valley){least->normal, least->depth, (1 - tangent * tangent) * per, sine};
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

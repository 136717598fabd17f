/* core_depth.c: computes the depth along a direction, as a linear program.
 *
 * The difference A - B of the shapes reaches along the direction, over the origin, as high as the depth. What
 * is above the origin is a triangle between three of its points. From three points far below all others it
 * grows: the farthest point along the triangle's normal takes the place of one of the three, so that the
 * triangle still has the origin below it, and is higher there. The simplex method with one constraint more
 * generated at a time; the ratio test chooses who goes. */
#include "core_depth.h"

#include "frustum_triangle.h"

enum { MOST_STEPS = 64 };

/* A point of the difference of the shapes: across the direction, and along it. */
typedef struct peak {
  double u, v, height;
  carom__vertex vertex;
  bool real; /* not one of those that the search begins with */
} peak;

typedef struct ascent {
  const carom__cores *cores;
  carom__dvec3 across[2], direction;
  peak peaks[3];
  double weights[3]; /* of the point over the origin */
} ascent;

/* The farthest point of the surfaces along a direction. */
static peak find_peak(const ascent *s, carom__dvec3 normal) {
  carom__vertex v = carom__cores_support(s->cores, normal);
  carom__dvec3 unit = dvec3_scale(normal, 1 / dvec3_length(normal));
  v.a = dvec3_mad(v.a, unit, s->cores->a.radius);
  v.b = dvec3_mad(v.b, unit, -s->cores->b.radius);
  v.w = dvec3_sub(v.a, v.b);
  return (peak){dvec3_dot(v.w, s->across[0]), dvec3_dot(v.w, s->across[1]), dvec3_dot(v.w, s->direction), v,
                true};
}

static inline double turn(const peak *a, const peak *b, const peak *c) {
  return (b->u - a->u) * (c->v - a->v) - (b->v - a->v) * (c->u - a->u);
}

/* How much of each of the three peaks, whose turn is `whole`, a point is made of, seen along the direction.
 */
static void weigh(const peak peaks[3], double whole, const peak *point, double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = turn(point, &peaks[(i + 1) % 3], &peaks[(i + 2) % 3]) / whole;
}

static double height_over(const peak peaks[3], const double weights[3]) {
  return weights[0] * peaks[0].height + weights[1] * peaks[1].height + weights[2] * peaks[2].height;
}

/* Square to the triangle, and up by 1 along the direction. */
static carom__dvec3 normal_of(const ascent *s, double whole) {
  const peak *a = &s->peaks[0], *b = &s->peaks[1], *c = &s->peaks[2];
  double up_b = b->height - a->height, up_c = c->height - a->height;
  double slope_u = (up_b * (c->v - a->v) - up_c * (b->v - a->v)) / whole;
  double slope_v = (up_c * (b->u - a->u) - up_b * (c->u - a->u)) / whole;
  return dvec3_mad(dvec3_mad(s->direction, s->across[0], -slope_u), s->across[1], -slope_v);
}

static double triangle_turn(const ascent *s) { return turn(&s->peaks[0], &s->peaks[1], &s->peaks[2]); }

/* Puts a peak, made of these parts, in the place of the one whose part of the origin it uses up first. */
static void take(ascent *s, const peak *next, const double parts[3]) {
  static const peak origin = {.real = false};
  double least = HUGE_VAL;
  int leaves = 0;
  for (int i = 0; i < 3; i++)
    if (parts[i] > 0 && s->weights[i] < least * parts[i]) least = s->weights[i] / parts[i], leaves = i;
  s->peaks[leaves] = *next;
  weigh(s->peaks, triangle_turn(s), &origin, s->weights);
}

/* Three points that the difference lies between, far below it. */
static void begin(ascent *s) {
  static const double places[3][2] = {{1, 0}, {-0.5, 0.75}, {-0.5, -0.75}};
  double far = 4 * s->cores->size;
  for (int i = 0; i < 3; i++) {
    s->peaks[i] = (peak){.u = far * places[i][0], .v = far * places[i][1], .height = -0x1p10 * far};
    s->weights[i] = 1.0 / 3;
  }
}

/* Climbs until nothing lies above the triangle's plane. */
static bool climb(ascent *s) {
  double parts[3];
  for (int step = 0; step < MOST_STEPS; step++) {
    double whole = triangle_turn(s);
    if (!(whole > 0)) return false;
    peak next = find_peak(s, normal_of(s, whole));
    weigh(s->peaks, whole, &next, parts);
    if (next.height - height_over(s->peaks, parts) <= s->cores->touch) return true;
    take(s, &next, parts);
  }
  return false;
}

bool carom__core_depth_along(const carom__cores *cores, carom__dvec3 direction, carom__depth_along *out) {
  if (carom__frustum_triangle_along(cores, direction, out)) return out->depth > -HUGE_VAL;
  carom__dvec3 across = dvec3_perpendicular(direction);
  ascent s = {.cores = cores, .across = {across, dvec3_cross(direction, across)}, .direction = direction};
  begin(&s);
  if (!climb(&s)) return false;
  *out = (carom__depth_along){height_over(s.peaks, s.weights), dvec3(0, 0, 0), UINT32_MAX, UINT32_MAX};
  for (int i = 0; i < 3; i++) {
    const carom__vertex *v = &s.peaks[i].vertex;
    if (!s.peaks[i].real) return false;
    out->point_a = dvec3_mad(out->point_a, v->a, s.weights[i]);
    out->index_a = v->index_a < out->index_a ? v->index_a : out->index_a;
    out->index_b = v->index_b < out->index_b ? v->index_b : out->index_b;
  }
  return true;
}

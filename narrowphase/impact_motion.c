/* impact_motion.c: how long two moving cores stay apart along a fixed direction n.
 *
 * The gap along n is n . (origin of B - origin of A) - h_A(R_A^T n) - h_B(-R_B^T n), where h, the support
 * function of a core in its own frame, is convex. The first term is linear in time. For the others, look at n
 * from the turning frame: it runs along a circle about the axis of the turn. Between two places u and v on it
 * each other one is a convex sum of both, plus a vector square to the axis that is no longer than the
 * circle's height above the chord. The sum costs no more than the convex sum of h(u) and h(v), and the vector
 * no more than its length times the reach of the core from the axis. So the gap is at least the straight line
 * between its values at two times, less K x (1 - x), where x runs from 0 to 1 between them and K is of second
 * order in the angle. A root of this quadratic is safe to go to, and converges on the gap's own root faster
 * than linearly, where a bound on the speed alone (Mirtich, 1996) goes on in ever smaller equal parts. */
#include "impact_motion.h"

/* The farthest a core may turn between two times: a quarter turn, where K still is of use. */
#define QUARTER_TURN 1.5707963267948966
/* How often a span is shortened before what it proved is taken. */
#define MAX_SPANS 2

/* --- Rotations --- */

static carom__dquat widen(carom_quat q) {
  return (carom__dquat){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

static double dot(carom__dquat a, carom__dquat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

static carom__dvec3 vector_part(carom__dquat q) { return dvec3(q.x, q.y, q.z); }
static carom__dquat conjugate(carom__dquat q) { return (carom__dquat){-q.x, -q.y, -q.z, q.w}; }

static carom__dquat product(carom__dquat a, carom__dquat b) {
  carom__dvec3 p = vector_part(a), q = vector_part(b);
  carom__dvec3 v = dvec3_add(dvec3_cross(p, q), dvec3_add(dvec3_scale(q, a.w), dvec3_scale(p, b.w)));
  return (carom__dquat){v.x, v.y, v.z, a.w * b.w - dvec3_dot(p, q)};
}

carom__dvec3 carom__dquat_turn(carom__dquat q, carom__dvec3 v) {
  carom__dvec3 p = vector_part(q), across = dvec3_cross(p, v);
  carom__dvec3 twice = dvec3_mad(dvec3_cross(p, across), across, q.w);
  return dvec3_mad(v, twice, 2 / dot(q, q));
}

static carom__dquat weighted(carom__dquat a, double s, carom__dquat b, double t) {
  return (carom__dquat){a.x * s + b.x * t, a.y * s + b.y * t, a.z * s + b.z * t, a.w * s + b.w * t};
}

/* The one of `to` and its negative, which are the same rotation, that is nearer to `from`. */
static carom__dquat nearer_sign(carom__dquat from, carom__dquat to) {
  return dot(from, to) < 0 ? (carom__dquat){-to.x, -to.y, -to.z, -to.w} : to;
}

carom_quat carom__rotation_between(carom_quat from, carom_quat to, double time) {
  carom__dquat start = widen(from), q = weighted(start, 1 - time, nearer_sign(start, widen(to)), time);
  double s = 1 / sqrt(dot(q, q));
  return (carom_quat){(float)(q.x * s), (float)(q.y * s), (float)(q.z * s), (float)(q.w * s)};
}

/* --- Shapes that turn --- */

/* No point of the core is farther than this from an axis through the origin, given in the shape's frame: the
 * corners of the core's box are not. */
static double reach_from(const carom__mover *m, carom__dvec3 axis) {
  carom_obb box;
  m->class->obb(m->shape, &box);
  float radius = m->class->radius(m->shape);
  carom__dvec3 x = dvec3_cross(dvec3_scale(dvec3_widen(box.axes.x), (double)(box.half.x - radius)), axis);
  carom__dvec3 y = dvec3_cross(dvec3_scale(dvec3_widen(box.axes.y), (double)(box.half.y - radius)), axis);
  carom__dvec3 z = dvec3_cross(dvec3_scale(dvec3_widen(box.axes.z), (double)(box.half.z - radius)), axis);
  double most = 0;
  for (int corner = 0; corner < 4; corner++) {
    carom__dvec3 p = dvec3_mad(dvec3_mad(z, x, corner & 1 ? 1 : -1), y, corner & 2 ? 1 : -1);
    most = fmax(most, dvec3_dot(p, p));
  }
  return (sqrt(most) + dvec3_length(dvec3_cross(dvec3_widen(box.center), axis))) * (1 + 0x1p-20);
}

carom__mover carom__mover_make(const carom_shape *shape, carom_quat from, carom_quat to) {
  carom__mover m = {.shape = shape, .class = carom__shape_class_of(shape->kind), .from = widen(from)};
  carom__dquat end = nearer_sign(m.from, widen(to));
  carom__dvec3 turn = vector_part(product(end, conjugate(m.from)));
  double sine = dvec3_length(turn);
  if (!(sine > 0)) return m;
  m.change = weighted(end, 1, m.from, -1);
  m.axis = dvec3_scale(turn, 1 / sine);
  /* With the half angle a between the quaternions the speed is 4 tan(a / 2) at the middle. */
  m.rate = 4 * sine / (1 + dot(m.from, end));
  m.reach = reach_from(&m, carom__dquat_turn(conjugate(m.from), m.axis));
  return m;
}

carom__relative carom__motions_place(const carom__motions *motions, double time) {
  carom__dquat to_a = conjugate(mover_rotation(&motions->a, time));
  carom__dquat turn = product(to_a, mover_rotation(&motions->b, time));
  carom__dvec3 origin = carom__dquat_turn(to_a, dvec3_mad(motions->offset, motions->travel, time));
  return (carom__relative){dvec3_narrow(origin), mat3_from_quat(turn.x, turn.y, turn.z, turn.w)};
}

/* --- The gap along a direction --- */

/* A direction of the world as a turning core sees it, and how far the core reaches along it. */
typedef struct sight {
  carom__dquat rotation;
  carom__dvec3 direction;
  double support;
} sight;

/* How the cores lie along a direction at a time. */
typedef struct look {
  double time, gap;
  sight a, b;
} look;

static sight see(const carom__mover *m, carom__dvec3 direction, double time) {
  sight s = {.rotation = mover_rotation(m, time)};
  uint32_t index;
  s.direction = carom__dquat_turn(conjugate(s.rotation), direction);
  carom_vec3 farthest = m->class->support(m->shape, dvec3_narrow(s.direction), &index);
  s.support = dvec3_dot(s.direction, dvec3_widen(farthest));
  return s;
}

static look look_along(const carom__motions *motions, carom__dvec3 normal, double time) {
  look l = {.time = time};
  l.a = see(&motions->a, normal, time);
  l.b = see(&motions->b, dvec3_neg(normal), time);
  carom__dvec3 between = dvec3_mad(motions->offset, motions->travel, time);
  l.gap = dvec3_dot(normal, between) - l.a.support - l.b.support;
  return l;
}

/* The part of K that one core has in it. With C the cosine of half the angle between two rotations p and q,
 * and x / (1 - x) the ratio of the weights on the chord, which lies within a factor of W = |q| / |p| / C or
 * its inverse of that of the times: the circle's height above the chord is at most x (1 - x) |u - v|
 * tan(angle / 2), and |x - the part of time| at most x (1 - x) (W - 1). */
static double bend(const carom__mover *m, const sight *s, const sight *e) {
  if (m->rate == 0) return 0;
  double pp = dot(s->rotation, s->rotation), qq = dot(e->rotation, e->rotation);
  double pq = dot(s->rotation, e->rotation), secant = sqrt(pp * qq) / pq;
  double tangent = sqrt(fmax(secant * secant - 1, 0));
  double uneven = sqrt(fmax(pp, qq) / fmin(pp, qq)) * secant;
  double chord = dvec3_length(dvec3_sub(s->direction, e->direction));
  return uneven * tangent * chord * m->reach + (uneven - 1) * fabs(e->support - s->support);
}

/* The least root in 0..1 of gap + (end - gap) x - k x (1 - x), or 1; gap > 0, k >= 0. */
static double first_root(double gap, double end, double k) {
  double slope = end - gap - k, square = slope * slope - 4 * k * gap;
  if (slope >= 0 || square < 0) return 1;
  return fmin(2 * gap / (sqrt(square) - slope), 1);
}

/* The acceleration along the direction that turning can give a point of the core. */
static double acceleration(const carom__mover *m, carom__dvec3 normal) {
  if (m->rate == 0) return 0;
  return m->rate * m->rate * m->reach * dvec3_length(dvec3_cross(normal, m->axis));
}

/* A span over which K, about half of acceleration and span squared, is worth the gap: there the line and K
 * balance. */
static double first_span(const carom__motions *motions, carom__dvec3 normal, const look *start, double gap) {
  double fastest = fmax(motions->a.rate, motions->b.rate), span = 1 - start->time;
  double most = acceleration(&motions->a, normal) + acceleration(&motions->b, normal);
  if (fastest * span > QUARTER_TURN) span = QUARTER_TURN / fastest;
  if (most * span * span > 8 * gap) span = sqrt(8 * gap / most);
  return span;
}

double carom__motions_apart_until(const carom__motions *motions, carom__dvec3 normal, double time,
                                  double least) {
  look start = look_along(motions, normal, time);
  double gap = start.gap - least, best = time;
  if (!(gap > 0)) return time;
  double span = first_span(motions, normal, &start, gap);
  for (int i = 0; i < MAX_SPANS; i++) {
    look end = look_along(motions, normal, time + span);
    double k = bend(&motions->a, &start.a, &end.a) + bend(&motions->b, &start.b, &end.b);
    double part = first_root(gap, end.gap - least, k);
    best = fmax(best, time + part * span);
    if (part > 0.5) break;
    span *= 1.5 * part;
  }
  return best;
}

/* impact_gap.c: proves a lower bound of the gap along a moving direction.
 *
 * The gap along n is n . c - h_A(R_A^T n) - h_B(-R_B^T n): c leads from A's pivot to B's, R are the
 * rotations, and h, the support function of a core in its own frame, is convex and grows by no more than the
 * core's extent times the length of what is added to its argument. Each of the arguments moves on a smooth
 * path. Such a path is off the straight line between two of its points by at most x (1 - x) / 2 of the square
 * of the time between them and its greatest acceleration, where x runs from 0 to 1. So the gap is at least
 * the straight line between its values at two times less K x (1 - x), K being the sum of these bounds; that
 * needs no derivative of h, which has none where the farthest vertex changes. The first root of the quadratic
 * is safe to go to. Near the gap's own root it converges on that faster than linearly, where a bound on the
 * speed alone (Mirtich, 1996) goes on in ever smaller equal parts. */
#include "impact_guide.h"

/* Of the span in which K becomes the gap: what is so short that it always pays to look so far, and what is so
 * long that the line is worth nothing. Measured; half or twice as much makes little difference. */
#define SHORT 0.125
#define LONG 1
/* A guide is followed on while there is this part of the gap left that there was at first; when it closes,
 * another one may be wider. */
#define STILL_GOOD 0.5
/* How many spans are proved with one guide. */
#define MAX_SPANS 64

/* --- The gap at a time --- */

typedef struct gap_sample {
  carom__dvec3 of_a, of_b; /* the direction in each one's frame, away from the other's */
  carom__dvec3 along;      /* in the world, of any length */
  double gap;              /* less what it must be */
} gap_sample;

/* How far a core reaches from its pivot along a direction. A box needs no vertex for that. */
static double support(const carom__mover *m, carom__dvec3 along) {
  uint32_t index;
  double arm = dvec3_dot(along, m->arm);
  if (m->box) return arm + dvec3_dot(dvec3_abs(along), dvec3_widen(*m->box));
  return arm + dvec3_dot(along, dvec3_widen(m->class->support(m->shape, dvec3_narrow(along), &index)));
}

/* The direction in the world; in the frame that it is fixed to it is known. */
static carom__dvec3 sight(const carom__guide *g, const carom__moment *at, gap_sample *out) {
  const carom__turning *a = &at->turn_a, *b = &at->turn_b;
  carom__dvec3 n;
  if (g->kind == CAROM__GUIDE_EDGES)
    n = dvec3_scale(dvec3_cross(turn_apply(a, g->of_a), turn_apply(b, g->of_b)), g->scale);
  else
    n = g->kind == CAROM__GUIDE_A ? turn_apply(a, g->of_a) : turn_apply(b, g->of_b);
  out->of_a = g->kind == CAROM__GUIDE_A ? g->of_a : turn_unapply(a, n);
  out->of_b = dvec3_neg(g->kind == CAROM__GUIDE_B ? g->of_b : turn_unapply(b, n));
  return n;
}

static gap_sample look_at(const carom__motions *motions, const carom__guide *g, const carom__moment *at,
                          double least) {
  gap_sample l;
  l.along = sight(g, at, &l);
  double length = g->kind == CAROM__GUIDE_EDGES ? dvec3_length(l.along) : 1;
  l.gap = dvec3_dot(l.along, at->between) - support(&motions->a, l.of_a) - support(&motions->b, l.of_b) -
          least * length;
  return l;
}

/* --- The bound --- */

/* How fast the direction turns at most, and its greatest acceleration. */
typedef struct pace {
  double speed, acceleration;
} pace;

/* The sine between a vector and the axis of a turn, both unit. */
static double off_axis(const carom__mover *m, carom__dvec3 v) {
  return m->rate > 0 ? dvec3_length(dvec3_cross(v, m->axis)) : 0;
}

static pace pace_of(const carom__motions *motions, const carom__guide *g) {
  if (g->kind == CAROM__GUIDE_EDGES) {
    double rate = motions->a.rate + motions->b.rate, scale = fabs(g->scale);
    return (pace){scale * rate, scale * rate * rate};
  }
  bool on_a = g->kind == CAROM__GUIDE_A;
  const carom__mover *m = on_a ? &motions->a : &motions->b;
  double rate = m->rate, sine = off_axis(m, on_a ? g->of_a : g->of_b);
  return (pace){sine * rate, sine * rate * rate};
}

/* The greatest acceleration of the gap's parts within a span: constant + growth * span. */
typedef struct bend {
  double constant, growth;
} bend;

/* A core's part: none when the guide is fixed to it, else that of the direction as the core sees it. */
static void add_core(const carom__mover *m, carom__dvec3 along, pace of_guide, bend *sum) {
  double rate = m->rate;
  sum->constant += rate * rate * m->reach * off_axis(m, along) +
                   m->extent * (2 * rate * of_guide.speed + of_guide.acceleration);
  sum->growth += rate * rate * m->reach * of_guide.speed;
}

/* `travel` is the length of the motions' travel. */
static bend bend_of(const carom__motions *motions, const carom__guide *g, pace p, double travel,
                    const gap_sample *start, carom__dvec3 between, double least) {
  double distance = dvec3_length(between);
  bend sum = {p.acceleration * (distance + least) + 2 * p.speed * travel, p.acceleration * travel};
  if (g->kind != CAROM__GUIDE_A) add_core(&motions->a, start->of_a, p, &sum);
  if (g->kind != CAROM__GUIDE_B) add_core(&motions->b, start->of_b, p, &sum);
  return sum;
}

/* The least root in 0..1 of gap + (end - gap) x - k x (1 - x), or 1; gap > 0, k >= 0. */
static double first_root(double gap, double end, double k) {
  double slope = end - gap - k, square = slope * slope - 4 * k * gap;
  if (slope >= 0 || square < 0) return 1;
  double root = 2 * gap / (square_root(square) - slope);
  return root < 1 ? root : 1;
}

/* How far to look ahead: to the time that was guessed, but neither too near nor too far, and not beyond the
 * end. K is about half of acceleration and span squared. */
static double span_of(const bend *b, double gap, double rest, double guess) {
  if (!(b->constant * rest * rest > 2 * SHORT * SHORT * gap)) return rest;
  double natural = square_root(2 * gap / b->constant), least = SHORT * natural, most = LONG * natural;
  double span = guess < least ? least : guess > most ? most : guess;
  return span < rest ? span : rest;
}

/* What only moves on keeps what it spans along a direction. */
static double until_without_turns(const gap_sample *start, const carom__motions *motions, double time) {
  double rest = 1 - time, end = start->gap + rest * dvec3_dot(start->along, motions->travel);
  double root = first_root(start->gap, end, 0);
  return root < 1 ? time + root * rest : 1;
}

double carom__apart_until(const carom__motions *motions, const carom__guide *guide, const carom__moment *at,
                          double least, double guess) {
  gap_sample start = look_at(motions, guide, at, least);
  carom__moment now = *at;
  if (motions->a.rate + motions->b.rate == 0 && start.gap > 0)
    return until_without_turns(&start, motions, at->time);
  pace p = pace_of(motions, guide);
  double enough = start.gap * STILL_GOOD, travel = dvec3_length(motions->travel);
  for (int i = 0; i < MAX_SPANS && start.gap > enough; i++) {
    bend b = bend_of(motions, guide, p, travel, &start, now.between, least);
    double rest = 1 - now.time, span = span_of(&b, start.gap, rest, guess);
    carom__moment then = motions_at(motions, now.time + span);
    gap_sample end = look_at(motions, guide, &then, least);
    double k = 0.5 * span * span * (b.constant + span * b.growth);
    double root = first_root(start.gap, end.gap, k);
    if (root < 1) return now.time + root * span;
    if (span == rest) return 1;
    now = then;
    guess -= span;
    start = end;
  }
  return now.time;
}

/* curved_span.c: where the sum of two parts of outlines reaches least along its normal.
 *
 * As the normal turns, the reach h changes by h'' = r - h, where r is the sum of the radii of both curves.
 * Between two normals r is within what it is at both, and h between bounds that follow from convexity: above
 * the chord of the points, and by no more than a parabola off the line between the ends. So a span is told to
 * be convex, where Newton's method finds its only least place; or concave, where none is inside; or to hold
 * nothing less than what is known. Else it is cut in two. That is branch and bound, with bounds of the second
 * order, so that few cuts are needed even where the reach is nearly the same all around. */
#include "curved_outline.h"

#include "dvec.h"

/* Of the angle to the least place, at which Newton's method has arrived. */
#define ARRIVED 0x1p-40
#define SPAN_STEPS 64
/* Mostly 5 to 7 steps are enough. After more than these the span is cut now and then as well. */
#define MANY_STEPS 12
/* Cuts wait on a stack, at most one for each time that a span was cut. Its width is then nothing. */
#define DEPTH 64

typedef struct interval {
  carom__curved_place start, end;
  uint32_t cuts;
} interval;

static carom__dvec2 unit_or(carom__dvec2 v, carom__dvec2 instead) {
  double length = dvec2_length(v);
  return length > 0 ? dvec2_scale(v, 1 / length) : instead;
}

/* Is a direction between two that are less than half a turn apart? */
static bool is_between(carom__dvec2 first, carom__dvec2 n, carom__dvec2 last) {
  return dvec2_cross(first, n) > 0 && dvec2_cross(n, last) > 0;
}

static carom__dvec2 middle_of(const interval *it) {
  return unit_or(dvec2_add(it->start.normal, it->end.normal), it->start.normal);
}

/* The normal of the chord, which the outline has between its ends. */
static carom__dvec2 chord_normal(const interval *it) {
  carom__dvec2 chord = dvec2_sub(it->end.point, it->start.point);
  return unit_or(dvec2_neg(dvec2_left(chord)), it->start.normal);
}

/* --- Bounds --- */

/* What is known of the reach and of the radius of curvature. */
typedef struct span_bounds {
  double reach_low, reach_high, bend_low, bend_high;
  double dip; /* how far a function with this second derivative is off the line between its ends, by it */
} span_bounds;

/* The least that the point at one end reaches along the normals from there to the chord's. */
static double reach_to_chord(const carom__curved_place *end, carom__dvec2 first, carom__dvec2 last) {
  double distance = dvec2_length(end->point);
  carom__dvec2 against = dvec2_neg(end->point);
  bool within = dvec2_cross(first, against) >= 0 && dvec2_cross(against, last) >= 0;
  return within ? -distance : lesser_double(dvec2_dot(first, end->point), dvec2_dot(last, end->point));
}

static double reach_above_chord(const interval *it, carom__dvec2 chord) {
  double first = reach_to_chord(&it->start, it->start.normal, chord);
  return lesser_double(first, reach_to_chord(&it->end, chord, it->end.normal));
}

/* The tangent of half the angle is more than half of it. */
static span_bounds bounds_of(const interval *it, carom__dvec2 chord) {
  span_bounds b = {.bend_low = 0};
  for (int i = 0; i < 2; i++) {
    b.bend_low += lesser_double(it->start.bend[i], it->end.bend[i]);
    b.bend_high += greater_double(it->start.bend[i], it->end.bend[i]);
  }
  carom__dvec2 first = it->start.normal, last = it->end.normal;
  double half = dvec2_cross(first, last) / (1 + dvec2_dot(first, last));
  double most = greater_double(it->start.reach, it->end.reach);
  b.dip = 0.5 * half * half;
  b.reach_low = reach_above_chord(it, chord);
  b.reach_high = most > 0 ? most * square_root(1 + half * half) : most;
  double rise = greater_double(b.reach_high - b.bend_low, 0);
  b.reach_high = lesser_double(b.reach_high, most + b.dip * rise);
  return b;
}

/* The least that the reach can be. */
static double least_of(const interval *it, const span_bounds *b) {
  double fall = greater_double(b->bend_high - b->reach_low, 0);
  double low = lesser_double(it->start.reach, it->end.reach) - b->dip * fall;
  return greater_double(low, b->reach_low);
}

/* --- Downhill --- */

static void take(const carom__curved_place *place, bool *found, carom__curved_place *least) {
  if (!(place->reach < least->reach)) return;
  *least = *place;
  *found = true;
}

/* Newton's step, where it stays between the ends, or the chord's normal and the middle by turns. One end is
 * where it starts from; that again when it has arrived. */
static carom__dvec2 next_normal(const interval *it, const carom__curved_place *at, int step) {
  double bend = at->bend[0] + at->bend[1] - at->reach, turn = bend > 0 ? -at->slope / bend : HUGE_VAL;
  if (fabs(turn) < 1 && !(step > MANY_STEPS && step % 3 == 0)) {
    carom__dvec2 n = unit_or(dvec2_mad(at->normal, dvec2_left(at->normal), turn), at->normal);
    if (is_between(it->start.normal, n, it->end.normal)) return n;
    if (fabs(turn) < ARRIVED) return at->normal;
  }
  return step % 2 ? chord_normal(it) : middle_of(it);
}

/* Between two ends of which one slopes down and the other up. */
static void descend(const carom__curved_span *span, interval it, bool *found, carom__curved_place *least) {
  carom__dvec2 n = chord_normal(&it);
  for (int i = 0; i < SPAN_STEPS && is_between(it.start.normal, n, it.end.normal); i++) {
    carom__curved_place at;
    carom__curved_place_at(span, n, &at);
    take(&at, found, least);
    if (at.slope == 0) return;
    if (at.slope < 0)
      it.start = at;
    else
      it.end = at;
    n = next_normal(&it, &at, i);
  }
}

/* By Newton's method, from where it is all but there. */
void carom__curved_span_settle(const carom__curved_span *span, double near, carom__curved_place *at) {
  for (int i = 0; i < MANY_STEPS && fabs(at->slope) > near; i++) {
    const double bend = at->bend[0] + at->bend[1] - at->reach;
    if (!(bend > fabs(at->slope))) return;
    const carom__dvec2 n = dvec2_mad(at->normal, dvec2_left(at->normal), -at->slope / bend);
    carom__curved_place next;
    if (!is_between(span->start.normal, n, span->end.normal)) return;
    carom__curved_place_at(span, unit_or(n, at->normal), &next);
    if (!(fabs(next.slope) < fabs(at->slope))) return;
    *at = next;
  }
}

/* --- All of it --- */

/* Parts that are round add up to a circle around one centre, or to a point. */
static bool search_round(const carom__curved_span *span, carom__curved_place *least) {
  double distance = dvec2_length(span->center);
  carom__dvec2 against = dvec2_neg(span->center);
  bool found = false;
  if (!is_between(span->start.normal, against, span->end.normal)) return false;
  carom__curved_place at;
  carom__curved_place_at(span, dvec2_scale(against, 1 / distance), &at);
  take(&at, &found, least);
  return found;
}

static bool is_round(const carom__curved_outline *arc) { return !arc || arc->radius > 0; }

/* Where an interval is cut: where its chord turns and in the middle by turns, as only the first follows the
 * outline of what is thin. */
static carom__dvec2 cut_of(const interval *it, carom__dvec2 chord) {
  bool inside = is_between(it->start.normal, chord, it->end.normal);
  return inside && it->cuts % 2 == 0 ? chord : middle_of(it);
}

/* Does an interval have to be cut? Does what can be done without. */
static bool look(const carom__curved_span *span, const interval *it, carom__dvec2 chord, double tolerance,
                 bool *found, carom__curved_place *least) {
  span_bounds b = bounds_of(it, chord);
  if (b.reach_low >= least->reach || b.bend_high <= b.reach_low) return false;
  if (b.bend_low >= b.reach_high) {
    if (it->start.slope < 0 && it->end.slope > 0) descend(span, *it, found, least);
    return false;
  }
  return least_of(it, &b) < least->reach - tolerance && it->cuts < DEPTH;
}

bool carom__curved_span_search(const carom__curved_span *span, double tolerance, carom__curved_place *least) {
  interval stack[DEPTH + 1];
  uint32_t waiting = 1;
  bool found = false;
  if (is_round(span->arcs[0]) && is_round(span->arcs[1])) return search_round(span, least);
  stack[0] = (interval){span->start, span->end, 0};
  while (waiting > 0) {
    interval it = stack[--waiting];
    carom__dvec2 chord = chord_normal(&it);
    if (!look(span, &it, chord, tolerance, &found, least)) continue;
    carom__curved_place middle;
    carom__curved_place_at(span, cut_of(&it, chord), &middle);
    take(&middle, &found, least);
    stack[waiting++] = (interval){middle, it.end, it.cuts + 1};
    stack[waiting++] = (interval){it.start, middle, it.cuts + 1};
  }
  return found;
}

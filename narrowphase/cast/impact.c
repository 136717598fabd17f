/* impact.c: finds the time of impact by conservative advancement (Mirtich, 1996; van den Bergen, 2004).
 *
 * GJK tells how far the shapes are apart and along which direction; along that direction they are proved to
 * stay apart until some later time; there it starts again. No time is passed over that has not been proved
 * free, whatever GJK's direction was, so that nothing is missed; and because the distance is the greatest gap
 * along any direction, its rate is that of the gap along the one that GJK found, and the times converge as
 * fast as the steps do.
 *
 * A hit is a gap of up to 5/4 of the margin and 14 u of the size, and the steps go to where it is 9/8 and 8
 * u: what lies between is more than rounding the pose to float can be worth. Another 2 u are for rounding the
 * poses at the hit to float, as whoever looks at them there does: 0.9 u was the most that was seen. */
#include "impact.h"

#include "curved.h"
#include "impact_ball.h"
#include "impact_inside.h"
#include "line_cast.h"

/* How far above what would be an answer the gap of boxes along an axis will do for their distance, in sizes.
 * Measured. */
#define FAR 0.005

/* Of curved cores a distance that is no answer may be off by this part: each step goes as far as is proved.
 * Measured. */
#define ROUGH 0x1p-5

/* After so many distances a search is slow, and it is worth while to choose directions with more care. */
#define SLOW 72

typedef struct impact_search {
  const carom__impact_case *it;
  carom__motions motions; /* measured */
  carom__cores cores;
  carom__moment now;
  carom__relative b_in_a; /* now */
  double still;           /* the size of the cores without the distance of their origins */
  double last_time, last_gap;
  carom__gjk_result nearest;
  bool boxes, guided; /* by the gap of boxes */
  carom__box_gap gap;
  bool has_ball; /* beside a plain core */
  carom__impact_ball ball;
  bool by_ball; /* the last distance is the closed one */
  carom__simplex_cache cache;
  double until; /* what is met later need not be found */
  uint32_t iterations;
} impact_search;

/* Turns a vector from A's frame into the world. */
static carom__dvec3 out_of_a(const impact_search *s, carom__dvec3 v) { return turn_apply(&s->now.turn_a, v); }

static double radii(const impact_search *s) { return s->cores.a.radius + s->cores.b.radius; }

static void start(impact_search *s, const carom__impact_case *it) {
  static const carom__relative together = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  s->it = it;
  s->motions = it->motions;
  s->cores = carom__cores_make(it->motions.a.shape, it->motions.b.shape, &together);
  carom__motions_measure(&s->motions, &s->cores);
  s->cores.b_in_a = &s->b_in_a;
  s->cores.rough = ROUGH;
  s->still = s->cores.size;
  s->now = motions_at(&s->motions, 0);
  s->nearest.normal = dvec3(0, 0, 0);
  s->boxes = s->cores.a.box && s->cores.b.box;
  s->guided = false;
  s->by_ball = false;
  s->has_ball = carom__impact_ball_make(&s->cores, &s->ball);
  s->iterations = 0;
  s->cache = (carom__simplex_cache){0};
}

static void go_to(impact_search *s, double time) {
  s->now = motions_at(&s->motions, time);
  s->b_in_a = carom__moment_place(&s->motions, &s->now);
  s->cores.size = s->still + (double)vec3_norm1(s->b_in_a.origin);
  s->cores.touch = 4 * 0x1p-24 * s->cores.size;
}

/* How far apart the cores are at most when that is an answer. */
static double near_enough(const impact_search *s) {
  return radii(s) + 1.25 * s->it->margin + 14 * 0x1p-24 * s->still;
}

/* Two boxes, by the axis that parts them most, if that tells: while the gap is wide no more needs to be
 * known. */
static bool measure_by_axis(impact_search *s) {
  carom__box_gap *gap = &s->gap;
  s->guided = carom__box_gap_find(*s->cores.a.box, *s->cores.b.box, &s->b_in_a, gap);
  if (!s->guided) return false;
  if (gap->width > near_enough(s) + FAR * s->still) {
    s->nearest.normal = gap->normal;
    s->nearest.distance = gap->width;
    return true;
  }
  if (carom__box_gap_measure(gap, &s->nearest)) return true;
  s->cache = carom__box_gap_features(gap);
  s->guided = false;
  return false;
}

/* Computes the distance at s->now. Should rounding make it zero after a step, the last direction serves. */
static carom_status measure(impact_search *s) {
  s->iterations++;
  if (s->boxes && measure_by_axis(s)) return CAROM_OK;
  s->by_ball = s->has_ball && carom__impact_ball_measure(&s->ball, &s->b_in_a, &s->nearest);
  if (s->by_ball) return CAROM_OK;
  carom__dvec3 last = s->nearest.normal;
  if (cores_are_curved(&s->cores)) s->cores.reach = near_enough(s) + 4 * s->cores.touch;
  carom_status status = carom__gjk_warm(&s->cores, &s->cache, &s->nearest);
  if (s->nearest.distance == 0) s->nearest.normal = last;
  return status;
}

/* Where the surfaces come nearest, midway, in the world. */
static carom_pos meeting_point(const impact_search *s) {
  carom__dvec3 middle = dvec3_scale(dvec3_add(s->nearest.point_a, s->nearest.point_b), 0.5);
  middle = dvec3_mad(middle, s->nearest.normal, (s->cores.a.radius - s->cores.b.radius) / 2);
  middle = dvec3_add(middle, s->motions.a.arm);
  carom__dvec3 p = dvec3_mad(out_of_a(s, middle), s->it->travel_a, s->now.time);
  carom_pos pivot = s->it->pivot_a;
  return (carom_pos){pivot.x + p.x, pivot.y + p.y, pivot.z + p.z};
}

static void write_hit(const impact_search *s, carom_impact *out) {
  *out = (carom_impact){.hit = true, .fraction = s->now.time, .iterations = s->iterations};
  out->normal = dvec3_narrow(out_of_a(s, s->nearest.normal));
  out->point = meeting_point(s);
  out->distance = (float)greater_double(s->nearest.distance - radii(s), 0);
}

/* Do they touch at the start, as carom_overlap says, or are they within the margin? *done tells. */
static carom_status look_at_start(impact_search *s, bool *done, carom_impact *out) {
  const carom__impact_case *it = s->it;
  carom__site a = {it->motions.a.shape, &it->start_a}, b = {it->motions.b.shape, &it->start_b};
  carom_status status = measure(s);
  double gap = s->nearest.distance - radii(s);
  if (!status && gap <= 4 * s->cores.touch) status = carom__impact_inside(a, b, s->iterations, done, out);
  if (status || *done) return status;
  *done = gap <= it->margin;
  if (*done) write_hit(s, out);
  return CAROM_OK;
}

/* What the steps go to, without the radii. */
static double usual_least(const impact_search *s) { return 1.125 * s->it->margin + 8 * 0x1p-24 * s->still; }

/* --- Steps --- */

/* From afar the direction between the centers will do to begin with. What is seen apart by more than what
 * rounding can be worth does not touch at the start either. */
static void approach_along_centers(impact_search *s) {
  const carom__motions *motions = &s->motions;
  carom__guide guide = carom__guide_between_centers(motions, &s->now);
  double arms = dvec3_length(motions->a.arm) + dvec3_length(motions->b.arm);
  double touch = 4 * 0x1p-24 * (s->still + 2 * (dvec3_length(motions->offset) + arms));
  go_to(s, carom__apart_until(motions, &guide, &s->now, radii(s) + usual_least(s) + 4 * touch, 1));
}

/* How fast the gap along a direction in A's frame closes by the translation. */
static double approach_speed(const impact_search *s, carom__dvec3 normal) {
  return -dvec3_dot(out_of_a(s, normal), s->motions.travel);
}

/* How fast the gap closes, as the last two distances tell, or the translation when there is one only. */
static double closing_speed(const impact_search *s, double gap) {
  if (s->iterations > 1) return (s->last_gap - gap) / (s->now.time - s->last_time);
  return approach_speed(s, s->nearest.normal);
}

/* The direction that was measured, and what it follows. */
static carom__guide guide_of(const impact_search *s) {
  if (s->guided) return carom__guide_of_boxes(&s->gap);
  if (s->by_ball) return carom__guide_of_ball(&s->ball, &s->motions, &s->now, s->nearest.normal);
  if (s->iterations < SLOW) return carom__guide_make(&s->motions, &s->now, &s->nearest);
  return carom__guide_along_sides(&s->motions, &s->now, &s->nearest);
}

/* Goes to the end of what is proved free; false when that is no step at all. Shapes that start within the
 * tolerance may leave it: for them half of what is left above the margin must do. */
static bool step(impact_search *s) {
  const carom__motions *motions = &s->motions;
  double gap = s->nearest.distance - radii(s), least = usual_least(s), half = 0.5 * (gap + s->it->margin);
  carom__guide guide = guide_of(s);
  double speed = closing_speed(s, gap);
  least = least < half ? least : half;
  double guess = speed > 0 ? (gap - least) / speed : 1;
  double time = carom__apart_until(motions, &guide, &s->now, radii(s) + least, guess);
  bool forward = time > s->now.time;
  s->last_time = s->now.time;
  s->last_gap = gap;
  go_to(s, time);
  return forward;
}

static bool is_near(const impact_search *s) { return s->nearest.distance <= near_enough(s); }

/* Is there an answer at s->now? One that comes as late as what was found before counts. */
static carom_status look(impact_search *s, bool *done, carom_impact *out) {
  *done = s->now.time >= 1 || s->now.time > s->until;
  if (*done) {
    *out = (carom_impact){.fraction = 1, .iterations = s->iterations};
    return CAROM_OK;
  }
  carom_status status = measure(s);
  if (status) return status;
  *done = is_near(s);
  if (*done) write_hit(s, out);
  return CAROM_OK;
}

/* One step, and the look after it. What starts within the tolerance may have no step to take. */
static carom_status advance(impact_search *s, bool *done, carom_impact *out) {
  if (s->iterations == CAROM__IMPACT_ITERATIONS) return CAROM_NOT_CONVERGED;
  if (step(s)) return look(s, done, out);
  *done = is_near(s);
  if (*done) write_hit(s, out);
  return *done ? CAROM_OK : CAROM_NOT_CONVERGED;
}

/* What does not turn. */
static bool cast_along_line(const carom__impact_case *it, double until, double *begin, carom_impact *out) {
  const carom__mover *a = &it->motions.a, *b = &it->motions.b;
  carom__line_cast line = {.a = {a->shape, &it->start_a},
                           .b = {b->shape, &it->start_b},
                           .travel = it->motions.travel,
                           .travel_a = it->travel_a,
                           .margin = it->margin,
                           .until = until};
  return a->rate + b->rate == 0 && carom__line_cast_find(&line, begin, out);
}

static carom_status search(const carom__impact_case *it, double begin, double until, carom_impact *out) {
  impact_search s;
  bool done = false;
  start(&s, it);
  s.until = until;
  if (begin > 0 || s.boxes)
    go_to(&s, begin);
  else
    approach_along_centers(&s);
  carom_status status = s.now.time > 0 ? look(&s, &done, out) : look_at_start(&s, &done, out);
  while (!status && !done) status = advance(&s, &done, out);
  if (!status)
    carom__impact_pass_links(s.cores.a.shape, s.cores.b.shape, &s.b_in_a.axes, dvec3_narrow(s.nearest.normal),
                             out);
  return status;
}

carom_status carom__impact_search_convex(const carom__impact_case *it, double begin, carom_impact *out) {
  return search(it, begin, 1, out);
}

carom_status carom__impact_convex(const carom__impact_case *it, double until, carom_impact *out) {
  double begin = 0;
  return cast_along_line(it, until, &begin, out) ? CAROM_OK : search(it, begin, until, out);
}

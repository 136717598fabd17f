/* swept_stops.c: bodies that stay where they hit.
 *
 * The hits are gone through as they come, by fraction and then by colliders. One that stops a body changes
 * what comes later: the body stands there from then on, so it meets nothing of what it would have met, and is
 * met by others at other times. Those meetings are computed anew, and take their places among the hits to
 * come. Each body is stopped once, so there is an end. */
#include "stopping.h"

#include <string.h>

/* --- One hit --- */

/* What touched when the step began stops what goes on towards it, or else nothing that was stopped could
 * leave. What gets deeper into something that it slides along is stopped, unless that is the other's doing.
 */
static bool is_stopped_by(const carom__stopper *s, uint32_t meeting, bool of_a) {
  const carom__meeting *m = stopper_meeting(s, meeting);
  if (!stopper_may_stop(s, stopper_body(s, of_a ? m->a : m->b))) return false;
  carom__towards v = carom__stopper_towards(s, &m->hit, of_a);
  if (m->hit.inside) return v.along > CAROM__TOWARDS * v.speed;
  if (!stopper_slide(s, meeting)) return true;
  return v.along > 0 || !stopper_is_on_way(s, stopper_body(s, of_a ? m->b : m->a));
}

/* May the meeting stop anything? What the game does not admit is none. */
static bool holds(const carom__stopper *s, uint32_t meeting) {
  carom__meeting *m = stopper_meeting(s, meeting);
  if (stopper_slide(s, meeting)) return true;
  if (carom__collider_senses(s->world, m->a, m->b)) return false;
  if (m->hit.stopped_a && carom__slide_is_over_seam(s, m, stopper_body(s, m->a))) return false;
  if (m->hit.stopped_b && carom__slide_is_over_seam(s, m, stopper_body(s, m->b))) return false;
  m->met = carom__filter_asks(s->world, m->a, m->b);
  return m->met;
}

/* Closes the gap that is left, by moving one of those that stop. */
static void close_gap(const carom__stopper *s, carom__meeting *m) {
  carom_swept_hit *hit = &m->hit;
  if (hit->inside) return;
  float by = m->gap + CAROM__DEPTH * carom__stopper_size(s, m);
  if (hit->stopped_a)
    carom__stopper_shift(&hit->pose_a, hit->normal, by);
  else
    carom__stopper_shift(&hit->pose_b, hit->normal, -by);
}

/* Those of a slide's hit touched when the step began. */
static void settle(const carom__stopper *s, uint32_t meeting) {
  carom__slide *slide = stopper_slide(s, meeting);
  carom__meeting *m = stopper_meeting(s, meeting);
  if (!slide || !carom__slide_settle(s, slide)) close_gap(s, m);
  if (!slide) return;
  s->meetings[slide->of].hit = m->hit;
  s->meetings[slide->of].hit.inside = true;
}

/* The meetings of a body that come later are others now. */
static void meet_anew(carom__stopper *s, uint32_t body, double from) {
  for (uint32_t link = s->first[body]; link != CAROM__NO_LINK; link = s->next[link]) {
    carom__meeting *m = stopper_meeting(s, link / 2);
    if (m->met && m->hit.fraction <= from) continue;
    m->met = false;
    if (stopper_is_on_way(s, stopper_body(s, m->a)) || stopper_is_on_way(s, stopper_body(s, m->b)))
      carom__stopper_meet(s, link / 2, from);
  }
}

static void stop(carom__stopper *s, uint32_t body, const carom_pose *pose) {
  s->stopped[body] = true;
  carom__stopper_put(s, body, pose);
}

static void stop_at(carom__stopper *s, uint32_t meeting) {
  carom__meeting *m = stopper_meeting(s, meeting);
  uint32_t body_a = stopper_body(s, m->a), body_b = stopper_body(s, m->b);
  carom_swept_hit *hit = &m->hit;
  if (hit->stopped_a || hit->stopped_b) return; /* looking anew had found it once more */
  hit->stopped_a = is_stopped_by(s, meeting, true);
  hit->stopped_b = is_stopped_by(s, meeting, false);
  if (!(hit->stopped_a || hit->stopped_b) || !holds(s, meeting)) {
    hit->stopped_a = hit->stopped_b = false;
    return;
  }
  settle(s, meeting);
  if (hit->stopped_a) stop(s, body_a, &hit->pose_a);
  if (hit->stopped_b) stop(s, body_b, &hit->pose_b);
  if (hit->stopped_a) meet_anew(s, body_a, hit->fraction);
  if (hit->stopped_b) meet_anew(s, body_b, hit->fraction);
}

/* --- All of them --- */

static size_t count_touches(const carom__stopper *s) {
  size_t touches = 0;
  for (size_t i = 0; i < s->meeting_count; i++) touches += s->meetings[i].met && s->meetings[i].hit.inside;
  return touches;
}

/* A meeting is computed anew when the slides begin, and once for each of its bodies at most. */
static carom_status prepare(carom__stopper *s) {
  carom__arena *arena = &s->world->arena;
  size_t bodies = s->world->bodies.flags.count, touches = count_touches(s),
         count = s->meeting_count + touches;
  s->slides = carom__arena_alloc(arena, touches, sizeof *s->slides);
  s->first = carom__arena_alloc(arena, bodies, sizeof *s->first);
  s->next = carom__arena_alloc(arena, 2 * count, sizeof *s->next);
  s->stopped = carom__arena_alloc(arena, bodies, sizeof *s->stopped);
  s->bent = carom__arena_alloc(arena, bodies, sizeof *s->bent);
  s->heap = carom__arena_alloc(arena, 4 * count, sizeof *s->heap);
  if (!s->slides || !s->first || !s->next || !s->stopped || !s->bent || !s->heap) return CAROM_OUT_OF_MEMORY;
  memset(s->first, 0xFF, bodies * sizeof *s->first);
  memset(s->stopped, 0, bodies * sizeof *s->stopped);
  memset(s->bent, 0, bodies * sizeof *s->bent);
  return CAROM_OK;
}

carom_status carom__swept_stop(carom_world *world, const carom__moved *moved, carom__meeting *meetings,
                               size_t count) {
  carom__stopper s = {.world = world, .moved = moved, .meetings = meetings, .meeting_count = count};
  if (prepare(&s)) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < count; i++) {
    carom__stopper_link(&s, i);
    if (meetings[i].met) carom__stopper_push(&s, (carom__due){meetings[i].hit.fraction, i});
  }
  carom__slides_begin(&s);
  while (s.count > 0) {
    carom__due next = carom__stopper_pop(&s);
    const carom__meeting *m = stopper_meeting(&s, next.meeting);
    if (m->met && m->hit.fraction == next.fraction) stop_at(&s, next.meeting);
  }
  return CAROM_OK;
}

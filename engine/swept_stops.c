/* swept_stops.c: bodies that stay where they hit.
 *
 * The hits are gone through as they come, by fraction and then by colliders. One that stops a body changes
 * what comes later: the body stands there from then on, so it meets nothing of what it would have met, and is
 * met by others at other times. Those meetings are computed anew, and take their places among the hits to
 * come. Each body is stopped once, so there is an end. */
#include <string.h>

#include "bounds.h"
#include "filter.h"
#include "objects.h"
#include "swept.h"

/* A body that touches something is stopped by it if that much of its speed is towards it. */
#define TOWARDS 0x1p-10f
/* So deep is it put into what has stopped it, in sizes of both: the narrow phase sees them touch. */
#define DEPTH 0x1p-20f
/* So many depths what slides along something may be too deep in what comes next, as rounding has it. */
#define LIFT 4
#define NO_LINK UINT32_MAX

/* A hit to come; one that no longer is what the meeting says was replaced. */
typedef struct due {
  double fraction;
  uint32_t meeting;
} due;

typedef struct stopper {
  carom_world *world;
  const carom__moved *moved;
  carom__meeting *meetings;
  uint32_t *first; /* a body each: the first of its links */
  uint32_t *next;  /* two a meeting, for the bodies of a and b: the next link of the body */
  bool *stopped;   /* a body each */
  due *heap;       /* the least first */
  size_t count;
} stopper;

/* --- The hits to come --- */

static bool comes_before(due x, due y) {
  return x.fraction != y.fraction ? x.fraction < y.fraction : x.meeting < y.meeting;
}

static void push(stopper *s, due item) {
  size_t at = s->count++;
  for (; at > 0 && comes_before(item, s->heap[(at - 1) / 2]); at = (at - 1) / 2)
    s->heap[at] = s->heap[(at - 1) / 2];
  s->heap[at] = item;
}

static due pop(stopper *s) {
  due least = s->heap[0], last = s->heap[--s->count];
  size_t at = 0;
  for (size_t child = 1; child < s->count; child = 2 * at + 1) {
    if (child + 1 < s->count && comes_before(s->heap[child + 1], s->heap[child])) child++;
    if (!comes_before(s->heap[child], last)) break;
    s->heap[at] = s->heap[child];
    at = child;
  }
  s->heap[at] = last;
  return least;
}

/* --- Bodies --- */

static uint32_t body_of(const stopper *s, uint32_t collider) {
  return s->world->colliders.gates.data[collider].body;
}

static bool is_on_way(const stopper *s, uint32_t body) {
  return bits_test(&s->world->bodies.moving, body) && !s->stopped[body];
}

static bool may_stop(const stopper *s, uint32_t body) {
  const uint32_t both = CAROM__BODY_SWEPT | CAROM__BODY_STOPPING;
  return (s->world->bodies.flags.data[body] & both) == both && is_on_way(s, body);
}

static carom__way way_of(const stopper *s, uint32_t body) {
  return s->stopped[body] ? way_at(&s->world->bodies.poses.data[body])
                          : carom__way_of(s->world, s->moved, body);
}

/* --- One hit --- */

/* What touched when the step began stops what goes on towards it, or else nothing that was stopped could
 * leave. */
static bool is_stopped_by(const stopper *s, const carom_swept_hit *hit, carom_body body,
                          const carom_pose *pose, carom_vec3 towards) {
  if (!may_stop(s, carom__id_index(body.bits))) return false;
  if (!hit->inside) return true;
  carom_vec3 velocity = carom__swept_velocity(s->world, body, pose, hit->point);
  return vec3_dot(velocity, towards) > TOWARDS * vec3_length(velocity);
}

/* --- Seams --- */

/* How far a meeting's colliders reach, together. */
static float size_of(const stopper *s, const carom__meeting *m) {
  return carom__swept_reach(s->world, m->a) + carom__swept_reach(s->world, m->b);
}

/* Does the body of a link slide along the other one? Then `lift` leads away from that, by very little. */
static bool slides(const stopper *s, uint32_t link, carom_vec3 *lift) {
  const carom__meeting *m = &s->meetings[link / 2];
  const carom_swept_hit *hit = &m->hit;
  if (!m->met || !hit->inside) return false;
  bool is_a = link % 2 == 0;
  carom_body body = is_a ? hit->body_a : hit->body_b;
  carom_vec3 towards = is_a ? hit->normal : vec3_neg(hit->normal);
  *lift = vec3_scale(towards, -LIFT * DEPTH * size_of(s, m));
  return !is_stopped_by(s, hit, body, is_a ? &hit->pose_a : &hit->pose_b, towards);
}

static void lift_way(carom__way *way, carom_vec3 lift) {
  way->from.position = pos_add(way->from.position, lift);
  way->to.position = pos_add(way->to.position, lift);
}

/* Would a body that stops not meet this, which stands, if it were a little farther from what it slides along?
 * Then it meets an edge that lies in the same surface. */
static bool is_seam(const stopper *s, const carom__meeting *m, uint32_t body) {
  bool is_a = body_of(s, m->a) == body;
  if (is_on_way(s, body_of(s, is_a ? m->b : m->a))) return false;
  carom_vec3 lift;
  for (uint32_t link = s->first[body]; link != NO_LINK; link = s->next[link]) {
    if (!slides(s, link, &lift)) continue;
    carom__meeting lifted = *m;
    carom__way a = way_of(s, body_of(s, m->a)), b = way_of(s, body_of(s, m->b));
    lift_way(is_a ? &a : &b, lift);
    carom__meet(s->world, &a, &b, m->hit.fraction, &lifted);
    if (!lifted.met) return true;
  }
  return false;
}

/* May the meeting stop anything? What the game does not admit is none. */
static bool holds(const stopper *s, carom__meeting *m) {
  const carom__gate *gates = s->world->colliders.gates.data;
  if ((gates[m->a].flags | gates[m->b].flags) & CAROM__COLLIDER_SENSOR) return false;
  if (m->hit.stopped_a && is_seam(s, m, gates[m->a].body)) return false;
  if (m->hit.stopped_b && is_seam(s, m, gates[m->b].body)) return false;
  m->met = carom__filter_asks(s->world, m->a, m->b);
  return m->met;
}

/* At the end of the world there is no room for it. */
static void shift(carom_pose *pose, carom_vec3 normal, float by) {
  carom_pos to = pos_add(pose->position, vec3_scale(normal, by));
  if (carom__pos_check(&to) == CAROM_OK) pose->position = to;
}

/* Closes the gap that is left, by moving one of those that stop. */
static void close_gap(const stopper *s, carom__meeting *m) {
  carom_swept_hit *hit = &m->hit;
  if (hit->inside) return;
  float by = m->gap + DEPTH * size_of(s, m);
  if (hit->stopped_a)
    shift(&hit->pose_a, hit->normal, by);
  else
    shift(&hit->pose_b, hit->normal, -by);
}

/* The meetings of a body that come later are others now. */
static void meet_anew(stopper *s, uint32_t body, double from) {
  for (uint32_t link = s->first[body]; link != NO_LINK; link = s->next[link]) {
    carom__meeting *m = &s->meetings[link / 2];
    if (m->met && m->hit.fraction <= from) continue;
    uint32_t body_a = body_of(s, m->a), body_b = body_of(s, m->b);
    m->met = false;
    if (!is_on_way(s, body_a) && !is_on_way(s, body_b)) continue;
    carom__way a = way_of(s, body_a), b = way_of(s, body_b);
    carom__meet(s->world, &a, &b, from, m);
    if (m->met) push(s, (due){m->hit.fraction, link / 2});
  }
}

static void stop(stopper *s, uint32_t body, const carom_pose *pose) {
  s->stopped[body] = true;
  s->world->bodies.poses.data[body] = *pose;
  carom__bounds_refresh(s->world, body);
}

static void stop_at(stopper *s, carom__meeting *m) {
  uint32_t body_a = body_of(s, m->a), body_b = body_of(s, m->b);
  carom_swept_hit *hit = &m->hit;
  if (hit->stopped_a || hit->stopped_b) return; /* looking anew had found it once more */
  hit->stopped_a = is_stopped_by(s, hit, hit->body_a, &hit->pose_a, hit->normal);
  hit->stopped_b = is_stopped_by(s, hit, hit->body_b, &hit->pose_b, vec3_neg(hit->normal));
  if (!(hit->stopped_a || hit->stopped_b) || !holds(s, m)) {
    hit->stopped_a = hit->stopped_b = false;
    return;
  }
  close_gap(s, m);
  if (hit->stopped_a) stop(s, body_a, &hit->pose_a);
  if (hit->stopped_b) stop(s, body_b, &hit->pose_b);
  if (hit->stopped_a) meet_anew(s, body_a, hit->fraction);
  if (hit->stopped_b) meet_anew(s, body_b, hit->fraction);
}

/* --- All of them --- */

static void link_body(stopper *s, uint32_t collider, uint32_t link) {
  uint32_t *first = &s->first[body_of(s, collider)];
  s->next[link] = *first;
  *first = link;
}

/* A meeting is computed anew once for each of its bodies at most. */
static carom_status prepare(stopper *s, size_t count) {
  carom__arena *arena = &s->world->arena;
  size_t bodies = s->world->bodies.flags.count;
  s->first = carom__arena_alloc(arena, bodies, sizeof *s->first);
  s->next = carom__arena_alloc(arena, 2 * count, sizeof *s->next);
  s->stopped = carom__arena_alloc(arena, bodies, sizeof *s->stopped);
  s->heap = carom__arena_alloc(arena, 3 * count, sizeof *s->heap);
  if (!s->first || !s->next || !s->stopped || !s->heap) return CAROM_OUT_OF_MEMORY;
  memset(s->first, 0xFF, bodies * sizeof *s->first);
  memset(s->stopped, 0, bodies * sizeof *s->stopped);
  return CAROM_OK;
}

carom_status carom__swept_stop(carom_world *world, const carom__moved *moved, carom__meeting *meetings,
                               size_t count) {
  stopper s = {.world = world, .moved = moved, .meetings = meetings};
  if (prepare(&s, count)) return CAROM_OUT_OF_MEMORY;
  for (uint32_t i = 0; i < count; i++) {
    link_body(&s, meetings[i].a, 2 * i);
    link_body(&s, meetings[i].b, 2 * i + 1);
    if (meetings[i].met) push(&s, (due){meetings[i].hit.fraction, i});
  }
  while (s.count > 0) {
    due next = pop(&s);
    carom__meeting *m = &meetings[next.meeting];
    if (m->met && m->hit.fraction == next.fraction) stop_at(&s, m);
  }
  return CAROM_OK;
}

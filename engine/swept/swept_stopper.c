/* swept_stopper.c: bodies on their way to where they stop, and the hits to come. */
#include "stopping.h"

/* How many depths CAROM__DEPTH a lift is. */
#define LIFT 4

/* --- The hits to come --- */

static bool comes_before(carom__due x, carom__due y) {
  return x.fraction != y.fraction ? x.fraction < y.fraction : x.meeting < y.meeting;
}

void carom__stopper_push(carom__stopper *s, carom__due item) {
  size_t at = s->count++;
  for (; at > 0 && comes_before(item, s->heap[(at - 1) / 2]); at = (at - 1) / 2)
    s->heap[at] = s->heap[(at - 1) / 2];
  s->heap[at] = item;
}

carom__due carom__stopper_pop(carom__stopper *s) {
  carom__due least = s->heap[0], last = s->heap[--s->count];
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

/* A half-space has none. */
static float size_of(const carom_world *world, uint32_t collider) {
  bool endless = world->colliders.gates.data[collider].flags & CAROM__COLLIDER_ENDLESS;
  return endless ? 0 : carom__swept_reach(world, collider);
}

float carom__stopper_size(const carom__stopper *s, const carom__meeting *m) {
  return size_of(s->world, m->a) + size_of(s->world, m->b);
}

void carom__stopper_shift(carom_pose *pose, carom_vec3 normal, float by) {
  carom_pos to = pos_add(pose->position, vec3_scale(normal, by));
  if (carom__pos_check(&to) == CAROM_OK) pose->position = to;
}

void carom__stopper_put(const carom__stopper *s, uint32_t body, const carom_pose *pose) {
  s->world->bodies.poses.data[body] = *pose;
  carom__bounds_refresh(s->world, body);
  carom__body_touch(s->world, body);
}

carom__towards carom__stopper_towards(const carom__stopper *s, const carom_swept_hit *hit, bool of_a) {
  carom_body body = of_a ? hit->body_a : hit->body_b;
  const carom_pose *pose = of_a ? &hit->pose_a : &hit->pose_b;
  carom_vec3 v = carom__body_velocity_at(s->world, carom__id_index(body.bits), pose, hit->point);
  float along = vec3_dot(v, hit->normal);
  return (carom__towards){vec3_length(v), of_a ? along : -along};
}

static void link_body(carom__stopper *s, uint32_t collider, uint32_t link) {
  uint32_t *first = &s->first[stopper_body(s, collider)];
  s->next[link] = *first;
  *first = link;
}

void carom__stopper_link(carom__stopper *s, uint32_t meeting) {
  const carom__meeting *m = stopper_meeting(s, meeting);
  link_body(s, m->a, 2 * meeting);
  link_body(s, m->b, 2 * meeting + 1);
}

/* --- Meetings --- */

float carom__stopper_lift(const carom__stopper *s, const carom__meeting *m) {
  return LIFT * CAROM__DEPTH * carom__stopper_size(s, m);
}

/* The ways of two bodies as a meeting sees them: one is lifted if the meeting is a slide's. */
static void find_ways(const carom__stopper *s, uint32_t meeting, carom__swept_way *a, carom__swept_way *b) {
  const carom__meeting *m = stopper_meeting(s, meeting);
  const carom__slide *slide = stopper_slide(s, meeting);
  *a = stopper_way(s, stopper_body(s, m->a));
  *b = stopper_way(s, stopper_body(s, m->b));
  if (!slide) return;
  float by = slide->depth + carom__stopper_lift(s, m);
  stopper_lift_way(slide->a_slides ? a : b, slide_away(slide, slide->a_slides, by));
}

void carom__stopper_meet(carom__stopper *s, uint32_t meeting, double from) {
  carom__meeting *m = stopper_meeting(s, meeting);
  carom__swept_way a, b;
  find_ways(s, meeting, &a, &b);
  carom__meet(s->world, &a, &b, from, m);
  if (m->met) carom__stopper_push(s, (carom__due){m->hit.fraction, meeting});
}

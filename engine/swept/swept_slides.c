/* swept_slides.c: bodies that stop, and touch something when the step begins.
 *
 * What touches is stopped where it stands if it goes towards what it touches. What does not may leave, slide
 * along it, or turn, and one point of the touch does not tell whether all of it keeps out: a plank on a floor
 * turns into it with one end. So its way is looked at once more, lifted off what it touches by the depth of
 * the touch and a little more, and what it then meets stops it like anything else. */
#include "stopping.h"

/* What moves by no more lifts than that before it is stopped stays where it was, to the bit. */
#define HARDLY 4

static void move_by(carom_pose *pose, carom_vec3 by) { carom__stopper_shift(pose, by, 1); }

/* --- The beginning --- */

/* The part of a way that leads into what is slid along is left out, when it is small. */
static void bend(carom__stopper *s, const carom__meeting *m, bool of_a) {
  uint32_t body = stopper_body(s, of_a ? m->a : m->b);
  if (!stopper_may_stop(s, body)) return;
  carom__towards v = carom__stopper_towards(s, &m->hit, of_a);
  if (!(v.along > 0) || v.along > CAROM__TOWARDS * v.speed) return;
  carom_pose pose = s->world->bodies.poses.data[body];
  carom__stopper_shift(&pose, m->hit.normal, (of_a ? -v.along : v.along) * s->moved->dt);
  carom__stopper_put(s, body, &pose);
  s->bent[body] = true;
}

static bool slides(const carom__stopper *s, const carom__meeting *m, bool of_a) {
  if (!stopper_may_stop(s, stopper_body(s, of_a ? m->a : m->b))) return false;
  carom__towards v = carom__stopper_towards(s, &m->hit, of_a);
  return v.along <= CAROM__TOWARDS * v.speed;
}

static bool touches(const carom__stopper *s, const carom__meeting *m) {
  return m->met && m->hit.inside && !carom__collider_senses(s->world, m->a, m->b) &&
         carom__filter_asks(s->world, m->a, m->b);
}

static void add_slide(carom__stopper *s, uint32_t meeting) {
  const carom__meeting *m = &s->meetings[meeting];
  carom__slide slide = {.meeting = {.a = m->a, .b = m->b}, .of = meeting, .normal = m->hit.normal};
  slide.a_slides = slides(s, m, true);
  slide.b_slides = slides(s, m, false);
  if (!slide.a_slides && !slide.b_slides) return;
  slide.depth = carom__swept_depth(s->world, m);
  uint32_t name = (uint32_t)(s->meeting_count + s->slide_count);
  s->slides[s->slide_count++] = slide;
  carom__stopper_link(s, name);
  carom__stopper_meet(s, name, 0);
}

static bool is_bent(const carom__stopper *s, const carom__meeting *m) {
  return s->bent[stopper_body(s, m->a)] || s->bent[stopper_body(s, m->b)];
}

void carom__slides_begin(carom__stopper *s) {
  for (uint32_t i = 0; i < s->meeting_count; i++) {
    const carom__meeting *m = &s->meetings[i];
    if (!touches(s, m)) continue;
    bend(s, m, true);
    bend(s, m, false);
  }
  for (uint32_t i = 0; i < s->meeting_count; i++)
    if (is_bent(s, &s->meetings[i])) carom__stopper_meet(s, i, 0);
  for (uint32_t i = 0; i < s->meeting_count; i++)
    if (touches(s, &s->meetings[i])) add_slide(s, i);
}

/* --- Hits of slides --- */

/* Keeps a body where the step found it when it has hardly moved until the hit: so what is pressed against
 * something does not creep. */
static bool stay(const carom__stopper *s, const carom__meeting *m, uint32_t body, carom_pose *pose) {
  carom__swept_way way = stopper_way(s, body);
  float length = carom__swept_way_length(&way, &s->world->bodies.proxies.data[body].box);
  if ((float)m->hit.fraction * length > HARDLY * carom__stopper_lift(s, m)) return false;
  *pose = way.from;
  return true;
}

/* Both are where they are beside each other with the lift, which is A's or B's: it is taken off both when the
 * other one stops. What was deeper than a lift stays as deep. */
bool carom__slide_settle(const carom__stopper *s, carom__slide *slide) {
  carom__meeting *m = &slide->meeting;
  carom_swept_hit *hit = &m->hit;
  float lift = carom__stopper_lift(s, m);
  bool a_lifted = slide->a_slides, a_moves = hit->stopped_a && (a_lifted || !hit->stopped_b);
  if (a_moves != a_lifted) {
    carom_vec3 back = slide_away(slide, a_lifted, -(slide->depth + lift));
    move_by(&hit->pose_a, back);
    move_by(&hit->pose_b, back);
  }
  bool deep = slide->depth > lift;
  if (deep) move_by(a_moves ? &hit->pose_a : &hit->pose_b, slide_away(slide, a_moves, -slide->depth));
  bool stays = hit->stopped_a && stay(s, m, stopper_body(s, m->a), &hit->pose_a);
  if (hit->stopped_b) stays |= stay(s, m, stopper_body(s, m->b), &hit->pose_b);
  return deep || stays;
}

/* --- Seams --- */

static bool passes_lifted(const carom__stopper *s, const carom__meeting *m, bool of_a, carom_vec3 lift) {
  carom__meeting lifted = *m;
  carom__swept_way a = stopper_way(s, stopper_body(s, m->a)), b = stopper_way(s, stopper_body(s, m->b));
  stopper_lift_way(of_a ? &a : &b, lift);
  carom__meet(s->world, &a, &b, m->hit.fraction, &lifted);
  return !lifted.met;
}

bool carom__slide_is_over_seam(const carom__stopper *s, const carom__meeting *m, uint32_t body) {
  bool of_a = stopper_body(s, m->a) == body;
  if (stopper_is_on_way(s, stopper_body(s, of_a ? m->b : m->a))) return false;
  for (uint32_t link = s->first[body]; link != CAROM__NO_LINK; link = s->next[link]) {
    const carom__slide *slide = stopper_slide(s, link / 2);
    bool is_a = link % 2 == 0;
    if (!slide || !(is_a ? slide->a_slides : slide->b_slides)) continue;
    if (passes_lifted(s, m, of_a, slide_away(slide, is_a, carom__stopper_lift(s, &slide->meeting))))
      return true;
  }
  return false;
}

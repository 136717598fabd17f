/* mover_slide.c: the ways of a mover: casts, slides along what they meet, steps up, and drops to the ground.
 *
 * What is cast is the shape grown by a part of the margin, and a way ends where the whole margin is left: so
 * what the mover leans on or walks over is not in its way. Of a collider that is met the separating plane
 * tells, at the start of a way, whether the way can really lead into it: both are convex. The slide is that
 * of Quake (id Software, 1996) but for the nearest way along all planes in one (mover_planes.c). */
#include "carom/query_cast.h"
#include "mover.h"

/* Ways that one slide tries at most. */
#define WAYS 16
/* A way that is shorter than this part of the wish is none. */
#define LEAST_WAY 0x1p-12f
/* By how much of the wish a way along walls may go into them: normals are not known better. */
#define SLACK 0x1p-14f
/* A step that climbs by less than this part of its way is none. */
#define LEAST_CLIMB 0x1p-6f
/* How much of a gap a way may take when it is meant to keep it. */
#define GAP_LOSS 0x1p-4f
/* Of a way's length, how much leads into what it only grazes, at least. */
#define LEAST_AGAINST 0x1p-3f

/* --- Casts --- */

/* One straight piece of a way. */
typedef struct leg {
  float part;         /* of it that was gone */
  bool met;           /* something that it did not pass */
  carom__touch touch; /* that, as it was at the start of the leg */
} leg;

/* How much of a way is gone: back from a hit by as much as makes the gap a whole margin again, but where the
 * way only grazes what it meets not by very much. */
static float part_before(const carom__move *m, carom_vec3 way, const carom_shape_hit *hit) {
  float length = vec3_length(way), rest = (1 - CAROM__CAST_GAP) * m->margin;
  float against = greater_float(-vec3_dot(hit->normal, way) / length, LEAST_AGAINST);
  return greater_float((float)hit->fraction - rest / (against * length), 0);
}

typedef struct caster {
  carom__move *m;
  carom_vec3 way;
} caster;

/* Is a collider that the cast would meet really in the way? */
static bool is_in_the_way(void *user, const carom_world *world, carom_body body, carom_collider collider) {
  const caster *c = user;
  const carom_query_filter *filter = &c->m->filter;
  if (carom__id_index(body.bits) == c->m->passed) return false;
  carom__touch touch = carom__move_measure(c->m, carom__id_index(collider.bits));
  if (touch.gap > 0 && vec3_dot(touch.normal, c->way) >= -GAP_LOSS * touch.gap) return false;
  if (carom__move_passes(c->m, &touch)) return false;
  return !filter->accept || filter->accept(filter->user, world, body, collider);
}

static leg cast(carom__move *m, carom_vec3 way) {
  leg gone = {.part = 1};
  caster c = {m, way};
  carom_moving_shape moving = {m->grown, m->pose, way};
  carom_query_filter filter = m->filter;
  filter.accept = is_in_the_way;
  filter.user = &c;
  carom_shape_hit hit = {.fraction = 0};
  carom_status status = carom_world_cast_shape(m->world, &moving, &filter, &hit);
  if (status) m->status = status;
  gone.met = hit.body.bits != 0;
  if (gone.met) gone.part = part_before(m, way, &hit);
  if (gone.met) gone.touch = carom__move_measure(m, carom__id_index(hit.collider.bits));
  if (!m->status) m->pose.position = pos_add(m->pose.position, vec3_scale(way, gone.part));
  return gone;
}

/* --- Walls --- */

static void add_bounds(const carom__move *m, const carom__touch *wall, carom__bounds *out) {
  float rise = move_rise(m, wall->normal);
  bool holds_off = rise > -CAROM__UPRIGHT && !carom__move_is_ground(m, wall, false);
  if (!m->walking || !holds_off) bounds_add(out, wall->normal, 0);
  if (!holds_off) return;
  carom_vec3 level = vec3_normalize_or(move_level(m, wall->normal), vec3(0, 0, 0));
  bounds_add(out, level, 0);
}

/* The nearest way along the walls. Who walks would rather rise or sink than go slower or elsewhere, and steep
 * slopes hold off like upright walls; who flies slides down along them, too. */
static carom_vec3 way_along(const carom__move *m, carom_vec3 wish) {
  carom__bounds bounds = {.slack = (double)(SLACK * vec3_length(wish))};
  carom__dvec3 way;
  if (m->walking) bounds.easy = dvec3_widen(m->up);
  for (size_t i = 0; i < m->walls.count; i++) add_bounds(m, &m->walls.items[i], &bounds);
  return carom__bounds_nearest(&bounds, dvec3_widen(wish), &way) ? dvec3_narrow(way) : vec3(0, 0, 0);
}

/* Measures the walls anew, drops those that were left behind, and adds the one that was met. */
static void renew_walls(carom__move *m, uint32_t met) {
  size_t kept = 0;
  for (size_t i = 0; i < m->walls.count; i++) {
    carom__touch wall = carom__move_measure(m, m->walls.items[i].collider);
    if (wall.collider != met && wall.gap <= 2 * m->margin) m->walls.items[kept++] = wall;
  }
  m->walls.count = kept;
  if (kept == CAROM__TOUCHES) return;
  m->walls.items[m->walls.count++] = carom__move_measure(m, met);
}

/* --- Slides --- */

/* Did a leg down end on ground, and no higher above where the mover's foot was than a step? */
static bool ends_on_step(carom__move *m, const leg *down, carom_pos from) {
  if (!down->met) return false;
  carom__touch touch = carom__move_measure(m, down->touch.collider);
  float height = move_rise(m, pos_sub(touch.point, from)) + m->foot;
  return carom__move_is_ground(m, &touch, true) && height <= m->step_height + m->margin;
}

/* Up, on, and down to ground that is higher; false: that does not help, and the mover is where it was. */
static bool step_up(carom__move *m, carom_vec3 onward, float *part) {
  carom_pos from = m->pose.position;
  leg up = cast(m, vec3_scale(m->up, m->step_height)), on = cast(m, onward);
  leg down = cast(m, vec3_scale(m->up, -(up.part * m->step_height + m->snap)));
  float climbed = move_rise(m, pos_sub(m->pose.position, from));
  if (climbed > LEAST_CLIMB * vec3_length(onward) && ends_on_step(m, &down, from)) {
    m->result->climbed += climbed;
    m->result->steps++;
    *part = on.part;
    return true;
  }
  m->pose.position = from;
  return false;
}

/* What was met may be a step. Who is slow must get over its edge, once, and is not if the margin keeps it
 * off. */
static bool steps_over(carom__move *m, const carom__touch *touch, carom_vec3 *wish) {
  float length = vec3_length(*wish), part = 1;
  if (!m->walking || m->step_height == 0 || carom__move_is_ground(m, touch, false)) return false;
  bool steps = step_up(m, *wish, &part);
  if (!steps && length < 2 * m->margin) steps = step_up(m, vec3_scale(*wish, 2 * m->margin / length), &part);
  if (!steps) return false;
  *wish = vec3_scale(*wish, 1 - part);
  m->walls.count = 0;
  return true;
}

/* Does what was met end the flight? Then what is left of the wish is level. */
static void land(carom__move *m, const carom__touch *touch, carom_vec3 *wish) {
  if (m->walking || move_rise(m, *wish) > 0 || !carom__move_is_ground(m, touch, false)) return;
  m->walking = true;
  *wish = move_level(m, *wish);
}

void carom__move_slide(carom__move *m, carom_vec3 wish) {
  for (int i = 0; i < WAYS && !m->status; i++) {
    carom_vec3 way = way_along(m, wish);
    if (!(vec3_length(way) > LEAST_WAY * vec3_length(wish))) return;
    leg gone = cast(m, way);
    if (!gone.met) return;
    wish = vec3_scale(wish, 1 - gone.part);
    carom__move_note(m, &gone.touch);
    land(m, &gone.touch, &wish);
    if (!steps_over(m, &gone.touch, &wish)) renew_walls(m, gone.touch.collider);
  }
}

/* A step may have ended as far above the edge that it is on as a way goes back; rounding takes less than the
 * fourth part more. */
bool carom__move_drop(carom__move *m) {
  carom_pos from = m->pose.position;
  float back = 1.25f * (1 - CAROM__CAST_GAP) * m->margin / LEAST_AGAINST;
  leg down = cast(m, vec3_scale(m->up, -(m->snap + back)));
  if (down.met) {
    carom__touch touch = carom__move_measure(m, down.touch.collider);
    if (carom__move_is_ground(m, &touch, true)) return true;
  }
  m->pose.position = from;
  return false;
}

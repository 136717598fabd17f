/* mover_slide.c: the ways of a mover: casts, slides along what they meet, steps up, and drops to the ground.
 *
 * What is cast is the shape grown by a part of the margin, and a way ends where the whole margin is left: so
 * what the mover leans on or walks over is not in its way. Of a collider that is met the separating plane
 * tells, at the start of a way, whether the way can really lead into it: both are convex. The slide is that
 * of Quake (id Software, 1996) but for the nearest way along all planes in one (mover_planes.c). */
#include "move.h"

#include "carom/query_cast.h"

/* Ways that one slide tries at most. */
#define WAYS 16
/* Ways that it tries at most where it has risen to step, and down from there. */
#define STEP_WAYS 4
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
  float part;               /* of it that was gone */
  bool met;                 /* something that it did not pass */
  carom__mover_touch touch; /* that, as it is where the cast has met it */
} leg;

/* How much of a way is gone: back from a hit by as much as makes the gap a whole margin again, but where the
 * way only grazes what it meets not by very much. */
static float part_before(const carom__move *m, carom_vec3 way, const carom_shape_hit *hit) {
  float length = vec3_length(way), rest = (1 - CAROM__CAST_GAP) * m->margin;
  float against = greater_float(-vec3_dot(hit->normal, way) / length, LEAST_AGAINST);
  return greater_float((float)hit->fraction - rest / (against * length), 0);
}

static bool has_parts(const carom__move *m, uint32_t collider) {
  carom_shape room;
  return shape_is_composite(carom__collider_shape(m->world, collider, &room));
}

typedef struct caster {
  carom__move *m;
  carom_vec3 way;
  carom__rank rank;         /* of the first hit on a part so far ... */
  carom__mover_touch first; /* ... and that part */
} caster;

/* Whether the hit of a part comes from behind, the cast has seen. */
static bool leads_into(const caster *c, const carom__mover_touch *it) {
  carom__mover_touch touch = carom__move_measure(c->m, it);
  if (touch.gap > 0 && vec3_dot(touch.normal, c->way) >= -GAP_LOSS * touch.gap) return false;
  return touch.of_part || !carom__move_passes(c->m, &touch);
}

/* Is a collider that the cast would meet really in the way? */
static bool is_in_the_way(void *user, const carom_world *world, carom_body body, carom_collider collider) {
  const caster *c = user;
  const carom_query_filter *filter = &c->m->filter;
  uint32_t index = carom__id_index(collider.bits);
  if (carom__id_index(body.bits) == c->m->passed) return false;
  carom__mover_touch touch = carom__move_touch(index, NULL);
  if (!has_parts(c->m, index) && !leads_into(c, &touch)) return false;
  return !filter->accept || filter->accept(filter->user, world, body, collider);
}

/* Is a part of a collider, and then its collider? */
static bool is_part_in_the_way(void *user, uint32_t collider, const carom__part *part,
                               const carom_impact *hit) {
  caster *c = user;
  carom__mover_touch touch = carom__move_touch(collider, part);
  carom__rank rank = {.far = hit->fraction, .collider = collider};
  if (!leads_into(c, &touch)) return false;
  if (!is_in_the_way(c, c->m->world, carom__collider_owner(c->m->world, collider),
                     carom__collider_id(c->m->world, collider)))
    return false;
  if (carom__rank_is_before(c->m->world, rank, c->rank)) c->rank = rank, c->first = touch;
  return true;
}

/* What is met is measured where it is met: before the end of a seam, where the way begins, the direction to
 * the next tile leans. */
static carom__mover_touch measure_at(carom__move *m, carom_vec3 way, const carom__mover_touch *met) {
  const carom_pos from = m->pose.position;
  m->pose.position = pos_add(from, way);
  carom__mover_touch touch = carom__move_measure(m, met);
  m->pose.position = from;
  return touch;
}

static leg cast(carom__move *m, carom_vec3 way) {
  leg gone = {.part = 1};
  caster c = {.m = m, .way = way, .rank.far = HUGE_VAL};
  carom_moving_shape moving = {m->grown, m->pose, way};
  carom_query_filter filter = m->filter;
  const carom__cast_filter parts = {is_part_in_the_way, &c};
  filter.accept = is_in_the_way;
  filter.user = &c;
  carom_shape_hit hit = {.fraction = 0};
  carom_status status = carom__query_cast_shape(m->world, &moving, &filter, &parts, &hit);
  if (status) m->status = status;
  gone.met = hit.body.bits != 0;
  if (gone.met) {
    uint32_t collider = carom__id_index(hit.collider.bits);
    gone.part = part_before(m, way, &hit);
    gone.touch = has_parts(m, collider) ? c.first : carom__move_touch(collider, NULL);
    gone.touch = measure_at(m, vec3_scale(way, (float)hit.fraction), &gone.touch);
  }
  if (!m->status) m->pose.position = pos_add(m->pose.position, vec3_scale(way, gone.part));
  return gone;
}

/* --- Walls --- */

static void add_bounds(const carom__move *m, const carom__mover_touch *wall, carom__bounds *out) {
  float rise = move_rise(m, wall->normal);
  bool holds_off = rise > -CAROM__UPRIGHT && !carom__move_is_ground(m, wall, false);
  if (!m->walking || !holds_off) bounds_add(out, wall->normal, 0);
  if (!holds_off) return;
  carom_vec3 level = vec3_normalize_or(move_level(m, wall->normal), vec3(0, 0, 0));
  bounds_add(out, level, 0);
}

_Static_assert(2 * CAROM__MOVER_TOUCHES <= CAROM__BOUNDS, "a wall has two bounds at most");

/* The nearest way along the walls. Who walks would rather rise or sink than go slower or elsewhere, and steep
 * slopes hold off like upright walls; who flies slides down along them, too. */
static carom_vec3 way_along(const carom__move *m, carom_vec3 wish) {
  carom__bounds bounds = {.slack = (double)(SLACK * vec3_length(wish))};
  carom__dvec3 way;
  if (m->walking) bounds.easy = dvec3_widen(m->up);
  for (size_t i = 0; i < m->walls.count; i++) add_bounds(m, &m->walls.items[i], &bounds);
  return carom__bounds_nearest(&bounds, dvec3_widen(wish), &way) ? dvec3_narrow(way) : vec3(0, 0, 0);
}

/* Measures the walls anew, drops those that were left behind, and adds the one that was met, as it is there.
 */
static void renew_walls(carom__move *m, const carom__mover_touch *met) {
  size_t kept = 0;
  for (size_t i = 0; i < m->walls.count; i++) {
    carom__mover_touch wall = carom__move_measure(m, &m->walls.items[i]);
    bool again = carom__move_touch_is_same(&wall, met);
    if (!again && wall.gap <= 2 * m->margin) m->walls.items[kept++] = wall;
  }
  m->walls.count = kept;
  if (kept < CAROM__MOVER_TOUCHES) m->walls.items[m->walls.count++] = *met;
}

/* --- Slides --- */

/* One way of a slide, along the walls. False: the slide is over. */
static bool slide_on(carom__move *m, carom_vec3 *wish, leg *gone) {
  carom_vec3 way = way_along(m, *wish);
  if (!(vec3_length(way) > LEAST_WAY * vec3_length(*wish))) return false;
  *gone = cast(m, way);
  *wish = vec3_scale(*wish, gone->met ? 1 - gone->part : 0);
  return gone->met;
}

/* How a try to step ends. */
typedef enum landing {
  NO_STEP,  /* no higher, or not on ground */
  TOO_HIGH, /* on ground that is higher above where the foot was than a step */
  ON_A_STEP
} landing;

static landing landing_on(carom__move *m, const carom__mover_touch *touch, carom_pos from) {
  if (!carom__move_is_ground(m, touch, true)) return NO_STEP;
  float height = move_rise(m, pos_sub(touch->point, from)) + m->foot;
  return height <= m->step_height + m->margin ? ON_A_STEP : TOO_HIGH;
}

/* Slides down to a step, past edges that are too high. */
static landing slide_down(carom__move *m, carom_vec3 wish, carom_pos from, int ways) {
  landing end = NO_STEP;
  leg gone;
  m->walking = false;
  m->walls.count = 0;
  for (int i = 0; i < ways && end != ON_A_STEP && slide_on(m, &wish, &gone); i++) {
    carom__mover_touch touch = carom__move_measure(m, &gone.touch);
    end = landing_on(m, &touch, from);
    renew_walls(m, &gone.touch);
  }
  m->walking = true;
  return end;
}

/* Up, on along what is in the way there, and down. Unless that ends on a step, the mover is where it was. */
static landing try_step(carom__move *m, float height, int ways, carom_vec3 *wish) {
  const carom_pos from = m->pose.position;
  const carom__mover_touches walls = m->walls;
  carom_vec3 left = *wish;
  leg gone = cast(m, vec3_scale(m->up, height));
  float down = gone.part * height + m->snap;
  m->walls.count = 0;
  for (int i = 0; i < STEP_WAYS && slide_on(m, &left, &gone); i++) renew_walls(m, &gone.touch);
  const carom__mover_touches met = m->walls;
  landing end = slide_down(m, vec3_scale(m->up, -down), from, ways);
  float climbed = move_rise(m, pos_sub(m->pose.position, from));
  if (end == ON_A_STEP && climbed > LEAST_CLIMB * vec3_length(*wish)) {
    m->result->climbed += climbed;
    m->result->steps++;
    for (size_t i = 0; i < met.count; i++) carom__move_note(m, &met.items[i]);
    *wish = left;
    return end;
  }
  m->pose.position = from;
  m->walls = walls;
  return end == TOO_HIGH ? TOO_HIGH : NO_STEP;
}

/* What was met may be a step. Where one is followed by what is too high, a round foot comes down on that from
 * the height of a step, and from the height of the edge that was met on the step. */
static landing try_heights(carom__move *m, const carom__mover_touch *touch, carom_vec3 *wish) {
  landing end = try_step(m, m->step_height, 1, wish);
  if (end != TOO_HIGH) return end;
  carom__mover_touch met = carom__move_measure(m, touch);
  float height = move_rise(m, pos_sub(met.point, m->pose.position)) + m->foot + m->margin;
  return height > 0 && height < m->step_height ? try_step(m, height, STEP_WAYS, wish) : NO_STEP;
}

/* Who is slow must get over the edge of a step, once, and is not if the margin keeps it off. */
static bool steps_over(carom__move *m, const carom__mover_touch *touch, carom_vec3 *wish) {
  if (!m->walking || m->step_height == 0 || carom__move_is_ground(m, touch, false)) return false;
  float length = vec3_length(*wish);
  landing end = try_heights(m, touch, wish);
  if (end != ON_A_STEP && length < 2 * m->margin) {
    carom_vec3 far = vec3_scale(*wish, 2 * m->margin / length);
    end = try_heights(m, touch, &far);
    if (end == ON_A_STEP) *wish = vec3(0, 0, 0);
  }
  if (end != ON_A_STEP) return false;
  m->walls.count = 0;
  return true;
}

/* Does what was met end the flight? Then what is left of the wish is level. */
static void land(carom__move *m, const carom__mover_touch *touch, carom_vec3 *wish) {
  if (m->walking || move_rise(m, *wish) > 0 || !carom__move_is_ground(m, touch, false)) return;
  m->walking = true;
  *wish = move_level(m, *wish);
}

void carom__move_slide(carom__move *m, carom_vec3 wish) {
  for (int i = 0; i < WAYS && !m->status; i++) {
    leg gone;
    if (!slide_on(m, &wish, &gone)) return;
    carom__move_note(m, &gone.touch);
    land(m, &gone.touch, &wish);
    if (!steps_over(m, &gone.touch, &wish)) renew_walls(m, &gone.touch);
  }
}

/* A step may have ended as far above the edge that it is on as a way goes back; rounding takes less than the
 * fourth part more. */
bool carom__move_drop(carom__move *m) {
  carom_pos from = m->pose.position;
  float back = 1.25f * (1 - CAROM__CAST_GAP) * m->margin / LEAST_AGAINST;
  leg down = cast(m, vec3_scale(m->up, -(m->snap + back)));
  if (down.met) {
    carom__mover_touch touch = carom__move_measure(m, &down.touch);
    if (carom__move_is_ground(m, &touch, true)) return true;
  }
  m->pose.position = from;
  return false;
}

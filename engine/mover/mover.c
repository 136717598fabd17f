/* mover.c: a move from beginning to end: carried, pushed out, sent, and where it stands then.
 *
 * The main file of the room, which moves characters through a world that it only reads. The state of one
 * call is in move.h. mover_touch.c looks around, mover_slide.c casts and slides, and mover_planes.c finds
 * the nearest way along several planes. The room uses state and queries. No room uses it. */
#include "carom/mover.h"

#include "carom/planar.h"
#include "family.h"
#include "move.h"

/* Colliders that may push a mover out at once. */
#define PUSHES 12
/* A ground's normal for which the slope limit is as usual: 45 degrees. */
#define USUAL_LEVEL 0.70710678f
#define MAX_SLOPE 1.57079637f

/* --- With the ground, and out of what overlaps --- */

/* Where a point goes with a body. */
static carom_vec3 carry_by(const carom_pose *from, const carom_pose *to, carom_pos point) {
  carom_frame old = pose_to_frame(from), new = pose_to_frame(to);
  carom_vec3 arm = frame_unapply(&old, point);
  carom_vec3 turned = vec3_sub(mat3_mul_vec3(&new.axes, arm), mat3_mul_vec3(&old.axes, arm));
  return vec3_add(pos_sub(to->position, from->position), turned);
}

/* The collider that the mover stands on, as long as it collides with that; else CAROM__NO_INDEX. */
static uint32_t find_ground(const carom__move *m, const carom_mover *mover) {
  if (mover->footing != CAROM_ON_GROUND) return CAROM__NO_INDEX;
  uint32_t collider = carom__collider_find(m->world, mover->ground.collider);
  return collider != CAROM__NO_INDEX && carom__move_meets(m, collider) ? collider : CAROM__NO_INDEX;
}

/* The ground itself is not in the way: it has moved already. */
static void carry(carom__move *m, const carom_mover *mover) {
  uint32_t ground = find_ground(m, mover);
  if (ground == CAROM__NO_INDEX) return;
  uint32_t body = m->world->colliders.gates.data[ground].body;
  const carom_pose *now = &m->world->bodies.poses.data[body];
  if (pose_is_same(now, &mover->ground_pose)) return;
  m->passed = body;
  carom__move_slide(m, carry_by(&mover->ground_pose, now, m->pose.position));
  m->passed = CAROM__NO_INDEX;
  m->walls.count = 0;
}

/* Pushes the mover out of the nearest collider, then out of that and the next, by the least push that does
 * for all of them, until the margin is free. False when there is no such push. All that is too near at first
 * is told, also what one push gets the mover out of along with another. */
static bool push(carom__move *m) {
  const carom_pos from = m->pose.position;
  carom__bounds bounds = {.slack = (double)m->margin / 16};
  carom__dvec3 shift = dvec3(0, 0, 0);
  carom__mover_touches near;
  carom__move_look(m, CAROM__LEAST_GAP * m->margin, &near);
  for (size_t i = 0; i < near.count; i++) carom__move_note(m, &near.items[i]);
  while (near.count) {
    const carom__mover_touch *touch = &near.items[0];
    if (bounds.count == PUSHES || m->status) return false;
    bounds_add(&bounds, touch->normal,
               dvec3_dot(dvec3_widen(touch->normal), shift) + (double)(m->margin - touch->gap));
    carom__move_note(m, touch);
    if (!carom__bounds_nearest(&bounds, dvec3(0, 0, 0), &shift)) return false;
    if (dvec3_length(shift) > (double)m->push_out) return false;
    m->pose.position = pos_add(from, dvec3_narrow(shift));
    carom__move_look(m, CAROM__LEAST_GAP * m->margin, &near);
  }
  return true;
}

/* Where room is scarce the mover stays as it is, if it overlaps nothing. */
static bool get_free(carom__move *m) {
  const carom_pos from = m->pose.position;
  carom__mover_touches near;
  if (push(m)) return true;
  m->pose.position = from;
  carom__move_look(m, m->margin, &near);
  return !near.count || near.items[0].gap > 0;
}

/* --- As it was sent --- */

/* The ground that a mover walks on is no news to it. */
static void begin_on(carom__move *m, uint32_t ground) {
  carom__mover_touches near;
  if (ground == CAROM__NO_INDEX) return;
  carom__move_look_at(m, ground, 2 * m->margin, &near);
  for (size_t i = 0; i < near.count && m->walls.count == 0; i++)
    if (carom__move_is_ground(m, &near.items[i], false)) m->walls.items[m->walls.count++] = near.items[i];
}

static void go(carom__move *m, const carom_mover *mover, carom_vec3 translation) {
  float rise = move_rise(m, translation);
  m->walking = mover->footing == CAROM_ON_GROUND && rise <= 0;
  if (!m->walking) {
    carom__move_slide(m, translation);
    return;
  }
  begin_on(m, find_ground(m, mover));
  carom__move_slide(m, move_level(m, translation));
  if (carom__move_drop(m)) return;
  m->walking = false;
  m->walls.count = 0; /* the ground that it has left would hold it */
  carom__move_slide(m, vec3_scale(m->up, rise));
}

/* --- Footing --- */

/* What of a list is best to stand on: ground, and then what is most level. NULL when nothing is below. */
static const carom__mover_touch *find_best(const carom__move *m, const carom__mover_touches *near) {
  const carom__mover_touch *best = NULL;
  float most = CAROM__UPRIGHT;
  for (size_t i = 0; i < near->count; i++) {
    float rise = move_rise(m, near->items[i].normal);
    if (carom__move_is_ground(m, &near->items[i], m->walking)) rise += 2;
    if (rise > most) {
      most = rise;
      best = &near->items[i];
    }
  }
  return best;
}

/* Do slopes hold it from all sides, so that it cannot slide down? */
static bool is_wedged(const carom__move *m, const carom__mover_touches *near) {
  carom__bounds bounds = {.slack = 0x1p-14};
  carom__dvec3 way;
  for (size_t i = 0; i < near->count; i++) bounds_add(&bounds, near->items[i].normal, 0);
  return !carom__bounds_nearest(&bounds, dvec3_widen(vec3_neg(m->up)), &way) || dvec3_length(way) < 0x1p-6;
}

static void find_footing(carom__move *m, carom_vec3 translation, carom_mover *out) {
  carom__mover_touches near;
  carom__move_look(m, 2 * m->margin, &near);
  const carom__mover_touch *best = find_best(m, &near);
  bool leaves = move_rise(m, translation) > 0 && best && vec3_dot(best->normal, translation) > 0;
  out->footing = CAROM_IN_AIR;
  out->ground = (carom_mover_plane){.child = 0};
  if (!best || leaves) return;
  bool holds = carom__move_is_ground(m, best, m->walking) || is_wedged(m, &near);
  out->footing = holds ? CAROM_ON_GROUND : CAROM_ON_SLOPE;
  out->ground = carom__move_note(m, best);
  out->ground_pose = m->world->bodies.poses.data[m->world->colliders.gates.data[best->collider].body];
}

/* --- The call --- */

static carom_status check_lengths(const carom_mover *mover) {
  const float lengths[] = {mover->step_height, mover->snap, mover->margin, mover->push_out};
  for (int i = 0; i < 4; i++) {
    if (!float_is_finite(lengths[i])) return CAROM_NOT_FINITE;
    if (lengths[i] < 0 || lengths[i] > CAROM_SIZE_MAX) return CAROM_OUT_OF_RANGE;
  }
  if (!float_is_finite(mover->max_slope)) return CAROM_NOT_FINITE;
  return mover->max_slope < 0 || mover->max_slope > MAX_SLOPE ? CAROM_OUT_OF_RANGE : CAROM_OK;
}

static carom_status accept_up(carom__move *m, carom_vec3 up) {
  if (!vec3_is_finite(up)) return CAROM_NOT_FINITE;
  if (vec3_norm1(up) == 0) up.y = 1;
  float length = vec3_length(up);
  if (!(fabsf(length - 1) <= 1e-3f)) return CAROM_NOT_UNIT;
  m->up = vec3_scale(up, 1 / length);
  return m->world->def.planar && up.z != 0 ? CAROM_NOT_PLANAR : CAROM_OK;
}

static carom_status accept_shape(carom__move *m, const carom_shape *shape) {
  carom_status status = carom__world_check_bounded(m->world, shape);
  if (status) return status;
  m->shape = *shape;
  bool grows = shape_grows(carom__shape_class_of(shape->kind));
  return grows && !shape_is_composite(shape) ? CAROM_OK : CAROM_UNKNOWN_KIND;
}

static carom_status accept_places(carom__move *m, const carom_mover *mover, carom_vec3 translation) {
  carom_pose ground = mover->ground_pose;
  m->pose = mover->pose;
  carom_status status = carom__world_accept_pose(m->world, &m->pose);
  if (!status) status = carom__world_check_ray(m->world, &(carom_ray){m->pose.position, translation});
  if (status || mover->footing != CAROM_ON_GROUND) return status;
  return carom__world_accept_pose(m->world, &ground);
}

static carom_status check(carom__move *m, const carom_mover *mover, carom_vec3 translation) {
  carom_status status = accept_shape(m, &mover->shape);
  if (!status) status = accept_places(m, mover, translation);
  if (!status) status = check_lengths(mover);
  if (!status) status = accept_up(m, mover->up);
  if (!status && (unsigned)mover->footing >= CAROM_FOOTING_COUNT) status = CAROM_UNKNOWN_KIND;
  return status;
}

/* The least half extent of a shape; planar ones have no depth. */
static float least_half(const carom_shape *shape) {
  carom_obb box;
  carom__shape_class_of(shape->kind)->obb(shape, &box);
  float least = lesser_float(box.half.x, box.half.y);
  return shape_is_planar(shape) ? least : lesser_float(least, box.half.z);
}

/* How far below its origin the lowest point of a shape is. */
static float foot_of(const carom__move *m) {
  const carom__shape_class *class = carom__shape_class_of(m->shape.kind);
  carom_mat3 axes = quat_to_mat3(m->pose.rotation);
  uint32_t index;
  carom_vec3 down = mat3_tmul_vec3(&axes, vec3_neg(m->up));
  return vec3_dot(class->support(&m->shape, down, &index), down) + shape_radius(class, &m->shape);
}

/* What is given as zero is as usual. The margin is not less than what a shape can be grown by. */
static void set_sizes(carom__move *m, const carom_mover *mover) {
  float half = least_half(&m->shape), margin = mover->margin > 0 ? mover->margin : half / 64;
  m->margin = greater_float(margin, 2 * CAROM_SIZE_MIN);
  m->push_out = mover->push_out > 0 ? mover->push_out : half;
  m->filter = mover->filter;
  m->filter.skip_sensors = true;
  m->level = mover->max_slope > 0 ? carom_direction((double)mover->max_slope).x : USUAL_LEVEL;
  m->step_height = mover->step_height;
  m->snap = mover->snap;
  m->foot = foot_of(m);
  m->grown = carom__move_grow(&m->shape, CAROM__CAST_GAP * m->margin);
}

/* Takes a place that the move has reached, and says how. */
static carom_vec3 reach(const carom__move *m, carom_pos *place) {
  carom_vec3 way = pos_sub(m->pose.position, *place);
  *place = m->pose.position;
  return way;
}

/* A mover that is stuck is left as it was; what it is stuck in is told. */
static void give_up(carom_mover *mover, carom_mover_result *result) {
  result->carried = vec3(0, 0, 0);
  result->climbed = 0;
  result->steps = 0;
  result->stuck = true;
  mover->footing = CAROM_IN_AIR;
  mover->ground = (carom_mover_plane){.child = 0};
}

static void run(carom__move *m, carom_mover *mover, carom_vec3 translation) {
  const carom_pos from = m->pose.position;
  carom_pos place = from;
  carry(m, mover);
  m->result->carried = reach(m, &place);
  if (!get_free(m)) {
    give_up(mover, m->result);
    return;
  }
  m->result->pushed = reach(m, &place);
  go(m, mover, translation);
  m->result->moved = pos_sub(m->pose.position, from);
  find_footing(m, translation, mover);
  mover->pose.position = m->pose.position;
}

carom_status carom_mover_move(const carom_world *world, carom_mover *mover, carom_vec3 translation,
                              carom_mover_result *out) {
  carom_mover_result result = {.steps = 0};
  carom__move m = {.world = world, .passed = CAROM__NO_INDEX, .result = &result};
  if (!world || !mover || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = check(&m, mover, translation);
  if (status) return status;
  carom_mover after = *mover;
  set_sizes(&m, mover);
  run(&m, &after, translation);
  if (!m.status) m.status = carom__pos_check(&m.pose.position);
  if (m.status) return m.status;
  *mover = after;
  *out = result;
  return CAROM_OK;
}

carom_status carom_mover_clip(const carom_mover_result *result, carom_vec3 velocity, carom_vec3 *out) {
  carom__dvec3 clipped = dvec3(0, 0, 0);
  if (!result || !out) return CAROM_NULL_ARGUMENT;
  if (!vec3_is_finite(velocity)) return CAROM_NOT_FINITE;
  if (!vec3_is_within(velocity, CAROM_SPEED_MAX) || result->plane_count > CAROM_MOVER_PLANES)
    return CAROM_OUT_OF_RANGE;
  carom__bounds bounds = {.slack = 0x1p-14 * (double)vec3_length(velocity)};
  for (uint32_t i = 0; i < result->plane_count; i++) bounds_add(&bounds, result->planes[i].normal, 0);
  *out =
      carom__bounds_nearest(&bounds, dvec3_widen(velocity), &clipped) ? dvec3_narrow(clipped) : vec3(0, 0, 0);
  return CAROM_OK;
}

/* stateless_cast.c: carom/cast.h: what comes from outside is checked and placed, then answered. */
#include "carom/cast.h"

#include "impact.h"
#include "impact_inside.h"
#include "stateless.h"
#include "stateless_ray.h"

/* --- Motions --- */

static carom_status accept(const carom_motion *motion, carom_motion *out) {
  *out = *motion;
  carom_status status = carom__pose_accept(&out->start);
  return status ? status : carom__pose_accept(&out->end);
}

static carom__dvec3 between(carom_pos from, carom_pos to) {
  return dvec3(to.x - from.x, to.y - from.y, to.z - from.z);
}

static carom__dvec3 travel_of(const carom_motion *motion) {
  return between(motion->start.position, motion->end.position);
}

static carom_pose pose_at(const carom_motion *motion, double t) {
  carom__dvec3 way = travel_of(motion);
  carom_pos p = motion->start.position;
  return (carom_pose){{p.x + t * way.x, p.y + t * way.y, p.z + t * way.z},
                      carom__rotation_between(motion->start.rotation, motion->end.rotation, t)};
}

carom_status carom_motion_pose(const carom_motion *motion, double fraction, carom_pose *out) {
  carom_motion m;
  if (!motion || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = accept(motion, &m);
  if (status) return status;
  if (!double_is_finite(fraction)) return CAROM_NOT_FINITE;
  if (fraction < 0 || fraction > 1) return CAROM_OUT_OF_RANGE;
  *out = fraction == 0 ? m.start : fraction == 1 ? m.end : pose_at(&m, fraction);
  return CAROM_OK;
}

/* --- One at a time --- */

/* What moves, checked. */
typedef struct moving {
  carom_shape shape;
  carom_motion motion;
} moving;

static carom_status prepare_still(const carom_shape *shape, const carom_pose *pose, moving *out) {
  carom_status status = carom_shape_check(shape);
  out->shape = *shape;
  out->motion.start = *pose;
  if (!status) status = carom__shape_pose_accept(shape, &out->motion.start);
  out->motion.end = out->motion.start;
  return status;
}

static carom_status prepare(const carom_shape *shape, const carom_motion *motion, moving *out) {
  carom_status status = prepare_still(shape, &motion->start, out);
  out->motion.end = motion->end;
  return status ? status : carom__shape_pose_accept(shape, &out->motion.end);
}

static carom__mover mover_of(const moving *m) {
  return carom__mover_make(&m->shape, m->motion.start.rotation, m->motion.end.rotation);
}

static bool has_parts(const carom__mover *m) { return m->class->walk != NULL; }

/* Does the call ask whether they touch, and nothing more? */
static bool is_still(const carom__impact_case *it) {
  const carom__motions *m = &it->motions;
  return it->margin == 0 && m->a.rate + m->b.rate == 0 && dvec3_dot(m->travel, m->travel) == 0;
}

/* May the start have been judged otherwise than by carom_overlap? Parts may touch where the wholes do not, as
 * their rounding is that of their own sizes, and the part of a half-space may not touch where its closed form
 * does. And a search takes for a hit what is as near as its tolerance. */
static bool start_is_unsure(const carom__impact_case *it, const carom_impact *found) {
  if (found->hit && is_still(it)) return true;
  if (!has_parts(&it->motions.a) && !has_parts(&it->motions.b)) return false;
  return found->inside || shape_is_unbounded(it->motions.a.shape) || shape_is_unbounded(it->motions.b.shape);
}

/* What carom_overlap says counts. */
static carom_status settle_start(const carom__impact_case *it, carom_impact *found) {
  const carom__site a = {it->motions.a.shape, &it->start_a}, b = {it->motions.b.shape, &it->start_b};
  bool touch;
  if (!start_is_unsure(it, found)) return CAROM_OK;
  carom_status status = carom__call_overlap(a, b, NULL, &touch);
  if (status) return status;
  if (!touch && is_still(it)) *found = (carom_impact){.fraction = 1, .iterations = found->iterations};
  if (touch == found->inside) return CAROM_OK;
  found->inside = false;
  return touch ? carom__impact_inside(a, b, found->iterations, &touch, found) : CAROM_OK;
}

/* `travel` is how B's origin moves as seen from A's. */
static carom_status find(const moving *a, const moving *b, carom__dvec3 travel, float margin,
                         carom_impact *out) {
  if (!shapes_are_akin(&a->shape, &b->shape)) return CAROM_WRONG_FAMILY;
  if (shape_is_planar(&a->shape) && travel.z != 0) return CAROM_NOT_PLANAR;
  carom__impact_case it = {.start_a = pose_to_frame(&a->motion.start),
                           .start_b = pose_to_frame(&b->motion.start),
                           .pivot_a = a->motion.start.position,
                           .margin = (double)margin};
  it.motions.a = mover_of(a);
  it.motions.b = mover_of(b);
  it.motions.offset = between(a->motion.start.position, b->motion.start.position);
  it.motions.travel = travel;
  it.travel_a = travel_of(&a->motion);
  carom_impact found;
  carom_status status = carom__impact(&it, &found);
  if (!status) status = settle_start(&it, &found);
  if (!status) *out = found;
  return status;
}

carom_status carom_cast_shape(const carom_shape *a, const carom_pose *pose_a, const carom_shape *b,
                              const carom_pose *pose_b, carom_vec3 translation, carom_impact *out) {
  moving at_a, at_b;
  if (!a || !pose_a || !b || !pose_b || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = prepare_still(a, pose_a, &at_a);
  if (!status) status = prepare_still(b, pose_b, &at_b);
  if (!status) status = carom__ray_check(&(carom_ray){pose_b->position, translation});
  return status ? status : find(&at_a, &at_b, dvec3_widen(translation), 0, out);
}

carom_status carom_time_of_impact(const carom_shape *a, const carom_motion *motion_a, const carom_shape *b,
                                  const carom_motion *motion_b, float margin, carom_impact *out) {
  moving at_a, at_b;
  if (!a || !motion_a || !b || !motion_b || !out) return CAROM_NULL_ARGUMENT;
  carom_status status = prepare(a, motion_a, &at_a);
  if (!status) status = prepare(b, motion_b, &at_b);
  if (!status) status = carom__margin_check(margin);
  if (status) return status;
  carom__dvec3 first = between(at_a.motion.start.position, at_b.motion.start.position);
  carom__dvec3 last = between(at_a.motion.end.position, at_b.motion.end.position);
  return find(&at_a, &at_b, dvec3_sub(last, first), margin, out);
}

/* --- Many --- */

carom_status carom_cast_shapes(const carom_shape_cast *casts, size_t count, carom_impact *out,
                               carom_status *statuses) {
  carom_status first = count > 0 && (!casts || !out) ? CAROM_NULL_ARGUMENT : CAROM_OK;
  if (first) return first;
  for (size_t i = 0; i < count; i++) {
    const carom_shape_cast *c = &casts[i];
    carom_status status = carom_cast_shape(&c->a, &c->pose_a, &c->b, &c->pose_b, c->translation, &out[i]);
    note_status(status, i, statuses, &first);
  }
  return first;
}

carom_status carom_times_of_impact(const carom_sweep *sweeps, size_t count, carom_impact *out,
                                   carom_status *statuses) {
  carom_status first = count > 0 && (!sweeps || !out) ? CAROM_NULL_ARGUMENT : CAROM_OK;
  if (first) return first;
  for (size_t i = 0; i < count; i++) {
    const carom_sweep *s = &sweeps[i];
    carom_status status = carom_time_of_impact(&s->a, &s->motion_a, &s->b, &s->motion_b, s->margin, &out[i]);
    note_status(status, i, statuses, &first);
  }
  return first;
}

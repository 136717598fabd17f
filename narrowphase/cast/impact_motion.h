/* impact_motion.h: two shapes that move and turn.
 *
 * Time runs from 0 to 1. Everything is double and relative to A's origin, so that neither a way that is far
 * longer than the shapes nor a place far from the world's origin costs a digit. */
#ifndef CAROM_NARROWPHASE_IMPACT_MOTION_H
#define CAROM_NARROWPHASE_IMPACT_MOTION_H

#include "cores.h"

typedef struct carom__dquat {
  double x, y, z, w;
} carom__dquat;

/* A core that turns about one axis through its pivot, which is the origin that moves along a straight line.
 */
typedef struct carom__mover {
  const carom_shape *shape;
  const carom__shape_class *class;
  const carom_vec3 *box;     /* the half extents of a core that is a box: carom__motions_measure */
  carom__dvec3 arm;          /* from the pivot to the shape's origin, in the shape's frame */
  carom__dquat from, change; /* the rotation at a time is from + time * change, of any length */
  carom__dvec3 axis;         /* of the turn, unit, in the shape's frame; zero when it does not turn */
  double rate; /* no vector turns faster than this, nor is its acceleration above the square of it */
  /* No point of the core is farther from the axis, or from the pivot: carom__motions_measure. */
  double reach, extent;
} carom__mover;

/* A and B. */
typedef struct carom__motions {
  carom__mover a, b;
  carom__dvec3 offset, travel; /* B's pivot from A's at time 0, and how it changes until 1, in the world */
} carom__motions;

/* A rotation at one time. */
typedef struct carom__turning {
  carom__dquat q; /* of any length but zero */
  double factor;  /* 2 by the square of the length */
} carom__turning;

/* Where both are at one time. */
typedef struct carom__moment {
  double time;
  carom__turning turn_a, turn_b;
  carom__dvec3 between; /* B's pivot from A's, in the world */
} carom__moment;

carom__mover carom__mover_make(const carom_shape *shape, carom_quat from, carom_quat to);
/* One that sits at `local` on a body whose rotation changes: the body's origin is the pivot. */
carom__mover carom__mover_on_body(const carom_shape *shape, const carom_local_pose *local, carom_quat from,
                                  carom_quat to);

/* A part that sits at `place` on what a mover moves. */
carom__mover carom__mover_of_part(const carom__mover *whole, const carom_shape *part,
                                  const carom_local_pose *place);

/* Notes which cores are boxes, and finds how far both reach if one of them turns: also the one that does not,
 * since what it spans changes along a direction that turns with the other. */
void carom__motions_measure(carom__motions *motions, const carom__cores *cores);

/* The rotation at a time between two: (1 - time) from + time to, normalised, by the shorter way. */
carom_quat carom__rotation_between(carom_quat from, carom_quat to, double time);

/* B's pose in A's frame, rounded to float once. */
carom__relative carom__moment_place(const carom__motions *motions, const carom__moment *at);

static inline carom__turning mover_turn(const carom__mover *m, double time) {
  carom__dquat q = {m->from.x + time * m->change.x, m->from.y + time * m->change.y,
                    m->from.z + time * m->change.z, m->from.w + time * m->change.w};
  return (carom__turning){q, 2 / (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w)};
}
/* v + 2 (w p x v + p x (p x v)), where p is the vector part; the inverse has the sign of p changed. */
static inline carom__dvec3 turn_apply(const carom__turning *t, carom__dvec3 v) {
  carom__dvec3 p = dvec3(t->q.x, t->q.y, t->q.z), across = dvec3_cross(p, v);
  return dvec3_mad(v, dvec3_mad(dvec3_cross(p, across), across, t->q.w), t->factor);
}
static inline carom__dvec3 turn_unapply(const carom__turning *t, carom__dvec3 v) {
  carom__dvec3 p = dvec3(t->q.x, t->q.y, t->q.z), across = dvec3_cross(p, v);
  return dvec3_mad(v, dvec3_mad(dvec3_cross(p, across), across, -t->q.w), t->factor);
}
static inline carom__moment motions_at(const carom__motions *motions, double time) {
  return (carom__moment){time, mover_turn(&motions->a, time), mover_turn(&motions->b, time),
                         dvec3_mad(motions->offset, motions->travel, time)};
}
/* A direction in A's frame, in B's. */
static inline carom__dvec3 moment_seen_by_b(const carom__moment *at, carom__dvec3 of_a) {
  return turn_unapply(&at->turn_b, turn_apply(&at->turn_a, of_a));
}

#endif

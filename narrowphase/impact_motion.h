/* impact_motion.h: two shapes that move and turn, and how far they are apart along a direction while they do.
 *
 * Time runs from 0 to 1. Everything is double and relative to A's origin, so that neither a way that is far
 * longer than the shapes nor a place far from the world's origin costs a digit. */
#ifndef CAROM_NARROWPHASE_IMPACT_MOTION_H
#define CAROM_NARROWPHASE_IMPACT_MOTION_H

#include "placed.h"
#include "shape_class.h"

typedef struct carom__dquat {
  double x, y, z, w;
} carom__dquat;

/* A core that turns about one axis through its origin. */
typedef struct carom__mover {
  const carom_shape *shape;
  const carom__shape_class *class;
  carom__dquat from, change; /* the rotation at time t is from + t change, of any length */
  carom__dvec3 axis;         /* of the turn, in the world; zero when it does not turn */
  double rate;               /* the greatest angular speed, in radians over the whole time */
  double reach;              /* no point of the core is farther from the axis */
} carom__mover;

/* A and B. */
typedef struct carom__motions {
  carom__mover a, b;
  carom__dvec3 offset, travel; /* B's origin from A's at time 0, and how it changes until 1, in the world */
} carom__motions;

carom__mover carom__mover_make(const carom_shape *shape, carom_quat from, carom_quat to);

/* The rotation at a time between two: (1 - time) from + time to, normalised, by the shorter way. */
carom_quat carom__rotation_between(carom_quat from, carom_quat to, double time);

/* The rotation at a time, not normalised. */
static inline carom__dquat mover_rotation(const carom__mover *m, double time) {
  return (carom__dquat){m->from.x + time * m->change.x, m->from.y + time * m->change.y,
                        m->from.z + time * m->change.z, m->from.w + time * m->change.w};
}

/* Rotates a vector by a quaternion of any length but zero. */
carom__dvec3 carom__dquat_turn(carom__dquat q, carom__dvec3 v);

/* B's pose in A's frame at a time, rounded to float once. */
carom__relative carom__motions_place(const carom__motions *motions, double time);

/* Finds until when the cores stay farther apart than `least` along a unit direction of the world, at most
 * until 1, when at `time` they are: the result is proved, but not the latest time of which it holds. Returns
 * `time` itself when they are not. */
double carom__motions_apart_until(const carom__motions *motions, carom__dvec3 normal, double time,
                                  double least);

#endif

/* joint.h: joints between two bodies. */
#ifndef SOLVER_JOINT_H
#define SOLVER_JOINT_H

#include "rigid.h"

typedef enum joint_kind {
  JOINT_BALL,  /* holds a point; `axis` of b stays within a cone around that of a */
  JOINT_HINGE, /* holds a point and an axis */
  JOINT_WHEEL, /* holds an axle, which a spring along `up` carries, and turns it by a motor */
} joint_kind;

typedef struct joint_def {
  joint_kind kind;
  uint32_t a, b;
  carom_pos anchor;
  carom_vec3 axis;      /* unit, in the world: of the cone, of the hinge, of the axle */
  float cone;           /* the cosine of the greatest angle; -1: any */
  carom_vec3 up;        /* of a wheel: unit, across the axis */
  float hertz, damping; /* of the spring of a wheel */
  /* that a motor tries to reach about the axis, and its strength; of a ball joint, the friction */
  float speed, torque;
} joint_def;

/* The speed of two bodies along a line, about an axis, or both. */
typedef struct joint_row {
  carom_vec3 line;
  rigid_row of;
  float error, speed; /* when the step began; the speed that is wanted */
  float low, high;    /* the least and the greatest impulse */
  softness soft;
  bool is_limit, is_spring; /* free while the error is positive; not only against errors */
} joint_row;

enum { JOINT_ROWS = 7 };

typedef struct rigid_joint {
  joint_def def;
  carom_vec3 arm_a, arm_b, axis_a, axis_b, up_a; /* in the frames of the bodies */
  joint_row rows[JOINT_ROWS];
  int row_count;
} rigid_joint;

carom_status rigid_add_joint(rigid_system *s, const joint_def *def);

/* The same for all joints of awake bodies as contacts_...; h is a small step. */
void joints_prepare(rigid_system *s, float h);
void joints_warm_start(rigid_system *s);
void joints_solve(rigid_system *s, float h, bool springs);

#endif

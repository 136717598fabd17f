/* rigid.h: rigid bodies, and the impulses that keep contacts and joints; knows nothing of who finds contacts.
 *
 * A step is cut into small ones. Each lets velocities fall, begins with the impulses of the one before,
 * solves contacts and joints as stiff damped springs, moves the bodies, and solves once more without springs,
 * which takes away the speed that only the springs gave (Soft Step: Catto, "Solver2D", 2024). */
#ifndef SOLVER_RIGID_H
#define SOLVER_RIGID_H

#include "vector.h"

typedef struct rigid_body {
  carom_pos center; /* of mass */
  carom_quat rotation;
  carom_vec3 velocity, spin;      /* units and radians per second */
  carom_vec3 moved, turned;       /* since the contacts were found */
  float inverse_mass;             /* 0: nothing moves it */
  carom_mat3 inverse_inertia;     /* along the axes of the world */
  carom_mat3 own_inverse_inertia; /* along its own axes */
  carom_vec3 offset;              /* of the centre of mass, in the frame of the body */
  float friction, restitution;
  float still; /* seconds since it was last faster than SLEEP_SPEED */
  bool awake;
} rigid_body;

/* A constraint as a damped spring, for one small step (Catto, "Soft Constraints", 2011). */
typedef struct softness {
  float bias, mass, impulse;
} softness;

/* How a point pushes along one line. */
typedef struct rigid_push {
  carom_vec3 spin_a, spin_b; /* what an impulse of 1 takes from the spin of a, and gives to that of b */
  float mass;                /* that an impulse moves */
  float impulse;             /* of one small step */
} rigid_push;

enum { RIGID_LINES = 3 }; /* the normal, and two across it */

typedef struct rigid_point {
  carom_vec3 arm_a, arm_b; /* from the centres of mass */
  rigid_push pushes[RIGID_LINES];
  float separation;         /* when the contacts were found */
  float greatest, approach; /* the greatest impulse of the step; the speed along the normal before it */
  uint32_t feature;
  uint64_t *value; /* where the impulses are kept for the next step; NULL: nowhere */
} rigid_point;

typedef struct rigid_contact {
  uint32_t a, b; /* bodies */
  carom_vec3 lines[RIGID_LINES];
  float friction, restitution;
  uint32_t first, count; /* points */
} rigid_contact;

/* All bodies, with the contacts of this step and the points of the last one. */
typedef struct rigid_system {
  rigid_body *bodies;
  rigid_contact *contacts;
  rigid_point *points, *old_points;
  struct rigid_joint *joints; /* joint.h */
  size_t body_count, contact_count, point_count, joint_count;
  size_t body_room, contact_room, point_room, old_room, joint_room;
  carom_vec3 gravity;
  float slop;      /* the depth that contacts are left with, so that they last */
  float spin_loss; /* of rolling and twisting: what part of its spin a body loses in a second */
  int substeps;    /* small steps in a step */
} rigid_system;

/* Make room for more; CAROM_OUT_OF_MEMORY changes nothing. */
carom_status rigid_grow(void **array, size_t *room, size_t count, size_t size);

/* Adds a body of a density, still and not moved by anything if that is 0. Its index is that of the last one.
 */
carom_status rigid_add_body(rigid_system *s, const carom_shape *shape, const carom_pose *pose, float density);
void rigid_get_pose(const rigid_body *body, carom_pose *out);
void rigid_free(rigid_system *s);

/* Moves awake bodies by dt, with the contacts that were added since rigid_begin. */
void rigid_begin(rigid_system *s);
void rigid_solve(rigid_system *s, float dt);

/* Adds a contact whose normal points from a to b. The points begin with the impulses in values, one each,
 * which become those of this step; NULL: with none. */
carom_status rigid_add_contact(rigid_system *s, uint32_t a, uint32_t b, carom_vec3 normal,
                               const carom_contact_point *points, uint32_t count, uint64_t *values);
void contacts_prepare(rigid_system *s);
void contacts_warm_start(rigid_system *s);
void contacts_solve(rigid_system *s, float h, bool springs);
void contacts_bounce(rigid_system *s);
void contacts_store(rigid_system *s);

/* What several files need of constraints. */
softness soften(float hertz, float damping, float h);
float inverse_of(float x); /* 0 of 0 */

#endif

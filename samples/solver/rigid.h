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

/* One scalar equation between two bodies along a line: what spins add to the speed along it, the spins that
 * an impulse of 1 gives, the mass that it moves, and the impulse of one small step. */
typedef struct rigid_row {
  carom_vec3 turn_a, turn_b, spin_a, spin_b;
  float mass, impulse;
} rigid_row;

typedef struct rigid_point {
  rigid_row push, side[2];  /* along the normal and sideways */
  float separation;         /* when the contacts were found */
  float greatest, approach; /* the greatest impulse of the step; the speed along the normal before it */
  uint32_t feature;
  uint64_t *value; /* where the impulses are kept for the next step; NULL: nowhere */
} rigid_point;

typedef struct rigid_contact {
  uint32_t a, b; /* bodies */
  carom_vec3 normal, sides[2];
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
void row_prepare(rigid_row *row, const rigid_body *a, const rigid_body *b, carom_vec3 line);

/* Two bodies while their rows are solved. */
typedef struct rigid_pair {
  carom_vec3 velocity_a, spin_a, velocity_b, spin_b;
  float inverse_mass_a, inverse_mass_b;
} rigid_pair;

static inline rigid_pair load(const rigid_body *a, const rigid_body *b) {
  return (rigid_pair){a->velocity, a->spin, b->velocity, b->spin, a->inverse_mass, b->inverse_mass};
}
static inline void store(const rigid_pair *p, rigid_body *a, rigid_body *b) {
  a->velocity = p->velocity_a, a->spin = p->spin_a, b->velocity = p->velocity_b, b->spin = p->spin_b;
}

static inline float along(const rigid_pair *p, carom_vec3 line, const rigid_row *row) {
  return dot(line, sub(p->velocity_b, p->velocity_a)) +
         (dot(row->turn_b, p->spin_b) - dot(row->turn_a, p->spin_a));
}
/* How far the two have come along the line since the contacts were found. */
static inline float way_along(const rigid_body *a, const rigid_body *b, carom_vec3 line,
                              const rigid_row *row) {
  const rigid_pair ways = {a->moved, a->turned, b->moved, b->turned, 0, 0};
  return along(&ways, line, row);
}
/* Pushes b along the line, and a against it. */
static inline void push(rigid_pair *p, carom_vec3 line, const rigid_row *row, float impulse) {
  p->velocity_a = sub(p->velocity_a, scale(line, impulse * p->inverse_mass_a));
  p->spin_a = sub(p->spin_a, scale(row->spin_a, impulse));
  p->velocity_b = add(p->velocity_b, scale(line, impulse * p->inverse_mass_b));
  p->spin_b = add(p->spin_b, scale(row->spin_b, impulse));
}

#endif

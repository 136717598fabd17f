/* solver.h: rigid bodies in a world of carom: contacts, names of their points and islands come from there. */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include "joint.h"

/* Bodies have the same index here and in the system, and it is their user pointer in the world. */
typedef struct solver {
  rigid_system rigid;
  carom_world *world;
  carom_islands *islands;
  carom_body *bodies;
  carom_body_link *links;
  size_t body_room, link_room;
  uint64_t steps;
  bool sleepless; /* nothing falls asleep */
} solver;

/* Begins with an empty world. Ends it, also after a status. */
carom_status solver_create(solver *s, const carom_world_def *def);
void solver_free(solver *s);

/* Adds a body, static when the density is 0; bodies of one negative group do not meet. */
carom_status solver_add_body(solver *s, const carom_shape *shape, const carom_pose *pose, float density,
                             int group);
carom_status solver_add_joint(solver *s, const joint_def *def);

/* Finds contacts with one step of the world, of no time; moves the bodies, and sets their poses. */
carom_status solver_collide(solver *s);
carom_status solver_move(solver *s, float dt);

#endif

/* golden_world.h: a world of everything that worlds have, made the same on every platform: two places far
 * apart, in each a level and a crowd of bodies of all kinds. */
#ifndef CAROM_GOLDEN_WORLD_H
#define CAROM_GOLDEN_WORLD_H

#include <carom/carom.h>

#include "random.h"

enum {
  GOLDEN_BODIES = 1200, /* besides the levels; so many that steps are split over threads */
  GOLDEN_PARTS_MAX = 12 /* colliders on one body */
};

/* Bodies stay within so far of the middle of their place, on each axis. */
#define GOLDEN_REACH 14

typedef struct golden_world {
  carom_world *world;
  uint64_t random;
  carom_body bodies[GOLDEN_BODIES]; /* what body i is like depends on i, also when it is made anew */
  uint64_t hits;                    /* hard ones so far */
  bits_hash calls;                  /* of the results of all calls */
} golden_world;

/* Remembers how a call ended. */
void golden_called(golden_world *golden, carom_status status);

/* The middle of the place of a body. */
carom_pos golden_home(uint32_t index);

/* Draws what a body may be given. */
carom_pose golden_pose(golden_world *golden, uint32_t index);
carom_shape golden_shape(golden_world *golden);
carom_filter golden_filter(golden_world *golden);
carom_local_pose golden_local_pose(golden_world *golden);
carom_vec3 golden_velocity(golden_world *golden, uint32_t index);

/* Puts a collider on a body. */
void golden_add_collider(golden_world *golden, uint32_t index);
/* Makes body `index`, which is not there. */
void golden_add_body(golden_world *golden, uint32_t index);
/* Fills a world that has no bodies. */
void golden_populate(golden_world *golden);

/* Ends the program for a call that must not fail. */
void golden_must(carom_status status);

#endif

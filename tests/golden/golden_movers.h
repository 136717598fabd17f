/* golden_movers.h: movers of all kinds that walk through the golden world and the planar one. */
#ifndef CAROM_GOLDEN_MOVERS_H
#define CAROM_GOLDEN_MOVERS_H

#include "golden_world.h"

enum { GOLDEN_WALKERS = 4, GOLDEN_MOVERS = GOLDEN_WALKERS + 2 /* in the plane */ };

typedef struct golden_movers {
  uint64_t random;
  carom_mover list[GOLDEN_MOVERS];
  carom_vec3 ways[GOLDEN_MOVERS]; /* of a step */
  bits_hash hash;                 /* of all that they did */
} golden_movers;

/* Puts them where they begin. */
void golden_movers_make(golden_movers *movers);
/* Moves all by a step. */
void golden_movers_move(golden_movers *movers, const carom_world *world, const carom_world *planar);

#endif

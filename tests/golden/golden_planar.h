/* golden_planar.h: a planar world beside the golden one: bodies of all planar kinds that fly and are thrown.
 */
#ifndef CAROM_GOLDEN_PLANAR_H
#define CAROM_GOLDEN_PLANAR_H

#include "golden_world.h"

enum { PLANAR_BODIES = 300 };

typedef struct golden_planar {
  carom_world *world;
  uint64_t random;
  carom_body bodies[PLANAR_BODIES];
  bits_hash events, queries;
} golden_planar;

/* Fills a planar world. */
void golden_planar_make(golden_planar *planar, const carom_tasks *tasks);
/* Throws a body, steps the world, and hashes its events and the answers to some queries. */
void golden_planar_step(golden_planar *planar, float dt);

#endif

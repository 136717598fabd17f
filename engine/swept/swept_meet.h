/* swept_meet.h: when two colliders first meet along their motions. */
#ifndef CAROM_ENGINE_SWEPT_MEET_H
#define CAROM_ENGINE_SWEPT_MEET_H

#include "swept_way.h"

typedef struct carom__meeting {
  uint32_t a, b;       /* the colliders, the lower one first */
  bool met;            /* the rest tells when and how */
  bool unproved;       /* whether they meet could not be computed */
  float gap;           /* that is left between them there */
  carom_swept_hit hit; /* neither body was stopped */
} carom__meeting;

/* How deep two colliders that touch at the poses of a hit are in each other; 0 when that is not known. */
float carom__swept_depth(const carom_world *world, const carom__meeting *meeting);

/* No point of a collider is farther from its body's origin than this. */
float carom__swept_reach(const carom_world *world, uint32_t collider);

/* Looks from a fraction of the step on and writes all but the colliders. */
void carom__meet(const carom_world *world, const carom__swept_way *way_a, const carom__swept_way *way_b,
                 double from, carom__meeting *meeting);

#endif

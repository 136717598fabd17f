/* response.h: what this game does when things touch: they bounce, and cars stand on the ground. carom
 * reports, the game moves. */
#ifndef LEVEL_RESPONSE_H
#define LEVEL_RESPONSE_H

#include "scene.h"

typedef struct response {
  const scene *scene;
  carom_vec3 *pushes;  /* for each mover: how far it must still be moved out of what it touches */
  carom_vec3 *grounds; /* for each mover: the sum of the normals of what it stands on */
  uint64_t restarts;   /* how many movers had got out of the scene and were sent back */
} response;

/* Adds the handler to the run's world; false when the world refuses it. */
bool response_start(response *r, const scene *s, carom_world *world);

/* After a step of so many seconds: moves what was pushed, steers cars, and sends what has got out of the
 * scene back to where it started. */
void response_apply(response *r, carom_world *world, float seconds);

void response_free(response *r);

#endif

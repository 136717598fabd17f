/* response.h: what this game does when things touch: they bounce. carom reports, the game moves. */
#ifndef LEVEL_RESPONSE_H
#define LEVEL_RESPONSE_H

#include "scene.h"

typedef struct response {
  const scene *scene;
  carom_vec3 *pushes; /* for each mover: how far it must still be moved out of what it touches */
  uint64_t restarts;  /* how many movers had got out of the scene and were sent back */
} response;

/* Adds the handler to the run's world; false when the world refuses it. */
bool response_start(response *r, const scene *s, carom_world *world);

/* After the step: moves what was pushed, and sends what has got out of the scene back to where it started. */
void response_apply(response *r, carom_world *world);

void response_free(response *r);

#endif

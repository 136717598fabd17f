/* world.h: carom's whole step as an engine. */
#ifndef CAROM_BENCH_MOVING_WORLD_H
#define CAROM_BENCH_MOVING_WORLD_H

#include <carom/world.h>

#include "engine.h"

/* What the bodies of a scene become. */
typedef enum moving_world_kind {
  MOVING_BOXES,     /* boxes, in a world of space */
  MOVING_RECTANGLES /* of a planar scene: in a world of the plane */
} moving_world_kind;

/* For `create` of an engine, which knows the kind and the margin of contacts; and the rest of it. */
void *moving_world_create(const bench_scene *scene, const moving_job *job, moving_world_kind kind,
                          float margin);
void moving_world_frame(void *state, const bench_scene *scene);
void moving_world_count(void *state, moving_counts *out);

/* For programs that measure it in other ways. */
carom_world *moving_world_of(void *state);
void moving_world_destroy(void *state);

#endif

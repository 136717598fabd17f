/* collider.h: creates colliders on a body. */
#ifndef CAROM_ENGINE_COLLIDER_H
#define CAROM_ENGINE_COLLIDER_H

#include "state.h"

/* As carom_collider_create_many, for the public function that is to be named when it is refused. */
carom_status carom__collider_create_many(carom_world *world, carom_body body, const carom_collider_def *defs,
                                         size_t count, carom_collider *out, const char *function);

#endif

/* golden_rough.h: worlds of what is not convex, beside the golden one: meshes, fields and compounds that fly,
 * are thrown, reshaped, deformed and dug into, in space and in the plane. */
#ifndef CAROM_GOLDEN_ROUGH_H
#define CAROM_GOLDEN_ROUGH_H

#include "../asset_set.h"
#include "golden_world.h"

enum { ROUGH_BODIES = 40 };

typedef struct golden_rough {
  asset_set assets;
  carom_world *worlds[2]; /* of space and of the plane */
  carom_body bodies[2][ROUGH_BODIES];
  carom_collider colliders[2][ROUGH_BODIES];
  carom_collider ground, cube; /* in space: a field that is dug into, and a mesh that deforms */
  carom_field *field;
  carom_mover mover;
  uint64_t random;
  bits_hash told; /* of all events, hits and answers to queries */
} golden_rough;

/* Makes the worlds and fills them. */
void golden_rough_make(golden_rough *rough, const carom_tasks *tasks);
/* Changes this and that, steps the worlds, asks, and returns a hash of them and of all that they told. */
uint64_t golden_rough_step(golden_rough *rough, uint32_t step, float dt);
/* Ends the worlds. */
void golden_rough_end(golden_rough *rough);

#endif

/* seams.h: contacts with colliders that lie side by side, as if these were one surface.
 *
 * The main file of the room, which mends the manifolds of what touches several colliders of one body, or of
 * static bodies, at once. The room uses state, passes and contacts. The step runs it between the narrow phase
 * and the contacts of swept bodies. */
#ifndef CAROM_ENGINE_SEAMS_H
#define CAROM_ENGINE_SEAMS_H

#include "state.h"

/* Mends manifolds whose normal only a seam has. Reads world->fresh, step.beside, gates, frames and shapes.
 * Writes manifolds and approach speeds in world->fresh. CAROM_OK or CAROM_OUT_OF_MEMORY. */
carom_status carom__step_seams(carom_world *world);

#endif

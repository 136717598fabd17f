/* manifolds.h: the sixth pass: which candidates touch, and their manifolds.
 *
 * Reads candidates, frames, gates and shapes. Writes world->fresh, the contacts of this step. */
#ifndef CAROM_ENGINE_MANIFOLDS_H
#define CAROM_ENGINE_MANIFOLDS_H

#include "state.h"

/* The contacts of this step go into world->fresh, which the next pass exchanges with world->contacts:
 * until then a failure leaves the world's contacts as they were. The last step's events point there, so they
 * go. */
carom_status carom__step_narrowphase(carom_world *world);

/* Writes all of a contact but its manifold, which is there. */
void carom__contact_describe(const carom_world *world, uint64_t key, carom_contact *out);

#endif

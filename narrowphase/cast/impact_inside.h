/* impact_inside.h: shapes that touch before they move, and touches that are no hit. */
#ifndef CAROM_NARROWPHASE_IMPACT_INSIDE_H
#define CAROM_NARROWPHASE_IMPACT_INSIDE_H

#include "carom/cast.h"

#include "narrowphase.h"

/* Tells whether they touch, as carom_overlap says, and then writes that as the impact; a one-sided link of a
 * chain that the other shape is not in front of lets it pass, and there is no hit. CAROM_OK or
 * CAROM_NOT_CONVERGED. */
carom_status carom__impact_inside(carom__site a, carom__site b, uint32_t iterations, bool *touches,
                                  carom_impact *out);

/* Takes back a hit on the way of a one-sided link of a chain, which lets pass what comes from behind. The
 * normal and B's axes are as A sees them at the hit. */
void carom__impact_pass_links(const carom_shape *a, const carom_shape *b, const carom_mat3 *b_in_a,
                              carom_vec3 normal, carom_impact *out);

#endif

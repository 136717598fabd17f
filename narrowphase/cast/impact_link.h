/* impact_link.h: decides which touches of chain links are no hit. */
#ifndef CAROM_NARROWPHASE_IMPACT_LINK_H
#define CAROM_NARROWPHASE_IMPACT_LINK_H

#include "carom/cast.h"

/* Takes back a hit on the way of a one-sided link of a chain, which lets pass what comes from behind. The
 * normal and B's axes are as A sees them at the hit. */
void carom__impact_pass_links(const carom_shape *a, const carom_shape *b, const carom_mat3 *b_in_a,
                              carom_vec3 normal, carom_impact *out);

#endif

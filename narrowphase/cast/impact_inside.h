/* impact_inside.h: shapes that touch before they move. */
#ifndef CAROM_NARROWPHASE_IMPACT_INSIDE_H
#define CAROM_NARROWPHASE_IMPACT_INSIDE_H

#include "carom/cast.h"

#include "narrowphase.h"

/* Tells whether they touch, as carom_overlap says, and then writes that as the impact; a one-sided link of a
 * chain that the other shape is not in front of lets it pass, and there is no hit. CAROM_OK or
 * CAROM_NOT_CONVERGED. */
carom_status carom__impact_inside(carom__site a, carom__site b, uint32_t iterations, bool *touches,
                                  carom_impact *out);

#endif

/* stateless_mass.h: mass properties as the integrals that they are made of. */
#ifndef CAROM_NARROWPHASE_STATELESS_MASS_H
#define CAROM_NARROWPHASE_STATELESS_MASS_H

#include "moments.h"

#include "carom/mass.h"

/* CAROM_NOT_FINITE or CAROM_OUT_OF_RANGE for a density that is none. */
carom_status carom__density_check(float density);

/* The mass properties of integrals over solids of a density, seen from their centre; CAROM_OUT_OF_RANGE where
 * floats cannot hold them. */
carom_status carom__mass_of_moments(const carom__moments *moments, double density, carom_mass *out);

#endif

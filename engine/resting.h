/* resting.h: contacts of bodies that rest. */
#ifndef CAROM_ENGINE_RESTING_H
#define CAROM_ENGINE_RESTING_H

#include "state.h"

/* Adds to the contacts that were found those of the last step whose bodies both were not touched since: they
 * are as they were. */
carom_status carom__step_resting(carom_world *world);

#endif

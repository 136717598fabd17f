/* bounds.h: the second pass: boxes and trees of what moved or changed. */
#ifndef CAROM_ENGINE_BOUNDS_H
#define CAROM_ENGINE_BOUNDS_H

#include "state.h"

carom_status carom__step_bounds(carom_world *world);

#endif

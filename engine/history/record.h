/* record.h: recording. */
#ifndef CAROM_ENGINE_RECORD_H
#define CAROM_ENGINE_RECORD_H

#include "carom/record.h"
#include "state.h"

/* The world has become another, in a way that is no call. */
void carom__record_world(carom_world *world);

#endif

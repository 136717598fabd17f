/* portal.h: do two cores overlap? By Minkowski portal refinement (Snethen, 2008) in floats. */
#ifndef CAROM_NARROWPHASE_PORTAL_H
#define CAROM_NARROWPHASE_PORTAL_H

#include "cores.h"

/* Tells whether two cores without radii touch, where floats are enough to prove it: they are apart, or
 * overlap, by more than 4 cores->touch. Else, and for cores with radii, CAROM__TOUCH_UNKNOWN. An answer that
 * is proved does not depend on how floats were rounded. */
carom__touch_state carom__portal_touch(const carom__cores *cores);

#endif

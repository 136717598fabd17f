/* portal.h: do two shapes overlap? By Minkowski portal refinement (Snethen, 2008) in floats. */
#ifndef CAROM_NARROWPHASE_PORTAL_H
#define CAROM_NARROWPHASE_PORTAL_H

#include "cores.h"

/* Tells whether two shapes touch, where floats are enough to prove it: they are apart, or overlap, by more
 * than 4 cores->touch; else CAROM__TOUCH_UNKNOWN. An answer that is proved does not depend on how floats were
 * rounded. */
carom__touch_state carom__portal_touch(const carom__cores *cores);
/* The same of convex shapes of space at their places. */
carom__touch_state carom__portal_touch_sites(carom__site a, carom__site b);

#endif

/* box_rounding.h: bounds of the rounding errors where two boxes touch, relative to their sizes. */
#ifndef CAROM_NARROWPHASE_BOX_ROUNDING_H
#define CAROM_NARROWPHASE_BOX_ROUNDING_H

#include "point_set.h"

/* How far above the reference face or beside it a point may lie. */
#define CAROM__BOX_SLACK (2 * 0x1p-24f)

/* A step that is shorter is none; what is added to the border of a strip that it runs along. */
#define CAROM__BOX_STILL 0x1p-90f
#define CAROM__BOX_BESIDE 0x1p-80f

/* By how much rounding may change a depth: the deepest point may be that much shallower than the axis says,
 * and where nothing else touches, a point may be that much above the reference face. */
#define CAROM__BOX_DEPTH_ROUNDING (8 * 0x1p-24f)

/* Points nearer than this count as one: what carom__manifold_reduce says, and the rounding on the way to A's
 * frame. */
#define CAROM__BOX_NEAR (CAROM__POINT_NEAR + 4 * 0x1p-24f)

#endif

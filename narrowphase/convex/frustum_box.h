/* frustum_box.h: how deep a frustum, a cylinder or a cone and a box overlap, in closed form. */
#ifndef CAROM_NARROWPHASE_FRUSTUM_BOX_H
#define CAROM_NARROWPHASE_FRUSTUM_BOX_H

#include "frustum_flat.h"

/* Finds the least depth of cores of which one is a frustum and the other a box. False of all others, of those
 * that hardly overlap, and where nobody knows that they overlap and no point shows it. */
bool carom__frustum_box_depth(const carom__cores *cores, bool do_overlap, carom__epa_result *out);

#endif

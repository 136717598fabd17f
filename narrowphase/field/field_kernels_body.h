/* field_kernels_body.h: the functions of field_kernels.h in the form of lanes8.h that the including file
 * selects. */
#ifndef CAROM_NARROWPHASE_FIELD_KERNELS_BODY_H
#define CAROM_NARROWPHASE_FIELD_KERNELS_BODY_H

#include "field_kernels.h"
#include "field_nearest8.h"
#include "field_walk8.h"

CAROM__DEFINE_KERNELS(carom__field_kernels, field8_walk_box, field8_nearest);

#endif

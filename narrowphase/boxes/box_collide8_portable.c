/* box_collide8_portable.c: eight pairs of boxes on two of the machine's four lanes. */
#include "box_collide8.h"

#include "box_collide8_body.h"

const carom__box_kernels carom__box_kernels_portable = {box_collide8, box_apart8};

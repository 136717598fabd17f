/* box_sat8_portable.c: eight pairs of boxes on two of the machine's four lanes. */
#include "box_sat8.h"

#include "box_sat8_body.h"

void carom__box_sat8_portable(const carom__box_task tasks[8], carom__box_eight *out) { box_sat8(tasks, out); }

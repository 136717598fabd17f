/* box_bounds_portable.c: eight boxes on what every machine of its kind has. */
#include "box_bounds_body.h"

void carom__bounds_eight_portable(const carom__bounds_task tasks[8]) { bounds_of_eight(tasks); }

/* rollback_check.h: is what is to be restored possible? */
#ifndef CAROM_ENGINE_ROLLBACK_CHECK_H
#define CAROM_ENGINE_ROLLBACK_CHECK_H

#include "rollback_format.h"

/* Could this world have written these bytes, and can it go back there? Each count, index and value is looked
 * at, so that no bytes whatever do harm. Changes nothing that shows. CAROM_OK, CAROM_BAD_SNAPSHOT,
 * CAROM_OLD_SNAPSHOT. */
carom_status carom__rollback_check(carom_world *world, const void *bytes, size_t size, carom__rollback *out);

#endif

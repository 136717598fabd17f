/* state.c: refuses a call on a world. */
#include "state.h"

carom_status carom__refuse(carom_world *world, carom_status status, const char *function,
                           const char *detail) {
  if (world) {
    world->last_status = status;
    if (world->def.log) world->def.log(world->def.log_user, status, function, detail);
  }
  return status;
}

carom_status carom__world_may_change(carom_world *world, const char *function) {
  if (!world) return CAROM_NULL_ARGUMENT;
  return world->locked ? carom__refuse(world, CAROM_BUSY, function, "called from inside a filter") : CAROM_OK;
}

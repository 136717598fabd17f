/* filter.c: who meets whom. */
#include "filter.h"

#include "objects.h"
#include "record.h"

bool carom__filter_asks(const carom_world *world, uint32_t a, uint32_t b) {
  if (!world->def.filter) return true;
  carom_contact_side side_a = carom__collider_side(world, a < b ? a : b);
  carom_contact_side side_b = carom__collider_side(world, a < b ? b : a);
  if (world->def.filter(world->def.filter_user, world, &side_a, &side_b)) return true;
  carom__record_no(world, CAROM__OP_FILTERED, carom__pair_key(a, b));
  return false;
}

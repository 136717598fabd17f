/* filter.c: who meets whom. */
#include "filter.h"

#include "objects.h"

carom_filter carom__filter_normalize(carom_filter filter) {
  if (!filter.category) filter.category = CAROM_CATEGORY_DEFAULT;
  if (!filter.mask) filter.mask = ~CAROM_MASK_NONE;
  return filter;
}

static bool bodies_admit(const uint32_t *flags, uint32_t a, uint32_t b) {
  return a != b && !(flags[a] & flags[b] & CAROM__BODY_STATIC);
}

static bool sensors_admit(uint32_t a, uint32_t b) {
  return !(a & b & CAROM__COLLIDER_SENSOR) || ((a | b) & CAROM__COLLIDER_SEES_SENSORS);
}

bool carom__filter_admits(const carom_world *world, uint32_t a, uint32_t b) {
  const carom__gate *gate_a = &world->colliders.gates.data[a], *gate_b = &world->colliders.gates.data[b];
  if (!bodies_admit(world->bodies.flags.data, gate_a->body, gate_b->body)) return false;
  if (!sensors_admit(gate_a->flags, gate_b->flags)) return false;
  carom_filter fa = carom__filter_normalize(gate_a->filter), fb = carom__filter_normalize(gate_b->filter);
  if (fa.group && fa.group == fb.group) return fa.group > 0;
  return (fa.category & fb.mask) && (fb.category & fa.mask);
}

bool carom__filter_asks(const carom_world *world, uint32_t a, uint32_t b) {
  if (!world->def.filter) return true;
  carom_contact_side side_a = world->colliders.sides.data[a < b ? a : b];
  carom_contact_side side_b = world->colliders.sides.data[a < b ? b : a];
  return world->def.filter(world->def.filter_user, world, &side_a, &side_b);
}

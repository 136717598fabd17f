/* filter.c: who meets whom. */
#include "filter.h"

#include "objects.h"

static bool bodies_admit(const uint32_t *flags, const carom__gate *a, const carom__gate *b) {
  return a->body != b->body && (!(flags[a->body] & flags[b->body] & CAROM__BODY_STATIC) ||
                                (a->flags | b->flags) & CAROM__COLLIDER_SEES_STATIC);
}

static bool sensors_admit(uint32_t a, uint32_t b) {
  return !(a & b & CAROM__COLLIDER_SENSOR) || ((a | b) & CAROM__COLLIDER_SEES_SENSORS);
}

static bool filters_admit(const carom_filter *given_a, const carom_filter *given_b) {
  const carom_filter a = carom__filter_normalize(*given_a), b = carom__filter_normalize(*given_b);
  if (a.group && a.group == b.group) return a.group > 0;
  return (a.category & b.mask) && (b.category & a.mask);
}

bool carom__filter_admits(const carom_world *world, uint32_t a, uint32_t b) {
  const carom__gate *gate_a = &world->colliders.gates.data[a], *gate_b = &world->colliders.gates.data[b];
  return bodies_admit(world->bodies.flags.data, gate_a, gate_b) &&
         sensors_admit(gate_a->flags, gate_b->flags) && filters_admit(&gate_a->filter, &gate_b->filter);
}

bool carom__filter_asks(const carom_world *world, uint32_t a, uint32_t b) {
  if (!world->def.filter) return true;
  carom_contact_side side_a = carom__collider_side(world, a < b ? a : b);
  carom_contact_side side_b = carom__collider_side(world, a < b ? b : a);
  return world->def.filter(world->def.filter_user, world, &side_a, &side_b);
}

/* filter.c: who meets whom. */
#include "filter.h"

#include "objects.h"

carom_filter carom__filter_normalize(carom_filter filter) {
  if (!filter.category) filter.category = CAROM_CATEGORY_DEFAULT;
  if (!filter.mask) filter.mask = ~CAROM_MASK_NONE;
  return filter;
}

static bool kinds_admit(const carom_world *world, uint32_t a, uint32_t b) {
  uint32_t body_a = world->colliders.bodies.data[a], body_b = world->colliders.bodies.data[b];
  if (body_a == body_b) return false;
  const uint32_t *flags = world->bodies.flags.data;
  return !(flags[body_a] & flags[body_b] & CAROM__BODY_STATIC);
}

static bool sensors_admit(const carom_world *world, uint32_t a, uint32_t b) {
  uint32_t fa = world->colliders.flags.data[a], fb = world->colliders.flags.data[b];
  return !(fa & fb & CAROM__COLLIDER_SENSOR) || ((fa | fb) & CAROM__COLLIDER_SEES_SENSORS);
}

bool carom__filter_admits(const carom_world *world, uint32_t a, uint32_t b) {
  if (!kinds_admit(world, a, b) || !sensors_admit(world, a, b)) return false;
  const carom_filter *fa = &world->colliders.rest.data[a].filter, *fb = &world->colliders.rest.data[b].filter;
  if (fa->group && fa->group == fb->group) return fa->group > 0;
  return (fa->category & fb->mask) && (fb->category & fa->mask);
}

bool carom__filter_asks(const carom_world *world, uint32_t a, uint32_t b) {
  if (!world->def.filter) return true;
  carom_contact_side side_a = carom__collider_side(world, a < b ? a : b);
  carom_contact_side side_b = carom__collider_side(world, a < b ? b : a);
  return world->def.filter(world->def.filter_user, world, &side_a, &side_b);
}

/* body_mass.c: the mass properties of a body, from those of its colliders. */
#include "bodies.h"
#include "stateless_mass.h"

static carom_status add_collider(const carom_world *world, uint32_t collider, carom__moments *sum) {
  if (world->colliders.gates.data[collider].flags & CAROM__COLLIDER_SENSOR) return CAROM_OK;
  carom__relative place = local_pose_to_relative(carom__collider_local(world, collider));
  carom__moments part;
  carom_shape room;
  carom_status status = carom__shape_moments(carom__collider_shape(world, collider, &room), &part);
  if (!status) carom__moments_add_placed(sum, &part, &place);
  return status;
}

static carom_status add_colliders(const carom_world *world, uint32_t slot, carom__moments *sum) {
  carom__slots_view colliders = carom__body_colliders(world, slot);
  uint32_t collider;
  for (size_t at = 0; slots_next(&colliders, &at, &collider);) {
    carom_status status = add_collider(world, collider, sum);
    if (status) return status;
  }
  return CAROM_OK;
}

carom_status carom_body_get_mass(const carom_world *world, carom_body body, float density, carom_mass *out) {
  carom__moments sum = {.volume = 0};
  if (!world || !out) return CAROM_NULL_ARGUMENT;
  uint32_t slot = carom__body_peek(world, body);
  if (slot == CAROM__NO_INDEX) return CAROM_STALE_ID;
  carom_status status = carom__density_check(density);
  if (!status) status = add_colliders(world, slot, &sum);
  if (status) return status;
  if (sum.volume > 0) return carom__mass_of_moments(&sum, (double)density, out);
  *out = (carom_mass){.mass = 0};
  return CAROM_OK;
}

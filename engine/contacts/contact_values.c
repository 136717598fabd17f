/* contact_values.c: looking contacts up by their colliders, and the values that the game keeps with them. */
#include "contact.h"

#include "objects.h"
#include "recorder.h"

static carom_status find(const carom_world *world, carom_collider first, carom_collider second, size_t *out) {
  uint32_t a = carom__collider_find(world, first), b = carom__collider_find(world, second);
  if (a == CAROM__NO_INDEX || b == CAROM__NO_INDEX) return CAROM_STALE_ID;
  *out = carom__contact_find(world, carom__colliders_key(world, a, b));
  return *out == CAROM__NO_CONTACT ? CAROM_NO_CONTACT : CAROM_OK;
}

carom_status carom_contact_between(const carom_world *world, carom_collider first, carom_collider second,
                                   carom_contact *out) {
  if (!world || !out) return CAROM_NULL_ARGUMENT;
  size_t i;
  carom_status status = find(world, first, second, &i);
  if (!status) *out = world->contacts.list.data[i];
  return status;
}

carom_status carom_contact_set_value(carom_world *world, carom_collider first, carom_collider second,
                                     uint64_t value) {
  carom_status status = carom__world_may_change(world, __func__);
  if (status) return status;
  size_t i;
  status = find(world, first, second, &i);
  if (status) return carom__refuse(world, status, __func__, "colliders");
  world->contacts.list.data[i].value = value;
  world->valued = true;
  carom__record_call(world, CAROM__OP_CONTACT_VALUE, first.bits, &(carom__value_set){second, value});
  return CAROM_OK;
}

/* Does a pair go on touching, or being near, so that the value is not that of another contact? */
static bool value_lasts(const carom_contact *old, const carom_contact *now) {
  return (!old->apart && !now->apart) || (old->nearby && now->nearby);
}

/* Games that keep no values pay nothing. */
void carom__carry_values(carom_world *world) {
  const carom__contacts *old = &world->contacts, *fresh = &world->fresh;
  if (!world->valued) return;
  world->valued = false;
  for (size_t i = 0, j = 0; i < old->keys.count; i++) {
    uint64_t value = old->list.data[i].value, key = old->keys.data[i];
    if (!value || old->ended.data[i]) continue;
    world->valued = true;
    while (j < fresh->keys.count && fresh->keys.data[j] < key) j++;
    if (j < fresh->keys.count && fresh->keys.data[j] == key &&
        value_lasts(&old->list.data[i], &fresh->list.data[j]))
      fresh->list.data[j].value = value;
  }
}

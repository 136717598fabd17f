/* world.c: creating and freeing worlds, and what they tell of themselves.
 *
 * The main file of the room, which holds the public calls on a whole world; step.c is the order of the
 * passes. The room uses state, bodies, passes, contacts and swept. History repeats its calls, and no other
 * room uses it. */
#include "carom/world.h"

#include <string.h>

#include "contact.h"
#include "bodies.h"
#include "objects.h"
#include "recorder.h"

carom_status carom_world_create(const carom_world_def *def, carom_world **out) {
  return out ? carom__world_create(def, out) : CAROM_NULL_ARGUMENT;
}

/* Kills every body, delivers the ENDs of all contacts and buries the dead. */
static void clear(carom_world *world) {
  world->stepping = true;
  carom__halfway_forget(world);
  world->swept_hits.count = 0;
  for (uint32_t slot = 0; slot < carom__idpool_slots(&world->bodies.ids); slot++)
    if (carom__idpool_at(&world->bodies.ids, slot)) carom__body_kill(world, slot);
  carom__contacts_end_all(world);
  carom__step_dispatch(world);
  world->stepping = false;
}

carom_status carom_world_clear(carom_world *world) {
  if (!world) return CAROM_NULL_ARGUMENT;
  if (world->stepping) return carom__refuse(world, CAROM_BUSY, __func__, "called from inside a handler");
  carom__record_begin(world, CAROM__OP_CLEAR, NULL);
  clear(world);
  carom__record_end(world, CAROM_OK);
  return CAROM_OK;
}

carom_status carom_world_destroy(carom_world *world) {
  if (!world) return CAROM_OK;
  if (world->stepping) return carom__refuse(world, CAROM_BUSY, __func__, "called from inside a handler");
  carom__record_stop(world);
  clear(world);
  carom__world_free(world);
  return CAROM_OK;
}

carom_status carom_world_get_last_status(const carom_world *world) {
  return world ? world->last_status : CAROM_NULL_ARGUMENT;
}

carom_status carom_world_set_filter(carom_world *world, carom_filter_fn filter, void *user) {
  carom_status status = carom__world_may_change(world, __func__);
  if (status) return status;
  world->def.filter = filter;
  world->def.filter_user = user;
  carom__bodies_touch(world);
  return CAROM_OK;
}

carom_status carom_world_get_filter(const carom_world *world, carom_filter_fn *filter, void **user) {
  if (!world) return CAROM_NULL_ARGUMENT;
  if (filter) *filter = world->def.filter;
  if (user) *user = world->def.filter_user;
  return CAROM_OK;
}

carom_status carom_world_set_clock(carom_world *world, carom_clock_fn now, void *user) {
  if (!world) return CAROM_NULL_ARGUMENT;
  if (world->stepping) return carom__refuse(world, CAROM_BUSY, __func__, "called from inside a handler");
  world->stopwatch = (carom__stopwatch){.now = now, .user = user};
  return CAROM_OK;
}

carom_status carom_world_get_pass_times(const carom_world *world, uint64_t *times) {
  if (!world || !times) return CAROM_NULL_ARGUMENT;
  memcpy(times, world->stopwatch.times, sizeof world->stopwatch.times);
  return CAROM_OK;
}

void *carom_world_get_user(const carom_world *world) { return world ? world->def.user : NULL; }

carom_status carom_world_get_counts(const carom_world *world, carom_counts *out) {
  if (!world || !out) return CAROM_NULL_ARGUMENT;
  *out = world->counts;
  out->memory = carom__atomic_size_read(&world->memory);
  return CAROM_OK;
}

const carom_contact *carom_world_get_contacts(const carom_world *world, size_t *count) {
  if (!world || !count) return NULL;
  *count = world->contacts.list.count;
  return world->contacts.list.data;
}

const carom_event *carom_world_get_events(const carom_world *world, size_t *count) {
  if (!world || !count) return NULL;
  *count = world->stepping ? 0 : world->events.count;
  return *count ? world->events.data : NULL;
}

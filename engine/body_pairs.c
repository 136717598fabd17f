/* body_pairs.c: the third pass: pairs of bodies whose AABBs overlap. */
#include "body_pairs.h"

#include "objects.h"

/* What sees static bodies is paired with them as a mover is. */
static bool is_still(uint32_t flags) {
  return (flags & (CAROM__BODY_STATIC | CAROM__BODY_SEES_STATIC)) == CAROM__BODY_STATIC;
}

/* Does the body take part in the broad phase as one of these? */
static bool takes_part(const carom_world *world, uint32_t body, bool still) {
  return carom__body_is_active(world, body) && carom__body_colliders(world, body).count > 0 &&
         still == is_still(world->bodies.flags.data[body]);
}

/* Lists the boxes of all bodies that stand still, or of all that do not. */
static carom_status collect(carom_world *world, bool still, carom__proxy **out, size_t *count) {
  uint32_t slots = carom__idpool_slots(&world->bodies.ids);
  carom__proxy *proxies = carom__arena_alloc(&world->arena, slots, sizeof *proxies);
  if (!proxies) return CAROM_OUT_OF_MEMORY;
  *out = proxies;
  *count = 0;
  for (uint32_t body = 0; body < slots; body++)
    if (takes_part(world, body, still))
      proxies[(*count)++] = (carom__proxy){.box = world->bodies.bounds.data[body], .id = body};
  return CAROM_OK;
}

static carom_status refresh_still(carom_world *world) {
  carom__proxy *still;
  size_t count;
  if (!world->still_stale) return CAROM_OK;
  carom_status status = collect(world, true, &still, &count);
  if (!status) status = world->broadphase_class->set_still(world->broadphase, still, count);
  if (!status) world->still_stale = false;
  return status;
}

carom_status carom__step_broadphase(carom_world *world) {
  carom__proxy *movers;
  size_t count;
  carom_status status = refresh_still(world);
  if (!status) status = collect(world, false, &movers, &count);
  if (status) return status;
  return world->broadphase_class->find_pairs(world->broadphase, &world->def.tasks, movers, count,
                                             &world->body_pairs);
}

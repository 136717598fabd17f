/* filter_callback.c: what the game's own filter says of a pair of colliders. */
#include "candidates.h"

#include "objects.h"
#include "recorder.h"

/* What the game's filter has said of a pair in this step. */
enum answer { UNASKED, ADMITTED, REFUSED };

static bool ask(const carom_world *world, uint32_t a, uint32_t b) {
  const uint64_t key = carom__colliders_key(world, a, b);
  carom_contact_side side_a = carom__collider_side(world, (uint32_t)(key >> 32));
  carom_contact_side side_b = carom__collider_side(world, (uint32_t)key);
  if (world->def.filter(world->def.filter_user, world, &side_a, &side_b)) return true;
  carom__record_refusal(world, CAROM__OP_FILTERED, key);
  return false;
}

bool carom__filter_asks(const carom_world *world, uint32_t a, uint32_t b) {
  size_t at;
  if (!world->def.filter) return true;
  if (!world->step.swept_answers ||
      !keys_find(&world->step.swept_pairs, carom__colliders_key(world, a, b), &at))
    return ask(world, a, b);
  uint8_t *answer = &world->step.swept_answers[at];
  if (*answer == UNASKED) *answer = ask(world, a, b) ? ADMITTED : REFUSED;
  return *answer == ADMITTED;
}

bool carom__filter_asks_late(const carom_world *world, uint32_t a, uint32_t b) {
  size_t at;
  uint64_t key = carom__colliders_key(world, a, b);
  if (!world->def.filter || keys_find(&world->step.candidates, key, &at)) return true;
  return !keys_find(&world->step.refused, key, &at) && carom__filter_asks(world, a, b);
}

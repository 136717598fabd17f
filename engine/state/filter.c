/* filter.c: who meets whom. */
#include "filter.h"

#include "contact.h"
#include "objects.h"
#include "record.h"

/* What the game's filter has said of a pair in this step. */
enum answer { UNASKED, ADMITTED, REFUSED };

static bool ask(const carom_world *world, uint32_t a, uint32_t b) {
  carom_contact_side side_a = carom__collider_side(world, a < b ? a : b);
  carom_contact_side side_b = carom__collider_side(world, a < b ? b : a);
  if (world->def.filter(world->def.filter_user, world, &side_a, &side_b)) return true;
  carom__record_no(world, CAROM__OP_FILTERED, carom__pair_key(a, b));
  return false;
}

static bool is_in(const carom__keys *keys, uint64_t key, size_t *at) {
  *at = carom__keys_below(keys, key);
  return *at < keys->count && keys->data[*at] == key;
}

bool carom__filter_asks(const carom_world *world, uint32_t a, uint32_t b) {
  size_t at;
  if (!world->def.filter) return true;
  if (!world->swept_answers || !is_in(&world->swept_pairs, carom__pair_key(a, b), &at))
    return ask(world, a, b);
  uint8_t *answer = &world->swept_answers[at];
  if (*answer == UNASKED) *answer = ask(world, a, b) ? ADMITTED : REFUSED;
  return *answer == ADMITTED;
}

bool carom__filter_asks_late(const carom_world *world, uint32_t a, uint32_t b) {
  size_t at;
  uint64_t key = carom__pair_key(a, b);
  if (!world->def.filter || is_in(&world->candidates, key, &at)) return true;
  return !is_in(&world->refused, key, &at) && carom__filter_asks(world, a, b);
}

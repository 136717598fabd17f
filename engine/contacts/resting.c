/* resting.c: keeps the contacts of bodies that rest. They stay where they are in memory unless contacts
 * before them come or go. A pile that rests costs a look at each contact. */
#include "contact.h"

#include "tasks.h"

typedef struct resting_search {
  const carom_world *world;
  uint32_t *out;
  carom__found found[CAROM__PARTS_MAX];
} resting_search;

/* What has passed is over when nothing moves, too. */
static bool rests(const carom_world *world, size_t i) {
  const carom__contacts *old = &world->contacts;
  return !old->ended.data[i] && carom__contact_rests(world, old->keys.data[i]) &&
         !(world->passed && contact_has_passed(&old->list.data[i]));
}

static void search_part(void *context, uint32_t part, size_t begin, size_t end) {
  resting_search *s = context;
  size_t count = 0;
  for (size_t i = begin; i < end; i++)
    if (rests(s->world, i)) s->out[begin + count++] = (uint32_t)i;
  s->found[part] = (carom__found){begin, count};
}

size_t carom__list_resting(const carom_world *world, uint32_t *out) {
  enum { FOR_ONE = 4 }; /* so many take as long as a pair of the narrow phase */
  resting_search s = {.world = world, .out = out};
  size_t count = world->contacts.keys.count;
  uint32_t parts = carom__part_count(&world->def.tasks, count / FOR_ONE);
  carom__run_ranges(&world->def.tasks, parts, count, search_part, &s);
  return carom__found_join(s.found, parts, out, sizeof *out);
}

/* First those that move towards the front, front first, then the others, last first: what is still to be
 * moved is never in the way. */
void carom__contacts_shift(carom_world *world, const uint32_t *from, const uint32_t *to, size_t count) {
  carom__contacts *contacts = &world->contacts;
  const size_t rows = contact_rows(world);
  for (size_t k = 0; k < count; k++)
    if (to[k] < from[k]) carom__contact_copy(contacts, to[k], contacts, from[k], rows);
  for (size_t k = count; k-- > 0;)
    if (to[k] > from[k]) carom__contact_copy(contacts, to[k], contacts, from[k], rows);
}
